/// A change of a layer's whole contents from a snapshot of the old state to the new one.
///
/// The snapshot shows the layer and its subtree as in the last committed tree, at the time of the
/// commit that begins the transition; it does not change. It stays aligned with the top left corner
/// of the layer's bounds, and the layer's position, transform and opacity apply to both pictures.
/// Neither is clipped to the bounds unless the layer itself is. The snapshot is empty for a layer
/// without a ``Layer/presentation()`` before the transaction: one that was in no live tree.
///
/// A layer has at most one transition, which is always kept under the key `transition`.
open class Transition: Animation {
  /// The effect by which the new picture replaces the old one.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The old picture fades into the new one.
    case fade
    /// The new picture slides over the old one.
    case moveIn
    /// The new picture pushes the old one out.
    case push
    /// The old picture slides away from the new one.
    case reveal
  }

  /// The side from which the motion comes. Top is the side of the least y.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case fromLeft, fromRight, fromTop, fromBottom
  }

  /// Creates a fade.
  public required init() {}

  /// The effect by which the new picture replaces the old one; a fade by default.
  public var type = Kind.fade {
    willSet { willChange() }
  }

  /// The side from which the motion comes; nil, the default, is from the left. Ignored by a fade.
  public var subtype: Direction? {
    willSet { willChange() }
  }

  /// The progress at which the transition begins, 0 by default. Clamped to 0...1 when it is drawn;
  /// a value above ``endProgress`` runs the transition backwards.
  ///
  /// - Precondition: Finite.
  public var startProgress: Float = 0 {
    willSet { willChange(toPart: newValue) }
  }

  /// The progress at which the transition ends, 1 by default. Clamped to 0...1 when it is drawn.
  ///
  /// - Precondition: Finite.
  public var endProgress: Float = 1 {
    willSet { willChange(toPart: newValue) }
  }

  private func willChange(toPart part: Float, named name: String = #function) {
    require(part.isFinite, "\(name) of \(diagnosticName) must be finite, not \(part)")
    willChange(name)
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? Transition else { return }
    type = other.type
    subtype = other.subtype
    startProgress = other.startProgress
    endProgress = other.endProgress
  }

  /// The key of every transition.
  static let key = "transition"
  override var fixedKey: String? { Self.key }

  override func makeCommittedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] {
    let source = TransitionSource(
      kind: type, direction: subtype ?? .fromLeft, first: Double(startProgress),
      last: Double(endProgress))
    return [
      CommittedAnimation(
        timing: timing, function: timingFunction, groups: groups,
        keyPath: .transition, isAdditive: false, isCumulative: false,
        source: .transition(source))
    ]
  }
}

/// The state of a transition at some time.
struct TransitionState: Sendable, Equatable {
  var kind: Transition.Kind
  var direction: Transition.Direction
  /// The progress: 0 shows the old picture, 1 the new one.
  var progress: Double
}

/// The parameters of a transition.
final class TransitionSource: Sendable {
  /// The source of a whole fade, as of implicit transitions.
  static let fade = TransitionSource(kind: .fade, direction: .fromLeft, first: 0, last: 1)

  let kind: Transition.Kind
  let direction: Transition.Direction
  let first: Double
  let last: Double

  init(kind: Transition.Kind, direction: Transition.Direction, first: Double, last: Double) {
    self.kind = kind
    self.direction = direction
    self.first = first
    self.last = last
  }

  func state(_ fraction: Double) -> TransitionState {
    TransitionState(
      kind: kind, direction: direction,
      progress: min(max(interpolate(first, last, fraction), 0), 1))
  }
}
