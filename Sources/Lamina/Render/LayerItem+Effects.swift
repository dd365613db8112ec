import Foundation

// Shadows, filters and blend modes of a layer, in device pixels.

/// The shadow of a layer's own parts, or of a path.
struct ItemShadow: Sendable, Equatable {
  /// What casts it, and the pixels that it touches.
  let source: [ItemPart]
  let extent: PixelRect
  /// Where pixel (0, 0) of the source lies, moved by the shadow's offset.
  let originX: Int
  let originY: Int
  /// How much further right and down it lies, in 256ths of a pixel.
  var fractionX: UInt32 = 0
  var fractionY: UInt32 = 0
  let blur: PixelBlur
  /// Its colour, premultiplied.
  let pixel: UInt32
  /// All pixels that count for the source, where it is turned.
  let frame: PixelRect
  /// Whether the source is the same wherever the layer lies, so that its shadow can be kept.
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
  /// Whether the layer itself casts a shadow.
  var castsShadow: Bool {
    guard let effects = values.rare?.values.effectsBox?.values else { return false }
    return effects.shadow.pixel != 0
  }

  /// What is done to the picture of the layer and its sublayers; nil where that is nothing.
  ///
  /// - Parameter clip: the pixels that upright clips leave around the layer.
  func groupEffects(_ toDevice: PlaneTransform, in clip: PixelRect) -> GroupEffects? {
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

  /// What is done where the picture meets what is behind it.
  ///
  /// - Parameter clip: the pixels that upright clips leave around the layer.
  func outerEffects(_ toDevice: PlaneTransform, in clip: PixelRect) -> GroupEffects {
    var result = GroupEffects(blendMode: values.effects.compositingFilter)
    let behind = pixelFilters(values.effects.backgroundFilters, toDevice)
    if !behind.isEmpty {
      let shape = outline(toDevice, in: frame).shape
      result.backdrop = Backdrop(filters: behind, shape: shape, bounds: shape.bounds(in: clip))
    }
    return result
  }

  /// Whether what is behind the layer is changed.
  var hasBackdrop: Bool {
    values.rare?.values.effectsBox?.values.backgroundFilters.contains(where: \.isEnabled) == true
  }

  private func pixelFilters(_ filters: [Filter], _ toDevice: PlaneTransform) -> PixelFilters {
    PixelFilters(
      filters.filter(\.isEnabled).compactMap { filter in
        if let matrix = filter.matrix { return .colors(PixelMatrix(matrix)) }
        guard case .gaussianBlur(let radius) = filter.effect else { return nil }
        let blur = deviceBlur(radius, toDevice)
        return blur.isIdentity ? nil : .blur(blur)
      })
  }

  /// The shadow that is drawn behind the layer's own parts, and the pixels of a clip that it
  /// touches; nil where there is none, or where it is the group that casts it.
  func shadow(
    _ toDevice: PlaneTransform, in clip: PixelRect
  ) -> (ItemShadow, bounds: PixelRect)? {
    guard let shadow = values.rare?.values.effectsBox?.values.shadow, shadow.pixel != 0,
      shadow.path != nil || !hasSublayers
    else { return nil }
    let exactOffset = deviceOffset(shadow.offset, toDevice)
    let offset = (x: Self.whole(exactOffset.x), y: Self.whole(exactOffset.y))
    let blur = deviceBlur(shadow.radius, toDevice)
    if !alignsContents, let place = truePlace(toDevice, exactOffset) {
      let (source, sourceToDevice) = atOrigin(toDevice)
      let (parts, extent) = source.shadowSource(shadow.path, sourceToDevice, .empty)
      let result = ItemShadow(
        source: parts, extent: extent, originX: place.x.pixel, originY: place.y.pixel,
        fractionX: place.x.fraction, fractionY: place.y.fraction, blur: blur,
        pixel: shadow.pixel, frame: .empty, isMovable: true)
      let bounds = result.bounds.intersection(clip)
      return bounds.isEmpty ? nil : (result, bounds)
    }
    var origin = (x: 0, y: 0)
    var toDevice = toDevice
    if toDevice.isUpright {
      let box = toDevice.pixelBox(of: placed(values.bounds)).box
      origin = (box.minX, box.minY)
      toDevice = toDevice.moved(byX: -origin.x, y: -origin.y)
    }
    let frame = blur.grown(self.frame).moved(byX: -offset.x - origin.x, y: -offset.y - origin.y)
    let (parts, extent) = shadowSource(shadow.path, toDevice, frame)
    let result = ItemShadow(
      source: parts, extent: extent, originX: origin.x + offset.x,
      originY: origin.y + offset.y, blur: blur, pixel: shadow.pixel,
      frame: toDevice.isUpright ? .empty : frame, isMovable: toDevice.isUpright)
    let bounds = result.bounds.intersection(clip)
    return bounds.isEmpty ? nil : (result, bounds)
  }

  /// What casts a shadow, and the pixels that it touches.
  private func shadowSource(
    _ path: Path?, _ toDevice: PlaneTransform, _ frame: PixelRect
  ) -> ([ItemPart], extent: PixelRect) {
    if let path {
      let outline = ItemPath(flattened(path, toDevice, frame), rule: .nonZero)
      return ([.solid(.path(outline), 0xFF00_0000)], outline.bounds)
    }
    var source = ItemDetail(visible: .empty)
    addParts(
      to: &source, toDevice: toDevice, clip: toDevice.isUpright ? .unbounded : frame, frame: frame)
    return (source.parts, source.visible)
  }

  /// The pixel that the corner of an upright layer's bounds lies in, moved by an offset in pixels,
  /// and where in it, in 256ths; nil where the layer is turned or far away.
  private func truePlace(
    _ toDevice: PlaneTransform, _ offset: SIMD2<Double>
  ) -> (x: PixelFraction, y: PixelFraction)? {
    guard toDevice.isUpright, placement == nil else { return nil }
    let box = toDevice.boundingBox(of: values.bounds)
    guard let x = PixelFraction(Double(box.minX) + offset.x),
      let y = PixelFraction(Double(box.minY) + offset.y)
    else { return nil }
    return (x, y)
  }

  /// The same upright layer with the corner of its bounds at the origin, in points and in pixels, and
  /// the transform from there to device pixels.
  private func atOrigin(_ toDevice: PlaneTransform) -> (LayerItem, PlaneTransform) {
    let corner = toDevice.boundingBox(of: values.bounds).origin
    var item = self
    item.values.bounds.origin = .zero
    if let kindPlace {
      item.kindPlace = KindPlace(
        toDevice: kindPlace.toDevice.concatenating(
          PlaneTransform(translationX: -Double(corner.x), y: -Double(corner.y))),
        shapes: kindPlace.shapes, time: kindPlace.time)
    }
    var scale = toDevice
    scale.m31 = toDevice.m11 < 0 ? -toDevice.m11 * Double(values.bounds.width) : 0
    scale.m32 = toDevice.m22 < 0 ? -toDevice.m22 * Double(values.bounds.height) : 0
    return (item, scale)
  }

  /// A path of the layer's own coordinates as polygons in device pixels.
  private func flattened(_ path: Path, _ toDevice: PlaneTransform, _ frame: PixelRect) -> FlatPath {
    let toDrawn = layerToDrawn
    if let affine = toDevice.affine {
      return FlatPath(path, transform: toDrawn.concatenating(affine))
    }
    return FlatPath(
      path.applying(toDrawn), seenThrough: toDevice, near: placed(values.bounds), in: frame)
  }

  /// From the layer's own coordinates to those that are drawn with.
  private var layerToDrawn: Transform2D {
    let rect = placed(values.bounds)
    let scaleX = layerBounds.width > 0 ? rect.width / layerBounds.width : 1
    let scaleY = layerBounds.height > 0 ? rect.height / layerBounds.height : 1
    return Transform2D(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: rect.minX - layerBounds.minX * scaleX,
      ty: rect.minY - layerBounds.minY * scaleY)
  }

  // MARK: - Lengths in device pixels

  /// How far a step in the layer's space goes in device pixels, at the middle of the bounds.
  private func deviceOffset(_ offset: CGSize, _ toDevice: PlaneTransform) -> SIMD2<Double> {
    let axes = deviceAxes(toDevice)
    return Double(offset.width) * axes.x + Double(offset.height) * axes.y
  }

  /// A number of pixels, rounded.
  private static func whole(_ number: Double) -> Int {
    number.isFinite ? Int(max(-65_536, min(65_536, number.rounded()))) : 0
  }

  /// A blur of a radius in points: where the layer is turned, as wide both ways as it is in the
  /// mean.
  private func deviceBlur(_ radius: CGFloat, _ toDevice: PlaneTransform) -> PixelBlur {
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

  /// What a point along each axis of the layer makes in device pixels, at the middle of the bounds.
  private func deviceAxes(_ m: PlaneTransform) -> (x: SIMD2<Double>, y: SIMD2<Double>) {
    let rect = placed(values.bounds)
    let unit = layerToDrawn
    let middle = CGPoint(x: rect.midX, y: rect.midY)
    let w = m.w(at: middle)
    guard w > 0, w.isFinite else { return (.zero, .zero) }
    let seen = m.apply(middle)
    return (
      SIMD2(m.m11 - seen.x * m.m13, m.m12 - seen.y * m.m13) * (unit.a / w),
      SIMD2(m.m21 - seen.x * m.m23, m.m22 - seen.y * m.m23) * (unit.d / w)
    )
  }
}

extension PlaneTransform {
  /// This, and then a step of whole pixels.
  fileprivate func moved(byX x: Int, y: Int) -> PlaneTransform {
    concatenating(PlaneTransform(translationX: CGFloat(x), y: CGFloat(y)))
  }
}

extension PixelRect {
  /// More than any place that edges are rounded to.
  fileprivate static let unbounded = PixelRect(
    minX: -4 * PixelSnapping.limit, minY: -4 * PixelSnapping.limit,
    maxX: 4 * PixelSnapping.limit, maxY: 4 * PixelSnapping.limit)
}

/// A place on an axis.
private struct PixelFraction {
  let pixel: Int
  /// In 256ths.
  let fraction: UInt32

  /// Nil where pixels are not counted to.
  init?(_ place: Double) {
    guard abs(place) < Double(PixelSnapping.limit) else { return nil }
    let rounded = PixelSnapping.weight(place)
    pixel = PixelSnapping.floor(rounded)
    fraction = UInt32((rounded - Double(pixel)) * 256)
  }
}
