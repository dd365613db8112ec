import Foundation
import Lamina

/// A grid over a plot that finds the points whose symbols are hidden by others of the same kind and
/// size.
///
/// The diagonal of a cell is the radius of a circle within the symbol, so that each point in a cell
/// covers all of it. A symbol reaches a few cells around its own. If each of these has a point, the
/// symbol adds nothing to the picture, except for one that stands for its cell.
package struct SymbolGrid {
  /// The largest number of cells; for more, all points are visible.
  private static let largestCount = 1 << 26

  private let origin: CGPoint
  private let cellsPerPoint: Double
  private let columns: Int
  private let rows: Int
  /// The number of cells that a symbol reaches to each side.
  private let reach: Int

  /// - Parameters:
  ///   - frame: the rectangle that contains all points.
  ///   - area: the area of the symbols, in square points.
  /// - Returns: nil if the symbols are too small for a grid of at most 67 million cells.
  package init?(_ frame: CGRect, symbol: ChartSymbol, area: Double) {
    let (inner, outer) = symbol.radii(area: area)
    cellsPerPoint = 0.5.squareRoot() * 2 / inner
    let width = (frame.width * cellsPerPoint).rounded(.down) + 1
    let height = (frame.height * cellsPerPoint).rounded(.down) + 1
    guard width * height <= Double(Self.largestCount) else { return nil }
    origin = frame.origin
    (columns, rows) = (Int(width), Int(height))
    reach = Int((outer * cellsPerPoint).rounded(.up))
  }

  /// Returns the points whose symbols are visible, in their order.
  ///
  /// Complexity: linear in the number of points and cells.
  package func visible(_ centers: [CGPoint]) -> [CGPoint] {
    var isFilled = Array(repeating: false, count: columns * rows)
    for center in centers { isFilled[cell(of: center)] = true }
    var isSurrounded = isFilled
    for row in 0..<rows { fillWindows(&isSurrounded, from: row * columns, by: 1, columns) }
    for column in 0..<columns { fillWindows(&isSurrounded, from: column, by: columns, rows) }
    return centers.filter { center in
      let cell = cell(of: center)
      // The first point of a cell stands for it.
      defer { isFilled[cell] = false }
      return isFilled[cell] || !isSurrounded[cell]
    }
  }

  private func cell(of center: CGPoint) -> Int {
    Int((center.y - origin.y) * cellsPerPoint) * columns
      + Int((center.x - origin.x) * cellsPerPoint)
  }

  /// Sets each cell of a row or column to true if all within ``reach`` of it are true. Those outside
  /// of the grid are not.
  private func fillWindows(_ cells: inout [Bool], from start: Int, by step: Int, _ count: Int) {
    // The number of true cells up to the one that is `reach` further.
    var run = 0
    for place in 0..<count + reach {
      run = place < count && cells[start + place * step] ? run + 1 : 0
      // Cells behind are read no more.
      if place >= reach { cells[start + (place - reach) * step] = run > 2 * reach }
    }
  }
}
