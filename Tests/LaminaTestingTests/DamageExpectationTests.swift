import Foundation
import Lamina
import LaminaTesting
import Testing

@Suite("Expected damage")
struct DamageExpectationTests {
  private let scene: TestScene
  private let box: Layer

  init() throws { (scene, box) = try TestScene.withBox() }

  @Test("is exactly the rectangles, in any order")
  func met() throws {
    try scene.expectDamage([
      PixelRect(x: 30, y: 30, width: 3, height: 12), PixelRect(x: 20, y: 30, width: 3, height: 12),
    ]) {
      box.position.x += 3
    }
    try scene.expectDamage([]) { box.opacity = 1 }
    try scene.expectDamage([], animating: true) { box.opacity = 0 }
    #expect(box.animationKeys() == ["opacity"])
  }

  @Test("is compared line by line where it is another, and explained")
  func notMet() throws {
    let found = messages {
      try scene.expectDamage([PixelRect(x: 1, y: 2, width: 3, height: 4)]) {
        box.backgroundColor = .blue
      }
    }
    #expect(
      found == [
        """
        the damage at 0 s differs: - is expected, + was found
        - (1, 2, 3, 4)
        + (20, 30, 10, 12)
        it was drawn because of
        Layer "box" (20, 30, 10, 12): backgroundColor #FF0000 -> #0000FF in transaction 2
        """ + linkToPage(line: 28)
      ])
  }
}
