import Foundation
import Lamina

/// Chooses the vertices that draw a line of many points.
///
/// Points in a small part of the radius of a round pen form a group, for which its highest and its lowest
/// one stand. Those are left out around which the pen's disc covers next to nothing that discs around
/// others do not cover, as `RoundStrokeEdge` finds it. Where a visible disc is much higher than the next
/// one, both extremes of their groups are kept: else the line would cover what is between two discs of
/// the same edge, from which the line through all points turns back. Vertices that are nearly on the line
/// between those around them are left out, too.
struct LineDecimator: ~Copyable {
  /// The part of a pixel by which a vertex may be off the line between others.
  private static let straightness = 1.0 / 128
  /// The part of a pixel from which on two points have a gap between them.
  private static let gap = 0.25
  /// The number of groups in the radius of the pen, and in a pixel at least; without a pen, whose discs
  /// cover many of them, in a pixel.
  private static let (density, sparseDensity) = (5.0, 4.0)
  /// The number of points up to which a group is not divided.
  private static let fewPoints = 4
  /// The part of the radius in which a disc has to be visible.
  private static let visibility: Float = 0.03
  /// The part of the radius by which an edge is higher at one visible disc than at the next where it is
  /// steep.
  private static let steepness: Float = 0.5
  /// The part of a pixel up to which a bucket's middle stands for a point in it, and that where edges are
  /// steep.
  private static let (narrow, narrowest) = (1.0 / 16, 1.0 / 64)

  /// Facts of a group.
  private struct Marks: OptionSet {
    let rawValue: UInt16
    /// A gap before the group.
    static let gap = Marks(rawValue: 1)
    /// A disc around an extreme that is visible.
    static let (top, bottom) = (Marks(rawValue: 2), Marks(rawValue: 4))
    /// A visible disc that reaches much further than the next visible one, or less far.
    static let steep = Marks(rawValue: 8)
    /// A visible disc that reaches further than the next one by its diameter.
    static let far = Marks(rawValue: 16)
    /// The sides of a disc around an extreme that are visible.
    static let (topLeft, topRight) = (Marks(rawValue: 32), Marks(rawValue: 64))
    static let (bottomLeft, bottomRight) = (Marks(rawValue: 128), Marks(rawValue: 256))
    /// Extremes that are both kept, as the edge is steep and only one is visible.
    static let both = Marks(rawValue: 512)
    static let all: Marks = [.top, .bottom, .topLeft, .topRight, .bottomLeft, .bottomRight]
  }

  /// A disc around an extreme.
  // Not private: Swift 6.3 crashes in debug builds, in another file that uses the decimator.
  struct Disc: BitwiseCopyable {
    /// The centre, in pixels; greater y are further out.
    var x: Float
    var y: Float
    /// The place from which the disc reaches further than those before it.
    var from: Float
    var group: Int32
  }

