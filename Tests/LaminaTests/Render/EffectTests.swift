import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Shadows and filters, alone.
@Suite("Effects")
struct EffectTests {
  // MARK: - Shadows

  @Test("14.6: a shadow is the shape, moved, in its colour times its opacity")
  func sharpShadow() throws {
    let bitmap = try layerPicture(40, 40) {
      square($0, 10, 10, 10)
      $0.shadowOpacity = 0.5
      $0.shadowRadius = 0
      $0.shadowColor = .blue
      $0.shadowOffset = CGSize(width: 3, height: 5)
    }
    #expect(bitmap[22, 24] == 0x8000_0080 && bitmap[12, 22] == 0 && bitmap[13, 22] == 0x8000_0080)
    #expect(bitmap[15, 15] == 0xFFFF_0000)
    #expect(bitmap[23, 20] == 0 && bitmap[20, 25] == 0)
  }

  @Test("Background filters see nothing of the last frame under what is opaque in front")
  func staleBackground() throws {
    let renderer = try Renderer(size: CGSize(width: 80, height: 40))
    let layers = (0..<3).map { _ in Layer() }
    for layer in layers {
      layer.frame = CGRect(x: 0, y: 0, width: 80, height: 40)
      renderer.layer.addSublayer(layer)
    }
    layers[0].backgroundColor = .red
    layers[1].backgroundFilters = [.gaussianBlur(radius: 3)]
    layers[2].backgroundColor = .green
    layers[2].frame.size.width = 40
    #expect(try renderer.render(at: 0).bitmap[42, 20] == 0xFFFF_0000)
    Transaction.run(disableActions: true) { layers[0].isHidden = true }
    #expect(try renderer.render(at: 1).bitmap[42, 20] == 0)
  }

  @Test("14.6: the default offset lies above, as y grows downwards")
  func defaultOffset() throws {
    let bitmap = try layerPicture(40, 40) {
      square($0, 10, 10, 20)
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
    }
    #expect(bitmap[20, 7] == 0xFF00_0000 && bitmap[20, 6] == 0 && bitmap[20, 30] == 0)
  }

  @Test("14.6: a blurred shadow falls off as the Gaussian's integral", arguments: [1.0, 2.5, 6])
  func blurredEdge(radius: Double) throws {
    let bitmap = try layerPicture(120, 100) {
      square($0, -100, -100, 160)
      $0.backgroundColor = Color.black
      $0.shadowOpacity = 1
      $0.shadowRadius = radius
      $0.shadowOffset = CGSize(width: 30, height: 0)
    }
    // The edge of the shadow is at x = 90.
    for x in 60..<118 {
      let expected = 0.5 * erfc((Double(x) + 0.5 - 90) / (radius * 2.0.squareRoot())) * 255
      #expect(abs(Double(bitmap[x, 20] >> 24) - expected) <= 1.5, "at \(x)")
    }
  }

  @Test("14.6: a sublayer outside widens the shadow; one that is shown by nothing casts none")
  func subtreeShadow() throws {
    let bitmap = try layerPicture(80, 40) {
      square($0, 10, 10, 10)
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = CGSize(width: 0, height: 12)
      let child = Layer()
      child.frame = CGRect(x: 10, y: 0, width: 20, height: 5)
      child.backgroundColor = .green
      $0.addSublayer(child)
    }
    #expect(bitmap[39, 22] == 0xFF00_0000 && bitmap[40, 22] == 0 && bitmap[39, 27] == 0)
    #expect(bitmap[15, 31] == 0xFF00_0000 && bitmap[25, 12] == 0xFF00_FF00)
    let empty = try layerPicture(40, 40) {
      $0.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
      $0.shadowOpacity = 1
    }
    #expect(empty.pixels.allSatisfy { $0 == 0 })
  }

  @Test("14.6: a path casts the shadow instead, by the non-zero rule")
  func pathShadow() throws {
    var path = Path(rect: CGRect(x: 0, y: 20, width: 12, height: 6))
    path.addRect(CGRect(x: 4, y: 22, width: 4, height: 2))
    let bitmap = try layerPicture(40, 40) {
      square($0, 5, 5, 10)
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = .zero
      $0.shadowPath = path
    }
    #expect(bitmap[16, 30] == 0xFF00_0000 && bitmap[10, 28] == 0xFF00_0000)
    #expect(bitmap[17, 30] == 0 && bitmap[10, 31] == 0 && bitmap[10, 10] == 0xFFFF_0000)
  }

