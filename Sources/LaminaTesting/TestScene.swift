import Foundation
import Lamina

/// A layer tree with a clock that you turn by hand, and a log of what happens in it.
///
///     let scene = try TestScene(width: 320, height: 200)
///     scene.layer.addSublayer(box)
///     try scene.render()                        // The box is live now, at 0 s.
///     scene.perform { box.opacity = 0.5 }       // Begins to fade,
///     try scene.advance(by: 0.1)                // and this is what is seen 0.1 s later.
///
/// Nothing sleeps, and no clock is read: the same test sees the same values every time. Like a
/// renderer, a scene belongs to one isolation.
public final class TestScene {
  /// What draws the scene. Its ``RenderOptions/explainsDamage`` is on.
  public let renderer: Renderer
  /// The time of the next frame, in seconds.
  public internal(set) var time: Double
  /// How far ``advanceToNextChange()`` goes where something changes all the time. 60 frames a second
  /// by default.
  public var frameRate = FrameRate(60)
  /// Whether each frame is compared with one that is drawn whole, by a compositor of its own: see
  /// ``FrameProofFailure``. Off by default, unless the environment variable `LAMINA_PROVE` is `1`.
  public var provesFrames: Bool
  /// What happened in ``perform(_:)`` and in frames, since the scene was made or the log cleared.
  public internal(set) var log = SceneLog()
  /// For tests of the proof: changes a frame before it is looked at.
  var alteration: ((Frame) -> Frame)?
  private var isLogging = false

  /// The root of the tree. It fills the frame.
  public var layer: Layer { renderer.layer }

  /// Creates a scene with a root layer that fills the frame.
  ///
  /// - Parameters:
  ///   - width: points, likewise `height`.
  ///   - scale: device pixels per point.
  ///   - time: where the clock stands at first, in seconds.
  /// - Throws: ``RenderError``.
  public convenience init(
    width: CGFloat, height: CGFloat, scale: CGFloat = 1, startingAt time: Double = 0
  ) throws(RenderError) {
    self.init(
      renderer: try Renderer(width: width, height: height, scale: scale), startingAt: time)
  }

  /// Creates a scene of a renderer that you made.
  ///
  /// - Precondition: `time` is finite.
  public init(renderer: Renderer, startingAt time: Double = 0) {
    require(time.isFinite, "a scene that starts at \(time) s: it must be finite")
    self.renderer = renderer
    self.time = time
    provesFrames = ProcessInfo.processInfo.environment["LAMINA_PROVE"] == "1"
    renderer.options.explainsDamage = true
  }

  /// Runs changes, and logs what they start. Nothing is committed that they do not commit
  /// themselves: their animations begin with the next frame.
  @discardableResult
  public func perform<Result, Failure: Error>(
    _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isLogging { return try changes() }
    isLogging = true
    defer { isLogging = false }
    return try TransactionMonitor.observe({ self.log.note($0) }, during: changes)
  }

  /// Forgets what was logged.
  public func clearLog() { log = SceneLog() }

  // MARK: - Frames

  /// Commits at the present time without drawing: layers that were added are live, and animations
  /// begin.
  public func commit() {
    perform { _ = renderer.commit(at: time) }
  }

  /// Draws a frame at the present time.
  ///
  /// - Throws: ``RenderError``; ``FrameProofFailure`` where ``provesFrames`` is on.
  @discardableResult
  public func render() throws -> Frame {
    var frame = try perform { try renderer.render(at: time) }
    if let alteration { frame = alteration(frame) }
    log.note(frame)
    if provesFrames { try FrameProof.check(frame, of: renderer) }
    return frame
  }

  /// Turns the clock forwards, or backwards, and draws one frame there.
  ///
  /// Nothing happens in between: an animation that ends on the way ends in this frame. A sum that
  /// is a whole number of nanoseconds but for rounding is made one, so that ten times 0.1 is 1.
  ///
  /// - Precondition: the sum is finite.
  @discardableResult
  public func advance(by seconds: Double) throws -> Frame {
    let sum = time + seconds
    let whole = (sum * 1e9).rounded() / 1e9
    return try advance(to: (sum - whole).magnitude <= 4 * sum.ulp ? whole : sum)
  }

  /// Sets the clock to a time, also an earlier one, and draws one frame there.
  ///
  /// - Parameter time: seconds.
  /// - Precondition: `time` is finite.
  @discardableResult
  public func advance(to time: Double) throws -> Frame {
    require(time.isFinite, "a scene cannot be at \(time) s: the time must be finite")
    self.time = time
    return try render()
  }

  /// Goes to where something looks different next, and draws that frame.
  ///
  /// Changes that wait for a commit are drawn at the present time. While an animation runs, the next
  /// frame is one of ``frameRate`` later; where one begins or ends later, the clock goes there.
  ///
  /// - Returns: nil where nothing will change any more; the clock then stays where it is.
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

  /// Goes on, frame by frame, until nothing changes any more.
  ///
  /// - Parameter seconds: how far it may go before that is a failure. 60 by default.
  /// - Returns: the frames.
  /// - Throws: ``TestFailure`` that names the animations that still run.
  @discardableResult
  public func settle(within seconds: Double = 60) throws -> [Frame] {
    let start = time
    var frames: [Frame] = []
    // Changes that cause further ones at each commit bring the clock nowhere.
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

  /// Draws frames at times, in their order.
  @discardableResult
  public func frames(at times: [Double]) throws -> [Frame] {
    try times.map { try advance(to: $0) }
  }

  /// Draws frames at an even rate from the present time on, the first one there.
  ///
  /// - Parameters:
  ///   - seconds: how long; the frame at the end belongs to it.
  ///   - rate: nil is ``frameRate``.
  /// - Precondition: `seconds` is finite and not less than 0.
  @discardableResult
  public func frames(for seconds: Double, at rate: FrameRate? = nil) throws -> [Frame] {
    require(
      seconds >= 0 && seconds.isFinite, "frames for \(seconds) s: use a finite time from 0 on")
    let rate = rate ?? frameRate
    let start = time
    var frames: [Frame] = []
    while rate.time(ofFrame: frames.count) <= seconds * (1 + 1e-12) {
      frames.append(try advance(to: start + rate.time(ofFrame: frames.count)))
    }
    return frames
  }
}
