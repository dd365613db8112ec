import Foundation
import Lamina

/// Every number that a layer has, and how it is set.
enum HostileSetters {
  typealias Setter = (Layer, Double) -> Void

  static var all: [(name: String, set: Setter)] {
    geometry + appearance + shape + gradient + matrix("transform", \.transform)
      + matrix("sublayerTransform", \.sublayerTransform)
  }

  /// Those of kinds of layers that are neither shapes nor gradients, and some that take one number for
  /// several.
  static var kinds: [(name: String, set: Setter)] { several + tiles + instances + particles }

  private static var several: [(name: String, set: Setter)] {
    [
      ("bounds.size", { $0.bounds.size = CGSize(width: $1, height: $1) }),
      ("scale", { $0.transform = Transform3D(scaleX: $1, y: $1) }),
      (
        "turned scale",
        {
          $0.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1)
            .concatenating(Transform3D(scaleX: $1, y: 1))
        }
      ),
      ("sublayer scale", { $0.sublayerTransform = Transform3D(scaleX: $1, y: $1) }),
      (
        "shadowPath",
        {
          $0.shadowOpacity = 1
          $0.shadowPath = Path(rect: CGRect(x: $1, y: 3, width: $1, height: $1))
        }
      ),
      ("shape rectangle", { ($0 as? ShapeLayer)?.path = Path(ellipseIn: box($1)) }),
      (
        "round dashes",
        {
          ($0 as? ShapeLayer)?.lineCap = .round
          ($0 as? ShapeLayer)?.lineDashPattern = [abs($1), abs($1)]
        }
      ),
    ]
  }

  private static func box(_ number: Double) -> CGRect {
    CGRect(x: 3, y: number, width: number, height: number)
  }

  private static var tiles: [(name: String, set: Setter)] {
    [
      ("tileSize.width", { ($0 as? TiledLayer)?.tileSize.width = $1 }),
      ("scroll", { ($0 as? ScrollLayer)?.scroll(to: CGPoint(x: $1, y: 2)) }),
    ]
  }

  private static var instances: [(name: String, set: Setter)] {
    [
      ("instanceTransform.m11", { ($0 as? ReplicatorLayer)?.instanceTransform.m11 = $1 }),
      ("instanceTransform.m34", { ($0 as? ReplicatorLayer)?.instanceTransform.m34 = $1 }),
      ("instanceTransform.m41", { ($0 as? ReplicatorLayer)?.instanceTransform.m41 = $1 }),
      ("instanceDelay", { ($0 as? ReplicatorLayer)?.instanceDelay = $1 }),
      ("instanceRedOffset", { ($0 as? ReplicatorLayer)?.instanceRedOffset = Float($1) }),
      ("instanceGreenOffset", { ($0 as? ReplicatorLayer)?.instanceGreenOffset = Float($1) }),
      ("instanceBlueOffset", { ($0 as? ReplicatorLayer)?.instanceBlueOffset = Float($1) }),
      ("instanceAlphaOffset", { ($0 as? ReplicatorLayer)?.instanceAlphaOffset = Float($1) }),
    ]
  }

  private static var particles: [(name: String, set: Setter)] {
    func cell(_ layer: Layer, _ change: (EmitterCell) -> Void) {
      guard let layer = layer as? EmitterLayer, let cell = layer.emitterCells?.first else { return }
      change(cell)
      layer.emitterCells = [cell]
    }
    return [
      ("emitterPosition", { ($0 as? EmitterLayer)?.emitterPosition.x = $1 }),
      ("emitterZPosition", { ($0 as? EmitterLayer)?.emitterZPosition = $1 }),
      ("emitterDepth", { ($0 as? EmitterLayer)?.emitterDepth = $1 }),
      ("birthRate", { ($0 as? EmitterLayer)?.birthRate = Float($1) }),
      ("lifetime", { ($0 as? EmitterLayer)?.lifetime = Float($1) }),
      ("velocity", { ($0 as? EmitterLayer)?.velocity = Float($1) }),
      ("scale of particles", { ($0 as? EmitterLayer)?.scale = Float($1) }),
      ("spin", { ($0 as? EmitterLayer)?.spin = Float($1) }),
      (
        "emitterSize",
        {
          ($0 as? EmitterLayer)?.emitterShape = .rectangle
          ($0 as? EmitterLayer)?.emitterSize = CGSize(width: $1, height: $1)
        }
      ),
      ("cell.velocity", { layer, number in cell(layer) { $0.velocity = number } }),
      ("cell.scale", { layer, number in cell(layer) { $0.scale = number } }),
      ("cell.spin", { layer, number in cell(layer) { $0.spin = number } }),
      ("cell.xAcceleration", { layer, number in cell(layer) { $0.xAcceleration = number } }),
      ("cell.contentsRect", { layer, number in cell(layer) { $0.contentsRect.origin.x = number } }),
    ]
  }

  /// The scale of contents must be above 0.
  static func accepts(_ name: String, _ value: Double) -> Bool {
    switch name {
    case "contentsScale": value > 0
    case "opacity", "birthRate", "lifetime", "velocity", "scale of particles", "spin",
      "instanceRedOffset", "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset":
      Float(value).isFinite
    default: true
    }
  }

  private static var geometry: [(name: String, set: Setter)] {
    [
      ("bounds.origin.x", { $0.bounds.origin.x = $1 }),
      ("bounds.origin.y", { $0.bounds.origin.y = $1 }),
      ("bounds.size.width", { $0.bounds.size.width = $1 }),
      ("bounds.size.height", { $0.bounds.size.height = $1 }),
      ("position.x", { $0.position.x = $1 }),
      ("position.y", { $0.position.y = $1 }),
      ("anchorPoint.x", { $0.anchorPoint.x = $1 }),
      ("anchorPoint.y", { $0.anchorPoint.y = $1 }),
      ("anchorPointZ", { $0.anchorPointZ = $1 }),
      ("zPosition", { $0.zPosition = $1 }),
    ]
  }

  private static var appearance: [(name: String, set: Setter)] {
    [
      ("opacity", { $0.opacity = Float($1) }),
      ("backgroundColor.red", { $0.backgroundColor = Color(red: $1, green: 0.5, blue: 0) }),
      ("backgroundColor.alpha", { $0.backgroundColor = Color(white: 0.5, alpha: $1) }),
      ("contentsRect.origin.x", { $0.contentsRect.origin.x = $1 }),
      ("contentsRect.origin.y", { $0.contentsRect.origin.y = $1 }),
      ("contentsRect.size.width", { $0.contentsRect.size.width = $1 }),
      ("contentsRect.size.height", { $0.contentsRect.size.height = $1 }),
      ("contentsCenter.origin.x", { $0.contentsCenter.origin.x = $1 }),
      ("contentsCenter.origin.y", { $0.contentsCenter.origin.y = $1 }),
      ("contentsCenter.size.width", { $0.contentsCenter.size.width = $1 }),
      ("contentsCenter.size.height", { $0.contentsCenter.size.height = $1 }),
      ("contentsScale", { $0.contentsScale = $1 }),
      (
        "cornerRadius",
        {
          $0.masksToBounds = true
          $0.cornerRadius = $1
        }
      ),
      (
        "cornerRadius continuous",
        {
          $0.cornerCurve = .continuous
          $0.borderWidth = 3
          $0.cornerRadius = $1
        }
      ),
      ("borderWidth", { $0.borderWidth = $1 }),
      (
        "borderWidth with corners",
        {
          $0.cornerRadius = 4
          $0.borderWidth = $1
        }
      ),
      (
        "shadowRadius",
        {
          $0.shadowOpacity = 1
          $0.shadowRadius = $1
        }
      ),
      (
        "shadowOffset.width",
        {
          $0.shadowOpacity = 1
          $0.shadowOffset.width = $1
        }
      ),
      (
        "shadowOffset.height",
        {
          $0.shadowOpacity = 1
          $0.shadowOffset.height = $1
        }
      ),
      (
        "minificationFilterBias",
        {
          $0.minificationFilter = .trilinear
          if Float($1).isFinite { $0.minificationFilterBias = Float($1) }
        }
      ),
      (
        "rasterizationScale",
        {
          $0.shouldRasterize = true
          $0.rasterizationScale = $1
        }
      ),
      ("filters", { $0.filters = [.gaussianBlur(radius: $1)] }),
      ("backgroundFilters", { $0.backgroundFilters = [.brightness($1)] }),
      ("shadowColor.blue", { $0.shadowColor = Color(red: 0.5, green: 0.5, blue: $1) }),
      ("borderColor.blue", { $0.borderColor = Color(red: 0.5, green: 0.5, blue: $1) }),
      (
        "contentsScale with a gravity",
        {
          $0.contentsGravity = .bottomRight
          if $1 > 0 { $0.contentsScale = $1 }
        }
      ),
    ]
  }

  /// Of layers that are shapes.
  private static var shape: [(name: String, set: Setter)] {
    func line(_ number: Double) -> Path {
      var path = Path()
      path.move(to: CGPoint(x: 3, y: number))
      path.addCurve(
        to: CGPoint(x: number, y: 9), control1: CGPoint(x: 12, y: -number),
        control2: CGPoint(x: number / 3, y: 5))
      path.addLine(to: CGPoint(x: 8, y: 2))
      return path
    }
    return [
      ("path", { ($0 as? ShapeLayer)?.path = line($1) }),
      ("fillColor.green", { ($0 as? ShapeLayer)?.fillColor = Color(red: 0, green: $1, blue: 1) }),
      ("strokeColor.alpha", { ($0 as? ShapeLayer)?.strokeColor = Color(white: 0.5, alpha: $1) }),
      ("strokeStart", { ($0 as? ShapeLayer)?.strokeStart = $1 }),
      ("strokeEnd", { ($0 as? ShapeLayer)?.strokeEnd = $1 }),
      ("lineWidth", { ($0 as? ShapeLayer)?.lineWidth = $1 }),
      ("miterLimit", { ($0 as? ShapeLayer)?.miterLimit = $1 }),
      ("strokeOffset", { ($0 as? ShapeLayer)?.strokeOffset = $1 }),
      ("lineDashPhase", { ($0 as? ShapeLayer)?.lineDashPhase = $1 }),
      ("lineDashPattern", { ($0 as? ShapeLayer)?.lineDashPattern = [abs($1), 2] }),
    ]
  }

  /// Of layers that are gradients.
  private static var gradient: [(name: String, set: Setter)] {
    [
      ("colors", { ($0 as? GradientLayer)?.colors = [.red, Color(white: $1, alpha: $1)] }),
      ("locations", { ($0 as? GradientLayer)?.locations = [$1, 0.5] }),
      ("startPoint.x", { ($0 as? GradientLayer)?.startPoint.x = $1 }),
      ("startPoint.y", { ($0 as? GradientLayer)?.startPoint.y = $1 }),
      (
        "endPoint.x radial",
        {
          ($0 as? GradientLayer)?.type = .radial
          ($0 as? GradientLayer)?.endPoint.x = $1
        }
      ),
      (
        "endPoint.y conic",
        {
          ($0 as? GradientLayer)?.type = .conic
          ($0 as? GradientLayer)?.endPoint.y = $1
        }
      ),
    ]
  }

  private static func matrix(
    _ name: String, _ path: ReferenceWritableKeyPath<Layer, Transform3D>
  ) -> [(name: String, set: Setter)] {
    let entries: [(String, WritableKeyPath<Transform3D, CGFloat>)] = [
      ("m11", \.m11), ("m12", \.m12), ("m13", \.m13), ("m14", \.m14),
      ("m21", \.m21), ("m22", \.m22), ("m23", \.m23), ("m24", \.m24),
      ("m31", \.m31), ("m32", \.m32), ("m33", \.m33), ("m34", \.m34),
      ("m41", \.m41), ("m42", \.m42), ("m43", \.m43), ("m44", \.m44),
    ]
    return entries.map { entry, component in
      (
        "\(name).\(entry)",
        { layer, value in
          var transform = layer[keyPath: path]
          transform[keyPath: component] = value
          layer[keyPath: path] = transform
        }
      )
    }
  }
}
