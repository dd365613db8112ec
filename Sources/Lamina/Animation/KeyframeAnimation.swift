/// An animation of one property through several values.
///
/// Values without ``keyTimes`` are evenly spaced. A single value changes nothing. Instead of values
/// there may be a ``path`` for a point to follow.
open class KeyframeAnimation: PropertyAnimation {
  /// The interpolation between keyframes.
  public enum CalculationMode: String, Sendable, Hashable, CaseIterable {
    /// Interpolates linearly from each value to the next.
    case linear
    /// Holds each value until the next one's time.
    case discrete
    /// Interpolates linearly at a constant speed; key times and the keyframes' timing functions are
    /// ignored.
    case paced
    /// Interpolates along a smooth curve through the values.
    case cubic
    /// Interpolates along that curve at a constant speed; key times and the keyframes' timing
    /// functions are ignored.
    case cubicPaced
  }

  /// The orientation of a layer that follows a path.
  public enum RotationMode: String, Sendable, Hashable, CaseIterable {
    /// The layer's x axis points forwards along the path.
    case auto
    /// The layer's x axis points backwards along the path.
    case autoReverse
  }

  // Separate from the property, so that a copy need not be validated again.
  private var keyframes: [Any]?

  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property, such as `"opacity"`, or of a part of one, such as
  /// `"position.x"`.
  public override init(keyPath: String?) { super.init(keyPath: keyPath) }

  /// The values, in order. See ``BasicAnimation`` for the supported types.
  ///
  /// - Precondition: Values that can be animated and are finite, all of one kind.
  public var values: [Any]? {
    get { keyframes }
    set {
      willChange()
      let values = (newValue ?? []).map { animatable($0, named: "values") }
      for value in values {
        require(
          value.matching(values[0]) != nil,
          "values of \(diagnosticName) must be of one kind, not \(values[0].kindName) and "
            + value.kindName)
      }
      keyframes = newValue
    }
  }

  /// The path that a point, usually `position`, follows; nil by default. It takes precedence over
  /// ``values``.
  ///
  /// The ends of the lines and curves are the keyframes; between them the curve's own parameter
  /// advances evenly or, in a paced mode, the arc length. A move is a jump that takes no time. The
  /// cubic modes do not smooth further, since the path is its own curve.
  public var path: Path? {
    willSet { willChange() }
  }

  /// The orientation of a layer whose `position` follows ``path``; nil, the default, does not
  /// rotate it.
  ///
  /// The rotation is applied after the layer's own `transform`.
  public var rotationMode: RotationMode? {
    willSet { willChange() }
  }

  /// The time at which each value is reached, as a fraction of the duration; nil, the default, or
  /// an empty array spaces them evenly.
  ///
  /// With ``CalculationMode/discrete`` there is one time more than values: value *i* is held from
  /// time *i* to the next. A path has one time more than lines and curves. If the counts do not
  /// match, the values and times that pair up are used.
  ///
  /// Times are used as given, neither sorted nor clamped to 0...1: the current segment is the last
  /// one whose time is not in the future. Before its time a segment shows its first value, and past
  /// its end its last one.
  ///
  /// - Precondition: Finite.
  public var keyTimes: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  /// The timing function from each value to the next; missing ones are linear. Used only for linear
  /// and cubic calculation.
  public var timingFunctions: [TimingFunction]? {
    willSet { willChange() }
  }

  /// The interpolation between keyframes; linear by default.
  public var calculationMode = CalculationMode.linear {
    willSet { willChange() }
  }

  /// The tension of the curve at each value: 1 is tight, 0 (also for a missing one) is round, and a
  /// negative one is loose. Used only for cubic calculation.
  ///
  /// - Precondition: Finite.
  public var tensionValues: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  /// The sharpness of the corner at each value; 0, also for a missing one, is smooth. Used only for
  /// cubic calculation.
  ///
  /// - Precondition: Finite.
  public var continuityValues: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  /// The bias of the curve at each value: above 0 it bends before the value, below 0 after it. Used
  /// only for cubic calculation.
  ///
  /// - Precondition: Finite.
  public var biasValues: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  private func willChange(toNumbers numbers: [Double]?, named name: String = #function) {
    willChange(name)
    for (index, number) in (numbers ?? []).enumerated() {
      require(
        number.isFinite,
        "\(name) of \(diagnosticName) must be finite, not \(number) at index \(index)")
    }
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? KeyframeAnimation else { return }
    keyframes = other.keyframes
    path = other.path
    rotationMode = other.rotationMode
    keyTimes = other.keyTimes
    timingFunctions = other.timingFunctions
    calculationMode = other.calculationMode
    tensionValues = other.tensionValues
    continuityValues = other.continuityValues
    biasValues = other.biasValues
  }

  override func makeCommittedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] {
    if let path { return committedAnimations(along: path, timing: timing, within: groups) }
    let values = (keyframes ?? []).map { animatable($0, named: "values") }
    let source = KeyframeSource(
      values: values, keyTimes: keyTimes, functions: timingFunctions ?? [], mode: calculationMode,
      shape: { index in
        SplineShape(
          tension: Self.number(self.tensionValues, index),
          continuity: Self.number(self.continuityValues, index),
          bias: Self.number(self.biasValues, index))
      })
    return committedAnimations(
      timing: timing, within: groups, source: source.map { .keyframes($0) } ?? .nothing)
  }

  private func committedAnimations(
    along path: Path, timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] {
    guard
      let source = PathSource(
        path: path, keyTimes: keyTimes, functions: timingFunctions ?? [], mode: calculationMode,
        component: keyPath.flatMap { AnimationKeyPath($0).component })
    else { return committedAnimations(timing: timing, within: groups, source: .nothing) }
    var committedAnimations = committedAnimations(
      timing: timing, within: groups, source: .path(source))
    if let rotationMode, keyPath == "position" {
      committedAnimations.append(
        CommittedAnimation(
          timing: timing, function: timingFunction, groups: groups,
          keyPath: AnimationKeyPath("transform"), isAdditive: false, isCumulative: false,
          source: .pathRotation(source, offset: rotationMode == .auto ? 0 : .pi)))
    }
    return committedAnimations
  }

  private static func number(_ numbers: [Double]?, _ index: Int) -> Double {
    guard let numbers, index < numbers.count else { return 0 }
    return numbers[index]
  }
}
