import Foundation

/// The cost of a frame.
public struct FrameReport: Sendable, Equatable {
  /// The operations that were drawn. With several bands, an operation that extends into more than
  /// one counts in each.
  public internal(set) var operations = OperationCounts()
  /// The number of layers evaluated again, because they or one of their ancestors changed.
  public internal(set) var layersVisited = 0
  /// The number of replicator instances evaluated again, each with its sublayers. Invisible ones
  /// are left out.
  public internal(set) var instancesVisited = 0
  /// The number of runs of up to 512 layers that were reused unchanged.
  public internal(set) var cacheHits = 0
  /// The number of pixels that were moved within the framebuffer, and so not drawn: those of opaque
  /// layers that fill most of the frame and all moved by the same whole pixels.
  public internal(set) var scrolledPixels = 0
  /// The number of layers culled because something opaque hides them.
  public internal(set) var layersCulled = 0
  /// The number of bands of rows that were drawn concurrently.
  public internal(set) var bands = 0
  /// The layers that the frame leaves out because their numbers are too large to draw with, back to
  /// front; empty for every scene that stays within ±10^15 points and pixels. They depend on the
  /// tree and the time alone, so every frame reports them, even one that draws nothing.
  public internal(set) var omissions: [FrameOmission]

  init(omissions: [FrameOmission] = []) { self.omissions = omissions }
}

/// A picture, and a report of how it was drawn.
public struct Frame: Sendable {
  /// The picture. Holding it makes the renderer draw the next change into another framebuffer, and
  /// copy the other pixels to it; releasing it before then costs nothing.
  public let bitmap: Bitmap
  /// The pixels that may differ from the renderer's last frame; empty if nothing was drawn.
  public let damage: Region
  /// The time that the frame shows, in seconds.
  public let time: Double
  /// The cost of the frame.
  public let report: FrameReport
  /// The evidence that the frame's explanation is made from; nil unless
  /// ``RenderOptions/explainsDamage`` was on.
  package let evidence: FrameEvidence?

  /// The identity of the picture; nil if the damage does not refer to the bitmap.
  package let identity: Identity?

  /// The identity of a picture: its number among those that one compositor drew. Frames without a
  /// difference share the identity of the last picture.
  package final class Identity: Sendable {
    /// The compositor's number, unique in the process.
    package let compositor: Int
    /// The number of the picture. Frames with the same number show the same picture.
    package let number: Int
    /// The difference from the previous picture. A frame returned although nothing changed has no
    /// damage, but its picture still has.
    let change: FrameChange

    init(compositor: Int, number: Int, change: FrameChange) {
      self.compositor = compositor
      self.number = number
      self.change = change
    }
  }

  package init(
    bitmap: Bitmap, damage: Region, time: Double, report: FrameReport,
    evidence: FrameEvidence? = nil, identity: Identity? = nil
  ) {
    self.bitmap = bitmap
    self.damage = damage
    self.time = time
    self.report = report
    self.evidence = evidence
    self.identity = identity
  }

  /// Returns the pixels that may differ from another frame, which was drawn before; nil if that is
  /// unknown.
  package func damage(since earlier: Identity?) -> Region? { change(since: earlier)?.damage }

  /// Returns the difference from another frame, which was drawn before; nil if that is unknown.
  package func change(since earlier: Identity?) -> FrameChange? {
    guard let identity, let earlier, identity.compositor == earlier.compositor else { return nil }
    switch identity.number - earlier.number {
    case 0: return FrameChange()
    case 1: return identity.change
    default: return nil
    }
  }
}
