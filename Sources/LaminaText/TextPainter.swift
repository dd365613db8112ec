import CPangoFT2
import Foundation
import Lamina

/// A painter that draws lines of text into a context.
struct TextPainter {
  let setter: TextSetter
  let context: DrawingContext
  /// The text's upper left corner, in the context's points.
  let origin: CGPoint
  /// The number of horizontal subpixel positions at which glyphs may begin.
  let places: Int
  /// True if glyphs may be drawn from cached masks. It has no effect on the pixels.
  let usesCache: Bool
  /// The number of device pixels per point; nil if the context rotates, flips or scales the axes
  /// differently.
  private let scale: Double?

  init(
    setter: TextSetter, context: DrawingContext, origin: CGPoint, places: Int, usesCache: Bool
  ) {
    self.setter = setter
    self.context = context
    self.origin = origin
    self.places = places
    self.usesCache = usesCache
    let t = context.transform
    scale = t.b == 0 && t.c == 0 && t.a == t.d && t.a > 0 ? Double(t.a) : nil
  }

  /// Draws a line with all its glyphs.
  func draw(_ placed: PlacedTextLine) {
    let unit = TextEngine.pangoUnits * setter.unit
    var left = placed.left * unit
    var link = placed.line.pointee.runs
    while let current = link {
      link = current.pointee.next
      guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
        let item = run.pointee.item, let glyphs = run.pointee.glyphs
      else { continue }
      left += Double(run.pointee.start_x_offset)
      let attributes = setter.attributes(of: item)
      let start = left
      if TextSetter.drawnSize(attributes) > 0, let font = item.pointee.analysis.font {
        let face = setter.engine.face(of: font)
        context.fillColor = attributes.foregroundColor
        let baseline = placed.baseline - Double(run.pointee.y_offset) / unit
        draw(glyphs, face, &left, baseline, unit)
        drawRules(attributes, face, from: start / unit, to: left / unit, baseline)
      } else {
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
          left += Double(glyphs.pointee.glyphs[index].geometry.width)
        }
      }
      left += Double(run.pointee.end_x_offset)
    }
  }

  /// Draws a line that was shaped without Pango.
  func draw(_ line: PlainLine) {
    let attributes = setter.runs[0].attributes
    guard TextSetter.drawnSize(attributes) > 0 else { return }
    context.fillColor = attributes.foregroundColor
    let unit = TextEngine.pangoUnits * setter.unit
    let baseline = line.font.ascent / unit
    let start = setter.edge(line.width / unit, isRightToLeft: false) * unit
    var left = start
    for (glyph, position) in zip(line.glyphs, line.positions) {
      draw(
        glyph.codepoint, line.font.face, (left + Double(position.x_offset)) / unit,
        baseline - Double(position.y_offset) / unit)
      left += Double(position.x_advance)
    }
    drawRules(attributes, line.font.face, from: start / unit, to: left / unit, baseline)
  }

  private func drawRules(
    _ attributes: AttributedText.Attributes, _ face: GlyphFace, from start: Double, to end: Double,
    _ baseline: Double
  ) {
    if attributes.isUnderlined { draw(face.underline, from: start, to: end, baseline) }
    if attributes.isStruckThrough { draw(face.strikethrough, from: start, to: end, baseline) }
  }

  private func draw(_ glyph: PangoGlyph, _ face: GlyphFace, _ x: Double, _ y: Double) {
    if let scale {
      drawUpright(glyph, face, x, y, scale)
    } else {
      drawAsPath(glyph, face, x, y)
    }
  }

  private func draw(
    _ glyphs: UnsafeMutablePointer<PangoGlyphString>, _ face: GlyphFace, _ left: inout Double,
    _ baseline: Double, _ unit: Double
  ) {
    for index in 0..<Int(glyphs.pointee.num_glyphs) {
      let info = glyphs.pointee.glyphs[index]
      let x = (left + Double(info.geometry.x_offset)) / unit
      let y = baseline + Double(info.geometry.y_offset) / unit
      left += Double(info.geometry.width)
      if info.glyph == PangoGlyph(PANGO_GLYPH_EMPTY) { continue }
      draw(info.glyph, face, x, y)
    }
  }

  /// Draws a glyph with its baseline on whole pixels, which makes letters sharper and uniform.
  private func drawUpright(
    _ glyph: PangoGlyph, _ face: GlyphFace, _ x: Double, _ y: Double, _ scale: Double
  ) {
    let t = context.transform
    let step = Double(GlyphCache.places / places)
    let deviceX =
      (((x + origin.x) * scale + t.tx) * Double(places)).rounded() * step
    let deviceY = ((y + origin.y) * scale + t.ty).rounded()
    // Glyphs this far away are outside any bitmap.
    guard abs(deviceX) < 1e6, abs(deviceY) < 1e6 else { return }
    let column = Int(deviceX) >> 4
    let place = Int(deviceX) & (GlyphCache.places - 1)
    let glyphScale = scale / setter.unit
    if usesCache, glyphScale * 64 <= GlyphCache.largestSize {
      let cache = setter.engine.glyphs
      let strike = cache.strike(of: face, scale: glyphScale)
      context.fill(
        cache.mask(of: glyph, at: place, in: strike), x: column, y: Int(deviceY))
      return
    }
    context.saveState()
    context.concatenate(t.inverted())
    context.translateBy(
      x: CGFloat(column) + CGFloat(place) / CGFloat(GlyphCache.places), y: deviceY)
    context.scaleBy(x: glyphScale, y: glyphScale)
    context.fill(face.outline(of: glyph))
    context.restoreState()
  }

  private func drawAsPath(_ glyph: PangoGlyph, _ face: GlyphFace, _ x: Double, _ y: Double) {
    context.saveState()
    context.translateBy(x: x + origin.x, y: y + origin.y)
    context.scaleBy(x: 1 / setter.unit, y: 1 / setter.unit)
    context.fill(face.outline(of: glyph))
    context.restoreState()
  }

  private func draw(
    _ rule: GlyphFace.Rule, from left: Double, to right: Double, _ baseline: Double
  ) {
    var top = baseline - rule.top / setter.unit + origin.y
    var height = rule.thickness / setter.unit
    if let scale {
      // Aligned to whole rows of pixels.
      let shift = context.transform.ty
      height = max(1, (height * scale).rounded()) / scale
      top = ((top * scale + shift).rounded() - shift) / scale
    }
    context.fill(CGRect(x: left + origin.x, y: top, width: right - left, height: height))
  }
}
