import Foundation
import LaminaBase

/// A rasterizer for strokes along polylines that are monotone in x, such as graphs.
///
/// Such a stroke covers one interval of a vertical line, so the stroke is the area between two
/// curves: the highest of its parts' upper edges and the lowest of their lower edges. A graph that
/// crosses its own line width many times in a pixel costs no more than one that does not.
///
/// ``RoundStrokeEdge`` traces both where points are dense and joins are round. Elsewhere they are
/// sampled at 16 places in a pixel, 32 where points are dense, half as many for wide lines with round
/// joins, and taken as straight in between, except where a steep edge is known to lie between two
/// samples.
///
/// Edges and samples are the same for every clip, and sums are of integers: the coverage of a pixel is
/// the same for every clip that contains it. Where it is sampled, it depends only on the points whose
/// joins, caps and lines reach it.
package final class MonotonePolylineRasterizer {
  /// The number of columns processed together; blocks begin at multiples of it.
  static let blockWidth = 32
  /// The maximum number of samples in a pixel.
  static let maximumDensity = 32
  /// The radius from which half as many samples are enough, since round joins are flatter.
  private static let wideRadius = 1.25
  /// The width of a pixel in the units of sums.
  static let unit: Int32 = 65_536
  /// The marker for an envelope without a value.
  static let nowhere: Float = 1e30

  /// The most samples of a block, and four more: samples are written four at a time.
  private static let sampleCapacity = blockWidth * maximumDensity + 5

  /// One of the two envelopes in the current block: the upper one, or the lower one upside down.
  struct Envelope {
    let samples: UnsafeMutablePointer<Float>
    /// For each interval between two samples, the x coordinates between which narrow, steep edges lie
    /// in it; the first is greater if there are none.
    let spans: UnsafeMutablePointer<SIMD2<Float>>
    /// The factors by which points are put into the envelope.
    let mirror: SIMD2<Double>
  }

  /// The line whose rows are asked for, kept to reuse the storage.
  var line = MonotonePolyline()
  var radius = 0.0
  var style = StrokeStyle()
  /// The number of samples in a pixel.
  var samples = maximumDensity
  var density = Double(maximumDensity)
  private let numbers = ScratchArray<Float>(capacity: 2 * sampleCapacity)
  private let places = ScratchArray<SIMD2<Float>>(capacity: 2 * sampleCapacity)
  var top: Envelope { envelope(0) }
  var bottom: Envelope { envelope(1) }

  private func envelope(_ index: Int) -> Envelope {
    let numbers = numbers.base + Self.sampleCapacity * index
    let places = places.base + Self.sampleCapacity * index
    return Envelope(
      samples: numbers, spans: places, mirror: SIMD2(1, index == 0 ? 1 : -1))
  }

  /// The first and last samples of the block to work out.
  var firstSample = 0
  var lastSample = 0
  /// The sums of one column, by row of the clip.
  @exclusivity(unchecked) private var columnSums = ScratchArray<SIMD2<Int32>>()
  var cells: UnsafeMutablePointer<SIMD2<Int32>> { columnSums.base }
  /// The block's coverage, row by row.
  @exclusivity(unchecked) private var blockBytes = ScratchArray<UInt8>()
  var bytes: UnsafeMutablePointer<UInt8> { blockBytes.base }
  @exclusivity(unchecked) var clip = PixelRect.empty
  @exclusivity(unchecked) var upperEdge = RoundStrokeEdge()
  @exclusivity(unchecked) var lowerEdge = RoundStrokeEdge()
  /// The rasterizers of the parts that are drawn concurrently.
  private var parts: [MonotonePolylineRasterizer] = []

  package init() {}

  private func reserve(_ height: Int) {
    columnSums.reserve(height, repeating: SIMD2(0, 0))
    blockBytes.reserve(height * Self.blockWidth, repeating: 0)
  }

  /// Calls `body` with a row, its first column and the coverage from that column on, for each run
  /// of pixels inside `clip` that the lines may cover.
  package func rows(
    of line: MonotonePolyline, clip: PixelRect,
    _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let columns = line.columns
    self.clip = clip.intersection(
      PixelRect(
        minX: columns.lowerBound, minY: clip.minY, maxX: columns.upperBound, maxY: clip.maxY))
    if self.clip.isEmpty { return }
    reserve(clip.height)
    (style, radius) = (line.style, line.radius)
    line.points.withUnsafeBufferPointer { points in
      line.runs.withUnsafeBufferPointer { runs in
        // The first run that reaches the block or one after it.
        var first = 0
        var block = self.clip.minX & ~(Self.blockWidth - 1)
        while block < self.clip.maxX {
          let end = min(block + Self.blockWidth, self.clip.maxX)
          let columns = max(block, self.clip.minX)..<end
          while first < runs.count,
            points[runs[first].points.upperBound - 1].x + line.reach < Double(block)
          {
            first += 1
          }
          let right = Double(block + Self.blockWidth)
          var rows = 0..<0
          var index = first
          while index < runs.count, points[runs[index].points.lowerBound].x - line.reach < right {
            let touched = add(runs[index], of: points, block, columns, line.reach)
            if rows.isEmpty {
              rows = touched
            } else if !touched.isEmpty {
              rows =
                min(rows.lowerBound, touched.lowerBound)..<max(rows.upperBound, touched.upperBound)
            }
            index += 1
          }
          for row in rows { emit(row, block, columns, body) }
          block += Self.blockWidth
        }
      }
    }
  }

  /// The least number of columns, and of points, of a part of a graph that is drawn on a thread of its
  /// own.
  private static let (partWidth, partPoints) = (128, 512)

  /// As ``rows(of:clip:_:)``, in parts of the clip from left to right, concurrently if there are many
  /// points.
  ///
  /// - Parameter body: is called on several threads, never for pixels of one column.
  package func concurrentRows(
    of line: MonotonePolyline, clip: PixelRect,
    _ body: @Sendable (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let count = min(clip.width / Self.partWidth, line.points.count / Self.partPoints)
    if count < 2 { return rows(of: line, clip: clip, body) }
    while parts.count < count { parts.append(MonotonePolylineRasterizer()) }
    // Each call uses a rasterizer of its own.
    nonisolated(unsafe) let parts = parts
    _ = concurrentMap(count) { number in
      // Whole blocks of columns.
      func border(_ number: Int) -> Int {
        (clip.minX + clip.width * number / count) & ~(Self.blockWidth - 1)
      }
      let part = PixelRect(
        minX: number == 0 ? clip.minX : border(number), minY: clip.minY,
        maxX: number + 1 == count ? clip.maxX : border(number + 1), maxY: clip.maxY)
      parts[number].rows(of: line, clip: part, body)
    }
  }

  /// Passes on the parts of a row of a block that are covered, and clears them.
  @inline(__always)
  private func emit(
    _ row: Int, _ block: Int, _ columns: Range<Int>,
    _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let line = bytes + row * Self.blockWidth
    var start = (columns.lowerBound - block) & ~7
    let last = columns.upperBound - block
    while start < last {
      var end = start
      while end < last,
        UnsafeRawPointer(line + end).loadUnaligned(as: UInt64.self) != 0
      {
        end += 8
      }
      if end > start {
        let x = max(block + start, columns.lowerBound)
        let count = min(block + end, columns.upperBound) - x
        body(row + clip.minY, x, UnsafeBufferPointer(start: line + (x - block), count: count))
        (line + start).update(repeating: 0, count: end - start)
      }
      start = end + 8
    }
  }

  /// Adds a line's coverage of some columns of a block to ``bytes``. Returns the rows of the clip
  /// that may have some.
  ///
  /// - Parameter reach: the distance in x that joins and caps may reach.
  private func add(
    _ run: MonotonePolyline.Run, of points: UnsafeBufferPointer<SIMD2<Double>>, _ block: Int,
    _ columns: Range<Int>, _ reach: Double
  ) -> Range<Int> {
    let lines = pointRange(
      of: run, points, Double(block) - reach, Double(block + Self.blockWidth) + reach)
    let isDense = Self.isDense(points[lines])
    let isRound =
      isDense && style.join == .round && run.ends.contains(points[lines.lowerBound].x)
      && run.ends.contains(points[lines.upperBound].x)
    samples = isDense ? Self.maximumDensity : Self.maximumDensity / 2
    if style.join == .round, radius >= Self.wideRadius { samples /= 2 }
    density = Double(samples)
    let first = max(
      columns.lowerBound, Int((points[run.points.lowerBound].x - reach).rounded(.down)))
    let end = min(
      columns.upperBound, Int((points[run.points.upperBound - 1].x + reach).rounded(.up)))
    if first >= end { return 0..<0 }
    if isRound {
      let near = UnsafeBufferPointer(rebasing: points[lines.lowerBound...lines.upperBound])
      let ends = (
        max(Double(block), run.leftEnd), min(Double(block + Self.blockWidth), run.rightEnd)
      )
      upperEdge.trace(near, radius: radius, block: Double(block), between: ends, isUpper: true)
      lowerEdge.trace(near, radius: radius, block: Double(block), between: ends, isUpper: false)
      return addColumns(first - block..<end - block) { addRoundColumn($0) }
    }
    firstSample = (first - block) * samples
    lastSample = (end - block) * samples
    let count = lastSample - firstSample + 1
    for envelope in [top, bottom] {
      (envelope.samples + firstSample).update(repeating: Self.nowhere, count: count)
      (envelope.spans + firstSample).update(
        repeating: SIMD2(Self.nowhere, -Self.nowhere), count: count)
    }
    addEnvelopes(of: run, points, lines, Double(block))
    return addColumns(first - block..<end - block) { addColumn($0, block, run) }
  }

  /// Adds the coverage of columns. Returns the rows of the clip that may have some.
  private func addColumns(_ columns: Range<Int>, _ add: (Int) -> Range<Int>) -> Range<Int> {
    var rows = 0..<0
    for column in columns {
      let touched = add(column)
      if touched.isEmpty { continue }
      rows =
        rows.isEmpty
        ? touched
        : min(rows.lowerBound, touched.lowerBound)..<max(rows.upperBound, touched.upperBound)
    }
    return rows
  }

  /// True if points are less than a quarter of a pixel apart somewhere, 16 of them at least.
  private static func isDense(_ points: Slice<UnsafeBufferPointer<SIMD2<Double>>>) -> Bool {
    stride(from: points.startIndex, to: points.endIndex - 16, by: 8)
      .contains { points[$0 + 16].x - points[$0].x < 4 }
  }

  /// Returns the indices of the lines that reach between two x coordinates, and of those next to
  /// them.
  private func pointRange(
    of run: MonotonePolyline.Run, _ points: UnsafeBufferPointer<SIMD2<Double>>, _ left: Double,
    _ right: Double
  ) -> Range<Int> {
    let last = run.points.upperBound - 1
    var index = (run.points.lowerBound..<last).partitioningIndex { points[$0].x >= left }
    let first = max(run.points.lowerBound, index - 1)
    while index < last, points[index].x <= right { index += 1 }
    return first..<max(index, first + 1)
  }
}
