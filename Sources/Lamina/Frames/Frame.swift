import Foundation

/// What a frame cost.
public struct FrameReport: Sendable, Equatable {
  /// What was drawn. With several bands, an operation that reaches into more than one counts
  /// in each.
  public var operations = OperationCounts()
  /// Layers that were placed anew, because they or something above them changed.
  public var layersVisited = 0
  /// Instances of replicators that were placed anew, each with its sublayers. Those that cannot be
  /// seen are left out.
  public var instancesVisited = 0
  /// Runs of up to 512 layers that were used again as they were.
  public var cacheHits = 0
  /// Layers left out because something opaque hides them.
  public var layersCulled = 0
  /// Bands of rows that were drawn at the same time.
  public var bands = 0
  /// What the frame leaves out since numbers have become larger than can be drawn with, back to
  /// front; empty for every scene whose transforms stay finite. It depends on the tree and the time
  /// alone: what is left out stands in the report of each frame, also of those that draw nothing.
  public var omissions: [FrameOmission]

  init(omissions: [FrameOmission] = []) { self.omissions = omissions }
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
  /// Why the damage was drawn; nil unless ``RenderOptions/explainsDamage`` was on.
  public let explanation: DamageExplanation?

  /// Which picture this is; nil if the bitmap is not what the damage is about.
  package let place: Place?

  /// The place of a picture among those that one compositor has drawn.
  package struct Place: Sendable, Equatable {
    /// The compositor's number. No two of a process have the same.
    package let compositor: Int
    /// Counts the pictures. Frames with the same number show the same.
    package let number: Int
    /// The pixels that may differ from the picture with the number before. A frame that is given
    /// although nothing changed has no damage, but its picture has.
    let damage: Region
  }

  package init(
    bitmap: Bitmap, damage: Region, time: Double, report: FrameReport,
    explanation: DamageExplanation? = nil, place: Place? = nil
  ) {
    self.bitmap = bitmap
    self.damage = damage
    self.time = time
    self.report = report
    self.explanation = explanation
    self.place = place
  }

  /// The pixels that may differ from another frame, which was drawn before; nil if nothing is
  /// known about that.
  package func damage(since earlier: Place?) -> Region? {
    guard let place, let earlier, place.compositor == earlier.compositor else { return nil }
    switch place.number - earlier.number {
    case 0: return Region()
    case 1: return place.damage
    default: return nil
    }
  }
}
