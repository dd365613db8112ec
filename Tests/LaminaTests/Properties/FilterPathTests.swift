import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Values of filters by key paths.
@Suite("A filter's values")
struct FilterPathTests {
  private func layer() -> Layer {
    let layer = Layer()
    layer.filters = [
      .gaussianBlur(radius: 2).named("a.b"), .saturation(0.5).named("tone"),
      .sepia(0.25).named("tone"), .invert.named("turn"), .contrast(3),
    ]
    layer.backgroundFilters = [.brightness(-0.5).named("tone")]
    return layer
  }

  @Test("are read by the filter's name and the name that Core Image has for them")
  func reading() {
    let layer = layer()
    func number(_ path: String) -> Double? { layer.value(forKeyPath: path) as? Double }
    #expect(number("filters.a.b.inputRadius") == 2)
    #expect(number("filters.tone.inputSaturation") == 0.5)
    #expect(number("backgroundFilters.tone.inputBrightness") == -0.5)
    #expect(layer.value(forKeyPath: "filters.turn.enabled") as? Bool == true)
    // The first filter of a name is meant, and has no other keys.
    #expect(layer.value(forKeyPath: "filters.tone.inputIntensity") == nil)
    #expect(layer.value(forKeyPath: "filters.nobody.inputRadius") == nil)
  }

  @Test("are set by these names")
  func setting() {
    let layer = layer()
    layer.setValue(7, forKeyPath: "filters.a.b.inputRadius")
    layer.setValue(false, forKeyPath: "filters.turn.enabled")
    layer.setValue(0.125, forKeyPath: "backgroundFilters.tone.inputBrightness")
    #expect(layer.filters[0].effect == .gaussianBlur(radius: 7) && layer.filters[0].name == "a.b")
    #expect(!layer.filters[3].isEnabled)
    #expect(layer.backgroundFilters[0].effect == .brightness(0.125))
    #expect(layer.filters[1...2] == [.saturation(0.5).named("tone"), .sepia(0.25).named("tone")])
  }

  @Test("that are not finite or not numbers are refused")
  func refusals() async {
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.filters = [.gaussianBlur(radius: 2).named("x")]
      layer.setValue(Double.nan, forKeyPath: "filters.x.inputRadius")
    }
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.filters = [.gaussianBlur(radius: 2).named("x")]
      layer.setValue(Color.red, forKeyPath: "filters.x.inputRadius")
    }
  }

  private func scene() throws -> (Renderer, Layer) {
    let renderer = try Renderer(size: CGSize(width: 20, height: 10))
    renderer.layer.backgroundColor = .white
    let layer = Layer()
    layer.frame = CGRect(x: 3, y: 1, width: 12, height: 7)
    layer.backgroundColor = Color(red: 1, green: 0.5, blue: 0)
    layer.filters = [.saturation(1).named("tone"), .gaussianBlur(radius: 0).named("soft")]
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    return (renderer, layer)
  }

  private func still(_ filters: [Filter]) throws -> Bitmap {
    let (renderer, layer) = try scene()
    Transaction.run(disableActions: true) { layer.filters = filters }
    return try renderer.render(at: 0).bitmap
  }

  @Test("animate explicitly, to every value between")
  func explicitly() throws {
    let (renderer, layer) = try scene()
    let animation = BasicAnimation(keyPath: "filters.soft.inputRadius")
    animation.fromValue = 0
    animation.toValue = 4
    animation.duration = 4
    layer.add(animation, forKey: nil)
    _ = try renderer.render(at: 10)
    let picture = try renderer.render(at: 11).bitmap
    let expected = try still([.saturation(1), .gaussianBlur(radius: 1)])
    #expect(picture.difference(from: expected) == nil)
    #expect(layer.presentation()?.value(forKeyPath: "filters.soft.inputRadius") as? Double == 1)
    #expect(layer.value(forKeyPath: "filters.soft.inputRadius") as? Double == 0)
  }

  @Test("animate implicitly where they are set by themselves, under the key path")
  func implicitly() throws {
    let (renderer, layer) = try scene()
    Transaction.run(duration: 2, timingFunction: .linear) {
      layer.setValue(0, forKeyPath: "filters.tone.inputSaturation")
    }
    #expect(layer.animationKeys() == ["filters.tone.inputSaturation"])
    _ = try renderer.render(at: 10)
    let picture = try renderer.render(at: 11).bitmap
    #expect(picture.difference(from: try still([.saturation(0.5)])) == nil)
    Transaction.run(disableActions: true) {
      layer.setValue(0.75, forKeyPath: "filters.tone.inputSaturation")
    }
    #expect(layer.value(forKeyPath: "filters.tone.inputSaturation") as? Double == 0.75)
  }

  @Test("switch a filter on and off")
  func enabled() throws {
    let (renderer, layer) = try scene()
    Transaction.run(disableActions: true) { layer.filters = [.invert.named("turn")] }
    let inverted = try renderer.render(at: 1).bitmap
    Transaction.run(disableActions: true) {
      layer.setValue(false, forKeyPath: "filters.turn.enabled")
    }
    let picture = try renderer.render(at: 2).bitmap
    #expect(inverted[8, 4] == 0xFF00_7FFF || inverted[8, 4] == 0xFF00_80FF)
    #expect(picture.difference(from: try still([])) == nil)
  }
}
