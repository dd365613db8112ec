import Foundation
import Lamina
import Testing

/// Draws a bar as wide as its level, in points; a level of its own kind, by key.
private final class GaugeLayer: Layer {
  var level: Double {
    get { value(forKey: "level") as? Double ?? 0 }
    set { setValue(newValue, forKey: "level") }
  }
  private(set) var drawings: [Double] = []

  override class func needsDisplay(forKey key: String) -> Bool { key == "level" }

  override func action(forKey key: String) -> (any Action)? {
    guard key == "level" else { return key == "contents" ? nil : super.action(forKey: key) }
    let animation = BasicAnimation(keyPath: key)
    animation.fromValue = presentation()?.level ?? level
    animation.duration = 1
    animation.timingFunction = .linear
    return animation
  }

  override func draw(in context: DrawingContext) {
    (model() as GaugeLayer).drawings.append(level)
    context.fillColor = .red
    context.fill(CGRect(x: 0, y: 0, width: level, height: 1))
  }
}

/// A gauge of 8 x 1 pixels at the top left of a frame.
private struct GaugeScene {
  let renderer: Renderer
  let gauge = GaugeLayer()

  init() throws {
    renderer = try Renderer(size: CGSize(width: 8, height: 2))
    gauge.frame = CGRect(x: 0, y: 0, width: 8, height: 1)
    gauge.level = 2
    renderer.layer.addSublayer(gauge)
    renderer.commit(at: 0)
  }

  /// Returns the width of the bar in a frame, in pixels.
  func width(at time: Double) throws -> Int {
    let bitmap = try renderer.render(at: time).bitmap
    return (0..<8).count { bitmap[$0, 0] == 0xFFFF_0000 }
  }
}

