import Foundation
import Lamina

/// The difference of a frame from the one before: what moved, and the pixels that are new.
///
/// A viewer that has the frame before, makes the copies and then takes over the pixels of the region
/// has exactly the frame. Both are found by comparing the pixels; no layer is asked.
struct FrameDifference {
  /// The copies. What one reads, no other writes.
  private(set) var copies: [PixelCopy] = []
  /// The pixels that differ once the copies are made, and some that do not.
  private(set) var region = Region()

  /// The number of pixels below which a rectangle is not compared: sending it costs less.
  private static let leastArea = 2048
  /// The greatest number of columns and of rows by which a movement is found.
  private static let reach = 128
  /// The size of the squares whose pixels are new if one is, in pixels.
  private static let cell = 16

  /// Creates the difference that consists of copies and pixels.
  init(copies: [PixelCopy], region: Region) { (self.copies, self.region) = (copies, region) }

  /// Compares two frames of the same size.
  ///
  /// - Parameters:
  ///   - damage: the pixels that may differ.
  ///   - hint: a movement that is tried first, that of the frame before.
  /// - Complexity: O(area of *damage*).
  init(from old: Bitmap, to new: Bitmap, damage: Region, hint: PixelCopy?) {
    old.withPixels { oldPixels, oldStride in
      new.withPixels { newPixels, newStride in
        let pair = PixelPair(
          old: oldPixels, oldStride: oldStride, new: newPixels, newStride: newStride)
        for rect in damage.rects { add(rect, pair, hint: hint) }
      }
    }
  }

  private mutating func add(_ rect: PixelRect, _ pair: PixelPair, hint: PixelCopy?) {
    if rect.area < Self.leastArea { return region.insert(rect) }
    var rest = [rect]
    if let (dx, dy) = pair.movement(in: rect, reach: Self.reach, hint: hint) {
      // What is read is in the rectangle, too, which no other copy touches.
      let whole = rect.intersection(rect.moved(byX: dx, y: dy))
      var grid = CellGrid(whole, size: Self.cell)
      pair.mark(in: &grid, dx: dx, dy: dy)
      grid.trim()
      if grid.markedCount * 2 < grid.count {
        copies.append(PixelCopy(destination: grid.rect, dx: dx, dy: dy))
        rest = rect.subtracting(grid.rect)
        grid.insertMarked(into: &region)
      }
    }
    for rect in rest {
      var grid = CellGrid(rect, size: Self.cell)
      pair.mark(in: &grid, dx: 0, dy: 0)
      grid.insertMarked(into: &region)
    }
  }
}

/// A rectangle that is divided into squares, some of which are marked.
private struct CellGrid {
  private(set) var rect: PixelRect
  private let origin: (x: Int, y: Int)
  private let size: Int
  private let columnCount: Int
  private var marks: [Bool]
  /// The columns and rows of squares that are left.
  private var columns: Range<Int>
  private var rows: Range<Int>

  init(_ rect: PixelRect, size: Int) {
    self.rect = rect
    self.size = size
    origin = (rect.minX, rect.minY)
    columnCount = (rect.width + size - 1) / size
    columns = 0..<columnCount
    rows = 0..<(rect.height + size - 1) / size
    marks = [Bool](repeating: false, count: columns.count * rows.count)
  }

  var count: Int { columns.count * rows.count }

  var markedCount: Int { rows.reduce(0) { $0 + markedCount(inRow: $1) } }

  /// Marks the squares of row `y` of pixels in which `differs` is true of its columns of pixels.
  mutating func mark(y: Int, _ differs: (Range<Int>) -> Bool) {
    let start = (y - origin.y) / size * columnCount
    for column in columns where !marks[start + column] {
      let x = origin.x + column * size
      marks[start + column] = differs(x..<min(x + size, rect.maxX))
    }
  }

  /// Leaves out the outer rows and columns of which most squares are marked.
  mutating func trim() {
    func isMost(_ part: Int, _ whole: Int) -> Bool { part * 2 > whole }
    while let row = rows.first, isMost(markedCount(inRow: row), columns.count) {
      rows.removeFirst()
    }
    while let row = rows.last, isMost(markedCount(inRow: row), columns.count) {
      rows.removeLast()
    }
    while let column = columns.first, isMost(markedCount(inColumn: column), rows.count) {
      columns.removeFirst()
    }
    while let column = columns.last, isMost(markedCount(inColumn: column), rows.count) {
      columns.removeLast()
    }
    rect = pixels(columns, rows)
  }

  func insertMarked(into region: inout Region) {
    for row in rows {
      var column = columns.lowerBound
      while column < columns.upperBound {
        let start = column
        while column < columns.upperBound, marks[row * columnCount + column] { column += 1 }
        if column > start { region.insert(pixels(start..<column, row..<row + 1)) }
        column += 1
      }
    }
  }

