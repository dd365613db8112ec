import Foundation

/// The motion of a mass on a damped spring from 0 to 1, with an initial velocity.
struct SpringCurve: Sendable, Equatable {
  /// The mass, greater than 0.
  var mass: Double
  /// The stiffness, greater than 0.
  var stiffness: Double
  /// The damping, at least 0; infinity holds the start if overdamping is allowed.
  var damping: Double
  /// The initial velocity in distances per second, towards the target.
  var initialVelocity: Double
  /// True if damping above the critical one slows the motion down.
  var allowsOverdamping: Bool

  /// The undamped angular frequency, in radians per second.
  var frequency: Double { (stiffness / mass).squareRoot() }

  /// The damping ratio; 1 is critical damping.
  var dampingRatio: Double {
    damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  }

  /// Returns the part of the distance covered after a time in seconds; 1 is the target, and more is
  /// past it.
  func value(at time: Double) -> Double {
    let value = 1 + displacement(at: time)
    return value.isFinite ? value : (time > 0 ? 1 : 0)
  }

  /// Returns the signed distance from the target, which is -1 at first.
  private func displacement(at t: Double) -> Double {
    let w = frequency
    let z = dampingRatio
    let v = initialVelocity
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      return exp(-z * w * t) * (((v - z * w) / wd) * sin(wd * t) - cos(wd * t))
    }
    if z == 1 || !allowsOverdamping {
      return exp(-w * t) * ((v - w) * t - 1)
    }
    // Two exponentials; the slower rate is written in a form that avoids cancellation.
    let root = z * (1 - 1 / (z * z)).squareRoot()
    let fast = w * (z + root)
    let slow = w / (z + root)
    guard fast.isFinite else { return -1 }
    let a = (v - fast) / (fast - slow)
    return a * exp(-slow * t) + (-1 - a) * exp(-fast * t)
  }

  /// The time in seconds after which the motion stays within a thousandth of the distance,
  /// estimated as Core Animation does: from the envelope below critical damping, else as the first
  /// multiple of 0.1 s that is close enough. Without damping it is the largest `Float`.
  var settlingDuration: Double {
    let w = frequency
    let z = dampingRatio
    guard z > 0 else { return Double(Float.greatestFiniteMagnitude) }
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      let settled = (log(1000) + log(1 + ((initialVelocity - z * w) / wd).magnitude)) / (z * w)
      return min(settled, Double(Float.greatestFiniteMagnitude))
    }
    return firstSettledTenth
  }

  /// The first multiple of 0.1 s at which the displacement is below a thousandth.
  ///
  /// Multiples up to 1,000 s are checked one by one. Beyond, the displacement only shrinks, and the
  /// result is found by doubling and bisection.
  private var firstSettledTenth: Double {
    func isSettled(_ tenths: Double) -> Bool { displacement(at: tenths / 10).magnitude < 0.001 }
    for tenths in 0...10_000 where isSettled(Double(tenths)) { return Double(tenths) / 10 }
    var high = 20_000.0
    while !isSettled(high) {
      high *= 2
      if high > Double(Float.greatestFiniteMagnitude) {
        return Double(Float.greatestFiniteMagnitude)
      }
    }
    var low = high / 2
    while high - low > 1 {
      let middle = (low + (high - low) / 2).rounded(.down)
      if middle <= low || middle >= high { break }
      if isSettled(middle) { high = middle } else { low = middle }
    }
    return high / 10
  }
}
