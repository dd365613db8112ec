import Foundation
import Lamina
import Testing

@Suite("Cross-fades of contents")
struct CrossfadeTests {
  @Test("are drawn in proportion to the animation's progress")
  func proportion() throws {
    let renderer = try Renderer(size: CGSize(width: 10, height: 8))
    let layer = Layer()
    layer.frame = CGRect(x: 2, y: 1, width: 4, height: 3)
    layer.contents = try Bitmap(width: 4, height: 3) { _, _ in .red }
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    Transaction.run(duration: 2, timingFunction: .linear) {
      layer.contents = try! Bitmap(width: 4, height: 3) { _, _ in .blue }
    }
    #expect(try renderer.render(at: 10).bitmap[2, 1] == 0xFFFF_0000)
    #expect(try renderer.render(at: 10.5).bitmap[5, 3] == 0xFFBF_0040)
    #expect(try renderer.render(at: 11).bitmap[2, 1] == 0xFF7F_0080)
    #expect(try renderer.render(at: 11).bitmap[6, 1] == 0)
    #expect(try renderer.render(at: 12.5).bitmap[2, 1] == 0xFF00_00FF)
    #expect(
      try renderer.render(at: 10.5).bitmap[2, 1] == 0xFF00_00FF, "the fade was removed at its end")
  }

  @Test("are blended once over the background")
  func overBackground() throws {
    let renderer = try Renderer(size: CGSize(width: 4, height: 4))
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.backgroundColor = .white
    layer.contents = try Bitmap(width: 4, height: 4) { _, _ in .clear }
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    Transaction.run(duration: 1, timingFunction: .linear) {
      layer.contents = try! Bitmap(width: 4, height: 4) { _, _ in .black }
    }
    _ = try renderer.render(at: 0)
    #expect(try renderer.render(at: 0.5).bitmap[1, 2] == 0xFF7F_7F7F)
  }
}
