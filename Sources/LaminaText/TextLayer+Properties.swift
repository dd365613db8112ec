import Foundation
import Lamina

/// The declarations of the properties of a text layer.
///
/// The layer stores their values under the keys, so that commits, presentations and animations treat
/// them like custom properties.
enum TextProperty {
  static let string = OwnProperty(optional: \TextLayer.string, "string")
  static let attributedString = OwnProperty(
    optional: \TextLayer.attributedString, "attributedString")
  static let font = OwnProperty(\TextLayer.font, "font", object: .helvetica)
  static let fontSize = OwnProperty(
    \TextLayer.fontSize, "fontSize", number: 36, isAnimatable: true)
  static let foregroundColor = OwnProperty(
    \TextLayer.foregroundColor, "foregroundColor", color: .white, isAnimatable: true)
  static let wrapped = OwnProperty(\TextLayer.isWrapped, "wrapped", flag: false)
  static let truncationMode = OwnProperty(
    \TextLayer.truncationMode, "truncationMode", name: .none)
  static let alignmentMode = OwnProperty(\TextLayer.alignmentMode, "alignmentMode", name: .natural)
  static let allowsFontSubpixelQuantization = OwnProperty(
    \TextLayer.allowsFontSubpixelQuantization, "allowsFontSubpixelQuantization", flag: false)
}

extension TextLayer: OwnPropertyLayer {
  package static let ownProperties = KeyedProperty.table([
    TextProperty.string, TextProperty.attributedString, TextProperty.font, TextProperty.fontSize,
    TextProperty.foregroundColor, TextProperty.wrapped, TextProperty.truncationMode,
    TextProperty.alignmentMode, TextProperty.allowsFontSubpixelQuantization,
  ])
}

extension TextLayer {
  /// The text, or the string of ``attributedString``. Nil, no text, by default.
  ///
  /// Setting this sets ``attributedString`` to nil. Lines end at line feeds, carriage returns and
  /// Unicode's line and paragraph separators.
  public final var string: String? {
    get { attributedString?.string ?? plainString }
    set {
      attributedString = nil
      self[TextProperty.string] = newValue
    }
  }

  /// The text with attributes of its own, which replace the layer's ``font``, ``fontSize`` and
  /// ``foregroundColor``. Nil by default.
  public final var attributedString: AttributedText? {
    get { self[TextProperty.attributedString] }
    set {
      self[TextProperty.attributedString] = newValue
      if newValue != nil { self[TextProperty.string] = nil }
    }
  }

  /// The typeface. Helvetica, or the installed font that replaces it, by default.
  public final var font: Font {
    get { self[TextProperty.font] }
    set { self[TextProperty.font] = newValue }
  }

  /// The size of the typeface in points. 36 by default. Animatable.
  ///
  /// With size 0 the layer shows nothing.
  ///
  /// - Precondition: finite and not negative.
  public final var fontSize: CGFloat {
    get { self[TextProperty.fontSize] }
    set {
      require(
        newValue.isFinite && newValue >= 0,
        "a text's font size must be finite and 0 or more, not \(newValue)")
      self[TextProperty.fontSize] = newValue
    }
  }

  /// The colour of the text. Opaque white by default; with nil nothing is shown. Animatable.
  public final var foregroundColor: Color? {
    get { self[TextProperty.foregroundColor] }
    set { self[TextProperty.foregroundColor] = newValue }
  }

  /// A Boolean value indicating whether lines are broken where they would extend beyond the bounds:
  /// between words, or within a word that is longer than a line. False by default.
  public final var isWrapped: Bool {
    get { self[TextProperty.wrapped] }
    set { self[TextProperty.wrapped] = newValue }
  }

  /// The part of a text that is replaced by an ellipsis if it does not fit.
  /// ``TextTruncationMode/none`` by default.
  ///
  /// Without ``isWrapped`` each line is truncated separately; with it, the last line that fits is.
  public final var truncationMode: TextTruncationMode {
    get { self[TextProperty.truncationMode] }
    set { self[TextProperty.truncationMode] = newValue }
  }

  /// The alignment of lines that are shorter than the bounds. ``TextAlignmentMode/natural`` by
  /// default.
  public final var alignmentMode: TextAlignmentMode {
    get { self[TextProperty.alignmentMode] }
    set { self[TextProperty.alignmentMode] = newValue }
  }

  /// A Boolean value indicating whether glyphs may be moved horizontally by up to an eighth of a
  /// pixel, so that more of them are found in the glyph cache. False by default: they are moved by
  /// at most 1/32 of a pixel.
  public final var allowsFontSubpixelQuantization: Bool {
    get { self[TextProperty.allowsFontSubpixelQuantization] }
    set { self[TextProperty.allowsFontSubpixelQuantization] = newValue }
  }

  /// The value of ``string`` when no attributed string is set.
  final var plainString: String? { self[TextProperty.string] }
}
