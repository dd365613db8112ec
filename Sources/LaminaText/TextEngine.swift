import CPangoFT2
import Foundation
import Lamina

/// The text engine of one thread: Pango and FreeType, with their fonts.
///
/// Neither library may be used by two threads at once, so each thread that draws text has an engine
/// of its own, which is released when the thread ends. Layers keep no references to an engine.
/// Threads wait for each other only while Pango lays out and measures text.
final class TextEngine {
  /// The number of Pango units per layout unit.
  static let pangoUnits = 1024.0

  let context: OpaquePointer
  let layout: OpaquePointer
  /// The attributes of wrapped text: no hyphen is inserted where a word is broken.
  let withoutHyphens: OpaquePointer
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  /// The number of fonts from files that the font map contains.
  private var knownFiles = 0
  private var descriptions: [DescribedFont: OpaquePointer] = [:]
  private var plainFonts: [DescribedFont: PlainFont?] = [:]
  private var lastPlainFont: (key: DescribedFont, font: PlainFont?)?
  private var faces: [UnsafeMutablePointer<PangoFont>: GlyphFace] = [:]
  let glyphs = GlyphCache()
  /// The HarfBuzz buffer in which plain lines are shaped, and the language for it.
  let buffer: OpaquePointer
  let language: OpaquePointer

  /// A font at a size in layout units.
  private struct DescribedFont: Hashable {
    var font: Font
    var size: Double
  }

  private init() {
    guard let map = pango_ft2_font_map_new() else {
      refuse("cannot allocate memory for fonts")
    }
    fontMap = map
    // Shapes and widths are the font's own at every size, regardless of the system's settings.
    pango_fc_font_map_set_default_substitute(
      OpaquePointer(map),
      { pattern, _ in
        for (key, value) in [
          (FC_HINTING, false), (FC_AUTOHINT, false), (FC_ANTIALIAS, true),
          (FC_EMBEDDED_BITMAP, false), (FC_COLOR, false), (FC_OUTLINE, true), (FC_SCALABLE, true),
        ] {
          FcPatternDel(pattern, key)
          FcPatternAddBool(pattern, key, value ? 1 : 0)
        }
      }, nil, nil)
    context = pango_font_map_create_context(map)
    pango_context_set_round_glyph_positions(context, 0)
    // The choice among several fonts for a character must not depend on the user's language.
    pango_context_set_language(context, pango_language_from_string("en"))
    language = hb_language_from_string("en", -1)
    buffer = hb_buffer_create()
    layout = pango_layout_new(context)
    withoutHyphens = pango_attr_list_new()
    pango_attr_list_insert(withoutHyphens, pango_attr_insert_hyphens_new(0))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_auto_dir(layout, 0)
    loadFonts()
  }

