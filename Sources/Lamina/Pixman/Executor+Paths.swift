import Foundation

extension Executor {
  /// Blends one colour over polygons, row by row, without a mask between: what is not covered
  /// costs nothing.
  func draw(_ paint: UInt32, over path: ItemPath, on target: Surface, _ box: PixelRect) {
    scratch.rasterizer.draw(
      path.flat, rule: path.rule, isConvex: path.isConvex, clip: path.bounds.intersection(box),
      with: ColorSpanBlender(paint, target.row(0, 0), stride: target.stride))
  }
}
