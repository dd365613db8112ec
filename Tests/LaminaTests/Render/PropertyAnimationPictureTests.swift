import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// An animatable property, the value it has at first, and the one it goes to.
struct AnimatedProperty: Sendable, CustomTestStringConvertible {
  let key: String
  let from: AnimatableValue
  let to: AnimatableValue
  /// The value a part of the way along.
  let middle: AnimatableValue
  /// A layer that has the property.
  let makeLayer: @Sendable () -> Layer

  var testDescription: String { key }

  init(
    _ key: String, _ from: AnimatableValue, _ to: AnimatableValue,
    of makeLayer: @escaping @Sendable () -> Layer = { Layer() }
  ) {
    self.key = key
    self.makeLayer = makeLayer
    self.from = from
    self.to = to
    middle = from.interpolated(to: to, 0.25)!
  }
}

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat)
  -> AnimatableValue
{
  .rect(CGRect(x: x, y: y, width: width, height: height))
}

private let perspective: Transform3D = {
  var transform = Transform3D.identity
  transform.m34 = -1 / 60
  return transform
}()

private let shadowed: @Sendable () -> Layer = {
  let layer = Layer()
  layer.shadowOpacity = 1
  return layer
}

private let rasterized: @Sendable () -> Layer = {
  let layer = Layer()
  layer.shouldRasterize = true
  return layer
}

private let reduced: @Sendable () -> Layer = {
  let layer = Layer()
  layer.minificationFilter = .trilinear
  return layer
}

private let properties: [AnimatedProperty] = [
  AnimatedProperty("bounds", rect(0, 0, 16, 12), rect(4, 8, 24, 20)),
  AnimatedProperty("position", .point(CGPoint(x: 16, y: 14)), .point(CGPoint(x: 28, y: 6))),
  AnimatedProperty("zPosition", .scalar(0), .scalar(24)),
  AnimatedProperty("anchorPoint", .point(CGPoint(x: 0.5, y: 0.5)), .point(CGPoint(x: 1, y: 0))),
  AnimatedProperty("anchorPointZ", .scalar(0), .scalar(-16)),
  AnimatedProperty(
    "transform", .transform(Transform3D(rotation: 0.2, x: 1, y: 0, z: 0)),
    .transform(Transform3D(rotation: 1, x: 0, y: 1, z: 0.5))),
  AnimatedProperty(
    "sublayerTransform", .transform(.identity), .transform(Transform3D(scaleX: 0.5, y: 2))),
  AnimatedProperty("hidden", .bool(false), .bool(true)),
  AnimatedProperty("doubleSided", .bool(true), .bool(false)),
  AnimatedProperty("geometryFlipped", .bool(false), .bool(true)),
  AnimatedProperty("masksToBounds", .bool(false), .bool(true)),
  AnimatedProperty("contentsRect", rect(0, 0, 1, 1), rect(0.5, 0.25, 0.25, 0.5)),
  AnimatedProperty("contentsCenter", rect(0, 0, 1, 1), rect(0.25, 0.5, 0.25, 0.25)),
  AnimatedProperty("contentsScale", .scalar(1), .scalar(3)),
  AnimatedProperty("opacity", .scalar(1), .scalar(0.25)),
  AnimatedProperty("cornerRadius", .scalar(0), .scalar(6)),
  AnimatedProperty("borderWidth", .scalar(0), .scalar(4)),
  AnimatedProperty("shadowOpacity", .scalar(0.2), .scalar(1)),
  AnimatedProperty("shadowRadius", .scalar(0), .scalar(4), of: shadowed),
  AnimatedProperty(
    "shadowOffset", .size(CGSize(width: 0, height: -3)), .size(CGSize(width: 9, height: 5)),
    of: shadowed),
  AnimatedProperty("minificationFilterBias", .scalar(0), .scalar(4), of: reduced),
  AnimatedProperty("shouldRasterize", .bool(false), .bool(true)),
  AnimatedProperty("rasterizationScale", .scalar(0.5), .scalar(2), of: rasterized),
  AnimatedProperty("shadowColor", .color(.red), .color(.blue), of: shadowed),
  AnimatedProperty(
    "shadowPath", .path(Path(rect: CGRect(x: 0, y: 0, width: 20, height: 9))),
    .path(Path(rect: CGRect(x: 4, y: 8, width: 6, height: 20))), of: shadowed),
  AnimatedProperty("borderColor", .color(.red), .color(Color.green.withAlpha(0.5))),
  AnimatedProperty(
    "backgroundColor", .color(Color(red: 1, green: 0.5, blue: 0, alpha: 1)),
    .color(Color(red: 0, green: 0.25, blue: 1, alpha: 0.5))),
]

/// A layer with contents, a background and two sublayers, in a tree that sees it in perspective.
private struct Scene {
  let renderer: Renderer
  let layer: Layer

  init(_ property: AnimatedProperty, _ value: AnimatableValue) throws {
    renderer = try Renderer(size: CGSize(width: 40, height: 30))
    layer = property.makeLayer()
    renderer.layer.sublayerTransform = perspective
    layer.frame = CGRect(x: 8, y: 8, width: 16, height: 12)
    layer.backgroundColor = Color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    // Contents lie over a gradient.
    layer.contents = TestBitmaps.all[layer is GradientLayer ? 6 : 3]
    layer.contentsGravity = property.key == "contentsScale" ? .topLeft : .resize
    layer.transform = Transform3D(rotation: 0.5, x: 0, y: 1, z: 0)
    if property.key == "doubleSided" {
      layer.transform = Transform3D(rotation: 3, x: 0, y: 1, z: 0)
    }
    for (index, color) in [Color.red, .green].enumerated() {
      let child = Layer()
      child.frame = CGRect(x: 10 * index, y: 6 * index, width: 9, height: 8)
      child.backgroundColor = color
      layer.addSublayer(child)
    }
    renderer.layer.addSublayer(layer)
    if property.key.hasPrefix("border") { layer.borderWidth = 2 }
    layer.setValue(value.userValue, forKey: property.key)
    _ = try renderer.render(at: 0)
  }
}