  /// Device pixels per point.
  private let scale: Double
  /// The radius of the pen in pixels; 0 if it is not a round one.
  private let radius: Float
  /// The number of the first point of each group, and of the end of the last one.
  private var starts = ScratchArray<Int>()
  private var marks = ScratchArray<UInt16>()
  /// The middle of each group along the x axis, in pixels.
  private var middles = ScratchArray<Float>()
  /// The places of the extremes of these along the y axis, in pixels, so that greater numbers are further
  /// out.
  private var tops = ScratchArray<Float>()
  private var bottoms = ScratchArray<Float>()
  private var discs = ScratchArray<Disc>()
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
    if radius > 0 {
      findVisible(tops.base, .top, left: .topLeft, right: .topRight)
      findVisible(bottoms.base, .bottom, left: .bottomLeft, right: .bottomRight)
      markSteepSteps()
    }
    add(tracer.vertex(run.lowerBound))
    for group in 0..<marks.count {
      let marks = Marks(rawValue: marks[group])
      if marks.isEmpty { continue }
      let points = starts[group]..<starts[group + 1]
      if marks.contains(.gap) {
        add(tracer.vertex(points.lowerBound - 1))
        add(tracer.vertex(points.lowerBound))
      }
      let widest =
        (marks.contains(.far) ? 0 : marks.contains(.steep) ? Self.narrowest : Self.narrow) / scale
      func extreme(_ isTop: Bool) -> PlotTracer.Vertex? {
        guard marks.contains(isTop ? .top : .bottom) || marks.contains(.both) else { return nil }
        return tracer.extreme(in: points, isTop: isTop, widest: widest)
      }
      let (top, bottom) = (extreme(true), extreme(false))
      let isTopFirst = top?.index ?? .max < bottom?.index ?? .max
      func addExtreme(_ extreme: PlotTracer.Vertex?, _ left: Marks, _ right: Marks) {
        guard let extreme else { return }
        add(
          extreme, in: run, tracer, isOpen: (marks.contains(left), marks.contains(right)))
      }
      if isTopFirst { addExtreme(top, .topLeft, .topRight) }
      addExtreme(bottom, .bottomLeft, .bottomRight)
      if !isTopFirst { addExtreme(top, .topLeft, .topRight) }
    }
    add(tracer.vertex(run.upperBound - 1))
    return line.finish()
  }

  // MARK: - Groups

  /// Divides points into groups: of the radius of the pen into 5 at least, and where a group is higher than
  /// half of it, into 10; without a pen, of a pixel into 4 at least.
  private mutating func addGroups(_ run: Range<Int>, _ tracer: PlotTracer, width: Double) {
    let extent = tracer.key(run.upperBound - 1) - tracer.key(run.lowerBound)
    let pixels = max(min(width, extent) * scale, 1)
    let density =
      radius > 0 ? max(2, min(Self.density / Double(radius), 20)) : Self.sparseDensity
    var size = 1
    while true {
      // A group of few points is not divided where it is high, so it has to be narrower.
      let least = 2 * size == Self.fewPoints ? density * 1.4 : density
      if Double(run.count) < Double(2 * size) * least * pixels { break }
      size *= 2
    }
    let joins = radius > 0 && size > Self.fewPoints
    if joins { size /= 2 }
    let widest = (joins ? 1 : 2) / (density * scale)
    let lowest = radius / 2
    let gap = Self.gap / scale
    let none: Marks = radius > 0 ? [] : .all
    let capacity = min(run.count, Int(8 * density * pixels)) + 1
    starts.reserve(capacity + 1)
    marks.reserve(capacity)
    middles.reserve(capacity)
    tops.reserve(capacity)
    bottoms.reserve(capacity)
    var first = run.lowerBound
    var left = tracer.key(first)
    var previous = left
    // The left end of the last group, if another one may join it.
    var joinable: Double?
    while first < run.upperBound {
      var end = min((first | (size - 1)) + 1, run.upperBound)
      // The next group begins beyond this one; most often it begins close to its end.
      var next = tracer.key(min(end, run.upperBound - 1))
      var right = next
      if next - left > min(widest, gap) {
        right = tracer.key(end - 1)
        while end - first > 1, right - left > widest {
          end = first + (end - first) / 2
          right = tracer.key(end - 1)
        }
        next = tracer.key(min(end, run.upperBound - 1))
      }
      let edges = tracer.edges(of: first..<end)
      let (top, bottom) = (Float(-edges.top * scale), Float(edges.bottom * scale))
      let isAfterGap = left - previous > gap
      let number = marks.count - 1
      if let start = joinable, !isAfterGap, right - start <= 2 * widest,
        max(top, tops[number]) + max(bottom, bottoms[number]) <= lowest
      {
        middles[number] = Float((start + right) / 2 * scale)
        tops[number] = max(top, tops[number])
        bottoms[number] = max(bottom, bottoms[number])
        joinable = nil
      } else {
        starts.append(first)
        marks.append((isAfterGap ? none.union(.gap) : none).rawValue)
        middles.append(Float((left + right) / 2 * scale))
        tops.append(top)
        bottoms.append(bottom)
        joinable = joins ? left : nil
      }
      (previous, left, first) = (right, next, end)
    }
    starts.append(first)
  }

  // MARK: - Visible discs

  /// Notes the groups of which a disc around one extreme is visible, among all discs around these.
  ///
  /// A disc that is left of another one reaches further left of some place. So one pass with a stack finds
  /// those that are visible, as in `RoundStrokeEdge`.
  ///
  /// - Parameters:
  ///   - places: the extremes along the y axis.
  ///   - left: the mark for a disc whose left half is visible.
  private mutating func findVisible(
    _ places: UnsafePointer<Float>, _ visible: Marks, left: Marks, right: Marks
  ) {
    let groupCount = marks.count
    discs.reserve(groupCount)
    let (discs, middles) = (discs.base, UnsafePointer(middles.base))
    discs[0] = Disc(x: middles[0], y: places[0], from: -.infinity, group: 0)
    var last = 0
    let (least, low) = (Self.visibility * radius, radius / 2)
    for group in 1..<max(1, groupCount) {
      var disc = Disc(
        x: middles[group], y: places[group], from: 0, group: Int32(truncatingIfNeeded: group))
      if group + 1 < groupCount {
        // Discs on both sides cover it if they do so in its middle, where they reach less far by at most
        // width² / radius.
        let width = middles[group + 1] - discs[last].x
        let drop = (min(discs[last].y, places[group + 1]) - disc.y) * radius
        if width < radius, drop > width * width { continue }
      }
      disc.from = meeting(discs[last], disc)
      while last > 0 {
        let other = discs[last]
        // What is visible of it is little, or nothing.
        let isLow = other.y - min(discs[last - 1].y, disc.y) < low
        if disc.from > other.from + (isLow ? least : 0) { break }
        last -= 1
        disc.from = meeting(discs[last], disc)
      }
      last += 1
      discs[last] = disc
    }
    for number in 0...last {
      let disc = discs[number]
      var found = visible
      if disc.from < disc.x { found.insert(left) }
      if number == last || discs[number + 1].from > disc.x { found.insert(right) }
      let before = number > 0 ? disc.y - discs[number - 1].y : 0
      let after = number < last ? disc.y - discs[number + 1].y : 0
      if max(abs(before), abs(after)) > Self.steepness * radius { found.insert(.steep) }
      if max(before, after) > 2 * radius { found.insert(.far) }
      marks[Int(disc.group)] |= found.rawValue
    }
  }

  /// Notes the groups of two discs of one edge that are visible one after the other, at different heights and
  /// without a visible disc of the other edge from the one to the other.
  private func markSteepSteps() {
    let steep = Self.steepness * radius
    // The groups of the last visible discs.
    var (top, bottom) = (-1, -1)
    func mark(_ first: Int, _ second: Int, _ places: borrowing ScratchArray<Float>) {
      guard abs(places[first] - places[second]) > steep else { return }
      marks[first] |= Marks.both.rawValue
      marks[second] |= Marks.both.rawValue
    }
    for group in 0..<marks.count {
      let found = Marks(rawValue: marks[group])
      let (lastTop, lastBottom) = (top, bottom)
      if found.contains(.top) { top = group }
      if found.contains(.bottom) { bottom = group }
      if top > lastTop, lastTop > bottom { mark(lastTop, top, tops) }
      if bottom > lastBottom, lastBottom > top { mark(lastBottom, bottom, bottoms) }
    }
  }

  /// Returns the place from which a disc reaches further than another, which is not right of it.
  @inline(__always)
  private func meeting(_ a: Disc, _ b: Disc) -> Float {
    let (width, rise) = (b.x - a.x, b.y - a.y)
    let ratio = radius * radius / (width * width + rise * rise) - 0.25
    let part = max(ratio, 0).squareRoot()
    let beside = rise > 0 ? b.x - radius : max(a.x + radius, b.x - radius)
    // They meet on the outer half of both, or else where the one that reaches further ends.
    return abs(rise) <= 2 * width * part ? (a.x + b.x) / 2 - rise * part : beside
  }

  // MARK: - Vertices

  /// Adds an extreme, and the points next to it that are far from it, on sides that are visible.
  private mutating func add(
    _ extreme: PlotTracer.Vertex, in run: Range<Int>, _ tracer: PlotTracer,
    isOpen: (left: Bool, right: Bool)
  ) {
    let far = Double(2 * max(radius, 0.25))
    func isFar(_ index: Int) -> Bool {
      extreme.isPoint && run.contains(index)
        && tracer.distance(index, extreme.index) * scale > far
    }
    if isOpen.left, isFar(extreme.index - 1) { add(tracer.vertex(extreme.index - 1)) }
    add(extreme)
    if isOpen.right, isFar(extreme.index + 1) { add(tracer.vertex(extreme.index + 1)) }
  }

  @inline(__always)
  private mutating func add(_ vertex: PlotTracer.Vertex) {
    guard vertex.index >= last else { return }
    last = vertex.index
    line.add(vertex.place)
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
