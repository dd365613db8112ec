import Foundation
import Lamina

/// A layer tree with a manually advanced clock, and a log of the events in it.
///
///     let scene = try TestScene(size: CGSize(width: 320, height: 200))
///     scene.layer.addSublayer(box)
///     try scene.render()                        // The box is live now, at 0 s.
///     scene.perform { box.opacity = 0.5 }       // Begins to fade,
///     try scene.advance(by: 0.1)                // and this is what is seen 0.1 s later.
///
/// Nothing sleeps, and no clock is read: the same test sees the same values every time. Like a
/// renderer, a scene belongs to one isolation domain.
public final class TestScene {
  /// The renderer of the scene. Its `RenderOptions.explainsDamage` is on.
  public let renderer: Renderer
  /// The time of the next frame, in seconds.
  public internal(set) var time: Double
  /// The frame rate of ``advanceToNextChange()`` while something changes continuously. 60 frames
  /// per second by default.
  public var frameRate = FrameRate(60)
  /// A Boolean value indicating whether each frame is compared with a full redraw by a compositor
  /// of its own; see ``FrameProofFailure``. False by default, unless the environment variable
  /// `LAMINA_PROVE` is `1`.
  public var provesFrames: Bool
  /// The events in ``perform(_:)`` and in frames since the scene was created or the log cleared.
  public internal(set) var log = SceneLog()
  /// A closure that alters a frame before it is logged and verified, for tests of the verification.
  var alteration: ((Frame) -> Frame)?
  private var isLogging = false

  /// The root layer. It fills the frame.
  public var layer: Layer { renderer.layer }

  /// Creates a scene with a root layer that fills the frame.
  ///
  /// - Parameters:
  ///   - size: the size in points.
  ///   - scale: the number of device pixels per point.
  ///   - time: the initial time of the clock, in seconds.
  /// - Throws: `RenderError`.
  public convenience init(
    size: CGSize, scale: CGFloat = 1, startingAt time: Double = 0
  ) throws(RenderError) {
    self.init(renderer: try Renderer(size: size, scale: scale), startingAt: time)
  }

  /// Creates a scene for an existing renderer.
  ///
  /// - Precondition: `time` is finite.
  public init(renderer: Renderer, startingAt time: Double = 0) {
    require(time.isFinite, "the start time of a scene must be finite, not \(time) s")
    self.renderer = renderer
    self.time = time
    provesFrames = ProcessInfo.processInfo.environment["LAMINA_PROVE"] == "1"
    renderer.options.explainsDamage = true
  }

  /// Runs changes, and logs what they start. It commits nothing beyond what the changes themselves
  /// commit: their animations begin with the next frame.
  @discardableResult
  public func perform<Result, Failure: Error>(
    _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isLogging { return try changes() }
    isLogging = true
    defer { isLogging = false }
    return try TransactionMonitor.observe({ self.log.note($0) }, during: changes)
  }

  /// Removes all entries from the log.
  public func clearLog() { log = SceneLog() }

  // MARK: - Frames

  /// Commits at the current time without drawing: added layers become live, and animations begin.
  public func commit() {
    perform { _ = renderer.commit(at: time) }
  }

  /// Draws a frame at the current time.
  ///
  /// - Throws: `RenderError`; ``FrameProofFailure`` if ``provesFrames`` is on.
  @discardableResult
  public func render() throws -> Frame {
    var frame = try perform { try renderer.render(at: time) }
    if let alteration { frame = alteration(frame) }
    log.note(frame)
    if provesFrames { try FrameProof.check(frame, of: self) }
    return frame
  }

  /// Moves the clock forwards, or backwards, and draws one frame there.
  ///
  /// Nothing happens in between: an animation that ends on the way ends in this frame. A sum that
  /// is a whole number of nanoseconds up to rounding errors is rounded to it, so that ten times 0.1
  /// is 1.
  ///
  /// - Throws: as ``render()`` does.
  /// - Precondition: the sum is finite.
  @discardableResult
  public func advance(by seconds: Double) throws -> Frame {
    let sum = time + seconds
    let whole = (sum * 1e9).rounded() / 1e9
    return try advance(to: (sum - whole).magnitude <= 4 * sum.ulp ? whole : sum)
  }

  /// Sets the clock to a time, possibly an earlier one, and draws one frame there.
  ///
  /// - Parameter time: the time in seconds.
  /// - Throws: as ``render()`` does.
  /// - Precondition: `time` is finite.
  @discardableResult
  public func advance(to time: Double) throws -> Frame {
    require(time.isFinite, "the time of a scene must be finite, not \(time) s")
    self.time = time
    return try render()
  }

  /// Advances the clock to the next visible change, and draws that frame.
  ///
  /// Changes that await a commit are drawn at the current time. While an animation runs, the clock
  /// advances by one frame of ``frameRate``; if an animation begins or ends later, it advances to
  /// that time.
  ///
  /// - Returns: the frame; nil if nothing will change any more, in which case the clock does not
  ///   move.
  /// - Throws: as ``render()`` does.
  @discardableResult
  public func advanceToNextChange() throws -> Frame? {
    switch renderer.nextFrameTime(after: time) {
    case .never: return nil
    case .at(let next): return try advance(to: next)
    case .now:
      if log.frames.last?.time != time || renderer.hasPendingChanges { return try render() }
      return try advance(by: frameRate.time(ofFrame: 1))
    }
  }

  /// Advances frame by frame until nothing changes any more.
  ///
  /// - Parameter seconds: the time after which the scene counts as never settling. 60 by default.
  /// - Returns: the frames drawn.
  /// - Throws: ``TestFailure`` that names the animations that are still running; and as ``render()`` does.
  @discardableResult
  public func settle(within seconds: Double = 60) throws -> [Frame] {
    let start = time
    var frames: [Frame] = []
    // Changes that cause further ones at each commit do not advance the clock.
    let limit = 1_000 + seconds / frameRate.time(ofFrame: 1)
    while let frame = try advanceToNextChange() {
      frames.append(frame)
      if time - start > seconds || Double(frames.count) > limit {
        throw TestFailure(
          "the scene does not come to rest within \(Readable.number(seconds)) s:\n"
            + layer.treeDescription(at: time))
      }
    }
    return frames
  }

  /// Draws frames at the given times, in their order.
  ///
  /// - Throws: as ``render()`` does.
  /// - Precondition: the times are finite.
  @discardableResult
  public func frames(at times: [Double]) throws -> [Frame] {
    try times.map { try advance(to: $0) }
  }

  /// Draws frames at a constant rate, beginning at the current time.
  ///
  /// - Parameters:
  ///   - seconds: the duration; it includes a frame at its end.
  ///   - rate: the frame rate; nil stands for ``frameRate``.
  /// - Throws: as ``render()`` does.
  /// - Precondition: `seconds` is finite and not less than 0.
  @discardableResult
  public func frames(for seconds: Double, rate: FrameRate? = nil) throws -> [Frame] {
    require(
      seconds >= 0 && seconds.isFinite,
      "the duration of frames must be finite and 0 or more, not \(seconds) s")
    let rate = rate ?? frameRate
    let start = time
    var frames: [Frame] = []
    while rate.time(ofFrame: frames.count) <= seconds * (1 + 1e-12) {
      frames.append(try advance(to: start + rate.time(ofFrame: frames.count)))
    }
    return frames
  }
}
