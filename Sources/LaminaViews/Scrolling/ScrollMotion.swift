import Foundation

/// The motion of one axis of a scroll view after it was let go.
///
/// It is computed in advance as at most three pieces with continuous position and velocity, each a
/// closed-form function of time:
///
/// - back to the range by a critically damped spring, if it was let go outside;
/// - a deceleration that multiplies the velocity by the rate each millisecond;
/// - past an edge and back, by the same spring.
struct ScrollMotion {
  /// The angular frequency of the springs, per second: for a mass of 1, a stiffness of 100 and a
  /// damping of 20.
  static let frequency = 10.0

  private enum Course {
    /// place + velocity · (e^(decay · t) - 1) / decay
    case deceleration(place: Double, velocity: Double, decay: Double)
    /// edge + (displacement + slope · t) · e^(-frequency · t)
    case spring(edge: Double, displacement: Double, slope: Double)

    func place(at t: Double) -> Double {
      switch self {
      case .deceleration(let place, let velocity, let decay):
        place + velocity * expm1(decay * t) / decay
      case .spring(let edge, let displacement, let slope):
        edge + (displacement + slope * t) * exp(-ScrollMotion.frequency * t)
      }
    }

    func velocity(at t: Double) -> Double {
      switch self {
      case .deceleration(_, let velocity, let decay): velocity * exp(decay * t)
      case .spring(_, let displacement, let slope):
        (slope - ScrollMotion.frequency * (displacement + slope * t))
          * exp(-ScrollMotion.frequency * t)
      }
    }
  }

  private var pieces: [(start: Double, course: Course)] = []
  /// The duration of the motion, in seconds.
  private(set) var duration = 0.0
  /// The position at which it comes to rest, in points.
  private(set) var destination: Double

  /// Computes a motion.
  ///
  /// - Parameters:
  ///   - place: the initial offset, in points.
  ///   - velocity: the velocity of the offset, in points per second.
  ///   - range: the range in which it can rest.
  ///   - rate: the factor by which the velocity is multiplied each millisecond, between 0 and 1.
  ///   - bounces: true if it goes past the edges; otherwise it stops there.
  ///   - tolerance: the distance from the end at which it is at rest, in points.
  init(
    place: Double, velocity: Double, range: ClosedRange<Double>, rate: Double, bounces: Bool,
    tolerance: Double
  ) {
    destination = min(max(place, range.lowerBound), range.upperBound)
    var (place, velocity) = (place, velocity)
    if place != destination {
      guard bounces else { return }
      let displacement = place - destination
      let slope = velocity + Self.frequency * displacement
      pieces.append(
        (0, .spring(edge: destination, displacement: displacement, slope: slope)))
      // It reaches the edge only if it continues past it.
      let crossing = -displacement / slope
      let crossingVelocity = slope * exp(-Self.frequency * crossing)
      guard crossing > 0, crossing.isFinite,
        Self.way(crossingVelocity, rate).magnitude > tolerance
      else {
        duration = Self.settling(displacement, slope, tolerance)
        return
      }
      (place, velocity, duration) = (destination, crossingVelocity, crossing)
    }
    decelerate(from: place, velocity, range, rate, bounces, tolerance)
  }

  /// Creates a motion that is at rest.
  init(at place: Double) { destination = place }

  private mutating func decelerate(
    from place: Double, _ velocity: Double, _ range: ClosedRange<Double>, _ rate: Double,
    _ bounces: Bool, _ tolerance: Double
  ) {
    let way = Self.way(velocity, rate)
    guard way.magnitude > tolerance else { return }
    let decay = 1000 * log(rate)
    let piece = Course.deceleration(place: place, velocity: velocity, decay: decay)
    pieces.append((duration, piece))
    let edge = min(max(place + way, range.lowerBound), range.upperBound)
    destination = edge
    guard edge != place + way else {
      duration += log(tolerance / way.magnitude) / decay
      return
    }
    // Rounding must not make the edge unreachable.
    let part = max(decay * (edge - place) / velocity, -1 + 1e-12)
    let start = duration + log1p(part) / decay
    let slope = velocity + decay * (edge - place)
    duration = start
    guard bounces else { return }
    pieces.append((start, .spring(edge: edge, displacement: 0, slope: slope)))
    duration += Self.settling(0, slope, tolerance)
  }

  /// Returns the distance that a deceleration travels: the integral of velocity · rate^(1000 t).
  static func way(_ velocity: Double, _ rate: Double) -> Double { -velocity / (1000 * log(rate)) }

  /// Returns the time after which a spring stays within the tolerance: each of its two terms within
  /// half of it, since t · e^(-f t) is never more than 2 / (e f) · e^(-f t / 2).
  private static func settling(
    _ displacement: Double, _ slope: Double, _ tolerance: Double
  ) -> Double {
    let first = log(2 * displacement.magnitude / tolerance) / frequency
    let second = 2 * log(4 * slope.magnitude / (M_E * frequency * tolerance)) / frequency
    return max(0, first, second)
  }

  /// Returns the position a given time after it was let go, in points.
  func place(at time: Double) -> Double {
    guard time < duration, let piece = piece(at: time) else { return destination }
    return piece.course.place(at: max(0, time) - piece.start)
  }

  /// Returns the velocity a given time after it was let go, in points per second.
  func velocity(at time: Double) -> Double {
    guard time < duration, let piece = piece(at: time) else { return 0 }
    return piece.course.velocity(at: max(0, time) - piece.start)
  }

  private func piece(at time: Double) -> (start: Double, course: Course)? {
    pieces.last { $0.start <= max(0, time) }
  }
}
