import Foundation

extension Executor {
  /// Blends one colour over polygons, row by row, without a mask between: what is not covered
  /// costs nothing.
  func draw(_ paint: UInt32, over path: ItemPath, on target: Surface, _ box: PixelRect) {
    let isOpaque = paint >> 24 == 255
    scratch.rasterizer.rows(
      of: path.flat, rule: path.rule, clip: path.bounds.intersection(box)
    ) { y, x, coverage in
      CoverageRows.blend(paint, coverage.baseAddress!, target.row(y, x), coverage.count)
    } solid: { y, x, count in
      if isOpaque {
        target.row(y, x).update(repeating: paint, count: count)
      } else {
        PixelRows.over(target.row(y, x), color: paint, count)
      }
    }
  }
}