private let shapeProperties: [AnimatedProperty] = {
  func shape(_ prepare: @escaping @Sendable (ShapeLayer) -> Void = { _ in })
    -> @Sendable () -> Layer
  {
    {
      let layer = ShapeLayer()
      layer.path = Path(ellipseIn: CGRect(x: -2, y: 1, width: 19, height: 12))
      layer.fillColor = Color.magenta.withAlpha(0.5)
      layer.strokeColor = .yellow
      layer.lineWidth = 3
      prepare(layer)
      return layer
    }
  }
  func zigzag(_ points: (Double, Double)...) -> AnimatableValue {
    var path = Path()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    return .path(path)
  }
  return [
    AnimatedProperty(
      "path", zigzag((0, 0), (12, 3), (5, 11)), zigzag((4, 2), (16, 15), (0, 8)), of: shape()),
    AnimatedProperty("fillColor", .color(.red), .color(Color.cyan.withAlpha(0.25)), of: shape()),
    AnimatedProperty("strokeColor", .color(.blue), .color(Color.red.withAlpha(0.5)), of: shape()),
    AnimatedProperty("strokeStart", .scalar(0), .scalar(0.75), of: shape()),
    AnimatedProperty("strokeEnd", .scalar(1), .scalar(0.125), of: shape()),
    AnimatedProperty(
      "strokeOffset", .scalar(0), .scalar(0.75), of: shape { $0.strokeEnd = 0.25 }),
    AnimatedProperty("lineWidth", .scalar(1), .scalar(5), of: shape()),
    AnimatedProperty(
      "miterLimit", .scalar(1), .scalar(9),
      of: shape {
        var path = Path()
        path.addLines(between: [(1, 2), (14, 4), (1, 9)].map { CGPoint(x: $0.0, y: $0.1) })
        $0.path = path
      }),
    AnimatedProperty(
      "lineDashPhase", .scalar(0), .scalar(6), of: shape { $0.lineDashPattern = [5, 3] }),
  ]
}()

private let gradientProperties: [AnimatedProperty] = {
  func gradient(_ kind: GradientLayer.Kind) -> @Sendable () -> Layer {
    {
      let layer = GradientLayer()
      layer.type = kind
      layer.colors = [.red, .yellow, Color.blue.withAlpha(0.5)]
      layer.locations = [0, 0.5, 1]
      layer.startPoint = CGPoint(x: 0.25, y: 0.25)
      layer.endPoint = CGPoint(x: 0.75, y: 1)
      return layer
    }
  }
  return [
    AnimatedProperty(
      "colors", .colors([.red, .green, .blue]),
      .colors([.cyan, Color.white.withAlpha(0.25), .orange]), of: gradient(.axial)),
    AnimatedProperty(
      "locations", .numbers([0, 0.5, 1]), .numbers([0.25, 0.75, 1]), of: gradient(.radial)),
    AnimatedProperty(
      "startPoint", .point(CGPoint(x: 0, y: 0.5)), .point(CGPoint(x: 1, y: 0)),
      of: gradient(.axial)),
    AnimatedProperty(
      "endPoint", .point(CGPoint(x: 0, y: 0.5)), .point(CGPoint(x: 1, y: 2)), of: gradient(.conic)),
  ]
}()

@Suite("Every animatable property of a layer, through to pixels")
struct PropertyAnimationPictureTests {
  /// The picture of a layer whose property was set by hand.
  private func still(_ property: AnimatedProperty, _ value: AnimatableValue) throws -> Bitmap {
    try Scene(property, value).renderer.render(at: 0).bitmap
  }

  @Test(
    "is drawn during an animation as if its value had been set",
    arguments: properties + shapeProperties + gradientProperties)
  func explicit(property: AnimatedProperty) throws {
    let scene = try Scene(property, property.from)
    let animation = BasicAnimation(keyPath: property.key)
    animation.fromValue = property.from.userValue
    animation.toValue = property.to.userValue
    animation.duration = 4
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    scene.layer.add(animation, forKey: nil)
    for (time, value) in [(10, property.from), (11, property.middle), (14, property.to)] {
      // A Boolean switches as soon as the animation has begun (rule 6.6).
      let value = if case .bool = value, time > 10 { property.to } else { value }
      let picture = try scene.renderer.render(at: Double(time)).bitmap
      #expect(picture.difference(from: try still(property, value)) == nil, "at \(time)")
    }
    let (first, last) = (try still(property, property.from), try still(property, property.to))
    #expect(first != last, "the property must be seen")
  }

  @Test(
    "is drawn during an implicit animation as if its value had been set",
    arguments: (properties + shapeProperties + gradientProperties).filter {
      ![
        "path", "hidden", "doubleSided", "geometryFlipped", "masksToBounds", "shouldRasterize",
      ].contains($0.key)
    })
  func implicit(property: AnimatedProperty) throws {
    let scene = try Scene(property, property.from)
    Transaction.run(duration: 4, timingFunction: .linear) {
      scene.layer.setValue(property.to.userValue, forKey: property.key)
    }
    #expect(scene.layer.animationKeys() == [property.key])
    for (time, value) in [(10, property.from), (11, property.middle), (14, property.to)] {
      let picture = try scene.renderer.render(at: Double(time)).bitmap
      #expect(picture.difference(from: try still(property, value)) == nil, "at \(time)")
    }
  }
}
