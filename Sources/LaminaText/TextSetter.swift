import CPangoFT2
import Foundation

/// The box and the options with which a text is laid out.
struct TextBox: Hashable {
  /// The width in points; infinite if lines may have any length.
  var width: Double
  /// The height in points; infinite if there may be any number of lines.
  var height: Double
  var isWrapped = false
  var truncation = TextTruncationMode.none
  var alignment = TextAlignmentMode.natural
}

/// A laid-out line of text, or a piece of a very long one. Lengths are in points.
struct PlacedTextLine {
  /// The rectangle that the line occupies, relative to the text's upper left corner.
  var left: Double
  var top: Double
  var width: Double
  var height: Double
  var baseline: Double
  /// True if this piece continues the line of the previous one.
  var continuesLine: Bool
  /// The Pango line, valid until the next line is laid out.
  var line: UnsafeMutablePointer<PangoLayoutLine>
  /// The offset in the text of the bytes given to Pango.
  var offset: Int
}

/// A typesetter that breaks a text into lines, one at a time from the top.
///
/// Pango receives one paragraph at a time, and at most about 16,000 bytes of it: its time grows
/// with the square of a text's length, and its lengths are 32-bit numbers. The cost thus depends on
/// the lines requested, not on the length of the text.
struct TextSetter {
  let engine: TextEngine
  let text: UnsafeBufferPointer<UInt8>
  let runs: [AttributedText.Run]
  let box: TextBox
  /// The number of layout units per point, a power of two.
  let unit: Double

  /// The initial and the maximum number of bytes given to Pango.
  static let usualPiece = 1024
  static let largestPiece = 16_384

  init(
    engine: TextEngine, text: UnsafeBufferPointer<UInt8>, runs: [AttributedText.Run], box: TextBox
  ) {
    self.engine = engine
    self.text = text
    self.runs = runs
    self.box = box
    // Fonts of 8 to 64 points are laid out at their size. Larger and smaller ones are scaled, which
    // makes no difference, as shapes and widths are the same at all sizes.
    let largest = runs.reduce(0) { max($0, Self.drawnSize($1.attributes)) }
    var unit = 1.0
    while largest * unit > 64 { unit /= 2 }
    while largest > 0, largest * unit < 8, unit < 0x1p900 { unit *= 2 }
    self.unit = unit
    engine.limitMemory()
  }

  /// Returns the size of a font that can be drawn; 0 for all others.
  static func drawnSize(_ attributes: AttributedText.Attributes) -> Double {
    let size = Double(attributes.fontSize)
    return size.isFinite && size > 0x1p-400 && size < 0x1p400 ? size : 0
  }

  /// Calls `body` for each line, from the first on, until it returns false.
  func forEachLine(_ body: (PlacedTextLine) -> Bool) {
    if box.isWrapped, box.truncation != .none {
      setTruncated(body)
    } else {
      setParagraphs(body)
    }
  }

  private func setParagraphs(_ body: (PlacedTextLine) -> Bool) {
    var top = 0.0
    var start = 0
    while true {
      let end = paragraphEnd(from: start)
      let paragraph = Paragraph(
        range: start..<end.text, isRightToLeft: isRightToLeft(start..<end.text))
      guard set(paragraph, &top, body), end.next > end.text else { return }
      start = end.next
    }
  }

  private func set(
    _ paragraph: Paragraph, _ top: inout Double, _ body: (PlacedTextLine) -> Bool
  ) -> Bool {
    if box.isWrapped { return wrap(paragraph, &top, body) }
    if box.truncation != .none, box.width.isFinite { return truncate(paragraph, &top, body) }
    return setOnOneLine(paragraph, &top, body)
  }

  // MARK: - Paragraphs

  /// A part of the text without line breaks, as a range of bytes.
  struct Paragraph {
    var range: Range<Int>
    var isRightToLeft: Bool
  }

  /// Returns the end of the paragraph that begins at `start`, and the start of the next one; the
  /// two are equal if there is none.
  func paragraphEnd(from start: Int) -> (text: Int, next: Int) {
    var index = start
    while index < text.count {
      switch text[index] {
      case 0x0A: return (index, index + 1)
      case 0x0D:
        let isPair = index + 1 < text.count && text[index + 1] == 0x0A
        return (index, index + (isPair ? 2 : 1))
      case 0xE2:
        // U+2028 and U+2029.
        if index + 2 < text.count, text[index + 1] == 0x80, text[index + 2] & 0xFE == 0xA8 {
          return (index, index + 3)
        }
      default: break
      }
      index += 1
    }
    return (index, index)
  }

