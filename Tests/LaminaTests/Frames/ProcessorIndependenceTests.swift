import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Pictures whose bytes are written down. The same must come out of the engine's SSE2 loops, of
/// the portable code in their place, and of every variant of pixman.
///
/// No sine, cosine or power is in them, in which the processors' mathematics libraries may differ.
@Suite("Processor independence")
struct ProcessorIndependenceTests {
  private static func box(_ numbers: inout SeededGenerator, largest: Int) -> Layer {
    let layer = Layer()
    layer.frame = CGRect(
      x: numbers.integer(in: -30...300), y: numbers.integer(in: -20...190),
      width: numbers.integer(in: 1...largest), height: numbers.integer(in: 1...largest))
    switch numbers.below(5) {
    case 0: layer.backgroundColor = Color(rgb: UInt32(numbers.below(1 << 24)))
    case 1: layer.contents = numbers.pick(TestBitmaps.all)
    case 2:
      // One of the small ones, pixel for pixel.
      layer.contents = TestBitmaps.all[numbers.below(4)]
      layer.contentsGravity = .topLeft
    default:
      layer.backgroundColor = Color(rgb: UInt32(numbers.below(1 << 24)))
        .withAlpha(Double(numbers.below(256)) / 255)
    }
    return layer
  }

  @Test("boxes, bitmaps and groups have these bytes, drawn whole and in part")
  func boxes() throws {
    var numbers = SeededGenerator(seed: 11)
    let renderer = try Renderer(size: CGSize(width: 301, height: 197))
    renderer.layer.backgroundColor = .white
    for number in 0..<1_300 {
      // All chunks but the first hold small boxes only.
      let layer = Self.box(&numbers, largest: number < 100 ? 290 : 21)
      if number % 37 == 0 {
        layer.opacity = Float(1 + numbers.below(254)) / 255
        layer.masksToBounds = numbers.chance(50)
        for _ in 0..<3 { layer.addSublayer(Self.box(&numbers, largest: 40)) }
      }
      renderer.layer.addSublayer(layer)
    }
    let whole = try renderer.render(at: 0).bitmap
    #expect(whole.fingerprint == "301x197 cfdd1f70caad3a5b")
    for time in 1...20 {
      Transaction.run(disableActions: true) {
        let layer = numbers.pick(renderer.layer.sublayers ?? [])
        layer.position.x += CGFloat(numbers.integer(in: -25...25))
        layer.position.y += CGFloat(numbers.integer(in: -25...25))
      }
      _ = try renderer.render(at: Double(time))
    }
    let inPart = try renderer.render(at: 21).bitmap
    #expect(inPart.fingerprint == "301x197 94c78bdd6f6ed14e")
  }

  @Test("layers that are sheared and in perspective have these bytes")
  func turned() throws {
    var numbers = SeededGenerator(seed: 12)
    let renderer = try Renderer(size: CGSize(width: 301, height: 197))
    renderer.layer.backgroundColor = .gray
    renderer.layer.sublayerTransform.m34 = -1 / 256
    for _ in 0..<40 {
      let layer = Self.box(&numbers, largest: 90)
      layer.transform.m12 = CGFloat(numbers.integer(in: -8...8)) / 8
      layer.transform.m21 = CGFloat(numbers.integer(in: -8...8)) / 16
      layer.transform.m13 = CGFloat(numbers.integer(in: -8...8)) / 4
      layer.opacity = numbers.chance(30) ? 0.75 : 1
      layer.magnificationFilter = numbers.chance(70) ? .linear : .nearest
      renderer.layer.addSublayer(layer)
    }
    let picture = try renderer.render(at: 0).bitmap
    #expect(picture.fingerprint == "301x197 820833f81ec140b2")
  }

  @Test("a drawing has these bytes")
  func drawing() throws {
    var numbers = SeededGenerator(seed: 13)
    let context = try DrawingContext(width: 301, height: 197, background: Color(white: 0.9))
    func point() -> CGPoint {
      CGPoint(x: numbers.integer(in: -60...1_300), y: numbers.integer(in: -60...900))
    }
    context.scaleBy(x: 0.25, y: 0.25)
    for number in 0..<60 {
      var path = Path()
      path.move(to: point())
      path.addLine(to: point())
      path.addCurve(to: point(), control1: point(), control2: point())
      path.addQuadCurve(to: point(), control: point())
      path.closeSubpath()
      let color = Color(rgb: UInt32(numbers.below(1 << 24)))
      context.fillColor = number % 3 == 0 ? color : color.withAlpha(0.25)
      context.strokeColor = color.withAlpha(number % 4 == 0 ? 1 : 0.5)
      context.lineWidth = CGFloat(numbers.integer(in: 1...40))
      context.lineJoin = number % 2 == 0 ? .miter : .bevel
      switch number % 3 {
      case 0: context.fill(path, rule: .evenOdd)
      case 1: context.stroke(path)
      default:
        let size = CGSize(width: numbers.integer(in: 1...500), height: numbers.integer(in: 1...400))
        context.draw(numbers.pick(TestBitmaps.all), in: CGRect(origin: point(), size: size))
      }
    }
    let picture = context.makeBitmap()
    #expect(picture.fingerprint == "301x197 b8ea37a0b2a968b3")
  }
}
