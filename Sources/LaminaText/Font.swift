import Foundation

/// A typeface to draw text with, without a size: one of the fonts that are installed, by its
/// family's name, or one in a file.
///
/// What is installed differs from machine to machine. Where there is no such family the nearest
/// one that there is takes its place, as in Core Animation, and so it does glyph by glyph for
/// characters that a font does not have. A font from a file is the same everywhere.
///
/// A string is the font of that family: `label.font = "DejaVu Sans"`.
public struct Font: Sendable, Hashable, ExpressibleByStringLiteral {
  /// How bold a font is, from 1 to 1000; 400 is what books are printed in.
  public struct Weight: RawRepresentable, Sendable, Hashable {
    /// The number that OpenType fonts and CSS use.
    public let rawValue: Int

    /// Creates a weight; a number outside 1...1000 becomes the nearest in it.
    public init(rawValue: Int) { self.rawValue = max(1, min(rawValue, 1000)) }

    public static let thin = Weight(rawValue: 100)
    public static let light = Weight(rawValue: 300)
    public static let regular = Weight(rawValue: 400)
    public static let medium = Weight(rawValue: 500)
    public static let semibold = Weight(rawValue: 600)
    public static let bold = Weight(rawValue: 700)
    public static let black = Weight(rawValue: 900)
  }

  /// Whether letters stand upright.
  public enum Style: Sendable, Hashable {
    /// Upright.
    case normal
    /// In the shapes of an italic face, or slanted where the family has none.
    case italic
  }

  /// Where the font comes from.
  enum Source: Hashable {
    case family(String, Weight, Style)
    case file(FontFile)
  }

  let source: Source

  /// An installed font.
  ///
  /// - Parameters:
  ///   - family: such as `DejaVu Sans`, or one of `sans-serif`, `serif` and `monospace`. Several
  ///     names with commas between them are tried in turn.
  ///   - weight: the nearest that the family has is taken; a regular face is thickened where there
  ///     is none that is bold.
  ///   - style: letters are slanted where the family has no italic.
  public init(family: String, weight: Weight = .regular, style: Style = .normal) {
    source = .family(family, weight, style)
  }

  /// A font in a file, such as a TrueType or OpenType font.
  ///
  /// The file is read again when text is drawn on another thread, so it has to stay where it is.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - index: which font, in a file that holds several.
  /// - Throws: ``FontError`` if the file cannot be read, is no font that can be drawn at any size,
  ///   or does not have so many.
  public init(file: String, index: Int = 0) throws(FontError) {
    source = .file(try FontFile.load(file, index: index))
  }

  /// The regular, upright font of a family.
  public init(stringLiteral family: String) { self.init(family: family) }

  /// Helvetica, as in Core Animation, or what is installed in its place.
  public static let helvetica = Font(family: "Helvetica")
  /// The system's font without serifs.
  public static let sansSerif = Font(family: "sans-serif")
  /// The system's font with serifs.
  public static let serif = Font(family: "serif")
  /// The system's font whose letters are all of one width.
  public static let monospace = Font(family: "monospace")
}

/// Why a file gives no font.
public enum FontError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read; `code` is the system's `errno`.
  case unreadable(path: String, code: Int32)
  /// The file holds no font with outlines.
  case notAFont(path: String)
  /// The file holds `count` fonts, and number `index`, counted from 0, was asked for.
  case noSuchFont(path: String, index: Int, count: Int)

  public var description: String {
    switch self {
    case .unreadable(let path, let code):
      "the font \(path.escaped) cannot be read: \(String(cString: strerror(code)))"
    case .notAFont(let path):
      "\(path.escaped) holds no font with outlines"
    case .noSuchFont(let path, let index, let count):
      "\(path.escaped) holds \(count) font\(count == 1 ? "" : "s"), and number \(index), counted from 0, "
        + "was asked for"
    }
  }
}
