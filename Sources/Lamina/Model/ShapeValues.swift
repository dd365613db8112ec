import Foundation

/// The properties of a ``ShapeLayer`` beyond those of every layer.
struct ShapeValues: LayerKind {
  var path: Path?
  var fillColor: Color? = .black
  var fillRule = FillRule.nonZero
  var strokeColor: Color?
  var strokeStart: CGFloat = 0
  var strokeEnd: CGFloat = 1
  var lineWidth: CGFloat = 1
  var miterLimit: CGFloat = 10
  var lineCap = LineCap.butt
  var lineJoin = LineJoin.miter
  var lineDashPattern: [CGFloat]?
  var lineDashPhase: CGFloat = 0

  static let optionalProperties: Set<String> = [
    "path", "fillColor", "strokeColor", "lineDashPattern",
  ]

  func animatableValue(of property: String) -> AnimatableValue? {
    switch property {
    case "path": path.map { .path($0) } ?? AnimatableValue.none
    case "fillColor": fillColor.map { .color($0) } ?? AnimatableValue.none
    case "strokeColor": strokeColor.map { .color($0) } ?? AnimatableValue.none
    case "strokeStart": .scalar(strokeStart)
    case "strokeEnd": .scalar(strokeEnd)
    case "lineWidth": .scalar(lineWidth)
    case "miterLimit": .scalar(miterLimit)
    case "lineDashPhase": .scalar(lineDashPhase)
    default: nil
    }
  }

  func fixedValue(of property: String) -> PropertyValue? {
    switch property {
    case "fillRule": .word(fillRule.rawValue)
    case "lineCap": .word(lineCap.rawValue)
    case "lineJoin": .word(lineJoin.rawValue)
    case "lineDashPattern":
      .value(lineDashPattern.map { .numbers($0.map(Double.init)) } ?? AnimatableValue.none)
    default: nil
    }
  }

  mutating func take(_ value: PropertyValue, for property: String) -> Bool {
    switch (property, value) {
    case ("fillRule", .word(let word)): fillRule = FillRule(rawValue: word) ?? .nonZero
    case ("lineCap", .word(let word)): lineCap = LineCap(rawValue: word) ?? .butt
    case ("lineJoin", .word(let word)): lineJoin = LineJoin(rawValue: word) ?? .miter
    case (_, .value(let value)): return take(value, for: property)
    default: return false
    }
    return true
  }

  private mutating func take(_ value: AnimatableValue, for property: String) -> Bool {
    switch (property, value) {
    case ("path", .path(let value)): path = value
    case ("path", .none): path = nil
    case ("fillColor", .color(let value)): fillColor = value
    case ("fillColor", .none): fillColor = nil
    case ("strokeColor", .color(let value)): strokeColor = value
    case ("strokeColor", .none): strokeColor = nil
    case ("strokeStart", .scalar(let value)): strokeStart = value
    case ("strokeEnd", .scalar(let value)): strokeEnd = value
    case ("lineWidth", .scalar(let value)): lineWidth = value
    case ("miterLimit", .scalar(let value)): miterLimit = value
    case ("lineDashPhase", .scalar(let value)): lineDashPhase = value
    case ("lineDashPattern", .numbers(let value)):
      guard Self.isDashPattern(value.map { CGFloat($0) }) else { return false }
      lineDashPattern = value.map { CGFloat($0) }
    case ("lineDashPattern", .none): lineDashPattern = nil
    default: return false
    }
    return true
  }

  /// Returns true if the lengths of dashes and gaps are valid: finite, and 0 or more.
  static func isDashPattern(_ lengths: [CGFloat]) -> Bool {
    lengths.allSatisfy { $0 >= 0 && $0.isFinite }
  }
}

extension RareValues {
  /// The values of a ``ShapeLayer``.
  var shape: ShapeValues {
    get { if case .shape(let values) = kind { values } else { ShapeValues() } }
    set { kind = .shape(newValue) }
  }
}
