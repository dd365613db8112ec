import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Random trees with transform layers in which layers stand anywhere and turn.
@Suite("A random walk in space", .slow)
struct SpaceWalkTests {
  private struct Maker {
    var numbers: SeededGenerator
    var walk = Walk()

    /// Numbers of layers that are transform layers: see ``KindChange/layer(_:)``.
    private static let spaces = [7, 30, 76, 99]

    init(seed: UInt64, edits: Int) {
      numbers = SeededGenerator(seed: seed)
      walk.animates = true
      walk.edits.append(.setDuration(0))
      let size = CGSize(width: 96, height: 64)
      for (index, number) in Self.spaces.enumerated() {
        walk.edits += [
          .set(number, .frame(CGRect(origin: .zero, size: size))),
          .insert(number, into: index == 0 || numbers.chance(40) ? 0 : 7, at: 0),
        ]
      }
      walk.edits.append(.set(0, .sublayerTransform(perspective())))
      for number in [1, 2, 4, 6, 9, 11, 13, 15] {
        let size = CGSize(width: numbers.integer(in: 10...50), height: numbers.integer(in: 9...40))
        let origin = CGPoint(x: numbers.integer(in: 0...50), y: numbers.integer(in: 0...30))
        walk.edits += [
          .set(number, .frame(CGRect(origin: origin, size: size))),
          .set(number, .backgroundColor(Color(rgb: UInt32(number) * 0x1F_3157 & 0xFF_FFFF))),
          .set(number, .transform(turn())),
          .insert(number, into: numbers.pick(Self.spaces), at: 9),
        ]
      }
      var time = 0.0
      walk.edits.append(.draw(at: time))
      for _ in 0..<edits {
        edit()
        time += numbers.pick([0, 0.1, 0.3, -0.2])
        walk.edits.append(.draw(at: time))
      }
    }

    private mutating func perspective() -> Transform3D {
      var result = Transform3D.identity
      result.m34 = numbers.pick([0, -1 / 150, -1 / 80])
      return result
    }

    private mutating func turn() -> Transform3D {
      numbers.chance(30)
        ? .identity
        : Transform3D(
          rotation: CGFloat(numbers.number(in: -3...3)), x: CGFloat(numbers.unit()),
          y: CGFloat(numbers.unit()) + 0.1, z: numbers.chance(30) ? 0.5 : 0)
    }

    private mutating func anyLayer() -> Int {
      numbers.pick(Self.spaces + [1, 2, 4, 6, 9, 11, 13, 15])
    }

    private mutating func edit() {
      let layer = anyLayer()
      switch numbers.below(16) {
      case 0...4: walk.edits.append(.set(layer, .transform(turn())))
      case 5...6:
        walk.edits.append(.set(layer, .zPosition(CGFloat(numbers.integer(in: -20...20)))))
      case 7...8: walk.edits.append(.animate(layer, plan("transform.rotation.y", 3)))
      case 9: walk.edits.append(.animate(layer, plan("zPosition", 30)))
      case 10: walk.edits.append(.removeAnimations(layer))
      case 11: walk.edits.append(.set(0, .sublayerTransform(perspective())))
      case 12: walk.edits.append(.remove(numbers.pick([1, 2, 4, 6, 9])))
      case 13: walk.edits.append(.insert(layer, into: numbers.pick(Self.spaces + [0, 1]), at: 2))
      case 14: walk.edits.append(.set(layer, .isGeometryFlipped(numbers.chance(50))))
      default: walk.edits.append(.set(layer, .isHidden(numbers.chance(30))))
      }
    }

    private mutating func plan(_ keyPath: String, _ reach: Double) -> AnimationPlan {
      AnimationPlan(
        keyPath: keyPath, values: [0, CGFloat(numbers.number(in: -reach...reach))],
        duration: numbers.pick([0.3, 1]), beginTime: 0, speed: 1,
        repeatCount: numbers.pick([0, 3]), autoreverses: numbers.chance(25), isAdditive: false,
        stays: false, key: numbers.pick(["a", "b", nil]))
    }
  }

  @Test(
    "draws the same bytes in part and whole, with every switch, and of a tree made anew",
    arguments: sampledCases(of: 1...UInt64(20)))
  func walk(seed: UInt64) throws {
    let walk = Maker(seed: seed, edits: 40).walk
    try WalkCheck.expectNoFailure(of: walk, seed: seed)
  }

  @Test(
    "shows in front what hit testing finds in front", arguments: sampledCases(of: 1...UInt64(12)))
  func hitTesting(seed: UInt64) throws {
    var walk = Maker(seed: seed, edits: 30).walk
    walk.animates = false
    let renderer = try Renderer(size: CGSize(width: 96, height: 64))
    let scene = try EditedScene(walk, renderer)
    var found = 0
    for edit in walk.edits {
      scene.apply(edit)
      guard case .draw(let time) = edit else { continue }
      let picture = try renderer.render(at: time).bitmap
      let root = try #require(renderer.layer.presentation())
      let colors = Set(scene.layers.map { $0.backgroundColor?.premultipliedPixel ?? 0 })
      for y in stride(from: 3, to: 64, by: 6) {
        for x in stride(from: 2, to: 96, by: 7) {
          let hit = try #require(root.hitTest(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)))
          let pixel = hit.backgroundColor?.premultipliedPixel ?? 0
          if pixel != 0 { found += 1 }
          // Pixels at edges have colours of their own.
          guard picture[x, y] != pixel, colors.contains(picture[x, y]) else { continue }
          Issue.record("at \(time) (\(x), \(y)) is \(hex(picture[x, y])), hit is \(hex(pixel))")
          return
        }
      }
    }
    #expect(found > 30)
  }
}
