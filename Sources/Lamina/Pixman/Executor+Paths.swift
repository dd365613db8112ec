import Foundation

extension Executor {
  /// Blends one colour over polygons, row by row, without a mask between: what is not covered
  /// costs nothing.
  func draw(_ paint: UInt32, over path: ItemPath, on target: Surface, _ box: PixelRect) {
    if let graph = path.graph {
      scratch.graphRasterizer.rows(of: graph, clip: path.bounds.intersection(box)) {
        y, x, coverage in
        SpanKernels.blend(paint, coverage.baseAddress!, target.row(y, x), coverage.count)
      }
      return
    }
    scratch.rasterizer.draw(
      path.flat, rule: path.rule, clip: path.bounds.intersection(box),
      with: ColorSpanBlender(paint, target.row(0, 0), stride: target.stride))
  }
}
