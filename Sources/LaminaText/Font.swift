import Foundation

/// A typeface without a size: an installed font, selected by its family name, or a font in a file.
///
/// Installed fonts differ from machine to machine. A family that does not exist is replaced by the
/// nearest one, as in Core Animation; likewise, characters that a font lacks are substituted glyph
/// by glyph. A font from a file is the same everywhere.
///
/// A string literal denotes the font of that family: `label.font = "DejaVu Sans"`.
public struct Font: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The weight of a font, from 1 to 1000; 400 is that of ordinary book text.
  public struct Weight: RawRepresentable, Sendable, Hashable {
    /// The number that OpenType fonts and CSS use for the weight.
    public let rawValue: Int

    /// Creates a weight, clamping the number to 1...1000.
    public init(rawValue: Int) { self.rawValue = max(1, min(rawValue, 1000)) }

    public static let thin = Weight(rawValue: 100)
    public static let light = Weight(rawValue: 300)
    public static let regular = Weight(rawValue: 400)
    public static let medium = Weight(rawValue: 500)
    public static let semibold = Weight(rawValue: 600)
    public static let bold = Weight(rawValue: 700)
    public static let black = Weight(rawValue: 900)
  }

  /// The slant of a font.
  public enum Style: Sendable, Hashable {
    /// Upright letters.
    case normal
    /// The shapes of an italic face, or slanted letters if the family has none.
    case italic
  }

  /// The origin of a font.
  enum Source: Hashable {
    case family(String, Weight, Style)
    case file(FontFile)
  }

  let source: Source

  /// Creates a reference to an installed font.
  ///
  /// - Parameters:
  ///   - family: a name such as `DejaVu Sans`, or one of `sans-serif`, `serif` and `monospace`.
  ///     Several names, separated by commas, are tried in turn.
  ///   - weight: the weight; the nearest one in the family is used, and a regular face is
  ///     emboldened if there is no bold one.
  ///   - style: the slant; letters are slanted if the family has no italic.
  public init(family: String, weight: Weight = .regular, style: Style = .normal) {
    source = .family(family, weight, style)
  }

  /// Creates a font from a file, such as a TrueType or OpenType font.
  ///
  /// Each thread that draws text reads the file again, so it must not be moved.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - index: the index of the font, in a file that contains several.
  /// - Throws: ``FontError`` if the file cannot be read, is not a scalable font, or contains no
  ///   font with that index.
  public init(path: String, index: Int = 0) throws(FontError) {
    source = .file(try FontFile.load(path, index: index))
  }

  /// Creates the regular, upright font of a family.
  public init(stringLiteral family: String) { self.init(family: family) }

  /// Helvetica, as in Core Animation, or the installed font that replaces it.
  public static let helvetica = Font(family: "Helvetica")
  /// The system's sans-serif font.
  public static let sansSerif = Font(family: "sans-serif")
  /// The system's serif font.
  public static let serif = Font(family: "serif")
  /// The system's monospaced font.
  public static let monospace = Font(family: "monospace")
}

/// An error in loading a font from a file.
@nonexhaustive
public enum FontError: LocalizedError, Equatable, CustomStringConvertible {
  /// The file cannot be read; `code` is the system's `errno`.
  case unreadable(path: String, code: Int32)
  /// The file contains no font with outlines.
  case notAFont(path: String)
  /// The file contains `count` fonts, and none with the requested `index`, counted from 0.
  case noSuchFont(path: String, index: Int, count: Int)

  public var description: String {
    switch self {
    case .unreadable(let path, let code):
      "cannot read the font \(path.isEmpty ? "''" : path.escaped): "
        + "\(String(cString: strerror(code))) (errno \(code))"
    case .notAFont(let path):
      "\(path.escaped) contains no font with outlines"
    case .noSuchFont(let path, let index, let count):
      "\(path.escaped) contains \(count) font\(count == 1 ? "" : "s"), but none at index \(index), "
        + "counted from 0"
    }
  }

  public var errorDescription: String? { description }
}
