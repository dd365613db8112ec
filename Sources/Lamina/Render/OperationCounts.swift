/// The number of operations of each kind that the executor performed.
public struct OperationCounts: Sendable, Equatable {
  /// The number of boxes replaced by one pixel value.
  public internal(set) var fills = 0
  /// The number of boxes blended with one translucent colour.
  public internal(set) var blends = 0
  /// The number of bitmaps copied pixel for pixel.
  public internal(set) var copies = 0
  /// The number of bitmaps blended pixel for pixel.
  public internal(set) var overs = 0
  /// The number of drawn layers that are rotated, scaled or clipped, or show more than one thing.
  public internal(set) var details = 0
  /// The number of resampled bitmaps and pictures of rasterized layers, and of gradients.
  public internal(set) var samples = 0
  /// The number of groups composited separately and then blended.
  public internal(set) var groups = 0
  /// The number of pixels written, counting every write.
  public internal(set) var pixels = 0
  /// The number of Gaussian blurs of shadows and filters.
  public internal(set) var blurs = 0
  /// The number of pixels that blurs, including those of shadows, read and wrote. Pixels outside
  /// the picture being blurred are not read.
  public internal(set) var blurredPixels = 0
  /// Pixels of the offscreen pictures that groups, filters, masks and shadows are drawn into, each
  /// as often as it was cleared for one.
  public internal(set) var offscreenPixels = 0

  /// The total number of fills, blends, copies, overs, samples and groups.
  public var total: Int { fills + blends + copies + overs + samples + groups }

  static func += (left: inout OperationCounts, right: OperationCounts) {
    left.fills += right.fills
    left.blends += right.blends
    left.copies += right.copies
    left.overs += right.overs
    left.details += right.details
    left.samples += right.samples
    left.groups += right.groups
    left.pixels += right.pixels
    left.blurs += right.blurs
    left.blurredPixels += right.blurredPixels
    left.offscreenPixels += right.offscreenPixels
  }
}
