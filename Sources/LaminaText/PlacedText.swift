import CPangoFT2
import Foundation
import Lamina

/// A part of a laid-out line in one font: what a writer of documents needs to write it as text or as
/// outlines. Lengths are in points of the layer's own coordinate space.
package struct PlacedTextRun {
  /// The characters, in reading order. An ellipsis that stands for omitted text is U+2026.
  package var string: String
  package var attributes: AttributedText.Attributes
  /// The left end of the run on its baseline.
  package var origin: CGPoint
  /// The distance to the end of the run.
  package var width: CGFloat
  /// The upper and the lower edge of the run's line.
  package var line: ClosedRange<CGFloat>
  package var isRightToLeft: Bool
  /// The outlines of the glyphs; nil if they were not requested.
  package var outline: Path?
  /// The lines under and through the letters.
  package var rules: [CGRect]
}

extension TextLayer {
  /// Lays the text out in the bounds, and returns what is visible of it, line by line.
  ///
  /// - Parameter withOutlines: true to return the outlines of the glyphs, too.
  /// - Complexity: O(visible characters).
  package final func placedText(withOutlines: Bool) -> [PlacedTextRun] {
    let bounds = self.bounds
    let text = drawnText
    guard !text.isEmpty, bounds.width > 0, bounds.height > 0 else { return [] }
    var runs: [PlacedTextRun] = []
    text.withSetter(box(bounds.size)) { setter in
      setter.forEachLine { line in
        if line.top >= bounds.height { return false }
        let placer = TextPlacer(
          setter: setter, placed: line, origin: bounds.origin, withOutlines: withOutlines)
        runs += placer.runs
        return line.top + line.height < bounds.height
      }
    }
    return runs
  }
}

/// A reader of the runs of one line.
private struct TextPlacer {
  let setter: TextSetter
  let placed: PlacedTextLine
  /// The text's upper left corner.
  let origin: CGPoint
  let withOutlines: Bool

  var runs: [PlacedTextRun] {
    let unit = TextEngine.pangoUnits * setter.unit
    var runs: [PlacedTextRun] = []
    var left = placed.left * unit
    var link = placed.line.pointee.runs
    while let current = link {
      link = current.pointee.next
      guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
        let item = run.pointee.item, let glyphs = run.pointee.glyphs
      else { continue }
      left += Double(run.pointee.start_x_offset)
      let attributes = setter.attributes(of: item)
      let baseline = placed.baseline - Double(run.pointee.y_offset) / unit + Double(origin.y)
      let font = item.pointee.analysis.font
      if TextSetter.drawnSize(attributes) > 0, let font {
        let face = setter.engine.face(of: font)
        for piece in pieces(of: item, glyphs) {
          runs.append(
            self.run(piece, item, glyphs, face, attributes, left: left, baseline: baseline))
        }
      }
      for index in 0..<Int(glyphs.pointee.num_glyphs) {
        left += Double(glyphs.pointee.glyphs[index].geometry.width)
      }
      left += Double(run.pointee.end_x_offset)
    }
    return runs
  }

  private func run(
    _ piece: Piece, _ item: UnsafePointer<PangoItem>, _ glyphs: UnsafePointer<PangoGlyphString>,
    _ face: GlyphFace, _ attributes: AttributedText.Attributes, left: Double, baseline: Double
  ) -> PlacedTextRun {
    let unit = TextEngine.pangoUnits * setter.unit
    var left = left
    for index in 0..<piece.glyphs.lowerBound {
      left += Double(glyphs.pointee.glyphs[index].geometry.width)
    }
    let start = left
    var outline = Path()
    for index in piece.glyphs {
      let info = glyphs.pointee.glyphs[index]
      if withOutlines, info.glyph != PangoGlyph(PANGO_GLYPH_EMPTY) {
        let scale = 1 / setter.unit
        outline.addPath(
          face.outline(of: info.glyph).applying(
            Transform2D(
              a: scale, b: 0, c: 0, d: scale,
              tx: (left + Double(info.geometry.x_offset)) / unit + Double(origin.x),
              ty: baseline + Double(info.geometry.y_offset) / unit)))
      }
      left += Double(info.geometry.width)
    }
    let x = start / unit + Double(origin.x)
    let width = (left - start) / unit
    func rule(_ rule: GlyphFace.Rule) -> CGRect {
      CGRect(
        x: x, y: baseline - rule.top / setter.unit, width: width,
        height: rule.thickness / setter.unit)
    }
    return PlacedTextRun(
      string: string(of: item, piece.bytes), attributes: attributes,
      origin: CGPoint(x: x, y: baseline), width: width,
      line: placed.top + origin.y...placed.top + placed.height + origin.y,
      isRightToLeft: item.pointee.analysis.level & 1 == 1,
      outline: withOutlines ? outline : nil,
      rules: (attributes.isUnderlined ? [rule(face.underline)] : [])
        + (attributes.isStruckThrough ? [rule(face.strikethrough)] : []))
  }

