@testable import Lamina

/// The highest cost allowed for a frame, computed from its pixels and its operations.
///
/// Inside a rasterized layer, its pixels are those of the layer's own picture, or of a box around what
/// is seen of it: up to eight for one of the frame along each side, as the scale demands, and all
/// between those that are seen where it is sheared or in perspective.
struct FrameCost {
  let extent: Executor.DrawnExtent

  /// The pixels of the largest surface and of a margin around it.
  private func area(margin: Int) -> Int { (extent.width + margin) * (extent.height + margin) }

  /// Returns the first count of a report that is more than pixels and operations explain; nil if
  /// none is.
  func excess(in report: FrameReport, rects: Int) -> String? {
    let counts = report.operations
    // Damage is drawn a rectangle at a time, and each operation in each of them.
    let steps = counts.total + counts.details + extent.blurs + rects + 1
    let area = area(margin: 64)
    // A blur is of all in its reach, which may be another blur's result, or that of groups.
    let reached = 2 * self.area(margin: 64 + 4 * extent.blurReach)
    let blurred = reached * extent.blurs
    let offscreen = blurred + (extent.blurs == 0 ? 0 : reached * counts.groups)
    for (name, count, limit) in [
      ("pixels are written", counts.pixels, 8 * area * steps + offscreen),
      ("pixels are blurred", counts.blurredPixels, blurred),
      ("offscreen pixels are cleared", counts.offscreenPixels, 16 * area * steps + offscreen),
    ] where count > limit {
      return "\(count) \(name), \(limit) are explained: \(counts), \(extent)"
    }
    return nil
  }
}
