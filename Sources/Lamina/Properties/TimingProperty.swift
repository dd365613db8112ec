/// The declaration of a property of ``MediaTiming``.
struct TimingProperty: Sendable {
  let key: String
  /// Reads the value.
  let read: @Sendable (TimingParameters) -> PropertyValue
  /// Returns true if the property can have a value.
  let isValid: @Sendable (PropertyValue) -> Bool

  private init<Value: PropertyType>(
    _ key: String, _ storage: KeyPath<TimingParameters, Value> & Sendable,
    where isValid: @escaping @Sendable (Value) -> Bool = { $0.isFinite }
  ) {
    self.key = key
    read = { $0[keyPath: storage].propertyValue }
    self.isValid = { Value.from($0).map(isValid) ?? false }
  }

  /// The eight properties.
  static let all: [TimingProperty] = [
    TimingProperty("beginTime", \.beginTime),
    TimingProperty("duration", \.duration) { !$0.isNaN },
    TimingProperty("speed", \.speed),
    TimingProperty("timeOffset", \.timeOffset),
    TimingProperty("repeatCount", \.repeatCount) { !$0.isNaN },
    TimingProperty("repeatDuration", \.repeatDuration) { !$0.isNaN },
    TimingProperty("autoreverses", \.autoreverses),
    TimingProperty("fillMode", \.fillMode),
  ]
}
