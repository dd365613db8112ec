import Foundation

/// Turns polygons in device pixels into 8-bit coverage, exact up to the grid of 1/256 pixel on
/// which the corners' rows and all crossings with rows are rounded.
///
/// Each row of pixels is cut into groups of lines that do not touch each other, a group into
/// strips between the corners in it, and a strip until its lines do not cross. Within a strip
/// the lines between inside and outside are known, and only their areas are added, so that
/// what is covered twice counts once.
///
/// All sums are of integers, and how a row is cut depends on all lines in it and never on the
/// clip: the coverage of a pixel is the same for every clip that holds the pixel.
final class PathRasterizer {
  /// Steps in a pixel, in x and in y.
  static let unit = 256
  /// Strips are not cut thinner to separate lines that cross.
  static let thinnestStrip = 16

  /// A line going down, in steps of 1/256 pixel.
  struct Line {
    var top: Int
    var bottom: Int
    /// Where it is at `top`, and how far it moves in a step.
    var x: Double
    var slope: Double
    /// +1 if the path goes down here, -1 if up.
    var direction: Int

    /// The nearest step to the line's place at `y`.
    @inline(__always)
    func position(_ y: Int) -> Int32 {
      PathRasterizer.nearest(x + Double(y - top) * slope)
    }
  }

  /// `value` as the nearest whole number, the even one of two, for values within ±2³¹: the
  /// sum's last bits are the whole number.
  @inline(__always)
  static func nearest(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
  }

  /// A line's part in one row, from step `from` to step `to` of the row.
  struct Piece {
    var line: Int32
    var direction: Int32
    var from: Int32
    var to: Int32
    /// Where it is at `from` and at `to`.
    var start: Int32
    var end: Int32

    @inline(__always) var left: Int32 { min(start, end) }
    @inline(__always) var right: Int32 { max(start, end) }
  }

  var lines: [Line] = []
  /// Indices of lines by the row they begin in, and where each row's begin.
  var byRow: [Int32] = []
  var rowStarts: [Int32] = []
  /// The lines of the current row, from left to right, and above them those of the strips that
  /// are being cut.
  var pieces: UnsafeMutablePointer<Piece>
  var pieceCapacity = 64
  /// How many of ``pieces`` belong to the row.
  var active = 0
  /// One past the last of ``pieces`` in use.
  var stackEnd = 0

  /// Height covered right of each pixel's left edge, and area to take from it: units of
  /// 1/256 and 1/131,072 pixel.
  var cover: UnsafeMutablePointer<Int32>
  var area: UnsafeMutablePointer<Int32>
  private var capacity: Int
  private var rowBytes: UnsafeMutablePointer<UInt8>
  var rule = FillRule.nonZero
  var clip = PixelRect.empty
  /// The columns, from the clip's left edge, that hold anything in this row.
  var firstColumn = 0
  var lastColumn = -1

  init() {
    capacity = 64
    pieces = .allocate(capacity: pieceCapacity)
    cover = .allocate(capacity: capacity)
    area = .allocate(capacity: capacity)
    rowBytes = .allocate(capacity: capacity)
    cover.update(repeating: 0, count: capacity)
    area.update(repeating: 0, count: capacity)
  }

  deinit {
    pieces.deallocate()
    cover.deallocate()
    area.deallocate()
    rowBytes.deallocate()
  }

  /// Calls `body` with a row, its first column and the coverage from there on, for each run of
  /// pixels inside `clip` that polygons may cover, from top to bottom. Each subpath is closed
  /// by a line.
  func rows(
    of flat: FlatPath, rule: FillRule, clip: PixelRect,
    _ body: (_ y: Int, _ x: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let box = Self.bounds(flat) else { return }
    let part = box.intersection(clip)
    if part.isEmpty { return }
    self.clip = part
    self.rule = rule
    reserve(part.width)
    addLines(flat)
    sortByRow()
    active = 0
    for y in part.minY..<part.maxY {
      advance(to: y)
      if active == 0 { continue }
      firstColumn = clip.width
      lastColumn = -1
      stackEnd = active
      cut(0, active, 0, Self.unit, 0, y << 8)
      guard firstColumn <= lastColumn else { continue }
      let end = resolve()
      body(
        y, part.minX + firstColumn,
        UnsafeBufferPointer(start: rowBytes + firstColumn, count: end - firstColumn))
    }
  }

  /// The pixels that hold all points; `nil` without points.
  static func bounds(_ flat: FlatPath) -> PixelRect? {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    for point in flat.points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    guard low.x <= high.x else { return nil }
    // Corners may be rounded outwards by half a step.
    return PixelRect(
      minX: PixelSnapping.floor(low.x - 0.01), minY: PixelSnapping.floor(low.y - 0.01),
      maxX: PixelSnapping.ceil(high.x + 0.01), maxY: PixelSnapping.ceil(high.y + 0.01))
  }

  private func reserve(_ width: Int) {
    guard capacity < width + 2 else { return }
    cover.deallocate()
    area.deallocate()
    rowBytes.deallocate()
    capacity = width + 64
    cover = .allocate(capacity: capacity)
    area = .allocate(capacity: capacity)
    rowBytes = .allocate(capacity: capacity)
    cover.update(repeating: 0, count: capacity)
    area.update(repeating: 0, count: capacity)
  }

  /// Sorts the lines by the first row of the clip they touch.
  private func sortByRow() {
    let height = clip.height
    rowStarts.removeAll(keepingCapacity: true)
    rowStarts.append(contentsOf: repeatElement(0, count: height + 1))
    for line in lines { rowStarts[row(of: line) + 1] += 1 }
    for row in 0..<height { rowStarts[row + 1] += rowStarts[row] }
    byRow.removeAll(keepingCapacity: true)
    byRow.append(contentsOf: repeatElement(0, count: lines.count))
    var next = rowStarts
    for index in lines.indices {
      let row = row(of: lines[index])
      byRow[Int(next[row])] = Int32(index)
      next[row] += 1
    }
  }

  private func row(of line: Line) -> Int {
    max(0, line.top >> 8 - clip.minY)
  }

  @inline(__always)
  func isInside(_ winding: Int32) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// Turns the sums of the row into bytes, and clears them. Returns one past the last column.
  private func resolve() -> Int {
    var height: Int32 = 0
    for column in firstColumn...lastColumn {
      height += cover[column]
      rowBytes[column] = Self.byte(height << 9 - area[column])
      cover[column] = 0
      area[column] = 0
    }
    if height == 0 { return lastColumn + 1 }
    let rest = clip.width - lastColumn - 1
    (rowBytes + lastColumn + 1).update(repeating: Self.byte(height << 9), count: rest)
    return clip.width
  }

  /// A coverage in 131,072ths, rounded to the nearest of 0...255.
  @inline(__always)
  static func byte(_ value: Int32) -> UInt8 {
    let bounded = max(0, min(131_072, value))
    return UInt8(truncatingIfNeeded: (bounded &* 255 &+ 65_536) >> 17)
  }
}
