import Foundation
import Testing

@testable import Lamina

@Suite("A shape layer's properties")
struct ShapeLayerTests {
  @Test("have Core Animation's defaults")
  func defaults() {
    let layer = ShapeLayer()
    #expect(layer.path == nil)
    #expect(layer.fillColor == .black)
    #expect(layer.fillRule == .nonZero)
    #expect(layer.strokeColor == nil)
    #expect(layer.strokeStart == 0 && layer.strokeEnd == 1)
    #expect(layer.lineWidth == 1 && layer.miterLimit == 10)
    #expect(layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.lineDashPattern == nil && layer.lineDashPhase == 0)
    #expect(ShapeLayer.defaultValue(forKey: "strokeEnd") as? CGFloat == 1)
    #expect(ShapeLayer.defaultValue(forKey: "fillColor") as? Color == .black)
    #expect(ShapeLayer.defaultValue(forKey: "strokeStart") == nil)
    #expect(ShapeLayer.defaultValue(forKey: "opacity") as? Float == 1)
  }

  @Test(
    "2.6: animate implicitly, but for the path",
    arguments: DeclaredProperty.animatable.filter {
      ShapeValues.Key(rawValue: $0.name).map { $0 != .path } ?? false
    }.map(\.name))
  func implicit(key: String) throws {
    let layer = ShapeLayer()
    layer.strokeColor = .red
    let scene = try LiveScene(layer)
    #expect((layer.action(forKey: key) as? BasicAnimation)?.keyPath == key)
    let old = try #require(layer.value(forKey: key))
    layer.setValue(key.hasSuffix("Color") ? Color.green : 0.5, forKey: key)
    let animation = try #require(layer.animation(forKey: key) as? BasicAnimation)
    #expect(animation.duration == 0.25 && animation.fillMode == .backwards)
    #expect("\(animation.fromValue ?? "nil")" == "\(old)")
    scene.renderer.commit(at: 5)
  }

