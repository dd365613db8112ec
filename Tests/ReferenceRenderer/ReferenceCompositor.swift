import Foundation
import Lamina

/// Draws a tree of layers by the book, and shares no code with the engine: each layer that is
/// composed by itself into a picture of its own, as large as the frame, in `Double`; nothing is left
/// out, kept or drawn in part.
///
/// It knows background, contents stretched over the bounds, corners (circular ones), border, shadow,
/// sublayers, filters, mask, `masksToBounds`, rasterizing, opacity, blend modes and transforms in the
/// plane; and
/// of the engine's rules, that what is upright is drawn on whole pixels, that a shadow is moved by
/// whole pixels, and that a layer that is turned is blurred as far both ways.
package final class ReferenceCompositor {
  package let area: ReferenceArea
  /// Of each pixel, whether an edge runs through it that covers a part of it: 1, else 0.
  package private(set) var edges: ReferenceMask

  /// - Parameter margin: how many pixels around the frame are drawn, too.
  package init(width: Int, height: Int, margin: Int = 14) {
    area = ReferenceArea(
      minX: -margin, minY: -margin, width: width + 2 * margin, height: height + 2 * margin)
    edges = ReferenceMask(area)
  }

  /// The picture of a tree, at so many pixels to a point.
  package func picture(of root: Layer, scale: Double) -> ReferencePicture {
    var result = ReferencePicture(area)
    draw(root, in: ReferenceAffine(a: scale, d: scale), alpha: 1, on: &result)
    return result
  }

  /// Draws a layer with all that is below it.
  ///
  /// - Parameters:
  ///   - outer: from the superlayer's coordinates to device pixels.
  ///   - alpha: what superlayers without group opacity leave of it.
  private func draw(
    _ layer: Layer, in outer: ReferenceAffine, alpha: Double, on target: inout ReferencePicture
  ) {
    let opacity = alpha * max(0, min(1, Double(layer.opacity)))
    if layer.isHidden || opacity == 0 { return }
    let place = Place(layer, in: outer)
    let sublayers = layer.sublayers ?? []
    let isRasterized = layer.shouldRasterize && layer.rasterizationScale > 0
    let hasEffects =
      layer.mask != nil || layer.compositingFilter != nil || castsAsTree(layer) || isRasterized
      || layer.filters.contains(where: \.isEnabled)
    let handsDown = !layer.allowsGroupOpacity && !hasEffects
    // Background and border alone end where the bounds do, and are not cut once more.
    let isCut =
      layer.masksToBounds
      && (!sublayers.isEmpty || layer.contents != nil || layer.shadowOpacity > 0
        || layer.filters.contains { $0.isEnabled && Self.spreads($0) })
    let isCutByOutline = isCut && (!place.toDevice.isUpright || layer.cornerRadius > 0)
    if !hasEffects && !isCutByOutline && (handsDown || opacity == 1) {
      // On what is behind.
      var result = target
      drawInside(layer, place, sublayers, alpha: opacity, on: &result)
      if isCut {
        target.replace(by: result, where: coverage(place.outline(inset: 0)))
      } else {
        target = result
      }
      return
    }
    var picture =
      isRasterized
      ? rasterized(layer, place, isCut: isCut)
      : composed(layer, place, alpha: handsDown ? opacity : 1, isCut: isCut)
    picture.multiply(by: handsDown ? 1 : opacity)
    if let mode = layer.compositingFilter {
      target.draw(picture, mode)
    } else {
      target.draw(picture)
    }
  }

  /// Returns true if a filter changes pixels that were empty.
  private static func spreads(_ filter: Filter) -> Bool {
    if case .gaussianBlur = filter.effect { true } else { false }
  }

  private func castsAsTree(_ layer: Layer) -> Bool {
    layer.shadowOpacity > 0 && layer.shadowColor != nil && layer.shadowPath == nil
  }

  /// The picture of a layer with all that is below it, before its opacity.
  private func composed(
    _ layer: Layer, _ place: Place, alpha: Double, isCut: Bool
  ) -> ReferencePicture {
    var picture = ReferencePicture(area)
    drawInside(layer, place, layer.sublayers ?? [], alpha: alpha, on: &picture)
    if castsAsTree(layer) {
      var behind = shadow(of: layer, place, from: picture.channel(0))
      behind.draw(picture)
      picture = behind
    }
    for filter in layer.filters where filter.isEnabled { apply(filter, place, to: &picture) }
    if let mask = layer.mask {
      var shown = ReferencePicture(area)
      draw(mask, in: place.toDevice, alpha: 1, on: &shown)
      picture.multiply(by: shown.channel(0))
    }
    if isCut { picture.multiply(by: coverage(place.outline(inset: 0))) }
    return picture
  }

  /// A layer's picture, made in pixels of its own, and interpolated between their middles where the
  /// layer stands.
  private func rasterized(_ layer: Layer, _ place: Place, isCut: Bool) -> ReferencePicture {
    let scale = Double(layer.rasterizationScale)
    let inner = ReferenceCompositor(
      width: Int((Double(place.bounds.width) * scale).rounded(.up)),
      height: Int((Double(place.bounds.height) * scale).rounded(.up)),
      margin: Int((28 * scale).rounded(.up)))
    let toInner = ReferenceAffine.moving(
      -Double(place.bounds.minX), -Double(place.bounds.minY)
    ).then(ReferenceAffine(a: scale, d: scale))
    let picture = inner.composed(
      layer, Place(layer, toDevice: toInner), alpha: 1, isCut: isCut)
    var toDevice = place.toDevice
    if toDevice.isUpright, abs(toDevice.a) == scale, abs(toDevice.d) == scale {
      // As large as the frame's: on whole pixels.
      let corner = toDevice(Double(place.bounds.minX), Double(place.bounds.minY))
      toDevice.tx += (corner.x + 0.5).rounded(.down) - corner.x
      toDevice.ty += (corner.y + 0.5).rounded(.down) - corner.y
    }
    var result = ReferencePicture(area)
    for pixel in 0..<area.count {
      let middle = SIMD2(
        Double(area.minX + pixel % area.width) + 0.5, Double(area.minY + pixel / area.width) + 0.5)
      let point = toDevice.source(of: middle)
      let found = toInner(point.x, point.y)
      let (left, top) = ((found.x - 0.5).rounded(.down), (found.y - 0.5).rounded(.down))
      for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (x, y) = (Int(left) + dx, Int(top) + dy)
        guard picture.contains(x, y) else { continue }
        let weight =
          (1 - abs(found.x - 0.5 - Double(x))) * (1 - abs(found.y - 0.5 - Double(y)))
        if weight <= 0 { continue }
        let source = picture.index(x, y)
        if inner.edges.values[source] != 0 { edges.values[pixel] = 1 }
        for channel in 0..<4 {
          result.values[4 * pixel + channel] += weight * picture.values[4 * source + channel]
        }
      }
    }
    return result
  }

  /// A layer's own parts and its sublayers, with the shadow of a path behind them.
  private func drawInside(
    _ layer: Layer, _ place: Place, _ sublayers: [Layer], alpha: Double,
    on target: inout ReferencePicture
  ) {
    var own = ReferencePicture(area)
    if layer.shadowOpacity > 0, layer.shadowColor != nil, let path = layer.shadowPath {
      let polygons = ReferenceCoverage.polygons(of: path).map { polygon in
        polygon.map { place.toDevice($0.x, $0.y) }
      }
      own = shadow(of: layer, place, from: coverage(polygons))
    }
    if let color = layer.backgroundColor {
      own.paint(color, over: coverage(place.outline(inset: 0)))
    }
    if let bitmap = layer.contents { own.draw(contents(bitmap, place)) }
    if sublayers.isEmpty { drawBorder(of: layer, place, on: &own) }
    own.multiply(by: alpha)
    target.draw(own)
    for sublayer in sublayers.enumerated().sorted(by: {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }) {
      draw(
        sublayer.element, in: place.toDevice, alpha: layer.allowsGroupOpacity ? 1 : alpha,
        on: &target)
    }
    if !sublayers.isEmpty {
      var border = ReferencePicture(area)
      drawBorder(of: layer, place, on: &border)
      border.multiply(by: alpha)
      target.draw(border)
    }
  }

  private func drawBorder(of layer: Layer, _ place: Place, on target: inout ReferencePicture) {
    guard layer.borderWidth > 0, let color = layer.borderColor else { return }
    var ring = coverage(place.outline(inset: 0))
    let inside = coverage(place.outline(inset: Double(layer.borderWidth)))
    for pixel in ring.values.indices { ring.values[pixel] -= inside.values[pixel] }
    target.paint(color, over: ring)
  }

  private func coverage(_ polygons: [[SIMD2<Double>]]) -> ReferenceMask {
    let result = ReferenceCoverage.of(polygons, in: area)
    noteEdges(of: result)
    return result
  }

  private func noteEdges(of mask: ReferenceMask) {
    for pixel in mask.values.indices where mask.values[pixel] > 0 && mask.values[pixel] < 1 {
      edges.values[pixel] = 1
    }
  }

  // MARK: - Contents

  /// A bitmap stretched over the bounds, interpolated between its pixels' middles.
  private func contents(_ bitmap: Bitmap, _ place: Place) -> ReferencePicture {
    var result = ReferencePicture(area)
    let mask = coverage(place.box)
    let toDevice = place.boxToDevice
    func components(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let pixel = bitmap[max(0, min(bitmap.width - 1, x)), max(0, min(bitmap.height - 1, y))]
      return SIMD4(
        Double(pixel >> 24), Double(pixel >> 16 & 255), Double(pixel >> 8 & 255),
        Double(pixel & 255)) / 255
    }
    for pixel in 0..<area.count where mask.values[pixel] > 0 {
      let middle = SIMD2(
        Double(area.minX + pixel % area.width) + 0.5, Double(area.minY + pixel / area.width) + 0.5)
      let unit = toDevice.source(of: middle)
      let x = unit.x * Double(bitmap.width) - 0.5
      let y = unit.y * Double(bitmap.height) - 0.5
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (column, row) = (Int(left), Int(top))
      let upper =
        components(column, row) * (1 - (x - left)) + components(column + 1, row) * (x - left)
      let lower =
        components(column, row + 1) * (1 - (x - left))
        + components(column + 1, row + 1) * (x - left)
      let color = (upper * (1 - (y - top)) + lower * (y - top)) * mask.values[pixel]
      for channel in 0..<4 { result.values[4 * pixel + channel] = color[channel] }
    }
    return result
  }

  // MARK: - Effects

  private func shadow(
    of layer: Layer, _ place: Place, from shape: ReferenceMask
  ) -> ReferencePicture {
    let offset = place.step(layer.shadowOffset)
    let blur = place.deviation(Double(layer.shadowRadius))
    let cast = shape.blurred(
      blur.x, blur.y, byX: Int(offset.x.rounded()), y: Int(offset.y.rounded()))
    if layer.shadowRadius <= 0 { noteEdges(of: cast) }
    var result = ReferencePicture(area)
    let color = layer.shadowColor ?? .black
    result.paint(color.withAlpha(color.alpha * Double(layer.shadowOpacity)), over: cast)
    return result
  }

  private func apply(_ filter: Filter, _ place: Place, to picture: inout ReferencePicture) {
    func each(_ map: @escaping (Double) -> Double) {
      picture.mapColors { $0.prefix(3).map(map) + [$0[3]] }
    }
    switch filter.effect {
    case .gaussianBlur(let radius):
      let blur = place.deviation(Double(radius))
      picture = picture.blurred(blur.x, blur.y)
    case .invert: each { 1 - $0 }
    case .brightness(let amount): each { $0 + amount }
    case .contrast(let amount): each { 0.5 + ($0 - 0.5) * amount }
    case .saturation(let amount):
      picture.mapColors { c in
        let grey = 0.213 * c[0] + 0.715 * c[1] + 0.072 * c[2]
        return c.prefix(3).map { grey + ($0 - grey) * amount } + [c[3]]
      }
    case .sepia(let amount):
      picture.mapColors { c in
        let old = [
          0.393 * c[0] + 0.769 * c[1] + 0.189 * c[2], 0.349 * c[0] + 0.686 * c[1] + 0.168 * c[2],
          0.272 * c[0] + 0.534 * c[1] + 0.131 * c[2],
        ]
        return zip(c, old).map { $0 + ($1 - $0) * amount } + [c[3]]
      }
    case .colorMatrix(let matrix):
      picture.mapColors { c in
        (0..<4).map { row in
          let m = matrix.elements[5 * row..<5 * row + 5]
          return zip(m, c + [1]).reduce(0) { $0 + $1.0 * $1.1 }
        }
      }
    }
  }
}

