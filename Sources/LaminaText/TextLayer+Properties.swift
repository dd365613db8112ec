import Foundation
import Lamina

// The values are kept by the layer under their names, so that commits, presentations and
// animations deal with them as with all values under keys of one's own.

extension TextLayer {
  /// The text, or the letters of ``attributedString``. Nil, no text, by default.
  ///
  /// Setting it sets ``attributedString`` to nil. Lines end at line feeds, carriage returns and
  /// Unicode's separators of lines and paragraphs.
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

  /// The text with attributes of its own: ``font``, ``fontSize`` and ``foregroundColor`` of the
  /// layer do not count for it. Nil by default.
  public final var attributedString: AttributedText? {
    get { stored(.attributedString) as? AttributedText }
    set {
      if newValue == attributedString { return }
      setOwnValue(newValue, forKey: Key.attributedString.rawValue)
      setOwnValue(nil, forKey: Key.string.rawValue)
    }
  }

  /// The typeface. Helvetica, or what is installed in its place, by default.
  public final var font: Font {
    get { stored(.font) as? Font ?? .helvetica }
    set { if newValue != font { setOwnValue(newValue, forKey: Key.font.rawValue) } }
  }

  /// The size of the typeface in points. 36 by default. Animatable.
  ///
  /// 0 shows nothing.
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
        "a text's font size must be finite and not negative, and \(newValue) is not")
      if newValue != fontSize { setOwnValue(newValue, forKey: Key.fontSize.rawValue) }
    }
  }

  /// The colour of the letters. Opaque white by default; nil shows nothing. Animatable.
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

  /// Whether lines are broken where they would leave the bounds: between words, or in a word that
  /// is longer than a line. False by default.
  public final var isWrapped: Bool {
    get { stored(.wrapped) as? Bool ?? false }
    set { if newValue != isWrapped { setOwnValue(newValue, forKey: Key.wrapped.rawValue) } }
  }

  /// Which part of what does not fit gives way to an ellipsis. ``TextTruncationMode/none`` by
  /// default.
  ///
  /// Without ``isWrapped`` each line is shortened by itself; with it the last line that fits is.
  public final var truncationMode: TextTruncationMode {
    get { named(Key.truncationMode, .none) }
    set {
      if newValue != truncationMode { setOwnValue(newValue, forKey: Key.truncationMode.rawValue) }
    }
  }

  /// On which side lines stand that are shorter than the bounds. ``TextAlignmentMode/natural`` by
  /// default.
  public final var alignmentMode: TextAlignmentMode {
    get { named(Key.alignmentMode, .natural) }
    set {
      if newValue != alignmentMode { setOwnValue(newValue, forKey: Key.alignmentMode.rawValue) }
    }
  }

  /// Whether glyphs may move sideways by an eighth of a pixel, so that their pictures are found in
  /// memory more often. False by default: they move by no more than 1/32 pixel.
  public final var allowsFontSubpixelQuantization: Bool {
    get { stored(.allowsFontSubpixelQuantization) as? Bool ?? false }
    set {
      if newValue == allowsFontSubpixelQuantization { return }
      setOwnValue(newValue, forKey: Key.allowsFontSubpixelQuantization.rawValue)
    }
  }

  /// The text where it is not an attributed one.
  final var plainString: String? { stored(.string) as? String }

  /// What a property was set to; nil where it has the default of this class.
  private func stored(_ key: Key) -> Any? {
    if let value = storedValue(forKey: key.rawValue) { return value }
    // A class below this one may have other defaults.
    return type(of: self) == TextLayer.self
      ? nil : type(of: self).defaultValue(forKey: key.rawValue)
  }

  /// A value that may have been set by its name.
  private func named<Name: RawRepresentable<String>>(_ key: Key, _ other: Name) -> Name {
    let value = stored(key)
    return value as? Name ?? (value as? String).flatMap(Name.init(rawValue:)) ?? other
  }
}
