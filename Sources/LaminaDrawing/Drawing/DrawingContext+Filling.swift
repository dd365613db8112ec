import Foundation

extension DrawingContext {
  /// Fills `rect` with ``fillColor``.
  ///
  /// Axis-aligned edges on whole device pixels are exact, others antialiased. A rectangle of
  /// negative size is standardised; the null rectangle draws nothing; an infinite one fills the
  /// clip.
  public func fill(_ rect: CGRect) {
    if record(.fill(rect)) { return }
    composite(rect, color(state.fillColor), clearing: false)
  }

  /// Makes `rect` transparent; pixels on antialiased edges are cleared in proportion to their
  /// coverage.
  public func clear(_ rect: CGRect) {
    if record(.clear(rect), keepingOpacity: false) { return }
    composite(rect, 0xFF00_0000, clearing: true)
  }

  /// Fills `path` with ``fillColor``; open subpaths are closed with a line.
  public func fill(_ path: Path, rule: FillRule = .nonZero) {
    if record(.fillPath(path, rule)) { return }
    let flat = FlattenedPath(
      path, transform: state.transform, culling: FlattenedPath.ClipCulling(state.clip))
    composite(flat, rule, color(state.fillColor))
  }

  /// Draws the outline of `path` with ``strokeColor`` and ``strokeStyle``.
  ///
  /// The pen is round in points: a transform that scales x and y differently makes lines wider in
  /// one direction than in the other. Each pixel is drawn once, even where the stroke crosses
  /// itself. A singular transform draws nothing.
  public func stroke(_ path: Path) {
    if record(.stroke(path)) { return }
    if let points = path.singleLine {
      strokeLines(between: points)
    } else {
      strokeOutline(path)
    }
  }

  /// Strokes an open line through `points`, as ``stroke(_:)`` does for a path through them.
  ///
  /// A line that never turns back in x, such as a graph, is drawn many times faster than others, in a
  /// time proportional to the clip and the points within it, however many of them share a pixel.
  /// The coverage of a pixel then depends only on the segments whose stroke reaches it, and those next
  /// to them, if points are at least a quarter of a device pixel apart: a graph to which points are
  /// added can be redrawn in part, with a clip, and looks as if drawn anew. Lines that turn back, that
  /// are thinner than half a device pixel, dashed, stretched more in one direction than in the other,
  /// or further than 30,000 device pixels from the origin are drawn as other paths. Draw a graph with
  /// gaps piece by piece.
  ///
  /// - Parameter points: the points, in any order. An empty array draws nothing; one point draws what
  ///   the caps make of it.
  /// - Precondition: the points are finite.
  public func strokeLines(between points: [CGPoint]) {
    for point in points { Path.check(point) }
    if record(.strokeLines(points)) { return }
    let t = state.transform
    let style = state.strokeStyle
    let isSimilar = (t.a == t.d && t.b == -t.c) || (t.a == -t.d && t.b == t.c)
    if isSimilar, style.dashPattern.isEmpty {
      var scaled = style
      scaled.width = FlattenedPath.bounded(style.width * (t.a * t.a + t.b * t.b).squareRoot())
      if points.withUnsafeBufferPointer({ graphRasterizer.line.set($0, t, scaled) }) {
        strokeGraph(color(state.strokeColor))
        return
      }
    }
    guard let pen = Stroker.Pen(style, t) else { return }
    let culling = FlattenedPath.ClipCulling(state.clip, margin: pen.margin)
    let flat = FlattenedPath(
      line: points, transform: t, culling: style.dashPattern.isEmpty ? culling : nil)
    composite(Stroker.outline(flat, pen, culling), .nonZero, color(state.strokeColor))
  }

  private func strokeGraph(_ pixel: UInt32) {
    guard pixel >> 24 > 0, !state.clip.isEmpty else { return }
    prepareToDraw()
    graphRasterizer.rows(of: graphRasterizer.line, clip: state.clip) { y, x, coverage in
      composite(y, x, coverage, pixel, clearing: false)
    }
  }

  private func strokeOutline(_ path: Path) {
    let outline = Stroker.outline(
      path, style: state.strokeStyle, transform: state.transform, clip: state.clip)
    composite(outline, .nonZero, color(state.strokeColor))
  }

  /// Returns `color`, multiplied by ``alpha``, as a premultiplied pixel.
  func color(_ color: Color) -> UInt32 {
    color.withAlpha(color.alpha * state.alpha).premultipliedPixel
  }

  private func composite(_ rect: CGRect, _ pixel: UInt32, clearing: Bool) {
    guard !rect.isNull, !state.clip.isEmpty, pixel >> 24 > 0 else { return }
    let t = state.transform
    let clip = state.clip
    let rect = rect.standardized
    guard (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0) || rect.isInfinite else {
      composite(FlattenedPath(Path(rect: rect), transform: t), .nonZero, pixel, clearing: clearing)
      return
    }
    var box = Box(
      minX: Double(clip.minX), minY: Double(clip.minY), maxX: Double(clip.maxX),
      maxY: Double(clip.maxY))
    if !rect.isInfinite {
      let p = FlattenedPath.map(CGPoint(x: rect.minX, y: rect.minY), t)
      let q = FlattenedPath.map(CGPoint(x: rect.maxX, y: rect.maxY), t)
      box = Box(
        minX: max(box.minX, min(p.x, q.x)), minY: max(box.minY, min(p.y, q.y)),
        maxX: min(box.maxX, max(p.x, q.x)), maxY: min(box.maxY, max(p.y, q.y)))
    }
    guard box.minX < box.maxX, box.minY < box.maxY else { return }
    composite(box, pixel, clearing: clearing)
  }

