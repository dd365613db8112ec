import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("The cost of effects")
struct EffectCostTests {
  private func nested(_ count: Int, _ prepare: (Layer) -> Void) throws -> (Renderer, Layer) {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    var last = renderer.layer
    for _ in 0..<count {
      let layer = Layer()
      layer.frame = CGRect(x: 1, y: 2, width: 80, height: 60)
      layer.backgroundColor = Color(white: 0.5, alpha: 0.3)
      prepare(layer)
      last.addSublayer(layer)
      last = layer
    }
    return (renderer, last)
  }

  private func expectSameDrawnWhole(_ renderer: Renderer, _ frame: Frame, at time: Double) throws {
    let whole = try Compositor(width: frame.bitmap.width, height: frame.bitmap.height)
      .render(renderer.commit(at: time), at: time)
    #expect(frame.bitmap.pixels == whole.bitmap.pixels)
  }

  @Test("is the pixels of each level, for shadows inside each other", .slow)
  func nestedShadows() throws {
    let (renderer, innermost) = try nested(100) {
      $0.shadowOpacity = 1
      $0.shadowRadius = 3
    }
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { innermost.backgroundColor = .orange }
    let frame = try renderer.render(at: 1)
    try expectSameDrawnWhole(renderer, frame, at: 1)
    // Far from the layers nothing is left of a shadow's shadows: on average 120 pixels on each side
    // count, while 9 for each level are in reach.
    #expect(frame.report.operations.blurredPixels < 100 * 2 * (100 + 240) * (80 + 240))
    #expect(frame.report.operations.pixels < 100 * 3 * (100 + 240) * (80 + 240))
  }

  @Test("is explained by the reach of a blur, or of a shadow, of what turns out to be empty")
  func emptyPictures() throws {
    for isShadow in [false, true] {
      let renderer = try Renderer(size: CGSize(width: 24, height: 18))
      let masked = masked(by: Layer())
      // That its pixels are transparent is found out by drawing them.
      masked.mask?.frame = masked.bounds
      masked.mask?.contents = try Bitmap(width: 1, height: 1, pixels: [0])
      renderer.layer.addSublayer(blurred(masked, isShadow: isShadow))
      let frame = try renderer.render(at: 0)
      #expect(frame.report.operations.blurs == 0)
      var extent = renderer.drawnExtent
      #expect(FrameCost(extent: extent).excess(in: frame.report, rects: 1) == nil)
      extent.blurs = 0
      #expect(FrameCost(extent: extent).excess(in: frame.report, rects: 1) != nil)
    }
  }

  private func masked(by mask: Layer) -> Layer {
    let masked = Layer()
    masked.frame = CGRect(x: -500, y: -500, width: 1000, height: 1000)
    masked.backgroundColor = .red
    masked.addSublayer(Layer())
    masked.mask = mask
    return masked
  }

  private func blurred(_ layer: Layer, isShadow: Bool) -> Layer {
    let result = Layer()
    if isShadow {
      result.shadowOpacity = 1
      result.shadowRadius = 90
    } else {
      result.filters = [.gaussianBlur(radius: 90)]
    }
    result.addSublayer(layer)
    return result
  }

  @Test("is nothing for what an empty mask hides, whatever would blur it or cast its shadow")
  func emptyMasks() throws {
    for isShadow in [false, true] {
      let renderer = try Renderer(size: CGSize(width: 24, height: 18))
      renderer.layer.addSublayer(blurred(masked(by: Layer()), isShadow: isShadow))
      let frame = try renderer.render(at: 0)
      #expect(frame.report.operations.offscreenPixels == 0)
      // The background and the layer's place in it.
      #expect(frame.report.operations.pixels <= 2 * 24 * 18)
    }
  }

  /// A rasterized layer that blurs what is behind it in its own picture, where there is nothing: what
  /// is around the layer has to be drawn whole.
  private func reader(at point: CGPoint) -> Layer {
    let reader = Layer()
    reader.frame = CGRect(origin: point, size: CGSize(width: 1, height: 1))
    reader.shouldRasterize = true
    reader.addSublayer(glass(CGRect(x: 0, y: 0, width: 1, height: 1)))
    return reader
  }

  private func glass(_ frame: CGRect) -> Layer {
    let glass = Layer()
    glass.frame = frame
    glass.backgroundFilters = [.gaussianBlur(radius: 3)]
    return glass
  }

