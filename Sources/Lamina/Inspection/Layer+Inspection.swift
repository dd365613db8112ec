import Foundation

extension Layer: CustomDebugStringConvertible {
  /// A one-line description of the layer: its class, name and frame in points, then every property
  /// that is not at its default, and in brackets the pending work and changes.
  ///
  ///     Layer "dot" (20, 30, 40, 50), opacity 0.5, backgroundColor #FF8000 [needs layout]
  ///
  /// The values are those of the model; for a copy from ``presentation()``, those of the copy. The
  /// text contains no addresses and is the same on every machine, so tests may compare it.
  public final var debugDescription: String {
    let parts = [inspectedName + " " + Readable.rect(frame)] + inspectedProperties
    let waiting = inspectedDebts
    return parts.joined(separator: ", ")
      + (waiting.isEmpty ? "" : " [\(waiting.joined(separator: ", "))]")
  }

  /// The class, followed by the name in quotes if there is one; always one line.
  package final var inspectedName: String {
    name.map { "\(type(of: self)) \($0.debugDescription.escaped)" } ?? "\(type(of: self))"
  }

  /// The name and value of every property that is not at its default.
  private final var inspectedProperties: [String] {
    let values = self.values
    let defaults = type(of: self).initialValues
    var parts: [String] = []
    // The frame fully describes an untransformed layer whose anchor point is its centre.
    let isTurned =
      values.anchorPoint != defaults.anchorPoint
      || values.rare?.values.transform.isIdentity == false
    if isTurned || values.bounds.origin != .zero {
      parts.append("bounds \(Readable.rect(values.bounds))")
    }
    if isTurned { parts.append("position \(Readable.point(values.position))") }
    for key in values.keysThatDiffer(from: defaults)
    where key != LayerKey(.bounds) && key != LayerKey(.position) {
      parts.append(Self.inspected(key, values))
    }
    if values.flags.contains(.needsDisplayOnBoundsChange) {
      parts.append("needsDisplayOnBoundsChange")
    }
    if let sideTable = storage.sideTable {
      let timing = sideTable.timing
      if timing.duration != .infinity {
        parts.append("duration \(Readable.number(timing.duration))")
      }
      parts += timing.inspected(against: .layerDefaults)
      if let delegate = sideTable.delegate { parts.append("delegate \(type(of: delegate))") }
      if let manager = sideTable.layoutManager {
        parts.append("layoutManager \(type(of: manager))")
      }
      if let actions = sideTable.actions {
        parts.append("actions for \(Self.list(actions.keys))")
      }
      if let style = sideTable.style { parts.append("style with \(Self.list(style.keys))") }
      let keys = sideTable.keyedValues.keys.sorted()
      parts += keys.compactMap(inspectedOwnProperty)
      let custom = keys.filter { type(of: self).ownProperty($0) == nil }
      if !custom.isEmpty { parts.append("values for \(Self.list(custom))") }
    }
    return parts
  }

  private static func list(_ keys: some Sequence<String>) -> String {
    let keys = keys.sorted()
    return keys.isEmpty ? "nothing" : keys.joined(separator: ", ")
  }

  private static func inspected(_ key: LayerKey, _ values: LayerValues) -> String {
    values.value(of: key).map { inspected(key.rawValue, $0) } ?? key.rawValue
  }

  /// Returns a property's name with its value, or the name alone if the value is true.
  private static func inspected(_ key: String, _ value: PropertyValue) -> String {
    value == .value(.bool(true)) ? key : "\(key) \(Readable.text(value))"
  }

  /// Returns the name and value of a property that a class of another module declares; nil for any
  /// other key, and if the value is the default.
  private final func inspectedOwnProperty(_ key: String) -> String? {
    guard let property = type(of: self).ownProperty(key), let value = property.read(self),
      value
        != value.replaced(
          by: property.defaultValue(type(of: self)), isOptional: property.isOptional)
    else { return nil }
    return Self.inspected(key, value)
  }

  /// The pending layout and drawing, drawing errors, and changes that are not in a commit or frame
  /// yet.
  private final var inspectedDebts: [String] {
    let status = storage.status
    var parts: [String] = []
    if status.contains(.needsLayout) { parts.append("needs layout") }
    if status.contains(.needsDisplay) { parts.append("needs display") }
    if let error = storage.sideTable?.drawing?.error { parts.append("not drawn: \(error)") }
    guard let layerTree else { return parts }
    if !status.contains(.live) {
      parts.append("not live yet")
    } else if let published = layerTree.journal.values(of: self) {
      let keys = storage.values.keysThatDiffer(from: published).map(\.rawValue)
      if !keys.isEmpty { parts.append("not committed: \(keys.joined(separator: ", "))") }
    } else if storage.queueIndex >= 0 || status.contains(.awaitsNode) {
      parts.append("not in a frame yet")
    }
    return parts
  }
}