  private func pixels(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelRect {
    PixelRect(
      minX: origin.x + columns.lowerBound * size, minY: origin.y + rows.lowerBound * size,
      maxX: origin.x + columns.upperBound * size, maxY: origin.y + rows.upperBound * size
    ).intersection(rect)
  }

  private func markedCount(inRow row: Int) -> Int {
    columns.reduce(0) { $0 + (marks[row * columnCount + $1] ? 1 : 0) }
  }

  private func markedCount(inColumn column: Int) -> Int {
    rows.reduce(0) { $0 + (marks[$1 * columnCount + column] ? 1 : 0) }
  }
}

/// The pixels of two frames.
private struct PixelPair {
  let old: UnsafePointer<UInt32>
  let oldStride: Int
  let new: UnsafePointer<UInt32>
  let newStride: Int

  /// A run of pixels of the new frame, not all of one colour, where the old one has others.
  private struct Feature {
    static let length = 8
    let x: Int
    let y: Int
    /// The place in the run where the colour changes.
    let edge: Int
  }

  /// Returns true if pixels of the new frame equal those of the old one at another place.
  private func isEqual(_ x: Int, _ y: Int, _ count: Int, dx: Int, dy: Int) -> Bool {
    memcmp(
      new + y * newStride + x, old + (y - dy) * oldStride + x - dx,
      count * MemoryLayout<UInt32>.size) == 0
  }

  /// Marks the squares in which a pixel of the new frame differs from the old one's that moves there.
  func mark(in grid: inout CellGrid, dx: Int, dy: Int) {
    let rect = grid.rect
    for y in rect.minY..<rect.maxY {
      if isEqual(rect.minX, y, rect.width, dx: dx, dy: dy) { continue }
      grid.mark(y: y) { !isEqual($0.lowerBound, y, $0.count, dx: dx, dy: dy) }
    }
  }

  /// Returns the movement that explains the most of what is new in a rectangle; nil if none explains
  /// much.
  ///
  /// - Complexity: O(*width* of *rect* + square of *reach*).
  func movement(in rect: PixelRect, reach: Int, hint: PixelCopy?) -> (dx: Int, dy: Int)? {
    let features = features(in: rect)
    if features.isEmpty { return nil }
    func hits(_ dx: Int, _ dy: Int) -> Int {
      features.count {
        let source = PixelRect(x: $0.x - dx, y: $0.y - dy, width: Feature.length, height: 1)
        return rect.contains(source) && isEqual($0.x, $0.y, Feature.length, dx: dx, dy: dy)
      }
    }
    if let hint, hits(hint.dx, hint.dy) * 4 >= features.count * 3 { return (hint.dx, hint.dy) }
    var best: (hits: Int, dx: Int, dy: Int)?
    for feature in features.prefix(8) {
      for (dx, dy) in places(of: feature, in: rect, reach: reach) {
        let count = hits(dx, dy)
        let isNearer = best.map { abs(dx) + abs(dy) < abs($0.dx) + abs($0.dy) } ?? true
        if count > best?.hits ?? 0 || count == best?.hits && isNearer { best = (count, dx, dy) }
      }
      if let best, best.hits * 4 >= features.count * 3 { break }
    }
    // Those that came in at an edge are explained by none.
    guard let best, best.hits * 4 >= features.count else { return nil }
    return (best.dx, best.dy)
  }

  /// Returns up to 16 features in rows that are spread over a rectangle.
  private func features(in rect: PixelRect) -> [Feature] {
    let (rowCount, length) = (16, Feature.length)
    let runs = rect.width / length
    if runs == 0 { return [] }
    return (0..<rowCount).compactMap { index in
      let y = rect.minY + rect.height * (2 * index + 1) / (2 * rowCount)
      // Not always at the same side.
      let first = runs * (index * 7 % rowCount) / rowCount
      for run in 0..<runs {
        let x = rect.minX + (first + run) % runs * length
        if isEqual(x, y, length, dx: 0, dy: 0) { continue }
        let pixels = UnsafeBufferPointer(start: new + y * newStride + x, count: length)
        let edges = (1..<length).filter { pixels[$0] != pixels[$0 - 1] }
        if edges.count >= 2 { return Feature(x: x, y: y, edge: edges[0]) }
      }
      return nil
    }
  }

  /// Returns the movements that bring the old frame's pixels to a feature; none if there are many.
  private func places(
    of feature: Feature, in rect: PixelRect, reach: Int
  ) -> [(dx: Int, dy: Int)] {
    func pair(_ pixels: UnsafePointer<UInt32>) -> UInt64 {
      UnsafeRawPointer(pixels).loadUnaligned(as: UInt64.self)
    }
    let edge = feature.edge - 1
    let wanted = pair(new + feature.y * newStride + feature.x + edge)
    let columns =
      max(rect.minX, feature.x - reach)...min(rect.maxX - Feature.length, feature.x + reach)
    var found: [(Int, Int)] = []
    for y in max(rect.minY, feature.y - reach)...min(rect.maxY - 1, feature.y + reach) {
      let row = old + y * oldStride + edge
      for x in columns where pair(row + x) == wanted {
        let (dx, dy) = (feature.x - x, feature.y - y)
        guard isEqual(feature.x, feature.y, Feature.length, dx: dx, dy: dy) else { continue }
        found.append((dx, dy))
        if found.count > 64 { return [] }
      }
    }
    return found
  }
}
