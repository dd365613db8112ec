/// A change of one property through several values.
///
/// Values without ``keyTimes`` are spread evenly. One value alone changes nothing. Instead of
/// values there may be a ``path`` that a point runs along.
open class KeyframeAnimation: PropertyAnimation {
  /// How values between keyframes are found.
  public enum CalculationMode: String, Sendable, Hashable, CaseIterable {
    /// In a straight line from each value to the next.
    case linear
    /// Each value is held until the next one's time.
    case discrete
    /// In straight lines at an even speed; key times and the keyframes' timing functions are
    /// ignored.
    case paced
    /// Along a smooth curve through the values.
    case cubic
    /// Along that curve at an even speed; key times and the keyframes' timing functions are
    /// ignored.
    case cubicPaced
  }

  /// How a layer that runs along a path is turned.
  public enum RotationMode: String, Sendable, Hashable, CaseIterable {
    /// Its x axis points forwards along the path.
    case auto
    /// Its x axis points backwards along the path.
    case autoReverse
  }

  // Kept apart from the property, so that a copy need not be checked again.
  private var keyframes: [Any]?

  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property, such as `"opacity"`, or of a part of one, such as
  /// `"position.x"`.
  public override init(keyPath: String?) { super.init(keyPath: keyPath) }

  /// The values, in order. See ``BasicAnimation`` for the types there may be.
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
          "values of \(diagnosticName) must be of one kind, and there are \(values[0].kindName) and "
            + value.kindName)
      }
      keyframes = newValue
    }
  }

  /// The way that a point, usually `position`, runs along; nil by default. It takes the place of
  /// ``values``.
  ///
  /// The start and the end of each line and curve are the keyframes; between them the curve's
  /// own parameter runs evenly, and with a paced mode the way does. A move is a jump that takes
  /// no time. Cubic calculation is linear here, since the path is its own curve.
  public var path: Path? {
    willSet { willChange() }
  }

  /// How a layer whose `position` runs along ``path`` is turned; nil, the default, is not at
  /// all.
  ///
  /// The rotation is applied after the layer's own `transform`.
  public var rotationMode: RotationMode? {
    willSet { willChange() }
  }

  /// The time at which each value is reached, as a part of the duration; nil, the default, or none
  /// spreads them evenly.
  ///
  /// With ``CalculationMode/discrete`` there is one time more than values: value *i* is held from
  /// time *i* to the next. A path has one time more than lines and curves. If the counts do not
  /// fit, the values and times that pair up are used.
  ///
  /// Times are used as given, neither sorted nor clamped to 0...1: the segment is the last one whose
  /// time is not after now. Before its time a segment shows its first value, and past its end its
  /// last one.
  ///
  /// - Precondition: Finite.
  public var keyTimes: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  /// The curve from each value to the next; missing ones are even. Only for linear and cubic
  /// calculation.
  public var timingFunctions: [TimingFunction]? {
    willSet { willChange() }
  }

  /// How values between keyframes are found; linear by default.
  public var calculationMode = CalculationMode.linear {
    willSet { willChange() }
  }

  /// How tight the curve is at each value: 1 is tight, 0 (also for a missing one) is round, and
  /// below it is loose. Only for cubic calculation.
  ///
  /// - Precondition: Finite.
  public var tensionValues: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  /// How sharp the corner at each value is; 0, also for a missing one, is none. Only for cubic
  /// calculation.
  ///
  /// - Precondition: Finite.
  public var continuityValues: [Double]? {
    willSet { willChange(toNumbers: newValue) }
  }

  /// Whether the curve bends before each value (above 0) or after it (below 0). Only for cubic
  /// calculation.
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
        "\(name) of \(diagnosticName) must be finite, and number \(index) is \(number)")
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

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "calculationMode": CalculationMode.linear
    default: super.defaultValue(forKey: key)
    }
  }

  override func makeRecords(
    timing: TimingParameters, within groups: [AnimationRecord.Level]
  ) -> [AnimationRecord] {
    if let path { return records(along: path, timing: timing, within: groups) }
    let values = (keyframes ?? []).map { animatable($0, named: "values") }
    let source = KeyframeSource(
      values: values, keyTimes: keyTimes, functions: timingFunctions ?? [], mode: calculationMode,
      shape: { index in
        SplineShape(
          tension: Self.number(self.tensionValues, index),
          continuity: Self.number(self.continuityValues, index),
          bias: Self.number(self.biasValues, index))
      })
    return records(
      timing: timing, within: groups, source: source.map { .keyframes($0) } ?? .nothing)
  }

  private func records(
    along path: Path, timing: TimingParameters, within groups: [AnimationRecord.Level]
  ) -> [AnimationRecord] {
    guard
      let source = PathSource(
        path: path, keyTimes: keyTimes, functions: timingFunctions ?? [], mode: calculationMode,
        component: keyPath.flatMap { AnimationKeyPath($0).component })
    else { return records(timing: timing, within: groups, source: .nothing) }
    var records = records(timing: timing, within: groups, source: .path(source))
    if let rotationMode, keyPath == "position" {
      records.append(
        AnimationRecord(
          timing: timing, function: timingFunction, groups: groups,
          keyPath: AnimationKeyPath("transform"), isAdditive: false, isCumulative: false,
          source: .pathRotation(source, offset: rotationMode == .auto ? 0 : .pi)))
    }
    return records
  }

  private static func number(_ numbers: [Double]?, _ index: Int) -> Double {
    guard let numbers, index < numbers.count else { return 0 }
    return numbers[index]
  }
}
