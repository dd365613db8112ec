import Foundation
import Lamina
import LaminaViews

/// The tree of layers of a scene, which goes on by time steps.
final class SceneTree<Content: Scene> {
  let scene: Content
  let context: SceneContext
  let root: Content.Root
  /// The view that shows the root. Who hosts it sets its size.
  let view: View
  private let configuration = Content.scene
  /// The number of time steps so far.
  private var stepCount = 0

  /// Makes the tree.
  ///
  /// - Parameters:
  ///   - size: the size of a frame in points; nil for the scene's own.
  ///   - scale: pixels per point.
  /// - Throws: what the scene throws.
  init(_ scene: Content, size: CGSize?, scale: CGFloat, seed: UInt64) throws {
    self.scene = scene
    let size = size ?? configuration.size
    context = SceneContext(size: size, scale: scale, seed: seed)
    root = try scene.makeRoot(in: context)
    view = root.makeSceneView(size: size)
  }

  /// The time of the next step, in seconds.
  var nextStep: TimeInterval { configuration.time(ofStep: stepCount) }
  /// The time of the last step, in seconds; 0 before the first.
  var lastStep: TimeInterval { configuration.time(ofStep: max(0, stepCount - 1)) }

  /// Updates the scene at each of its time steps up to a time.
  ///
  /// - Parameter body: called after each step with its time.
  /// - Throws: what the scene and `body` throw.
  /// - Precondition: the scene reaches `time`.
  func advance(
    to time: TimeInterval, afterEachStep body: (TimeInterval) throws -> Void = { _ in }
  ) throws {
    require(configuration.reaches(time), "a scene cannot advance to the time \(time)")
    // A frame at the time of a step comes after it, in spite of rounding.
    let end = Int(((time / configuration.timeStep) * (1 + 1e-12) + 1e-9).rounded(.down))
    if configuration.isStateless { stepCount = max(stepCount, end) }
    while stepCount <= end {
      let time = nextStep
      try scene.update(root, at: time, in: context)
      stepCount += 1
      try body(time)
    }
  }
}
