import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("A typed property")
struct LayerPropertyTests {
  /// Checks that the property of a layer can be set to a value of the type, read back and animated.
  private func check<Value>(
    _ property: LayerProperty<Value>, _ value: Value, of layer: Layer = Layer(),
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let scene = try LiveScene()
    Transaction.run(disableActions: true) {
      scene.layer.addSublayer(layer)
      layer.setValue(value, forKeyPath: property.keyPath)
    }
    let given = try AnimatableValue(value)
    let read = try AnimatableValue(layer.value(forKeyPath: property.keyPath))
    #expect(read.matching(given) != nil, "\(property.keyPath)", sourceLocation: location)
    layer.add(BasicAnimation(property, from: value, to: value), forKey: nil)
    layer.add(KeyframeAnimation(property, values: [value, value]), forKey: nil)
    let animations = layer.animations(for: property)
    #expect(animations.count == 2, "\(property.keyPath)", sourceLocation: location)
    #expect(
      layer.storage.values.canAnimate(AnimationKeyPath(property.keyPath).property),
      "\(property.keyPath)", sourceLocation: location)
  }

  @Test("has a key path that layers know, with values of its type")
  func layers() throws {
    let point = CGPoint(x: 3, y: 4)
    let rect = CGRect(x: 0, y: 0, width: 0.5, height: 1)
    try check(.position, point)
    try check(.anchorPoint, point)
    try check(.bounds, rect)
    try check(.contentsRect, rect)
    try check(.contentsCenter, rect)
    try check(.shadowOffset, CGSize(width: 1, height: 2))
    try check(.transform, Transform3D(scaleX: 2, y: 3, z: 1))
    try check(.sublayerTransform, Transform3D(scaleX: 2, y: 3, z: 1))
    for property: LayerProperty<CGFloat> in [
      .zPosition, .anchorPointZ, .contentsScale, .cornerRadius, .borderWidth, .shadowRadius,
      .rasterizationScale, .positionX, .positionY, .boundsSizeWidth, .boundsSizeHeight,
      .transformRotationX, .transformRotationY, .transformRotationZ, .transformScale,
      .transformScaleX, .transformScaleY, .transformScaleZ, .transformTranslationX,
      .transformTranslationY, .transformTranslationZ,
    ] {
      try check(property, 2)
    }
    try check(.boundsOrigin, point)
    try check(.boundsSize, CGSize(width: 1, height: 2))
    try check(.transformTranslation, CGSize(width: 1, height: 2))
    for property: LayerProperty<Float> in [.opacity, .shadowOpacity, .minificationFilterBias] {
      try check(property, 0.5)
    }
    for property: LayerProperty<Bool> in [
      .isHidden, .masksToBounds, .isGeometryFlipped, .isDoubleSided, .shouldRasterize,
    ] {
      try check(property, true)
    }
    for property: LayerProperty<Color> in [.backgroundColor, .borderColor, .shadowColor] {
      try check(property, .red)
    }
    try check(.shadowPath, Path(rect: rect))
    try check(.contents, TestBitmaps.all[0])
  }

  @Test("has a key path that shapes, gradients, emitters and replicators know")
  func kinds() throws {
    let path = Path(rect: CGRect(x: 0, y: 0, width: 2, height: 1))
    try check(.path, path, of: ShapeLayer())
    for property: LayerProperty<Color> in [.fillColor, .strokeColor] {
      try check(property, .red, of: ShapeLayer())
    }
    for property: LayerProperty<CGFloat> in [
      .strokeStart, .strokeEnd, .strokeOffset, .lineWidth, .miterLimit, .lineDashPhase,
    ] {
      try check(property, 0.5, of: ShapeLayer())
    }
    try check(.colors, [.red, .blue], of: GradientLayer())
    try check(.locations, [0, 1], of: GradientLayer())
    for property: LayerProperty<CGPoint> in [.startPoint, .endPoint] {
      try check(property, CGPoint(x: 0, y: 1), of: GradientLayer())
    }
    for property: LayerProperty<Float> in [.birthRate, .lifetime, .velocity, .scale, .spin] {
      try check(property, 0.5, of: EmitterLayer())
    }
    try check(.emitterPosition, CGPoint(x: 3, y: 4), of: EmitterLayer())
    try check(.emitterSize, CGSize(width: 1, height: 2), of: EmitterLayer())
    for property: LayerProperty<CGFloat> in [.emitterZPosition, .emitterDepth] {
      try check(property, 2, of: EmitterLayer())
    }
    try check(.instanceCount, 3, of: ReplicatorLayer())
    for property: LayerProperty<Float> in [
      .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset,
    ] {
      try check(property, 0.5, of: ReplicatorLayer())
    }
    try check(.instanceColor, .red, of: ReplicatorLayer())
    try check(.instanceDelay, 0.5, of: ReplicatorLayer())
    try check(.instanceTransform, Transform3D(scaleX: 2, y: 3, z: 1), of: ReplicatorLayer())
  }

  @Test("makes the animation that its key path makes")
  func animation() {
    let basic = BasicAnimation(.positionX, from: 20, to: 120)
    #expect(basic.keyPath == "position.x")
    #expect(basic.fromValue as? CGFloat == 20 && basic.toValue as? CGFloat == 120)
    #expect(basic.byValue == nil)
    let spring = SpringAnimation(.opacity, by: 0.5)
    #expect(spring.keyPath == "opacity" && spring.byValue as? Float == 0.5)
    let keyframes = KeyframeAnimation(.backgroundColor, values: [.red, .blue])
    #expect(keyframes.keyPath == "backgroundColor" && keyframes.values?.count == 2)
  }

  @Test("finds the animations of a property, of its components and in groups, in order")
  func animations() {
    let layer = Layer()
    let group = AnimationGroup()
    group.animations = [BasicAnimation(.opacity, to: 0), BasicAnimation(.boundsSize, to: .zero)]
    layer.add(BasicAnimation(.positionX, to: 1), forKey: "x")
    layer.add(BasicAnimation(.position, to: .zero), forKey: "position")
    layer.add(group, forKey: "group")
    layer.add(BasicAnimation(LayerProperty<CGFloat>("progress"), to: 1), forKey: nil)
    func keys<Value>(_ property: LayerProperty<Value>) -> [String] {
      layer.animations(for: property).map { animation in
        (animation as? PropertyAnimation)?.keyPath ?? "group"
      }
    }
    #expect(keys(.position) == ["position.x", "position"])
    #expect(keys(.positionX) == ["position.x", "position"])
    #expect(keys(.positionY) == ["position"])
    #expect(keys(.opacity) == ["group"])
    #expect(keys(.boundsSizeWidth) == ["group"])
    #expect(keys(LayerProperty<CGFloat>("progress")) == ["progress"])
    #expect(keys(.zPosition).isEmpty)
  }
}
