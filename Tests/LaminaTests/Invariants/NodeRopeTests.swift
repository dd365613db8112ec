import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// The flat list of a tree's layers stays the tree, whatever is done to it.
@Suite("A node rope")
struct NodeRopeTests {
  @Test(
    "is the tree depth first, by depth and index, after any structure edits", .slow,
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func randomEdits(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    var layers = [renderer.layer]
    let mostLayers = numbers.pick([40, 700, 3_000])
    for step in 0..<250 {
      let change = numbers.integer(in: 1...12)
      for _ in 0..<change {
        switch numbers.below(10) {
        case 0...3: grow(&layers, mostLayers, &numbers)
        case 4: numbers.pick(layers).zPosition = Double(numbers.integer(in: -2...2))
        case 5: numbers.pick(layers).removeFromSuperlayer()
        default: move(layers, &numbers)
        }
      }
      renderer.commit(at: Double(step))
      let mistake = renderer.layerTree.mistakeInRope()
      #expect(mistake == nil, "seed \(seed), step \(step)")
      if mistake != nil { return }
    }
  }

  /// Adds a little tree of new layers somewhere.
  private func grow(
    _ layers: inout [Layer], _ most: Int, _ numbers: inout SeededGenerator
  ) {
    guard layers.count < most else { return }
    let top = Layer()
    var made = [top]
    for _ in 0..<numbers.pick([0, 3, 60]) {
      let layer = Layer()
      if numbers.chance(10) { layer.zPosition = Double(numbers.integer(in: -1...1)) }
      numbers.pick(made).insertSublayer(layer, at: numbers.below(4))
      made.append(layer)
    }
    numbers.pick(layers).insertSublayer(top, at: numbers.below(10))
    layers += made
  }

  private func move(_ layers: [Layer], _ numbers: inout SeededGenerator) {
    let layer = numbers.pick(layers)
    let parent = numbers.pick(layers)
    var ancestor: Layer? = parent
    while let current = ancestor {
      if current === layer { return }
      ancestor = current.superlayer
    }
    guard layer !== layers[0] else { return }
    parent.insertSublayer(layer, at: numbers.below(6))
  }

  @Test("splits where a chunk is full, and drops chunks that are empty")
  func chunks() throws {
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    let layers = (0..<NodeChunk.capacity * 3).map { _ in Layer() }
    renderer.layer.sublayers = layers
    renderer.commit(at: 0)
    #expect(renderer.layerTree.mistakeInRope() == nil)
    #expect(renderer.layerTree.rope.spine.map(\.count) == [512, 512, 512, 1])
    renderer.layer.insertSublayer(Layer(), at: 100)
    renderer.commit(at: 1)
    #expect(renderer.layerTree.mistakeInRope() == nil)
    #expect(renderer.layerTree.rope.count == NodeChunk.capacity * 3 + 2)
    renderer.layer.sublayers = Array(layers[..<5])
    renderer.commit(at: 2)
    #expect(renderer.layerTree.mistakeInRope() == nil)
    #expect(renderer.layerTree.rope.spine.count <= 2)
    renderer.layer.sublayers = nil
    renderer.commit(at: 3)
    #expect(renderer.layerTree.mistakeInRope() == nil)
    #expect(renderer.layerTree.rope.spine.map(\.count) == [1])
  }

  @Test("shares what did not change with the commit before")
  func sharing() throws {
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    let layers = (0..<NodeChunk.capacity * 2).map { _ in Layer() }
    renderer.layer.sublayers = layers
    let before = renderer.commit(at: 0).storage.pages.flatMap(\.chunks)
    Transaction.run(disableActions: true) { layers[NodeChunk.capacity + 7].opacity = 0.5 }
    let after = renderer.commit(at: 1).storage.pages.flatMap(\.chunks)
    #expect(before.count == 3)
    #expect(zip(before, after).map { $0 === $1 } == [true, false, true])
    let same = renderer.commit(at: 2).storage.pages.flatMap(\.chunks)
    #expect(zip(after, same).allSatisfy { $0 === $1 })
  }
}
