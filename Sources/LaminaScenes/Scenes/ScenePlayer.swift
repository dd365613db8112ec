import Foundation
import Lamina

/// Draws the frames of a scene, in the order of their times.
public final class ScenePlayer<Content: Scene> {
  /// The scene with its options.
  public let scene: Content
  /// The context that the scene is made and updated in.
  public let context: SceneContext
  /// The layer that the scene made.
  public let root: Content.Root
  private let renderer: Renderer
  private let configuration: SceneConfiguration
  /// The number of time steps so far.
  private var stepCount = 0

  /// Makes the tree of a scene, and commits it at time 0.
  ///
  /// - Parameters:
  ///   - size: the size of a frame in points; nil for the scene's own.
  ///   - scale: pixels per point.
  /// - Throws: what the scene throws, and `BitmapError` if a frame has no memory.
  public init(
    _ scene: Content, size: CGSize? = nil, scale: CGFloat = 1, seed: UInt64 = 0
  ) throws {
    self.scene = scene
    configuration = Content.scene
    let size = size ?? configuration.size
    renderer = try Renderer(size: size, scale: scale)
    context = SceneContext(size: size, scale: scale, seed: seed)
    root = try scene.makeRootLayer(in: context)
    Transaction.run(disableActions: true) {
      root.frame = CGRect(origin: .zero, size: size)
      renderer.layer.addSublayer(root)
    }
    renderer.commit(at: 0)
  }

  /// Updates the scene at each of its time steps up to a time, drawing nothing.
  ///
  /// - Complexity: O(steps since the last update).
  /// - Throws: what the scene throws.
  /// - Precondition: `time` is finite, and not less than that of an earlier call.
  public func advance(to time: TimeInterval) throws {
    require(time.isFinite && time >= 0, "a scene cannot advance to the time \(time)")
    let step = configuration.timeStep
    // A frame at the time of a step comes after it, in spite of rounding.
    let end = Int(((time / step) * (1 + 1e-12) + 1e-9).rounded(.down))
    if configuration.isStateless { stepCount = max(stepCount, end) }
    while stepCount <= end {
      let time = Double(stepCount) * step
      try scene.update(root, at: time, in: context)
      renderer.commit(at: time)
      stepCount += 1
    }
  }

  /// Draws the frame at a time, after the time steps up to it.
  ///
  /// - Throws: what the scene throws.
  /// - Precondition: `time` is finite, and not less than that of an earlier call.
  public func render(at time: TimeInterval) throws -> Frame {
    try advance(to: time)
    return try renderer.render(at: time)
  }
}
