import Foundation

/// The value of any property, animatable or not, for comparing and printing.
package enum PropertyValue: Equatable {
  /// The name of a case of an enumerated property; empty for nil.
  case word(String)
  case value(AnimatableValue)
  /// A value that animations neither change nor look into, such as filters or the cells of an
  /// emitter; nil if there is none.
  case object(Any?)

  /// Compares bitmaps by identity, not by their pixels, as setters and damage tracking do.
  package static func == (a: PropertyValue, b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.word(let a), .word(let b)): a == b
    case (.object(let a?), .object(let b?)): (a as? any Equatable)?.equals(b) ?? false
    case (.object(let a), .object(let b)): a == nil && b == nil
    case (.value(.bitmap(let a)), .value(.bitmap(let b))): a.storage === b.storage
    case (.value(.crossfade(let a)), .value(.crossfade(let b))):
      a.progress == b.progress && a.from?.storage === b.from?.storage
        && a.to?.storage === b.to?.storage
    case (.value(let a), .value(let b)): a == b
    default: false
    }
  }
}

extension Equatable {
  /// Returns true if the value equals one of any type.
  fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}

extension LayerValues {
  /// Returns the value of a property; nil for keys of events, and for properties that the layer does
  /// not have.
  func value(of key: LayerKey) -> PropertyValue? { properties[key]?.read(self) }

  /// Returns the properties that differ, in the order of their keys.
  func keysThatDiffer(from other: LayerValues) -> [LayerKey] {
    if storesTheSame(as: other) { return [] }
    return properties.all.filter { $0.read(self) != $0.read(other) }.map(\.key)
  }

  /// Returns true if the stored properties are equal, in a fraction of the time in which all
  /// properties are read; false may mean only that a rare one was set to what it was.
  private func storesTheSame(as other: LayerValues) -> Bool {
    rare === other.rare && bounds == other.bounds && position == other.position
      && anchorPoint == other.anchorPoint && backgroundPixel == other.backgroundPixel
      && opacity == other.opacity && flags == other.flags
      && backgroundColor == other.backgroundColor && contents?.storage === other.contents?.storage
  }
}

extension Readable {
  static func text(_ value: PropertyValue) -> String {
    switch value {
    case .word(let word): word.isEmpty ? "nil" : word
    case .value(let value): text(value)
    case .object(let cells as [EmitterCellValues]): count(cells.count, "cell")
    case .object(let filters as [Filter]): filters.map { "\($0.effect)" }.joined(separator: ", ")
    case .object(let text as String): text.debugDescription.escaped
    case .object(let object?): "\(object)".escaped
    case .object(nil): "nil"
    }
  }
}
