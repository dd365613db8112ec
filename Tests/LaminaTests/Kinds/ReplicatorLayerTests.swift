import Foundation
import Lamina
import Testing

@Suite("Replicator layers")
struct ReplicatorLayerTests {
  @Test("have Core Animation's defaults")
  func defaults() {
    let layer = ReplicatorLayer()
    #expect(layer.instanceCount == 1 && !layer.preservesDepth && layer.instanceDelay == 0)
    #expect(layer.instanceTransform.isIdentity && layer.instanceColor == .white)
    #expect(layer.instanceRedOffset == 0 && layer.instanceGreenOffset == 0)
    #expect(layer.instanceBlueOffset == 0 && layer.instanceAlphaOffset == 0)
    #expect(ReplicatorLayer.defaultValue(forKey: "instanceCount") as? Int == 1)
    #expect(ReplicatorLayer.defaultValue(forKey: "instanceColor") as? Color == .white)
    #expect(ReplicatorLayer.defaultValue(forKey: "instanceDelay") == nil)
    #expect(ReplicatorLayer.defaultValue(forKey: "opacity") as? Float == 1)
  }

  @Test("are read and set by name, also in parts")
  func keyedValues() {
    let layer = ReplicatorLayer()
    layer.setValue(5, forKey: "instanceCount")
    layer.setValue(true, forKey: "preservesDepth")
    layer.setValue("0.25", forKey: "instanceDelay")
    layer.setValue(0.5, forKeyPath: "instanceTransform.translation.y")
    layer.setValue(Color.red, forKey: "instanceColor")
    for (index, name) in ["Red", "Green", "Blue", "Alpha"].enumerated() {
      layer.setValue(Double(index) / 4, forKey: "instance\(name)Offset")
    }
    #expect(layer.instanceCount == 5 && layer.preservesDepth && layer.instanceDelay == 0.25)
    #expect(layer.instanceTransform == Transform3D(translationX: 0, y: 0.5))
    #expect(layer.instanceColor == .red && layer.instanceRedOffset == 0)
    #expect(layer.instanceGreenOffset == 0.25 && layer.instanceBlueOffset == 0.5)
    #expect(layer.instanceAlphaOffset == 0.75)
    #expect(layer.value(forKey: "instanceCount") as? Double == 5)
    #expect(layer.value(forKey: "preservesDepth") as? Bool == true)
    #expect(layer.value(forKey: "instanceDelay") as? Double == 0.25)
    layer.setValue(nil, forKey: "instanceColor")
    #expect(layer.instanceColor == nil)
    layer.setValue(1e300, forKey: "instanceCount")
    #expect(layer.instanceCount == 1 << 53)
    layer.setValue(-2.5, forKey: "instanceCount")
    #expect(layer.instanceCount == -3)
  }

  @Test("changes run over the transaction's duration, the count in whole steps")
  func implicitAnimations() throws {
    let layer = ReplicatorLayer()
    let scene = try LiveScene(layer)
    Transaction.run(duration: 2, timingFunction: .linear) {
      layer.instanceCount = 9
      layer.instanceDelay = 3
      layer.instanceColor = .black
      layer.instanceTransform = Transform3D(translationX: 10, y: 20)
      layer.instanceRedOffset = 1
      layer.instanceGreenOffset = 1
      layer.instanceBlueOffset = 1
      layer.instanceAlphaOffset = -1
      layer.preservesDepth = true
    }
    #expect(
      Set(layer.animationKeys() ?? []) == [
        "instanceCount", "instanceDelay", "instanceColor", "instanceTransform",
        "instanceRedOffset", "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset",
      ])
    scene.renderer.commit(at: 0)
    let seen = layer.presentation(at: 0.75)
    #expect(seen.instanceCount == 4 && seen.instanceDelay == 1.125)
    #expect(seen.instanceColor == Color(white: 0.625))
    #expect(seen.instanceTransform == Transform3D(translationX: 3.75, y: 7.5))
    #expect(seen.instanceRedOffset == 0.375 && seen.instanceGreenOffset == 0.375)
    #expect(seen.instanceBlueOffset == 0.375 && seen.instanceAlphaOffset == -0.375)
    #expect(seen.preservesDepth)
  }

  @Test("say in words what changed where instances are damaged")
  func explanation() throws {
    let renderer = try Renderer(size: CGSize(width: 60, height: 20))
    renderer.options.explainsDamage = true
    let replicator = ReplicatorLayer()
    replicator.name = "row"
    replicator.instanceCount = 3
    replicator.instanceTransform = Transform3D(translationX: 20, y: 0)
    let dot = Layer()
    dot.name = "dot"
    dot.frame = CGRect(x: 1, y: 2, width: 5, height: 6)
    dot.backgroundColor = .red
    replicator.addSublayer(dot)
    renderer.layer.addSublayer(replicator)
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { dot.opacity = 0.5 }
    let frame = try renderer.render(at: 0)
    let causes = try #require(frame.explanation).causes
    #expect(causes.count == 1)
    #expect(causes.first?.layer == "Layer \"dot\"")
    #expect(causes.first?.newRect == PixelRect(x: 1, y: 2, width: 45, height: 6))
    #expect(causes.first?.changes.map(\.description).first?.hasPrefix("opacity 1 -> 0.5") == true)
  }
}
