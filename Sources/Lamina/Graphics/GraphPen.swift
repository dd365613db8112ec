import Foundation

/// Draws graphs of functions: lines through points that go from left to right, and the area
/// below them.
///
/// Coverage is measured on 16 sample rows in each row of pixels, along each of which it is exact
/// to 1/256 pixel; what is covered twice counts once. It differs from
/// ``DrawingContext/stroke(_:)`` in what it promises: the coverage of a pixel depends only on the
/// points whose lines and joins touch the pixel, and on nothing else. So a part of a graph, drawn
/// with the points near it, has the bytes that it has in the whole.
package struct GraphPen {
  /// Heights beyond this are all the same; their squares are still finite.
  private static let highest = 1e100

  // Kept for their memory.
  private var segments: [GraphSegment] = []
  private var corners: [GraphCorner] = []
  private let memory = GraphCoverage.Memory()

  package init() {}

  /// Makes every pixel of the context's clip one colour, whatever was there.
  package func clear(to color: Color, in context: DrawingContext) {
    let pixel = color.premultipliedPixel
    let clip = context.state.clip
    guard !clip.isEmpty else { return }
    context.prepareToDraw(keepingOpacity: pixel >> 24 == 255)
    let storage = context.storage
    for row in clip.minY..<clip.maxY {
      let pixels = storage.pixels + row * storage.stride + clip.minX
      for column in 0..<clip.width { pixels[column] = pixel }
    }
  }

  // MARK: - Lines

  /// Draws an open line with the context's stroke colour, line width and join, without caps.
  ///
  /// Dashes, and clips that are not upright rectangles, are left aside.
  ///
  /// - Parameter points: in points; their x must not fall, nor be infinite or NaN, nor their y
  ///   be NaN. Fewer than two draw nothing.
  /// - Precondition: the context's transform only moves and scales, with factors above 0.
  package mutating func stroke(_ points: [CGPoint], in context: DrawingContext) {
    let pixel = context.color(context.strokeColor)
    let clip = context.state.clip
    guard points.count > 1, context.lineWidth > 0, pixel >> 24 > 0, !clip.isEmpty else { return }
    prepare(points, context, clip)
    context.prepareToDraw()
    memory.reserve(columns: clip.width, intervals: segments.count + corners.count)
    segments.withUnsafeBufferPointer { segments in
      corners.withUnsafeBufferPointer { corners in
        Self.draw(segments, corners, pixel, clip, context.storage, memory)
      }
    }
  }

  private static func draw(
    _ segments: UnsafeBufferPointer<GraphSegment>, _ corners: UnsafeBufferPointer<GraphCorner>,
    _ pixel: UInt32, _ clip: PixelRect, _ storage: PixelStorage, _ memory: GraphCoverage.Memory
  ) {
    var coverage = GraphCoverage(columns: clip.width, memory)
    let near = memory.near
    for row in clip.minY..<clip.maxY {
      let (top, bottom) = (Double(row), Double(row + 1))
      var count = 0
      for index in segments.indices
      where segments[index].top < bottom && segments[index].bottom > top {
        near[count] = index
        count += 1
      }
      if count == 0 && corners.isEmpty { continue }
      for sample in 0..<GraphCoverage.sampleRows {
        let y = Self.y(row, sample)
        for index in 0..<count { coverage.note(segments[near[index]].interval(at: y)) }
        for corner in corners where corner.top < y && corner.bottom > y {
          coverage.note(corner.interval(at: y))
        }
        coverage.addNoted()
      }
      coverage.blend(pixel, into: storage.pixels + row * storage.stride + clip.minX)
    }
  }

  /// The height of a sample row.
  @inline(__always)
  private static func y(_ row: Int, _ sample: Int) -> Double {
    Double(row) + (Double(sample) + 0.5) * (1 / Double(GraphCoverage.sampleRows))
  }

  private mutating func prepare(
    _ points: [CGPoint], _ context: DrawingContext, _ clip: PixelRect
  ) {
    let transform = context.transform
    Self.requireUpright(transform)
    let style = context.strokeStyle
    let pen = GraphSegment.Pen(
      radius: Double(style.width) / 2 * transform.d, stretch: transform.d / transform.a,
      left: clip.minX)
    segments.removeAll(keepingCapacity: true)
    corners.removeAll(keepingCapacity: true)
    let isRound = style.join == .round
    var last = Self.place(points[0], transform)
    for index in 1..<points.count {
      let next = Self.place(points[index], transform)
      segments.append(
        GraphSegment(
          from: last, to: next, pen, isRoundAtStart: isRound && index > 1,
          isRoundAtEnd: isRound && index < points.count - 1))
      if !isRound, index > 1 {
        let before = Self.place(points[index - 2], transform)
        corners.append(
          GraphCorner(
            before, last, next, pen, miterLimit: style.join == .miter ? style.miterLimit : 0))
      }
      last = next
    }
  }

  private static func requireUpright(_ transform: Transform2D) {
    precondition(
      transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0,
      "a graph is drawn with a transform that only moves and scales")
  }

  /// A point in device pixels.
  @inline(__always)
  private static func place(_ point: CGPoint, _ transform: Transform2D) -> SIMD2<Double> {
    let y = Double(point.y) * transform.d + transform.ty
    return SIMD2(
      Double(point.x) * transform.a + transform.tx, max(-highest, min(highest, y)))
  }

  // MARK: - Areas

  /// Fills the area from a line down to the lower edge, with a colour for each row.
  ///
  /// - Parameters:
  ///   - points: as for ``stroke(_:in:)``.
  ///   - colors: premultiplied pixels, one for each row of the context.
  /// - Precondition: the context's transform only moves and scales, with factors above 0.
  package func fillBelow(_ points: [CGPoint], colors: [UInt32], in context: DrawingContext) {
    let clip = context.state.clip
    guard points.count > 1, !clip.isEmpty else { return }
    precondition(colors.count == context.height, "a graph's area needs a colour for each row")
    Self.requireUpright(context.transform)
    let places = points.map { Self.place($0, context.transform) }
    context.prepareToDraw()
    memory.reserve(columns: clip.width, intervals: 1)
    let coverage = GraphCoverage(columns: clip.width, memory)
    let storage = context.storage
    for row in clip.minY..<clip.maxY {
      for index in 1..<places.count {
        let (from, to) = (places[index - 1], places[index])
        if max(from.y, to.y) <= Double(row) {
          coverage.addClipped(
            Self.step(from.x, clip), Self.step(to.x, clip),
            weight: Int32(GraphCoverage.sampleRows))
        } else if min(from.y, to.y) < Double(row + 1) {
          Self.addArea(from, to, row, clip, coverage)
        }
      }
      coverage.blend(colors[row], into: storage.pixels + row * storage.stride + clip.minX)
    }
  }

  /// Adds what is below a falling or rising line in one row.
  private static func addArea(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ row: Int, _ clip: PixelRect,
    _ coverage: GraphCoverage
  ) {
    let (left, right) = (step(from.x, clip), step(to.x, clip))
    let origin = from.x.rounded(.down)
    for sample in 0..<GraphCoverage.sampleRows {
      let y = Self.y(row, sample)
      if from.y <= y, to.y <= y {
        coverage.addClipped(left, right, weight: 1)
      } else if from.y <= y || to.y <= y {
        let x = from.x - origin + (y - from.y) * ((to.x - from.x) / (to.y - from.y))
        let crossing = Int((x * 256).rounded()) + (Int(origin) - clip.minX) << 8
        let bounded = max(left, min(right, crossing))
        if from.y <= y {
          coverage.addClipped(left, bounded, weight: 1)
        } else {
          coverage.addClipped(bounded, right, weight: 1)
        }
      }
    }
  }

  /// A place in 1/256 pixel from the clip: the same part of a pixel, whichever it is in.
  private static func step(_ x: Double, _ clip: PixelRect) -> Int {
    let origin = x.rounded(.down)
    return Int(((x - origin) * 256).rounded()) + (Int(origin) - clip.minX) << 8
  }
}