  /// An axis-aligned rectangle in device pixels, whose edges may be fractional.
  private struct Box {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    /// True if all edges lie on pixel boundaries.
    var isWhole: Bool {
      minX == minX.rounded(.down) && minY == minY.rounded(.down)
        && maxX == maxX.rounded(.down) && maxY == maxY.rounded(.down)
    }

    /// The pixels of a rectangle whose edges are whole.
    var pixels: PixelRect {
      PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
    }

    /// Returns the length of the overlap of the pixel at `position` with `low...high`.
    static func part(_ position: Int, _ low: Double, _ high: Double) -> Double {
      max(0, min(high, Double(position + 1)) - max(low, Double(position)))
    }
  }

  private func composite(_ box: Box, _ pixel: UInt32, clearing: Bool) {
    prepareToDraw(keepingOpacity: !clearing)
    if clearing || pixel >> 24 == 255, state.clipMask == nil, box.isWhole {
      fillWhole(box.pixels, clearing ? 0 : pixel)
      return
    }
    let (left, right) = (Int(box.minX.rounded(.down)), Int(box.maxX.rounded(.up)))
    let (top, bottom) = (Int(box.minY.rounded(.down)), Int(box.maxY.rounded(.up)))
    for y in top..<bottom {
      let rowPart = Box.part(y, box.minY, box.maxY)
      var x = left
      while x < right {
        let part = Box.part(x, box.minX, box.maxX)
        // Only the first and the last column can be partly covered.
        let end = part < 1 || x >= right - 2 ? x + 1 : right - 1
        let coverage = UInt8((part * rowPart * 255).rounded())
        compositeSpan(y, x, end, coverage, pixel, clearing: clearing)
        x = end
      }
    }
  }

  /// Sets every pixel of `box`.
  private func fillWhole(_ box: PixelRect, _ pixel: UInt32) {
    let start = storage.pixels + box.minY * storage.stride + box.minX
    if box.width == storage.stride {
      start.update(repeating: pixel, count: box.area)
      return
    }
    for row in 0..<box.height {
      (start + row * storage.stride).update(repeating: pixel, count: box.width)
    }
  }

  /// Draws pixels `first..<end` of row `y`, all with the same coverage.
  private func compositeSpan(
    _ y: Int, _ first: Int, _ end: Int, _ coverage: UInt8, _ pixel: UInt32, clearing: Bool
  ) {
    let row = storage.pixels + y * storage.stride
    let mask = state.clipMask
    if mask == nil, coverage == 255, pixel >> 24 == 255 || clearing {
      (row + first).update(repeating: clearing ? 0 : pixel, count: end - first)
      return
    }
    for x in first..<end {
      var amount = coverage
      if let mask { amount = Pixel.multiply(amount, mask[x, y]) }
      row[x] = blended(row[x], pixel, amount, clearing)
    }
  }

  /// Draws one run of coverage, beginning at column `x` of row `y`.
  func composite(
    _ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>, _ pixel: UInt32, clearing: Bool
  ) {
    let row = storage.pixels + y * storage.stride + x
    let mask = state.clipMask
    guard !clearing, mask == nil else {
      for index in coverage.indices where coverage[index] > 0 {
        var amount = coverage[index]
        if let mask { amount = Pixel.multiply(amount, mask[x + index, y]) }
        row[index] = blended(row[index], pixel, amount, clearing)
      }
      return
    }
    SpanKernels.blend(pixel, coverage.baseAddress!, row, coverage.count)
  }

  private func composite(
    _ flat: FlattenedPath, _ rule: FillRule, _ pixel: UInt32, clearing: Bool = false
  ) {
    guard !state.clip.isEmpty, pixel >> 24 > 0 else { return }
    prepareToDraw(keepingOpacity: !clearing)
    if !clearing, state.clipMask == nil {
      let painter = ColorSpanBlender(pixel, storage.pixels, stride: storage.stride)
      rasterizer.draw(flat, rule: rule, clip: state.clip, with: painter)
    } else {
      let painter = ContextSpanBlender(context: self, pixel: pixel, isClearing: clearing)
      rasterizer.draw(flat, rule: rule, clip: state.clip, with: painter)
    }
  }

  /// A coverage painter that draws through the context's clip mask, or clears.
  private struct ContextSpanBlender: SpanBlender {
    let context: DrawingContext
    let pixel: UInt32
    let isClearing: Bool
    var x = 0
    var y = 0

    mutating func begin(row y: Int, x: Int) {
      self.x = x
      self.y = y
    }

    func blend(_ coverage: UInt32, at column: Int) { blend(coverage, at: column, count: 4) }

    func blend(_ coverage: UInt32, at column: Int, count: Int) {
      withUnsafeBytes(of: coverage.littleEndian) { bytes in
        let coverage = UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[..<count])
        context.composite(y, x + column, coverage, pixel, clearing: isClearing)
      }
    }

    func fill(_ column: Int, count: Int) {
      let first = x + column
      context.compositeSpan(y, first, first + count, 255, pixel, clearing: isClearing)
    }
  }

  private func blended(
    _ below: UInt32, _ pixel: UInt32, _ coverage: UInt8, _ clearing: Bool
  ) -> UInt32 {
    clearing
      ? Pixel.multiply(below, 255 - coverage)
      : Pixel.over(Pixel.multiply(pixel, coverage), below)
  }
}