  @Test("is that of what a mask shows, and the picture is that of all of it")
  func masks() throws {
    func frame(readsBelow: Bool) throws -> Frame {
      let renderer = try Renderer(size: CGSize(width: 60, height: 50))
      let mask = Layer()
      mask.frame = CGRect(x: 520, y: 510, width: 9, height: 7)
      mask.backgroundColor = Color(white: 0, alpha: 0.7)
      let masked = masked(by: mask)
      masked.filters = [.gaussianBlur(radius: 2)]
      let spot = Layer()
      spot.frame = CGRect(x: 523, y: 505, width: 40, height: 9)
      spot.backgroundColor = Color(red: 0, green: 0.5, blue: 1, alpha: 0.6)
      masked.addSublayer(spot)
      if readsBelow { masked.addSublayer(reader(at: CGPoint(x: 540, y: 530))) }
      renderer.layer.addSublayer(blurred(masked, isShadow: true))
      let frame = try renderer.render(at: 0)
      try expectSameDrawnWhole(renderer, frame, at: 0)
      return frame
    }
    let (narrow, wide) = (try frame(readsBelow: false), try frame(readsBelow: true))
    #expect(narrow.bitmap.pixels == wide.bitmap.pixels)
    #expect(Set(narrow.bitmap.pixels).count > 20)
    let reach = GaussianBlur(deviation: 2).reach
    // What is blurred, and the result: each once to draw it, and once more to blur it.
    #expect(
      narrow.report.operations.offscreenPixels
        <= 60 * 50 * 2 + 4 * (9 + 2 * reach) * (7 + 2 * reach))
    #expect(wide.report.operations.offscreenPixels > 500 * 500)
  }

  @Test("of a far shadow does not include what is between the shadow and the layer", .slow)
  func farShadows() throws {
    func frame(offset: CGFloat, readsBelow: Bool) throws -> Frame {
      let renderer = try Renderer(size: CGSize(width: 100, height: 80))
      renderer.layer.backgroundColor = .white
      let layer = Layer()
      layer.frame = CGRect(x: 8, y: -offset - 900, width: 70, height: offset + 2000)
      layer.backgroundColor = Color(red: 0.2, green: 0.6, blue: 0.3, alpha: 0.4)
      layer.borderWidth = 6
      layer.borderColor = Color(red: 1, green: 0.3, blue: 0, alpha: 0.5)
      layer.cornerRadius = 20
      layer.opacity = 0.9
      layer.shadowOpacity = 0.8
      layer.shadowOffset = CGSize(width: 11, height: offset)
      layer.filters = [.gaussianBlur(radius: 1)]
      let mask = Layer()
      mask.frame = CGRect(x: 3, y: 0, width: 90, height: offset + 960)
      mask.backgroundColor = Color(white: 0, alpha: 0.9)
      layer.mask = mask
      for (y, alpha) in [(902.0, 0.5), (offset + 913, 0.7), (offset + 70, 0.3)] {
        let spot = Layer()
        spot.frame = CGRect(x: 17, y: y, width: 33, height: 40)
        spot.cornerRadius = 9
        spot.opacity = 0.8
        spot.backgroundColor = Color(red: 0, green: 0.2, blue: 0.9, alpha: alpha)
        spot.addSublayer(Layer())
        layer.addSublayer(spot)
        layer.addSublayer(glass(CGRect(x: 25, y: y + 5, width: 15, height: 20)))
      }
      if readsBelow { layer.addSublayer(reader(at: CGPoint(x: 20, y: offset + 950))) }
      renderer.layer.addSublayer(layer)
      let frame = try renderer.render(at: 0)
      try expectSameDrawnWhole(renderer, frame, at: 0)
      Transaction.run(disableActions: true) { layer.sublayers?.first?.backgroundColor = .orange }
      try expectSameDrawnWhole(renderer, renderer.render(at: 1), at: 1)
      return frame
    }
    for offset in [400.0, 3000, 30_000] as [CGFloat] {
      let near = try frame(offset: offset, readsBelow: false)
      let whole = try frame(offset: offset, readsBelow: true)
      #expect(near.bitmap.pixels == whole.bitmap.pixels)
      #expect(Set(near.bitmap.pixels).count > 50)
      #expect(near.report.operations.offscreenPixels < 10 * 120 * 100)
      #expect(whole.report.operations.offscreenPixels > Int(offset) * 70)
    }
  }

  @Test("is nothing for what only begins to fade in", arguments: [false, true])
  func fades(isEmpty: Bool) throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    let layer = Layer()
    layer.frame = CGRect(x: 10, y: 10, width: 60, height: 40)
    layer.backgroundColor = isEmpty ? nil : Color(red: 1, green: 0, blue: 0.3, alpha: 0.6)
    renderer.layer.addSublayer(layer)
    let before = try renderer.render(at: 0)
    let child = Layer()
    child.frame = CGRect(x: 20, y: 10, width: 70, height: 20)
    child.backgroundColor = .blue
    child.filters = [.gaussianBlur(radius: 3)]
    Transaction.run(duration: 1) { layer.addSublayer(child) }
    let first = try renderer.render(at: 1)
    try expectSameDrawnWhole(renderer, first, at: 1)
    #expect(first.bitmap.pixels == before.bitmap.pixels)
    #expect(first.report.operations.blurs == 0)
    #expect(isEmpty == (first.report.operations.offscreenPixels == 0))
    let later = try renderer.render(at: 1.5)
    try expectSameDrawnWhole(renderer, later, at: 1.5)
    #expect(later.bitmap.pixels != before.bitmap.pixels)
    #expect(later.report.operations.blurs == 1)
  }

  @Test("is no more than what is in reach, whatever the scale above a blur", .slow)
  func scales() throws {
    for scale in [1, 20, 1e3, 1e6, 1e9] {
      for isBehind in [false, true] {
        let renderer = try Renderer(size: CGSize(width: 40, height: 64))
        renderer.layer.backgroundColor = .white
        let layer = Layer()
        layer.frame = CGRect(x: 5, y: 9, width: 20, height: 24)
        layer.backgroundColor = Color(white: 0, alpha: 0.5)
        layer.filters = isBehind ? [] : [.gaussianBlur(radius: 40)]
        layer.backgroundFilters = isBehind ? [.gaussianBlur(radius: 40)] : []
        layer.transform = Transform3D(scaleX: scale, y: scale)
        renderer.layer.addSublayer(layer)
        let frame = try renderer.render(at: 0)
        let reach = GaussianBlur(deviation: .infinity).reach
        let source =
          isBehind
          ? 40 * 64
          : Int(min(scale * 20, 40 + 2 * Double(reach)))
            * Int(min(scale * 24, 64 + 2 * Double(reach)))
        #expect(frame.report.operations.blurredPixels <= source + 40 * 64)
        let cut = CGRect(x: 11, y: 7, width: 3, height: 5)
        let spot = Layer()
        spot.frame = cut
        spot.backgroundColor = .red
        spot.zPosition = -1
        renderer.layer.addSublayer(spot)
        try expectSameDrawnWhole(renderer, renderer.render(at: 9), at: 9)
      }
    }
  }

  @Test(
    "changes no pixel: groups that grow as they are drawn look the same in part and whole", .slow)
  func growing() throws {
    var random = SeededGenerator(seed: 11)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(random.next() % 1024) / 1023 * (range.upperBound - range.lowerBound)
    }
    func makeLayer() -> Layer {
      let layer = Layer()
      layer.frame = CGRect(
        x: number(-40...160), y: number(-30...120), width: number(20...200),
        height: number(10...150))
      layer.backgroundColor = Color(
        red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0.2...1))
      layer.opacity = Float(number(0.5...1))
      switch random.next() % 9 {
      case 0: layer.filters = [.gaussianBlur(radius: number(1...90))]
      case 1: layer.backgroundFilters = [.gaussianBlur(radius: number(1...90)), .saturation(0.3)]
      case 2: layer.compositingFilter = .xor
      case 3: layer.compositingFilter = .multiply
      case 4:
        layer.cornerRadius = 12
        layer.masksToBounds = true
        layer.borderWidth = 3
      case 5:
        let mask = Layer()
        mask.frame = CGRect(x: 5, y: 3, width: 90, height: 70)
        mask.backgroundColor = Color(white: 0, alpha: 0.8)
        layer.mask = mask
      default:
        layer.shadowOpacity = 0.8
        layer.shadowRadius = number(0...30)
      }
      return layer
    }
    for _ in 0..<4 {
      let renderer = try Renderer(size: CGSize(width: 190, height: 150))
      renderer.layer.backgroundColor = .white
      var layers: [Layer] = []
      func fill(_ parent: Layer, _ depth: Int) {
        for _ in 0..<(1 + Int(random.next() % 3)) {
          let child = makeLayer()
          layers.append(child)
          parent.addSublayer(child)
          if depth > 0 { fill(child, depth - 1) }
        }
      }
      fill(renderer.layer, 3)
      _ = try renderer.render(at: 0)
      for time in 1...4 {
        Transaction.run(disableActions: true) {
          let moved = layers[Int(random.next() % UInt64(layers.count))]
          moved.position.x += 7
          moved.position.y -= 3
        }
        renderer.options.bands = time
        renderer.options.bandThreshold = 0
        try expectSameDrawnWhole(
          renderer, renderer.render(at: Double(time)), at: Double(time))
      }
    }
  }
}
