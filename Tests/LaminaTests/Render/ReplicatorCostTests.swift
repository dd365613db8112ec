import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("The cost of replicators")
struct ReplicatorCostTests {
  /// Replicators inside each other, and what is in the innermost.
  private func nested(
    _ depth: Int, preservesDepth: Bool = false, _ transform: (Int) -> Transform3D
  ) throws -> (Renderer, Layer) {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    renderer.layer.backgroundColor = .white
    var last = renderer.layer
    for level in 0..<depth {
      let replicator = ReplicatorLayer()
      replicator.instanceCount = 4
      replicator.preservesDepth = preservesDepth
      replicator.frame = CGRect(x: 1, y: 2, width: 60, height: 50)
      replicator.instanceTransform = transform(level)
      last.addSublayer(replicator)
      last = replicator
    }
    let dot = Layer()
    dot.frame = CGRect(x: 5, y: 6, width: 3, height: 4)
    dot.backgroundColor = Color(red: 1, green: 0, blue: 0, alpha: 0.3)
    last.addSublayer(dot)
    return (renderer, dot)
  }

  private func expectSameWithoutCulling(
    _ renderer: Renderer, _ frame: Frame, at time: Double
  ) throws {
    let whole = try Compositor(width: frame.bitmap.width, height: frame.bitmap.height)
    whole.options.cullsHiddenLayers = false
    #expect(
      try whole.render(renderer.commit(at: time), at: time).bitmap.pixels == frame.bitmap.pixels)
  }

  @Test("is nothing for instances beside the picture, however many", arguments: [false, true])
  func unseen(preservesDepth: Bool) throws {
    let (renderer, dot) = try nested(8, preservesDepth: preservesDepth) {
      Transform3D(translationX: 90 * Double($0 + 1), y: 70 * Double($0), z: 0)
    }
    let frame = try renderer.render(at: 0)
    #expect(frame.report.instancesVisited <= 8 * 8)
    Transaction.run(disableActions: true) { dot.position.x += 2 }
    let next = try renderer.render(at: 1)
    #expect(next.report.instancesVisited <= 8 * 8)
    #expect(next.damage.area <= 8 * 5 * 4)
    let (small, _) = try nested(4, preservesDepth: preservesDepth) {
      Transform3D(translationX: 90 * Double($0 + 1), y: 70 * Double($0), z: 0)
    }
    try expectSameWithoutCulling(small, small.render(at: 0), at: 0)
  }

  /// The direction in which the instances of a replicator follow each other.
  enum Step: CaseIterable {
    case plane, depth, turn

    var transform: Transform3D {
      switch self {
      case .plane: Transform3D(translationX: 1, y: 0.5)
      case .depth: Transform3D(translationX: 1, y: 0, z: -2)
      case .turn: Transform3D(rotation: 0.01, x: 0, y: 0.6, z: 0.8)
      }
    }
  }

  @Test(
    "is nothing for a replicator beside the picture", .slow, arguments: [false, true], Step.allCases
  )
  func beside(preservesDepth: Bool, step: Step) throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    let stage = Layer()
    stage.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    stage.sublayerTransform.m34 = -1 / 2000
    let replicator = ReplicatorLayer()
    replicator.instanceCount = ReplicatorLayer.maximumInstanceCount
    replicator.preservesDepth = preservesDepth
    replicator.instanceTransform = step.transform
    let dot = Layer()
    dot.frame = CGRect(x: 5, y: 6, width: 3, height: 4)
    dot.backgroundColor = .red
    replicator.addSublayer(dot)
    stage.addSublayer(replicator)
    renderer.layer.addSublayer(stage)
    Transaction.run(disableActions: true) { replicator.position.x = 50 }
    #expect(try renderer.render(at: 0).report.instancesVisited > 0)
    Transaction.run(disableActions: true) { replicator.position.y = 70_000 }
    #expect(try renderer.render(at: 1).report.instancesVisited == 0)
    Transaction.run(disableActions: true) { dot.position.x += 2 }
    let frame = try renderer.render(at: 2)
    #expect(frame.report.instancesVisited == 0 && frame.report.layersVisited < 8)
    #expect(frame.damage.isEmpty)
  }

  @Test(
    "of 3-D instances beside the picture changes nothing in the order of the others",
    arguments: [40, 300])
  func order(count: Int) throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    renderer.layer.sublayerTransform.m34 = -1 / 300
    let replicator = ReplicatorLayer()
    replicator.instanceCount = count
    replicator.preservesDepth = true
    replicator.instanceRedOffset = -1 / Float(count)
    replicator.position = CGPoint(x: 20, y: 40)
    replicator.instanceTransform = Transform3D(rotation: 0.1, x: 0.3, y: 1, z: 0.2)
      .concatenating(Transform3D(translationX: 400 / CGFloat(count), y: 0, z: -1))
    let plane = Layer()
    plane.bounds.size = CGSize(width: 40, height: 30)
    plane.backgroundColor = .white
    replicator.addSublayer(plane)
    renderer.layer.addSublayer(replicator)
    for time in 0..<8 {
      let frame = try renderer.render(at: Double(time))
      try expectSameWithoutCulling(renderer, frame, at: Double(time))
      // The planes of few instances are compared with each other, seen or not.
      #expect(frame.report.instancesVisited < 300)
      #expect(count == 300 || [0, count].contains(frame.report.instancesVisited))
      Transaction.run(disableActions: true) { replicator.position.x -= 30 }
    }
    Transaction.run(disableActions: true) { replicator.position.y = 4000 }
    #expect(try renderer.render(at: 8).report.instancesVisited == 0)
  }

  @Test(
    "is nothing for instances that lie between the edges of a pixel", arguments: [false, true])
  func tiny(preservesDepth: Bool) throws {
    let (renderer, _) = try nested(8, preservesDepth: preservesDepth) { _ in
      Transform3D(scaleX: 0.3, y: 0.2)
    }
    let frame = try renderer.render(at: 0)
    #expect(frame.report.instancesVisited < 4096)
    let (small, dot) = try nested(4, preservesDepth: preservesDepth) { _ in
      Transform3D(scaleX: 0.3, y: 0.2)
    }
    for time in 0..<6 {
      Transaction.run(disableActions: true) {
        dot.position.x += 0.37
        dot.bounds.size.width *= 1.9
      }
      try expectSameWithoutCulling(
        small, small.render(at: Double(time)), at: Double(time))
    }
  }

  @Test(
    "does not show where the bounds of a layer in it begin far away", arguments: [1e9, 1e17, 3e238])
  func farBounds(x: Double) throws {
    for turns in [false, true] {
      let renderer = try Renderer(size: CGSize(width: 40, height: 30))
      let replicator = ReplicatorLayer()
      replicator.instanceCount = 2
      let layer = Layer()
      layer.position = CGPoint(x: 9, y: 7)
      layer.bounds = CGRect(x: x, y: -1, width: 2, height: 4)
      layer.backgroundColor = .red
      if turns { layer.transform = Transform3D(scaleX: -1, y: 1) }
      replicator.addSublayer(layer)
      renderer.layer.addSublayer(replicator)
      let frame = try renderer.render(at: 0)
      try expectSameWithoutCulling(renderer, frame, at: 0)
      let isDrawn = !turns || x < 1e15
      #expect(frame.bitmap.pixels.count { $0 == 0xFFFF_0000 } == (isDrawn ? 8 : 0))
      #expect(frame.bitmap[8, 5] == (isDrawn ? 0xFFFF_0000 : 0))
      #expect(frame.report.omissions.isEmpty == isDrawn)
    }
  }

  @Test("is explained by the layers and the numbers of instances, and by no fewer")
  func treeCost() throws {
    func drawn(_ depth: Int) throws -> (frame: Frame, cost: TreeCost) {
      let (renderer, _) = try nested(depth) { _ in Transform3D(translationX: 4, y: 3) }
      let frame = try renderer.render(at: 0)
      return (frame, TreeCost(renderer.commit(at: 0), at: 0))
    }
    let (frame, cost) = try drawn(5)
    #expect(frame.report.instancesVisited == 4 + 16 + 64 + 256 + 1024)
    #expect(cost.excess(in: frame.report, rects: 1) == nil)
    // A single replicator explains less of everything.
    let fewer = try drawn(1).cost
    let excess = try #require(fewer.excess(in: frame.report, rects: 1))
    #expect(excess.contains("instances are placed"))
    #expect(frame.report.layersVisited > fewer.placedLayers)
    #expect(frame.report.operations.total > fewer.operations(rects: 1))
  }

  @Test(
    "changes no pixel: what is culled has none, and all is culled beside the picture in 3-D", .slow,
    arguments: [false, true])
  func random(inDepth: Bool) throws {
    var random = SeededGenerator(seed: inDepth ? 4 : 3)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(random.next() % 1024) / 1023 * (range.upperBound - range.lowerBound)
    }
    func transform() -> Transform3D {
      let shift = Transform3D(
        translationX: number(-70...70), y: number(-50...50), z: inDepth ? number(-40...40) : 0)
      return switch random.next() % 5 {
      case 0: shift
      case 1: Transform3D(scaleX: number(0.2...1.6), y: number(-1.4...1)).concatenating(shift)
      case 2: Transform3D(rotation: number(-3...3), x: 0, y: 0, z: 1).concatenating(shift)
      case 3: Transform3D(rotation: number(-1...1), x: 1, y: 0.3, z: 0.1).concatenating(shift)
      default: Transform3D(scaleX: 0.3, y: 0.4)
      }
    }
    func content() -> Layer {
      let layer = Layer()
      layer.frame = CGRect(
        x: number(-20...80), y: number(-20...60), width: number(0.1...20), height: number(0.1...9))
      layer.backgroundColor = Color(
        red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0.2...1))
      switch random.next() % 6 {
      case 0:
        layer.shadowOpacity = 1
        layer.shadowRadius = number(0...12)
        layer.shadowOffset = CGSize(width: number(-20...20), height: number(-20...20))
      case 1: layer.filters = [.gaussianBlur(radius: number(0...20))]
      case 2:
        layer.cornerRadius = 2
        layer.borderWidth = 1
      case 3: layer.contents = TestBitmaps.all[Int(random.next() % 4)]
      case 4: layer.transform = transform()
      default: break
      }
      return layer
    }
    for round in 0..<60 {
      let renderer = try Renderer(size: CGSize(width: 97, height: 71))
      renderer.layer.backgroundColor = .white
      var last = renderer.layer
      var layers: [Layer] = []
      for _ in 0..<(1 + Int(random.next() % 3)) {
        let replicator = ReplicatorLayer()
        replicator.instanceCount = 1 + Int(random.next() % 6)
        replicator.frame = CGRect(
          x: number(-30...60), y: number(-30...60), width: 50, height: 40)
        replicator.instanceTransform = transform()
        replicator.masksToBounds = random.next() % 4 == 0
        replicator.preservesDepth = inDepth && random.next() % 3 != 0
        replicator.instanceAlphaOffset = random.next() % 3 == 0 ? -0.1 : 0
        last.addSublayer(replicator)
        let holder = inDepth && random.next() % 3 == 0 ? TransformLayer() : content()
        replicator.addSublayer(holder)
        holder.addSublayer(content())
        layers += [replicator, holder]
        last = random.next() % 2 == 0 ? replicator : holder
      }
      let stage = round % 3 == 0 ? Transform3D(rotation: 0.4, x: 0, y: 0, z: 1) : .identity
      layers[0].transform = stage
      if inDepth, round % 2 == 0 { renderer.layer.sublayerTransform.m34 = -1 / number(50...900) }
      for time in 0..<4 {
        try expectSameWithoutCulling(renderer, renderer.render(at: Double(time)), at: Double(time))
        Transaction.run(disableActions: true) {
          let moved = layers[Int(random.next() % UInt64(layers.count))]
          moved.position.x += number(-9...9)
          moved.position.y += number(-9...9)
        }
      }
      if inDepth, renderer.layer.sublayerTransform.isIdentity {
        Transaction.run(disableActions: true) { layers[0].position.x += 1e6 }
        #expect(try renderer.render(at: 4).report.instancesVisited == 0)
      }
    }
  }
}
