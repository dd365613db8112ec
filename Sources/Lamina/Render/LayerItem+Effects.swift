import Foundation

// Shadows, filters and blend modes of a layer, in device pixels.

/// The shadow of a layer's own parts, or of a path.
struct ItemShadow: Sendable, Equatable {
  /// The parts that cast the shadow, and the pixels that they touch.
  let source: [ItemPart]
  let extent: PixelRect
  /// The position of the source's pixel (0, 0), moved by the shadow's offset.
  let originX: Int
  let originY: Int
  /// The subpixel part of the position, to the right and down, in 256ths of a pixel.
  var fractionX: UInt32 = 0
  var fractionY: UInt32 = 0
  let blur: PixelBlur
  /// The shadow's colour, premultiplied.
  let pixel: UInt32
  /// The bounds of all pixels that are relevant for the source, if it is not axis-aligned.
  let frame: PixelRect
  /// True if the source does not depend on the layer's position, so that the shadow can be cached.
  let isMovable: Bool

  /// The pixels that the shadow touches.
  var bounds: PixelRect {
    let grown = blur.grown(extent)
    if grown.isEmpty { return .empty }
    var bounds = grown.moved(byX: originX, y: originY)
    if fractionX > 0 { bounds.maxX += 1 }
    if fractionY > 0 { bounds.maxY += 1 }
    return bounds
  }
}

extension LayerItem {
  /// True if the layer itself casts a shadow.
  var castsShadow: Bool {
    guard let effects = values.rare?.values.effectsBox?.values else { return false }
    return effects.shadow.pixel != 0
  }

  /// Returns the effects on the picture of the layer and its sublayers; nil if there are none.
  ///
  /// - Parameter clip: the pixels that axis-aligned clips leave around the layer.
  func groupEffects(_ toDevice: ProjectiveTransform, in clip: PixelRect) -> GroupEffects? {
    let effects = values.effects
    var result = isRasterized ? GroupEffects() : outerEffects(toDevice, in: clip)
    result.hasMask = hasMaskLayer
    let shadow = effects.shadow
    if hasSublayers, shadow.path == nil, shadow.pixel != 0 {
      let offset = deviceOffset(shadow.offset, toDevice)
      result.shadow = GroupShadow(
        pixel: shadow.pixel, offsetX: Self.whole(offset.x), offsetY: Self.whole(offset.y),
        blur: deviceBlur(shadow.radius, toDevice))
    }
    result.filters = pixelFilters(effects.filters, toDevice)
    return result == GroupEffects() ? nil : result
  }

  /// Returns the effects that apply between the picture and what is behind it.
  ///
  /// - Parameter clip: the pixels that axis-aligned clips leave around the layer.
  func outerEffects(_ toDevice: ProjectiveTransform, in clip: PixelRect) -> GroupEffects {
    var result = GroupEffects(blendMode: values.effects.compositingFilter)
    let behind = pixelFilters(values.effects.backgroundFilters, toDevice)
    if !behind.isEmpty {
      let shape = outline(toDevice, in: frame).shape
      result.backdrop = Backdrop(filters: behind, shape: shape, bounds: shape.bounds(in: clip))
    }
    return result
  }

  /// True if the layer changes what is behind it.
  var hasBackdrop: Bool {
    values.rare?.values.effectsBox?.values.backgroundFilters.contains(where: \.isEnabled) == true
  }

  private func pixelFilters(_ filters: [Filter], _ toDevice: ProjectiveTransform) -> PixelFilters {
    PixelFilters(
      filters.filter(\.isEnabled).compactMap { filter in
        if let matrix = filter.matrix { return .colors(PixelMatrix(matrix)) }
        guard case .gaussianBlur(let radius) = filter.effect else { return nil }
        let blur = deviceBlur(radius, toDevice)
        return blur.isIdentity ? nil : .blur(blur)
      })
  }

