import Foundation

/// What a kind of layer adds to the properties of every layer: the values of one of the engine's
/// own subclasses of ``Layer``.
///
/// It stands among a layer's rare values, so that a kind's properties are committed, presented,
/// animated and compared as all others are. It is kept behind a reference.
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

  /// The value of one of the kind's properties that animations can change; nil for another name.
  func animatableValue(of property: String) -> AnimatableValue? {
    switch self {
    case .shape(let values): values.animatableValue(of: property)
    case .gradient(let values): values.animatableValue(of: property)
    case .emitter(let values): values.animatableValue(of: property)
    case .replicator(let values): values.animatableValue(of: property)
    case .tiled: nil
    }
  }

  /// The value of one of the kind's properties that animations cannot change; nil for another
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

  /// Gives one of the kind's properties a value whose numbers are finite. A word that says nothing
  /// stands for the property's default.
  ///
  /// - Returns: false if the value is not one that the property can have.
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

  /// Whether what is seen of the layer follows its time, without any animation.
  var followsTime: Bool {
    if case .emitter = self { true } else { false }
  }

  /// Whether it looks different from moment to moment.
  var isMoving: Bool {
    if case .emitter(let values) = self { values.isEmitting } else { false }
  }

  /// Whether one of the kind's properties may be nil.
  func isOptional(_ property: String) -> Bool {
    switch self {
    case .shape: ShapeValues.optionalProperties.contains(property)
    case .gradient: GradientValues.optionalProperties.contains(property)
    case .emitter: EmitterValues.optionalProperties.contains(property)
    case .replicator: ReplicatorValues.optionalProperties.contains(property)
    case .tiled: false
    }
  }

  /// What an implicit animation of one of the kind's properties runs from; nil where a change
  /// starts none, and where there is nothing yet to run from.
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

/// A kind's values: its properties by name.
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
  /// Makes a new layer one of a kind, by the rare values that all new layers of it share.
  final func beginAs(_ box: RareBox) {
    core.pointee.values.rare = box
    core.pointee.rareBox = Unmanaged.passUnretained(box)
  }

  /// Sets one of the kind's properties by its name.
  final func setKindProperty(_ property: String, to value: PropertyValue) {
    guard var kind = core.pointee.values.rareValues.kind,
      let key = LayerKey(rawValue: String(property.prefix { $0 != "." }))
    else { return }
    if case .value(let number) = value {
      require(
        number.isFinite,
        "\(diagnosticName): \(property) must be finite, and \(Readable.text(number)) is not")
    }
    require(
      kind.take(value, for: property),
      "\(diagnosticName): \(property) cannot be \(Readable.text(value))")
    setRare(\.kind, kind, key)
  }

  /// Sets one of the kind's properties from what a user wrote.
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
  /// The value as the user writes it.
  var userValue: Any? {
    switch self {
    case .word(let word): word
    case .value(let value): value.userValue
    case .cells(let cells): cells.map { $0.map { EmitterCell($0) } }
    }
  }
}

extension RareBox {
  /// The rare values of a new layer of a kind.
  convenience init(kind: KindValues) {
    var values = RareValues.defaults
    values.kind = kind
    self.init(values)
  }
}
