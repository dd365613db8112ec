import Foundation
import Lamina

extension InterpolationMethod {
  /// The method that draws the same curve through the vertices in reverse order.
  var reversed: InterpolationMethod {
    switch self {
    case .stepStart: .stepEnd
    case .stepEnd: .stepStart
    case .linear, .stepCenter, .monotone, .catmullRom, .cardinal: self
    }
  }

  /// Returns the vertices of a run with the ends of its steps beside missing neighbours: a step that ends
  /// at the next value lasts until there, whether that has a value or not.
  ///
  /// - Parameters:
  ///   - run: the vertices between two gaps, whose x is what the steps advance along.
  ///   - before: the place of the missing neighbour before them; nil if there is none.
  ///   - after: that of the one after them.
  func extended(_ run: [CGPoint], from before: Double?, to after: Double?) -> [CGPoint] {
    guard let first = run.first, let last = run.last else { return run }
    var run = run
    if let before, self == .stepStart || self == .stepCenter {
      let end = self == .stepStart ? before : (before + first.x) / 2
      run.insert(CGPoint(x: end, y: first.y), at: 0)
    }
    if let after, self == .stepEnd || self == .stepCenter {
      let end = self == .stepEnd ? after : (last.x + after) / 2
      run.append(CGPoint(x: end, y: last.y))
    }
    return run
  }

  /// Adds the curve through some points to a path.
  ///
  /// The curves are those of d3-shape.
  ///
  /// - Parameters:
  ///   - continues: true to begin with a line from the path's current point.
  ///   - isVertical: true if the points' y is what ``monotone`` and the steps advance along.
  func add(
    _ points: [CGPoint], to path: inout Path, continues: Bool = false, isVertical: Bool = false
  ) {
    guard let first = points.first else { return }
    if self == .linear, !continues, points.count > 1 { return path.addLines(between: points) }
    if continues { path.addLine(to: first) } else { path.move(to: first) }
    if points.count == 1 {
      if !continues { path.addLine(to: first) }
      return
    }
    switch self {
    case .linear:
      for point in points.dropFirst() { path.addLine(to: point) }
    case .stepStart: addSteps(points, 0, &path, isVertical)
    case .stepCenter: addSteps(points, 0.5, &path, isVertical)
    case .stepEnd: addSteps(points, 1, &path, isVertical)
    case .monotone: addMonotone(points, &path, isVertical)
    case .cardinal(let tension): addCardinal(points, &path, tension: tension)
    case .catmullRom(let alpha): addCatmullRom(points, &path, alpha: alpha)
    }
  }

  private func addSteps(
    _ points: [CGPoint], _ part: Double, _ path: inout Path, _ isVertical: Bool
  ) {
    for (a, b) in zip(points, points.dropFirst()) {
      if isVertical {
        let y = a.y + (b.y - a.y) * part
        path.addLine(to: CGPoint(x: a.x, y: y))
        path.addLine(to: CGPoint(x: b.x, y: y))
      } else {
        let x = a.x + (b.x - a.x) * part
        path.addLine(to: CGPoint(x: x, y: a.y))
        path.addLine(to: CGPoint(x: x, y: b.y))
      }
      if part < 1 { path.addLine(to: b) }
    }
    if part == 1, let last = points.last { path.addLine(to: last) }
  }

  /// Steffen's interpolation: the slopes at the vertices are limited so that nothing overshoots.
  private func addMonotone(_ points: [CGPoint], _ path: inout Path, _ isVertical: Bool) {
    let along = points.map { isVertical ? $0.y : $0.x }
    let value = points.map { isVertical ? $0.x : $0.y }
    let count = points.count
    let steps = (0..<(count - 1)).map { along[$0 + 1] - along[$0] }
    let slopes = (0..<(count - 1)).map {
      steps[$0] == 0 ? 0 : (value[$0 + 1] - value[$0]) / steps[$0]
    }
    var tangents = [Double](repeating: 0, count: count)
    for index in 1..<max(1, count - 1) {
      let (s0, s1, h0, h1) = (slopes[index - 1], slopes[index], steps[index - 1], steps[index])
      guard h0 + h1 != 0, s0 * s1 > 0 else { continue }
      let p = (s0 * h1 + s1 * h0) / (h0 + h1)
      tangents[index] = (s0 < 0 ? -1 : 1) * 2 * min(abs(s0), abs(s1), 0.5 * abs(p))
    }
    if count == 2 {
      tangents = [slopes[0], slopes[0]]
    } else {
      tangents[0] = (3 * slopes[0] - tangents[1]) / 2
      tangents[count - 1] = (3 * slopes[count - 2] - tangents[count - 2]) / 2
    }
    func point(_ along: Double, _ value: Double) -> CGPoint {
      isVertical ? CGPoint(x: value, y: along) : CGPoint(x: along, y: value)
    }
    for index in 0..<(count - 1) {
      let third = steps[index] / 3
      path.addCurve(
        to: points[index + 1],
        control1: point(along[index] + third, value[index] + third * tangents[index]),
        control2: point(along[index + 1] - third, value[index + 1] - third * tangents[index + 1]))
    }
  }

  private func addCardinal(_ points: [CGPoint], _ path: inout Path, tension: Double) {
    let k = (1 - (tension.isFinite ? tension : 0)) / 6
    for index in 0..<(points.count - 1) {
      let (p1, p2) = (points[index], points[index + 1])
      let p0 = index > 0 ? points[index - 1] : p1
      let p3 = index + 2 < points.count ? points[index + 2] : p2
      path.addCurve(
        to: p2, control1: CGPoint(x: p1.x + k * (p2.x - p0.x), y: p1.y + k * (p2.y - p0.y)),
        control2: CGPoint(x: p2.x - k * (p3.x - p1.x), y: p2.y - k * (p3.y - p1.y)))
    }
  }

  private func addCatmullRom(_ points: [CGPoint], _ path: inout Path, alpha: Double) {
    let alpha = alpha.isFinite ? max(0, min(alpha, 1)) : 0.5
    func length(_ a: CGPoint, _ b: CGPoint) -> Double {
      pow((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y), alpha / 2)
    }
    for index in 0..<(points.count - 1) {
      let (p1, p2) = (points[index], points[index + 1])
      let p0 = index > 0 ? points[index - 1] : p1
      let p3 = index + 2 < points.count ? points[index + 2] : p2
      let (l1, l2, l3) = (length(p0, p1), length(p1, p2), length(p2, p3))
      var (c1, c2) = (p1, p2)
      if l1 > 1e-6, l2 > 1e-6 {
        let a = 2 * l1 * l1 + 3 * l1 * l2 + l2 * l2
        let n = 3 * l1 * (l1 + l2)
        c1.x = (p1.x * a - p0.x * l2 * l2 + p2.x * l1 * l1) / n
        c1.y = (p1.y * a - p0.y * l2 * l2 + p2.y * l1 * l1) / n
      }
      if l3 > 1e-6, l2 > 1e-6 {
        let b = 2 * l3 * l3 + 3 * l3 * l2 + l2 * l2
        let m = 3 * l3 * (l3 + l2)
        c2.x = (p2.x * b + p1.x * l3 * l3 - p3.x * l2 * l2) / m
        c2.y = (p2.y * b + p1.y * l3 * l3 - p3.y * l2 * l2) / m
      }
      path.addCurve(to: p2, control1: c1, control2: c2)
    }
  }
}
