import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Layers inside each other with large numbers, compared with scenes that look the same and have
/// none. What leaves the domain is left out by name.
@Suite("Hostile numbers in nested scenes")
struct NestedHostileSceneTests {
  private static let width = 40
  private static let height = 30

  /// A layer with contents, turned or seen in perspective, alone in what would be the screen.
  private func makePicture(_ numbers: inout SeededGenerator) -> Layer {
    let layer = Layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 17, height: 13)
    layer.position = CGPoint(x: 19, y: 16)
    layer.contents = numbers.pick(TestBitmaps.all)
    layer.contentsGravity = numbers.pick(ContentsGravity.allCases)
    layer.magnificationFilter = numbers.pick(ContentsFilter.allCases)
    layer.backgroundColor = .blue
    layer.masksToBounds = numbers.chance(50)
    layer.isGeometryFlipped = numbers.chance(20)
    switch numbers.below(4) {
    case 0: break
    case 1: layer.transform = Transform3D(rotation: 0.4, x: 0, y: 0, z: 1)
    case 2: layer.transform = Transform3D(scaleX: -1.5, y: 0.75)
    default:
      var perspective = Transform3D.identity
      perspective.m34 = -1 / 90
      layer.transform = Transform3D(rotation: 0.7, x: 0.3, y: 1, z: 0).concatenating(perspective)
    }
    return layer
  }

  @Test("that cancel out leave the picture as it was")
  func cancelling() throws {
    var numbers = SeededGenerator(seed: 31)
    for trial in 0..<400 {
      let seed = numbers.next()
      var first = SeededGenerator(seed: seed)
      var second = SeededGenerator(seed: seed)
      let plain = Layer()
      plain.addSublayer(makePicture(&first))
      let expected = try Renderer(layer: plain, width: Self.width, height: Self.height)
        .render(at: 0).bitmap

      // Powers of 2 that make 1, in any order, and then shifts that make 0.
      let root = Layer()
      var parent = root
      func add(_ layer: Layer) {
        parent.addSublayer(layer)
        parent = layer
      }
      var powers = [20, -20, 12, -12].prefix(numbers.pick([0, 2, 4])).map { $0 }
      while !powers.isEmpty {
        let power = powers.remove(at: numbers.below(powers.count))
        let scale = CGFloat(sign: .plus, exponent: power, significand: 1)
        let layer = Layer()
        layer.transform = Transform3D(scaleX: scale, y: scale)
        add(layer)
      }
      let shift = numbers.pick([0x1p45, -0x1p40, 0x1p31, 32_768])
      parent.bounds.origin = CGPoint(x: shift, y: -shift)
      let back = Layer()
      back.position = CGPoint(x: shift, y: -shift)
      add(back)
      let both = Layer()
      both.position.x = numbers.pick([0x1p45, 1e9, -0x1p-900])
      both.bounds.origin.x = both.position.x
      add(both)
      parent.addSublayer(makePicture(&second))
      let frame = try Renderer(layer: root, width: Self.width, height: Self.height).render(at: 0)
      #expect(frame.bitmap.largestDifference(from: expected) <= 1, "trial \(trial)")
      #expect(frame.report.omissions.isEmpty, "trial \(trial)")
    }
  }

  @Test(
    "that enlarge past all bounds show the pixel of the contents that stays in place, or nothing")
  func endless() throws {
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
    let contents = try Bitmap(width: 2, height: 2, pixels: colors)
    for (index, color) in colors.enumerated() {
      for angle in [0, 0.3] {
        for scale in [1e4, 1e300, 0x1p1023] {
          let inner = Layer()
          inner.contents = contents
          inner.bounds = CGRect(x: 0, y: 0, width: 20, height: 12)
          inner.anchorPoint = CGPoint(
            x: index % 2 == 0 ? 0.25 : 0.75, y: index < 2 ? 0.25 : 0.75)
          inner.transform = Transform3D(scaleX: scale, y: scale)
          let middle = Layer()
          middle.transform = Transform3D(rotation: angle, x: 0, y: 0, z: 1)
            .scaledBy(x: scale, y: scale)
          let outer = Layer()
          outer.position = CGPoint(x: 20, y: 15)
          outer.sublayerTransform = Transform3D(scaleX: scale, y: scale)
          outer.addSublayer(middle)
          middle.addSublayer(inner)
          let frame = try Renderer(layer: outer, width: Self.width, height: Self.height)
            .render(at: 0)
          let isDrawn = scale == 1e4
          let expected = try Bitmap(
            width: Self.width, height: Self.height,
            pixels: Array(repeating: isDrawn ? color : 0, count: Self.width * Self.height))
          #expect(frame.bitmap.largestDifference(from: expected) <= 2, "\(angle), \(scale)")
          #expect(
            frame.report.omissions.map(\.id) == (isDrawn ? [] : [ObjectIdentifier(outer)]))
        }
      }
    }
  }

  @Test("turned, keep the edges that are seen where they are")
  func strips() throws {
    /// A green bar 8 points high that is turned, in a bar of red that is cut by it.
    func frame(length: CGFloat, scales: [CGFloat], anchor: CGFloat) throws -> Frame {
      let root = Layer()
      let turned = Layer()
      turned.position = CGPoint(x: 22, y: 13)
      turned.transform = Transform3D(rotation: 0.45, x: 0, y: 0, z: 1)
      root.addSublayer(turned)
      var parent = turned
      for scale in scales {
        let layer = Layer()
        layer.transform = Transform3D(scaleX: scale, y: 1)
        parent.addSublayer(layer)
        parent = layer
      }
      for (height, color) in [(14, Color.red), (8, .green)] {
        let bar = Layer()
        bar.bounds = CGRect(x: 0, y: 0, width: length, height: CGFloat(height))
        bar.anchorPoint = CGPoint(x: anchor, y: 0.5)
        bar.backgroundColor = color
        bar.masksToBounds = true
        parent.addSublayer(bar)
        parent = bar
      }
      parent.superlayer?.bounds.origin.x = -anchor * length
      parent.superlayer?.anchorPoint.x = anchor
      parent.superlayer?.position.x = 0
      parent.position = CGPoint(x: 0, y: 7)
      return try Renderer(layer: root, width: Self.width, height: Self.height).render(at: 0)
    }
    for anchor in [0, 0.5, 1] {
      let expected = try frame(length: 4_096, scales: [], anchor: anchor).bitmap
      for scales: [CGFloat] in [
        [1e3], [1e3, 1e3], [0x1p10, 0x1p9, 0x1p-10],
      ] {
        for length: CGFloat in [4_096, 1e5] {
          let actual = try frame(length: length, scales: scales, anchor: anchor).bitmap
          let difference = actual.largestDifference(from: expected)
          #expect(difference <= 1, "\(anchor), \(scales), \(length)")
        }
      }
      for scales: [CGFloat] in [[1e300], [1e300, 1e300], [1e9, 1e300, 1e-9]] {
        let left = try frame(length: 4_096, scales: scales, anchor: anchor)
        #expect(left.bitmap.pixels.allSatisfy { $0 == 0 } && left.report.omissions.count == 1)
      }
    }
  }

  @Test("are drawn the same in part and whole", .slow, arguments: 1...UInt64(12))
  func walk(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var walk = Walk()
    walk.animates = numbers.chance(50)
    let count = 12
    for number in 1...count {
      for change in LayerChange.randomBeginnings(&numbers, reach: walk.size) {
        walk.edits.append(.set(number, change))
      }
      walk.edits.append(.insert(number, into: numbers.below(number), at: .max))
    }
    func hostile() -> CGFloat {
      numbers.pick(HostileNumbers.finite + [1, 2, 20, 1e-300, 0x1p900, 0x1p-900])
    }
    var time = 0.0
    for _ in 0..<60 {
      let change: LayerChange
      switch numbers.below(8) {
      case 0: change = .position(CGPoint(x: hostile(), y: 20))
      case 1: change = .bounds(CGRect(x: hostile(), y: 0, width: abs(hostile()), height: 30))
      case 2...3: change = .transform(Transform3D(scaleX: hostile(), y: hostile(), z: hostile()))
      case 4: change = .sublayerTransform(Transform3D(scaleX: hostile(), y: 1))
      case 5: change = .anchorPoint(CGPoint(x: hostile(), y: 0.5))
      case 6: change = .zPosition(hostile())
      default: change = .random(&numbers, reach: walk.size)
      }
      walk.edits.append(.set(1 + numbers.below(count), change))
      time += numbers.pick([0, 0.1, 0.3])
      walk.edits.append(.draw(at: time))
    }
    try WalkCheck.expectNoFailure(of: walk, seed: seed)
  }
}
