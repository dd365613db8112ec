import Foundation
import Lamina
import LaminaTestSupport
import LaminaText
import Testing

@Suite("Random changes of texts", .slow) struct TextWalkTests {
  private static let words = ["fox", "שלום", "jump\n", "م", "a", "", "quartz and vow", "12.5 dB"]

  /// Four texts in a frame, and compositors that draw it in other ways.
  private struct Scene {
    let renderer: Renderer
    let layers: [TextLayer]
    var compositors: [Compositor] = []
    var time = 0.0

    init(scale: CGFloat) throws {
      let renderer = try Renderer(size: CGSize(width: 120, height: 90), scale: scale)
      renderer.layer.backgroundColor = Color(rgb: 0x203040)
      layers = (0..<4).map { index in
        let layer = TextLayer(
          words[index], size: 10, width: 60, height: CGFloat(20 + 5 * index))
        layer.position = CGPoint(x: 30 + 15 * index, y: 20 + 14 * index)
        layer.contentsScale = scale
        renderer.layer.addSublayer(layer)
        return layer
      }
      self.renderer = renderer
      for change in [
        { $0.cullsHiddenLayers = false }, { $0.usesCaches = false },
        { $0.usesReferenceLoops = true },
        { ($0.bands, $0.bandThreshold) = (3, 1) },
      ] as [(inout RenderOptions) -> Void] {
        let compositor = try makeCompositor()
        change(&compositor.options)
        compositors.append(compositor)
      }
    }

    private func makeCompositor() throws -> Compositor {
      try Compositor(width: renderer.width, height: renderer.height, scale: renderer.scale)
    }

    /// Changes texts and draws them.
    ///
    /// - Returns: what is wrong with the frame.
    mutating func step(_ seed: UInt64) throws -> String? {
      var random = SeededGenerator(seed: seed)
      Transaction.run(disableActions: random.below(3) > 0) {
        for _ in 0..<random.below(4) { change(layers[random.below(4)], &random) }
      }
      time += Double(random.below(100)) / 500
      let frame = try renderer.render(at: time)
      let tree = try #require(renderer.publishedTree)
      let expected = try makeCompositor().render(tree, at: time).bitmap
      if let difference = frame.bitmap.difference(from: expected) {
        return "the frame differs from a full redraw: \(difference)"
      }
      for (number, compositor) in compositors.enumerated() {
        let other = try compositor.render(tree, at: time).bitmap
        if let difference = other.difference(from: expected) {
          return "with compositor \(number) the frame differs: \(difference)"
        }
      }
      // Made anew where nothing moves.
      guard layers.allSatisfy({ $0.animationKeys() == nil }) else { return nil }
      let other = try Renderer(size: CGSize(width: 120, height: 90), scale: renderer.scale)
      other.layer.backgroundColor = renderer.layer.backgroundColor
      for layer in layers { other.layer.addSublayer(copy(of: layer)) }
      return try other.render(at: 0).bitmap.difference(from: expected).map {
        "the frame of a tree made anew differs: \($0)"
      }
    }
  }

  @Test(
    "draw the same bytes in part and whole, with every switch, and of a tree made anew",
    arguments: 0..<UInt64(4))
  func walk(seed: UInt64) throws {
    try RandomWalk.stepSeeds(seed + 77, count: 60).expectNoFailure { walk, _ in
      walk.run(in: try Scene(scale: seed % 2 == 0 ? 1 : 2)) { try $0.step($1) }
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
