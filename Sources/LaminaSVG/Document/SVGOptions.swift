import Foundation
import Lamina

/// Options for writing a layer tree as SVG.
public struct SVGOptions: Sendable, Equatable {
  /// The form in which text is written.
  public enum TextForm: Sendable, Hashable, CaseIterable {
    /// As text, which can be selected, searched and read aloud. The viewer draws it in its own font
    /// of the same name; the length of each run is kept where the viewer knows `textLength`.
    case text
    /// As the outlines of its glyphs, which look the same everywhere.
    case outlines
  }

  /// The form of the text of `TextLayer`s. ``TextForm/text`` by default.
  public var textForm = TextForm.text
  /// The number of pixels per point of pictures of layers that SVG cannot describe. 2 by default.
  ///
  /// - Precondition: finite and greater than 0.
  public var pictureScale: CGFloat = 2 {
    didSet {
      require(
        pictureScale > 0 && pictureScale.isFinite,
        "the scale of pictures must be finite and greater than 0, not \(pictureScale)")
    }
  }
  /// A Boolean value indicating whether the names of layers are written, as the attribute
  /// `data-name`. True by default.
  public var includesNames = true
  /// The beginning of all identifiers in the document. Empty by default.
  ///
  /// Give documents different ones if they are pasted into one HTML page. Characters other than
  /// ASCII letters, digits, `-` and `_` are written as `_`, and a first digit or `-` gets a `_`
  /// before it.
  public var idPrefix = ""

  /// Creates the default options.
  public init() {}

  /// Creates options that differ from the default ones in the form of the text.
  public init(textForm: TextForm) { self.textForm = textForm }
}
