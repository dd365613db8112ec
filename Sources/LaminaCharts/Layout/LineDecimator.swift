import Foundation
import Lamina

/// Chooses the vertices that draw a line of many points: the lowest and the highest in each column of a
/// quarter of a pixel, between the points that make what leads to them and away from them as steep as
/// it is: the point next to them, or the end of the column, unless it is near. Those that the line
/// through the columns on both sides covers are left out.
struct LineDecimator: ~Copyable {
  private typealias Column = PixelColumns.Column

  /// An extreme of a column.
  private struct Extreme {
    var index: Int
    /// True if the line through the column on a side covers it.
    var isCoveredLeft: Bool
    var isCoveredRight: Bool

    var isKept: Bool { !(isCoveredLeft && isCoveredRight) }
  }

  private let columns: PixelColumns
  private let y: PlotAxis
  /// Device pixels per point.
  private let scale: Double
  /// The distance in y values behind extremes half a pixel apart that discs of the pen around both cover
  /// between them; infinity if the discs are small, or the distance is not the same everywhere.
  private let depth: Double
  /// The indices of the points that are vertices.
  private(set) var vertices: ScratchArray<Int>
  private var last = -1

  /// - Parameters:
  ///   - penRadius: the radius of the round pen, in points; 0 if there is none.
  ///   - capacity: the number of vertices to make room for.
  init(
    _ columns: PixelColumns, _ y: PlotAxis, scale: Double, penRadius: Double, capacity: Int
  ) {
    (self.columns, self.y, self.scale) = (columns, y, scale)
    let radius = penRadius * scale
    if radius >= 0.75, let line = y.line {
      depth = (radius - (radius * radius - 0.25).squareRoot()) / abs(line.factor * scale)
    } else {
      depth = .infinity
    }
    vertices = ScratchArray(capacity: capacity)
  }

  /// Adds the vertices of a run of points.
  mutating func add(_ run: Range<Int>) {
    var (before, column) = (Column(), Column())
    add(run.lowerBound)
    columns.forEachColumn(in: run) { next in
      if !column.points.isEmpty { add(column, after: before, before: next) }
      (before, column) = (column, next)
    }
    add(column, after: before, before: Column())
    add(run.upperBound - 1)
  }

  private mutating func add(_ column: Column, after left: Column, before right: Column) {
    let (first, end) = (column.points.lowerBound, column.points.upperBound - 1)
    let (hasLeft, hasRight) = (left.number + 1 == column.number, right.number - 1 == column.number)
    if !hasLeft {
      // A line across a wider gap ends here, and begins at the end of the column before.
      add(left.points.upperBound - 1)
      add(first)
    }
    let (low, high) = (column.low - depth, column.high + depth)
    var early = Extreme(
      index: column.lowest, isCoveredLeft: hasLeft && left.low < low,
      isCoveredRight: hasRight && right.low < low)
    var late = Extreme(
      index: column.highest, isCoveredLeft: hasLeft && left.high > high,
      isCoveredRight: hasRight && right.high > high)
    if late.index < early.index { swap(&early, &late) }
    if early.isKept {
      if !early.isCoveredLeft { addSide(of: early.index, toward: first) }
      add(early.index)
      if !late.isKept, !early.isCoveredRight { addSide(of: early.index, toward: end) }
    }
    if late.isKept {
      if !early.isKept, !late.isCoveredLeft { addSide(of: late.index, toward: first) }
      add(late.index)
      if !late.isCoveredRight { addSide(of: late.index, toward: end) }
    }
  }

  /// Adds the point that leads to an extreme from an end of its column, or away from it.
  private mutating func addSide(of extreme: Int, toward end: Int) {
    let next = extreme + (end - extreme).signum()
    if isApart(next, extreme) {
      add(next)
    } else if isApart(end, extreme) {
      add(end)
    }
  }

  /// True if the values of two points are more than a quarter of a pixel apart.
  private func isApart(_ a: Int, _ b: Int) -> Bool {
    y.distance(columns.values.numbers[a], columns.values.numbers[b]) * scale > 0.25
  }

  private mutating func add(_ index: Int) {
    guard index > last else { return }
    last = index
    vertices.append(index)
  }
}
