import Foundation
import Lamina

/// A text whose parts have attributes of their own: a font, a size, a colour, lines and kerning.
///
///     var text = AttributedText("Level ", fontSize: 14, foregroundColor: .gray)
///     text += AttributedText("-3.5 dB", font: .monospace, fontSize: 14, foregroundColor: .red)
public struct AttributedText: Sendable, Hashable {
  /// The attributes of a part of a text.
  ///
  /// The defaults are those of attributed strings in Core Text: 12-point Helvetica, black.
  public struct Attributes: Sendable, Hashable {
    /// The typeface.
    public var font: Font
    /// The size of the typeface in points. Text with a size that is not finite or not above 0 is
    /// not drawn.
    public var fontSize: CGFloat
    /// The colour of the letters and the lines.
    public var foregroundColor: Color
    /// A Boolean value indicating whether the letters are underlined.
    public var isUnderlined: Bool
    /// A Boolean value indicating whether a line is drawn through the letters.
    public var isStruckThrough: Bool
    /// The additional distance between adjacent letters, in points; negative values reduce it.
    /// Values that are not finite count as 0, and the magnitude is limited to ten times the font's
    /// size.
    public var kerning: CGFloat

    /// Creates attributes.
    public init(
      font: Font = .helvetica, fontSize: CGFloat = 12, foregroundColor: Color = .black,
      isUnderlined: Bool = false, isStruckThrough: Bool = false, kerning: CGFloat = 0
    ) {
      self.font = font
      self.fontSize = fontSize
      self.foregroundColor = foregroundColor
      self.isUnderlined = isUnderlined
      self.isStruckThrough = isStruckThrough
      self.kerning = kerning
    }
  }

  /// A part of the text with uniform attributes.
  struct Run: Hashable {
    /// The end of the run, in UTF-8 bytes from the beginning of the text.
    var end: Int
    var attributes: Attributes
  }

  /// The text without its attributes.
  public private(set) var string: String
  /// The runs, in order, which together cover the text. An empty text has one run.
  private(set) var runs: [Run]

  /// Creates a text with uniform attributes.
  public init(_ string: String = "", attributes: Attributes) {
    self.string = string
    runs = [Run(end: string.utf8.count, attributes: attributes)]
  }

  /// Creates a text with uniform attributes; see ``Attributes``.
  public init(
    _ string: String = "", font: Font = .helvetica, fontSize: CGFloat = 12,
    foregroundColor: Color = .black, isUnderlined: Bool = false, isStruckThrough: Bool = false,
    kerning: CGFloat = 0
  ) {
    self.init(
      string,
      attributes: Attributes(
        font: font, fontSize: fontSize, foregroundColor: foregroundColor,
        isUnderlined: isUnderlined, isStruckThrough: isStruckThrough, kerning: kerning))
  }

  /// A Boolean value indicating whether the text has no characters.
  public var isEmpty: Bool { string.isEmpty }

  /// Appends a text.
  public static func += (text: inout AttributedText, other: AttributedText) {
    if other.isEmpty { return }
    if text.isEmpty {
      text = other
      return
    }
    let length = text.string.utf8.count
    text.string += other.string
    for run in other.runs {
      text.append(Run(end: length + run.end, attributes: run.attributes))
    }
  }

  /// Returns the concatenation of two texts.
  public static func + (text: AttributedText, other: AttributedText) -> AttributedText {
    var sum = text
    sum += other
    return sum
  }

  /// Returns the attributes of the character at `index`.
  ///
  /// - Precondition: `index` is an index of ``string`` before its end.
  public func attributes(at index: String.Index) -> Attributes {
    require(index < string.endIndex, "the end of a text has no attributes")
    let offset = string.utf8.distance(from: string.startIndex, to: index)
    return runs[runs.firstIndex { $0.end > offset } ?? runs.count - 1].attributes
  }

  /// Changes the attributes of a part of the text.
  ///
  /// - Parameters:
  ///   - range: a range of ``string``.
  ///   - change: a closure, called for each part of the range with uniform attributes.
  /// - Complexity: O(number of runs).
  public mutating func updateAttributes(
    in range: Range<String.Index>, _ change: (inout Attributes) -> Void
  ) {
    let lower = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
    let upper = string.utf8.distance(from: string.startIndex, to: range.upperBound)
    if lower == upper { return }
    let old = runs
    runs = []
    var start = 0
    for run in old {
      var changed = run.attributes
      if start < upper, run.end > lower { change(&changed) }
      append(Run(end: min(run.end, max(start, lower)), attributes: run.attributes))
      append(Run(end: max(start, min(run.end, upper)), attributes: changed))
      append(run)
      start = run.end
    }
  }

  /// Appends a run unless it is empty, merging it into the last one if the attributes are equal.
  private mutating func append(_ run: Run) {
    let start = runs.last?.end ?? 0
    if run.end <= start { return }
    if let last = runs.last, last.attributes == run.attributes {
      runs[runs.count - 1].end = run.end
    } else {
      runs.append(run)
    }
  }
}
