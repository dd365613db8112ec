import Foundation
import Lamina

/// Chooses the vertices that draw a line of many points.
///
/// Points in a small part of the radius of a round pen form a group, for which its highest and its lowest
/// one stand. Those are left out around which the pen's disc covers next to nothing that discs around
/// others do not cover, as a `DiscEnvelope` finds it. Where a visible disc is much higher than the next
/// one, both extremes of their groups are kept: else the line would cover what is between two discs of
/// the same edge, from which the line through all points turns back. Vertices that are nearly on the line
/// between those around them are left out, too.
struct LineDecimator: ~Copyable {
  /// The part of a pixel by which a vertex may be off the line between others.
  private static let straightness = 1.0 / 128
  /// The part of a pixel from which on two points have a gap between them.
  private static let gap = 0.25
  /// The number of groups in the radius of the pen, and in a pixel at least.
  private static let density = 5.0
  /// The number of groups in a pixel without a pen, whose discs cover many of them.
  private static let sparseDensity = 4.0
  /// The number of points up to which a group is not divided.
  private static let fewPoints = 4
  /// The part of the radius, and of a pixel at most, in which a disc has to be visible.
  private static let visibility = 0.03
  /// The part of the radius by which an edge is higher at one visible disc than at the next where it is
  /// steep.
  private static let steepness = 0.5
  /// The part of a pixel up to which a bucket's middle stands for a point in it.
  private static let narrow = 1.0 / 16
  /// The same where edges are steep.
  private static let narrowest = 1.0 / 64

  /// Facts of a group.
  struct GroupFlags: OptionSet, BitwiseCopyable {
    let rawValue: UInt16
    /// A gap before the group.
    static let gap = GroupFlags(rawValue: 1)
    /// A disc around an extreme that is visible.
    static let top = GroupFlags(rawValue: 2)
    static let bottom = GroupFlags(rawValue: 4)
    /// A visible disc that reaches much further than the next visible one, or less far.
    static let steep = GroupFlags(rawValue: 8)
    /// A visible disc that reaches further than the next one by its diameter.
    static let far = GroupFlags(rawValue: 16)
    /// The sides of a disc around an extreme that are visible.
    static let topLeft = GroupFlags(rawValue: 32)
    static let topRight = GroupFlags(rawValue: 64)
    static let bottomLeft = GroupFlags(rawValue: 128)
    static let bottomRight = GroupFlags(rawValue: 256)
    /// Extremes that are both kept, as the edge is steep and only one is visible.
    static let both = GroupFlags(rawValue: 512)
    static let all: GroupFlags = [.top, .bottom, .topLeft, .topRight, .bottomLeft, .bottomRight]
  }

  /// Points close together.
  // Not private: Swift 6.3 crashes in debug builds, in another file that uses the decimator.
  struct Group: BitwiseCopyable {
    /// The number of the first point.
    var start: Int
    /// The middle along the x axis, and the places of the extremes along the y axis, in pixels.
    var middle: Double
    var top: Double
    var bottom: Double
    var marks: GroupFlags
  }

  /// Device pixels per point.
  private let scale: Double
  /// The radius of the pen in pixels; 0 if it is not a round one.
  private let radius: Double
  private var groups = ScratchArray<Group>()
  private var envelope = DiscEnvelope()
  private var line: SimplifiedLine
  /// The points of which vertices are kept, less those before the last one kept.
  private var kept = 0..<0

  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - penRadius: the radius of the round pen, in points; 0 if there is none.
  init(scale: Double, penRadius: Double) {
    self.scale = scale
    radius = penRadius * scale
    line = SimplifiedLine(tolerance: Self.straightness / scale)
  }

  /// Returns the vertices of a part of a run of points.
  ///
  /// - Parameters:
  ///   - part: the indices of its points.
  ///   - run: the same and those of the points around it of which a disc may reach it.
  ///   - width: the width of the run in the plot at most, in points.
  mutating func vertices(
    of part: Range<Int>, in run: Range<Int>, _ tracer: PlotTracer, width: Double
  ) -> [CGPoint] {
    kept = part
    addGroups(run, tracer, width: width)
    if radius > 0 {
      findVisible(isTop: true)
      findVisible(isTop: false)
      markSteepSteps()
    }
    add(tracer.vertex(part.lowerBound))
    for number in 0..<groups.count {
      let marks = groups[number].marks
      if marks.isEmpty { continue }
      let end = number + 1 < groups.count ? groups[number + 1].start : run.upperBound
      let points = groups[number].start..<end
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
      func addExtreme(_ extreme: PlotTracer.Vertex?, _ left: GroupFlags, _ right: GroupFlags) {
        guard let extreme else { return }
        add(
          extreme, in: run, tracer, isOpen: (marks.contains(left), marks.contains(right)))
      }
      if isTopFirst { addExtreme(top, .topLeft, .topRight) }
      addExtreme(bottom, .bottomLeft, .bottomRight)
      if !isTopFirst { addExtreme(top, .topLeft, .topRight) }
    }
    add(tracer.vertex(part.upperBound - 1))
    return line.finish()
  }

