import Foundation
import Lamina
import LaminaViews

/// Draws the frames of a scene, in the order of their times.
public final class ScenePlayer<Content: Scene> {
  private let tree: SceneTree<Content>
  /// The host of the tree, which takes input for the views of a scene: events with the times of the
  /// scene.
  public let host: ViewHost

  /// The scene with its options.
  public var scene: Content { tree.scene }
  /// The context that the scene is made and updated in.
  public var context: SceneContext { tree.context }
  /// The layer or view that the scene made.
  public var root: Content.Root { tree.root }

  /// Makes the tree of a scene, and commits it at time 0.
  ///
  /// - Parameters:
  ///   - scene: the scene with its options.
  ///   - size: the size of a frame in points; nil for the scene's own.
  ///   - scale: pixels per point.
  ///   - seed: the number that the scene's random numbers follow from.
  /// - Throws: what the scene throws, and `BitmapError` if a frame has no memory.
  public init(
    _ scene: Content, size: CGSize? = nil, scale: CGFloat = 1, seed: UInt64 = 0
  ) throws {
    tree = try SceneTree(scene, size: size, scale: scale, seed: seed)
    host = try ViewHost(rootView: tree.view, size: tree.context.size, scale: scale)
    host.commit(at: 0)
  }

  /// Updates the scene at each of its time steps up to a time, drawing nothing.
  ///
  /// - Complexity: O(steps since the last update).
  /// - Throws: what the scene throws.
  /// - Precondition: `time` is 0 or more, not less than that of an earlier call, and fewer than 2^53
  ///   time steps away from 0.
  public func advance(to time: TimeInterval) throws {
    try advance(to: time) {}
  }

  /// Updates the scene, and calls `body` after each time step.
  func advance(to time: TimeInterval, afterEachStep body: () throws -> Void) throws {
    try tree.advance(to: time) {
      host.commit(at: $0)
      try body()
    }
  }

  /// Draws the frame at a time, after the time steps up to it.
  ///
  /// - Throws: what the scene throws, and `RenderError`.
  /// - Precondition: `time` is 0 or more, not less than that of an earlier call, and fewer than 2^53
  ///   time steps away from 0.
  public func render(at time: TimeInterval) throws -> Frame {
    try advance(to: time)
    commit(at: time)
    return try draw(at: time)
  }

  /// Commits the tree at a time that it has advanced to.
  func commit(at time: TimeInterval) { host.commit(at: notBeforeLastStep(time)) }

  /// Returns a time, or that of the last step if it is later by an error of rounding: animations that
  /// it began would not have begun yet.
  private func notBeforeLastStep(_ time: TimeInterval) -> TimeInterval { max(time, tree.lastStep) }

  /// Draws the tree that was committed at a time.
  func draw(at time: TimeInterval) throws -> Frame {
    try host.renderer.render(at: notBeforeLastStep(time))
  }

  /// Compares a frame with one that is drawn anew, whole and without caches.
  ///
  /// - Throws: ``SceneError/unequalFrames(time:count:x:y:)`` if a pixel differs.
  /// - Complexity: O(layers and pixels).
  public func check(_ frame: Frame) throws {
    let compositor = try Compositor(
      width: frame.bitmap.width, height: frame.bitmap.height, scale: context.scale)
    compositor.options.usesCaches = false
    let whole = try compositor.render(
      host.renderer.commit(at: frame.time), at: frame.time
    ).bitmap
    if whole == frame.bitmap { return }
    let (a, b) = (frame.bitmap.pixels, whole.pixels)
    let unequal = a.indices.filter { a[$0] != b[$0] }
    guard let first = unequal.first else { return }
    throw SceneError.unequalFrames(
      time: frame.time, count: unequal.count, x: first % whole.width, y: first / whole.width)
  }
}

/// Failures of running a scene.
public enum SceneError: LocalizedError, Equatable, CustomStringConvertible {
  /// A frame of which only the damage was drawn differs from the whole frame, in so many pixels; the
  /// first of them from the top left is named.
  case unequalFrames(time: TimeInterval, count: Int, x: Int, y: Int)

  public var description: String {
    switch self {
    case .unequalFrames(let time, let count, let x, let y):
      "the frame at \(time) s differs from one that is drawn anew in \(count) pixels, the first at "
        + "(\(x), \(y)): Lamina has a defect"
    }
  }

  public var errorDescription: String? { description }
}
