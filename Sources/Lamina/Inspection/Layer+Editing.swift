import Foundation

/// A property of a layer, with its values as text.
package struct ReadableProperty: Sendable, Equatable {
  package let key: String
  /// The value that the layer has, as in ``Layer/debugDescription``.
  package let model: String
  /// The value that the last frame shows: committed, with running animations applied.
  package let presented: String
  /// True if the class begins with the value.
  package let isDefault: Bool
  /// True if ``Layer/setValue(readable:forProperty:)`` can set it.
  package let isEditable: Bool
  /// The values that the property can have, if these are words; else empty.
  package let choices: [String]
}

/// The reason that a property cannot have a value.
package struct EditingError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension Layer {
  /// The properties of the layer, in the order of descriptions.
  ///
  /// - Complexity: O(properties + animations of the layer).
  package final var readableProperties: [ReadableProperty] {
    let values = self.values
    let defaults = type(of: self).initialValues
    let presented = presentationValues(at: layerTree?.time ?? 0)
    return values.properties.all.map { property in
      let value = property.read(values)
      return ReadableProperty(
        key: property.key.rawValue, model: Readable.text(value),
        presented: Readable.text(property.read(presented)),
        isDefault: value == property.read(defaults), isEditable: property.isEditable(value),
        choices: property.choices.map { Readable.text($0) })
    }
  }

  /// Sets a property to a value that is given as text, in the form of ``readableProperties``: a number,
  /// `true`, `(10, 20)`, `#FF8000 alpha 0.5`, `rotation 0.5`, `nil`, or one of the property's choices.
  ///
  /// - Throws: ``EditingError`` if the layer has no such property, or it cannot have that value.
  package final func setValue(
    readable text: String, forProperty key: String
  ) throws(EditingError) {
    func refusal(_ reason: String) -> EditingError {
      EditingError(description: "\(diagnosticName): \(key.escaped) \(reason)")
    }
    guard let property = values.properties[key] else { throw refusal("is no property") }
    let current = property.read(values)
    guard property.isEditable(current) else { throw refusal("cannot be edited") }
    let new: PropertyValue? =
      if case .value(let old) = current {
        (property.isColor ? AnimatableValue(readableColor: text) : old.parsing(text))
          .map { .value($0) }
      } else {
        property.choices.first { Readable.text($0) == text }
      }
    guard let new else { throw refusal("cannot be \(text.escaped)") }
    if case .value(let value) = new, !value.isFinite {
      throw refusal("must be finite, not \(Readable.text(new))")
    }
    var trial = values
    guard property.write(&trial, new), property.assign(self, new) else {
      throw refusal("cannot be \(Readable.text(new))")
    }
  }
}

extension PropertyDescriptor {
  fileprivate var isColor: Bool { type == Color?.self || type == Color.self }

  /// The values that the property can have, if these are words.
  fileprivate var choices: [PropertyValue] { type.words.map { .word($0) } }

  /// True if the property's values can be written as text. The numbers of instances are left out: a
  /// great one stops the program.
  fileprivate func isEditable(_ value: PropertyValue) -> Bool {
    if !choices.isEmpty { return true }
    guard case .value(let value) = value, type != Int.self else { return false }
    switch value {
    case .bool, .scalar, .point, .size, .rect, .transform, .color: return true
    case .none: return isColor
    case .bitmap, .crossfade, .path, .numbers, .colors: return false
    }
  }
}

extension AnimatableValue {
  /// Returns a value of the same kind from its text; nil if the text is none.
  fileprivate func parsing(_ text: String) -> AnimatableValue? {
    switch self {
    case .bool: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .scalar: return Self.numbers(text, 1).map { .scalar($0[0]) }
    case .point: return Self.numbers(text, 2).map { .point(CGPoint(x: $0[0], y: $0[1])) }
    case .size: return Self.numbers(text, 2).map { .size(CGSize(width: $0[0], height: $0[1])) }
    case .rect:
      return Self.numbers(text, 4).map {
        .rect(CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]))
      }
    case .transform: return Self.transform(text).map { .transform($0) }
    default: return nil
    }
  }

  /// Creates a colour, or no value, from its text; nil if the text is none.
  fileprivate init?(readableColor text: String) {
    if text == "nil" {
      self = .none
      return
    }
    let parts = text.split(separator: " ")
    guard parts.count == 1 || parts.count == 3 && parts[1] == "alpha", let name = parts.first,
      name.utf8.count == 7, name.first == "#",
      name.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let rgb = UInt32(name.dropFirst(), radix: 16)
    else { return nil }
    var color = Color(rgb: rgb)
    if parts.count == 3 {
      guard let alpha = Double(parts[2]) else { return nil }
      color.alpha = alpha
    }
    self = .color(color)
  }

  private static func numbers(_ text: some StringProtocol, _ count: Int) -> [Double]? {
    var text = text.trimmingCharacters(in: .whitespaces)
    if count > 1, text.hasPrefix("("), text.hasSuffix(")") {
      text = String(text.dropFirst().dropLast())
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    return numbers.count == count && parts.count == count ? numbers : nil
  }

  private static func transform(_ text: String) -> Transform3D? {
    if text == "identity" { return .identity }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "rotation":
      return numbers(parts[1], 1).map { Transform3D(Transform2D(rotationAngle: $0[0])) }
    case "translation":
      return numbers(parts[1], 3).map { Transform3D(translationX: $0[0], y: $0[1], z: $0[2]) }
    case "scale": return numbers(parts[1], 3).map { Transform3D(scaleX: $0[0], y: $0[1], z: $0[2]) }
    case "affine":
      return numbers(parts[1], 6).map {
        Transform3D(
          Transform2D(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]))
      }
    default: return nil
    }
  }
}