  // MARK: - Groups

  /// Divides points into groups: of the radius of the pen into 5 at least, and where a group is higher than
  /// half of it, into 10; without a pen, of a pixel into 4 at least.
  private mutating func addGroups(_ run: Range<Int>, _ tracer: PlotTracer, width: Double) {
    let extent = tracer.key(run.upperBound - 1) - tracer.key(run.lowerBound)
    let pixels = max(min(width, extent) * scale, 1)
    let density =
      radius > 0 ? max(2, min(Self.density / radius, 20)) : Self.sparseDensity
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
    let none: GroupFlags = radius > 0 ? [] : .all
    let capacity = min(run.count, Int(8 * density * pixels)) + 1
    groups.reserve(capacity)
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
      let (top, bottom) = (edges.top * scale, edges.bottom * scale)
      let isAfterGap = left - previous > gap
      let last = groups.count - 1
      if let start = joinable, !isAfterGap, right - start <= 2 * widest,
        max(bottom, groups[last].bottom) - min(top, groups[last].top) <= lowest
      {
        groups.base[last].middle = (start + right) / 2 * scale
        groups.base[last].top = min(top, groups[last].top)
        groups.base[last].bottom = max(bottom, groups[last].bottom)
        joinable = nil
      } else {
        groups.append(
          Group(
            start: first, middle: (left + right) / 2 * scale, top: top, bottom: bottom,
            marks: isAfterGap ? none.union(.gap) : none))
        joinable = joins ? left : nil
      }
      (previous, left, first) = (right, next, end)
    }
  }

  // MARK: - Visible discs

  /// Notes the groups of which a disc around one extreme is visible, among all discs around these.
  private mutating func findVisible(isTop: Bool) {
    let groups = groups.base
    envelope.find(
      count: self.groups.count, radius: radius, narrowest: Self.visibility * min(radius, 1)
    ) { SIMD2(groups[$0].middle, isTop ? groups[$0].top : -groups[$0].bottom) }
    let (visible, left, right): (GroupFlags, GroupFlags, GroupFlags) =
      isTop ? (.top, .topLeft, .topRight) : (.bottom, .bottomLeft, .bottomRight)
    let (discs, last) = (envelope.discs.base, envelope.discs.count - 1)
    for number in 0...last {
      let disc = discs[number]
      var found = visible
      if disc.from < disc.center.x { found.insert(left) }
      if number == last || discs[number + 1].from > disc.center.x { found.insert(right) }
      let before = number > 0 ? discs[number - 1].center.y - disc.center.y : 0
      let after = number < last ? discs[number + 1].center.y - disc.center.y : 0
      if max(abs(before), abs(after)) > Self.steepness * radius { found.insert(.steep) }
      if max(before, after) > 2 * radius { found.insert(.far) }
      groups[disc.index].marks.formUnion(found)
    }
  }

  /// Notes the groups of two discs of one edge that are visible one after the other, at different heights and
  /// without a visible disc of the other edge from the one to the other.
  private func markSteepSteps() {
    let steep = Self.steepness * radius
    let groups = groups.base
    // The groups of the last visible discs.
    var (top, bottom) = (-1, -1)
    func mark(_ first: Int, _ second: Int, height: Double) {
      guard abs(height) > steep else { return }
      groups[first].marks.insert(.both)
      groups[second].marks.insert(.both)
    }
    for number in 0..<self.groups.count {
      let group = groups[number]
      let (lastTop, lastBottom) = (top, bottom)
      if group.marks.contains(.top) { top = number }
      if group.marks.contains(.bottom) { bottom = number }
      if top > lastTop, lastTop > bottom {
        mark(lastTop, top, height: groups[lastTop].top - group.top)
      }
      if bottom > lastBottom, lastBottom > top {
        mark(lastBottom, bottom, height: groups[lastBottom].bottom - group.bottom)
      }
    }
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
    guard kept.contains(vertex.index) else { return }
    kept = vertex.index..<kept.upperBound
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
