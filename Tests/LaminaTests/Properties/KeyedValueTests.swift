import Foundation
import Lamina
import Testing

@Suite("Properties by name")
struct KeyedValueTests {
  private let layer: Layer = {
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    return layer
  }()

  private func number(_ keyPath: String) -> Double? {
    layer.value(forKeyPath: keyPath) as? Double
  }

  @Test("16.1: read properties and their parts")
  func reading() {
    #expect(number("transform.scale") == 1)
    #expect(number("transform.rotation.z") == 0)
    #expect(number("position.x") == 50)
    #expect(number("bounds.size.width") == 100)
    #expect(number("anchorPoint.y") == 0.5)
    #expect(number("frame.size.height") == 50)
    #expect(number("speed") == 1)
    #expect(layer.value(forKey: "opaque") as? Bool == false)
    #expect(layer.value(forKey: "doubleSided") as? Bool == true)
    #expect(layer.value(forKey: "contentsGravity") as? String == "resize")
    #expect(layer.value(forKey: "name") == nil)
    #expect(layer.value(forKey: "unknown") == nil)
    #expect(layer.value(forKeyPath: "unknown.part") == nil)
  }

  @Test("16.2: a transform's parts are scale, then rotation")
  func transformParts() {
    layer.setValue(2, forKeyPath: "transform.scale")
    #expect(layer.transform == Transform3D(scaleX: 2, y: 2, z: 2))
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    #expect(isClose(layer.transform.m11, 1.7551651237807455, within: 1e-12))
    #expect(isClose(layer.transform.m12, 0.958851077208406, within: 1e-12))
    #expect(number("transform.scale").map { isClose($0, 2, within: 1e-12) } == true)
  }