  deinit {
    forgetFonts()
    hb_buffer_destroy(buffer)
    pango_attr_list_unref(withoutHyphens)
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(fontMap))
  }

  // MARK: - Thread-specific engine

  /// The thread-specific key whose value retains the thread's engine.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<TextEngine>.fromOpaque(pointer).release() }
    }
    require(failure == 0, "the process has no thread-specific keys left")
    return key
  }()

  /// The engine of the current thread, with all fonts that were loaded from files.
  static var current: TextEngine {
    if let pointer = pthread_getspecific(key) {
      let engine = Unmanaged<TextEngine>.fromOpaque(pointer).takeUnretainedValue()
      if engine.knownFiles != FontFile.count { engine.loadFonts() }
      return engine
    }
    let engine = TextEngine()
    pthread_setspecific(key, Unmanaged.passRetained(engine).toOpaque())
    return engine
  }

  // MARK: - Measuring with Pango

  private static let measuringLock = NSLock()

  /// Runs a closure that may make Pango measure a font, on one thread at a time.
  ///
  /// Pango measures each font on first use, with a layout of its own, and records in a global
  /// variable that a measurement is in progress. A font that another thread uses for the first time
  /// meanwhile would stay unmeasured for good: the box in place of a character that it lacks would
  /// have no width.
  static func measuring<Result>(_ body: () -> Result) -> Result {
    measuringLock.lock()
    defer { measuringLock.unlock() }
    return body()
  }

  /// The lines of the current layout.
  var lines: UnsafeMutablePointer<GSList>? {
    Self.measuring { pango_layout_get_lines_readonly(layout) }
  }

  /// The first line of the current layout.
  var firstLine: UnsafeMutablePointer<PangoLayoutLine>? {
    Self.measuring { pango_layout_get_line_readonly(layout, 0) }
  }

  /// Returns the logical extents of a line, relative to its origin on the baseline, in Pango units.
  static func extents(of line: UnsafeMutablePointer<PangoLayoutLine>) -> PangoRectangle {
    var logical = PangoRectangle()
    measuring { pango_layout_line_get_extents(line, nil, &logical) }
    return logical
  }

  // MARK: - Fonts

  /// Gives Pango a list of the installed fonts, and of those from files under private family names.
  ///
  /// The list is always a new one, as Pango may be searching the old one on a thread of its own.
  private func loadFonts() {
    let records = FontFile.records(from: 0)
    guard let config = FcInitLoadConfigAndFonts() else {
      refuse("cannot initialize fontconfig")
    }
    for (number, record) in records.enumerated() {
      // A file that is missing or has changed adds nothing: its name then resolves to another font.
      let before = FcConfigGetFonts(config, FcSetApplication)?.pointee.nfont ?? 0
      guard FcConfigAppFontAddFile(config, record.path) != 0,
        let fonts = FcConfigGetFonts(config, FcSetApplication)?.pointee
      else { continue }
      for position in Int(before)..<Int(fonts.nfont) {
        guard let pattern = fonts.fonts[position] else { continue }
        var index: Int32 = 0
        FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        FcPatternDel(pattern, FC_FAMILY)
        FcPatternAddString(
          pattern, FC_FAMILY,
          Int(index) == record.index
            ? FontFile(number: number).alias : "lamina-unused-\(number)-\(index)")
      }
    }
    forgetFonts()
    pango_fc_font_map_set_config(OpaquePointer(fontMap), config)
    FcConfigDestroy(config)
    pango_layout_context_changed(layout)
    knownFiles = records.count
  }

  /// Discards everything derived from fonts. It is recreated on demand.
  private func forgetFonts() {
    pango_layout_set_text(layout, "", 0)
    pango_layout_set_attributes(layout, nil)
    pango_layout_set_font_description(layout, nil)
    for description in descriptions.values { pango_font_description_free(description) }
    descriptions = [:]
    plainFonts = [:]
    lastPlainFont = nil
    faces = [:]
    glyphs.removeAll()
  }

  /// Bounds the memory for font sizes, which animated sizes would otherwise grow without limit.
  /// Call this before a text is laid out.
  func limitMemory() {
    if descriptions.count > 512 || faces.count > 512 { forgetFonts() }
    glyphs.limitMemory()
  }

  /// Returns a Pango description of a font. The engine owns it.
  ///
  /// - Parameter size: the size in layout units.
  func description(of font: Font, size: Double) -> OpaquePointer {
    let key = DescribedFont(font: font, size: size)
    if let known = descriptions[key] { return known }
    guard let description = pango_font_description_new() else {
      refuse("cannot allocate memory for a font")
    }
    switch font.source {
    case .family(let family, let weight, let style):
      pango_font_description_set_family(description, family.isEmpty ? "sans-serif" : family)
      pango_font_description_set_weight(
        description, PangoWeight(rawValue: UInt32(weight.rawValue)))
      pango_font_description_set_style(
        description, style == .italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    case .file(let file):
      pango_font_description_set_family(description, file.alias)
    }
    pango_font_description_set_absolute_size(description, size * Self.pangoUnits)
    descriptions[key] = description
    return description
  }

  /// Returns the font with which Pango draws all ASCII characters if `font` is requested; nil if it
  /// uses several, or a character has no glyph.
  ///
  /// - Parameter size: the size in layout units.
  func plainFont(of font: Font, size: Double) -> PlainFont? {
    let key = DescribedFont(font: font, size: size)
    if let lastPlainFont, lastPlainFont.key == key { return lastPlainFont.font }
    let plain =
      plainFonts[key]
      ?? PlainFont(engine: self, description: description(of: font, size: size))
    plainFonts[key] = .some(plain)
    lastPlainFont = (key, plain)
    return plain
  }

  /// Returns the outlines of a font that Pango has chosen.
  func face(of font: UnsafeMutablePointer<PangoFont>) -> GlyphFace {
    if let face = faces[font] { return face }
    let face = GlyphFace(font)
    faces[font] = face
    return face
  }
}
