import Foundation

extension Executor {
  /// Blends one colour over polygons, row by row, without a mask between: what is not covered
  /// costs nothing.
  func draw(_ paint: UInt32, over path: ItemPath, on target: Surface, _ box: PixelRect) {
    let clip = path.bounds.intersection(box)
    switch path.outline {
    case .polygons(let polygons), .convexPolygon(let polygons):
      scratch.rasterizer.fill(
        polygons, rule: path.rule, isConvex: path.isConvex, clip: clip, with: paint,
        target.row(0, 0), stride: target.stride)
    case .graph(let graph):
      scratch.graphRasterizer.rows(of: graph.line, clip: clip) { y, x, coverage in
        SpanKernels.blend(paint, coverage.baseAddress!, target.row(y, x), coverage.count)
      }
    }
  }
}
