import Foundation

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
  }
}

/// What a frame cost.
public struct FrameReport: Sendable, Equatable {
  /// What was drawn. With several bands, an operation that reaches into more than one counts
  /// in each.
  public var operations = OperationCounts()
  /// Layers that were placed anew, because they or something above them changed.
  public var layersVisited = 0
  /// Runs of up to 512 layers that were used again as they were.
  public var cacheHits = 0
  /// Layers left out because something opaque hides them.
  public var layersCulled = 0
  /// Bands of rows that were drawn at the same time.
  public var bands = 0
}

/// One picture, and how it came about.
public struct Frame: Sendable {
  /// The picture. Keeping it costs the renderer a copy of the pixels at the next change; let
  /// go of it before that and it costs nothing.
  public let bitmap: Bitmap
  /// The pixels that may differ from the renderer's last frame; empty if nothing was drawn.
  public let damage: Region
  /// The time the frame shows, in seconds.
  public let time: Double
  /// What it cost.
  public let report: FrameReport
}
