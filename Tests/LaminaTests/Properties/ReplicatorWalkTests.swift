import Foundation
import Testing

@testable import Lamina

/// A random tree with replicators, and the same tree with a layer for each instance.
private struct ReplicatedScene {
  /// What a layer is: plain, or a replicator that shows its sublayers so many times, each time
  /// moved by so much.
  struct Node {
    var parent: Int
    var count = 0
    var step = CGPoint.zero
  }

  let renderer: Renderer
  /// The layers that stand for each node: one, or one for each instance of all around it.
  private(set) var layers: [[Layer]] = []
  /// The layers that hold a node's sublayers.
  private var holders: [[Layer]] = []

  init(_ nodes: [Node], writtenOut: Bool) throws {
    renderer = try Renderer(width: 70, height: 50)
    for (number, node) in nodes.enumerated() {
      let parents = number == 0 ? [renderer.layer] : holders[node.parent]
      var own: [Layer] = []
      var inside: [Layer] = []
      for parent in parents {
        let layer = node.count > 0 && !writtenOut ? ReplicatorLayer() : Layer()
        parent.addSublayer(layer)
        own.append(layer)
        if let replicator = layer as? ReplicatorLayer {
          replicator.instanceCount = node.count
          replicator.instanceTransform = Transform3D(translationX: node.step.x, y: node.step.y)
        }
        guard node.count > 0, writtenOut else {
          inside.append(layer)
          continue
        }
        for instance in 0..<node.count {
          let holder = Layer()
          holder.position = CGPoint(
            x: node.step.x * CGFloat(instance), y: node.step.y * CGFloat(instance))
          layer.addSublayer(holder)
          inside.append(holder)
        }
      }
      layers.append(own)
      holders.append(inside)
    }
  }

  /// Does the same to all layers that stand for a node.
  func change(_ node: Int, _ change: (Layer) -> Void) { layers[node].forEach(change) }
}

@Suite("Random replicators")
struct ReplicatorWalkTests {
  private func makeNodes(_ numbers: inout SeededGenerator) -> [ReplicatedScene.Node] {
    (0..<numbers.integer(in: 4...10)).map { number in
      var node = ReplicatedScene.Node(parent: max(0, number - 1 - numbers.below(3)))
      guard number < 4, numbers.chance(50) else { return node }
      node.count = numbers.pick([2, 3])
      let step = CGPoint(x: CGFloat(numbers.below(15)), y: CGFloat(numbers.below(9)))
      // Often they lie on each other.
      if numbers.chance(60) { node.step = step }
      return node
    }
  }

  /// A random change; whole points, so that instances lie on whole pixels.
  private func makeChange(
    _ numbers: inout SeededGenerator, canInsert: Bool
  ) -> (Layer) -> Void {
    let rect = CGRect(
      x: CGFloat(numbers.below(30) - 3), y: CGFloat(numbers.below(20) - 3),
      width: CGFloat(1 + numbers.below(30)), height: CGFloat(1 + numbers.below(24)))
    let color = Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF)
      .withAlpha(numbers.pick([1, 0.5, 0.3]))
    let opacity = numbers.pick([1, 1, 0.5, 0] as [Float])
    let isOn = numbers.chance(50)
    let kind = numbers.pick(Transition.Kind.allCases)
    switch numbers.below(canInsert ? 11 : 9) {
    case 0...2: return { $0.frame = rect }
    case 3: return { $0.backgroundColor = color }
    case 4: return { $0.opacity = opacity }
    case 5: return { $0.isHidden = isOn }
    case 6: return { $0.shouldRasterize = isOn }
    case 7:
      return {
        $0.shadowOpacity = opacity
        $0.shadowRadius = rect.width / 5
      }
    case 8:
      return {
        let transition = Transition()
        transition.type = kind
        transition.duration = 0.5
        $0.add(transition, forKey: nil)
      }
    case 9:
      // The layer fades over.
      return {
        let sublayer = Layer()
        sublayer.name = "inserted"
        sublayer.frame = rect
        sublayer.backgroundColor = color
        $0.addSublayer(sublayer)
      }
    default:
      return { $0.sublayers?.first { $0.name == "inserted" }?.removeFromSuperlayer() }
    }
  }

  @Test("show what their instances show written out, whatever changes and fades", arguments: 1...60)
  func writtenOut(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let nodes = makeNodes(&numbers)
    let scenes = try [false, true].map { try ReplicatedScene(nodes, writtenOut: $0) }
    func change(_ node: Int) {
      // What is inserted into a replicator fades with all of its instances.
      let change = makeChange(&numbers, canInsert: nodes[node].count == 0)
      for scene in scenes { scene.change(node, change) }
    }
    Transaction.run(disableActions: true) {
      for node in nodes.indices { for _ in 0..<4 { change(node) } }
    }
    var time = 0.0
    for step in 0..<12 {
      for scene in scenes { _ = try scene.renderer.render(at: time) }
      if numbers.chance(50) {
        change(numbers.below(nodes.count))
      } else {
        Transaction.run(disableActions: true) { change(numbers.below(nodes.count)) }
      }
      for pause in [0, 0.07, 0.1] {
        time += pause
        let pictures = try scenes.map { try $0.renderer.render(at: time).bitmap }
        let difference = pictures[0].difference(from: pictures[1])
        #expect(difference == nil, "seed \(seed), step \(step), at \(time)")
        let whole = try Compositor(width: 70, height: 50)
          .render(scenes[0].renderer.commit(at: time), at: time).bitmap
        #expect(pictures[0].difference(from: whole) == nil, "seed \(seed), step \(step), whole")
        if difference != nil { return }
      }
    }
  }
}