extension ReferenceCompositor {
  /// The place of a layer in the picture.
  private struct Place {
    let bounds: CGRect
    let radius: Double
    let corners: CornerMask
    /// From the layer's coordinates to device pixels.
    let toDevice: ReferenceAffine

    init(_ layer: Layer, toDevice: ReferenceAffine) {
      bounds = layer.bounds
      corners = layer.maskedCorners
      let shorter = Double(min(bounds.width, bounds.height))
      radius = max(0, min(Double(layer.cornerRadius), shorter / 2))
      self.toDevice = toDevice
    }

    init(_ layer: Layer, in outer: ReferenceAffine) {
      let bounds = layer.bounds
      let m = layer.transform
      let toDevice = ReferenceAffine.moving(
        -Double(bounds.minX) - Double(layer.anchorPoint.x * bounds.width),
        -Double(bounds.minY) - Double(layer.anchorPoint.y * bounds.height)
      )
      .then(
        ReferenceAffine(
          a: Double(m.m11), b: Double(m.m12), c: Double(m.m21), d: Double(m.m22),
          tx: Double(m.m41), ty: Double(m.m42))
      )
      .then(.moving(Double(layer.position.x), Double(layer.position.y)))
      .then(outer)
      self.init(layer, toDevice: toDevice)
    }

