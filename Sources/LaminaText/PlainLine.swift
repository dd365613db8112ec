import CPangoFT2
import Foundation

/// A font whose own glyphs draw all of ASCII, at one size.
final class PlainFont {
  let face: GlyphFace
  fileprivate let shaper: OpaquePointer
  /// The font's line, in Pango's units: its upper edge above the baseline, and its height.
  let ascent: Double
  let height: Double

  /// Looks at what Pango makes of all characters.
  ///
  /// Nil where it takes more than one font for them.
  init?(engine: TextEngine, description: OpaquePointer) {
    let layout = engine.layout
    pango_layout_set_font_description(layout, description)
    pango_layout_set_attributes(layout, nil)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE)
    pango_layout_set_width(layout, -1)
    let characters = PlainLine.characters.map { CChar($0) }
    pango_layout_set_text(layout, characters, Int32(characters.count))
    guard let line = engine.firstLine else { return nil }
    var used: UnsafeMutablePointer<PangoFont>?
    var link = line.pointee.runs
    while let current = link {
      link = current.pointee.next
      guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
        let font = run.pointee.item?.pointee.analysis.font, used == nil || used == font,
        let glyphs = run.pointee.glyphs
      else { return nil }
      used = font
      for index in 0..<Int(glyphs.pointee.num_glyphs)
      where glyphs.pointee.glyphs[index].glyph & PangoGlyph(PANGO_GLYPH_UNKNOWN_FLAG) != 0 {
        return nil
      }
    }
    guard let used, let shaper = pango_font_get_hb_font(used) else { return nil }
    face = engine.face(of: used)
    self.shaper = shaper
    let logical = TextEngine.extents(of: line)
    ascent = -Double(logical.y)
    height = Double(logical.height)
  }
}

/// A line of ASCII in one font, shaped by HarfBuzz alone.
///
/// Most labels are a few letters and digits. Pango looks for scripts, directions, fonts and places
/// to break in them, finds nothing, and asks HarfBuzz. Here HarfBuzz is asked at once, in Pango's
/// words, so that the answer is the same.
struct PlainLine {
  static let characters: ClosedRange<UInt8> = 0x20...0x7E
  /// The most characters; longer lines are Pango's.
  private static let limit = 256

  let font: PlainFont
  let glyphs: UnsafeBufferPointer<hb_glyph_info_t>
  let positions: UnsafeBufferPointer<hb_glyph_position_t>
  /// In Pango's units.
  let width: Double

  /// The line that a setter would make, good until the next one is shaped.
  ///
  /// Nil where there is more to a text than a line of ASCII that fits.
  init?(_ setter: TextSetter) {
    let text = setter.text
    guard setter.runs.count == 1, !text.isEmpty, text.count <= Self.limit,
      setter.runs[0].attributes.kerning == 0
    else { return nil }
    var hasLetter = false
    for byte in text {
      guard Self.characters.contains(byte) else { return nil }
      hasLetter = hasLetter || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }
    let engine = setter.engine
    let attributes = setter.runs[0].attributes
    guard let font = engine.plainFont(of: attributes.font, size: setter.layoutSize(attributes))
    else { return nil }
    self.font = font

    let buffer = engine.buffer
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hasLetter ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON)
    hb_buffer_set_language(buffer, engine.language)
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    text.baseAddress!.withMemoryRebound(to: CChar.self, capacity: text.count) {
      hb_buffer_add_utf8(buffer, $0, Int32(text.count), 0, Int32(text.count))
    }
    hb_shape(font.shaper, buffer, nil, 0)
    var count: UInt32 = 0
    glyphs = UnsafeBufferPointer(
      start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
    positions = UnsafeBufferPointer(
      start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
    var width = 0.0
    for position in positions { width += Double(position.x_advance) }
    self.width = width
    if setter.box.isWrapped || setter.box.truncation != .none {
      guard width <= setter.pangoWidth(of: setter.box.width) else { return nil }
    }
  }
}
