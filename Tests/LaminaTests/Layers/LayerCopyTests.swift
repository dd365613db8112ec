import Foundation
import Lamina
import Testing

@Suite("init(layer:)")
struct LayerCopyTests {
  /// A value for every key of every layer that is not what a new layer has.
  private static let common: [String: any Sendable] = [
    "bounds": CGRect(x: 1, y: 2, width: 3, height: 5), "position": CGPoint(x: 7, y: 11),
    "zPosition": 1.5, "anchorPoint": CGPoint(x: 0.25, y: 0.75), "anchorPointZ": 2.5,
    "transform": Transform3D(scaleX: 2, y: 3),
    "sublayerTransform": Transform3D(translationX: 4, y: 6),
    "contentsRect": CGRect(x: 0.125, y: 0.25, width: 0.5, height: 0.625),
    "contentsCenter": CGRect(x: 0.25, y: 0.125, width: 0.375, height: 0.5),
    "alignsContentsToPixels": false, "contentsGravity": "topLeft", "contentsScale": 2.0,
    "magnificationFilter": "nearest",
    "minificationFilter": "trilinear", "minificationFilterBias": 0.5, "cornerRadius": 3.0,
    "maskedCorners": 5, "cornerCurve": "continuous", "borderWidth": 1.25,
    "borderColor": Color.red, "shadowColor": Color.green, "shadowOpacity": 0.5,
    "shadowOffset": CGSize(width: 5, height: 8), "shadowRadius": 4.0,
    "shadowPath": Path(rect: CGRect(x: 1, y: 2, width: 8, height: 9)),
    "compositingFilter": "multiply", "filters": [Filter.invert],
    "backgroundFilters": [Filter.sepia(1)], "backgroundColor": Color.blue,
    "opacity": 0.25,
    "hidden": true, "masksToBounds": true, "opaque": true, "geometryFlipped": true,
    "doubleSided": false, "allowsGroupOpacity": false, "shouldRasterize": true,
    "rasterizationScale": 0.5, "edgeAntialiasingMask": 6, "allowsEdgeAntialiasing": false,
    "drawsAsynchronously": true, "needsDisplayOnBoundsChange": true, "autoresizingMask": 18,
    "name": "layer", "beginTime": 3.0, "duration": 7.0, "speed": 1.5, "timeOffset": 0.5,
    "repeatCount": 3.0, "repeatDuration": 9.0, "autoreverses": true, "fillMode": "both",
    "myKey": "mine",
  ]

  private static let shape: [String: any Sendable] = [
    "path": Path(rect: CGRect(x: 0, y: 1, width: 2, height: 3)), "fillColor": Color.green,
    "fillRule": "even-odd", "strokeColor": Color.red, "strokeStart": 0.25, "strokeEnd": 0.75,
    "strokeOffset": 0.375,
    "lineWidth": 3.0, "miterLimit": 4.0, "lineCap": "round", "lineJoin": "bevel",
    "lineDashPattern": [1.0, 2.0], "lineDashPhase": 0.5,
  ]

  private static let gradient: [String: any Sendable] = [
    "colors": [Color.red, Color.blue], "locations": [0.25, 0.75],
    "startPoint": CGPoint(x: 0.125, y: 0.25), "endPoint": CGPoint(x: 0.875, y: 0.5),
    "type": "radial",
  ]

  private static let emitter: [String: any Sendable] = [
    "birthRate": 2.0, "lifetime": 3.0, "velocity": 4.0, "scale": 5.0, "spin": 6.0,
    "emitterPosition": CGPoint(x: 1, y: 2), "emitterZPosition": 3.0,
    "emitterSize": CGSize(width: 4, height: 5), "emitterDepth": 6.0, "emitterShape": "circle",
    "emitterMode": "outline", "renderMode": "additive", "preservesDepth": true, "seed": 7,
  ]

  private static let replicator: [String: any Sendable] = [
    "instanceCount": 3, "preservesDepth": true, "instanceDelay": 0.5,
    "instanceTransform": Transform3D(translationX: 1, y: 2), "instanceColor": Color.red,
    "instanceRedOffset": 0.125, "instanceGreenOffset": -0.25, "instanceBlueOffset": 0.375,
    "instanceAlphaOffset": -0.5,
  ]

  private static let tiled: [String: any Sendable] = [
    "tileSize": CGSize(width: 32, height: 48), "levelsOfDetail": 3, "levelsOfDetailBias": 2,
  ]

  private final class Manager: LayoutManager {
    func layoutSublayers(of layer: Layer) {}
  }