  /// A part of an item that is written at once.
  private struct Piece {
    var glyphs: Range<Int>
    /// The bytes, from the beginning of the item.
    var bytes: Range<Int>
  }

  /// Returns the parts of an item: the words if their distances are not those of the font, otherwise
  /// all of it. Spaces at the ends are left out, unless there are lines under or through them.
  private func pieces(
    of item: UnsafePointer<PangoItem>, _ glyphs: UnsafePointer<PangoGlyphString>
  ) -> [Piece] {
    let count = Int(glyphs.pointee.num_glyphs)
    let length = Int(item.pointee.length)
    let whole = Piece(glyphs: 0..<count, bytes: 0..<length)
    let attributes = setter.attributes(of: item)
    let isPlain = item.pointee.analysis.flags & Self.ellipsisFlag == 0
    guard isPlain, item.pointee.analysis.level & 1 == 0, let text = bytes(of: item),
      let clusters = glyphs.pointee.log_clusters
    else { return [whole] }
    func isSpace(_ glyph: Int) -> Bool { text[Int(clusters[glyph])] == 0x20 }
    func end(_ glyph: Int) -> Int { glyph < count ? Int(clusters[glyph]) : length }
    if setter.box.alignment == .justified {
      var pieces: [Piece] = []
      var start = 0
      while start < count {
        var stop = start + 1
        while stop < count, isSpace(stop) == isSpace(start) { stop += 1 }
        if !isSpace(start) || attributes.isUnderlined || attributes.isStruckThrough {
          pieces.append(Piece(glyphs: start..<stop, bytes: Int(clusters[start])..<end(stop)))
        }
        start = stop
      }
      return pieces
    }
    if attributes.isUnderlined || attributes.isStruckThrough { return [whole] }
    var (start, stop) = (0, count)
    while start < stop, isSpace(start) { start += 1 }
    while stop > start, isSpace(stop - 1) { stop -= 1 }
    return start == stop
      ? [] : [Piece(glyphs: start..<stop, bytes: Int(clusters[start])..<end(stop))]
  }

  /// The flag of an item that stands for omitted text: PANGO_ANALYSIS_FLAG_IS_ELLIPSIS.
  private static let ellipsisFlag: UInt8 = 2

  private func bytes(of item: UnsafePointer<PangoItem>) -> UnsafePointer<UInt8>? {
    pango_layout_get_text(setter.engine.layout).map {
      UnsafeRawPointer($0 + Int(item.pointee.offset)).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// Returns characters of an item, in reading order.
  private func string(of item: UnsafePointer<PangoItem>, _ range: Range<Int>) -> String {
    if item.pointee.analysis.flags & Self.ellipsisFlag != 0 { return "\u{2026}" }
    guard let text = bytes(of: item) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: text + range.lowerBound, count: range.count),
      as: UTF8.self)
  }
}

extension Font {
  /// The names of the family, separated by commas; for a font from a file, the family that the file
  /// names.
  package var familyNames: String {
    switch source {
    case .family(let family, _, _): family
    case .file(let file): file.record.family
    }
  }

  /// The weight; that of a font from a file counts as regular.
  package var weight: Weight {
    if case .family(_, let weight, _) = source { weight } else { .regular }
  }

  /// True if the letters slant.
  package var isItalic: Bool {
    if case .family(_, _, .italic) = source { true } else { false }
  }
}
