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
    func position(_ y: Int) -> Int {
      Int((x + Double(y - top) * slope + PathRasterizer.bias).rounded(.down))
    }
  }

  /// Half a step, for rounding.
  static let bias = 0.5

  /// A line's part in one row, from step `from` to step `to` of the row.
  struct Piece {
    var line: Int
    var direction: Int
    var from: Int
    var to: Int
    var start: Int
    var end: Int

    @inline(__always) var left: Int { min(start, end) }
    @inline(__always) var right: Int { max(start, end) }
  }

  var lines: [Line] = []
  /// Indices of lines by the row they begin in, and where each row's begin.
  private var byRow: [Int32] = []
  private var rowStarts: [Int32] = []
  /// The lines of the current row, from left to right.
  private var pieces: [Piece] = []
  private var cuts: [Int] = []
  private var strip: [Piece] = []

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
    cover = .allocate(capacity: capacity)
    area = .allocate(capacity: capacity)
    rowBytes = .allocate(capacity: capacity)
    cover.update(repeating: 0, count: capacity)
    area.update(repeating: 0, count: capacity)
  }

  deinit {
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
    pieces.removeAll(keepingCapacity: true)
    for y in part.minY..<part.maxY {
      advance(to: y)
      if pieces.isEmpty { continue }
      cutRow(y)
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

  /// Makes ``pieces`` those of row `y`, sorted by their left ends.
  private func advance(to y: Int) {
    let top = y << 8
    let bottom = top + Self.unit
    var kept = 0
    for index in pieces.indices {
      let line = lines[pieces[index].line]
      if line.bottom <= top { continue }
      pieces[kept] = Self.piece(pieces[index].line, line, top, bottom)
      kept += 1
    }
    pieces.removeLast(pieces.count - kept)
    let row = y - clip.minY
    for index in rowStarts[row]..<rowStarts[row + 1] {
      let line = Int(byRow[Int(index)])
      pieces.append(Self.piece(line, lines[line], top, bottom))
    }
    Self.sort(&pieces, from: 0) { ($0.left, $0.right) < ($1.left, $1.right) }
  }

  @inline(__always)
  private static func piece(_ index: Int, _ line: Line, _ top: Int, _ bottom: Int) -> Piece {
    let from = max(line.top, top)
    let to = min(line.bottom, bottom)
    return Piece(
      line: index, direction: line.direction, from: from - top, to: to - top,
      start: line.position(from), end: line.position(to))
  }

  /// Insertion sort: rows differ little from the row above.
  @inline(__always)
  static func sort(
    _ pieces: inout [Piece], from first: Int, _ precedes: (Piece, Piece) -> Bool
  ) {
    pieces.withUnsafeMutableBufferPointer { pieces in
      var index = first + 1
      while index < pieces.count {
        let piece = pieces[index]
        var place = index
        while place > first, precedes(piece, pieces[place - 1]) {
          pieces[place] = pieces[place - 1]
          place -= 1
        }
        pieces[place] = piece
        index += 1
      }
    }
  }

  /// Cuts the row into groups with nothing between them that depends on y.
  private func cutRow(_ y: Int) {
    firstColumn = clip.width
    lastColumn = -1
    var groupStart = 0
    var right = Int.min
    // The winding behind the group so far: at the row's top, and a fingerprint of how it
    // depends on y.
    var winding = 0
    var base = 0
    var fingerprint: UInt64 = 0
    for index in pieces.indices {
      let piece = pieces[index]
      if index > groupStart, piece.left >= right,
        fingerprint == UInt64(bitPattern: Int64(winding)) &* RowFingerprint.whole
      {
        cutGroup(groupStart..<index, base, y)
        groupStart = index
        base = winding
      }
      right = max(right, piece.right)
      if piece.from == 0 { winding += piece.direction }
      let change = RowFingerprint.value(piece.to) &- RowFingerprint.value(piece.from)
      fingerprint =
        piece.direction > 0 ? fingerprint &+ change : fingerprint &- change
    }
    cutGroup(groupStart..<pieces.count, base, y)
  }

  /// Adds the areas of one group's lines.
  private func cutGroup(_ group: Range<Int>, _ base: Int, _ y: Int) {
    // A group right of the clip changes nothing in it.
    if pieces[group.lowerBound].left >> 8 >= clip.maxX { return }
    var isWhole = true
    cuts.removeAll(keepingCapacity: true)
    for index in group {
      let piece = pieces[index]
      if piece.from > 0 {
        cuts.append(piece.from)
        isWhole = false
      }
      if piece.to < Self.unit {
        cuts.append(piece.to)
        isWhole = false
      }
    }
    if isWhole {
      strip.removeAll(keepingCapacity: true)
      strip.append(contentsOf: pieces[group])
      addStrip(0, Self.unit, base, y)
      return
    }
    cuts.append(0)
    cuts.append(Self.unit)
    cuts.sort()
    var from = 0
    for to in cuts where to > from {
      collect(group, from, to, y)
      addStrip(from, to, base, y)
      from = to
    }
  }

  /// Makes ``strip`` the parts of a group's lines between two steps of the row.
  private func collect(_ group: Range<Int>, _ from: Int, _ to: Int, _ y: Int) {
    strip.removeAll(keepingCapacity: true)
    let top = y << 8
    for index in group where pieces[index].from <= from && pieces[index].to >= to {
      var piece = pieces[index]
      let line = lines[piece.line]
      piece.start = line.position(top + from)
      piece.end = line.position(top + to)
      piece.from = from
      piece.to = to
      strip.append(piece)
    }
  }

  /// Adds the areas of ``strip``, whose lines all go from `from` to `to`.
  private func addStrip(_ from: Int, _ to: Int, _ base: Int, _ y: Int) {
    if strip.isEmpty { return }
    Self.sort(&strip, from: 0) { $0.start + $0.end < $1.start + $1.end }
    var isOrdered = true
    for index in 1..<max(1, strip.count)
    where strip[index].start < strip[index - 1].start || strip[index].end < strip[index - 1].end {
      isOrdered = false
      break
    }
    if isOrdered || to - from <= Self.thinnestStrip {
      var winding = base
      for piece in strip {
        let wasInside = isInside(winding)
        winding += piece.direction
        let isInside = isInside(winding)
        if wasInside != isInside {
          add(piece.start, from, piece.end, to, isInside ? 1 : -1)
        }
      }
      return
    }
    let middle = (from + to) / 2
    let whole = strip
    let top = y << 8
    for index in strip.indices {
      strip[index].end = lines[strip[index].line].position(top + middle)
    }
    addStrip(from, middle, base, y)
    strip = whole
    for index in strip.indices {
      strip[index].start = lines[strip[index].line].position(top + middle)
    }
    addStrip(middle, to, base, y)
  }

  @inline(__always)
  private func isInside(_ winding: Int) -> Bool {
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

/// Numbers that tell how a winding depends on y: sums of differences of these are equal only if
/// the windings are.
enum RowFingerprint {
  private static let values: [UInt64] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0...256).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
  }()

  /// What a line from the row's top to its bottom counts for.
  static let whole = values[256] &- values[0]

  @inline(__always)
  static func value(_ step: Int) -> UInt64 { values[step] }
}
