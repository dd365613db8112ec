extension StringProtocol {
  /// The text with control and other invisible characters escaped, such as `\u{1B}`, `\n` and
  /// `\u{202E}`, so that a terminal displays them instead of obeying them.
  ///
  /// All external text (file names, arguments, file contents, layers' names) is escaped before it
  /// becomes part of a message. Letters of all scripts and symbols are kept; so is a backslash,
  /// which is harmless.
  ///
  /// - Complexity: O(length).
  package var escaped: String { escaped(except: []) }

  /// Returns the text with its invisible characters escaped, except some.
  ///
  /// - Parameter kept: the characters to keep, such as the line breaks of a whole message.
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
  /// True if a terminal may interpret the character: a control character (C0, delete, C1), a change
  /// of writing direction, or a line separator. Joiners, which are used to compose letters and
  /// emoji, are not included.
  fileprivate var isInvisible: Bool {
    if value >= 0x20, value < 0x7F { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return value != 0x200C && value != 0x200D
    default: return false
    }
  }
}
