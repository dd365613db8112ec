import Foundation

// The reference evaluator. It is written from the numbered rules of Core Animation's behaviour
// alone and shares no code with the engine: no type in this folder but the maker and the tests
// names one of the engine's. It is slow and plain on purpose.

/// The eight numbers of media timing, for a layer, a group or an animation.
struct ReferenceTiming: Equatable {
  var beginTime = 0.0
  var duration = 0.0
  var speed: Float = 1
  var timeOffset = 0.0
  var repeatCount: Float = 0
  var repeatDuration = 0.0
  var autoreverses = false
  var holdsStart = false
  var holdsEnd = false

  static let layer: ReferenceTiming = {
    var timing = ReferenceTiming()
    timing.duration = .infinity
    return timing
  }()

  /// The position of something in its run.
  struct Position: Equatable {
    /// Whole cycles done.
    var cycle: Double
    /// The part of the leg that is done, 0...1, before any curve.
    var part: Double
    /// The same in seconds.
    var seconds: Double
  }

  private var cycle: Double { autoreverses ? 2 * duration : duration }

  /// Rule 4.3, in seconds of local time.
  var active: Double {
    if repeatDuration > 0 { return repeatDuration }
    return cycle * (repeatCount > 0 ? Double(repeatCount) : 1)
  }

  /// The parent's time at which the run ends.
  var end: Double { speed == 0 ? .infinity : beginTime + active / Double(abs(speed)) }

  /// Rules 4.1 and 4.3 to 4.8; nil where there is no effect.
  func position(at parent: Double) -> Position? {
    if parent < beginTime { return holdsStart ? place(timeOffset) : nil }
    let passed = (parent - beginTime) * Double(abs(speed))
    if speed != 0, passed > active { return holdsEnd ? endPosition : nil }
    // Rule 4.8: the end itself belongs to the last cycle.
    if speed != 0 ? passed == active : timeOffset == active { return endPosition }
    return place((parent - beginTime) * Double(speed) + timeOffset)
  }

  private var endPosition: Position {
    let local = speed == 0 ? active : speed < 0 ? timeOffset - active : active + timeOffset
    let cycles = (local / cycle).rounded()
    // Whole to nine digits: products of times are rounded.
    if abs(local / cycle - cycles) < 1e-9 {
      // A run that goes back ends where a cycle begins.
      if speed < 0 { return Position(cycle: wrapped(cycles), part: 0, seconds: 0) }
      return Position(
        cycle: wrapped(cycles - 1), part: autoreverses ? 0 : 1,
        seconds: autoreverses ? 0 : duration)
    }
    return place(local)
  }

  /// Rule 4.5: a local time wraps into a cycle; at a boundary the next one has begun.
  private func place(_ local: Double) -> Position {
    let index = (local / cycle).rounded(.down)
    let inside = local - index * cycle
    let seconds = min(max(inside <= duration ? inside : cycle - inside, 0), duration)
    return Position(cycle: wrapped(index), part: seconds / duration, seconds: seconds)
  }

  /// The number of a cycle, counted within the run.
  private func wrapped(_ index: Double) -> Double {
    let count = (active / cycle).rounded(.up)
    if count == .infinity { return max(index, 0) }
    let rest = index.truncatingRemainder(dividingBy: count)
    return rest < 0 ? rest + count : rest
  }

  /// Returns the local time of a layer with this timing, and whether the layer is present: the header's
  /// two stages, with the fill mode's rule for layers.
  func layerTime(at parent: Double) -> (time: Double, isPresent: Bool) {
    let isEndless = !(duration > 0) || duration == .infinity
    if isEndless, beginTime == 0, repeatDuration <= 0 {
      return ((parent - beginTime) * Double(speed) + timeOffset, true)
    }
    let isBefore = parent < beginTime
    if isBefore, !holdsStart {
      return ((parent - beginTime) * Double(speed) + timeOffset, false)
    }
    if isEndless {
      let end =
        repeatDuration > 0 && speed != 0
        ? beginTime + repeatDuration / Double(abs(speed)) : .infinity
      let inside = min(max(parent, beginTime), end)
      return (
        (inside - beginTime) * Double(speed) + timeOffset,
        isBefore ? holdsStart : parent > end ? holdsEnd : true
      )
    }
    var held = self
    held.holdsStart = true
    held.holdsEnd = true
    let isPresent = isBefore ? holdsStart : parent > end ? holdsEnd : true
    return (held.position(at: parent)!.seconds, isPresent)
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1): rule 5.1, by halving.
struct ReferenceCurve: Equatable {
  var x1: Double
  var y1: Double
  var x2: Double
  var y2: Double

  static let named: [(String, ReferenceCurve)] = [
    ("linear", ReferenceCurve(x1: 0, y1: 0, x2: 1, y2: 1)),
    ("easeIn", ReferenceCurve(x1: 0.42, y1: 0, x2: 1, y2: 1)),
    ("easeOut", ReferenceCurve(x1: 0, y1: 0, x2: 0.58, y2: 1)),
    ("easeInEaseOut", ReferenceCurve(x1: 0.42, y1: 0, x2: 0.58, y2: 1)),
    ("default", ReferenceCurve(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)),
  ]

  func value(_ input: Double) -> Double {
    if input <= 0 { return 0 }
    if input >= 1 { return 1 }
    if x1 == y1, x2 == y2 { return input }
    func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
      let s = 1 - t
      return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < input { low = middle } else { high = middle }
    }
    return bezier(y1, y2, (low + high) / 2)
  }
}

/// A mass on a spring: rule 8.1, with the roots of the motion's equation.
struct ReferenceSpring: Equatable {
  var mass = 1.0
  var stiffness = 100.0
  var damping = 10.0
  var velocity = 0.0
  var allowsOverdamping = false

  /// The part of the distance that is covered after some seconds.
  func value(_ t: Double) -> Double {
    let critical = 2 * (stiffness * mass).squareRoot()
    let damping = !allowsOverdamping && damping > critical ? critical : damping
    // x'' + 2 g x' + w² x = 0 with x(0) = -1, x'(0) = velocity.
    let g = damping / (2 * mass)
    let discriminant = g * g - stiffness / mass
    let x: Double
    if damping == critical {
      x = exp(-g * t) * (-1 + (velocity - g) * t)
    } else if discriminant < 0 {
      let w = (-discriminant).squareRoot()
      x = exp(-g * t) * (-cos(w * t) + (velocity - g) / w * sin(w * t))
    } else {
      let r = discriminant.squareRoot()
      // cosh and sinh of r t, each with e^(-g t) taken in, so that neither is too large.
      let fast = exp((-g - r) * t)
      let slow = exp((-g + r) * t)
      x = -(slow + fast) / 2 + (velocity - g) / r * (slow - fast) / 2
    }
    return 1 + x
  }
}
