import CPangoFT2
import Foundation

extension TextSetter {
  /// The number of bytes at either end of a paragraph that truncation considers.
  private static let reach = 8192

  private var ellipsis: PangoEllipsizeMode {
    switch box.truncation {
    case .none: PANGO_ELLIPSIZE_NONE
    case .start: PANGO_ELLIPSIZE_START
    case .end: PANGO_ELLIPSIZE_END
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    }
  }

  /// Lays out a paragraph, or the rest of one, on one line, truncated to the width of the box.
  ///
  /// - Parameter isFollowed: true if further text below is omitted, which an ellipsis at the end
  ///   marks.
  func truncate(
    _ paragraph: Paragraph, isFollowed: Bool = false, _ top: inout Double,
    _ body: (PlacedTextLine) -> Bool
  ) -> Bool {
    let range = paragraph.range
    var parts = [range]
    if range.count > 2 * Self.reach {
      let head = characterStart(range.lowerBound + Self.reach, after: range.lowerBound)
      let tail = characterStart(range.upperBound - Self.reach, after: range.lowerBound)
      parts = [range.lowerBound..<head, tail..<range.upperBound]
      if box.truncation == .end { parts.removeLast() }
      if box.truncation == .start { parts.removeFirst() }
    }
    layOut(
      parts, endsInEllipsis: isFollowed, isRightToLeft: paragraph.isRightToLeft, width: box.width,
      ellipsis: ellipsis)
    guard let line = engine.firstLine else { return true }
    return body(place(line, &top, range.lowerBound))
  }

  /// Lays out the lines that fit into the box, and truncates the last of them if not all fit.
  func setTruncated(_ body: (PlacedTextLine) -> Bool) {
    var whole = box
    whole.truncation = .none
    let plain = TextSetter(engine: engine, text: text, runs: runs, box: whole)
    // The number of lines that fit, at least one, and the start of the last of them.
    var count = 0
    var last = (start: 0, top: 0.0, isRightToLeft: false)
    var fits = true
    plain.forEachLine { line in
      fits = line.top + line.height <= box.height + 1e-6
      guard fits || count == 0 else { return false }
      count += 1
      last = (
        line.offset + Int(line.line.pointee.start_index), line.top,
        line.line.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
      )
      return fits
    }
    if fits {
      plain.forEachLine(body)
      return
    }
    var index = 0
    var goesOn = count == 1
    plain.forEachLine { line in
      index += 1
      if index < count { goesOn = body(line) }
      return goesOn && index < count - 1
    }
    if !goesOn { return }
    let end = paragraphEnd(from: last.start)
    var top = last.top
    _ = truncate(
      Paragraph(range: last.start..<end.text, isRightToLeft: last.isRightToLeft),
      isFollowed: end.next > end.text, &top, body)
  }
}
