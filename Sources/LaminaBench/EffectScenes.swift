import Foundation
import Lamina

/// A scene of 1920 x 1080 pixels with a single effect that is expensive per pixel or per object.
final class EffectScene: BenchScene {
  enum Kind {
    /// A Gaussian blur of 20 pixels over the whole picture, in which a box rotates.
    case blur
    /// A shadow of 40 pixels that a group with a moving box casts.
    case shadow
    /// A bitmap of 512 x 512 pixels stretched over the picture.
    case stretched
    /// The same bitmap at an angle, in perspective.
    case perspective
    /// 10,000 particles of 16 x 16 pixels at half size, each rotated by its own angle.
    case particles
    /// 10,000 instances of a layer.
    case instances
    /// 100,000 scattered layers of 4 x 4 pixels, over a background whose colour changes in every
    /// frame.
    case scattered
    /// 200 nested layers, each with a shadow.
    case nestedShadows
    /// 16 instances of a blur of 40 points, scaled by 20.
    case scaledBlur
    /// Eight nested replicators with four instances each, most of them outside the picture.
    case nestedInstances
  }

  private let kind: Kind
  private let changing: Layer
  private static let whole = CGRect(x: 0, y: 0, width: 1_920, height: 1_080)

  init(_ kind: Kind) throws {
    self.kind = kind
    let outer: Layer
    (outer, changing) = try Self.makeLayers(kind)
    try super.init(width: 1_920, height: 1_080, background: 0xFFF0_F2F5)
    root.addSublayer(outer)
    if kind == .perspective { root.sublayerTransform.m34 = -1 / 800 }
  }

  /// Returns the layer that is shown, and the layer in it that changes.
  private static func makeLayers(_ kind: Kind) throws -> (Layer, Layer) {
    switch kind {
    case .blur:
      let (outer, box) = (try makePicture(), makeBox())
      outer.filters = [.gaussianBlur(radius: 20)]
      outer.addSublayer(box)
      return (outer, box)
    case .shadow:
      let (outer, box) = (Layer(), makeBox())
      outer.frame = whole.insetBy(dx: 100, dy: 100)
      outer.shadowOpacity = 0.6
      outer.shadowRadius = 40
      outer.addSublayer(box)
      return (outer, box)
    case .stretched, .perspective:
      let picture = try makePicture()
      return (picture, picture)
    case .particles:
      let emitter = try makeEmitter()
      return (emitter, emitter)
    case .instances: return makeInstances()
    case .scattered: return makeScattered()
    case .nestedShadows: return makeNestedShadows()
    case .scaledBlur: return makeScaledBlur()
    case .nestedInstances: return makeNestedInstances()
    }
  }

  private static func makeNestedShadows() -> (Layer, Layer) {
    let layers = (0..<200).map { index in
      let layer = Layer()
      layer.frame = CGRect(x: index == 0 ? 800 : 1, y: index == 0 ? 400 : 1, width: 80, height: 60)
      layer.backgroundColor = Color(white: 0.5, alpha: 0.3)
      layer.shadowOpacity = 1
      return layer
    }
    for (outer, inner) in zip(layers, layers.dropFirst()) { outer.addSublayer(inner) }
    return (layers[0], layers[199])
  }

  private static func makeScaledBlur() -> (Layer, Layer) {
    let replicator = ReplicatorLayer()
    replicator.frame = whole
    replicator.instanceCount = 16
    replicator.instanceTransform = Transform3D(translationX: 100, y: 60, z: 0)
    let layer = Layer()
    layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    layer.backgroundColor = .red
    layer.filters = [.gaussianBlur(radius: 40)]
    layer.transform = Transform3D(scaleX: 20, y: 20)
    replicator.addSublayer(layer)
    return (replicator, layer)
  }

