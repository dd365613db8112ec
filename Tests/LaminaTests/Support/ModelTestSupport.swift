import Foundation
import Lamina
import Testing

/// A renderer with one layer in it, committed once, so that the layer is live.
struct LiveScene {
  let renderer: Renderer
  let layer: Layer

  var root: Layer { renderer.layer }

  init(_ layer: Layer = Layer(), at time: Double = 0) throws {
    renderer = try Renderer(size: CGSize(width: 300, height: 200))
    self.layer = layer
    renderer.layer.addSublayer(layer)
    renderer.commit(at: time)
    // What the hierarchy change itself started is of no interest.
    renderer.layer.removeAllAnimations()
    renderer.commit(at: time)
  }
}

/// Writes down what happens, in order.
final class Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }
}

/// Writes starts and stops into a journal.
final class JournalDelegate: AnimationDelegate {
  private let name: String
  private let journal: Journal

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func animationDidStart(_ animation: Animation) { journal.note("start \(name)") }

  func animationDidStop(_ animation: Animation, finished: Bool) {
    journal.note("stop \(name) \(finished)")
  }
}

/// An action that writes down when it runs.
struct JournalAction: Action {
  let name: String
  let journal: Journal

  func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
    journal.note("\(name) \(key)")
  }
}

func isClose(_ a: CGFloat, _ b: CGFloat, within tolerance: CGFloat = 1e-6) -> Bool {
  abs(a - b) <= tolerance
}

func isClose(_ a: CGPoint, _ b: CGPoint, within tolerance: CGFloat = 1e-6) -> Bool {
  isClose(a.x, b.x, within: tolerance) && isClose(a.y, b.y, within: tolerance)
}

func isClose(_ a: CGRect, _ b: CGRect, within tolerance: CGFloat = 1e-6) -> Bool {
  isClose(a.origin, b.origin, within: tolerance)
    && isClose(a.width, b.width, within: tolerance)
    && isClose(a.height, b.height, within: tolerance)
}

/// An opacity animation with an even pace.
func opacityAnimation(
  from: Double, to: Double, duration: Double, delegate: (any AnimationDelegate)? = nil
) -> BasicAnimation {
  let animation = BasicAnimation(keyPath: "opacity")
  animation.fromValue = from
  animation.toValue = to
  animation.duration = duration
  animation.timingFunction = .linear
  animation.delegate = delegate
  return animation
}

/// Returns the values that a layer shows at some times, found in both ways that the rules name: with
/// frames at those times, and with a layer whose speed is 0 and whose time offset is the time.
func shownValues(
  _ animations: [Animation], at times: [Double], model: (Layer) -> Void = { $0.opacity = 0.5 },
  _ value: (Layer) -> Double
) throws -> [Double] {
  func scene(speed: Float) throws -> LiveScene {
    let layer = Layer()
    layer.speed = speed
    model(layer)
    let scene = try LiveScene(layer)
    for (index, animation) in animations.enumerated() {
      animation.isRemovedOnCompletion = false
      layer.add(animation, forKey: "\(index)")
    }
    scene.renderer.commit(at: 0)
    return scene
  }
  let running = try scene(speed: 1)
  let scrubbed = try scene(speed: 0)
  return try times.map { time in
    running.renderer.commit(at: time)
    Transaction.run(disableActions: true) { scrubbed.layer.timeOffset = time }
    scrubbed.renderer.commit(at: 100)
    let first = value(try #require(running.layer.presentation()))
    let second = value(try #require(scrubbed.layer.presentation()))
    #expect(first == second, "at \(time)")
    return first
  }
}

/// A layer with its geometry set.
func makeLayer(
  bounds: CGRect, position: CGPoint = .zero, anchor: CGPoint = CGPoint(x: 0.5, y: 0.5),
  transform: Transform3D = .identity
) -> Layer {
  let layer = Layer()
  layer.bounds = bounds
  layer.position = position
  layer.anchorPoint = anchor
  layer.transform = transform
  return layer
}

/// A turn in the plane of the screen, in radians.
func rotation(_ angle: CGFloat) -> Transform3D {
  Transform3D(rotation: angle, x: 0, y: 0, z: 1)
}
