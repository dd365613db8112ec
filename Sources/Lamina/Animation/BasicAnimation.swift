/// A change of one property from a value to another.
///
/// The ends are determined by up to two of three values. A missing end is the underlying value at
/// each moment: the layer's own with earlier animations applied.
///
/// | set | runs |
/// |---|---|
/// | from, to | from `fromValue` to `toValue` |
/// | from, by | from `fromValue` to `fromValue + byValue` |
/// | by, to | from `toValue - byValue` to `toValue` |
/// | from | from `fromValue` to the current value |
/// | to | from the current value to `toValue` |
/// | by | from the current value to current + `byValue` |
///
/// With none of them nothing changes, and with all three `byValue` is ignored. An additive
/// animation takes 0 (or the identity) as the current value, since its value is added to that.
///
/// A value may be any number, `Bool`, `CGPoint`, `CGSize`, `CGRect`, ``Transform2D``,
/// ``Transform3D``, ``Color``, ``Bitmap``, ``Path``, or an array of numbers or colors. Setting a
/// value of another type, or a number that is not finite, is a mistake of the caller and traps.
open class BasicAnimation: PropertyAnimation {
  /// A value, both as given and as interpreted.
  ///
  /// Copies of the animation share it.
  private final class End {
    /// The value as given, or nil if the engine created it.
    let given: Any?
    let value: AnimatableValue

    init(given: Any?, value: AnimatableValue) {
      self.given = given
      self.value = value
    }

    var userValue: Any? { given ?? value.userValue }
  }

  private var from: End?
  private var to: End?
  private var by: End?

  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property, such as `"opacity"`, or of a part of one, such as
  /// `"position.x"`.
  public override init(keyPath: String?) { super.init(keyPath: keyPath) }

  /// Creates an animation that starts from a value; from the current one if that is `none`.
  convenience init(keyPath: String, from value: AnimatableValue) {
    self.init(keyPath: keyPath)
    if value != AnimatableValue.none { from = End(given: nil, value: value) }
  }

  private func end(_ value: Any?, named name: String = #function) -> End? {
    willChange(name)
    return value.map { End(given: $0, value: animatable($0, named: name)) }
  }

  /// The value at which the change starts.
  ///
  /// - Precondition: A value that can be animated and is finite, or nil.
  public var fromValue: Any? {
    get { from?.userValue }
    set { from = end(newValue) }
  }

  /// The value at which the change ends.
  ///
  /// - Precondition: A value that can be animated and is finite, or nil.
  public var toValue: Any? {
    get { to?.userValue }
    set { to = end(newValue) }
  }

  /// The amount by which the value changes.
  ///
  /// - Precondition: A value that can be animated and is finite, or nil.
  public var byValue: Any? {
    get { by?.userValue }
    set { by = end(newValue) }
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? BasicAnimation else { return }
    from = other.from
    to = other.to
    by = other.by
  }

  /// The three values combined into the ends of the change.
  final var ends: AnimationEnds {
    AnimationEnds(from: from?.value, to: to?.value, by: by?.value, isAdditive: isAdditive)
  }

  override func makeCommittedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] {
    committedAnimations(timing: timing, within: groups, source: .basic(BasicSource(ends: ends)))
  }
}
