import Foundation

/// Turns polygons in device pixels into 8-bit coverage.
///
/// Corners are rounded to a grid of 1/256 pixel. An outline is cut at the edges of the rows of
/// pixels into spans, and each row is done in four steps:
///
/// 1. Each span tells how low and how high the winding can be in the columns it goes through
///    (``countSpans(_:)``).
/// 2. The columns become runs that are empty, solid, crossed by one edge or by several
///    (``makeRuns()``). What lies in empty and solid ones needs no further work, however
///    much it is.
/// 3. Where one edge runs, the exact area right of it is summed; where several do, each is
///    drawn into 16 x 16 samples of the winding (``measureSpans(_:)``).
/// 4. Sums and samples become bytes (``finishRow(_:_:)``).
///
/// So coverage is exact, up to the grid, wherever edges do not meet in a pixel, and what is
/// covered twice counts once everywhere.
///
/// All sums are of integers and a pixel's depend only on the spans in it and left of it: its
/// coverage is the same for every clip that holds it, on every machine.
final class PathRasterizer {
  /// Steps in a pixel, in x and in y.
  static let unit = 256
  /// The area of a pixel in the units of ``areas``.
  static let full: Int32 = 131_072

  /// Columns alike, from `start` on: how low and how high the winding can be.
  struct Run {
    var start: Int32
    var low: Int32
    var high: Int32
  }

  /// What has to be done for a column.
  enum Work {
    static let none: UInt8 = 0
    static let area: UInt8 = 1
    static let samples: UInt8 = 2
  }

  private(set) var outlines = Outliner()
  /// Indices of lines by the row they begin in, and where each row's begin.
  var lineOrder = Growable<Int32>()
  var lineStarts = Growable<Int32>()
  /// The lines that go through the current row.
  var active = Growable<Outliner.Line>()

  /// By how much the lowest and the highest winding change at each column: two numbers of 32
  /// bits in one, the lowest in the lower half.
  var changes = Growable<Int64>()
  /// A bit for each column where something changes.
  var touched = Growable<UInt64>()
  /// By how much the area covered in the pixel and in all behind it changes at each column.
  var areas = Growable<Int32>()
  /// What has to be done for the columns of runs that edges go through.
  var work = Growable<UInt8>()
  var runs = Growable<Run>()
  private var bytes = Growable<UInt8>()
  var samples = PixelSamples<UInt8>()
  /// For pixels where the winding can take more than 256 values.
  var deepSamples = PixelSamples<Int32>()
  /// Whether the row needs samples, and whether these need 32 bits.
  var isSampled = false
  var isDeep = false

  var rule = FillRule.nonZero
  var clip = PixelRect.empty

  deinit {
    outlines.deallocate()
    lineOrder.deallocate()
    lineStarts.deallocate()
    active.deallocate()
    changes.deallocate()
    areas.deallocate()
    touched.deallocate()
    work.deallocate()
    runs.deallocate()
    bytes.deallocate()
    samples.deallocate()
    deepSamples.deallocate()
  }

  /// Calls `body` with a row, its first column and the coverage from there on, for each run of
  /// pixels inside `clip` that polygons may cover, from top to bottom and from left to right.
  /// Each subpath is closed by a line.
  ///
  /// - Parameter solid: called instead with the row, the first column and how many there are,
  ///   for long runs of pixels that are wholly covered.
  @inline(__always)
  func rows(
    of flat: FlatPath, rule: FillRule, clip: PixelRect,
    _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void,
    solid: (_ y: Int, _ x: Int, _ count: Int) -> Void
  ) {
    guard prepare(flat, rule, clip) else { return }
    for row in 0..<self.clip.height where advance(to: row) {
      finishRow(row + self.clip.minY, body, solid)
    }
  }

  /// Makes everything ready for the first row; returns whether there is one.
  private func prepare(_ flat: FlatPath, _ rule: FillRule, _ clip: PixelRect) -> Bool {
    guard let extent = Self.extent(flat) else { return false }
    self.clip = Self.bounds(extent).intersection(clip)
    if self.clip.isEmpty { return false }
    self.rule = rule
    let width = self.clip.width
    changes.reserve(width + 1, repeating: 0)
    touched.reserve(width / 64 + 1, repeating: 0)
    areas.reserve(width + 2, repeating: 0)
    work.reserve(width + 8)
    bytes.reserve(width + 8)
    let reach = FlatPath.reach
    let isWithinReach =
      min(extent.low.x, extent.low.y) >= -reach && max(extent.high.x, extent.high.y) <= reach
    // A copy on the stack is quicker to work with.
    var outlines = outlines
    outlines.begin(self.clip)
    flat.forEachPolygon(isWithinReach: isWithinReach) { outlines.addPolygon($0) }
    self.outlines = outlines
    sortLines()
    active.count = 0
    return true
  }

  /// Does all but the last step for a row; returns whether anything is in it.
  private func advance(to row: Int) -> Bool {
    activateLines(row)
    if active.count == 0, outlines.chains.isEmpty(row) { return false }
    // Where edges are dense, most of them lie in what is covered anyway.
    let measures = active.count <= clip.width
    countSpans(row, measures: measures)
    let needsAreas = makeRuns()
    if isSampled || needsAreas && !measures { measureSpans(row, areas: !measures) }
    return true
  }

  /// The pixels that polygons may cover; `nil` without points.
  static func bounds(_ flat: FlatPath) -> PixelRect? { extent(flat).map(bounds) }

