import Foundation

/// An estimator of a velocity from the positions during the last tenth of a second.
struct VelocityTracker {
  /// The length of the window of samples, in seconds.
  static let window: TimeInterval = 0.1

  private var samples: [(time: TimeInterval, place: CGPoint)] = []

  /// Adds a position. A time before that of the last sample discards all samples.
  mutating func add(_ place: CGPoint, at time: TimeInterval) {
    if let last = samples.last {
      if time < last.time {
        samples.removeAll(keepingCapacity: true)
      } else if time == last.time {
        samples.removeLast()
      }
    }
    samples.append((time, place))
    // Event times are not exact.
    samples.removeAll { time - $0.time > Self.window + 1e-6 }
  }

  /// The mean velocity since the first sample in the window, per second; zero if there is none.
  var velocity: CGPoint {
    guard let first = samples.first, let last = samples.last, last.time > first.time else {
      return .zero
    }
    let duration = last.time - first.time
    return CGPoint(
      x: (last.place.x - first.place.x) / duration, y: (last.place.y - first.place.y) / duration)
  }
}
