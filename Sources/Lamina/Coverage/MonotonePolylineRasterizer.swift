import Foundation

/// A rasterizer for strokes along polylines that are monotone in x, such as graphs.
///
/// Such a stroke covers one interval of a vertical line, so the stroke is the area between two
/// curves: the highest of its parts' upper edges and the lowest of their lower edges. Both are
/// sampled at 16 places in a pixel, 32 where points are dense, and taken as straight in between;
/// the area between them is exact, and a graph that crosses its own line width many times in a
/// pixel costs no more than one that does not.
///
/// Samples lie at the same places for every clip, and sums are of integers: the coverage of a pixel
/// is the same for every clip that contains it.
final class MonotonePolylineRasterizer {
  /// The number of columns processed together; blocks begin at multiples of it.
  static let blockWidth = 32
  /// The maximum number of samples in a pixel.
  static let maximumDensity = 32
  /// The width of a pixel in the units of sums.
  static let unit: Int32 = 65_536
  /// The marker for an envelope without a value.
  static let nowhere: Float = 1e30
  /// The distance from the origin, in pixels, beyond which points are left to ``PathRasterizer``.
  static let limit = 30_000.0
  /// The minimum radius; thinner lines could slip between samples.
  static let smallestRadius = 0.25

  /// The most samples of a block, and four more: samples are written four at a time.
  private static let sampleCapacity = blockWidth * maximumDensity + 5

  /// The points in device pixels, without consecutive duplicates.
  private var points: [SIMD2<Double>] = []
  var radius = 0.0
  var style = StrokeStyle()
  /// The x coordinates at which the stroke begins and ends.
  var leftEnd = 0.0
  var rightEnd = 0.0
  /// The range in which joins are whole discs; nearer to straight ends they are wedges, so that
  /// they do not extend past the end.
  var ends = 0.0...0.0
  /// The number of samples in a pixel of every block; nil takes more where points are dense.
  private var fixedSamples: Int?
  /// The number of samples in a pixel of the current block.
  var samples = 16
  var density: Double { Double(samples) }
  /// The envelopes of the current block.
  private let topSamples = ScratchArray<Float>(capacity: sampleCapacity)
  private let bottomSamples = ScratchArray<Float>(capacity: sampleCapacity)
  var top: UnsafeMutablePointer<Float> { topSamples.base }
  var bottom: UnsafeMutablePointer<Float> { bottomSamples.base }
  /// The first and last samples of the block that lie in the clip.
  var firstSample = 0
  var lastSample = 0
  /// The sums of one column, by row of the clip.
  private var columnSums = ScratchArray<SIMD2<Int32>>()
  var cells: UnsafeMutablePointer<SIMD2<Int32>> { columnSums.base }
  /// The block's coverage, row by row.
  private var blockBytes = ScratchArray<UInt8>()
  var bytes: UnsafeMutablePointer<UInt8> { blockBytes.base }
  var clip = PixelRect.empty

  private func reserve(_ height: Int) {
    columnSums.reserve(height, repeating: SIMD2(0, 0))
    blockBytes.reserve(height * Self.blockWidth, repeating: 0)
  }

  /// Sets the line to stroke. Returns false, and draws nothing later, if the line turns back in x,
  /// has fewer than two distinct points, extends too far, or is too thin or too wide.
  ///
  /// - Parameters:
  ///   - transform: the transform from the points to device pixels, without stretching.
  ///   - isEven: whether to sample everywhere with the same density, however many points there are:
  ///     then a pixel's coverage does not depend on points that do not reach it.
  func setLine(
    _ line: UnsafeBufferPointer<CGPoint>, _ transform: Transform2D, _ style: StrokeStyle,
    isEven: Bool
  ) -> Bool {
    points.removeAll(keepingCapacity: true)
    fixedSamples = isEven ? 16 : nil
    radius = style.width / 2
    guard radius >= Self.smallestRadius, radius < Self.limit else { return false }
    self.style = style
    let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
    let (tx, ty) = (transform.tx, transform.ty)
    var last = SIMD2(Double.nan, 0)
    var rises = true
    var falls = true
    for point in line {
      let p = SIMD2(point.x * a + point.y * c + tx, point.x * b + point.y * d + ty)
      guard abs(p.x) < Self.limit, abs(p.y) < Self.limit else { return false }
      if p == last { continue }
      if p.x < last.x { rises = false }
      if p.x > last.x { falls = false }
      points.append(p)
      last = p
    }
    guard points.count > 1, rises || falls else { return false }
    if !rises { points.reverse() }
    leftEnd = points[0].x - capReach(points[1] - points[0])
    rightEnd =
      points[points.count - 1].x
      + capReach(points[points.count - 1] - points[points.count - 2])
    let reach = style.cap == .round ? -1 : radius
    let inner = (points[0].x + reach, points[points.count - 1].x - reach)
    ends = inner.0 <= inner.1 ? inner.0...inner.1 : .infinity ... .infinity
    return true
  }

