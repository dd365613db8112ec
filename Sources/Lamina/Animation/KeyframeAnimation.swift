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

  private var keyframes: [Any]?
  private var motion: Path?
  private var rotation: RotationMode?
  private var times: [Double]?
  private var functions: [TimingFunction]?
  private var mode = CalculationMode.linear
  private var tensions: [Double]?
  private var continuities: [Double]?
  private var biases: [Double]?

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
      willChange("values")
      let values = (newValue ?? []).map { animatable($0, named: "values") }
      for value in values {
        precondition(
          value.matching(values[0]) != nil,
          "the values of a keyframe animation must be of one kind, and there are "
            + "\(values[0].kindName) and \(value.kindName)")
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
    get { motion }
    set {
      willChange("path")
      motion = newValue
    }
  }

  /// How a layer whose `position` runs along ``path`` is turned; nil, the default, is not at
  /// all.
  ///
  /// The rotation is applied after the layer's own `transform`.
  public var rotationMode: RotationMode? {
    get { rotation }
    set {
      willChange("rotationMode")
      rotation = newValue
    }
  }

  /// When each value is reached, as parts of the duration from 0 to 1, ascending; nil, the
  /// default, or none spreads them evenly.
  ///
  /// With ``CalculationMode/discrete`` there is one time more than values: value *i* is held from
  /// time *i* to the next. A path has one time more than lines and curves. If the counts do not fit, the values and times that pair up are used.
  /// Times are clamped to 0...1, and one that is less than the one before counts as equal to it.
  ///
  /// - Precondition: Not NaN.
  public var keyTimes: [Double]? {
    get { times }
    set {
      willChange("keyTimes")
      check(newValue, named: "keyTimes")
      times = newValue
    }
  }

  /// The curve from each value to the next; missing ones are even. Only for linear and cubic
  /// calculation.
  public var timingFunctions: [TimingFunction]? {
    get { functions }
    set {
      willChange("timingFunctions")
      functions = newValue
    }
  }

  /// How values between keyframes are found; linear by default.
  public var calculationMode: CalculationMode {
    get { mode }
    set {
      willChange("calculationMode")
      mode = newValue
    }
  }

  /// How tight the curve is at each value: 1 is tight, 0 (also for a missing one) is round, and
  /// below it is loose. Only for cubic calculation.
  ///
  /// - Precondition: Not NaN.
  public var tensionValues: [Double]? {
    get { tensions }
    set {
      willChange("tensionValues")
      check(newValue, named: "tensionValues")
      tensions = newValue
    }
  }

  /// How sharp the corner at each value is; 0, also for a missing one, is none. Only for cubic
  /// calculation.
  ///
  /// - Precondition: Not NaN.
  public var continuityValues: [Double]? {
    get { continuities }
    set {
      willChange("continuityValues")
      check(newValue, named: "continuityValues")
      continuities = newValue
    }
  }

  /// Whether the curve bends before each value (above 0) or after it (below 0). Only for cubic
  /// calculation.
  ///
  /// - Precondition: Not NaN.
  public var biasValues: [Double]? {
    get { biases }
    set {
      willChange("biasValues")
      check(newValue, named: "biasValues")
      biases = newValue
    }
  }

  private func check(_ numbers: [Double]?, named name: String) {
    for (index, number) in (numbers ?? []).enumerated() {
      precondition(
        !number.isNaN, "\(name) of a keyframe animation must be numbers, and \(index) is NaN")
    }
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? KeyframeAnimation else { return }
    keyframes = other.keyframes
    motion = other.motion
    rotation = other.rotation
    times = other.times
    functions = other.functions
    mode = other.mode
    tensions = other.tensions
    continuities = other.continuities
    biases = other.biases
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
    if let motion { return records(along: motion, timing: timing, within: groups) }
    let values = (keyframes ?? []).map { animatable($0, named: "values") }
    let source = KeyframeSource(
      values: values, keyTimes: times, functions: functions ?? [], mode: mode,
      shape: { index in
        SplineShape(
          tension: Self.number(self.tensions, index),
          continuity: Self.number(self.continuities, index),
          bias: Self.number(self.biases, index))
      })
    return records(
      timing: timing, within: groups, source: source.map { .keyframes($0) } ?? .nothing)
  }

  private func records(
    along path: Path, timing: TimingParameters, within groups: [AnimationRecord.Level]
  ) -> [AnimationRecord] {
    guard
      let source = PathSource(
        path: path, keyTimes: times, functions: functions ?? [], mode: mode)
    else { return records(timing: timing, within: groups, source: .nothing) }
    var records = records(timing: timing, within: groups, source: .path(source))
    if let rotation, keyPath == "position" {
      records.append(
        AnimationRecord(
          timing: timing, function: timingFunction, groups: groups,
          keyPath: AnimationKeyPath("transform"), isAdditive: false, isCumulative: false,
          source: .pathRotation(source, offset: rotation == .auto ? 0 : .pi)))
    }
    return records
  }

  private static func number(_ numbers: [Double]?, _ index: Int) -> Double {
    guard let numbers, index < numbers.count else { return 0 }
    return numbers[index]
  }
}
