/// How often the executor did what.
public struct OperationCounts: Sendable, Equatable {
  /// Boxes replaced by one pixel value.
  public var fills = 0
  /// Boxes blended with one translucent colour.
  public var blends = 0
  /// Bitmaps copied pixel for pixel.
  public var copies = 0
  /// Bitmaps blended pixel for pixel.
  public var overs = 0
  /// Layers that are turned, scaled, cut, or show more than one thing.
  public var details = 0
  /// Bitmaps read between their pixels.
  public var samples = 0
  /// Groups composed by themselves and then blended.
  public var groups = 0
  /// Pixels written, each as often as it was.
  public var pixels = 0
  /// Gaussian blurs, of shadows and of filters.
  public var blurs = 0
  /// Pixels that blurs, those of shadows included, read and wrote; what lies beyond the pixels of
  /// what is blurred is not read.
  public var blurredPixels = 0
  /// How many pixels away the widest of the blurs reads.
  var blurReach = 0
  /// Pixels of the offscreen pictures that groups, filters, masks and shadows are drawn into, each
  /// as often as it was cleared for one.
  public var offscreenPixels = 0

  /// All operations.
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
    left.blurReach = max(left.blurReach, right.blurReach)
    left.offscreenPixels += right.offscreenPixels
  }
}
