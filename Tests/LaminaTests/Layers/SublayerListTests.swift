import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("A long list of sublayers")
struct SublayerListTests {
  private static func makeLayers(_ count: Int) -> [Layer] { (0..<count).map { _ in Layer() } }

  private static func check(_ list: inout SublayerList, _ expected: [Layer]) {
    #expect(list.count == expected.count)
    #expect(list.isEmpty == expected.isEmpty)
    #expect(list.last === expected.last)
    for (index, layer) in expected.enumerated() where list.index(of: layer) != index {
      Issue.record("layer \(index) is found at \(String(describing: list.index(of: layer)))")
      return
    }
  }

  @Test(
    "are the list that an array makes of the same edits", .slow,
    arguments: 1...8 as ClosedRange<UInt64>)
  func randomEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pool = Self.makeLayers(4_000)
    var expected = Array(pool.prefix(2_000))
    var outside = Array(pool.dropFirst(2_000))
    var list = SublayerList(expected)
    for step in 0..<20_000 {
      // Towards few, then towards many.
      let grows = step % 8_000 < 4_000 ? random.chance(15) : random.chance(80)
      if grows {
        let layer = outside.popLast() ?? Layer()
        let index = random.integer(in: 0...expected.count)
        list.insert(layer, at: index)
        expected.insert(layer, at: index)
      } else if !expected.isEmpty {
        let index = random.below(expected.count)
        list.remove(at: index)
        outside.append(expected.remove(at: index))
      }
      if step % 997 == 0 { Self.check(&list, expected) }
      if step % 2_503 == 0 {
        let array = list.array()
        #expect(array == expected)
      }
    }
    Self.check(&list, expected)
    let array = list.array()
    #expect(array == expected)
  }

  @Test("are moved few at a time once many edits were made")
  func longestMove() {
    var random = SeededGenerator(seed: 71)
    let layers = Self.makeLayers(50_000)
    var list = SublayerList(layers)
    #expect(list.longestMove == 50_000)
    for _ in 0..<200 {
      let index = random.below(50_000)
      let layer = layers[index]
      list.remove(at: list.index(of: layer)!)
      list.insert(layer, at: random.below(50_000))
    }
    #expect(list.longestMove <= UnrolledLayerList.blockCapacity)
    for layer in layers.prefix(20_000) {
      list.remove(at: list.index(of: layer)!)
      list.insert(layer, at: 17)
    }
    #expect(list.longestMove <= UnrolledLayerList.blockCapacity)
    let array = list.array()
    #expect(array.count == 50_000)
    #expect(list.longestMove == 50_000)
  }

  @Test("stay in one array where edits are at the end")
  func staysWhole() {
    let layers = Self.makeLayers(3_000)
    var list = SublayerList(layers)
    for _ in 0..<30_000 {
      list.remove(at: 2_999)
      list.insert(layers[2_999], at: 2_999)
    }
    #expect(list.longestMove == 3_000)
  }

  @Test("that are set in another order stay in the tree, and the fewest get other places")
  func reordering() throws {
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let layers = Self.makeLayers(100)
    Transaction.run(disableActions: true) { renderer.layer.sublayers = layers }
    _ = try renderer.render(at: 0)
    var order = layers
    order.swapAt(3, 90)
    order.append(order.remove(at: 50))
    Transaction.begin()
    Transaction.disableActions = true
    renderer.layer.sublayers = order
    #expect(layers.filter { $0.storage.status.contains(.awaitsNode) }.count == 3)
    #expect(
      renderer.layer.presentation()!.sublayers!.map { $0.model() } == layers)
    Transaction.commit()
    _ = try renderer.render(at: 1)
    #expect(renderer.layer.sublayers! == order)
    let presented = renderer.layer.presentation()!.sublayers!
    #expect(presented.map { $0.model() } == order)
  }

  @Test("present their published order and superlayers after many edits")
  func presentation() throws {
    var random = SeededGenerator(seed: 5)
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let other = Layer()
    let layers = Self.makeLayers(1_200)
    Transaction.run(disableActions: true) {
      renderer.layer.sublayers = layers + [other]
      other.sublayers = Self.makeLayers(3)
    }
    _ = try renderer.render(at: 0)
    let inner = other.sublayers!
    Transaction.run(disableActions: true) {
      for step in 0..<1_000 {
        let layer = random.pick(layers)
        switch step % 101 == 100 ? 4 : step % 4 {
        case 0: renderer.layer.addSublayer(layer)
        case 1: other.insertSublayer(layer, at: 1)
        case 2: layer.removeFromSuperlayer()
        case 3:
          let sibling = random.pick(layers)
          renderer.layer.insertSublayer(layer, below: sibling)
        default: renderer.layer.sublayers = renderer.layer.sublayers!.reversed()
        }
        if step % 100 == 0 {
          #expect(layer.presentation()?.superlayer?.model() === renderer.layer)
        }
      }
      let presented = renderer.layer.presentation()!.sublayers!
      #expect(presented.map { $0.model() } == layers + [other])
      #expect(other.presentation()!.sublayers!.map { $0.model() } == inner)
    }
    #expect(
      renderer.layer.presentation()!.sublayers!.map { $0.model() } == renderer.layer.sublayers!)
  }

  @Test(
    "among others, some of them new, are drawn in the order of the list",
    arguments: [false, true])
  func drawingOrder(sortsByZ: Bool) throws {
    var random = SeededGenerator(seed: 12)
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let layers = Self.makeLayers(600)
    Transaction.run(disableActions: true) { renderer.layer.sublayers = layers }
    for round in 0..<12 {
      _ = try renderer.render(at: Double(round))
      Transaction.run(disableActions: true) {
        for _ in 0..<(round % 2 == 0 ? 20 : 200) {
          let index = random.below(600)
          let layer = random.below(4) == 0 ? Layer() : layers[index]
          renderer.layer.insertSublayer(layer, at: random.below(600))
          if sortsByZ { layer.zPosition = CGFloat(random.below(5)) }
        }
      }
      _ = try renderer.render(at: Double(round) + 0.5)
      let places = renderer.layer.sublayersInDrawingOrder.compactMap(\.place)
      #expect(places.count == renderer.layer.sublayers!.count)
      #expect(zip(places, places.dropFirst()).allSatisfy(<))
    }
  }
}
