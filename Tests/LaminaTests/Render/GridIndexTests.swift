import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// Plans of a tree of several chunks, made with an index that follows each change and without.
@Suite("A grid index")
struct GridIndexTests {
  private static let layerCount = 3_300
  private static let width = 2_600
  private static let height = 300

  private final class Scene {
    let renderer: Renderer
    var generator: SeededGenerator
    var evaluator = Evaluator(
      width: GridIndexTests.width, height: GridIndexTests.height,
      transform: ProjectiveTransform(Transform2D.identity))
    var planner = Planner()

    init(seed: UInt64) throws {
      generator = SeededGenerator(seed: seed)
      renderer = try Renderer(
        size: CGSize(width: CGFloat(GridIndexTests.width), height: CGFloat(GridIndexTests.height)))
      for _ in 0..<GridIndexTests.layerCount {
        let layer = Layer()
        layer.backgroundColor = generator.chance(50) ? .red : .blue.withAlpha(0.5)
        place(layer)
        renderer.layer.addSublayer(layer)
      }
    }

    private var layers: [Layer] { renderer.layer.sublayers ?? [] }

    private func randomLayer() -> Layer { generator.pick(layers) }

    private func place(_ layer: Layer) {
      let side = generator.integer(in: 0...39) == 0 ? 900 : 30
      layer.frame = CGRect(
        x: generator.integer(in: -50...2649),
        y: generator.integer(in: -50...349),
        width: generator.integer(in: 0...side - 1),
        height: generator.integer(in: 0...side - 1))
    }

    /// Changes a few layers, many, or the list itself; then lets the index follow.
    func change() {
      Transaction.disableActions = true
      switch generator.integer(in: 0...7) {
      case 0: for layer in layers where generator.chance(50) { place(layer) }
      case 1: randomLayer().removeFromSuperlayer()
      case 2:
        let layer = Layer()
        layer.backgroundColor = .green
        place(layer)
        let index = generator.integer(in: 0...layers.count - 1)
        renderer.layer.insertSublayer(layer, at: index)
      case 3: randomLayer().isHidden.toggle()
      default:
        for _ in 0..<generator.integer(in: 1...4) { place(randomLayer()) }
      }
      follow()
    }

    func follow() {
      let change = evaluator.evaluate(renderer.commit(at: 0).storage, at: 0)
      planner.follow(change, evaluator.list, keepingIndex: true)
    }

    func randomRect() -> PixelRect {
      let x = generator.integer(in: 0...2589)
      let y = generator.integer(in: 0...289)
      return PixelRect(
        minX: x, minY: y, maxX: min(2_600, x + generator.integer(in: 1...299)),
        maxY: min(300, y + generator.integer(in: 1...89)))
    }

    func operations(_ planner: inout Planner, in rect: PixelRect) -> [String] {
      var plan = Plan()
      planner.plan(evaluator.list, Region(rect), into: &plan)
      return plan.operations.map { "\($0.kind) \($0.box) \($0.paint)" }
    }
  }

  @Test("finds what a search without it finds, whatever changed", arguments: 1...6)
  func sameAsWithout(seed: UInt64) throws {
    let scene = try Scene(seed: seed)
    var plain = Planner()
    scene.follow()
    var indexed = 0
    for step in 0..<60 {
      scene.change()
      indexed = max(indexed, scene.planner.index.indexedChunkCount)
      for _ in 0..<4 {
        let rect = scene.randomRect()
        let found = scene.operations(&scene.planner, in: rect)
        try #require(
          found == scene.operations(&plain, in: rect), "seed \(seed), step \(step), \(rect)")
        #expect(scene.planner.culledItems == plain.culledItems)
      }
    }
    #expect(indexed >= 6, "most chunks were indexed at some time")
  }

  @Test("is made for chunks that stay, and given up for those that change as a whole")
  func policy() throws {
    let scene = try Scene(seed: 9)
    scene.follow()
    #expect(scene.planner.index.indexedChunkCount == 0)
    let chunks = scene.evaluator.list.chunks.count
    #expect(chunks >= 7)
    scene.follow()
    #expect(scene.planner.index.indexedChunkCount == min(8, chunks))
    Transaction.disableActions = true
    for layer in scene.renderer.layer.sublayers! { layer.position.x += 1 }
    scene.follow()
    #expect(scene.planner.index.indexedChunkCount < chunks)
    scene.planner.follow(.chunks([]), scene.evaluator.list, keepingIndex: false)
    #expect(scene.planner.index.indexedChunkCount == 0)
  }
}
