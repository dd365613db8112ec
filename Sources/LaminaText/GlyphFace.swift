import CPangoFT2
import Foundation
import Lamina

/// The outlines and decoration lines of a font at one size, in layout units.
///
/// A face retains its font, so the font's address identifies the face.
final class GlyphFace {
  /// A decoration line along the text.
  struct Rule {
    /// The distance of the upper edge above the baseline.
    var top: Double
    var thickness: Double
  }

  private let font: UnsafeMutablePointer<PangoFont>
  private let fcFont: UnsafeMutablePointer<PangoFcFont>
  /// The transform from font units to layout units, with y downwards.
  private let fromFont: Transform2D
  /// The strength of synthetic emboldening, in font units; 0 for none.
  private let boldness: Int
  private(set) lazy var underline = rule { metrics in
    (
      pango_font_metrics_get_underline_position(metrics),
      pango_font_metrics_get_underline_thickness(metrics)
    )
  }
  private(set) lazy var strikethrough = rule { metrics in
    (
      pango_font_metrics_get_strikethrough_position(metrics),
      pango_font_metrics_get_strikethrough_thickness(metrics)
    )
  }

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    self.font = font
    g_object_ref(UnsafeMutableRawPointer(font))
    fcFont = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    let pattern = fcFont.pointee.font_pattern
    var size = 0.0
    FcPatternGetDouble(pattern, FC_PIXEL_SIZE, 0, &size)
    var slant: UnsafeMutablePointer<FcMatrix>?
    FcPatternGetMatrix(pattern, FC_MATRIX, 0, &slant)
    var isBold: FcBool = 0
    FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &isBold)

    let face = pango_fc_font_lock_face(fcFont)
    defer { pango_fc_font_unlock_face(fcFont) }
    let unitsPerEm = Int(face?.pointee.units_per_EM ?? 0)
    let scale = unitsPerEm > 0 ? size / Double(unitsPerEm) : 0
    let matrix = slant?.pointee ?? FcMatrix(xx: 1, xy: 0, yx: 0, yy: 1)
    fromFont = Transform2D(
      a: scale * matrix.xx, b: -scale * matrix.yx, c: scale * matrix.xy, d: -scale * matrix.yy,
      tx: 0, ty: 0)
    // The strength with which FreeType emboldens a font that has no bold face.
    boldness = isBold != 0 ? unitsPerEm / 24 : 0
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(font)) }

  private func rule(
    _ read: (UnsafeMutablePointer<PangoFontMetrics>?) -> (position: Int32, thickness: Int32)
  ) -> Rule {
    let metrics = TextEngine.measuring { pango_font_get_metrics(font, nil) }
    defer { pango_font_metrics_unref(metrics) }
    let (position, thickness) = read(metrics)
    return Rule(
      top: Double(position) / TextEngine.pangoUnits,
      thickness: Double(thickness) / TextEngine.pangoUnits)
  }

  /// Returns the outline of a glyph relative to its origin on the baseline, with y downwards; a box
  /// if the font has no outline for it.
  func outline(of glyph: PangoGlyph) -> Path {
    if glyph & PangoGlyph(PANGO_GLYPH_UNKNOWN_FLAG) != 0 { return box(of: glyph) }
    guard let face = pango_fc_font_lock_face(fcFont) else { return box(of: glyph) }
    defer { pango_fc_font_unlock_face(fcFont) }
    let flags = FT_LOAD_NO_SCALE | FT_LOAD_IGNORE_TRANSFORM
    guard FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(flags)) == 0,
      let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return box(of: glyph) }
    if boldness > 0 { FT_Outline_Embolden(&slot.pointee.outline, FT_Pos(boldness)) }

    let reader = OutlineReader(transform: fromFont)
    var functions = OutlineReader.functions
    FT_Outline_Decompose(
      &slot.pointee.outline, &functions, Unmanaged.passUnretained(reader).toOpaque())
    return withExtendedLifetime(reader) { reader.path }
  }

  /// Returns the placeholder for a character that no font can draw: an empty box in place of its
  /// glyph.
  private func box(of glyph: PangoGlyph) -> Path {
    var logical = PangoRectangle()
    TextEngine.measuring { pango_font_get_glyph_extents(font, glyph, nil, &logical) }
    let unit = TextEngine.pangoUnits
    let width = Double(logical.width) / unit
    let height = -Double(logical.y) / unit * 0.8
    guard width > 0, height > 0 else { return Path() }
    let line = height / 16
    let outer = CGRect(x: 0, y: -height, width: width, height: height)
      .insetBy(dx: min(line, width / 4), dy: 0)
    let inner = outer.insetBy(
      dx: min(line, outer.width / 4), dy: min(line, outer.height / 4))
    var path = Path(rect: outer)
    // In the opposite direction, so that it is cut out.
    path.addLines(between: [
      CGPoint(x: inner.minX, y: inner.minY), CGPoint(x: inner.minX, y: inner.maxY),
      CGPoint(x: inner.maxX, y: inner.maxY), CGPoint(x: inner.maxX, y: inner.minY),
    ])
    path.closeSubpath()
    return path
  }
}

/// A builder of paths from FreeType's outlines.
private final class OutlineReader {
  private var open = Path()
  private let transform: Transform2D

  /// The number of fraction bits in FreeType's coordinates, for the points that it inserts between
  /// two curves.
  private static let shift: Int32 = 6

  init(transform: Transform2D) { self.transform = transform }

  /// The path of all contours, each closed.
  var path: Path {
    var path = open
    if !path.isEmpty { path.closeSubpath() }
    return path
  }

  private func point(_ vector: UnsafePointer<FT_Vector>?) -> CGPoint {
    let step = 1 / Double(1 << Self.shift)
    return CGPoint(x: Double(vector!.pointee.x) * step, y: Double(vector!.pointee.y) * step)
      .applying(transform)
  }

  private static func reader(_ user: UnsafeMutableRawPointer?) -> OutlineReader {
    Unmanaged.fromOpaque(user!).takeUnretainedValue()
  }

  static var functions: FT_Outline_Funcs {
    FT_Outline_Funcs(
      move_to: { to, user in
        let reader = OutlineReader.reader(user)
        if !reader.open.isEmpty { reader.open.closeSubpath() }
        reader.open.move(to: reader.point(to))
        return 0
      },
      line_to: { to, user in
        let reader = OutlineReader.reader(user)
        reader.open.addLine(to: reader.point(to))
        return 0
      },
      conic_to: { control, to, user in
        let reader = OutlineReader.reader(user)
        reader.open.addQuadCurve(to: reader.point(to), control: reader.point(control))
        return 0
      },
      cubic_to: { first, second, to, user in
        let reader = OutlineReader.reader(user)
        reader.open.addCurve(
          to: reader.point(to), control1: reader.point(first), control2: reader.point(second))
        return 0
      },
      shift: shift, delta: 0)
  }
}
