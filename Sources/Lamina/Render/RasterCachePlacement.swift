import Foundation

/// The placement of a rasterized layer's picture in the picture around it.
struct RasterCachePlacement: Sendable, Equatable {
  /// The maximum number of pixels in a picture of the bounds, and on one side of it.
  static let largestArea = 1 << 25
  static let largestSide = 32_000

  /// The number of pixels per point of the layer.
  let scale: Double
  /// The transform from the pixels of the layer's picture, where (0, 0) is the corner of its
  /// bounds, to the pixels of the picture around it.
  let toOuter: ProjectiveTransform
  /// The inverse of ``toOuter``.
  let toInner: ProjectiveTransform
  /// The bounds of all relevant pixels in the layer's picture.
  let frame: PixelRect
  /// The edges of the layer, if they lie on whole pixels while the picture between them does not.
  let edges: Edges?

  /// The edges of a layer whose picture is sampled at its true position.
  struct Edges: Sendable, Equatable {
    /// The edges in the layer's picture.
    let inner: PixelRect
    /// The edges in the picture around it.
    let outer: PixelRect
  }

  /// Creates a placement; nil if the scale is not positive or the transform has no inverse, so that
  /// nothing can be visible.
  ///
  /// - Parameters:
  ///   - size: the size of the bounds, in points.
  ///   - boxToOuter: the transform from points of the bounds, with (0, 0) at their corner, to the
  ///     pixels of the picture around the layer.
  ///   - clip: the relevant pixels of the picture around the layer.
  ///   - isAligned: true to put a picture that is neither rotated nor scaled on whole pixels.
  init?(
    scale: Double, size: CGSize, boxToOuter: ProjectiveTransform, clip: PixelRect, isAligned: Bool
  ) {
    let width = max(1, Double(size.width))
    let height = max(1, Double(size.height))
    let seenScale = boxToOuter.seenScale(of: size)
    let scale = min(
      scale, Double(sign: .plus, exponent: seenScale.exponent + 3, significand: 1),
      (Double(Self.largestArea) / width / height).squareRoot(),
      Double(Self.largestSide) / max(width, height))
    guard scale > 0 else { return nil }
    self.scale = scale
    var toOuter = boxToOuter
    toOuter.m11 /= scale
    toOuter.m12 /= scale
    toOuter.m13 /= scale
    toOuter.m21 /= scale
    toOuter.m22 /= scale
    toOuter.m23 /= scale
    var edges: Edges?
    if toOuter.isUpright, abs(toOuter.m11) == 1, abs(toOuter.m22) == 1 {
      let box = CGRect(
        x: 0, y: 0, width: PixelSnapping.edge(width * scale),
        height: PixelSnapping.edge(height * scale))
      if isAligned {
        toOuter.m31 = Double(PixelSnapping.edge(toOuter.m31))
        toOuter.m32 = Double(PixelSnapping.edge(toOuter.m32))
      } else {
        toOuter.m31 = PixelSnapping.weight(toOuter.m31)
        toOuter.m32 = PixelSnapping.weight(toOuter.m32)
        edges = Edges(
          inner: ProjectiveTransform.identity.pixelBox(of: box).box,
          outer: toOuter.pixelBox(of: box).box)
      }
    }
    self.edges = edges
    guard let toInner = toOuter.inverted() else { return nil }
    self.toOuter = toOuter
    self.toInner = toInner
    // Towards the horizon, more of the picture is visible than can be drawn; the part near the
    // bounds suffices.
    let near = PixelRect(
      minX: -1024, minY: -1024, maxX: 1024 + PixelSnapping.ceil(Double(size.width) * scale),
      maxY: 1024 + PixelSnapping.ceil(Double(size.height) * scale))
    let seen = Self.pixelsNeeded(for: clip, through: toInner, in: .everything)
    frame = seen.area <= Self.largestArea ? .everything : near.cutToPictures
  }

