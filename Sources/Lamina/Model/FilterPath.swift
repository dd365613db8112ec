import Foundation

/// A key path to a value of a filter: `filters.myBlur.inputRadius`.
struct FilterPath {
  let list: LayerKey
  /// The filter's name.
  let name: Substring
  /// The filter's key.
  let key: String

  /// Nil for any other key path. The filter's name may have dots in it.
  init?(_ keyPath: String) {
    guard keyPath.utf8.first == UInt8(ascii: "f") || keyPath.utf8.first == UInt8(ascii: "b"),
      let first = keyPath.firstIndex(of: "."), let last = keyPath.lastIndex(of: "."), first < last,
      let list = LayerKey(rawValue: String(keyPath[..<first])),
      list == .filters || list == .backgroundFilters
    else { return nil }
    self.list = list
    name = keyPath[keyPath.index(after: first)..<last]
    key = String(keyPath[keyPath.index(after: last)...])
  }

  /// The filters that it leads to.
  private var filters: WritableKeyPath<LayerEffects, [Filter]> {
    list == .filters ? \.filters : \.backgroundFilters
  }

  /// The value; nil where no filter has the name, or the first that has it no such key.
  func value(in effects: LayerEffects) -> AnimatableValue? {
    effects[keyPath: filters].first { $0.name == String(name) }?.value(of: key)
  }

  /// Sets the value, to one of the same kind.
  func setValue(_ value: AnimatableValue, in effects: inout LayerEffects) {
    guard let index = effects[keyPath: filters].firstIndex(where: { $0.name == String(name) })
    else { return }
    effects[keyPath: filters][index].setValue(value, of: key)
  }
}

extension Layer {
  /// Sets a value of a filter. A change runs the action of the whole key path.
  final func setFilterValue(_ value: AnimatableValue, at path: FilterPath, _ keyPath: String) {
    precondition(
      value.isFinite,
      "\(diagnosticName): \(keyPath) must be finite, and \(Readable.text(value)) is not")
    var effects = core.pointee.values.effects
    path.setValue(value, in: &effects)
    if effects == core.pointee.values.effects { return }
    requireModel(keyPath)
    let isAsked =
      core.pointee.status.contains(.live)
      && !TransactionStack.currentHot.pointee.disablesActions
    let action = isAsked ? self.action(forKey: keyPath) : nil
    Transaction.run(disableActions: true) {
      filters = effects.filters
      backgroundFilters = effects.backgroundFilters
    }
    if let action { run(action, forKey: keyPath) }
  }
}
