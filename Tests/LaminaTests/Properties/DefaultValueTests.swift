import Foundation
import Lamina
import Testing

/// The answers of Core Animation's classes for their keys, written out: the rows of a table that was
/// measured on macOS, and of the headers' where it has none.
@Suite("The default value of a key")
struct DefaultValueTests {
  /// A kind of layer, and what its class answers.
  struct Row: CustomTestStringConvertible, Sendable {
    let type: Layer.Type
    let key: String
    /// The answer as text; nil if there is none.
    let answer: String?

    var testDescription: String { "\(type).\(key)" }
  }

  private static func rows(_ type: Layer.Type, _ answers: [String: String?]) -> [Row] {
    answers.map { Row(type: type, key: $0, answer: $1) }.sorted { $0.key < $1.key }
  }

  /// The answer as text that does not depend on which type of number it is.
  private static func text(_ answer: Any?) -> String? {
    switch answer {
    case nil: nil
    case let flag as Bool: "\(flag)"
    case let text as String: text
    case let point as CGPoint: "\(point.x), \(point.y)"
    case let size as CGSize: "\(size.width) x \(size.height)"
    case let rect as CGRect: "\(rect.minX), \(rect.minY), \(rect.width) x \(rect.height)"
    case let color as Color: "\(color.red), \(color.green), \(color.blue), \(color.alpha)"
    case let transform as Transform3D where transform.isIdentity: "identity"
    case let mask as CornerMask: "\(Double(mask.rawValue))"
    case let mask as EdgeAntialiasingMask: "\(Double(mask.rawValue))"
    case let name as any RawRepresentable<String>: name.rawValue
    case let number as Int: "\(Double(number))"
    case let number as Float: "\(Double(number))"
    case let number as any BinaryFloatingPoint: "\(Double(number))"
    default: "\(answer!)"
    }
  }

  private static let black = "0.0, 0.0, 0.0, 1.0"
  private static let white = "1.0, 1.0, 1.0, 1.0"

  /// The keys of every layer.
  private static let common: [String: String?] = [
    "anchorPoint": "0.5, 0.5", "contentsRect": "0.0, 0.0, 1.0 x 1.0",
    "contentsCenter": "0.0, 0.0, 1.0 x 1.0", "contentsGravity": "resize", "contentsScale": "1.0",
    "contentsFormat": "RGBA8", "minificationFilter": "linear", "magnificationFilter": "linear",
    "maskedCorners": "15.0", "cornerCurve": "circular", "opacity": "1.0",
    "rasterizationScale": "1.0", "shadowOffset": "0.0 x -3.0", "shadowRadius": "3.0",
    "borderColor": black, "shadowColor": black, "edgeAntialiasingMask": "15.0",
    "duration": "inf", "speed": "1.0", "fillMode": "removed",
    "doubleSided": "true", "allowsEdgeAntialiasing": "true", "allowsGroupOpacity": "true",
    "hidden": "false", "masksToBounds": "false", "geometryFlipped": "false", "opaque": "false",
    "shouldRasterize": "false", "drawsAsynchronously": "false",
    "needsDisplayOnBoundsChange": "false",
    "bounds": nil, "position": nil, "frame": nil, "transform": nil, "cornerRadius": nil,
    "zPosition": nil, "shadowOpacity": nil, "beginTime": nil, "timeOffset": nil, "isHidden": nil,
    // From the headers: 0, nil or nothing.
    "anchorPointZ": nil, "sublayerTransform": nil, "sublayers": nil, "mask": nil, "contents": nil,
    "minificationFilterBias": nil, "backgroundColor": nil, "borderWidth": nil, "filters": nil,
    "backgroundFilters": nil, "compositingFilter": nil, "shadowPath": nil, "name": nil,
    "autoresizingMask": nil, "layoutManager": nil, "constraints": nil, "actions": nil,
    "style": nil, "delegate": nil, "repeatCount": nil, "repeatDuration": nil,
    "autoreverses": nil, "visibleRect": nil, "superlayer": nil, "nonsense": nil,
  ]