  private final class Delegate: LayerDelegate {}

  @Test(
    "copies every property of every kind, and so does presentation()",
    arguments: [
      (Layer.self, [:]), (ShapeLayer.self, shape), (GradientLayer.self, gradient),
      (EmitterLayer.self, emitter), (ReplicatorLayer.self, replicator), (TiledLayer.self, tiled),
      (ScrollLayer.self, ["scrollMode": "horizontally", "masksToBounds": false]),
      (TransformLayer.self, [:]),
    ] as [(Layer.Type, [String: any Sendable])])
  func properties(kind: Layer.Type, own: [String: any Sendable]) throws {
    let fresh = make(kind)
    let layer = make(kind)
    let delegate = Delegate()
    let values = Self.common.merging(own) { $1 }
    for (key, value) in values {
      layer.setValue(value, forKey: key)
      #expect(text(layer, key) != text(fresh, key), "\(key) was not set")
    }
    layer.contents = Bitmap.testPattern
    layer.delegate = delegate
    layer.actions = ["opacity": NoAction()]
    layer.style = ["unset": 5]
    layer.layoutManager = Manager()
    layer.constraints = [
      Constraint(attribute: .minX, relativeTo: "superlayer", attribute: .midX, offset: 3)
    ]
    (layer as? TiledLayer)?.drawTile = { _ in }
    (layer as? EmitterLayer)?.emitterCells = [EmitterCell()]

    let root = Layer()
    let renderer = try Renderer(layer: root, width: 8, height: 8)
    root.addSublayer(layer)
    renderer.commit(at: 0)
    let presentation = try #require(layer.presentation())
    for copy in [kind.init(layer: layer), presentation] {
      #expect(type(of: copy) == kind)
      for key in values.keys {
        #expect(text(copy, key) == text(layer, key), "\(key)")
      }
      #expect(copy.contents == layer.contents)
      #expect(copy.delegate === delegate)
      #expect(copy.actions?.count == 1 && copy.style?["unset"] as? Int == 5)
      #expect(copy.value(forKey: "unset") as? Int == 5)
      #expect(copy.layoutManager === layer.layoutManager && copy.constraints?.count == 1)
      #expect(((copy as? TiledLayer)?.drawTile != nil) == (layer is TiledLayer))
      #expect(((copy as? EmitterLayer)?.emitterCells?.count == 1) == (layer is EmitterLayer))
    }
  }

  @Test("makes a layer that stands by itself, and can be changed and drawn")
  func independence() throws {
    let layer = TiledLayer()
    layer.frame = CGRect(x: 1, y: 2, width: 5, height: 4)
    layer.drawTile = {
      $0.fillColor = .green
      $0.fill(CGRect(x: 0, y: 0, width: 5, height: 4))
    }
    layer.addSublayer(Layer())
    layer.mask = Layer()
    layer.mask = nil
    let renderer = try Renderer(size: CGSize(width: 8, height: 8))
    renderer.layer.addSublayer(layer)
    renderer.finishTiles(at: 0)
    _ = try renderer.render(at: 0)
    let copy = TiledLayer(layer: layer)
    #expect(copy.superlayer == nil && copy.sublayers == nil && copy.animationKeys() == nil)
    copy.position.x += 2
    #expect(layer.position.x == 3.5)
    layer.removeFromSuperlayer()
    renderer.layer.addSublayer(copy)
    renderer.finishTiles(at: 1)
    let bitmap = try renderer.render(at: 9).bitmap
    #expect(bitmap[2, 3] != Color.green.premultipliedPixel)
    #expect(bitmap[4, 3] == Color.green.premultipliedPixel)
  }

  private func make(_ kind: Layer.Type) -> Layer {
    switch kind {
    case is ShapeLayer.Type: ShapeLayer()
    case is GradientLayer.Type: GradientLayer()
    case is EmitterLayer.Type: EmitterLayer()
    case is ReplicatorLayer.Type: ReplicatorLayer()
    case is TiledLayer.Type: TiledLayer()
    case is ScrollLayer.Type: ScrollLayer()
    case is TransformLayer.Type: TransformLayer()
    default: Layer()
    }
  }

  private func text(_ layer: Layer, _ key: String) -> String {
    layer.value(forKey: key).map { String(describing: $0) } ?? "nil"
  }
}

extension Bitmap {
  fileprivate static var testPattern: Bitmap {
    try! Bitmap(width: 2, height: 3) { x, y in x == y ? .red : .blue }
  }
}
