import Foundation

// Access to properties by name, and to values under custom keys (rules of chapter 16).

extension Layer {
  /// Returns the value of a property by name, or the value stored under a custom key.
  ///
  /// Numbers are returned as `Double`. A custom key without a stored value takes its value from the
  /// ``style``, or else from the class's ``defaultValue(forKey:)``.
  public final func value(forKey key: String) -> Any? {
    if let property = keyedProperty(named: key) { return property.userValue(self) }
    if let value = values.value(at: key) { return value.userValue }
    return storage.sideTable?.keyedValues[key] ?? unsetValue(forKey: key)
  }

  /// Returns the value of a property or of a component of it: `position`, `position.x`,
  /// `bounds.size.width`, `transform.rotation.z`. Any other key path is used as a key.
  public final func value(forKeyPath keyPath: String) -> Any? {
    let path = AnimationKeyPath(keyPath)
    guard let component = path.component,
      let whole = property(named: path.property) ?? ownAnimatableValue(forKey: path.property)
    else { return value(forKey: keyPath) }
    return component.read(from: whole)?.userValue
  }

  /// Sets a property by name, or stores a value under a custom key.
  ///
  /// A string that represents a number is converted to it. Nil, or `NSNull`, sets an optional
  /// property to nil, a number to 0, a Boolean to false, and any other value to its zero; the
  /// properties of `TextLayer` that are not optional have their defaults again. A change under a
  /// custom key looks up the action for the key, and marks the layer as needing display if the class's
  /// ``needsDisplay(forKey:)`` is true for it.
  ///
  /// - Precondition: the value of a property is of the property's type, and valid for its setter.
  public final func setValue(_ value: Any?, forKey key: String) {
    if let property = keyedProperty(named: key), let current = property.read(self) {
      if property.isUnset(by: value) { return store(nil, forKey: key) }
      set(property, to: converted(value, toReplace: current, of: property, named: key), key, value)
    } else if let current = values.value(at: key) {
      setValue(converted(value, toReplace: current, named: key), at: key)
    } else {
      store(value, forKey: key)
    }
  }

  /// Sets a property or a component of it; see ``value(forKeyPath:)`` and ``setValue(_:forKey:)``.
  /// Setting a component runs the action for the whole property.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = AnimationKeyPath(keyPath)
    let property = property(named: path.property)
    guard let component = path.component,
      let whole = property ?? ownAnimatableValue(forKey: path.property),
      let part = component.read(from: whole)
    else { return setValue(value, forKey: keyPath) }
    let new = converted(value, toReplace: part, component, named: keyPath)
    guard let changed = component.write(new, into: whole) else { return }
    if property == nil {
      store(changed.userValue, forKey: path.property)
    } else {
      setProperty(path.property, to: changed)
    }
  }

  // MARK: - Custom keys

  /// Stores a value under a custom key, after the search for an action.
  @usableFromInline
  package final func store(_ value: Any?, forKey key: String) {
    requireModel(key)
    let isLive = storage.status.contains(.live)
    let action =
      isLive && !TransactionStack.disablesActions
      ? self.action(forKey: key) : nil
    sideTableWillChange()
    sideTable.keyedValues[key] = value
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    if let action { run(action, forKey: key) }
  }

  /// Returns the value of a key in a style or in its nested styles.
  static func value(in style: [String: Any]?, forKey key: String) -> Any? {
    var style = style
    while let current = style {
      if let value = current[key] { return value }
      style = current["style"] as? [String: Any]
    }
    return nil
  }

  // MARK: - Properties

  /// Returns the property of a name.
  private final func keyedProperty(named key: String) -> KeyedProperty? {
    if let property = KeyedProperty.table[key] {
      return property.read(self) == nil ? nil : property
    }
    return values.properties[key].map(KeyedProperty.init) ?? type(of: self).ownProperty(key)
  }

  /// Returns the current value of a property or of a filter or cell at a key path, to be changed in
  /// part.
  private final func property(named key: String) -> AnimatableValue? {
    guard let property = keyedProperty(named: key) else { return values.value(at: key) }
    if case .value(let value)? = property.read(self) { return value }
    return nil
  }

  private final func setProperty(_ key: String, to value: AnimatableValue) {
    if let property = keyedProperty(named: key) {
      set(property, to: .value(value), key, value.userValue)
    } else {
      setValue(value, at: key)
    }
  }

  private final func set(
    _ property: KeyedProperty, to value: PropertyValue, _ key: String, _ given: Any?
  ) {
    if case .value(let value) = value {
      require(
        value.isFinite, "\(diagnosticName): \(key) must be finite, not \(Readable.text(value))")
    }
    if !property.assign(self, value) {
      refuse("\(diagnosticName): \(key) cannot be \(given ?? "nil")")
    }
  }

  /// Sets the value of a filter or of an emitter's cell at a key path.
  private final func setValue(_ value: AnimatableValue, at keyPath: String) {
    if let path = FilterPath(keyPath) { return setFilterValue(value, at: path, keyPath) }
    require(
      value.isFinite, "\(diagnosticName): \(keyPath) must be finite, not \(Readable.text(value))")
    var values = values
    require(
      values.setValue(value, at: keyPath),
      "\(diagnosticName): \(keyPath) cannot be \(Readable.text(value))")
    setRare(\.kind, values.rareValues.kind, .emitter(.emitterCells), finite: true)
  }

  /// Converts a given value to one of the type of a property's current one.
  private final func converted(
    _ value: Any?, toReplace current: PropertyValue, of property: KeyedProperty, named key: String
  ) -> PropertyValue {
    guard let result = current.replaced(by: value, isOptional: property.isOptional) else {
      refuse("\(diagnosticName): \(key) cannot be \(value ?? "nil")")
    }
    return result
  }

  private final func converted(
    _ value: Any?, toReplace current: AnimatableValue, _ component: KeyPathComponent? = nil,
    named key: String
  ) -> AnimatableValue {
    guard let result = current.replaced(by: value, component) else {
      refuse("\(diagnosticName): \(key) cannot be \(value ?? "nil")")
    }
    return result
  }
}

extension PropertyValue {
  /// Returns a value that the user gives, in the form of this one; nil if it has another type.
  func replaced(by value: Any?, isOptional: Bool) -> PropertyValue? {
    switch self {
    case .word:
      .word(value as? String ?? (value as? any RawRepresentable)?.rawValue as? String ?? "")
    case .object: .object(value is NSNull ? nil : value)
    case .value(let current):
      current.replaced(by: value, isOptional: isOptional).map { .value($0) }
    }
  }
}

extension AnimatableValue {
  fileprivate func replaced(
    by value: Any?, _ component: KeyPathComponent? = nil, isOptional: Bool = false
  ) -> AnimatableValue? {
    guard let value, !(value is NSNull) else { return isOptional ? AnimatableValue.none : zero }
    var given = value
    if let text = value as? String, let number = Double(text) { given = number }
    guard let new = try? AnimatableValue(given) else { return nil }
    return (component?.normalized(new) ?? new).matching(self)
  }
}
