import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Whatever finite numbers a tree has, it is committed, drawn and asked for places; nothing traps.
///
/// `LAMINA_FINITE=100000` for a night's run.
@Suite("Finite numbers", .slow)
struct FiniteInputTests {
  static let magnitudes: [Double] = [
    1e-308, 1e-30, 0x1p23, 0x1p24, 0x1p31, 0x1p53, 1e15, 1e18, 1e154, 1e300,
    .greatestFiniteMagnitude,
  ]
  static let numbers = magnitudes + magnitudes.map { -$0 }
  static var setters: [(name: String, set: HostileSetters.Setter)] {
    HostileSetters.all + HostileSetters.kinds
  }
  static let sceneCount = environmentNumber("LAMINA_FINITE") ?? 240

  @Test("of every property of every kind, alone and together, never trap", arguments: 0..<6)
  func anything(part: Int) throws {
    for scene in stride(from: part, to: Self.sceneCount, by: 6) {
      try draw(seed: UInt64(scene) &+ 77)
    }
  }

  private func draw(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let renderer = try Renderer(
      size: CGSize(width: 40, height: 30), scale: numbers.pick([1, 2, 1.5]))
    var layers: [Layer] = []
    var parent = renderer.layer
    for _ in 0..<numbers.integer(in: 1...3) {
      let layer = Self.layer(&numbers)
      parent.addSublayer(layer)
      layers.append(layer)
      parent = layer
    }
    if numbers.chance(60) { try draw(renderer, at: 0, &numbers) }
    let animates = numbers.chance(60)
    let setters = Self.setters
    Transaction.run(disableActions: !animates) {
      for _ in 0...numbers.below(3) {
        var target = numbers.pick(layers)
        if let mask = target.mask, numbers.chance(30) { target = mask }
        let (name, set) = numbers.pick(setters)
        let number = numbers.pick(Self.numbers)
        if HostileSetters.accepts(name, number) { set(target, number) }
        if animates, numbers.chance(30) { Self.animate(target, number, &numbers) }
      }
    }
    for time in [0.01, 0.125, 0.5, 2] { try draw(renderer, at: time, &numbers) }
    for layer in layers {
      _ = layer.presentation()?.frame
      _ = layer.visibleRect
      for other in layers {
        _ = layer.convert(other.frame, to: other)
        _ = layer.convert(CGPoint(x: 3, y: 4), from: other)
      }
    }
    _ = renderer.layer.hitTest(CGPoint(x: 12, y: 9))
    try draw(renderer, at: 1e300, &numbers)
  }

  private func draw(_ renderer: Renderer, at time: Double, _ numbers: inout SeededGenerator) throws
  {
    if numbers.chance(30) { renderer.finishTiles(at: time) }
    let bitmap = try renderer.render(at: time).bitmap
    // Whatever is drawn is a picture: no part of a colour is more than the pixel covers.
    let wrong = bitmap.pixels.first { pixel in
      [16, 8, 0].contains { pixel >> $0 & 255 > pixel >> 24 }
    }
    #expect(wrong == nil, "at \(time)")
  }

  private static func animate(_ layer: Layer, _ number: Double, _ numbers: inout SeededGenerator) {
    let animation = KeyframeAnimation(keyPath: numbers.pick(["position.x", "transform.scale"]))
    animation.values = [1.0, number, -number]
    animation.calculationMode = numbers.pick([.linear, .cubic, .discrete, .paced])
    animation.duration = 1
    layer.add(animation, forKey: "hostile")
  }

  private static func layer(_ numbers: inout SeededGenerator) -> Layer {
    let layer = kind(&numbers)
    layer.frame = CGRect(
      x: numbers.below(12), y: numbers.below(9), width: 8 + numbers.below(25),
      height: 6 + numbers.below(20))
    layer.backgroundColor = numbers.pick([nil, .red, Color(white: 0.4, alpha: 0.5)])
    if numbers.chance(25) { layer.contents = numbers.pick(TestBitmaps.all) }
    if numbers.chance(25) { layer.cornerRadius = 4 }
    if numbers.chance(20) { layer.borderWidth = 2 }
    if numbers.chance(30) { layer.shadowOpacity = 0.8 }
    if numbers.chance(20) { layer.masksToBounds = true }
    if numbers.chance(10) { layer.shouldRasterize = true }
    if numbers.chance(10) { layer.filters = [.gaussianBlur(radius: 2)] }
    if numbers.chance(15) { layer.opacity = 0.5 }
    if numbers.chance(15) { layer.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1) }
    if numbers.chance(10) { layer.sublayerTransform.m34 = -0.01 }
    if numbers.chance(10) { layer.isGeometryFlipped = true }
    if numbers.chance(10) {
      let mask = Layer()
      mask.frame = CGRect(x: 2, y: 2, width: 12, height: 9)
      mask.backgroundColor = .black
      layer.mask = mask
    }
    return layer
  }

  private static func kind(_ numbers: inout SeededGenerator) -> Layer {
    switch numbers.below(8) {
    case 0:
      let layer = ShapeLayer()
      layer.path = Path(ellipseIn: CGRect(x: 1, y: 2, width: 17, height: 11))
      layer.strokeColor = .black
      return layer
    case 1:
      let layer = GradientLayer()
      layer.colors = [.red, .blue]
      return layer
    case 2:
      let layer = TiledLayer()
      layer.tileSize = CGSize(width: 16, height: 16)
      layer.drawTile = { $0.fill(CGRect(x: 0, y: 0, width: 9, height: 9)) }
      return layer
    case 3:
      let layer = ReplicatorLayer()
      layer.instanceCount = 3
      layer.instanceTransform = Transform3D(translationX: 5, y: 2)
      layer.preservesDepth = numbers.chance(30)
      return layer
    case 4:
      let layer = EmitterLayer()
      let cell = EmitterCell()
      cell.contents = numbers.pick(TestBitmaps.all)
      cell.birthRate = 20
      cell.lifetime = 2
      cell.velocity = 10
      layer.emitterCells = [cell]
      layer.emitterPosition = CGPoint(x: 8, y: 7)
      return layer
    case 5: return numbers.chance(50) ? ScrollLayer() : TransformLayer()
    default: return Layer()
    }
  }
}
