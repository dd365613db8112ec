import Foundation

/// Where the picture of a rasterized layer stands in the picture around it.
struct RasterPlacement: Sendable, Equatable {
  /// The most pixels that a picture of the bounds has, and to a side.
  static let largestArea = 1 << 25
  static let largestSide = 32_000

  /// Pixels for each point of the layer.
  let scale: Double
  /// From the pixels of the layer's picture, (0, 0) being the corner of its bounds, to those around.
  let toOuter: PlaneTransform
  /// And back.
  let toInner: PlaneTransform
  /// All pixels that count in the layer's picture.
  let frame: PixelRect
  /// The edges of the layer, where they lie on whole pixels and the picture between them.
  let edges: Edges?

  /// The edges of a layer whose picture is sampled at its true place.
  struct Edges: Sendable, Equatable {
    /// In the layer's picture.
    let inner: PixelRect
    /// In the picture around.
    let outer: PixelRect
  }

  /// Nil where there is no such picture, or none that can be seen.
  ///
  /// - Parameters:
  ///   - size: that of the bounds, in points.
  ///   - boxToOuter: from points of the bounds, (0, 0) being their corner.
  ///   - clip: the pixels around it that count.
  ///   - isAligned: whether a picture that is neither turned nor stretched lies on whole pixels.
  init?(
    scale: Double, size: CGSize, boxToOuter: PlaneTransform, clip: PixelRect, isAligned: Bool
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
          inner: PlaneTransform.identity.pixelBox(of: box).box,
          outer: toOuter.pixelBox(of: box).box)
      }
    }
    self.edges = edges
    guard let toInner = toOuter.inverted() else { return nil }
    self.toOuter = toOuter
    self.toInner = toInner
    // As far as the horizon there is more of it than can be drawn: what is near the bounds will do.
    let near = PixelRect(
      minX: -1024, minY: -1024, maxX: 1024 + PixelSnapping.ceil(Double(size.width) * scale),
      maxY: 1024 + PixelSnapping.ceil(Double(size.height) * scale))
    let seen = Self.pixels(of: clip, through: toInner, in: .everything)
    frame = seen.area <= Self.largestArea ? .everything : near.cutToPictures
  }

  /// The pixels of the layer's picture that a rectangle around it is made of.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    Self.pixels(of: rect, through: toInner, in: frame)
  }

  /// The pixels around that a rectangle of the layer's picture has an effect on.
  ///
  /// - Parameter outer: all that count there.
  func pixelsTouched(by rect: PixelRect, in outer: PixelRect) -> PixelRect {
    Self.pixels(of: rect, through: toOuter, in: outer)
  }

  /// Whole pixels where that is how the picture lies; else all that may count.
  private static func pixels(
    of rect: PixelRect, through transform: PlaneTransform, in region: PixelRect
  ) -> PixelRect {
    if transform.isWholeTranslation {
      return rect.moved(byX: Int(transform.m31), y: Int(transform.m32)).intersection(region)
    }
    // A pixel counts as far as the middles of its neighbours.
    let grown = rect.grown(byX: 2, y: 2)
    let box = CGRect(x: grown.minX, y: grown.minY, width: grown.width, height: grown.height)
    let bounds = Quad(transform: transform, rect: box).pixelBounds(in: region)
    return bounds.grown(byX: 2, y: 2).intersection(region)
  }
}

extension PlaneTransform {
  /// Whether this is a shift by whole pixels.
  var isWholeTranslation: Bool {
    let limit = Double(PixelSnapping.limit)
    return isTranslation && abs(m31) <= limit && abs(m32) <= limit && m31 == m31.rounded()
      && m32 == m32.rounded()
  }

  /// About how many pixels make a point of a box of a size where it is seen largest; 1 where that
  /// cannot be told.
  fileprivate func seenScale(of size: CGSize) -> Double {
    let corners = [
      CGPoint.zero, CGPoint(x: size.width, y: 0), CGPoint(x: 0, y: size.height),
      CGPoint(x: size.width, y: size.height),
    ]
    let largest = corners.map { abs(areaScale(at: $0)).squareRoot() }.max() ?? 1
    return largest.isNormal && largest < 0x1p100 ? largest : 1
  }
}

extension DisplayGroup {
  /// How many pixels of the frame away what is behind the group counts for it.
  var reachInFrame: (x: Int, y: Int) {
    guard let backdrop = effects?.backdrop else { return (0, 0) }
    guard isInRaster, let parent else { return backdrop.reach }
    let reach = backdrop.reach
    let box = parent.pixelsTouched(by: backdrop.bounds.grown(byX: reach.x, y: reach.y))
    return (box.width, box.height)
  }

  /// The pixels that damage behind the group spreads to: a part of the frame.
  func damaged(byDamageOf rect: PixelRect) -> PixelRect {
    guard let backdrop = effects?.backdrop else { return .empty }
    let reach = backdrop.reach
    if isInRaster, let parent {
      let reached = parent.pixelsTouched(by: backdrop.bounds.grown(byX: reach.x, y: reach.y))
      return reached.intersects(rect) ? parent.pixelsTouched(by: backdrop.bounds) : .empty
    }
    let bounds = parent?.pixelsTouched(by: backdrop.bounds) ?? backdrop.bounds
    return rect.grown(byX: reach.x, y: reach.y).intersection(bounds)
  }
}
