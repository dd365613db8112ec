import Foundation

/// The properties that one of the engine's subclasses of ``Layer`` adds to those of every layer.
///
/// They are stored among a layer's rare values, so that a kind's properties are committed,
/// presented, animated and compared like all others. They are boxed.
indirect enum KindValues: Sendable, Equatable {
  case shape(ShapeValues)
  case gradient(GradientValues)
  case emitter(EmitterValues)
  case tiled(TiledValues)
  case replicator(ReplicatorValues)

  /// The values of a new layer of the same kind.
  var defaults: KindValues {
    switch self {
    case .shape: .shape(ShapeValues())
    case .gradient: .gradient(GradientValues())
    case .emitter: .emitter(EmitterValues())
    case .tiled: .tiled(TiledValues())
    case .replicator: .replicator(ReplicatorValues())
    }
  }

  /// Returns the value of one of the kind's animatable properties, or nil for another name.
  func animatableValue(of property: String) -> AnimatableValue? {
    switch self {
    case .shape(let values): values.animatableValue(of: property)
    case .gradient(let values): values.animatableValue(of: property)
    case .emitter(let values): values.animatableValue(of: property)
    case .replicator(let values): values.animatableValue(of: property)
    case .tiled: nil
    }
  }

  /// Returns the value of one of the kind's properties that are not animatable, or nil for another
  /// name.
  func fixedValue(of property: String) -> PropertyValue? {
    switch self {
    case .shape(let values): values.fixedValue(of: property)
    case .gradient(let values): values.fixedValue(of: property)
    case .emitter(let values): values.fixedValue(of: property)
    case .replicator(let values): values.fixedValue(of: property)
    case .tiled: nil
    }
  }

  /// Sets one of the kind's properties to a value whose numbers are finite. An unknown word selects
  /// the property's default.
  ///
  /// - Returns: false if the property cannot have the value.
  mutating func take(_ value: PropertyValue, for property: String) -> Bool {
    switch self {
    case .shape(var values):
      defer { self = .shape(values) }
      return values.take(value, for: property)
    case .gradient(var values):
      defer { self = .gradient(values) }
      return values.take(value, for: property)
    case .emitter(var values):
      defer { self = .emitter(values) }
      return values.take(value, for: property)
    case .replicator(var values):
      defer { self = .replicator(values) }
      return values.take(value, for: property)
    case .tiled: return false
    }
  }

  /// True if the layer's appearance depends on its local time even without animations.
  var followsTime: Bool {
    if case .emitter = self { true } else { false }
  }

  /// True if the layer's appearance changes continuously.
  var isMoving: Bool {
    if case .emitter(let values) = self { values.isEmitting } else { false }
  }

  /// Returns true if one of the kind's properties may be nil.
  func isOptional(_ property: String) -> Bool {
    switch self {
    case .shape: ShapeValues.optionalProperties.contains(property)
    case .gradient: GradientValues.optionalProperties.contains(property)
    case .emitter: EmitterValues.optionalProperties.contains(property)
    case .replicator: ReplicatorValues.optionalProperties.contains(property)
    case .tiled: false
    }
  }

  /// Returns the starting value of an implicit animation of one of the kind's properties, or nil if
  /// a change starts none or there is no value yet to start from.
  func implicitBeginning(of key: LayerKey) -> AnimatableValue? {
    let animates =
      switch self {
      case .shape: key != .path
      case .gradient, .emitter, .replicator: true
      case .tiled: false
      }
    guard animates, let value = animatableValue(of: key.rawValue), value != .none else {
      return nil
    }
    return value
  }
}

/// The values of a layer kind, accessible by property name.
protocol LayerKind: Sendable, Equatable {
  /// The properties that may be nil.
  static var optionalProperties: Set<String> { get }

  init()

  /// See ``KindValues/animatableValue(of:)``.
  func animatableValue(of property: String) -> AnimatableValue?
  /// See ``KindValues/fixedValue(of:)``.
  func fixedValue(of property: String) -> PropertyValue?
  /// See ``KindValues/take(_:for:)``.
  mutating func take(_ value: PropertyValue, for property: String) -> Bool
}

extension Layer {
  /// Makes a new layer one of a kind, using the rare values shared by all new layers of the kind.
  final func beginAs(_ box: RareValuesBox) {
    core.pointee.values.rare = box
    core.pointee.rareBox = Unmanaged.passUnretained(box)
  }

  /// Sets one of the kind's properties by name.
  final func setKindProperty(_ property: String, to value: PropertyValue) {
    guard var kind = core.pointee.values.rareValues.kind,
      let key = LayerKey(rawValue: String(property.prefix { $0 != "." }))
    else { return }
    if case .value(let number) = value {
      require(
        number.isFinite,
        "\(diagnosticName): \(property) must be finite, not \(Readable.text(number))")
    }
    require(
      kind.take(value, for: property),
      "\(diagnosticName): \(property) cannot be \(Readable.text(value))")
    setRare(\.kind, kind, key)
  }

  /// Sets one of the kind's properties from a value supplied by the user.
  ///
  /// - Returns: false if the kind has no property of that name.
  final func setKindValue(_ value: Any?, forKey key: String) -> Bool {
    guard let kind = values.rare?.values.kind else { return false }
    if let current = kind.animatableValue(of: key) {
      setKindProperty(key, to: .value(kindValue(value, toReplace: current, named: key)))
      return true
    }
    switch kind.fixedValue(of: key) {
    case nil: return false
    case .cells:
      guard value == nil || value is NSNull || value is [EmitterCell] else {
        refuse("\(diagnosticName): \(key) cannot be \(value!)")
      }
      setKindProperty(key, to: .cells((value as? [EmitterCell])?.map(\.values)))
    case .word:
      let word = value as? String ?? (value as? any RawRepresentable)?.rawValue as? String
      setKindProperty(key, to: .word(word ?? ""))
    case .value(let current):
      setKindProperty(key, to: .value(kindValue(value, toReplace: current, named: key)))
    }
    return true
  }

  private final func kindValue(
    _ value: Any?, toReplace current: AnimatableValue, named key: String
  ) -> AnimatableValue {
    guard let value, !(value is NSNull) else {
      let isOptional = values.rare?.values.kind?.isOptional(key) == true
      return isOptional ? AnimatableValue.none : current.zero
    }
    let given: Any = (value as? String).flatMap(Double.init) ?? value
    guard let result = (try? AnimatableValue(given))?.matching(current) else {
      refuse("\(diagnosticName): \(key) cannot be \(value)")
    }
    return result
  }
}

extension PropertyValue {
  /// The value in its public form.
  var userValue: Any? {
    switch self {
    case .word(let word): word
    case .value(let value): value.userValue
    case .cells(let cells): cells.map { $0.map { EmitterCell($0) } }
    }
  }
}

extension RareValuesBox {
  /// Creates the rare values of a new layer of a kind.
  convenience init(kind: KindValues) {
    var values = RareValues.defaults
    values.kind = kind
    self.init(values)
  }
}
