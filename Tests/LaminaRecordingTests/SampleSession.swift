import Foundation
import Lamina
import LaminaRecording
import LaminaTestSupport

/// A small tree of layers of all kinds, in which a bit of everything happens.
enum SampleSession {
  static let times = (0..<24).map { Double($0) / 16 }

  /// Records it into a file.
  static func record(to path: String, checkpointInterval: Int = 9) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    var options = RecordingOptions()
    options.checkpointInterval = checkpointInterval
    let recorder = try Recorder(renderer, to: path, options: options)
    var layers: [Layer] = []
    Transaction.run(disableActions: true) { layers = build(in: renderer.layer) }
    for (index, time) in times.enumerated() {
      change(layers, at: index)
      try recorder.record(renderer.render(at: time))
    }
    try recorder.finish()
  }

  private static func build(in root: Layer) -> [Layer] {
    root.backgroundColor = Color(rgb: 0xEEF2F6)
    let shape = ShapeLayer()
    shape.name = "shape"
    shape.frame = CGRect(x: 1, y: 1, width: 12, height: 12)
    shape.path = Path(ellipseIn: CGRect(x: 1, y: 1, width: 10, height: 10))
    shape.fillColor = .orange
    shape.strokeColor = .black
    shape.lineDashPattern = [3, 1.5]
    let gradient = GradientLayer()
    gradient.frame = CGRect(x: 15, y: 1, width: 12, height: 12)
    gradient.colors = [.red, .green, .blue]
    gradient.locations = [0, 0.25, 1]
    gradient.cornerRadius = 4
    let mask = Layer()
    mask.frame = CGRect(x: 2, y: 2, width: 8, height: 9)
    mask.backgroundColor = .black
    gradient.mask = mask
    let replicator = ReplicatorLayer()
    replicator.frame = CGRect(x: 1, y: 16, width: 14, height: 12)
    replicator.instanceCount = 3
    replicator.instanceTransform = Transform3D(translationX: 4, y: 1)
    replicator.instanceDelay = 0.125
    let dot = Layer()
    dot.frame = CGRect(x: 0, y: 0, width: 3, height: 3)
    dot.backgroundColor = Color(rgb: 0x7A3E9D)
    replicator.addSublayer(dot)
    let emitter = EmitterLayer()
    emitter.frame = CGRect(x: 17, y: 16, width: 10, height: 12)
    emitter.emitterPosition = CGPoint(x: 5, y: 10)
    emitter.seed = 7
    let cell = EmitterCell()
    cell.name = "spark"
    cell.contents = TestBitmaps.all[0]
    cell.birthRate = 12
    cell.lifetime = 0.75
    cell.velocity = 14
    cell.emissionLongitude = -.pi / 2
    cell.emissionRange = 1
    cell.scale = 0.25
    emitter.emitterCells = [cell]
    let picture = Layer()
    picture.frame = CGRect(x: 28, y: 2, width: 10, height: 10)
    picture.contents = TestBitmaps.all[1]
    picture.shadowOpacity = 0.5
    picture.filters = [.saturation(0.25), .gaussianBlur(radius: 0.5)]
    let transform = TransformLayer()
    transform.frame = CGRect(x: 28, y: 16, width: 10, height: 12)
    let plate = Layer()
    plate.frame = CGRect(x: 0, y: 0, width: 9, height: 9)
    plate.backgroundColor = Color(red: 0, green: 0.5, blue: 0.25, alpha: 0.75)
    plate.transform = Transform3D(rotation: 0.5, x: 0, y: 1, z: 0)
    transform.addSublayer(plate)
    let layers = [shape, gradient, replicator, emitter, picture, transform]
    root.sublayers = layers
    return layers + [dot, plate]
  }

  private static func change(_ layers: [Layer], at index: Int) {
    let (shape, gradient, picture) = (layers[0], layers[1], layers[4])
    switch index {
    case 1: layers[7].add(spin, forKey: "spin")
    case 2: shape.position.x += 5
    case 3: layers[6].add(hop, forKey: "hop")
    case 4: picture.isHidden = true
    case 8:
      Transaction.run(label: "shuffle") {
        shape.superlayer?.sublayers?.reverse()
        gradient.opacity = 0.5
      }
    case 10:
      let group = AnimationGroup()
      let fade = BasicAnimation(keyPath: "opacity")
      fade.toValue = 0.25
      let grow = SpringAnimation(keyPath: "bounds.size.width")
      grow.byValue = 4
      grow.damping = 5
      group.animations = [fade, grow]
      group.duration = 0.5
      group.autoreverses = true
      gradient.add(group, forKey: nil)
    case 12:
      picture.isHidden = false
      picture.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
    case 14: layers[2].removeFromSuperlayer()
    case 16:
      Transaction.run(disableActions: true) { shape.addSublayer(layers[2]) }
      shape.speed = 0.5
    case 18: layers[7].removeAllAnimations()
    case 20: gradient.mask = nil
    default: break
    }
  }

  private static var spin: Animation {
    let spin = BasicAnimation(keyPath: "transform")
    spin.valueFunction = ValueFunction(name: .rotateZ)
    spin.fromValue = 0
    spin.toValue = 2 * Double.pi
    spin.duration = 1
    spin.repeatCount = .infinity
    spin.timingFunction = TimingFunction(controlPoints: 0.3, 0, 0.6, 1.1)
    return spin
  }

  private static var hop: Animation {
    let hop = KeyframeAnimation(keyPath: "position.y")
    hop.values = [2, 8, 4, 2]
    hop.keyTimes = [0, 0.25, 0.5, 1]
    hop.timingFunctions = [.easeIn, .easeOut, .linear]
    hop.calculationMode = .cubic
    hop.duration = 0.5
    hop.repeatCount = 2
    return hop
  }
}