  private static func makeNestedInstances() -> (Layer, Layer) {
    let replicators = (0..<8).map { level in
      let replicator = ReplicatorLayer()
      replicator.frame = CGRect(x: 1, y: 1, width: 60, height: 60)
      replicator.instanceCount = 4
      replicator.instanceTransform = Transform3D(
        translationX: 1_800 * CGFloat(level + 1), y: 900 * CGFloat(level), z: 0)
      return replicator
    }
    for (outer, inner) in zip(replicators, replicators.dropFirst()) { outer.addSublayer(inner) }
    let dot = Layer()
    dot.frame = CGRect(x: 5, y: 5, width: 30, height: 40)
    dot.backgroundColor = Color(red: 1, green: 0, blue: 0, alpha: 0.3)
    replicators[7].addSublayer(dot)
    return (replicators[0], dot)
  }

  private static func makeBox() -> Layer {
    let box = Layer()
    box.frame = CGRect(x: 400, y: 200, width: 800, height: 600)
    box.backgroundColor = Color(rgb: 0x30_70B0)
    return box
  }

  private static func makePicture() throws -> Layer {
    let picture = Layer()
    picture.frame = whole
    picture.contents = try Bitmap(width: 512, height: 512) { x, y in
      Color(red: CGFloat(x) / 511, green: CGFloat(y) / 511, blue: 0.5)
        .withAlpha((x / 8 + y / 8) % 2 == 0 ? 1 : 0.6)
    }
    return picture
  }

  private static func makeEmitter() throws -> Layer {
    let cell = EmitterCell()
    cell.contents = try Bitmap(width: 16, height: 16) { _, _ in Color.white.withAlpha(0.5) }
    cell.birthRate = 5_000
    cell.lifetime = 2
    cell.velocity = 300
    cell.velocityRange = 100
    cell.emissionRange = 2 * .pi
    cell.scale = 0.5
    cell.spin = 1
    cell.color = .red
    let emitter = EmitterLayer()
    emitter.frame = whole
    emitter.emitterPosition = CGPoint(x: 960, y: 540)
    emitter.emitterCells = [cell]
    // Begins early, so that all particles are alive from the first frame on.
    emitter.beginTime = -2
    return emitter
  }

  private static func makeInstances() -> (Layer, Layer) {
    let dot = Layer()
    dot.frame = CGRect(x: 2, y: 2, width: 8, height: 6)
    dot.backgroundColor = Color(rgb: 0x30_70B0)
    var replicated = dot
    for step in [CGSize(width: 19, height: 0), CGSize(width: 0, height: 10)] {
      let replicator = ReplicatorLayer()
      replicator.frame = whole
      replicator.instanceCount = 100
      replicator.instanceTransform = Transform3D(
        translationX: step.width, y: step.height, z: 0)
      replicator.addSublayer(replicated)
      replicated = replicator
    }
    return (replicated, dot)
  }

  private static func makeScattered() -> (Layer, Layer) {
    let outer = Layer()
    outer.frame = whole
    outer.sublayers = (0..<100_000).map { index in
      // Each is rotated by the golden angle from the one before.
      let (angle, radius) = (Double(index) * 2.399_963, 1.7 * Double(index).squareRoot())
      let layer = Layer()
      layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      layer.position = CGPoint(
        x: 960 + (1.7 * radius * cos(angle)).rounded(), y: 540 + (radius * sin(angle)).rounded())
      layer.backgroundColor = Color(rgb: UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8)
      return layer
    }
    return (outer, outer)
  }

  override func change(frame: Int) {
    switch kind {
    case .blur:
      changing.transform = Transform3D(rotation: 0.01 * CGFloat(frame), x: 0, y: 0, z: 1)
    case .shadow: changing.position.x = 700 + CGFloat(frame % 50)
    case .stretched: changing.opacity = frame % 2 == 0 ? 0.9 : 0.8
    case .perspective:
      changing.transform = Transform3D(
        rotation: 0.4 + 0.01 * CGFloat(frame % 50), x: 0, y: 1, z: 0)
    case .particles: break
    case .nestedShadows:
      changing.backgroundColor = Color(white: frame % 2 == 0 ? 0.3 : 0.6, alpha: 0.3)
    case .scaledBlur: changing.position.x = 15 + CGFloat(frame % 5)
    case .nestedInstances, .instances: changing.position.x = 6 + CGFloat(frame % 5)
    case .scattered: changing.backgroundColor = Color(rgb: frame % 2 == 0 ? 0x10_2030 : 0x20_3040)
    }
  }
}
