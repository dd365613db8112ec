extension Layer {
  /// Gives properties that were never set the values that the style has for them, and those
  /// that an earlier style had given one their defaults. No actions run (rule 16.5).
  final func applyStyle() {
    guard let sideTable = storage.sideTable else { return }
    let defaults = type(of: self).initialValues
    Transaction.run(disableActions: true) {
      for property in values.properties.all {
        let key = property.key
        // What was set since is no matter of the style any more.
        guard storage.setKeys & key.mask == 0 else {
          sideTable.styledKeys &= ~key.mask
          continue
        }
        if let value = Self.value(in: sideTable.style, forKey: key.rawValue) {
          setValue(value, forKey: key.rawValue)
          sideTable.styledKeys |= key.mask
        } else if sideTable.styledKeys & key.mask != 0 {
          setValue(property.read(defaults).userValue, forKey: key.rawValue)
          sideTable.styledKeys &= ~key.mask
        }
        storage.setKeys &= ~key.mask
      }
    }
  }
}
