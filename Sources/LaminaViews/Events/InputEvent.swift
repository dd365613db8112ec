import Foundation

/// Something that somebody did with fingers, a mouse or keys: what a window gives to a
/// ``ViewHost``, and what tests make up.
public struct InputEvent: Sendable, Equatable {
  /// When it happened, in seconds, on the clock of the frames.
  public var time: TimeInterval
  /// What happened.
  public var kind: Kind

  /// What can happen. Places are in points of the picture, (0, 0) at its top left.
  public enum Kind: Sendable, Equatable {
    /// A finger, or a mouse with its left button held. The number tells fingers apart that are
    /// down at the same time; the mouse is 0.
    case touch(id: Int, phase: TouchPhase, location: CGPoint)
    /// The wheel or a trackpad: how far what is under the pointer is to move, in points.
    case scroll(location: CGPoint, translation: CGPoint)
    /// The wheel with the control key, or a trackpad: how much larger what is under the pointer
    /// is to become, 1 for no change.
    case magnify(location: CGPoint, factor: CGFloat)
    /// A key.
    case key(Key, isDown: Bool, modifiers: KeyModifiers)
  }

  /// Creates an event.
  public init(time: TimeInterval, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// Whether all numbers of the event are finite, no length is more than 10⁹ points, and a factor
  /// is from 10⁻⁹ to 10⁹. A host ignores events for which this is false.
  public var isValid: Bool {
    guard time.isFinite else { return false }
    func isUsable(_ point: CGPoint) -> Bool { abs(point.x) <= 1e9 && abs(point.y) <= 1e9 }
    switch kind {
    case .touch(_, _, let location): return isUsable(location)
    case .scroll(let location, let translation):
      return isUsable(location) && isUsable(translation)
    case .magnify(let location, let factor):
      return isUsable(location) && factor >= 1e-9 && factor <= 1e9
    case .key: return true
    }
  }
}

/// What has happened to a touch.
public enum TouchPhase: String, Sendable, CaseIterable {
  /// It came down.
  case began
  /// It is at another place.
  case moved
  /// It was lifted.
  case ended
  /// The window took it away: it counts for nothing more.
  case cancelled
}

extension CGPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }

  func distance(to other: CGPoint) -> CGFloat { hypot(other.x - x, other.y - y) }
}
