import Foundation
import Lamina
import Testing

/// Conventions of code written for Core Animation besides its names.
@Suite("Ported code")
struct PortedCodeTests {
  /// An action as it is written for Core Animation, from which only its spelling differs.
  private struct CountingAction: Action {
    let journal: Journal

    func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
      journal.note("\(key) \(layer.name ?? "") \(arguments?["size"] as? Int ?? 0)")
    }
  }

  private final class RingLayer: Layer {
    override class func defaultValue(forKey key: String) -> Any? {
      key == "progress" ? 0.25 : super.defaultValue(forKey: key)
    }
  }

  @Test("2.2: NSNull ends the search for an action as NoAction does")
  func nullAction() throws {
    let scene = try LiveScene()
    scene.layer.actions = ["opacity": NSNull(), "position": NSNull()]
    scene.layer.opacity = 0.5
    scene.layer.position = CGPoint(x: 3, y: 5)
    #expect(scene.layer.action(forKey: "opacity") == nil)
    #expect(scene.layer.animationKeys() == nil)
    scene.layer.actions = nil
    scene.layer.style = ["actions": ["opacity": NSNull()] as [String: Any]]
    #expect(scene.layer.action(forKey: "opacity") == nil)
    #expect(scene.layer.action(forKey: "position") is BasicAnimation)
  }

  @Test("2.13: an action without values runs from the presented value to the new one")
  func emptyAction() throws {
    let scene = try LiveScene()
    let slide = BasicAnimation(keyPath: "position")
    slide.duration = 2
    scene.layer.actions = ["position": slide]
    scene.layer.position = CGPoint(x: 16, y: 8)
    #expect(scene.layer.animation(forKey: "position")?.duration == 2)
    #expect(slide.fromValue == nil)
    scene.renderer.commit(at: 10)
    #expect(scene.layer.presentation()?.position == .zero)
    scene.renderer.commit(at: 10.5)
    #expect(scene.layer.presentation()?.position == CGPoint(x: 4, y: 2))
    // The next one begins where the layer is seen, and replaces the first.
    scene.layer.position = CGPoint(x: 20, y: 10)
    scene.renderer.commit(at: 10.5)
    scene.renderer.commit(at: 11.5)
    #expect(scene.layer.presentation()?.position == CGPoint(x: 12, y: 6))

    // Added by hand it has nowhere to go.
    scene.layer.removeAllAnimations()
    scene.layer.add(slide, forKey: nil)
    scene.renderer.commit(at: 12)
    #expect(scene.layer.presentation()?.position == CGPoint(x: 20, y: 10))
  }

  @Test("An action may be run with any object that is a layer")
  func objectSpelling() {
    let journal = Journal()
    let layer = Layer()
    layer.name = "dot"
    CountingAction(journal: journal).run(
      forKey: "onOrderIn", object: layer, arguments: ["size": 7, 4: "left out"])
    CountingAction(journal: journal).run(forKey: "onLayout", object: layer, arguments: nil)
    #expect(journal.entries == ["onOrderIn dot 7", "onLayout dot 0"])
    BasicAnimation(keyPath: "opacity").run(forKey: "fading", object: layer, arguments: nil)
    #expect(layer.animationKeys() == ["fading"])
    NSNull().run(forKey: "x", object: layer, arguments: nil)
    #expect(layer.animationKeys() == ["fading"])
  }

  @Test("Layers and animations are equal only to themselves")
  func identity() {
    let (first, second) = (Layer(), Layer())
    #expect(first == first && first != second)
    #expect(Set([first, second, first]).count == 2)
    #expect([first, second].firstIndex(of: second) == 1)
    let animation = BasicAnimation(keyPath: "opacity")
    #expect(animation != animation.copy())
    #expect(Set([animation, animation]).count == 1)
  }

  @Test("The defaults of a layer are those of Core Animation, and a class adds its own")
  func defaults() {
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    let expected: [String: any Hashable] = [
      "opacity": Float(1), "speed": Float(1), "anchorPoint": CGPoint(x: 0.5, y: 0.5),
      "contentsRect": unit, "contentsCenter": unit, "contentsGravity": ContentsGravity.resize,
      "contentsScale": CGFloat(1), "rasterizationScale": CGFloat(1), "contentsFormat": "RGBA8",
      "magnificationFilter": ContentsFilter.linear, "minificationFilter": ContentsFilter.linear,
      "maskedCorners": CornerMask.all.rawValue, "cornerCurve": CornerCurve.circular,
      "shadowOffset": CGSize(width: 0, height: -3), "shadowRadius": CGFloat(3),
      "borderColor": Color.black, "shadowColor": Color.black, "edgeAntialiasingMask": UInt32(15),
      "duration": Double.infinity, "fillMode": FillMode.removed, "doubleSided": true,
      "allowsEdgeAntialiasing": true, "allowsGroupOpacity": true, "hidden": false,
      "masksToBounds": false, "geometryFlipped": false, "opaque": false, "shouldRasterize": false,
      "drawsAsynchronously": false, "needsDisplayOnBoundsChange": false,
    ]
    for (key, value) in expected {
      let answer = Layer.defaultValue(forKey: key)
      let plain: Any? =
        switch answer {
        case let mask as CornerMask: mask.rawValue
        case let mask as EdgeAntialiasingMask: mask.rawValue
        default: answer
        }
      #expect(plain as? AnyHashable == AnyHashable(value), "\(key)")
    }
    for key in [
      "bounds", "position", "frame", "transform", "cornerRadius", "zPosition", "shadowOpacity",
      "beginTime", "timeOffset", "isHidden", "progress",
    ] {
      #expect(Layer.defaultValue(forKey: key) == nil, "\(key)")
    }
    #expect(
      TiledLayer.defaultValue(forKey: "tileSize") as? CGSize == CGSize(width: 256, height: 256))
    #expect(TiledLayer.defaultValue(forKey: "levelsOfDetail") as? Int == 1)
    #expect(TiledLayer.defaultValue(forKey: "levelsOfDetailBias") as? Int == 0)
    #expect(EmitterCell.defaultValue(forKey: "scale") as? CGFloat == 1)
    #expect(EmitterCell.defaultValue(forKey: "color") as? Color == .white)
    #expect(EmitterCell.defaultValue(forKey: "enabled") as? Bool == true)
    #expect(EmitterCell.defaultValue(forKey: "contentsRect") as? CGRect == unit)
    #expect(EmitterCell.defaultValue(forKey: "birthRate") == nil)
    #expect(Transition.defaultValue(forKey: "endProgress") as? Float == 1)
    for key in ["duration", "beginTime", "autoreverses", "initialVelocity", "startProgress"] {
      #expect(SpringAnimation.defaultValue(forKey: key) == nil, "\(key)")
      #expect(Transition.defaultValue(forKey: key) == nil, "\(key)")
    }
    let ring = RingLayer()
    #expect(ring.value(forKey: "progress") as? Double == 0.25)
    ring.style = ["progress": 0.5]
    #expect(ring.value(forKey: "progress") as? Double == 0.5)
    ring.setValue(0.75, forKey: "progress")
    #expect(ring.value(forKey: "progress") as? Double == 0.75)
  }

  @Test("Boxed numbers, points, sizes and rectangles are values of animations and properties")
  func boxes() throws {
    #expect(try AnimatableValue(NSNumber(value: 2.5)) == .scalar(2.5))
    #expect(try AnimatableValue(NSValue(point: CGPoint(x: 1, y: 2))) == .point(CGPoint(x: 1, y: 2)))
    #expect(
      try AnimatableValue(NSValue(size: CGSize(width: 3, height: 4)))
        == .size(CGSize(width: 3, height: 4)))
    let rect = CGRect(x: 5, y: 6, width: 7, height: 8)
    #expect(try AnimatableValue(NSValue(rect: rect)) == .rect(rect))
    #expect(try AnimatableValue(NSNull()) == AnimatableValue.none)
    #expect(throws: UnsupportedValue.self) {
      try AnimatableValue(NSValue(range: NSRange(location: 1, length: 2)))
    }

    let layer = Layer()
    layer.setValue(NSValue(point: CGPoint(x: 11, y: 13)), forKey: "position")
    #expect(layer.position == CGPoint(x: 11, y: 13))
    layer.setValue(NSNull(), forKey: "position")
    #expect(layer.position == .zero)
    layer.backgroundColor = .red
    layer.setValue(NSNull(), forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
  }

  @Test("The copy for a presentation is made of a layer and of nothing else")
  func copies() async {
    await #expect(processExitsWith: .failure) { _ = Layer(layer: "no layer") }
    await #expect(processExitsWith: .failure) {
      NoAction().run(forKey: "opacity", object: "no layer", arguments: nil)
    }
  }
}
