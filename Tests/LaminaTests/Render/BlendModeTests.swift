import Foundation
import Testing

@testable import Lamina

/// How a layer meets what is behind it.
@Suite("Blend modes")
struct BlendModeTests {
  private func picture(
    _ width: Int, _ height: Int, scale: CGFloat = 1, background: Color? = nil,
    _ prepare: (Layer) -> Void
  ) throws -> Bitmap {
    let renderer = try Renderer(width: CGFloat(width), height: CGFloat(height), scale: scale)
    renderer.layer.backgroundColor = background
    let layer = Layer()
    prepare(layer)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  private func square(_ layer: Layer, _ x: CGFloat, _ y: CGFloat, _ side: CGFloat) {
    layer.frame = CGRect(x: x, y: y, width: side, height: side)
    layer.backgroundColor = .red
  }

  /// The formulas of the PDF specification, on components from 0 to 1.
  private func blended(_ mode: BlendMode, _ s: [Double], _ b: [Double]) -> [Double] {
    func hardLight(_ s: Double, _ b: Double) -> Double {
      s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
    func each(_ body: (Double, Double) -> Double) -> [Double] { zip(s, b).map(body) }
    func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
    func sat(_ c: [Double]) -> Double { c.max()! - c.min()! }
    func clip(_ c: [Double]) -> [Double] {
      let l = lum(c)
      let low = c.min()!
      let high = c.max()!
      return c.map { value in
        var value = value
        if low < 0 { value = l + (value - l) * l / (l - low) }
        if high > 1 { value = l + (value - l) * (1 - l) / (high - l) }
        return value
      }
    }
    func setLum(_ c: [Double], _ l: Double) -> [Double] { clip(c.map { $0 + l - lum(c) }) }
    func setSat(_ c: [Double], _ s: Double) -> [Double] {
      let low = c.min()!
      let high = c.max()!
      return c.map { high > low ? ($0 - low) * s / (high - low) : 0 }
    }
    switch mode {
    case .multiply: return each { $0 * $1 }
    case .screen: return each { $0 + $1 - $0 * $1 }
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { $1 == 0 ? 0 : $0 >= 1 ? 1 : min(1, $1 / (1 - $0)) }
    case .colorBurn: return each { $1 >= 1 ? 1 : $0 <= 0 ? 0 : 1 - min(1, (1 - $1) / $0) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { s, b in
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return each { $0 + $1 - 2 * $0 * $1 }
    case .hue: return setLum(setSat(s, sat(b)), lum(b))
    case .saturation: return setLum(setSat(b, sat(s)), lum(b))
    case .color: return setLum(s, lum(b))
    case .luminosity: return setLum(b, lum(s))
    case .sourceAtop, .destinationOver, .destinationOut, .xor, .plusLighter: return s
    }
  }

  /// What a mode makes of two premultiplied pixels, in 255ths: alpha, red, green, blue.
  private func composed(_ mode: BlendMode, _ s: UInt32, _ b: UInt32) -> [Double] {
    func parts(_ pixel: UInt32) -> [Double] {
      [24, 16, 8, 0].map { Double(pixel >> $0 & 255) / 255 }
    }
    let source = parts(s)
    let back = parts(b)
    let (sa, ba) = (source[0], back[0])
    func sum(_ fs: Double, _ fb: Double) -> [Double] {
      zip(source, back).map { min(1, $0 * fs + $1 * fb) * 255 }
    }
    switch mode {
    case .sourceAtop: return sum(ba, 1 - sa)
    case .destinationOver: return sum(1 - ba, 1)
    case .destinationOut: return sum(0, 1 - sa)
    case .xor: return sum(1 - ba, 1 - sa)
    case .plusLighter: return sum(1, 1)
    default: break
    }
    func plain(_ p: [Double]) -> [Double] { p.dropFirst().map { p[0] > 0 ? $0 / p[0] : 0 } }
    let mixed = blended(mode, plain(source), plain(back))
    let alpha = sa + ba - sa * ba
    let colors = (0..<3).map {
      source[$0 + 1] * (1 - ba) + back[$0 + 1] * (1 - sa) + sa * ba * mixed[$0]
    }
    return ([alpha] + colors).map { $0 * 255 }
  }

  @Test("A blend mode is what PDF's formulas say", arguments: BlendMode.allCases)
  func modes(mode: BlendMode) throws {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      func color() -> Color {
        Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF)
          .withAlpha(numbers.pick([1, 1, 0.4, 0.8]))
      }
      let (back, front) = (color(), color())
      let bitmap = try picture(8, 4, background: back) {
        square($0, 0, 0, 4)
        $0.backgroundColor = front
        $0.compositingFilter = mode
      }
      let expected = composed(mode, front.premultipliedPixel, back.premultipliedPixel)
      for (shift, component) in zip([24, 16, 8, 0] as [UInt32], expected) {
        let actual = Double(bitmap[2, 2] >> shift & 255)
        #expect(
          abs(actual - component) <= 3, "\(hex(bitmap[2, 2])) of \(front) on \(back): \(expected)")
      }
      // Beside the layer nothing has changed.
      #expect(bitmap[6, 2] == back.premultipliedPixel)
    }
  }

  @Test("A blend mode meets what is in the innermost group, with the layer's opacity")
  func groupedMode() throws {
    let renderer = try Renderer(width: 10, height: 10)
    renderer.layer.backgroundColor = .white
    let group = Layer()
    group.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    group.filters = [.saturation(1)]
    let front = Layer()
    square(front, 0, 0, 10)
    front.backgroundColor = Color(rgb: 0x808080)
    front.compositingFilter = .multiply
    group.addSublayer(front)
    renderer.layer.addSublayer(group)
    #expect(try renderer.render(at: 0).bitmap[5, 5] == 0xFF80_8080)
    let half = try picture(10, 10, background: .white) {
      square($0, 0, 0, 10)
      $0.backgroundColor = .black
      $0.compositingFilter = .multiply
      $0.opacity = 0.5
    }
    #expect(half[5, 5] == 0xFF7F_7F7F)
  }

  @Test("Core Animation's names of blend modes are known")
  func names() {
    let layer = Layer()
    layer.setValue("multiplyBlendMode", forKey: "compositingFilter")
    #expect(layer.compositingFilter == .multiply)
    #expect(layer.value(forKey: "compositingFilter") as? String == "multiply")
    layer.setValue("no such mode", forKey: "compositingFilter")
    #expect(layer.compositingFilter == nil)
    layer.setValue([Filter.invert], forKey: "filters")
    #expect(layer.filters == [.invert])
  }
}