  @Test("14.6: masksToBounds on the same layer cuts the shadow away")
  func clippedShadow() throws {
    for radius: CGFloat in [0, 4] {
      let bitmap = try layerPicture(40, 40) {
        square($0, 10, 10, 10)
        $0.cornerRadius = radius
        $0.shadowOpacity = 1
        $0.masksToBounds = true
      }
      #expect(bitmap[9, 15] == 0 && bitmap[15, 8] == 0 && bitmap[15, 15] == 0xFFFF_0000)
    }
  }

  @Test("14.6: opacity acts on the layer and its shadow together")
  func translucentShadow() throws {
    let bitmap = try layerPicture(40, 40) {
      square($0, 10, 10, 10)
      $0.shadowOpacity = 0.5
      $0.shadowRadius = 0
      $0.shadowOffset = CGSize(width: 5, height: 5)
      $0.opacity = 0.5
    }
    #expect(bitmap[22, 22] == 0x4000_0000 && bitmap[12, 12] == 0x8080_0000)
    // Where the layer covers it the shadow does not shine through.
    #expect(bitmap[17, 17] == 0x8080_0000)
  }

  @Test("A shadow rotates with its layer, and so does its offset")
  func turnedShadow() throws {
    let bitmap = try layerPicture(60, 60) {
      square($0, 20, 20, 20)
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = CGSize(width: 10, height: 0)
      $0.transform = Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1)
    }
    #expect(bitmap[30, 48] >> 24 == 255 && bitmap[30, 52] == 0 && bitmap[45, 30] == 0)
  }

  @Test("A shadow is damaged with its layer, old place and new")
  func shadowDamage() throws {
    let renderer = try Renderer(size: CGSize(width: 200, height: 200))
    let card = Layer()
    square(card, 20, 20, 20)
    card.shadowOpacity = 1
    card.shadowRadius = 2
    card.shadowOffset = CGSize(width: 0, height: 4)
    renderer.layer.addSublayer(card)
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { card.shadowOpacity = 0 }
    let frame = try renderer.render(at: 0)
    // Six pixels around, four further down; the layer itself ends at 20.
    #expect(frame.damage.rects == [PixelRect(minX: 14, minY: 18, maxX: 46, maxY: 50)])
    Transaction.run(disableActions: true) {
      let child = Layer()
      child.frame = CGRect(x: 100, y: 0, width: 10, height: 10)
      child.backgroundColor = .green
      card.addSublayer(child)
      card.shadowOpacity = 1
    }
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { card.sublayers?[0].backgroundColor = .blue }
    #expect(
      try renderer.render(at: 0).damage.rects
        == [PixelRect(minX: 114, minY: 18, maxX: 136, maxY: 40)])
  }

  @Test("A shadow of a layer outside the frame falls into it")
  func shadowFromOutside() throws {
    let bitmap = try layerPicture(30, 30) {
      square($0, -25, 5, 20)
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = CGSize(width: 12, height: 0)
    }
    #expect(bitmap[6, 10] == 0xFF00_0000 && bitmap[7, 10] == 0)
    let child = try layerPicture(30, 30) {
      square($0, -25, 5, 20)
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = CGSize(width: 12, height: 0)
      $0.addSublayer(Layer())
    }
    #expect(child.difference(from: bitmap) == nil)
  }

  // MARK: - Filters

  @Test("A blur spreads what is drawn, past the bounds, and keeps its amount")
  func blur() throws {
    let bitmap = try layerPicture(60, 60) {
      square($0, 20, 20, 20)
      $0.filters = [.gaussianBlur(radius: 3)]
    }
    for x in 8..<52 {
      func below(_ edge: Double) -> Double {
        0.5 * erfc((edge - Double(x) - 0.5) / (3 * 2.0.squareRoot()))
      }
      let expected = (below(20) - below(40)) * 255
      #expect(abs(Double(bitmap[x, 30] >> 24) - expected) <= 1.5, "at \(x)")
      #expect(bitmap[x, 30] >> 24 == bitmap[x, 30] >> 16 & 255)
    }
    let sum = bitmap.pixels.reduce(0) { $0 + Int($1 >> 24) }
    #expect(abs(sum - 400 * 255) < 1_000)
  }

  @Test("A frame's report counts blurs, the pixels that they read, and offscreen pixels")
  func countedBlurs() throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    square(renderer.layer, 0, 0, 80)
    #expect(try renderer.render(at: 0).report.operations.offscreenPixels == 0)
    let layer = Layer()
    square(layer, 30, 20, 20)
    layer.filters = [.gaussianBlur(radius: 3)]
    Transaction.run(disableActions: true) { renderer.layer.addSublayer(layer) }
    let counts = try renderer.render(at: 1).report.operations
    // A blur of 3 reaches 9 pixels: 38 x 38 are seen, and 56 x 56 matter for them.
    #expect(counts.blurs == 1)
    let (seen, read) = (38 * 38, 56 * 56)
    #expect(counts.blurredPixels >= seen && counts.blurredPixels <= seen + read)
    #expect(counts.offscreenPixels >= 20 * 20 && counts.offscreenPixels <= 8 * read)
    Transaction.run(disableActions: true) { layer.filters = [] }
    #expect(try renderer.render(at: 2).report.operations.blurs == 0)
  }

  @Test("masksToBounds clips what a blur spreads, at rounded and rotated edges, too")
  func clippedBlur() throws {
    let round = try layerPicture(60, 60) {
      square($0, 20, 20, 20)
      $0.cornerRadius = 10
      $0.filters = [.gaussianBlur(radius: 4)]
      $0.masksToBounds = true
    }
    #expect(round[21, 21] == 0 && round[38, 38] == 0 && round[30, 30] >> 24 > 128)
    let turned = try layerPicture(60, 60) {
      square($0, 20, 20, 20)
      $0.setAffineTransform(Transform2D(rotationAngle: .pi / 4))
      $0.filters = [.gaussianBlur(radius: 4)]
      $0.masksToBounds = true
    }
    #expect(turned[20, 20] == 0 && turned[39, 39] == 0 && turned[30, 30] >> 24 > 128)
  }

  @Test("Colour filters act on the colours themselves, not on what alpha makes of them")
  func colors() throws {
    func filtered(_ color: Color, _ filter: Filter) throws -> UInt32 {
      try layerPicture(4, 4) {
        square($0, 0, 0, 4)
        $0.backgroundColor = color
        $0.filters = [filter]
      }[2, 2]
    }
    let orange = Color(rgb: 0xFF8040)
    #expect(try filtered(orange, .invert) == 0xFF00_7FBF)
    #expect(try filtered(orange.withAlpha(0.2), .invert) == 0x3300_1926)
    #expect(try filtered(orange, .brightness(0.25)) == 0xFFFF_C080)
    #expect(try filtered(orange, .contrast(0.5)) == 0xFFBF_8060)
    // 0.213, 0.715 and 0.072 of the three.
    #expect(try filtered(orange, .saturation(0)) == 0xFF96_9696)
    #expect(try filtered(orange, .saturation(1)) == 0xFFFF_8040)
    #expect(try filtered(orange, .sepia(0)) == 0xFFFF_8040)
    #expect(try filtered(orange, .sepia(1)) == 0xFFD3_BC92)
    let swap = ColorMatrix([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0])
    #expect(try filtered(orange, .colorMatrix(swap)) == 0x8020_4080)
  }

  @Test("Filters act one after the other, and those that are not enabled do not")
  func order() throws {
    func pixel(_ filters: [Filter]) throws -> UInt32 {
      try layerPicture(4, 4) {
        square($0, 0, 0, 4)
        $0.filters = filters
      }[2, 2]
    }
    #expect(try pixel([.invert, .brightness(0.2)]) == 0xFF33_FFFF)
    #expect(try pixel([.brightness(0.2), .invert]) == 0xFF00_CCCC)
    var off = Filter.invert
    off.isEnabled = false
    #expect(try pixel([off]) == 0xFFFF_0000)
  }

  @Test("14.1: the border and the sublayers are filtered too, the shadow with them")
  func filteredSubtree() throws {
    let bitmap = try layerPicture(40, 40) {
      square($0, 10, 10, 10)
      $0.borderWidth = 2
      $0.borderColor = .white
      $0.shadowOpacity = 1
      $0.shadowRadius = 0
      $0.shadowOffset = CGSize(width: 15, height: 0)
      $0.filters = [.invert]
      let child = Layer()
      child.frame = CGRect(x: 3, y: 3, width: 4, height: 4)
      child.backgroundColor = .green
      $0.addSublayer(child)
    }
    #expect(bitmap[10, 10] == 0xFF00_0000 && bitmap[12, 12] == 0xFF00_FFFF)
    #expect(bitmap[14, 14] == 0xFFFF_00FF && bitmap[30, 15] == 0xFFFF_FFFF && bitmap[5, 5] == 0)
  }

  // MARK: - What is behind

  @Test("Background filters change what is behind the bounds and corners, under the layer")
  func backdrop() throws {
    let renderer = try Renderer(size: CGSize(width: 60, height: 40))
    renderer.layer.backgroundColor = .white
    let stripe = Layer()
    stripe.frame = CGRect(x: 0, y: 0, width: 30, height: 40)
    stripe.backgroundColor = .black
    let glass = Layer()
    glass.frame = CGRect(x: 10, y: 10, width: 40, height: 20)
    glass.backgroundFilters = [.gaussianBlur(radius: 3)]
    renderer.layer.sublayers = [stripe, glass]
    let bitmap = try renderer.render(at: 0).bitmap
    for x in 10..<50 {
      let expected = 0.5 * erfc((30 - Double(x) - 0.5) / (3 * 2.0.squareRoot())) * 255
      #expect(abs(Double(bitmap[x, 20] & 255) - expected) <= 1.5, "at \(x)")
    }
    #expect(bitmap[29, 9] == 0xFF00_0000 && bitmap[30, 30] == 0xFFFF_FFFF)
    Transaction.run(disableActions: true) {
      glass.backgroundFilters = [.invert]
      glass.cornerRadius = 10
    }
    let inverted = try renderer.render(at: 0).bitmap
    #expect(inverted[20, 20] == 0xFFFF_FFFF && inverted[40, 20] == 0xFF00_0000)
    #expect(inverted[10, 10] == 0xFF00_0000 && inverted[49, 29] == 0xFFFF_FFFF)
    Transaction.run(disableActions: true) {
      glass.opacity = 0.5
      glass.backgroundColor = .red
    }
    let half = try renderer.render(at: 0).bitmap
    // Half of white in place of black, and half of red over that.
    #expect(half[20, 20] == 0xFFC0_4040)
  }

  @Test("What moves behind a background blur damages no more than its reach, inside the layer")
  func backdropDamage() throws {
    let renderer = try Renderer(size: CGSize(width: 300, height: 300))
    renderer.layer.backgroundColor = .white
    let dot = Layer()
    dot.frame = CGRect(x: 55, y: 100, width: 4, height: 4)
    dot.backgroundColor = .black
    let glass = Layer()
    glass.frame = CGRect(x: 60, y: 0, width: 200, height: 300)
    glass.backgroundFilters = [.gaussianBlur(radius: 2)]
    renderer.layer.sublayers = [dot, glass]
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { dot.backgroundColor = .red }
    let frame = try renderer.render(at: 0)
    #expect(frame.damage.area == 4 * 4 + 5 * 16)
    let whole = try Compositor(width: 300, height: 300).render(renderer.commit(at: 0), at: 0)
    #expect(whole.bitmap.difference(from: frame.bitmap) == nil)
    #expect(frame.bitmap[60, 101] != 0xFFFF_FFFF)
  }

  @Test("A background blur is the same in bands while its layer fades away")
  func fadingBackdrop() throws {
    let renderer = try Renderer(size: CGSize(width: 60, height: 40))
    renderer.layer.backgroundColor = Color(rgb: 0xCA3E63)
    let glass = Layer()
    glass.frame = CGRect(x: 12, y: 9, width: 28, height: 17)
    glass.backgroundFilters = [.gaussianBlur(radius: 2)]
    renderer.layer.addSublayer(glass)
    _ = try renderer.render(at: 0)
    glass.removeFromSuperlayer()
    let tree = renderer.commit(at: 0)
    let whole = try Compositor(width: 60, height: 40).render(tree, at: 0.1).bitmap
    let banded = try Compositor(width: 60, height: 40)
    (banded.options.bands, banded.options.bandThreshold) = (5, 1)
    #expect(try banded.render(tree, at: 0.1).bitmap.difference(from: whole) == nil)
  }
}
