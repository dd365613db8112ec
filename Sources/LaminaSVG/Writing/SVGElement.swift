/// An element of a document that is being written.
final class SVGElement {
  var name: String
  private(set) var attributes: [(name: String, value: String)] = []
  var children: [SVGElement] = []
  /// The characters inside the element, which then has no children.
  var text: String?
  /// The properties of the attribute `style`, in order.
  private(set) var style: [(name: String, value: String)] = []

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
  }

  /// The value of an attribute; nil if the element does not have it.
  subscript(name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      let index = attributes.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append((name, value))
      case (nil, nil): break
      }
    }
  }

  func addStyle(_ name: String, _ value: String) { style.append((name, value)) }

  /// True if the element only groups its children.
  var hasNothing: Bool { attributes.isEmpty && style.isEmpty && text == nil }

  /// Moves the attributes and the style of this group to its only child, if the meaning stays the
  /// same, and returns the child; otherwise returns the group.
  var simplified: SVGElement {
    guard name == "g", children.count == 1, text == nil else { return self }
    let child = children[0]
    if hasNothing { return child }
    // An effect of the child must come before one of the group, and what the group says of clips and
    // masks holds in its own coordinates.
    let outer = Set(attributes.map(\.name))
    let inner = Set(child.attributes.map(\.name))
    guard style.isEmpty || child.style.isEmpty, outer.isDisjoint(with: inner),
      inner.isDisjoint(with: Self.effects) || outer.isDisjoint(with: Self.effects),
      !inner.contains("transform") || outer.isDisjoint(with: Self.effects),
      child.name != "svg",
      // Where an image is becomes known later; until then its coordinates are not those of a clip.
      child.name != "image" || outer.isDisjoint(with: ["clip-path", "mask", "filter"]),
      style.isEmpty || inner.isDisjoint(with: Self.effects)
    else { return self }
    child.attributes =
      attributes.filter { $0.name == "id" || $0.name == "data-name" }
      + child.attributes
      + attributes.filter { $0.name != "id" && $0.name != "data-name" }
    child.style += style
    return child
  }

  private static let effects: Set<String> = ["clip-path", "mask", "filter", "opacity"]

  /// Puts an identifier before the other attributes.
  func identify(_ identifier: String) { attributes.insert(("id", identifier), at: 0) }

  /// The group of an instance of a replicator, without elements that it does not need: what has an
  /// identifier stays apart from what places the instance.
  var simplifiedInstance: SVGElement {
    let child = children[0]
    if hasNothing { return child["id"] == nil ? child.simplified : child }
    return child["id"] == nil ? simplified : self
  }

  // MARK: - Serializing

  /// Appends the element to a document, each element on lines of its own.
  func write(into output: inout String, indentation: Int = 0) {
    let margin = String(repeating: " ", count: min(indentation, 32))
    output += margin
    output += "<"
    output += name
    for (name, value) in attributes {
      output += " \(name)=\""
      Self.escape(value, into: &output, isAttribute: true)
      output += "\""
    }
    if !style.isEmpty {
      output += " style=\""
      output += style.map { "\($0.name):\($0.value)" }.joined(separator: ";")
      output += "\""
    }
    if let text {
      output += ">"
      Self.escape(text, into: &output, isAttribute: false)
      output += "</\(name)>\n"
    } else if children.isEmpty {
      output += "/>\n"
    } else {
      output += ">\n"
      for child in children { child.write(into: &output, indentation: indentation + 1) }
      output += margin
      output += "</\(name)>\n"
    }
  }

  /// Appends characters such that every XML 1.0 parser reads them.
  ///
  /// Characters that XML cannot contain, even as references, become U+FFFD.
  static func escape(_ text: String, into output: inout String, isAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"" where isAttribute: output += "&quot;"
      case "\r": output += "&#13;"
      case "\t" where isAttribute: output += "&#9;"
      case "\n" where isAttribute: output += "&#10;"
      case "\t", "\n": output.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}
