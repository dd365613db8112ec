import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("Evaluation of layers that move")
struct EvaluationTests {
  /// A card with two layers on it, one of which has a layer of its own.
  private func card(_ index: Int) -> Layer {
    let card = Layer()
    card.frame = CGRect(x: index % 20 * 30 + 4, y: index / 20 * 24 + 4, width: 24, height: 18)
    card.backgroundColor = .white
    card.cornerRadius = 4
    let first = Layer()
    first.frame = CGRect(x: 3, y: 3, width: 10, height: 20)
    first.backgroundColor = .blue
    first.opacity = 0.5
    let inner = Layer()
    inner.frame = CGRect(x: 2, y: 2, width: 14, height: 5)
    inner.backgroundColor = .green
    first.addSublayer(inner)
    let second = Layer()
    second.frame = CGRect(x: 12, y: 4, width: 9, height: 9)
    second.backgroundColor = .red
    second.cornerRadius = 3
    card.addSublayer(first)
    card.addSublayer(second)
    return card
  }

  private func scene() throws -> (Renderer, [Layer]) {
    Transaction.disableActions = true
    let renderer = try Renderer(size: CGSize(width: 610, height: 250))
    let cards = (0..<200).map(card)
    for card in cards { renderer.layer.addSublayer(card) }
    _ = try renderer.render(at: 0)
    return (renderer, cards)
  }

  @Test("a layer that moves takes its sublayers along, however many layers surround it")
  func moved() throws {
    let (renderer, cards) = try scene()
    let changes: [(Layer) -> Void] = [
      { $0.position.x += 7 },
      { $0.sublayers![0].position.y += 2 },
      { $0.sublayers![0].opacity = 0.25 },
      { $0.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1) },
      { $0.isHidden = true },
      { $0.isHidden = false },
      {
        // All of them in one commit, and two cards.
        $0.sublayers![0].sublayers![0].backgroundColor = .black
        $0.position.y += 3
        cards[150].position.x -= 5
      },
    ]
    for (step, change) in changes.enumerated() {
      Transaction.disableActions = true
      change(cards[103])
      let frame = try renderer.render(at: 0)
      #expect((1...16).contains(frame.report.layersVisited), "step \(step)")
      renderer.invalidate()
      #expect(try renderer.render(at: 0).bitmap == frame.bitmap, "step \(step)")
    }
  }

  @Test("evaluates each layer once where most have moved")
  func allMoved() throws {
    let (renderer, _) = try scene()
    Transaction.disableActions = true
    renderer.layer.bounds.origin.x = 5
    let frame = try renderer.render(at: 0)
    // The root, which is known to have changed, once more.
    #expect((801...802).contains(frame.report.layersVisited))
    renderer.invalidate()
    #expect(try renderer.render(at: 0).bitmap == frame.bitmap)
  }

  @Test("animated layers follow a superlayer that moves")
  func animated() throws {
    let (renderer, cards) = try scene()
    Transaction.disableActions = true
    for card in cards[90..<110] {
      let animation = BasicAnimation(keyPath: "position.x")
      animation.fromValue = 0
      animation.toValue = 20
      animation.duration = 10
      card.sublayers![0].add(animation, forKey: nil)
    }
    for step in 1...6 {
      Transaction.disableActions = true
      cards[100].position.x += 1
      let frame = try renderer.render(at: Double(step))
      #expect(frame.report.layersVisited < 100)
      renderer.invalidate()
      #expect(try renderer.render(at: Double(step)).bitmap == frame.bitmap)
    }
  }
}

@Suite("Placement of plain layers")
struct PlainPlacementTests {
  @Test("gives what general evaluation gives", arguments: 0..<30)
  func plain(_ seed: Int) throws {
    Transaction.disableActions = true
    var random = SeededGenerator(seed: UInt64(seed))
    let scale = random.pick([1, 1.5, 2])
    let bitmaps = try [Color.green, Color(red: 0, green: 0, blue: 1, alpha: 0.5)].map { color in
      try Bitmap(width: 12, height: 9) { x, y in (x + y) % 3 == 0 ? .red : color }
    }
    let size = CGSize(width: 90, height: 70)
    let (plain, general) = try (
      Renderer(size: size, scale: scale), Renderer(size: size, scale: scale)
    )
    for _ in 0..<40 {
      let layer = Layer()
      let origin = CGPoint(
        x: Double(random.integer(in: -160...400)) / 4, y: Double(random.integer(in: -120...300)) / 4
      )
      layer.frame = CGRect(
        origin: origin,
        size: random.chance(40)
          ? CGSize(width: 12 / scale, height: 9 / scale)
          : CGSize(width: random.integer(in: -3...40), height: random.integer(in: -3...40)))
      layer.opacity = random.pick([1, 1, 1, 0.5, 0.001, 0])
      layer.isHidden = random.chance(5)
      layer.backgroundColor = random.pick([
        nil, .yellow, Color(red: 1, green: 0, blue: 0, alpha: 0.3),
      ])
      layer.contents = random.pick([nil, bitmaps[0], bitmaps[1]])
      let twin = Layer(layer: layer)
      // Changes nothing in the picture, but a plain layer has the default.
      twin.minificationFilterBias = 1
      plain.layer.addSublayer(layer)
      general.layer.addSublayer(twin)
    }
    #expect(try plain.render(at: 0).bitmap == general.render(at: 0).bitmap)
  }

  @Test("stretches contents over a box that extends beyond the range of pixel coordinates")
  func clamped() throws {
    Transaction.disableActions = true
    let renderer = try Renderer(size: CGSize(width: Bitmap.maximumSideLength, height: 1))
    let layer = Layer()
    // As many pixels of the box as of the bitmap are in the frame.
    layer.frame = CGRect(x: Bitmap.maximumSideLength - 67, y: 0, width: 40_000, height: 1)
    layer.contents = try Bitmap(width: 67, height: 1) { x, _ in x == 0 ? .red : .blue }
    renderer.layer.addSublayer(layer)
    let bitmap = try renderer.render(at: 0).bitmap
    #expect(bitmap[Bitmap.maximumSideLength - 67, 0] == 0xFFFF_0000)
    #expect(bitmap[Bitmap.maximumSideLength - 1, 0] == 0xFFFF_0000)
  }
}
