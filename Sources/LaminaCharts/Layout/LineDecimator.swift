import Foundation
import Lamina

/// Chooses the vertices that draw a line of many points.
///
/// Points in a small part of a pixel form a group, for which its highest and its lowest one stand. The disc
/// of a round pen around one of these covers what discs around others beside it draw, unless they reach
/// further up or down. An extreme that is covered from both sides is left out, and so are vertices that
/// are nearly on the line between those around them.
struct LineDecimator: ~Copyable {
  /// The part of a pixel by which an extreme may reach further than the discs that cover it.
  private static let tolerance: Float = 1 / 64
  /// The part of a pixel by which a vertex may be off the line between others.
  private static let straightness = 1.0 / 128
  /// The part of a pixel from which on two points have a gap between them.
  private static let gap = 0.25
  /// The number of groups on each side of one whose discs may cover it.
  private static let reach = 8

  private typealias Four = SIMD4<Float>

  /// Device pixels per point.
  private let scale: Double
  /// The radius of the pen in pixels; 0 if it is not a round one.
  private let radius: Float
  /// The number of the first point of each group, and of the end of the last one.
  private var starts = ScratchArray<Int>()
  /// True for a group with a gap before it.
  private var gaps = ScratchArray<Bool>()
  /// The middle of each group along the x axis, in pixels; before and after them, others that cover none.
  private var middles = ScratchArray<Float>()
  /// The places of the extremes of these along the y axis, in pixels, so that greater numbers are further
  /// out.
  private var tops = ScratchArray<Float>()
  private var bottoms = ScratchArray<Float>()
  private var line: SimplifiedLine
  private var last = -1

  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - penRadius: the radius of the round pen, in points; 0 if there is none.
  init(scale: Double, penRadius: Double) {
    self.scale = scale
    radius = Float(penRadius * scale)
    line = SimplifiedLine(tolerance: Self.straightness / scale)
  }

  /// Returns the vertices of a run of points.
  ///
  /// - Parameter width: the width of the plot, in points.
  mutating func vertices(of run: Range<Int>, _ tracer: PlotTracer, width: Double) -> [CGPoint] {
    addGroups(run, tracer, width: width)
    let (middles, tops, bottoms) = (middles.base, tops.base, bottoms.base)
    let groupCount = gaps.count
    // The last extremes that are not covered.
    var (top, bottom) = (0, 0)
    add(run.lowerBound, tracer)
    for block in stride(from: 0, to: groupCount, by: 4) {
      let (above, below) = covers(of: block + Self.reach)
      for lane in 0..<min(4, groupCount - block) {
        let points = starts[block + lane]..<starts[block + lane + 1]
        if gaps[block + lane] {
          add(points.lowerBound - 1, tracer)
          add(points.lowerBound, tracer)
        }
        let group = block + lane + Self.reach
        let isTopCovered = isCovered(
          group, tops, middles, left: above.left[lane], right: above.right[lane], kept: top)
        let isBottomCovered = isCovered(
          group, bottoms, middles, left: below.left[lane], right: below.right[lane], kept: bottom)
        if isTopCovered, isBottomCovered { continue }
        let extremes = tracer.extremes(in: points)
        let isTopFirst = extremes.top < extremes.bottom
        let openTop = (above.left[lane] < tops[group], above.right[lane] < tops[group])
        let openBottom = (
          below.left[lane] < bottoms[group], below.right[lane] < bottoms[group]
        )
        if !isTopCovered { top = group }
        if isTopFirst, !isTopCovered { add(extremes.top, in: run, tracer, isOpen: openTop) }
        if !isBottomCovered {
          bottom = group
          add(extremes.bottom, in: run, tracer, isOpen: openBottom)
        }
        if !isTopFirst, !isTopCovered { add(extremes.top, in: run, tracer, isOpen: openTop) }
      }
    }
    add(run.upperBound - 1, tracer)
    return line.finish()
  }

  // MARK: - Groups

  /// Divides points into groups: at least 5 for each pixel, and 10 if they are large, since more may be
  /// missed in these; without a pen, whose discs cover many of them, at least 4.
  private mutating func addGroups(_ run: Range<Int>, _ tracer: PlotTracer, width: Double) {
    let extent = tracer.key(run.upperBound - 1) - tracer.key(run.lowerBound)
    let pixels = max(min(width, extent) * scale, 1)
    var (size, density) = (1, radius > 0 ? 5.0 : 4)
    while Double(run.count) >= Double(2 * size) * density * pixels {
      size *= 2
      if radius > 0 { density = min(density + 2, 10) }
    }
    let widest = 2 / (density * scale)
    let capacity = min(run.count, Int(4 * density * pixels)) + 4 * Self.reach
    middles.reserve(capacity)
    tops.reserve(capacity)
    bottoms.reserve(capacity)
    pad(Self.reach)
    var first = run.lowerBound
    var previous = -Double.infinity
    while first < run.upperBound {
      var end = min((first | (size - 1)) + 1, run.upperBound)
      let left = tracer.key(first)
      var right = tracer.key(end - 1)
      while end - first > 1, right - left > widest {
        end = first + (end - first) / 2
        right = tracer.key(end - 1)
      }
      let (top, bottom) = tracer.edges(of: first..<end)
      starts.append(first)
      gaps.append(first > run.lowerBound && (left - previous) * scale > Self.gap)
      middles.append(Float((left + right) / 2 * scale))
      tops.append(Float(-top * scale))
      bottoms.append(Float(bottom * scale))
      previous = right
      first = end
    }
    starts.append(first)
    // Four groups are looked at together.
    pad(Self.reach + 3)
  }