  /// Returns the distance in x that the cap of a line extends beyond its end.
  private func capReach(_ line: SIMD2<Double>) -> Double {
    let direction = Stroker.direction(line)
    switch style.cap {
    case .butt: return abs(direction.y) * radius
    case .round: return radius
    case .square: return (abs(direction.x) + abs(direction.y)) * radius
    }
  }

  /// Calls `body` with a row, its first column and the coverage from that column on, for each run
  /// of pixels inside `clip` that the line may cover.
  func rows(
    clip: PixelRect,
    _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let reach = style.join == .miter || style.cap == .square ? radius * 1.5 : radius
    let left = Int((points[0].x - reach).rounded(.down))
    let right = Int((points[points.count - 1].x + reach).rounded(.up))
    self.clip = clip.intersection(
      PixelRect(minX: left, minY: clip.minY, maxX: right, maxY: clip.maxY))
    if self.clip.isEmpty { return }
    reserve(clip.height)
    var block = self.clip.minX & ~(Self.blockWidth - 1)
    while block < self.clip.maxX {
      let first = max(block, self.clip.minX)
      let end = min(block + Self.blockWidth, self.clip.maxX)
      addBlock(block, first, end, body)
      block += Self.blockWidth
    }
  }

  private func addBlock(
    _ block: Int, _ first: Int, _ end: Int,
    _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let points = pointRange(Double(block), Double(block + Self.blockWidth))
    samples = fixedSamples ?? (points.count > 2 * Self.blockWidth ? Self.maximumDensity : 16)
    firstSample = (first - block) * samples
    lastSample = (end - block) * samples
    (top + firstSample).update(repeating: Self.nowhere, count: lastSample - firstSample + 1)
    (bottom + firstSample).update(repeating: -Self.nowhere, count: lastSample - firstSample + 1)
    addEnvelopes(points, Double(block))
    var rows = Int.max..<Int.max
    for column in first..<end {
      let touched = addColumn(column - block, block)
      if touched.isEmpty { continue }
      rows =
        rows.lowerBound == Int.max
        ? touched
        : min(rows.lowerBound, touched.lowerBound)..<max(rows.upperBound, touched.upperBound)
    }
    if rows.lowerBound == Int.max { return }
    for row in rows {
      let start = bytes + row * Self.blockWidth + (first - block)
      let run = UnsafeMutableBufferPointer(start: start, count: end - first)
      body(row + clip.minY, first, UnsafeBufferPointer(run))
      run.update(repeating: 0)
    }
  }

  /// Returns the indices of the lines whose joins or caps may reach between two x coordinates, and
  /// of those next to them.
  private func pointRange(_ left: Double, _ right: Double) -> Range<Int> {
    // A join or a cap extends at most √2 radii to the side.
    let reach = radius * 1.5
    var index = 0
    var high = points.count - 1
    while index < high {
      let middle = (index + high) / 2
      if points[middle].x < left - reach { index = middle + 1 } else { high = middle }
    }
    let first = max(0, index - 1)
    while index < points.count - 1, points[index].x <= right + reach { index += 1 }
    return first..<max(index, first + 1)
  }

  /// Fills the block's envelopes with all parts of the stroke that extend into it.
  private func addEnvelopes(_ lines: Range<Int>, _ block: Double) {
    points.withUnsafeBufferPointer { points in
      for line in lines { addLine(points, line, block) }
    }
  }
}
