/// A change of one property from a value to another.
///
/// The ends come from up to two of three values; what is missing is taken from the value
/// underneath, that is, the layer's own with earlier animations on top, at each moment.
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
/// animation takes 0 (or the identity) for the current value, since its value is added to that.
///
/// A value may be any number, `Bool`, `CGPoint`, `CGSize`, `CGRect`, ``Transform2D``,
/// ``Transform3D``, ``Color``, ``Bitmap``, ``Path``, or an array of numbers or colors. Setting another type,
/// or a number that is not finite, is a mistake of the caller and traps.
open class BasicAnimation: PropertyAnimation {
  // Kept apart from the properties, so that a copy need not be checked again.
  private var from: Any?
  private var to: Any?
  private var by: Any?

  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property, such as `"opacity"`, or of a part of one, such as
  /// `"position.x"`.
  public override init(keyPath: String?) { super.init(keyPath: keyPath) }

  /// Where the change starts.
  ///
  /// - Precondition: A value that can be animated and is finite, or nil.
  public var fromValue: Any? {
    get { from }
    set {
      willChange(to: newValue)
      from = newValue
    }
  }

  /// Where the change ends.
  ///
  /// - Precondition: A value that can be animated and is finite, or nil.
  public var toValue: Any? {
    get { to }
    set {
      willChange(to: newValue)
      to = newValue
    }
  }

  /// How much the value changes.
  ///
  /// - Precondition: A value that can be animated and is finite, or nil.
  public var byValue: Any? {
    get { by }
    set {
      willChange(to: newValue)
      by = newValue
    }
  }

  private func willChange(to value: Any?, named name: String = #function) {
    willChange(name)
    _ = animatable(value, named: name)
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? BasicAnimation else { return }
    from = other.from
    to = other.to
    by = other.by
  }

  /// The three values as ends of a change.
  final var ends: AnimationEnds {
    AnimationEnds(
      from: from.map { animatable($0, named: "fromValue") },
      to: to.map { animatable($0, named: "toValue") },
      by: by.map { animatable($0, named: "byValue") }, isAdditive: isAdditive)
  }

  override func makeRecords(
    timing: TimingParameters, within groups: [AnimationRecord.Level]
  ) -> [AnimationRecord] {
    records(timing: timing, within: groups, source: .basic(BasicSource(ends: ends)))
  }
}
