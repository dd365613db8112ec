import Foundation
import Lamina

/// A text of which parts look different: a string, and for each part of it a font, a size, a
/// colour and lines.
///
///     var text = AttributedText("Level ", fontSize: 14, foregroundColor: .gray)
///     text += AttributedText("-3.5 dB", font: .monospace, fontSize: 14, foregroundColor: .red)
public struct AttributedText: Sendable, Hashable {
  /// How a part of a text looks.
  ///
  /// The defaults are those of attributed strings in Core Text: Helvetica in 12 points, black.
  public struct Attributes: Sendable, Hashable {
    /// The typeface.
    public var font: Font
    /// The height of the typeface in points. What is not finite or not above 0 is not drawn.
    public var fontSize: CGFloat
    /// The colour of the letters and the lines.
    public var foregroundColor: Color
    /// Whether there is a line below the letters.
    public var isUnderlined: Bool
    /// Whether there is a line through the letters.
    public var isStruckThrough: Bool
    /// How much further than usual each letter is from the next, in points; less where negative.
    /// What is not finite counts as 0, and more than ten times the font's size as that.
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

  /// A part of the text that looks the same.
  struct Run: Hashable {
    /// Where it ends, in bytes of UTF-8 from the beginning of the text.
    var end: Int
    var attributes: Attributes
  }

  /// The text alone.
  public private(set) var string: String
  /// The parts, in order, together the whole text; one for a text without letters.
  private(set) var runs: [Run]

  /// Creates a text that looks the same throughout.
  public init(_ string: String = "", attributes: Attributes) {
    self.string = string
    runs = [Run(end: string.utf8.count, attributes: attributes)]
  }

  /// Creates a text that looks the same throughout; see ``Attributes``.
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

  /// Whether there is nothing to read.
  public var isEmpty: Bool { string.isEmpty }

  /// Adds a text at the end.
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

  /// One text after the other.
  public static func + (text: AttributedText, other: AttributedText) -> AttributedText {
    var sum = text
    sum += other
    return sum
  }

  /// The attributes of the character at `index`.
  ///
  /// - Precondition: an index of ``string`` before its end.
  public func attributes(at index: String.Index) -> Attributes {
    require(index < string.endIndex, "the end of a text has no attributes")
    let offset = string.utf8.distance(from: string.startIndex, to: index)
    return runs[runs.firstIndex { $0.end > offset } ?? runs.count - 1].attributes
  }

  /// Changes how a part of the text looks.
  ///
  /// - Parameters:
  ///   - range: of ``string``.
  ///   - change: is called for each part of the range that looks the same.
  /// - Complexity: O(parts of the text).
  public mutating func setAttributes(
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

  /// Adds a part, unless it is empty, to the last one where that looks the same.
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
