import Foundation
import Lamina
import LaminaTestSupport
import LaminaText
import Testing

@Suite("Animations of a text") struct TextAnimationTests {
  private func live(_ layer: TextLayer) throws -> Renderer {
    let renderer = try Renderer(size: CGSize(width: 200, height: 60))
    layer.frame.origin = .zero
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    return renderer
  }

  @Test("are implicit for the size and the colour, as Core Animation's, and for nothing else")
  func implicit() throws {
    let layer = TextLayer("one", size: 20)
    #expect(layer.action(forKey: "fontSize") == nil)
    let renderer = try live(layer)
    Transaction.run(duration: 0.7, timingFunction: .linear) {
      layer.fontSize = 30
      layer.foregroundColor = .red
    }
    layer.font = .monospace
    layer.isWrapped = true
    layer.truncationMode = .end
    layer.alignmentMode = .right
    layer.string = "two"
    renderer.commit(at: 0)
    // The new picture of the text fades in like all contents.
    #expect(layer.animationKeys() == ["fontSize", "foregroundColor", "contents"])
    let size = try #require(layer.animation(forKey: "fontSize") as? BasicAnimation)
    #expect(size.fromValue as? CGFloat == 20)
    #expect(size.toValue == nil)
    #expect(size.duration == 0.7)
    #expect(size.timingFunction == .linear)
    #expect(size.fillMode == .backwards)
    let color = try #require(layer.animation(forKey: "foregroundColor") as? BasicAnimation)
    #expect(color.fromValue as? Color == .white)
  }

  @Test("have the transaction's default duration and curve")
  func defaults() throws {
    let layer = TextLayer("one")
    let renderer = try live(layer)
    layer.fontSize = 31
    let animation = try #require(layer.animation(forKey: "fontSize") as? BasicAnimation)
    #expect(animation.duration == 0.25)
    #expect(animation.timingFunction == .default)
    renderer.commit(at: 0)
  }

  @Test("are not made where someone has a say, where actions are disabled, or from no colour")
  func searched() throws {
    let layer = TextLayer("one")
    layer.foregroundColor = nil
    layer.actions = ["fontSize": NoAction()]
    let renderer = try live(layer)
    layer.fontSize = 31
    layer.foregroundColor = .red
    #expect(layer.animationKeys() == nil)
    layer.actions = nil
    Transaction.run(disableActions: true) { layer.fontSize = 32 }
    #expect(layer.animationKeys() == nil)
    renderer.commit(at: 0)
  }

  @Test("draw the value of each moment")
  func drawn() throws {
    let layer = TextLayer("Hi", size: 20)
    let renderer = try live(layer)
    Transaction.run(duration: 1, timingFunction: .linear) {
      layer.fontSize = 40
      layer.foregroundColor = Color(red: 1, green: 0, blue: 0)
    }
    renderer.commit(at: 10)
    func expectation(_ size: CGFloat, _ color: Color) throws -> String {
      let still = TextLayer("Hi", size: size)
      still.foregroundColor = color
      return try #require(still.picture).fingerprint
    }
    for part in [0.25, 0.5, 0.75] {
      renderer.commit(at: 10 + part)
      let size = try #require(layer.presentation()).fontSize
      #expect(size == 20 + 20 * CGFloat(part))
      let frame = try renderer.render(at: 10 + part)
      let expected = try expectation(
        20 + 20 * part, Color(red: 1, green: 1 - part, blue: 1 - part))
      #expect(frame.bitmap.fingerprint == expected, "\(part)")
    }
    renderer.commit(at: 12)
    #expect(try renderer.render(at: 12).bitmap.fingerprint == expectation(40, .red))
    #expect(layer.animationKeys() == nil)
  }
}
