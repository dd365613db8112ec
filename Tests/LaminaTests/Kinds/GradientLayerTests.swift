import Foundation
import Lamina
import Testing

@Suite("A gradient layer's properties")
struct GradientLayerTests {
  @Test("have Core Animation's defaults")
  func defaults() {
    let layer = GradientLayer()
    #expect(layer.colors == nil && layer.locations == nil)
    #expect(layer.startPoint == CGPoint(x: 0.5, y: 0))
    #expect(layer.endPoint == CGPoint(x: 0.5, y: 1))
    #expect(layer.type == .axial)
    #expect(
      GradientLayer.defaultValue(forKey: "endPoint") as? CGPoint == CGPoint(x: 0.5, y: 1))
    #expect(GradientLayer.defaultValue(forKey: "colors") == nil)
    #expect(layer.debugDescription == "GradientLayer (0, 0, 0, 0)")
  }

  @Test("2.6: animate implicitly where there was a value")
  func implicit() throws {
    let layer = GradientLayer()
    let scene = try LiveScene(layer)
    layer.colors = [.red, .blue]
    layer.locations = [0, 1]
    layer.type = .radial
    #expect(layer.animationKeys() == nil)
    layer.colors = [.red, .green]
    layer.locations = [0, 0.5]
    layer.startPoint = CGPoint(x: 0.25, y: 0.5)
    layer.endPoint.x = 0.75
    #expect(layer.animationKeys() == ["colors", "locations", "startPoint", "endPoint"])
    let animation = layer.animation(forKey: "colors") as? BasicAnimation
    #expect(animation?.fromValue as? [Color] == [.red, .blue])
    scene.renderer.commit(at: 1)
  }

  @Test("16: are read and set by their names and the parts of them")
  func names() {
    let layer = GradientLayer()
    layer.setValue([Color.red, Color.green], forKey: "colors")
    layer.setValue([0, 0.25], forKey: "locations")
    layer.setValue(0.125, forKeyPath: "startPoint.x")
    layer.setValue(CGPoint(x: 2, y: 3), forKey: "endPoint")
    layer.setValue("conic", forKey: "type")
    #expect(layer.colors == [.red, .green] && layer.locations == [0, 0.25])
    #expect(layer.startPoint == CGPoint(x: 0.125, y: 0))
    #expect(layer.endPoint == CGPoint(x: 2, y: 3) && layer.type == .conic)
    #expect(layer.value(forKeyPath: "endPoint.y") as? Double == 3)
    #expect(layer.value(forKey: "type") as? String == "conic")
    layer.setValue([Color](), forKey: "colors")
    #expect(layer.colors == [])
    layer.setValue(nil, forKey: "colors")
    layer.setValue(nil, forKey: "locations")
    layer.setValue("spiral", forKey: "type")
    #expect(layer.colors == nil && layer.locations == nil && layer.type == .axial)
  }

  @Test("are presented with their animations")
  func presentation() throws {
    let layer = GradientLayer()
    layer.colors = [.red, .black]
    let scene = try LiveScene(layer)
    Transaction.run(duration: 4, timingFunction: .linear) {
      layer.colors = [.black, .white]
      layer.endPoint = CGPoint(x: 4.5, y: 1)
    }
    scene.renderer.commit(at: 10)
    scene.renderer.commit(at: 11)
    let seen = try #require(layer.presentation())
    #expect(seen.colors == [Color(red: 0.75, green: 0, blue: 0), Color(white: 0.25)])
    #expect(seen.endPoint == CGPoint(x: 1.5, y: 1))
  }

  @Test(
    "refuse numbers that are not finite, in a sentence",
    arguments: ["colors", "locations", "startPoint", "endPoint"])
  func refusal(key: String) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [key] in
      let layer = GradientLayer()
      layer.name = "sky"
      switch key {
      case "colors": layer.colors = [.red, Color(white: .nan)]
      case "locations": layer.locations = [0, .infinity]
      case "startPoint": layer.startPoint.y = .nan
      default: layer.endPoint = CGPoint(x: -.infinity, y: 0)
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("GradientLayer \"sky\": \(key) must be"), "\(message.suffix(300))")
  }
}
