import Foundation
import Lamina
import LaminaTestSupport
import ReferenceRenderer
import Testing

/// The blending of a layer with its backdrop.
@Suite("Blend modes")
struct BlendModeTests {
  /// Alpha, red, green and blue of a pixel, from 0 to 1.
  private func components(_ pixel: UInt32) -> [Double] {
    [24, 16, 8, 0].map { Double(pixel >> $0 & 255) / 255 }
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
      let bitmap = try layerPicture(8, 4, background: back) {
        square($0, 0, 0, 4)
        $0.backgroundColor = front
        $0.compositingFilter = mode
      }
      let expected = ReferenceBlending.composed(
        mode, components(front.premultipliedPixel), components(back.premultipliedPixel))
      for (actual, component) in zip(components(bitmap[2, 2]), expected) {
        #expect(
          abs(actual - component) <= 3 / 255,
          "\(hex(bitmap[2, 2])) of \(front) on \(back): \(expected)")
      }
      // Beside the layer nothing has changed.
      #expect(bitmap[6, 2] == back.premultipliedPixel)
    }
  }

  @Test("A blend mode meets what is in the innermost group, with the layer's opacity")
  func groupedMode() throws {
    let renderer = try Renderer(size: CGSize(width: 10, height: 10))
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
    let half = try layerPicture(10, 10, background: .white) {
      square($0, 0, 0, 10)
      $0.backgroundColor = .black
      $0.compositingFilter = .multiply
      $0.opacity = 0.5
    }
    #expect(half[5, 5] == 0xFF7F_7F7F)
  }

  @Test("A translucent layer's blend mode acts on what opacity leaves of it, also over nothing")
  func translucentMode() throws {
    for mode in BlendMode.allCases where ![.sourceAtop, .destinationOut].contains(mode) {
      let bitmap = try layerPicture(8, 4) {
        square($0, 0, 0, 4)
        $0.backgroundColor = Color(rgb: 0x9966CC)
        $0.compositingFilter = mode
        $0.opacity = 0.4
      }
      // Over nothing the layer stays as it is, times 102/255.
      #expect(bitmap[2, 2] == 0x663D_2952, "\(mode)")
    }
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