@Suite("Animations of custom keys")
struct OwnKeyAnimationTests {
  @Test("13.8: are seen in presentations, in the type that the model's value has")
  func presentation() throws {
    let scene = try LiveScene()
    let values: [(key: String, from: Any, to: Any)] = [
      ("double", 1.0, 3.0), ("float", Float(1), 3), ("whole", 1, 3), ("length", CGFloat(1), 3),
      ("point", CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 6)), ("text", "a", 3),
    ]
    for (key, value, end) in values {
      scene.layer.setValue(value, forKey: key)
      guard key != "text" else { continue }
      let animation = BasicAnimation(keyPath: key)
      animation.toValue = end
      animation.duration = 4
      scene.layer.add(animation, forKey: key)
    }
    let part = BasicAnimation(keyPath: "point.y")
    part.byValue = 8
    part.isAdditive = true
    part.duration = 4
    scene.layer.add(part, forKey: nil)
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 3)
    let copy = try #require(scene.layer.presentation())
    #expect(copy.value(forKey: "double") as? Double == 2.5)
    #expect(copy.value(forKey: "float") as? Float == 2.5)
    #expect(copy.value(forKey: "whole") as? Int == 2)
    #expect(copy.value(forKey: "length") as? CGFloat == 2.5)
    #expect(copy.value(forKey: "point") as? CGPoint == CGPoint(x: 2.5, y: 11))
    #expect(copy.value(forKeyPath: "point.y") as? Double == 11)
    #expect(copy.value(forKey: "text") as? String == "a")
    #expect(scene.layer.value(forKey: "double") as? Double == 1)
    scene.renderer.commit(at: 5)
    #expect(scene.layer.presentation()?.value(forKey: "double") as? Double == 1)
  }

  @Test("over a key that was never set start from the class's default, or from nothing")
  func unset() throws {
    final class Ring: Layer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "progress" ? Float(0.5) : super.defaultValue(forKey: key)
      }
    }
    let scene = try LiveScene(Ring())
    for (key, from) in [("progress", nil), ("angle", 4.0)] as [(String, Double?)] {
      let animation = BasicAnimation(keyPath: key)
      animation.fromValue = from
      animation.toValue = 1
      animation.duration = 1
      scene.layer.add(animation, forKey: key)
    }
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.5)
    #expect(scene.layer.presentation()?.value(forKey: "progress") as? Float == 0.75)
    #expect(scene.layer.presentation()?.value(forKey: "angle") as? Double == 2.5)
    #expect(scene.layer.value(forKey: "angle") == nil)
  }

  @Test("13.8: draw the layer anew for each frame, with the value of the frame")
  func drawing() throws {
    let scene = try GaugeScene()
    #expect(try scene.width(at: 0) == 2)
    scene.gauge.level = 6
    #expect(scene.gauge.animationKeys() == ["level"])
    #expect(try scene.width(at: 1) == 2)
    #expect(try scene.width(at: 1.25) == 3)
    #expect(scene.renderer.nextFrameTime(after: 1.25) == .now)
    #expect(try scene.width(at: 1.75) == 5)
    #expect(scene.gauge.presentation()?.level == 5)
    #expect(scene.gauge.presentation()?.contents?.pixels.count { $0 != 0 } == 5)
    #expect(scene.gauge.contents?.pixels.count { $0 != 0 } == 6)
    #expect(try scene.width(at: 3) == 6)
    #expect(scene.gauge.drawings == [2, 6, 2, 3, 5])
    #expect(scene.renderer.nextFrameTime(after: 3) == .never)
  }

  @Test("draw nothing anew while their value stays, and again when the layer is displayed")
  func sameValue() throws {
    let scene = try GaugeScene()
    let animation = KeyframeAnimation(keyPath: "level")
    animation.values = [1, 4]
    animation.calculationMode = .discrete
    animation.duration = 2
    scene.gauge.add(animation, forKey: nil)
    #expect(try scene.width(at: 10) == 1)
    #expect(try scene.width(at: 10.5) == 1)
    #expect(scene.gauge.drawings == [2, 1])
    scene.gauge.setNeedsDisplay()
    #expect(try scene.width(at: 10.5) == 1)
    #expect(scene.gauge.drawings == [2, 1, 2, 1])
    #expect(try scene.width(at: 11) == 4)
    #expect(try scene.renderer.render(at: 11.5).damage.isEmpty)
    #expect(try scene.width(at: 13) == 2)
    #expect(scene.gauge.drawings == [2, 1, 2, 1, 4])
  }

  @Test("stop drawing when the layer leaves, and draw what a delegate gives")
  func leaving() throws {
    final class Painter: LayerDelegate {
      func display(_ layer: Layer) -> Bool {
        let level = layer.value(forKey: "level") as? Double ?? 0
        layer.contents = try? Bitmap(
          width: 1, height: 1, pixels: [0xFF00_0000 | UInt32(level)])
        return true
      }
    }
    let scene = try GaugeScene()
    let painter = Painter()
    scene.gauge.delegate = painter
    scene.gauge.setNeedsDisplay()
    scene.renderer.commit(at: 1)
    let animation = BasicAnimation(keyPath: "level")
    animation.fromValue = 16
    animation.toValue = 48
    animation.duration = 1
    scene.gauge.add(animation, forKey: nil)
    _ = try scene.renderer.render(at: 2)
    #expect(try scene.renderer.render(at: 2.5).bitmap[4, 0] == 0xFF00_0020)
    let other = try Renderer(size: CGSize(width: 8, height: 2))
    Transaction.run(disableActions: true) { other.layer.addSublayer(scene.gauge) }
    #expect(try other.render(at: 2.5).bitmap[4, 0] == 0xFF00_0002)
    #expect(try scene.renderer.render(at: 2.5).bitmap[4, 0] == 0)
  }

  @Test("that make the drawing too large are an error of the frame, as long as they do")
  func tooLarge() throws {
    let scene = try GaugeScene()
    scene.gauge.add(
      {
        let animation = BasicAnimation(keyPath: "level")
        animation.toValue = 4
        animation.duration = 40
        return animation
      }(), forKey: "a")
    let scaling = KeyframeAnimation(keyPath: "contentsScale")
    scaling.values = [1, 10_000]
    scaling.calculationMode = .discrete
    scaling.duration = 2
    scene.gauge.add(scaling, forKey: "b")
    _ = try scene.renderer.render(at: 10)
    #expect(throws: RenderError.self) { try scene.renderer.render(at: 11.5) }
    _ = try scene.renderer.render(at: 12.5)
    scene.gauge.add(scaling, forKey: "b")
    _ = try scene.renderer.render(at: 13)
    #expect(throws: RenderError.self) { try scene.renderer.render(at: 14.75) }
    scene.gauge.removeAllAnimations()
    _ = try scene.renderer.render(at: 15)
  }

  @Test("of the wrong kind are refused")
  func wrongKind() async {
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.setValue(CGPoint(x: 1, y: 2), forKey: "focus")
      let animation = BasicAnimation(keyPath: "focus")
      animation.toValue = 3
      layer.add(animation, forKey: nil)
    }
  }
}
