import Foundation

/// The coverage of a convex polygon, in 255ths of the exact area of each pixel.
///
/// It rasterizes layer outlines, as ``PathRasterizer`` does paths: a convex polygon does not
/// intersect itself, so its edges are accumulated directly, and their ends need not be rounded to a
/// grid.
///
/// A row is always computed over the polygon's full width, so a pixel's coverage never depends on
/// the damage.
struct ConvexPolygonCoverage {
  private var sums: [Double] = []

  /// Writes the coverage of row `y`, starting at column `minX`.
  ///
  /// - Parameters:
  ///   - polygon: in device pixels, in either orientation; not empty.
  ///   - bounds: the pixels around the polygon.
  mutating func row(
    _ y: Int, of polygon: [CGPoint], bounds: PixelRect, from minX: Int,
    into coverage: UnsafeMutableBufferPointer<UInt8>
  ) {
    let width = bounds.width
    if sums.count < width + 2 { sums = Array(repeating: 0, count: width + 2) }
    sums.withUnsafeMutableBufferPointer { sums in
      for index in 0..<width + 2 { sums[index] = 0 }
      var start = polygon[polygon.count - 1]
      for end in polygon {
        Self.accumulate(start, end, row: y, left: bounds.minX, width: width, sums)
        start = end
      }
      // The running sum of the accumulated changes is the area to the right of the edges.
      var sum = 0.0
      var byte: UInt8 = 0
      for column in bounds.minX..<bounds.maxX {
        let change = sums[column - bounds.minX]
        if change != 0 {
          sum += change
          byte = UInt8(min(255, abs(sum) * 255 + 0.5))
        }
        let target = column - minX
        if target >= 0, target < coverage.count { coverage[target] = byte }
      }
    }
  }

  /// Accumulates the part of one edge that lies in a row: for each column, the change of the
  /// covered area.
  private static func accumulate(
    _ start: CGPoint, _ end: CGPoint, row: Int, left: Int, width: Int,
    _ sums: UnsafeMutableBufferPointer<Double>
  ) {
    if start.y == end.y { return }
    let direction: Double = start.y < end.y ? 1 : -1
    let upper = direction > 0 ? start : end
    let lower = direction > 0 ? end : start
    let y0 = max(Double(upper.y), Double(row))
    let y1 = min(Double(lower.y), Double(row + 1))
    if y0 >= y1 { return }
    let slope = Double(lower.x - upper.x) / Double(lower.y - upper.y)
    func x(at y: Double) -> Double {
      let x = Double(upper.x) + (y - Double(upper.y)) * slope - Double(left)
      return max(0, min(Double(width), x))
    }
    let (upperX, lowerX) = (x(at: y0), x(at: y1))
    let (minX, maxX) = upperX < lowerX ? (upperX, lowerX) : (lowerX, upperX)
    let height = y1 - y0
    let first = Int(minX)
    let last = Int(maxX)
    if first == last {
      let inside = (minX + maxX) / 2 - Double(first)
      sums[first] += direction * height * (1 - inside)
      sums[first + 1] += direction * height * inside
      return
    }
    // The edge crosses columns: each gets the part of its height inside the column.
    let perColumn = height / (maxX - minX)
    for column in first...min(last, width) {
      let from = max(minX, Double(column))
      let to = min(maxX, Double(column + 1))
      if to <= from { continue }
      let part = (to - from) * perColumn
      let inside = (from + to) / 2 - Double(column)
      sums[column] += direction * part * (1 - inside)
      sums[column + 1] += direction * part * inside
    }
  }
}
