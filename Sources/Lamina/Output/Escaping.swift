extension StringProtocol {
  /// The text for a message: control characters and other invisible ones written out, such as
  /// `\u{1B}`, `\n` and `\u{202E}`, so that a terminal shows them instead of obeying them.
  ///
  /// Everything that comes from outside (file names, arguments, what a file holds, layers' names)
  /// is escaped before it becomes a part of a message. Letters of all scripts and signs stay as
  /// they are; a backslash stays, too, since it does nothing.
  ///
  /// - Complexity: O(length).
  package var escaped: String { escaped(except: []) }

  /// The text with all but some of its invisible characters written out.
  ///
  /// - Parameter kept: those that stay as they are: of a whole message, its line breaks.
  package func escaped(except kept: Set<Unicode.Scalar>) -> String {
    guard unicodeScalars.contains(where: { $0.isInvisible && !kept.contains($0) }) else {
      return String(self)
    }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isInvisible, !kept.contains(scalar) {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may take the character for an order: a control character (C0, delete, C1),
  /// a change of the direction of writing, or a separator of lines. Joiners, which letters and
  /// pictures are composed with, are none.
  fileprivate var isInvisible: Bool {
    if value >= 0x20, value < 0x7F { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return value != 0x200C && value != 0x200D
    default: return false
    }
  }
}
