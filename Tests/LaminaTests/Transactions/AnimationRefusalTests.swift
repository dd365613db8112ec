import Foundation
import Lamina
import Testing

@Suite("Animations that are refused or ignored")
struct AnimationRefusalTests {
  @Test("a point for the opacity is refused, with the layer and the kinds named")
  func wrongKind() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let layer = Layer()
      layer.name = "dial"
      let animation = BasicAnimation(keyPath: "opacity")
      animation.toValue = CGPoint(x: 1, y: 2)
      layer.add(animation, forKey: "fade")
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Layer \"dial\": the animation gives opacity a point"))
  }

  @Test("a colour for a background that has none yet is taken")
  func colourOverNothing() {
    let layer = Layer()
    let animation = BasicAnimation(keyPath: "backgroundColor")
    animation.toValue = Color.red
    layer.add(animation, forKey: nil)
    #expect(layer.animationKeys() == nil)
  }
}
