@testable import Lamina

/// What a frame may cost at most, as it follows from its pixels and its operations.
struct FrameCost {
  let width: Int
  let height: Int

  /// The pixels of the frame and of a margin around it.
  private var area: Int { (width + 64) * (height + 64) }

  /// What in a report is more than pixels and operations explain; nil where nothing is.
  func excess(in report: FrameReport, rects: Int, bands: Int = 1) -> String? {
    let counts = report.operations
    // Damage is drawn a rectangle at a time, and each operation in each of them.
    let steps = counts.total + counts.details + counts.blurs + rects + 1
    for (name, count, limit) in [
      ("pixels are written", counts.pixels, 8 * area * steps),
      ("pixels are blurred", counts.blurredPixels, 16 * area * counts.blurs),
      ("offscreen pixels are cleared", counts.offscreenPixels, 16 * area * steps),
    ] where count > limit {
      return "\(count) \(name), \(limit) are explained: \(counts)"
    }
    return nil
  }
}