  /// The lowest and highest coordinates; `nil` without points.
  private static func extent(
    _ flat: FlatPath
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    flat.points.withUnsafeBufferPointer { points in
      for point in points {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
    return low.x <= high.x ? (low, high) : nil
  }

  /// The pixels between two corners, once these are rounded to the grid.
  private static func bounds(_ extent: (low: SIMD2<Double>, high: SIMD2<Double>)) -> PixelRect {
    let low = (extent.low * Double(unit)).rounded(.toNearestOrEven) / Double(unit)
    let high = (extent.high * Double(unit)).rounded(.toNearestOrEven) / Double(unit)
    return PixelRect(
      minX: PixelSnapping.floor(low.x), minY: PixelSnapping.floor(low.y),
      maxX: PixelSnapping.ceil(high.x), maxY: PixelSnapping.ceil(high.y))
  }

  @inline(__always)
  func isInside(_ winding: Int32) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// Runs of solid pixels shorter than this are given as coverage.
  private static let longRun = 16

  /// Step 4: hands out the row's coverage and clears its sums.
  @inline(__always)
  private func finishRow(
    _ y: Int, _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void,
    _ solid: (_ y: Int, _ x: Int, _ count: Int) -> Void
  ) {
    finishEdges()
    let left = clip.minX
    let bytes = bytes.base
    // Where coverage begins that was not handed out yet.
    var begin = 0
    func flush(_ end: Int) {
      if begin < end {
        body(y, left + begin, UnsafeBufferPointer(start: bytes + begin, count: end - begin))
      }
    }
    let runs = runs
    for index in 0..<runs.count {
      let run = runs[index]
      if run.low != run.high { continue }
      let start = Int(run.start)
      let end = index + 1 < runs.count ? Int(runs[index + 1].start) : clip.width
      if !isInside(run.low) {
        flush(start)
        begin = end
      } else if end - start >= Self.longRun {
        flush(start)
        solid(y, left + start, end - start)
        begin = end
      }
    }
    flush(clip.width)
  }

  private func finishEdges() {
    if isDeep {
      var local = deepSamples
      finishEdges(&local)
      deepSamples = local
    } else {
      var local = samples
      finishEdges(&local)
      samples = local
    }
    areas[clip.width] = 0
  }

  /// Turns the sums of columns that edges go through into bytes.
  @inline(__always)
  private func finishEdges<Counter>(_ samples: inout PixelSamples<Counter>) {
    let (areas, bytes, work, runs) = (areas.base, bytes.base, work.base, runs)
    let isSampled = isSampled
    let rule = rule
    let width = clip.width
    var sum: Int32 = 0
    for index in 0..<runs.count {
      let run = runs[index]
      let start = Int(run.start)
      let end = index + 1 < runs.count ? Int(runs[index + 1].start) : width
      if run.low == run.high {
        areas[start] = 0
        sum = 0
        if isSampled { samples.pass(start) }
        if end &- start < Self.longRun { Self.fill(bytes + start, 255, end &- start) }
        continue
      }
      if isSampled {
        // Every column is passed in turn.
        let isTurned = rule == .nonZero ? run.low < 0 : run.low & 1 != 0
        let kind = work[start]
        for column in start..<end {
          sum &+= areas[column]
          areas[column] = 0
          if kind == Work.samples {
            bytes[column] = samples.coverage(column, run.low, rule)
          } else {
            samples.pass(column)
            bytes[column] = kind == Work.none ? 255 : Self.byte(isTurned ? Self.full &- sum : sum)
          }
        }
      } else if work[start] == Work.none {
        for column in start..<end {
          sum &+= areas[column]
          areas[column] = 0
        }
        Self.fill(bytes + start, 255, end &- start)
      } else {
        let isTurned = rule == .nonZero ? run.low < 0 : run.low & 1 != 0
        for column in start..<end {
          sum &+= areas[column]
          areas[column] = 0
          bytes[column] = Self.byte(isTurned ? Self.full &- sum : sum)
        }
      }
    }
    if isSampled { samples.endRow() }
  }

  /// A coverage in 131,072ths, rounded to the nearest of 0...255.
  @inline(__always)
  static func byte(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (max(0, min(full, value)) &* 255 &+ 65_536) >> 17)
  }

  /// `value` as the nearest whole number, the even one of two, for values within ±2³¹: the
  /// sum's last bits are the whole number.
  @inline(__always)
  static func nearest(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
  }

  /// The same for values within ±2⁵⁰.
  @inline(__always)
  static func nearest64(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + 6_755_399_441_055_744).bitPattern &- 0x4338_0000_0000_0000)
  }

  /// The coverage of `path` inside `clip`.
  func mask(
    _ path: Path, transform: Transform2D, rule: FillRule, clip: PixelRect
  ) -> Mask {
    mask(FlatPath(path, transform: transform), rule: rule, clip: clip)
  }

  /// The coverage of polygons inside `clip`; each subpath is closed by a line.
  func mask(_ flat: FlatPath, rule: FillRule, clip: PixelRect) -> Mask {
    var mask = Mask(bounds: (Self.extent(flat).map(Self.bounds) ?? .empty).intersection(clip))
    let bounds = mask.bounds
    let stride = mask.stride
    mask.bytes.withUnsafeMutableBufferPointer { all in
      guard let base = all.baseAddress else { return }
      func place(_ y: Int, _ x: Int) -> UnsafeMutablePointer<UInt8> {
        base + (y - bounds.minY) * stride + x - bounds.minX
      }
      rows(of: flat, rule: rule, clip: clip) { y, x, coverage in
        place(y, x).update(from: coverage.baseAddress!, count: coverage.count)
      } solid: { y, x, count in
        place(y, x).update(repeating: 255, count: count)
      }
    }
    return mask
  }
}
