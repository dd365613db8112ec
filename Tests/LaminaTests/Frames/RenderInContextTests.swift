import Foundation
import Lamina
import Testing

@Suite("Drawing a layer into a context")
struct RenderInContextTests {
  /// The scene of rule 14.2 without its border: red 40 x 30, green 10 x 10 inside, opacity 0.5.
  private func scene() -> Layer {
    let layer = Layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    layer.backgroundColor = .red
    layer.opacity = 0.5
    let inner = Layer()
    inner.frame = CGRect(x: 5, y: 7, width: 10, height: 10)
    inner.backgroundColor = .green
    layer.addSublayer(inner)
    return layer
  }

  @Test("14.16: leaves out the position and the transform, and applies the opacity to the group")
  func ownSpace() throws {
    let layer = scene()
    layer.position = CGPoint(x: 500, y: 400)
    layer.transform = Transform3D(rotation: 1, x: 0, y: 0, z: 1)
    let context = try DrawingContext(width: 50, height: 40)
    layer.render(in: context)
    let picture = context.makeBitmap()
    #expect(picture[0, 0] == 0x8080_0000)
    #expect(picture[6, 8] == 0x8000_8000)
    #expect(picture[39, 29] == 0x8080_0000)
    #expect(picture[40, 29] == 0)
    #expect(picture[39, 30] == 0)
  }

  @Test("goes through the context's transform, clip and alpha, and blends over what is there")
  func contextState() throws {
    let layer = scene()
    layer.opacity = 1
    let context = try DrawingContext(width: 100, height: 80, background: .white)
    context.translateBy(x: 3, y: 5)
    context.scaleBy(x: 2, y: 2)
    context.clip(to: CGRect(x: 0, y: 0, width: 12, height: 30))
    context.alpha = 128.0 / 255
    layer.render(in: context)
    let picture = context.makeBitmap()
    #expect(picture[2, 5] == 0xFFFF_FFFF)
    #expect(picture[3, 5] == 0xFFFF_7F7F)
    #expect(picture[3 + 10, 5 + 14] == 0xFF7F_FF7F)
    #expect(picture[3 + 23, 5] == 0xFFFF_7F7F)
    #expect(picture[3 + 24, 5] == 0xFFFF_FFFF)
  }

  @Test("gives the pixels of a frame of the same tree")
  func sameAsFrame() throws {
    let layer = scene()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    let turned = Layer()
    turned.frame = CGRect(x: 12, y: 4, width: 20, height: 9)
    turned.transform = Transform3D(rotation: 0.4, x: 0, y: 0, z: 1)
    turned.backgroundColor = .blue
    turned.masksToBounds = true
    let cut = Layer()
    cut.frame = CGRect(x: 10, y: -5, width: 30, height: 9)
    cut.backgroundColor = .yellow
    turned.addSublayer(cut)
    layer.addSublayer(turned)
    let context = try DrawingContext(width: 40, height: 30)
    layer.render(in: context)
    let renderer = try Renderer(layer: layer, width: 40, height: 30)
    #expect(try renderer.render(at: 0).bitmap == context.makeBitmap())
  }
}
