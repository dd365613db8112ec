import Foundation

/// Values at times: rules 7.1 to 7.7.
final class ReferenceKeyframes {
  enum Mode: String, CaseIterable {
    case linear, discrete, paced, cubic, cubicPaced
  }

  struct Shape: Equatable {
    var tension = 0.0
    var continuity = 0.0
    var bias = 0.0
  }

  let values: [ReferenceValue]
  let keyTimes: [Double]?
  let curves: [ReferenceCurve]
  let mode: Mode
  let shapes: [Shape]

  init(
    values: [ReferenceValue], keyTimes: [Double]?, curves: [ReferenceCurve], mode: Mode,
    shapes: [Shape]
  ) {
    self.values = values
    self.keyTimes = keyTimes
    self.curves = curves
    self.mode = mode
    self.shapes = shapes
  }

  /// The values that have a time, and the times, one more of them for discrete values.
  private lazy var frames: (values: [ReferenceValue], times: [Double]) = {
    let spare = mode == .discrete ? 1 : 0
    if mode != .paced, mode != .cubicPaced, let keyTimes {
      // Rule 7.5: what pairs up.
      let count = min(values.count, keyTimes.count - spare)
      guard count > 0 else { return ([], []) }
      return (Array(values[..<count]), Array(keyTimes[..<(count + spare)]))
    }
    let pieces = values.count - 1 + spare
    if mode == .paced {
      let lengths = zip(values, values.dropFirst()).map { $0.distance($1) }
      let total = lengths.reduce(0, +)
      guard total > 0 else {
        return (values, (0...pieces).map { Double($0) / Double(pieces) })
      }
      var times = [0.0]
      for length in lengths { times.append(times.last! + length / total) }
      times[pieces] = 1
      return (values, times)
    }
    return (values, (0...pieces).map { Double($0) / Double(pieces) })
  }()

  /// True if the animation changes anything: rule 7.6.
  var changes: Bool { frames.times.count > 1 && values.count > 1 }

  func value(_ fraction: Double) -> ReferenceValue {
    let (values, times) = frames
    if mode == .cubicPaced { return evenValue(fraction) }
    // Rule 7.4b: the last segment that has begun, whatever the order; the first one before all.
    var index = 0
    for segment in 1..<times.count - 1 where fraction >= times[segment] { index = segment }
    if mode == .discrete { return values[index] }
    let length = times[index + 1] - times[index]
    var u = length > 0 ? (fraction - times[index]) / length : (fraction < times[index] ? 0 : 1)
    // Past a key time the value stands, unless that is the end of the leg itself, where a curve may
    // overshoot.
    if u < 0, fraction >= 0 || times[index] != 0 { u = 0 }
    if u > 1, fraction <= 1 || times[index + 1] != 1 { u = 1 }
    if mode == .linear || mode == .cubic, index < curves.count, u > 0, u < 1 {
      u = curves[index].value(u)
    }
    if mode == .cubic { return cubic(index, u) }
    return values[index].toward(values[index + 1], u)
  }

  // MARK: - Cubic

  /// The two slopes of a segment, rule 7.3.
  private lazy var slopes: [(ReferenceValue, ReferenceValue)] = {
    let (values, times) = frames
    let last = values.count - 1
    func point(_ index: Int) -> ReferenceValue {
      if index < 0 { return values[0].combined(values[1]) { 2 * $0 - $1 } }
      if index > last { return values[last].combined(values[last - 1]) { 2 * $0 - $1 } }
      return values[index]
    }
    func shape(_ index: Int) -> Shape { index < shapes.count ? shapes[index] : Shape() }
    func factor(_ this: Int, _ other: Int) -> Double {
      guard other >= 0, other < last else { return 1 }
      let d = max(0, times[this + 1] - times[this])
      let e = max(0, times[other + 1] - times[other])
      return d + e > 0 ? 2 * d / (d + e) : 0
    }
    return (0..<last).map { index in
      let a = shape(index)
      let b = shape(index + 1)
      let before = point(index).combined(point(index - 1), -)
      let along = point(index + 1).combined(point(index), -)
      let after = point(index + 2).combined(point(index + 1), -)
      // Kochanek and Bartels' outgoing and incoming tangents.
      let out = before.times((1 - a.tension) * (1 + a.continuity) * (1 + a.bias) / 2)
        .combined(along.times((1 - a.tension) * (1 - a.continuity) * (1 - a.bias) / 2), +)
      let into = along.times((1 - b.tension) * (1 - b.continuity) * (1 + b.bias) / 2)
        .combined(after.times((1 - b.tension) * (1 + b.continuity) * (1 - b.bias) / 2), +)
      return (out.times(factor(index, index - 1)), into.times(factor(index, index + 1)))
    }
  }()

