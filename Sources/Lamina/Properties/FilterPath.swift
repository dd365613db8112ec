import Foundation

/// A key path to a value of a filter: `filters.myBlur.inputRadius`.
struct FilterPath {
  let list: CommonKey
  /// The filter's name.
  let name: Substring
  /// The filter's key.
  let key: String

  /// Creates the path, or returns nil for any other key path. The filter's name may contain dots.
  init?(_ keyPath: String) {
    guard keyPath.utf8.first == UInt8(ascii: "f") || keyPath.utf8.first == UInt8(ascii: "b"),
      let first = keyPath.firstIndex(of: "."), let last = keyPath.lastIndex(of: "."), first < last,
      let list = CommonKey(rawValue: String(keyPath[..<first])),
      list == .filters || list == .backgroundFilters
    else { return nil }
    self.list = list
    name = keyPath[keyPath.index(after: first)..<last]
    key = String(keyPath[keyPath.index(after: last)...])
  }

  /// The list of filters that the path refers to.
  private var filters: WritableKeyPath<LayerEffects, [Filter]> {
    list == .filters ? \.filters : \.backgroundFilters
  }

  /// Returns the value, or nil if no filter has the name or the first filter of that name lacks the
  /// key.
  func value(in effects: LayerEffects) -> AnimatableValue? {
    effects[keyPath: filters].first { $0.name == String(name) }?.value(of: key)
  }

  /// Sets the value to one of the same kind.
  func setValue(_ value: AnimatableValue, in effects: inout LayerEffects) {
    guard let index = effects[keyPath: filters].firstIndex(where: { $0.name == String(name) })
    else { return }
    effects[keyPath: filters][index].setValue(value, of: key)
  }
}

extension Filter {
  /// Returns the value under a key, or nil for an unknown key.
  func value(of key: String) -> AnimatableValue? {
    if key == "enabled" { return .bool(isEnabled) }
    return effect.input.flatMap { $0.key == key ? .scalar($0.value) : nil }
  }

  /// Sets the value under a key to one of the same kind. Ignores values of another kind.
  mutating func setValue(_ value: AnimatableValue, of key: String) {
    switch value {
    case .bool(let isSet) where key == "enabled": isEnabled = isSet
    case .scalar(let number):
      if let input = effect.input, input.key == key { effect = input.replacing(number) }
    default: break
    }
  }
}

extension Layer {
  /// Sets a value of a filter. A change runs the action of the whole key path.
  final func setFilterValue(_ value: AnimatableValue, at path: FilterPath, _ keyPath: String) {
    require(
      value.isFinite,
      "\(diagnosticName): \(keyPath) must be finite, not \(Readable.text(value))")
    var effects = storage.values.effects
    path.setValue(value, in: &effects)
    if effects == storage.values.effects { return }
    requireModel(keyPath)
    let isAsked =
      storage.status.contains(.live)
      && !TransactionStack.disablesActions
    let action = isAsked ? self.action(forKey: keyPath) : nil
    Transaction.run(disableActions: true) {
      filters = effects.filters
      backgroundFilters = effects.backgroundFilters
    }
    if let action { run(action, forKey: keyPath) }
  }
}