    /// The bounds, less so many points on each side, with their corners, in device pixels.
    func outline(inset: Double) -> [[SIMD2<Double>]] {
      let rect = bounds.insetBy(dx: CGFloat(inset), dy: CGFloat(inset))
      if rect.isNull || rect.isEmpty { return [] }
      let inner = max(0, radius - inset)
      if !toDevice.isUpright {
        let points = ReferenceCoverage.roundedRect(
          rect, radii: SIMD2(inner, inner), corners: corners)
        return [points.map { toDevice($0.x, $0.y) }]
      }
      // On whole pixels; where an axis is turned over, the corners are, too.
      var corners = corners.rawValue
      if toDevice.a < 0 { corners = (corners & 5) << 1 | (corners & 10) >> 1 }
      if toDevice.d < 0 { corners = (corners & 3) << 2 | (corners & 12) >> 2 }
      let radii = SIMD2(inner * abs(toDevice.a), inner * abs(toDevice.d))
      return [
        ReferenceCoverage.roundedRect(
          rounded(rect), radii: radii, corners: CornerMask(rawValue: corners))
      ]
    }

    /// The bounds without corners.
    var box: [[SIMD2<Double>]] {
      if bounds.isEmpty { return [] }
      let unit = [SIMD2(0.0, 0.0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
      let toDevice = boxToDevice
      return [unit.map { toDevice($0.x, $0.y) }]
    }

    /// From unit coordinates of the bounds to device pixels.
    var boxToDevice: ReferenceAffine {
      let unit = ReferenceAffine(
        a: Double(bounds.width), d: Double(bounds.height), tx: Double(bounds.minX),
        ty: Double(bounds.minY))
      guard toDevice.isUpright else { return unit.then(toDevice) }
      let rect = rounded(bounds)
      let (width, height) = (Double(rect.width), Double(rect.height))
      return ReferenceAffine(
        a: toDevice.a < 0 ? -width : width, d: toDevice.d < 0 ? -height : height,
        tx: Double(toDevice.a < 0 ? rect.maxX : rect.minX),
        ty: Double(toDevice.d < 0 ? rect.maxY : rect.minY))
    }

    /// A rectangle of the layer, upright, with its edges on the nearest whole pixels.
    private func rounded(_ rect: CGRect) -> CGRect {
      func edge(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
      let first = toDevice(Double(rect.minX), Double(rect.minY))
      let last = toDevice(Double(rect.maxX), Double(rect.maxY))
      let (x0, x1) = (edge(min(first.x, last.x)), edge(max(first.x, last.x)))
      let (y0, y1) = (edge(min(first.y, last.y)), edge(max(first.y, last.y)))
      return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// A step of so many points, in pixels.
    func step(_ size: CGSize) -> SIMD2<Double> {
      toDevice(Double(size.width), Double(size.height)) - toDevice(0, 0)
    }

    /// A blur's deviations, in pixels.
    func deviation(_ radius: Double) -> SIMD2<Double> {
      if toDevice.isUpright { return SIMD2(abs(toDevice.a), abs(toDevice.d)) * max(0, radius) }
      let mean = abs(toDevice.determinant).squareRoot()
      return SIMD2(mean, mean) * max(0, radius)
    }
  }
}
