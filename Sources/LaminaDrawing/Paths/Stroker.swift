import Foundation

/// A stroke expander that turns polylines into polygons whose non-zero union is the stroke.
///
/// A polygon runs along one side of the line and back along the other. At a corner its outer side
/// follows the join and its inner side goes through the corner itself. That makes it the sum of one
/// box for each line and one wedge for each join, all with the same orientation: no part of a
/// stroke can cancel another.
///
/// Only additions, products, quotients and square roots are used, so that every processor produces
/// the same outline.
package struct Stroker {
  /// The maximum coverage error of a pixel by a round join, and the maximum distance between other
  /// corners and their approximation, in device pixels.
  static let tolerance = 0.02

  private let style: StrokeStyle
  private let radius: Double
  /// The maximum number of device pixels in a unit of the pen's space.
  private let scale: Double
  /// The transform from the pen's space to device pixels; `nil` if they are the same.
  private let transform: Transform2D?
  /// The dasher; `nil` for solid lines.
  private var dasher: Dasher?
  /// The clip culling of dashes; `nil` if all are drawn.
  private let culling: FlattenedPath.ClipCulling?
  private var arc: ArcApproximation
  /// The cosine of the largest turn that needs no join: the corner of the two sides stands out by
  /// an invisible amount.
  private let unseenTurn: Double
  /// The corners of the current line, without consecutive duplicates, and the direction and length
  /// of the line from each.
  private var corners: [SIMD2<Double>] = []
  private var directions: [SIMD2<Double>] = []
  private var lengths: [Double] = []
  private var outline = FlattenedPath()

  /// Returns the outline of `path`, in device pixels.
  ///
  /// - Parameters:
  ///   - transform: the transform from the path's points to device pixels.
  ///   - clip: the visible area, outside which parts may be omitted; `nil` omits only dashes
  ///     farther out than ``FlattenedPath/reach``.
  static func outline(
    _ path: Path, style: StrokeStyle, transform: Transform2D, clip: PixelRect? = nil
  ) -> FlattenedPath {
    guard let pen = Pen(style, transform) else { return FlattenedPath() }
    let culling = clip.map { FlattenedPath.ClipCulling($0, margin: pen.margin) }
    let flat = FlattenedPath(path, transform: transform, pen: pen, culling: culling)
    return outline(
      flat, pen, culling, dashReach: clip == nil ? FlattenedPath.reach : Dasher.pictureReach)
  }

  /// Returns the outline of lines that are already in device pixels.
  ///
  /// - Parameters:
  ///   - culling: the clip culling, which may omit invisible dashes.
  ///   - dashReach: the distance from the origin beyond which there are no dashes, in device
  ///     pixels.
  package static func outline(
    _ flat: FlattenedPath, _ pen: Pen, _ culling: FlattenedPath.ClipCulling? = nil,
    dashReach: Double = Dasher.pictureReach
  ) -> FlattenedPath {
    var stroker = Stroker(pen, culling, dashReach)
    let back = pen.transform?.inverted()
    flat.points.withUnsafeBufferPointer { all in
      for subpath in flat.subpaths {
        let points = UnsafeBufferPointer(rebasing: all[subpath.start..<subpath.end])
        if let back {
          let moved = points.map { FlattenedPath.map(CGPoint(x: $0.x, y: $0.y), back) }
          moved.withUnsafeBufferPointer { stroker.stroke($0, isClosed: subpath.isClosed) }
        } else {
          stroker.stroke(points, isClosed: subpath.isClosed)
        }
      }
    }
    return stroker.outline
  }

  /// A round pen, in device pixels if these are not stretched, otherwise in points.
  package struct Pen {
    package var style: StrokeStyle
    package var transform: Transform2D?
    var scale: Double
    /// The maximum distance of a stroke from its path, in device pixels.
    var margin: Double

    /// The distance from the path within which a stroke has ends or joins with corners, in device
    /// pixels.
    var cornerRadius: Double {
      style.cap == .round && style.join == .round ? 0 : style.width / 2 * scale
    }

    /// Creates a pen, or returns `nil` if nothing is drawn.
    package init?(_ style: StrokeStyle, _ transform: Transform2D) {
      guard style.width > 0, transform.isFinite, transform.determinant != 0 else { return nil }
      let t = transform
      let isSimilar = (t.a == t.d && t.b == -t.c) || (t.a == -t.d && t.b == t.c)
      let x = (t.a * t.a + t.b * t.b).squareRoot()
      let y = (t.c * t.c + t.d * t.d).squareRoot()
      guard x.isFinite, y.isFinite, x + y > 0 else { return nil }
      let length = isSimilar ? x : x + y
      let sharpest = style.join == .miter ? max(1, abs(style.miterLimit)) : 1
      margin = FlattenedPath.bounded(style.width * length * sharpest)
      self.style = style
      if isSimilar {
        self.style.width = FlattenedPath.bounded(style.width * x)
        self.style.dashPattern = style.dashPattern.map {
          CGFloat(FlattenedPath.bounded(Double($0 * x)))
        }
        self.style.dashPhase = FlattenedPath.bounded(style.dashPhase * x)
        scale = 1
      } else {
        self.transform = transform
        scale = length
      }
    }
  }

  private init(_ pen: Pen, _ culling: FlattenedPath.ClipCulling?, _ dashReach: Double) {
    self.culling = culling
    style = pen.style
    radius = pen.style.width / 2
    scale = pen.scale
    transform = pen.transform
    dasher = Dasher(pen, reach: dashReach)
    arc = ArcApproximation(radius: radius, scale: scale)
    unseenTurn = style.join == .round ? arc.single : Self.cosineOfUnseenTurn(radius * scale)
  }

  /// Returns the cosine of the largest turn whose sharp corner, at the given distance from the line
  /// in device pixels, stands out by no more than half the tolerance.
  static func cosineOfUnseenTurn(_ radius: Double) -> Double { max(0, 1 - 2 * tolerance / radius) }

  private mutating func stroke(_ all: UnsafeBufferPointer<SIMD2<Double>>, isClosed: Bool) {
    guard var dasher = dasher.take() else {
      strokeSolid(all, isClosed: isClosed)
      return
    }
    dasher.forEachDash(of: all, isClosed: isClosed) { dash, isClosed, way in
      if sees(dash) { strokeSolid(dash, isClosed: isClosed, along: way) }
    }
    self.dasher = dasher
  }

  /// Returns true if a dash may be visible.
  private func sees(_ dash: UnsafeBufferPointer<SIMD2<Double>>) -> Bool {
    guard let culling, transform == nil else { return true }
    var extent = PathBounds()
    for point in dash { extent.add(point) }
    return extent.isEmpty || culling.sees(extent)
  }

  /// Strokes a solid line.
  ///
  /// - Parameter way: the direction of a line without length; 0 if unknown.
  private mutating func strokeSolid(
    _ all: UnsafeBufferPointer<SIMD2<Double>>, isClosed: Bool, along way: SIMD2<Double> = .zero
  ) {
    setCorners(all, isClosed: isClosed)
    guard corners.count > 1 else {
      if let point = corners.first {
        dot(point, along: way == .zero ? SIMD2(1, 0) : Self.direction(way))
      }
      return
    }
    let count = isClosed ? corners.count : corners.count - 1
    outline.reserve(4 * corners.count)
    addSide(count, isClosed: isClosed, isBack: false)
    if isClosed { finish() } else { addCap(corners[count], directions[count - 1]) }
    addSide(count, isClosed: isClosed, isBack: true)
    if !isClosed { addCap(corners[0], -directions[0]) }
    finish()
  }

  private mutating func setCorners(
    _ all: UnsafeBufferPointer<SIMD2<Double>>, isClosed: Bool
  ) {
    corners.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    guard var last = all.first else { return }
    corners.append(last)
    for index in 1..<max(1, all.count) {
      let point = all[index]
      if point == last { continue }
      addDirection(point - last)
      corners.append(point)
      last = point
    }
    guard isClosed, corners.count > 1 else { return }
    if last == corners[0] {
      corners.removeLast()
    } else {
      addDirection(corners[0] - last)
    }
  }

  private mutating func addDirection(_ way: SIMD2<Double>) {
    let square = way.x * way.x + way.y * way.y
    if square > 1e-200, square < 1e200 {
      let length = square.squareRoot()
      directions.append(way * (1 / length))
      lengths.append(length)
    } else {
      directions.append(Self.direction(way))
      lengths.append(Self.length(way))
    }
  }

  /// Adds the left side of the line, from its first part to its last with the joins between; or, on
  /// the way back, its right side from the last to the first.
  private mutating func addSide(_ count: Int, isClosed: Bool, isBack: Bool) {
    let sign: Double = isBack ? -1 : 1
    let radius = radius
    corners.withUnsafeBufferPointer { corners in
      directions.withUnsafeBufferPointer { directions in
        lengths.withUnsafeBufferPointer { lengths in
          var index = isBack ? count - 1 : 0
          let step = isBack ? -1 : 1
          // The corner at which a part begins, in the direction of travel.
          func corner(_ index: Int) -> SIMD2<Double> {
            let place = isBack ? index + 1 : index
            return corners[place == corners.count ? 0 : place]
          }
          var before = directions[index] * sign
          let first = before
          if !isClosed { outline.append(point: corner(index) + Self.left(before) * radius) }
          for turn in 1...count {
            var next = index + step
            if turn == count {
              if !isClosed { break }
              next = isBack ? count - 1 : 0
            }
            let after = turn == count ? first : directions[next] * sign
            addJoin(corner(next), before, after, min(lengths[index], lengths[next]))
            before = after
            index = next
          }
          if !isClosed {
            outline.append(point: corner(index + step) + Self.left(before) * radius)
          }
        }
      }
    }
  }

  /// Adds the end of the left side of a line, the join at `corner` and the beginning of the next
  /// line's left side.
  private mutating func addJoin(
    _ corner: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>, _ shortest: Double
  ) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    let end = Self.left(before)
    let start = Self.left(after)
    if cross < 0 {
      addInnerSide(corner, end, start, cross, dot, shortest)
    } else if dot > unseenTurn {
      outline.append(point: corner + (end + start) * (radius / (1 + dot)))
    } else {
      addOuterSide(corner, end, start, dot)
    }
  }

  /// Adds the corner where two lines overlap: their sides are cut off where they meet, if both
  /// lines are long enough. Otherwise they go through the corner, so that each box is complete.
  private mutating func addInnerSide(
    _ corner: SIMD2<Double>, _ end: SIMD2<Double>, _ start: SIMD2<Double>, _ cross: Double,
    _ dot: Double, _ shortest: Double
  ) {
    // The sides meet |tan(turn / 2)| radii before the corner. Half of a line belongs to each of its
    // ends.
    if dot > -0.99, -2 * radius * cross <= shortest * (1 + dot) {
      outline.append(point: corner + (end + start) * (radius / (1 + dot)))
      return
    }
    outline.append(point: corner + end * radius)
    // An invisibly small gap may be crossed directly, if both lines are longer than it.
    let gap = Self.length(end - start) * radius
    if gap * scale > Self.tolerance || gap > shortest { outline.append(point: corner) }
    outline.append(point: corner + start * radius)
  }

  private mutating func addOuterSide(
    _ corner: SIMD2<Double>, _ end: SIMD2<Double>, _ start: SIMD2<Double>, _ dot: Double
  ) {
    if style.join == .miter {
      // The miter's length is √(2 / (1 + dot)) widths.
      let limit = style.miterLimit
      if limit >= 1, limit * limit * (1 + dot) >= 2 {
        outline.append(point: corner + (end + start) * (radius / (1 + dot)))
        return
      }
    }
    if style.join == .round {
      arc.add(to: &outline, corner, end, start)
    } else {
      outline.append(point: corner + end * radius)
      outline.append(point: corner + start * radius)
    }
  }

  /// Adds the corners between the two sides at an end of the line.
  private mutating func addCap(_ end: SIMD2<Double>, _ direction: SIMD2<Double>) {
    let left = Self.left(direction)
    switch style.cap {
    case .butt: break
    case .round: arc.add(to: &outline, end, left, -left)
    case .square:
      outline.append(point: end + (left + direction) * radius)
      outline.append(point: end + (direction - left) * radius)
    }
  }

  /// Adds a subpath or a dash without length.
  private mutating func dot(_ center: SIMD2<Double>, along direction: SIMD2<Double>) {
    if style.cap == .butt { return }
    outline.append(point: center + Self.left(direction) * radius)
    addCap(center, direction)
    outline.append(point: center - Self.left(direction) * radius)
    addCap(center, -direction)
    finish()
  }

  private mutating func finish() { outline.finishPolygon(movedBy: transform) }

  /// Returns `v` scaled to length 1, whatever its magnitude.
  static func direction(_ v: SIMD2<Double>) -> SIMD2<Double> {
    let square = v.x * v.x + v.y * v.y
    if square > 1e-200, square < 1e200 { return v / square.squareRoot() }
    let scaled = v / max(abs(v.x), abs(v.y))
    return scaled / length(scaled)
  }

  static func left(_ direction: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(direction.y, -direction.x)
  }

  static func length(_ v: SIMD2<Double>) -> Double {
    (v.x * v.x + v.y * v.y).squareRoot()
  }
}
