import Lamina

/// A text in a PNG file: a keyword, such as `Title`, `Author`, `Description` or `Software`, and what it
/// says.
///
/// A text of Latin letters is stored as `tEXt`, any other, and one with a language, as `iTXt`. See
/// section 11.3.3 of the PNG Specification (Third Edition).
public struct PNGText: Sendable, Hashable {
  /// The keyword.
  public let keyword: String
  /// The text.
  public let text: String
  /// The language, as in RFC 5646: `en`, `pt-BR`; empty for none.
  public let language: String

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - keyword: 1 to 79 printable Latin letters, with single spaces between words only.
  ///   - text: the text, lines of which end in a line feed. NUL is left out.
  ///   - language: the language of the text; empty for none.
  /// - Precondition: `keyword` is as above, and `language` consists of ASCII letters, digits and
  ///   hyphens.
  public init(keyword: String, text: String, language: String = "") {
    let scalars = keyword.unicodeScalars.map(\.value)
    require(
      (1...79).contains(scalars.count)
        && scalars.allSatisfy { (32...126).contains($0) || (161...255).contains($0) }
        && scalars.first != 32 && scalars.last != 32
        && !zip(scalars, scalars.dropFirst()).contains { $0 == 32 && $1 == 32 },
      "a PNG keyword must be 1 to 79 Latin letters with single spaces, not '\(keyword.escaped)'")
    require(
      language.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
      }, "a language must be like 'en' or 'pt-BR', not '\(language.escaped)'")
    self.keyword = keyword
    self.text = text
    self.language = language
  }

  /// The type and the content of the chunk.
  var chunk: (type: String, content: [UInt8]) {
    func latin(_ string: String) -> [UInt8]? {
      var bytes: [UInt8] = []
      for scalar in string.unicodeScalars where scalar.value != 0 {
        guard
          scalar.value == 10 || (32...126).contains(scalar.value)
            || (160...255).contains(scalar.value)
        else { return nil }
        bytes.append(UInt8(scalar.value))
      }
      return bytes
    }
    let name = (latin(keyword) ?? []) + [0]
    if language.isEmpty, let bytes = latin(text) { return ("tEXt", name + bytes) }
    // Not compressed, and without a translated keyword.
    return ("iTXt", name + [0, 0] + Array(language.utf8) + [0, 0] + text.utf8.filter { $0 != 0 })
  }
}
