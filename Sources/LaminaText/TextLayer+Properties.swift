import Foundation
import Lamina

// The layer stores these values under their names, so that commits, presentations and animations
// treat them like custom properties.

extension TextLayer {
  /// The text, or the string of ``attributedString``. Nil, no text, by default.
  ///
  /// Setting this sets ``attributedString`` to nil. Lines end at line feeds, carriage returns and
  /// Unicode's line and paragraph separators.
  public final var string: String? {
    get { attributedString?.string ?? plainString }
    set {
      if attributedString != nil {
        setOwnValue(nil, forKey: Key.attributedString.rawValue)
      } else if newValue == plainString {
        return
      }
      setOwnValue(newValue, forKey: Key.string.rawValue)
    }
  }

  /// The text with attributes of its own, which replace the layer's ``font``, ``fontSize`` and
  /// ``foregroundColor``. Nil by default.
  public final var attributedString: AttributedText? {
    get { stored(.attributedString) as? AttributedText }
    set {
      if newValue == attributedString { return }
      setOwnValue(newValue, forKey: Key.attributedString.rawValue)
      setOwnValue(nil, forKey: Key.string.rawValue)
    }
  }

  /// The typeface. Helvetica, or the installed font that replaces it, by default.
  public final var font: Font {
    get { stored(.font) as? Font ?? .helvetica }
    set { if newValue != font { setOwnValue(newValue, forKey: Key.font.rawValue) } }
  }

  /// The size of the typeface in points. 36 by default. Animatable.
  ///
  /// With size 0 the layer shows nothing.
  ///
  /// - Precondition: finite and not negative.
  public final var fontSize: CGFloat {
    get {
      switch stored(.fontSize) {
      case let size as CGFloat: size
      case let size as Double: CGFloat(size)
      case let size as Float: CGFloat(size)
      case let size as Int: CGFloat(size)
      case let size as NSNumber: CGFloat(size.doubleValue)
      default: 36
      }
    }
    set {
      require(
        newValue.isFinite && newValue >= 0,
        "a text's font size must be finite and 0 or more, not \(newValue)")
      if newValue != fontSize { setOwnValue(newValue, forKey: Key.fontSize.rawValue) }
    }
  }

  /// The colour of the text. Opaque white by default; with nil nothing is shown. Animatable.
  public final var foregroundColor: Color? {
    get {
      guard let value = stored(.foregroundColor) else { return .white }
      return value as? Color
    }
    set {
      if newValue == foregroundColor { return }
      setOwnValue(newValue ?? NSNull() as Any, forKey: Key.foregroundColor.rawValue)
    }
  }

  /// A Boolean value indicating whether lines are broken where they would extend beyond the bounds:
  /// between words, or within a word that is longer than a line. False by default.
  public final var isWrapped: Bool {
    get { stored(.wrapped) as? Bool ?? false }
    set { if newValue != isWrapped { setOwnValue(newValue, forKey: Key.wrapped.rawValue) } }
  }

  /// The part of a text that is replaced by an ellipsis if it does not fit.
  /// ``TextTruncationMode/none`` by default.
  ///
  /// Without ``isWrapped`` each line is truncated separately; with it, the last line that fits is.
  public final var truncationMode: TextTruncationMode {
    get { named(Key.truncationMode, .none) }
    set {
      if newValue != truncationMode { setOwnValue(newValue, forKey: Key.truncationMode.rawValue) }
    }
  }

  /// The alignment of lines that are shorter than the bounds. ``TextAlignmentMode/natural`` by
  /// default.
  public final var alignmentMode: TextAlignmentMode {
    get { named(Key.alignmentMode, .natural) }
    set {
      if newValue != alignmentMode { setOwnValue(newValue, forKey: Key.alignmentMode.rawValue) }
    }
  }

  /// A Boolean value indicating whether glyphs may be moved horizontally by up to an eighth of a
  /// pixel, so that more of them are found in the glyph cache. False by default: they are moved by
  /// at most 1/32 of a pixel.
  public final var allowsFontSubpixelQuantization: Bool {
    get { stored(.allowsFontSubpixelQuantization) as? Bool ?? false }
    set {
      if newValue == allowsFontSubpixelQuantization { return }
      setOwnValue(newValue, forKey: Key.allowsFontSubpixelQuantization.rawValue)
    }
  }

  /// The value of ``string`` when no attributed string is set.
  final var plainString: String? { stored(.string) as? String }

  /// Returns the stored value of a property; nil if it has the default of this class.
  private func stored(_ key: Key) -> Any? {
    if let value = storedValue(forKey: key.rawValue) { return value }
    // A subclass may have other defaults.
    return type(of: self) == TextLayer.self
      ? nil : type(of: self).defaultValue(forKey: key.rawValue)
  }

  /// Returns an enumeration value, which may have been set by its raw value.
  private func named<Name: RawRepresentable<String>>(_ key: Key, _ other: Name) -> Name {
    let value = stored(key)
    return value as? Name ?? (value as? String).flatMap(Name.init(rawValue:)) ?? other
  }
}