  static let all: [Row] =
    [
      Layer.self, TransformLayer.self, ShapeLayer.self, GradientLayer.self, ReplicatorLayer.self,
      TiledLayer.self, EmitterLayer.self,
    ].flatMap { rows($0, common) }
    + rows(ScrollLayer.self, common.merging(["masksToBounds": "true"]) { $1 })
    + rows(ScrollLayer.self, ["scrollMode": "both"])
    + rows(Layer.self, ["scrollMode": nil, "strokeEnd": nil, "tileSize": nil, "colors": nil])
    + rows(
      ShapeLayer.self,
      [
        "path": nil, "fillColor": black, "fillRule": "non-zero", "strokeColor": nil,
        "strokeStart": nil, "strokeEnd": "1.0", "lineWidth": "1.0", "miterLimit": "10.0",
        "lineCap": "butt", "lineJoin": "miter", "lineDashPhase": nil, "lineDashPattern": nil,
      ])
    + rows(
      GradientLayer.self,
      [
        "colors": nil, "locations": nil, "startPoint": "0.5, 0.0", "endPoint": "0.5, 1.0",
        "type": "axial",
      ])
    + rows(
      TiledLayer.self,
      ["levelsOfDetail": "1.0", "levelsOfDetailBias": "0.0", "tileSize": "256.0 x 256.0"])
    + rows(
      ReplicatorLayer.self,
      [
        "instanceCount": "1.0", "preservesDepth": nil, "instanceDelay": nil,
        "instanceTransform": "identity", "instanceColor": white, "instanceRedOffset": nil,
        "instanceGreenOffset": nil, "instanceBlueOffset": nil, "instanceAlphaOffset": nil,
      ])
    + rows(
      EmitterLayer.self,
      [
        "emitterCells": nil, "birthRate": "1.0", "lifetime": "1.0", "emitterPosition": nil,
        "emitterZPosition": nil, "emitterSize": nil, "emitterDepth": nil, "emitterShape": "point",
        "emitterMode": "volume", "renderMode": "unordered", "preservesDepth": nil,
        "velocity": "1.0", "scale": "1.0", "spin": "1.0", "seed": nil,
      ])

  @Test("of a layer is Core Animation's", arguments: all)
  func layers(_ row: Row) {
    #expect(Self.text(row.type.defaultValue(forKey: row.key)) == row.answer)
  }

  @Test("of an emitter cell is Core Animation's")
  func cells() {
    let answers: [String: String] = [
      "enabled": "true", "scale": "1.0", "color": Self.white, "contentsScale": "1.0",
      "contentsRect": "0.0, 0.0, 1.0 x 1.0", "minificationFilter": "linear",
      "magnificationFilter": "linear", "duration": "inf", "speed": "1.0",
    ]
    for (key, answer) in answers {
      #expect(Self.text(EmitterCell.defaultValue(forKey: key)) == answer, "\(key)")
    }
    let others = [
      "name", "isEnabled", "birthRate", "lifetime", "lifetimeRange", "emissionLatitude",
      "emissionLongitude", "emissionRange", "velocity", "velocityRange", "xAcceleration",
      "yAcceleration", "zAcceleration", "scaleRange", "scaleSpeed", "spin", "spinRange", "redRange",
      "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed", "alphaSpeed",
      "contents", "minificationFilterBias", "emitterCells", "style", "beginTime", "timeOffset",
      "repeatCount", "repeatDuration", "autoreverses", "nonsense",
      // Nothing is shown of a cell outside its active duration: it has no such property.
      "fillMode",
    ]
    for key in others { #expect(EmitterCell.defaultValue(forKey: key) == nil, "\(key)") }
  }

  @Test("of an animation is Core Animation's")
  func animations() {
    let rows: [(Animation.Type, [String: String?])] = [
      (
        Animation.self,
        [
          "speed": "1.0", "fillMode": "removed", "removedOnCompletion": "true", "duration": nil,
          "beginTime": nil, "autoreverses": nil, "timeOffset": nil, "repeatCount": nil,
          "repeatDuration": nil, "timingFunction": nil, "delegate": nil,
        ]
      ),
      (KeyframeAnimation.self, ["calculationMode": "linear", "values": nil, "rotationMode": nil]),
      (
        SpringAnimation.self,
        [
          "mass": "1.0", "stiffness": "100.0", "damping": "10.0", "allowsOverdamping": "false",
          "initialVelocity": nil, "speed": "1.0",
        ]
      ),
      (
        Transition.self,
        ["type": "fade", "endProgress": "1.0", "startProgress": nil, "subtype": nil]
      ),
    ]
    for (type, answers) in rows {
      for (key, answer) in answers {
        #expect(Self.text(type.defaultValue(forKey: key)) == answer, "\(type).\(key)")
      }
    }
  }
}