  private func cubic(_ index: Int, _ u: Double) -> ReferenceValue {
    let values = frames.values
    let (out, into) = slopes[index]
    // As a Bézier curve, by de Casteljau.
    let a = values[index]
    let d = values[index + 1]
    var points = [
      a, a.combined(out) { $0 + $1 / 3 }, d.combined(into) { $0 - $1 / 3 }, d,
    ]
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { p, q in p.combined(q) { $0 + ($1 - $0) * u } }
    }
    return points[0]
  }

  // MARK: - Even speed along the curve

  private static let steps = 400

  /// The lengths of the curve from its start, at each small step.
  private lazy var table: [Double] = {
    var table = [0.0]
    for index in 0..<values.count - 1 {
      var last = cubic(index, 0)
      for step in 1...Self.steps {
        let next = cubic(index, Double(step) / Double(Self.steps))
        table.append(table.last! + last.distance(next))
        last = next
      }
    }
    return table
  }()

  private func evenValue(_ fraction: Double) -> ReferenceValue {
    let wanted = min(max(fraction, 0), 1) * table.last!
    var low = 0
    var high = table.count - 1
    guard table.last! > 0 else {
      let place = min(max(fraction, 0), 1) * Double(values.count - 1)
      let index = min(Int(place), values.count - 2)
      return cubic(index, place - Double(index))
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] <= wanted { low = middle } else { high = middle }
    }
    let length = table[high] - table[low]
    let place = Double(low) + (length > 0 ? (wanted - table[low]) / length : 0)
    let index = min(Int(place / Double(Self.steps)), values.count - 2)
    return cubic(index, place / Double(Self.steps) - Double(index))
  }
}

/// A way that a point runs along: rules 7.8 and 7.9.
final class ReferencePath {
  enum Step {
    case move([Double])
    case line([Double])
    case quad([Double], control: [Double])
    case curve([Double], [Double], [Double])
    case close
  }

  let steps: [Step]
  let keyTimes: [Double]?
  let curves: [ReferenceCurve]
  let mode: ReferenceKeyframes.Mode

  init(
    steps: [Step], keyTimes: [Double]?, curves: [ReferenceCurve], mode: ReferenceKeyframes.Mode
  ) {
    self.steps = steps
    self.keyTimes = keyTimes
    self.curves = curves
    self.mode = mode
  }

  private var isPaced: Bool { mode == .paced || mode == .cubicPaced }

  /// Every line and curve as its control points, cut to those that key times are there for.
  private lazy var segments: [[[Double]]] = {
    var result: [[[Double]]] = []
    var here = [0.0, 0]
    var start = here
    for step in steps {
      switch step {
      case .move(let p):
        here = p
        start = p
      case .line(let p):
        result.append([here, p])
        here = p
      case .quad(let p, let c):
        result.append([here, c, p])
        here = p
      case .curve(let p, let c, let d):
        result.append([here, c, d, p])
        here = p
      case .close:
        if here != start { result.append([here, start]) }
        here = start
      }
    }
    if !isPaced, let keyTimes { result = Array(result.prefix(keyTimes.count - 1)) }
    return result
  }()

  var changes: Bool { !segments.isEmpty }

  private static let steps = 600

  /// For each segment the lengths from its start at each small step.
  private lazy var tables: [[Double]] = segments.map { segment in
    var table = [0.0]
    var last = segment[0]
    for step in 1...Self.steps {
      let next = Self.point(segment, Double(step) / Double(Self.steps))
      table.append(table.last! + hypot(next[0] - last[0], next[1] - last[1]))
      last = next
    }
    return table
  }

  private lazy var times: [Double] = {
    let count = segments.count
    let even = (0...count).map { Double($0) / Double(count) }
    if isPaced {
      let total = tables.reduce(0) { $0 + $1.last! }
      guard total > 0 else { return even }
      var times = [0.0]
      for table in tables { times.append(times.last! + table.last! / total) }
      times[count] = 1
      return times
    }
    return keyTimes.map { Array($0.prefix(count + 1)) } ?? even
  }()

  private static func point(_ control: [[Double]], _ u: Double) -> [Double] {
    var points = control
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { p, q in
        [p[0] + (q[0] - p[0]) * u, p[1] + (q[1] - p[1]) * u]
      }
    }
    return points[0]
  }

  private func place(_ fraction: Double) -> (segment: Int, u: Double) {
    let times = times
    var index = 0
    for segment in 1..<max(times.count - 1, 1) where fraction >= times[segment] {
      index = segment
    }
    if mode == .discrete { return (index, 0) }
    let length = times[index + 1] - times[index]
    var u = length > 0 ? (fraction - times[index]) / length : (fraction < times[index] ? 0 : 1)
    u = min(max(u, 0), 1)
    if !isPaced, index < curves.count { u = curves[index].value(u) }
    return (index, isPaced ? parameter(index, u) : u)
  }

  /// The parameter at a part of the length.
  private func parameter(_ index: Int, _ part: Double) -> Double {
    let table = tables[index]
    let wanted = part * table.last!
    guard table.last! > 0 else { return part }
    var low = 0
    var high = Self.steps
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] <= wanted { low = middle } else { high = middle }
    }
    let length = table[high] - table[low]
    return (Double(low) + (length > 0 ? (wanted - table[low]) / length : 0)) / Double(Self.steps)
  }

  func point(_ fraction: Double) -> [Double] {
    let (index, u) = place(fraction)
    return Self.point(segments[index], u)
  }

  /// The direction in radians.
  func angle(_ fraction: Double) -> Double {
    let (index, u) = place(fraction)
    let control = segments[index]
    let way = zip(control, control.dropFirst()).map { p, q in [q[0] - p[0], q[1] - p[1]] }
    let direction = Self.point(way, u)
    return atan2(direction[1], direction[0])
  }
}