  @Test("2.6: of a path, of what switches, and of a colour that was not there start none")
  func noImplicit() throws {
    let layer = ShapeLayer()
    layer.fillColor = nil
    let scene = try LiveScene(layer)
    layer.path = Path(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    layer.fillRule = .evenOdd
    layer.lineCap = .round
    layer.lineJoin = .bevel
    layer.lineDashPattern = [4, 2]
    layer.strokeColor = .red
    layer.fillColor = .green
    #expect(layer.animationKeys() == nil)
    layer.strokeEnd = 0.5
    layer.strokeStart = 0.25
    #expect(layer.animationKeys() == ["strokeEnd", "strokeStart"])
    scene.renderer.commit(at: 1)
    #expect(Layer().action(forKey: "strokeEnd") == nil)
  }

  @Test("14.14: keep what they are given, out of range too")
  func stored() {
    let layer = ShapeLayer()
    layer.strokeStart = -2
    layer.strokeEnd = 7
    layer.lineWidth = -3
    #expect(layer.strokeStart == -2 && layer.strokeEnd == 7 && layer.lineWidth == -3)
  }

  @Test("16: are read and set by their names, and no plain layer has them")
  func names() {
    let layer = ShapeLayer()
    let path = Path(ellipseIn: CGRect(x: 0, y: 1, width: 8, height: 5))
    for (key, value) in [
      ("strokeStart", 0.25), ("strokeEnd", 0.75), ("lineWidth", 4), ("miterLimit", 3),
      ("lineDashPhase", -2),
    ] {
      layer.setValue(value, forKey: key)
      #expect(layer.value(forKey: key) as? Double == value)
    }
    layer.setValue(path, forKey: "path")
    layer.setValue(Color.red, forKey: "strokeColor")
    layer.setValue(nil, forKey: "fillColor")
    layer.setValue("even-odd", forKey: "fillRule")
    layer.setValue(LineCap.square, forKey: "lineCap")
    layer.setValue("round", forKey: "lineJoin")
    layer.setValue([NSNumber(value: 3), NSNumber(value: 1.5)], forKey: "lineDashPattern")
    #expect(layer.path == path && layer.strokeColor == .red && layer.fillColor == nil)
    #expect(layer.fillRule == .evenOdd && layer.lineCap == .square && layer.lineJoin == .round)
    #expect(layer.lineDashPattern == [3, 1.5])
    #expect(layer.value(forKey: "path") as? Path == path)
    #expect(layer.value(forKey: "lineCap") as? String == "square")
    #expect(layer.value(forKey: "lineDashPattern") as? [Double] == [3, 1.5])
    layer.setValue("unheard of", forKey: "lineJoin")
    layer.setValue(nil, forKey: "lineDashPattern")
    layer.setValue(nil, forKey: "lineWidth")
    layer.setValue(nil, forKey: "path")
    #expect(layer.lineJoin == .miter && layer.lineDashPattern == nil)
    #expect(layer.lineWidth == 0 && layer.path == nil)

    let plain = Layer()
    plain.setValue(0.5, forKey: "strokeEnd")
    #expect(plain.value(forKey: "strokeEnd") as? Double == 0.5)
    #expect(plain.values.rare == nil)
  }

  @Test("16.5: take their values from the style where they were not set, and give them back")
  func style() {
    let layer = ShapeLayer()
    layer.lineWidth = 3
    layer.style = [
      "lineWidth": 9, "strokeColor": Color.red, "lineCap": "round", "fillColor": NSNull(),
    ]
    #expect(layer.lineWidth == 3 && layer.strokeColor == .red && layer.lineCap == .round)
    #expect(layer.fillColor == nil)
    layer.style = nil
    #expect(layer.strokeColor == nil && layer.lineCap == .butt && layer.fillColor == .black)
    let plain = Layer()
    plain.style = ["lineWidth": 9]
    #expect(plain.value(forKey: "lineWidth") as? Int == 9)
  }

  @Test("are presented with their animations, in a copy of the class")
  func presentation() throws {
    final class Ring: ShapeLayer {}
    let ring = Ring()
    ring.lineWidth = 2
    let scene = try LiveScene(ring)
    Transaction.run(duration: 4, timingFunction: .linear) { ring.lineWidth = 10 }
    scene.renderer.commit(at: 10)
    scene.renderer.commit(at: 11)
    let seen: Ring? = ring.presentation()
    #expect(seen?.lineWidth == 4)
    #expect(ring.lineWidth == 10)
    let animation = BasicAnimation(keyPath: "path")
    animation.fromValue = Path(rect: CGRect(x: 0, y: 0, width: 10, height: 20))
    animation.toValue = Path(rect: CGRect(x: 4, y: 8, width: 30, height: 20))
    animation.duration = 2
    ring.path = Path(rect: CGRect(x: 4, y: 8, width: 30, height: 20))
    ring.add(animation, forKey: "path")
    scene.renderer.commit(at: 20)
    scene.renderer.commit(at: 21)
    #expect(
      ring.presentation()?.path == Path(rect: CGRect(x: 2, y: 4, width: 20, height: 20)))
  }

  @Test("are inspected where they are not the class's defaults")
  func inspection() {
    let layer = ShapeLayer()
    #expect(layer.debugDescription == "ShapeLayer (0, 0, 0, 0)")
    layer.strokeEnd = 0.5
    layer.lineDashPattern = [3, 1]
    layer.fillColor = nil
    #expect(
      layer.debugDescription
        == "ShapeLayer (0, 0, 0, 0), fillColor nil, strokeEnd 0.5, lineDashPattern [3, 1]")
  }

  @Test(
    "refuse numbers that are not finite, in a sentence",
    arguments: [
      "strokeStart", "strokeEnd", "lineWidth", "miterLimit", "lineDashPhase", "lineDashPattern",
      "fillColor",
    ])
  func refusal(key: String) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [key] in
      let layer = ShapeLayer()
      layer.name = "hand"
      switch key {
      case "strokeStart": layer.strokeStart = .nan
      case "strokeEnd": layer.strokeEnd = .infinity
      case "lineWidth": layer.lineWidth = -.infinity
      case "miterLimit": layer.miterLimit = .nan
      case "lineDashPattern": layer.lineDashPattern = [3, -1]
      case "fillColor": layer.fillColor = Color(white: .nan)
      default: layer.setValue(Double.nan, forKey: key)
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ShapeLayer \"hand\": \(key) must be"), "\(message.suffix(300))")
  }

  @Test("refuse values of another type")
  func wrongType() async {
    await #expect(processExitsWith: .failure) { ShapeLayer().setValue(3, forKey: "path") }
    await #expect(processExitsWith: .failure) {
      ShapeLayer().setValue(Color.red, forKey: "lineWidth")
    }
    await #expect(processExitsWith: .failure) { _ = ShapeLayer(layer: Layer()) }
  }
}
