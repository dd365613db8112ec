import Foundation
import Lamina

/// What a text takes up, in points.
public struct TextMetrics: Sendable, Hashable {
  /// The width of the longest line, and the height of all lines.
  public var size: CGSize
  /// How many lines there are. A text without letters has none.
  public var lineCount: Int
  /// How far the baseline of the first line is below the upper edge of the text.
  public var firstBaseline: CGFloat
  /// How far the baseline of the last line is below the upper edge of the text.
  public var lastBaseline: CGFloat

  static let empty = TextMetrics(size: .zero, lineCount: 0, firstBaseline: 0, lastBaseline: 0)
}

extension AttributedText {
  /// The lines of the text in a box, measured.
  func metrics(in box: TextBox, usesPlainLines: Bool = true) -> TextMetrics {
    if isEmpty { return .empty }
    var metrics = TextMetrics.empty
    withSetter(box) { setter in
      if usesPlainLines, let line = PlainLine(setter) {
        let scale = 1 / (TextEngine.pangoUnits * setter.unit)
        let baseline = line.font.ascent * scale
        metrics = TextMetrics(
          size: CGSize(width: line.width * scale, height: line.font.height * scale), lineCount: 1,
          firstBaseline: baseline, lastBaseline: baseline)
        return
      }
      var lineWidth = 0.0
      setter.forEachLine { line in
        lineWidth = line.continuesLine ? lineWidth + line.width : line.width
        metrics.size.width = max(metrics.size.width, lineWidth)
        metrics.size.height = line.top + line.height
        if !line.continuesLine { metrics.lineCount += 1 }
        if metrics.lineCount == 1 { metrics.firstBaseline = line.baseline }
        metrics.lastBaseline = line.baseline
        return true
      }
    }
    return metrics
  }

  /// Draws the text with its left upper corner at `origin`.
  ///
  /// - Parameters:
  ///   - visible: what can be seen, in points from there; lines below it are not looked at.
  ///   - usesCache: whether pictures of glyphs are kept. No byte depends on it.
  ///   - usesPlainLines: whether lines of ASCII are shaped without Pango. No byte depends on it.
  func draw(
    in context: DrawingContext, at origin: CGPoint, _ box: TextBox, visible: CGRect,
    places: Int = GlyphCache.places, usesCache: Bool = true, usesPlainLines: Bool = true
  ) {
    if isEmpty || visible.isEmpty { return }
    let color = context.fillColor
    withSetter(box) { setter in
      let painter = TextPainter(
        setter: setter, context: context, origin: origin, places: places, usesCache: usesCache)
      if usesPlainLines, let line = PlainLine(setter) {
        painter.draw(line)
        return
      }
      setter.forEachLine { line in
        if line.top >= visible.maxY { return false }
        // Letters may reach out of their line.
        if line.top + 2 * line.height >= visible.minY { painter.draw(line) }
        return line.top + line.height < visible.maxY
      }
    }
    context.fillColor = color
  }

  private func withSetter(_ box: TextBox, _ body: (TextSetter) -> Void) {
    let engine = TextEngine.current
    var string = self.string
    // Pango refuses the character 0; any other control character is as invisible.
    if string.utf8.contains(0) {
      string = String(decoding: string.utf8.map { $0 == 0 ? 1 : $0 }, as: UTF8.self)
    }
    string.withUTF8 { text in
      body(TextSetter(engine: engine, text: text, runs: runs, box: box))
    }
  }
}

extension AttributedText {
  /// What the text takes up.
  ///
  /// - Parameter width: how long lines may be, in points; they are broken there. At an infinite
  ///   width only the text's own lines' ends count.
  /// - Precondition: more than 0.
  /// - Complexity: O(length of the text).
  public func metrics(width: CGFloat = .infinity) -> TextMetrics {
    require(width > 0, "the width to fit a text into must be more than 0, not \(width)")
    return metrics(
      in: TextBox(width: Double(width), height: .infinity, isWrapped: width.isFinite))
  }
}

extension DrawingContext {
  /// Draws a text in a rectangle, from its upper edge, and nothing outside it.
  ///
  /// Where the transform neither turns nor stretches, baselines are on whole device pixels. A
  /// rectangle of negative size is standardised; an empty one draws nothing.
  ///
  /// - Parameters:
  ///   - isWrapped: whether lines are broken where they would leave the rectangle.
  ///   - truncation: what gives way to an ellipsis where not everything fits.
  ///   - alignment: on which side shorter lines stand.
  /// - Precondition: `rect` is finite.
  public func draw(
    _ text: AttributedText, in rect: CGRect, isWrapped: Bool = false,
    truncation: TextTruncationMode = .none, alignment: TextAlignmentMode = .natural
  ) {
    require(
      rect.minX.isFinite && rect.minY.isFinite && rect.maxX.isFinite && rect.maxY.isFinite,
      "the rectangle of a text must be finite, and \(rect) is not")
    let rect = rect.standardized
    if rect.isEmpty { return }
    saveState()
    defer { restoreState() }
    clip(to: rect)
    let visible = boundingBoxOfClipPath
    if visible.isNull { return }
    text.draw(
      in: self, at: rect.origin,
      TextBox(
        width: Double(rect.width), height: Double(rect.height), isWrapped: isWrapped,
        truncation: truncation, alignment: alignment),
      visible: visible.offsetBy(dx: -rect.minX, dy: -rect.minY))
  }
}
