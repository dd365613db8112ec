import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaText

@Suite("Random changes of texts") struct TextWalkTests {
  private static let words = ["fox", "שלום", "jump\n", "م", "a", "", "quartz and vow", "12.5 dB"]

  @Test(
    "draw the same bytes in part and whole, with every switch, and of a tree made anew",
    arguments: 0..<4)
  func walk(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 77)
    let scale = seed % 2 == 0 ? 1.0 : 2
    let renderer = try Renderer(width: 120, height: 90, scale: scale)
    renderer.layer.backgroundColor = Color(rgb: 0x203040)
    let layers = (0..<4).map { index in
      let layer = TextLayer(
        Self.words[index], size: 10, width: 60, height: CGFloat(20 + 5 * index))
      layer.position = CGPoint(x: 30 + 15 * index, y: 20 + 14 * index)
      layer.contentsScale = scale
      renderer.layer.addSublayer(layer)
      return layer
    }
    var compositors: [Compositor] = []
    for change in [
      { $0.culls = false }, { $0.usesCaches = false }, { $0.usesPixmanOnly = true },
      { ($0.bands, $0.bandThreshold) = (3, 1) },
    ] as [(inout RenderOptions) -> Void] {
      let compositor = try Compositor(width: renderer.width, height: renderer.height, scale: scale)
      change(&compositor.options)
      compositors.append(compositor)
    }
    var time = 0.0
    for step in 0..<60 {
      Transaction.run(disableActions: random.below(3) > 0) {
        for _ in 0..<random.below(4) { Self.change(layers[random.below(4)], &random) }
      }
      time += Double(random.below(100)) / 500
      let frame = try renderer.render(at: time)
      let tree = try #require(renderer.publishedTree)
      let whole = try Compositor(width: renderer.width, height: renderer.height, scale: scale)
      let expected = try whole.render(tree, at: time).bitmap.fingerprint
      #expect(frame.bitmap.fingerprint == expected, "seed \(seed), step \(step)")
      for compositor in compositors {
        let other = try compositor.render(tree, at: time).bitmap.fingerprint
        #expect(other == expected, "seed \(seed), step \(step)")
      }
      // Made anew where nothing moves.
      if layers.allSatisfy({ $0.animationKeys() == nil }) {
        let other = try Renderer(width: 120, height: 90, scale: scale)
        other.layer.backgroundColor = renderer.layer.backgroundColor
        for layer in layers { other.layer.addSublayer(Self.copy(of: layer)) }
        #expect(
          try other.render(at: 0).bitmap.fingerprint == expected, "seed \(seed), step \(step), anew"
        )
      }
    }
  }

  private static func change(_ layer: TextLayer, _ random: inout SeededGenerator) {
    switch random.below(12) {
    case 0: layer.string = words[random.below(words.count)]
    case 1: layer.attributedString = variedText
    case 2: layer.fontSize = CGFloat(random.below(30))
    case 3: layer.foregroundColor = random.below(4) == 0 ? nil : Color(white: 0.5, alpha: 0.7)
    case 4: layer.foregroundColor = .orange
    case 5: layer.isWrapped.toggle()
    case 6: layer.truncationMode = TextTruncationMode.allCases[random.below(4)]
    case 7: layer.alignmentMode = TextAlignmentMode.allCases[random.below(5)]
    case 8: layer.allowsFontSubpixelQuantization.toggle()
    case 9: layer.bounds.size = CGSize(width: random.below(90), height: random.below(50))
    case 10: layer.position.x += CGFloat(random.below(9) - 4)
    default: layer.font = [.dejaVu, .monospace, .serif][random.below(3)]
    }
  }

  private static func copy(of layer: TextLayer) -> TextLayer {
    let copy = TextLayer()
    copy.bounds = layer.bounds
    copy.position = layer.position
    copy.contentsScale = layer.contentsScale
    copy.font = layer.font
    copy.fontSize = layer.fontSize
    copy.foregroundColor = layer.foregroundColor
    copy.isWrapped = layer.isWrapped
    copy.truncationMode = layer.truncationMode
    copy.alignmentMode = layer.alignmentMode
    copy.allowsFontSubpixelQuantization = layer.allowsFontSubpixelQuantization
    if let text = layer.attributedString {
      copy.attributedString = text
    } else {
      copy.string = layer.string
    }
    return copy
  }
}