  /// Returns the pixels of the layer's picture that contribute to a rectangle around it.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    Self.pixelsNeeded(for: rect, through: toInner, in: frame)
  }

  private static func pixelsNeeded(
    for rect: PixelRect, through transform: ProjectiveTransform, in region: PixelRect
  ) -> PixelRect {
    if transform.isAffine { return pixels(of: rect, through: transform, in: region) }
    // The picture is sampled at the centres of the pixels around it. In perspective, what lies
    // between them may reach to the horizon.
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    for y in rect.minY..<rect.maxY {
      func depth(_ x: Int) -> Double {
        (Double(x) + 0.5) * transform.m13 + (Double(y) + 0.5) * transform.m23 + transform.m33
      }
      // The centres in front of the viewer: from one end of the row to the horizon, or all.
      var (first, last) = (rect.minX, rect.maxX - 1)
      if first > last || depth(first) <= 0 && depth(last) <= 0 { continue }
      var (front, behind) = depth(first) > 0 ? (first, last) : (last, first)
      if depth(behind) <= 0 {
        while abs(front - behind) > 1 {
          let middle = (front + behind) / 2
          if depth(middle) > 0 { front = middle } else { behind = middle }
        }
        if depth(first) > 0 { last = front } else { first = front }
      }
      for x in [first, last] {
        let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
        let point =
          SIMD2(
            centerX * transform.m11 + centerY * transform.m21 + transform.m31,
            centerX * transform.m12 + centerY * transform.m22 + transform.m32) / depth(x)
        guard point.x.isFinite, point.y.isFinite else { return region }
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
    if low.x > high.x { return .empty }
    return PixelRect(
      minX: PixelSnapping.floor(low.x) - 2, minY: PixelSnapping.floor(low.y) - 2,
      maxX: PixelSnapping.ceil(high.x) + 2, maxY: PixelSnapping.ceil(high.y) + 2
    ).intersection(region)
  }

  /// Returns the pixels around the layer's picture that a rectangle of it affects.
  ///
  /// - Parameter outer: the bounds of all relevant pixels around it.
  func pixelsTouched(by rect: PixelRect, in outer: PixelRect) -> PixelRect {
    Self.pixels(of: rect, through: toOuter, in: outer)
  }

  /// Returns the exact pixels if the picture is translated by whole pixels; otherwise all that may
  /// be affected.
  private static func pixels(
    of rect: PixelRect, through transform: ProjectiveTransform, in region: PixelRect
  ) -> PixelRect {
    if transform.isWholeTranslation {
      return rect.moved(byX: Int(transform.m31), y: Int(transform.m32)).intersection(region)
    }
    // A pixel contributes as far as the centres of its neighbours.
    let grown = rect.grown(byX: 2, y: 2)
    let box = CGRect(x: grown.minX, y: grown.minY, width: grown.width, height: grown.height)
    let quad = Quad(transform: transform, rect: box)
    guard quad.isPrecise else { return region }
    let bounds = quad.pixelBounds(in: region)
    return bounds.grown(byX: 2, y: 2).intersection(region)
  }
}

extension ProjectiveTransform {
  /// True if the transform is a translation by whole pixels.
  var isWholeTranslation: Bool {
    let limit = Double(PixelSnapping.limit)
    return isTranslation && abs(m31) <= limit && abs(m32) <= limit && m31 == m31.rounded()
      && m32 == m32.rounded()
  }

  /// Returns the approximate number of pixels per point of a box of the given size, where it
  /// appears largest; 1 if that cannot be determined.
  fileprivate func seenScale(of size: CGSize) -> Double {
    let corners = [
      CGPoint.zero, CGPoint(x: size.width, y: 0), CGPoint(x: 0, y: size.height),
      CGPoint(x: size.width, y: size.height),
    ]
    let largest = corners.map { abs(areaScale(at: $0)).squareRoot() }.max() ?? 1
    return largest.isNormal && largest < 0x1p100 ? largest : 1
  }
}
