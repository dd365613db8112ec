/// A change of a layer's whole picture from what it was to what it becomes.
///
/// The old picture is the layer with all below it as the last committed tree shows it at the time
/// of the commit that begins the transition; it stands still. It keeps to the top left corner of
/// the layer's bounds, and the layer's place, transform and opacity act on both pictures. Neither
/// is cut off at the bounds where the layer itself is not.
///
/// A layer has at most one transition: it is always kept under the key `transition`.
open class Transition: Animation {
  /// How the new picture takes the old one's place.
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

  /// From which side the motion comes. Top is where y is least.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case fromLeft, fromRight, fromTop, fromBottom
  }

  /// Creates a fade.
  public required init() {}

  /// How the new picture takes the old one's place; a fade by default.
  public var type = Kind.fade {
    willSet { willChange() }
  }

  /// From which side the motion comes; nil, the default, is from the left. A fade has none.
  public var subtype: Direction? {
    willSet { willChange() }
  }

  /// At which part of the change it begins, 0 by default. Clamped to 0...1 when it is drawn; one
  /// above ``endProgress`` runs the change backwards.
  ///
  /// - Precondition: Finite.
  public var startProgress: Float = 0 {
    willSet { willChange(toPart: newValue) }
  }

  /// At which part of the change it ends, 1 by default. Clamped to 0...1 when it is drawn.
  ///
  /// - Precondition: Finite.
  public var endProgress: Float = 1 {
    willSet { willChange(toPart: newValue) }
  }

  private func willChange(toPart part: Float, named name: String = #function) {
    require(part.isFinite, "\(name) of \(diagnosticName) must be finite, and it is \(part)")
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

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "type": Kind.fade
    case "endProgress": Float(1)
    default: super.defaultValue(forKey: key)
    }
  }

  override var fixedKey: String? { "transition" }

  override func makeRecords(
    timing: TimingParameters, within groups: [AnimationRecord.Level]
  ) -> [AnimationRecord] {
    let source = TransitionSource(
      kind: type, direction: subtype ?? .fromLeft, first: Double(startProgress),
      last: Double(endProgress))
    return [
      AnimationRecord(
        timing: timing, function: timingFunction, groups: groups,
        keyPath: AnimationKeyPath("transition"), isAdditive: false, isCumulative: false,
        source: .transition(source))
    ]
  }
}

/// How far a transition is at some time.
struct TransitionState: Sendable, Equatable {
  var kind: Transition.Kind
  var direction: Transition.Direction
  /// 0 shows the old picture, 1 the new one.
  var progress: Double
}

/// What a transition does.
final class TransitionSource: Sendable {
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
