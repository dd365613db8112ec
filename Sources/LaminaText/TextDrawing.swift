import Foundation
import Lamina

/// The measurements of a laid-out text, in points.
public struct TextMetrics: Sendable, Hashable {
  /// The width of the longest line, and the total height of the lines.
  public internal(set) var size: CGSize
  /// The number of lines. An empty text has none.
  public internal(set) var lineCount: Int
  /// The distance of the first line's baseline below the upper edge of the text.
  public internal(set) var firstBaseline: CGFloat
  /// The distance of the last line's baseline below the upper edge of the text.
  public internal(set) var lastBaseline: CGFloat

  static let empty = TextMetrics(size: .zero, lineCount: 0, firstBaseline: 0, lastBaseline: 0)
}

extension AttributedText {
  /// Returns the measurements of the text laid out in a box.
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

  /// Draws the text with its upper left corner at `origin`.
  ///
  /// - Parameters:
  ///   - visible: the visible area, in points relative to `origin`; lines below it are not laid
  ///     out.
  ///   - usesCache: true to use cached glyph masks. It has no effect on the pixels.
  ///   - usesPlainLines: true to shape a line of ASCII without Pango. It has no effect on the
  ///     pixels.
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
        // Glyphs may extend beyond their line.
        if line.top + 2 * line.height >= visible.minY { painter.draw(line) }
        return line.top + line.height < visible.maxY
      }
    }
    context.fillColor = color
  }

  func withSetter(_ box: TextBox, _ body: (TextSetter) -> Void) {
    let engine = TextEngine.current
    var string = self.string
    // Pango rejects the character 0; it is replaced by another invisible control character.
    if string.utf8.contains(0) {
      string = String(decoding: string.utf8.map { $0 == 0 ? 1 : $0 }, as: UTF8.self)
    }
    string.withUTF8 { text in
      body(TextSetter(engine: engine, text: text, runs: runs, box: box))
    }
  }
}

extension AttributedText {
  /// Returns the measurements of the text.
  ///
  /// - Parameter width: the maximum length of lines, in points, at which they are broken. If it is
  ///   infinite, only the text's own line breaks apply.
  /// - Precondition: `width` is more than 0.
  /// - Complexity: O(length of the text).
  public func metrics(width: CGFloat = .infinity) -> TextMetrics {
    require(width > 0, "the width to fit text into must be greater than 0, not \(width)")
    return metrics(
      in: TextBox(width: Double(width), height: .infinity, isWrapped: width.isFinite))
  }
}

extension DrawingContext {
  /// Draws a text from the upper edge of a rectangle, clipped to the rectangle.
  ///
  /// If the transform neither rotates nor scales the axes differently, baselines are aligned to
  /// device pixels. A rectangle of negative size is standardized; an empty one draws nothing.
  ///
  /// - Parameters:
  ///   - text: the text to draw.
  ///   - rect: the rectangle, in points.
  ///   - isWrapped: true to break lines that would extend beyond the rectangle.
  ///   - truncation: the part of a text that is replaced by an ellipsis if it does not fit.
  ///   - alignment: the alignment of lines that are shorter than the rectangle.
  /// - Precondition: `rect` is finite.
  public func draw(
    _ text: AttributedText, in rect: CGRect, isWrapped: Bool = false,
    truncation: TextTruncationMode = .none, alignment: TextAlignmentMode = .natural
  ) {
    require(
      rect.minX.isFinite && rect.minY.isFinite && rect.maxX.isFinite && rect.maxY.isFinite,
      "the rectangle of a text must be finite, not \(rect)")
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
