import Foundation

/// User input by fingers, a mouse or keys. A window passes it to a ``ViewHost``; tests synthesize
/// it.
public struct InputEvent: Sendable, Hashable {
  /// The time of the event, in seconds, on the clock of the frames.
  public var time: TimeInterval
  /// The kind of the event.
  public var kind: Kind
  /// The keys that are held meanwhile. Those of a key press are in its kind.
  public var modifiers: KeyModifiers = []

  /// The kinds of events. Locations are in points of the picture, with (0, 0) at its top left.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// A finger, or a mouse with its left button held. The identifier distinguishes fingers that
    /// are down at the same time; the mouse is 0.
    case touch(id: Int, phase: Touch.Phase, location: CGPoint)
    /// The wheel or a trackpad: the translation, in points, of the content under the pointer.
    case scroll(location: CGPoint, translation: CGPoint)
    /// The wheel with the control key, or a trackpad: the factor by which the content under the
    /// pointer is magnified, 1 for no change.
    case magnify(location: CGPoint, factor: CGFloat)
    /// The pointer of a mouse without a button, or that it has left the picture: nil.
    case hover(location: CGPoint?)
    /// A key press or release.
    case key(Key, isDown: Bool, modifiers: KeyModifiers)
  }

  /// Creates an event.
  public init(time: TimeInterval, kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// Creates an event during which keys are held.
  public init(time: TimeInterval, kind: Kind, modifiers: KeyModifiers) {
    self.time = time
    self.kind = kind
    self.modifiers = modifiers
  }

  /// A Boolean value indicating whether all numbers of the event are finite, no length is more than
  /// 10⁹ points, and a factor is from 10⁻⁹ to 10⁹. A host ignores events for which this is false.
  public var isValid: Bool {
    guard time.isFinite else { return false }
    func isUsable(_ point: CGPoint) -> Bool { abs(point.x) <= 1e9 && abs(point.y) <= 1e9 }
    switch kind {
    case .touch(_, _, let location): return isUsable(location)
    case .scroll(let location, let translation):
      return isUsable(location) && isUsable(translation)
    case .magnify(let location, let factor):
      return isUsable(location) && factor >= 1e-9 && factor <= 1e9
    case .hover(let location): return location.map(isUsable) ?? true
    case .key: return true
    }
  }
}

extension CGPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }

  func distance(to other: CGPoint) -> CGFloat { hypot(other.x - x, other.y - y) }
}