  @Test("16.3: setting a part keeps the rest, and runs the action of the whole")
  func parts() throws {
    layer.setValue(7, forKeyPath: "position.x")
    #expect(layer.position == CGPoint(x: 7, y: 25))
    layer.setValue(9, forKeyPath: "bounds.size.width")
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 9, height: 50))
    let scene = try LiveScene()
    scene.layer.setValue(7, forKeyPath: "position.x")
    #expect(scene.layer.animationKeys() == ["position"])
  }

  @Test("16.4: convert strings and nil, and keep what is unknown")
  func conversion() {
    layer.setValue(nil, forKey: "opacity")
    #expect(layer.opacity == 0)
    layer.setValue("0.5", forKey: "opacity")
    #expect(layer.opacity == 0.5)
    layer.setValue(1, forKey: "hidden")
    #expect(layer.isHidden)
    layer.setValue("anything", forKey: "mine")
    #expect(layer.value(forKey: "mine") as? String == "anything")
    layer.setValue(nil, forKey: "mine")
    #expect(layer.value(forKey: "mine") == nil)
    layer.setValue("sideways", forKey: "contentsGravity")
    #expect(layer.contentsGravity == .center)
    layer.setValue(Color.red, forKey: "backgroundColor")
    #expect(layer.backgroundColor == .red)
    layer.setValue(nil, forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
    layer.setValue("dot", forKey: "name")
    #expect(layer.name == "dot")
  }

  @Test("a value of another type is refused")
  func wrongType() async {
    await #expect(processExitsWith: .failure) { Layer().setValue(Color.red, forKey: "opacity") }
    await #expect(processExitsWith: .failure) { Layer().setValue(3, forKey: "backgroundColor") }
  }

  @Test(
    "every property can be set by its name",
    arguments: [
      "zPosition", "anchorPointZ", "contentsScale", "opacity", "beginTime", "duration", "speed",
      "timeOffset", "repeatCount", "repeatDuration", "cornerRadius", "borderWidth",
      "shadowOpacity", "shadowRadius", "rasterizationScale",
      "minificationFilterBias",
    ])
  func numbers(key: String) {
    layer.setValue(0.25, forKey: key)
    #expect(number(key) == 0.25)
  }

  @Test(
    "every switch can be set by its name",
    arguments: [
      "hidden", "masksToBounds", "opaque", "geometryFlipped", "doubleSided",
      "allowsGroupOpacity", "autoreverses", "needsDisplayOnBoundsChange", "shouldRasterize",
      "allowsEdgeAntialiasing", "alignsContentsToPixels",
    ])
  func switches(key: String) throws {
    let old = try #require(layer.value(forKey: key) as? Bool)
    layer.setValue(!old, forKey: key)
    #expect(layer.value(forKey: key) as? Bool == !old)
  }

  @Test("the properties of tiled and scroll layers are set by name")
  func layerKinds() {
    let tiled = TiledLayer()
    tiled.setValue(CGSize(width: 64, height: 32), forKey: "tileSize")
    tiled.setValue(3, forKey: "levelsOfDetail")
    tiled.setValue(2.0, forKey: "levelsOfDetailBias")
    #expect(tiled.tileSize == CGSize(width: 64, height: 32))
    #expect(tiled.levelsOfDetail == 3 && tiled.levelsOfDetailBias == 2)
    tiled.setValue(128, forKeyPath: "tileSize.height")
    #expect(tiled.value(forKey: "tileSize") as? CGSize == CGSize(width: 64, height: 128))
    #expect(tiled.value(forKey: "levelsOfDetail") as? Double == 3)
    let window = ScrollLayer()
    window.setValue("horizontally", forKey: "scrollMode")
    #expect(window.scrollMode == .horizontally)
    window.setValue(ScrollLayer.Mode.none, forKey: "scrollMode")
    #expect(window.value(forKey: "scrollMode") as? String == "none")
    window.setValue("sideways", forKey: "scrollMode")
    #expect(window.scrollMode == .both)
    // To another layer these are keys of the user's own.
    layer.setValue("mine", forKey: "scrollMode")
    layer.setValue("yours", forKey: "tileSize")
    #expect(layer.value(forKey: "scrollMode") as? String == "mine")
    #expect(layer.value(forKey: "tileSize") as? String == "yours")
  }

  @Test("16.3: Shadows are set by their names and parts, too")
  func shadows() {
    layer.setValue(-7, forKeyPath: "shadowOffset.height")
    #expect(layer.shadowOffset == CGSize(width: 0, height: -7))
    layer.setValue(CGSize(width: 3, height: 4), forKey: "shadowOffset")
    #expect(layer.value(forKeyPath: "shadowOffset.width") as? Double == 3)
    layer.setValue(Path(rect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "shadowPath")
    #expect(layer.shadowPath == Path(rect: CGRect(x: 1, y: 2, width: 3, height: 4)))
    layer.setValue(nil, forKey: "shadowPath")
    layer.setValue(nil, forKey: "shadowColor")
    #expect(layer.shadowPath == nil && layer.shadowColor == nil)
    layer.setValue(Color.red, forKey: "shadowColor")
    #expect(layer.shadowColor == .red)
    let mask = Layer()
    layer.setValue(mask, forKey: "mask")
    #expect(layer.mask === mask && layer.value(forKey: "mask") as? Layer === mask)
    layer.setValue(nil, forKey: "mask")
    #expect(layer.mask == nil)
  }

  @Test("Corners and borders are set by their names, too")
  func appearance() {
    layer.setValue(Color.green, forKey: "borderColor")
    #expect(layer.borderColor == .green)
    layer.setValue(nil, forKey: "borderColor")
    #expect(layer.borderColor == nil && layer.value(forKey: "borderColor") == nil)
    layer.setValue(6, forKey: "maskedCorners")
    #expect(layer.maskedCorners == [.layerMaxXMinYCorner, .layerMinXMaxYCorner])
    #expect(number("maskedCorners") == 6)
    layer.setValue("continuous", forKey: "cornerCurve")
    #expect(layer.cornerCurve == .continuous)
    layer.setValue("unheard of", forKey: "cornerCurve")
    #expect(layer.cornerCurve == .circular)
    layer.maskedCorners = CornerMask(rawValue: 0xF3)
    #expect(layer.maskedCorners.rawValue == 3)
  }

  @Test("16.5: a property that was not set takes its value from the style")
  func style() {
    let layer = Layer()
    layer.opacity = 0.75
    layer.style = [
      "zPosition": 6, "opacity": 0.25, "own": "value",
      "style": ["backgroundColor": Color.red, "zPosition": 9],
    ]
    #expect(layer.zPosition == 6)
    #expect(layer.backgroundColor == .red)
    #expect(layer.opacity == 0.75)
    #expect(layer.value(forKey: "own") as? String == "value")
    layer.zPosition = 4
    layer.style = ["position": CGPoint(x: 3, y: 5)]
    #expect(layer.zPosition == 4)
    #expect(layer.backgroundColor == nil)
    #expect(layer.position == CGPoint(x: 3, y: 5))
    layer.style = nil
    #expect(layer.position == .zero)
    #expect(layer.value(forKey: "own") == nil)
  }

  @Test("16.6: a setter notifies once of a change, by name or not, and not of an equal value")
  func notification() throws {
    final class Asked: LayerDelegate {
      var keys: [String] = []
      func action(for layer: Layer, forKey key: String) -> (any Action)? {
        keys.append(key)
        return nil
      }
    }
    let scene = try LiveScene()
    let asked = Asked()
    scene.layer.delegate = asked
    scene.layer.position = CGPoint(x: 3, y: 5)
    scene.layer.position = CGPoint(x: 3, y: 5)
    scene.layer.setValue(CGPoint(x: 3, y: 5), forKey: "position")
    scene.layer.setValue(5, forKeyPath: "position.y")
    #expect(asked.keys == ["position"])
    scene.layer.setValue(7, forKeyPath: "position.y")
    scene.layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    scene.layer.setValue(0.5, forKey: "opacity")
    #expect(asked.keys == ["position", "position", "transform", "opacity"])
  }

  @Test("16: components of sublayer transforms, rectangles and custom values are set by key path")
  func otherPaths() {
    for (path, value) in [
      ("sublayerTransform.translation.x", 7.0), ("sublayerTransform.scale.y", 3),
      ("anchorPoint.x", 0.25), ("contentsRect.size.width", 0.5), ("contentsRect.origin.y", 0.75),
      ("bounds.origin.x", 4), ("zPosition", 9), ("transform.scale.x", 2),
      ("transform.translation.z", 6), ("transform.rotation.x", 0.5), ("autoresizingMask", 5),
    ] {
      layer.setValue(value, forKeyPath: path)
      #expect(number(path).map { isClose($0, value, within: 1e-9) } == true, "\(path)")
    }
    layer.setValue(CGPoint(x: 1, y: 2), forKey: "focus")
    layer.setValue(5, forKeyPath: "focus.x")
    #expect(layer.value(forKey: "focus") as? CGPoint == CGPoint(x: 5, y: 2))
    layer.setValue(5, forKeyPath: "nobody.x")
    #expect(layer.value(forKeyPath: "nobody.x") as? Int == 5)
  }

  @Test("16.7: the translation is a size, the scale an average")
  func averages() {
    layer.transform = Transform3D(scaleX: 2, y: 3, z: 4)
    #expect(number("transform.scale").map { isClose($0, 3, within: 1e-12) } == true)
    layer.setValue(CGSize(width: 5, height: 7), forKeyPath: "transform.translation")
    #expect(
      layer.value(forKeyPath: "transform.translation") as? CGSize
        == CGSize(width: 5, height: 7))
    layer.setValue(CGPoint(x: 6, y: 8), forKeyPath: "transform.translation")
    #expect(
      layer.value(forKeyPath: "transform.translation") as? CGSize
        == CGSize(width: 6, height: 8))
  }

  @Test("13.8: a change under a custom key redraws if the class needs display for it")
  func display() {
    final class Gauge: Layer {
      override class func needsDisplay(forKey key: String) -> Bool { key == "level" }
    }
    let gauge = Gauge()
    gauge.setValue(1, forKey: "other")
    #expect(!gauge.needsDisplay())
    gauge.setValue(1, forKey: "level")
    #expect(gauge.needsDisplay())
  }
}
