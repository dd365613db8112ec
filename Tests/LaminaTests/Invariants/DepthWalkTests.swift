import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Random trees in which many layers move in depth, some inside others that do.
@Suite("A random walk in depth", .slow)
struct DepthWalkTests {
  /// Trees of coloured boxes on whole pixels, and edits that are mostly about depth.
  private struct Maker {
    var numbers: SeededGenerator
    var walk = Walk()
    var layerCount = 1
    let isLarge: Bool

    init(seed: UInt64, edits: Int) {
      numbers = SeededGenerator(seed: seed)
      walk.animates = true
      isLarge = numbers.chance(25)
      let spread = numbers.pick([2, 6, 2_000])
      for number in 1...(isLarge ? 900 : 14) {
        add(into: max(0, number - 1 - numbers.below(min(number, spread))))
      }
      walk.edits.append(.setDuration(0))
      var time = 0.0
      walk.edits.append(.draw(at: time))
      for _ in 0..<edits {
        edit()
        time += numbers.pick([0, 0.1, 0.3, 0.3, -0.2])
        walk.edits.append(.draw(at: time))
      }
    }

    mutating func add(into parent: Int) {
      let number = layerCount
      layerCount += 1
      let size = CGSize(width: numbers.integer(in: 4...50), height: numbers.integer(in: 4...40))
      let origin = CGPoint(x: numbers.integer(in: -8...40), y: numbers.integer(in: -8...30))
      walk.edits += [
        .set(number, .frame(CGRect(origin: origin, size: size))),
        .set(number, .backgroundColor(Color(rgb: UInt32(truncatingIfNeeded: numbers.next())))),
        .insert(number, into: parent, at: numbers.below(6)),
      ]
    }

    /// A layer near the top of the tree: what it does is seen.
    mutating func anyLayer() -> Int { 1 + numbers.below(min(layerCount - 1, 40)) }

    mutating func edit() {
      switch numbers.below(20) {
      case 0...11: walk.edits.append(.animate(anyLayer(), plan()))
      case 12: walk.edits.append(.removeAnimations(anyLayer()))
      case 13: walk.edits.append(.setTiming(anyLayer(), .random(&numbers)))
      case 14...15:
        walk.edits.append(.set(anyLayer(), .zPosition(CGFloat(numbers.integer(in: -2...2)))))
      case 16: add(into: numbers.chance(50) ? 0 : anyLayer())
      case 17: walk.edits.append(.remove(anyLayer()))
      case 18: walk.edits.append(.insert(anyLayer(), into: anyLayer(), at: numbers.below(4)))
      default: walk.edits.append(.set(anyLayer(), .opacity(numbers.pick([1, 1, 0.5, 0]))))
      }
    }

    private mutating func plan() -> AnimationPlan {
      let values = (0..<numbers.integer(in: 2...4)).map { _ in
        CGFloat(numbers.pick([-2, -1, 0, 0, 1, 2, 0.5]))
      }
      return AnimationPlan(
        keyPath: "zPosition", values: values, duration: numbers.pick([0.3, 1, 4]),
        beginTime: numbers.pick([0, 0, 0.4, -1]), speed: numbers.pick([1, 1, 2, -1, 0]),
        repeatCount: numbers.pick([0, 1, 3]), autoreverses: numbers.chance(25),
        isAdditive: numbers.chance(20), stays: numbers.chance(30),
        key: numbers.pick(["a", "b", nil]))
    }
  }

  @Test(
    "draws the same bytes in part and whole, with every switch, and of a tree made anew",
    arguments: sampledCases(of: 1...UInt64(25)))
  func walk(seed: UInt64) throws {
    let walk = Maker(seed: seed, edits: 40).walk
    try WalkCheck.expectNoFailure(of: walk, seed: seed)
  }

  @Test(
    "shows in front what hit testing finds in front", arguments: sampledCases(of: 1...UInt64(12)))
  func hitTesting(seed: UInt64) throws {
    var walk = Maker(seed: seed, edits: 60).walk
    walk.edits.removeAll { if case .set(_, .opacity) = $0 { true } else { false } }
    // What fades over is on the screen, but nothing of it can be hit.
    walk.animates = false
    let renderer = try Renderer(size: CGSize(width: 96, height: 64))
    let scene = try EditedScene(walk, renderer)
    var found = 0
    for edit in walk.edits {
      scene.apply(edit)
      guard case .draw(let time) = edit else { continue }
      let picture = try renderer.render(at: time).bitmap
      let root = try #require(renderer.layer.presentation())
      for y in stride(from: 3, to: 64, by: 12) {
        for x in stride(from: 2, to: 96, by: 15) {
          let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let hit = try #require(root.hitTest(point))
          let pixel = hit.backgroundColor?.premultipliedPixel ?? 0
          if hit.model() !== renderer.layer { found += 1 }
          guard picture[x, y] != pixel else { continue }
          Issue.record("at \(time) (\(x), \(y)) is \(hex(picture[x, y])), hit is \(hex(pixel))")
          return
        }
      }
    }
    #expect(found > 30)
  }
}