  /// Returns the shadow behind the layer's own parts, and the pixels of a clip that it touches; nil
  /// if there is none, or if the group casts it.
  func shadow(
    _ toDevice: ProjectiveTransform, in clip: PixelRect
  ) -> (ItemShadow, bounds: PixelRect)? {
    guard let shadow = values.rare?.values.effectsBox?.values.shadow, shadow.pixel != 0,
      shadow.path != nil || !hasSublayers
    else { return nil }
    let exactOffset = deviceOffset(shadow.offset, toDevice)
    let offset = (x: Self.whole(exactOffset.x), y: Self.whole(exactOffset.y))
    let blur = deviceBlur(shadow.radius, toDevice)
    let box = toDevice.isUpright ? toDevice.pixelBox(of: values.bounds).box : .empty
    // In a larger box, visible curves may lie farther than `FlattenedPath.reach` from its corner, where
    // they become lines.
    let isMovable =
      toDevice.isUpright && Double(max(box.width, box.height)) < FlattenedPath.reach / 2
    if !alignsContents, isMovable, let place = truePlace(toDevice, exactOffset) {
      let (source, sourceToDevice) = atOrigin(toDevice)
      let (parts, extent) = source.shadowSource(
        shadow.path, sourceToDevice, .empty, clip: .unbounded)
      let result = ItemShadow(
        source: parts, extent: extent, originX: place.x.pixel, originY: place.y.pixel,
        fractionX: place.x.fraction, fractionY: place.y.fraction, blur: blur,
        pixel: shadow.pixel, frame: .empty, isMovable: true)
      let bounds = result.bounds.intersection(clip)
      return bounds.isEmpty ? nil : (result, bounds)
    }
    var origin = (x: 0, y: 0)
    var toDevice = toDevice
    if isMovable {
      origin = (box.minX, box.minY)
      toDevice = toDevice.moved(byX: -origin.x, y: -origin.y)
    }
    let frame = blur.grown(self.frame).moved(byX: -offset.x - origin.x, y: -offset.y - origin.y)
    let (parts, extent) = shadowSource(
      shadow.path, toDevice, frame, clip: isMovable ? .unbounded : frame)
    let result = ItemShadow(
      source: parts, extent: extent, originX: origin.x + offset.x,
      originY: origin.y + offset.y, blur: blur, pixel: shadow.pixel,
      frame: toDevice.isUpright ? .empty : frame, isMovable: isMovable)
    let bounds = result.bounds.intersection(clip)
    return bounds.isEmpty ? nil : (result, bounds)
  }

  /// Returns the parts that cast a shadow, and the pixels that they touch.
  private func shadowSource(
    _ path: Path?, _ toDevice: ProjectiveTransform, _ frame: PixelRect, clip: PixelRect
  ) -> ([ItemPart], extent: PixelRect) {
    if let path {
      let outline = ItemPath(flattened(path, toDevice, frame), rule: .nonZero)
      return ([.solid(.path(outline), 0xFF00_0000)], outline.bounds)
    }
    var source = ItemDetail(visible: .empty)
    addParts(to: &source, toDevice: toDevice, clip: clip, frame: frame)
    return (source.parts, source.visible)
  }

  /// Returns the unsnapped position of the corner of an axis-aligned layer's bounds, moved by an
  /// offset in pixels, as a pixel and 256ths of it; nil if the layer is not axis-aligned or far
  /// away.
  private func truePlace(
    _ toDevice: ProjectiveTransform, _ offset: SIMD2<Double>
  ) -> (x: PixelFraction, y: PixelFraction)? {
    guard toDevice.isUpright else { return nil }
    let box = toDevice.boundingBox(of: values.bounds)
    guard let x = PixelFraction(Double(box.minX) + offset.x),
      let y = PixelFraction(Double(box.minY) + offset.y)
    else { return nil }
    return (x, y)
  }

  /// Returns the same axis-aligned layer with the corner of its bounds at the origin, in points and
  /// in pixels, and the transform from there to device pixels.
  private func atOrigin(_ toDevice: ProjectiveTransform) -> (LayerItem, ProjectiveTransform) {
    let corner = toDevice.boundingBox(of: values.bounds).origin
    var item = self
    item.values.bounds.origin = .zero
    if let kindContext {
      item.kindContext = KindContext(
        toDevice: kindContext.toDevice.concatenating(
          ProjectiveTransform(translationX: -Double(corner.x), y: -Double(corner.y))),
        shapes: kindContext.shapes, time: kindContext.time)
    }
    var scale = toDevice
    scale.m31 = toDevice.m11 < 0 ? -toDevice.m11 * Double(values.bounds.width) : 0
    scale.m32 = toDevice.m22 < 0 ? -toDevice.m22 * Double(values.bounds.height) : 0
    return (item, scale)
  }