  private mutating func pad(_ count: Int) {
    for _ in 0..<count {
      middles.append(0)
      tops.append(-.infinity)
      bottoms.append(-.infinity)
    }
  }

  // MARK: - Covered extremes

  /// Returns how far the discs on each side of four groups reach: so far that they cover the half of a disc
  /// around one of these that is on their side.
  @inline(__always)
  private func covers(
    of block: Int
  ) -> (above: (left: Four, right: Four), below: (left: Four, right: Four)) {
    let (middles, tops, bottoms) = (
      UnsafeRawPointer(middles.base), UnsafeRawPointer(tops.base), UnsafeRawPointer(bottoms.base)
    )
    func load(_ numbers: UnsafeRawPointer, _ group: Int) -> Four {
      numbers.loadUnaligned(fromByteOffset: 4 * group, as: Four.self)
    }
    let middle = load(middles, block)
    func reach(_ step: Int) -> (Four, Four) {
      var top = Four(repeating: -.infinity)
      var bottom = top
      for distance in 1...Self.reach {
        let other = block + step * distance
        let side = load(middles, other) - middle
        let square = side * side
        // At the middle of a disc, another one reaches less far by at most this.
        var drop = square * (1 / radius)
        drop.replace(with: .infinity, where: square .>= radius * radius)
        let (up, down) = (load(tops, other) - drop, load(bottoms, other) - drop)
        top.replace(with: up, where: up .> top)
        bottom.replace(with: down, where: down .> bottom)
      }
      return (top, bottom)
    }
    let (left, right) = (reach(-1), reach(1))
    return ((left.0, right.0), (left.1, right.1))
  }

  /// True if discs on both sides cover that around an extreme, or nearly do, the left one being that around
  /// the last vertex.
  @inline(__always)
  private func isCovered(
    _ group: Int, _ places: UnsafePointer<Float>, _ middles: UnsafePointer<Float>, left: Float,
    right: Float, kept: Int
  ) -> Bool {
    let place = places[group]
    if left >= place, right >= place { return true }
    guard right >= place - Self.tolerance else { return false }
    let side = middles[group] - middles[kept]
    return side < radius && places[kept] - side * side / radius >= place - Self.tolerance
  }

  // MARK: - Vertices

  /// Adds an extreme, and the points next to it that are far from it, on sides that are not covered.
  private mutating func add(
    _ extreme: Int, in run: Range<Int>, _ tracer: PlotTracer, isOpen: (left: Bool, right: Bool)
  ) {
    let far = Double(2 * max(radius, 0.25))
    func isFar(_ index: Int) -> Bool {
      run.contains(index) && tracer.distance(index, extreme) * scale > far
    }
    if isOpen.left, isFar(extreme - 1) { add(extreme - 1, tracer) }
    add(extreme, tracer)
    if isOpen.right, isFar(extreme + 1) { add(extreme + 1, tracer) }
  }

  @inline(__always)
  private mutating func add(_ index: Int, _ tracer: PlotTracer) {
    guard index > last else { return }
    last = index
    line.add(tracer.point(index))
  }
}

/// A line without the vertices that are nearly on the line between others.
private struct SimplifiedLine {
  private let tolerance: Double
  private var vertices: [CGPoint] = []
  /// The last one of these.
  private var anchor = SIMD2(0.0, 0)
  /// The vertex added last, and the square of its distance from the anchor.
  private var candidate = SIMD2(0.0, 0)
  private var square = 0.0
  /// The directions between which a line from the anchor is near all vertices since; zero for any.
  private var (left, right) = (SIMD2(0.0, 0), SIMD2(0.0, 0))

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func add(_ point: CGPoint) {
    let vertex = SIMD2(Double(point.x), Double(point.y))
    if vertices.isEmpty {
      (anchor, candidate) = (vertex, vertex)
      vertices.append(point)
      return
    }
    var line = vertex - anchor
    var length = (line * line).sum()
    if length < square || Self.cross(left, line) < 0 || Self.cross(line, right) < 0 {
      keep()
      line = vertex - anchor
      length = (line * line).sum()
    }
    if length > tolerance * tolerance {
      let across = SIMD2(-line.y, line.x) * (tolerance / length.squareRoot())
      let (first, second) = (line - across, line + across)
      if left == .zero { (left, right) = (first, second) }
      if Self.cross(left, first) > 0 { left = first }
      if Self.cross(second, right) > 0 { right = second }
    }
    (candidate, square) = (vertex, length)
  }

  private mutating func keep() {
    anchor = candidate
    (left, right) = (.zero, .zero)
    vertices.append(CGPoint(x: candidate.x, y: candidate.y))
  }

  mutating func finish() -> [CGPoint] {
    if candidate != anchor { keep() }
    return vertices
  }

  @inline(__always)
  private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    a.x * b.y - a.y * b.x
  }
}