  /// Returns true if the first strongly directional character of a paragraph is right-to-left.
  private func isRightToLeft(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return false }
    let start = text.baseAddress! + range.lowerBound
    let length = min(range.count, Self.largestPiece)
    return start.withMemoryRebound(to: CChar.self, capacity: length) {
      pango_find_base_dir($0, Int32(length)) == PANGO_DIRECTION_RTL
    }
  }

  /// Returns the last position up to `offset` at which a character begins.
  func characterStart(_ offset: Int, after start: Int) -> Int {
    var offset = offset
    while offset > start, offset < text.count, text[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  // MARK: - Wrapped lines

  private func wrap(
    _ paragraph: Paragraph, _ top: inout Double, _ body: (PlacedTextLine) -> Bool
  ) -> Bool {
    let end = paragraph.range.upperBound
    var start = paragraph.range.lowerBound
    var length = Self.usualPiece
    while true {
      let stop = end - start <= length ? end : characterStart(start + length, after: start)
      layOut(start..<stop, isRightToLeft: paragraph.isRightToLeft, width: box.width)
      var lines = engine.lines
      if stop < end, lines?.pointee.next == nil, length < Self.largestPiece {
        length *= 2
        continue
      }
      // The extent of the last line is unknown until the rest of the paragraph is laid out.
      while let link = lines, stop == end || link.pointee.next != nil {
        guard let line = link.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self),
          body(place(line, &top, start))
        else { return false }
        lines = link.pointee.next
      }
      if stop == end { return true }
      let rest = lines?.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self)
      let consumed = Int(rest?.pointee.start_index ?? 0)
      // A line that is longer than the maximum given to Pango ends there.
      if consumed == 0, let rest {
        if !body(place(rest, &top, start)) { return false }
        start = stop
      } else {
        start += consumed
      }
      length = Self.usualPiece
    }
  }

  // MARK: - Unwrapped lines

  private func setOnOneLine(
    _ paragraph: Paragraph, _ top: inout Double, _ body: (PlacedTextLine) -> Bool
  ) -> Bool {
    let range = paragraph.range
    if range.count <= Self.usualPiece {
      layOut(range, isRightToLeft: paragraph.isRightToLeft, width: nil)
      guard let line = engine.firstLine else { return true }
      return body(place(line, &top, range.lowerBound))
    }
    return setInPieces(paragraph, &top, body)
  }

  /// Lays out a line that is too long for Pango in adjacent pieces, as far as they are visible.
  private func setInPieces(
    _ paragraph: Paragraph, _ top: inout Double, _ body: (PlacedTextLine) -> Bool
  ) -> Bool {
    var pieces: [(range: Range<Int>, width: Double)] = []
    var (width, ascent, descent) = (0.0, 0.0, 0.0)
    var start = paragraph.range.lowerBound
    while start < paragraph.range.upperBound, width <= box.width {
      let range = start..<pieceEnd(start, paragraph.range.upperBound)
      layOut(range, isRightToLeft: paragraph.isRightToLeft, width: nil)
      guard let line = engine.firstLine else { break }
      let extents = extents(of: line)
      pieces.append((range, extents.width))
      width += extents.width
      ascent = max(ascent, extents.ascent)
      descent = max(descent, extents.height - extents.ascent)
      start = range.upperBound
    }
    var left = edge(width, isRightToLeft: paragraph.isRightToLeft)
    if paragraph.isRightToLeft { left += width }
    for (index, piece) in pieces.enumerated() {
      layOut(piece.range, isRightToLeft: paragraph.isRightToLeft, width: nil)
      guard let line = engine.firstLine else { break }
      if paragraph.isRightToLeft { left -= piece.width }
      let placed = PlacedTextLine(
        left: left, top: top, width: piece.width, height: ascent + descent,
        baseline: top + ascent, continuesLine: index > 0, line: line,
        offset: piece.range.lowerBound)
      if !body(placed) { return false }
      if !paragraph.isRightToLeft { left += piece.width }
    }
    top += ascent + descent
    return true
  }

  /// Returns the end of the piece that begins at `start`: after a space, if there is one.
  private func pieceEnd(_ start: Int, _ end: Int) -> Int {
    if end - start <= Self.usualPiece { return end }
    let latest = start + Self.usualPiece
    for offset in stride(from: latest, to: latest - 256, by: -1) where text[offset - 1] == 0x20 {
      return offset
    }
    return characterStart(latest, after: start)
  }

  // MARK: - Pango

  /// Lays out a part of the text with Pango.
  ///
  /// - Parameter width: the width in points at which lines are broken; nil to break none.
  func layOut(_ range: Range<Int>, isRightToLeft: Bool, width: Double?) {
    prepare(isRightToLeft: isRightToLeft, width: width, ellipsis: PANGO_ELLIPSIZE_NONE)
    setAttributes([range], endsInEllipsis: false)
    setText(UnsafeBufferPointer(rebasing: text[range]))
  }

  /// Lays out parts of the text with Pango as if they were adjacent.
  ///
  /// - Parameter endsInEllipsis: true to append an ellipsis to the parts.
  func layOut(
    _ parts: [Range<Int>], endsInEllipsis: Bool, isRightToLeft: Bool, width: Double,
    ellipsis: PangoEllipsizeMode
  ) {
    prepare(isRightToLeft: isRightToLeft, width: width, ellipsis: ellipsis)
    setAttributes(parts, endsInEllipsis: endsInEllipsis)
    var bytes: [UInt8] = []
    for part in parts { bytes.append(contentsOf: text[part]) }
    if endsInEllipsis { bytes.append(contentsOf: Self.ellipsisBytes) }
    bytes.withUnsafeBufferPointer { setText($0) }
  }

  /// The UTF-8 encoding of U+2026.
  static let ellipsisBytes: [UInt8] = [0xE2, 0x80, 0xA6]

  private func prepare(isRightToLeft: Bool, width: Double?, ellipsis: PangoEllipsizeMode) {
    let layout = engine.layout
    let direction = isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
    if pango_context_get_base_dir(engine.context) != direction {
      pango_context_set_base_dir(engine.context, direction)
    }
    pango_layout_set_ellipsize(layout, ellipsis)
    pango_layout_set_width(layout, width.map { Int32(pangoWidth(of: $0)) } ?? -1)
    pango_layout_set_justify(layout, box.alignment == .justified && width != nil ? 1 : 0)
  }

  /// Returns the whole number of Pango's units that a line of a width may have, which is in points.
  func pangoWidth(of width: Double) -> Double {
    (max(0, min(width * unit, 1_000_000)) * TextEngine.pangoUnits).rounded(.up)
  }

  private func setText(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      pango_layout_set_text(engine.layout, "", 0)
      return
    }
    start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      pango_layout_set_text(engine.layout, $0, Int32(bytes.count))
    }
  }

  /// The size of a line in points, without a position.
  private struct Extents {
    var width: Double
    var height: Double
    var ascent: Double
  }

  private func extents(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Extents {
    let logical = TextEngine.extents(of: line)
    let scale = 1 / (TextEngine.pangoUnits * unit)
    return Extents(
      width: Double(logical.width) * scale, height: Double(logical.height) * scale,
      ascent: -Double(logical.y) * scale)
  }

  /// Positions a line below the previous ones.
  func place(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, _ top: inout Double, _ offset: Int
  ) -> PlacedTextLine {
    let extents = extents(of: line)
    let placed = PlacedTextLine(
      left: edge(
        extents.width,
        isRightToLeft: line.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue),
      top: top, width: extents.width, height: extents.height, baseline: top + extents.ascent,
      continuesLine: false, line: line, offset: offset)
    top += extents.height
    return placed
  }

  /// Returns the left edge of a line. A line wider than the box is aligned to its leading edge.
  func edge(_ width: Double, isRightToLeft: Bool) -> Double {
    guard box.width.isFinite else { return 0 }
    let rest = box.width - width
    let natural = isRightToLeft ? rest : 0
    if rest <= 0 { return natural }
    switch box.alignment {
    case .natural, .justified: return natural
    case .left: return 0
    case .right: return rest
    case .center: return rest / 2
    }
  }
}
