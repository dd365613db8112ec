import Foundation

/// How fast something moves, from where it was in the last tenth of a second.
struct VelocityTracker {
  /// What counts, in seconds.
  static let window: TimeInterval = 0.1

  private var samples: [(time: TimeInterval, place: CGPoint)] = []

  /// Notes a place. Times that run backwards begin anew.
  mutating func add(_ place: CGPoint, at time: TimeInterval) {
    if let last = samples.last {
      if time < last.time {
        samples.removeAll(keepingCapacity: true)
      } else if time == last.time {
        samples.removeLast()
      }
    }
    samples.append((time, place))
    // Times of events are not exact.
    samples.removeAll { time - $0.time > Self.window + 1e-6 }
  }

  /// The mean velocity since the first place in the window, per second; zero where there is none.
  var velocity: CGPoint {
    guard let first = samples.first, let last = samples.last, last.time > first.time else {
      return .zero
    }
    let duration = last.time - first.time
    return CGPoint(
      x: (last.place.x - first.place.x) / duration, y: (last.place.y - first.place.y) / duration)
  }
}