  /// Returns a path in the layer's own coordinates as polygons in device pixels.
  private func flattened(_ path: Path, _ toDevice: ProjectiveTransform, _ frame: PixelRect)
    -> FlattenedPath
  {
    let toDrawn = layerToDrawn
    guard toDrawn.isFinite else { return FlattenedPath() }
    if let affine = toDevice.affine {
      return FlattenedPath(path, transform: toDrawn.concatenating(affine))
    }
    return FlattenedPath(
      path.applying(toDrawn), seenThrough: toDevice, near: values.bounds, in: frame)
  }

  /// The transform from the layer's own coordinates to drawing coordinates.
  private var layerToDrawn: Transform2D {
    Transform2D(
      translationX: values.bounds.minX - layerBounds.minX,
      y: values.bounds.minY - layerBounds.minY)
  }

  // MARK: - Lengths in device pixels

  /// Returns an offset in the layer's space as an offset in device pixels, at the centre of the
  /// bounds.
  private func deviceOffset(_ offset: CGSize, _ toDevice: ProjectiveTransform) -> SIMD2<Double> {
    let axes = deviceAxes(toDevice)
    return Double(offset.width) * axes.x + Double(offset.height) * axes.y
  }

  /// Returns a number of pixels, rounded and clamped to ±65,536; 0 if it is not finite.
  private static func whole(_ number: Double) -> Int {
    number.isFinite ? Int(max(-65_536, min(65_536, number.rounded()))) : 0
  }

  /// Returns the blur for a radius in points. If the layer is not axis-aligned, both axes have the
  /// square root of the area scale.
  private func deviceBlur(_ radius: CGFloat, _ toDevice: ProjectiveTransform) -> PixelBlur {
    let axes = deviceAxes(toDevice)
    var x = (axes.x * axes.x).sum().squareRoot()
    var y = (axes.y * axes.y).sum().squareRoot()
    let isUpright = axes.x.y == 0 && axes.y.x == 0
    if !isUpright {
      let mean = abs(axes.x.x * axes.y.y - axes.x.y * axes.y.x).squareRoot()
      x = mean
      y = mean
    }
    func deviation(_ scale: Double) -> Double {
      let result = Double(radius) * scale
      return result.isFinite ? max(0, result) : GaussianBlur.largestDeviation
    }
    return PixelBlur(deviationX: deviation(x), deviationY: deviation(y))
  }

  /// Returns the vectors of one point along each axis of the layer, in device pixels, at the centre
  /// of the bounds.
  private func deviceAxes(_ m: ProjectiveTransform) -> (x: SIMD2<Double>, y: SIMD2<Double>) {
    let middle = CGPoint(x: values.bounds.midX, y: values.bounds.midY)
    let w = m.w(at: middle)
    guard w > 0, w.isFinite else { return (.zero, .zero) }
    let seen = m.apply(middle)
    return (
      SIMD2(m.m11 - seen.x * m.m13, m.m12 - seen.y * m.m13) * (1 / w),
      SIMD2(m.m21 - seen.x * m.m23, m.m22 - seen.y * m.m23) * (1 / w)
    )
  }
}

extension ProjectiveTransform {
  /// Returns this transform followed by a translation by whole pixels.
  fileprivate func moved(byX x: Int, y: Int) -> ProjectiveTransform {
    concatenating(ProjectiveTransform(translationX: CGFloat(x), y: CGFloat(y)))
  }
}

extension PixelRect {
  /// A rectangle beyond every coordinate to which edges are snapped.
  fileprivate static let unbounded = PixelRect(
    minX: -4 * PixelSnapping.limit, minY: -4 * PixelSnapping.limit,
    maxX: 4 * PixelSnapping.limit, maxY: 4 * PixelSnapping.limit)
}

/// A position on an axis.
private struct PixelFraction {
  let pixel: Int
  /// The part after the whole pixel, in 256ths.
  let fraction: UInt32

  /// Creates a position; nil if it is beyond the limit of snapped pixels.
  init?(_ place: Double) {
    guard abs(place) < Double(PixelSnapping.limit) else { return nil }
    let rounded = PixelSnapping.weight(place)
    pixel = PixelSnapping.floor(rounded)
    fraction = UInt32((rounded - Double(pixel)) * 256)
  }
}
