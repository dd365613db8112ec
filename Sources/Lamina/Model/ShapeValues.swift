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

  static let properties = PropertyTable.byKey([
    .init(.path, \.rareValues.shape.path, \ShapeLayer.path, action: .none),
    .init(
      .fillColor, \.rareValues.shape.fillColor, \ShapeLayer.fillColor, action: .animationOfValue),
    .fixed(.fillRule, \.rareValues.shape.fillRule, \ShapeLayer.fillRule),
    .init(
      .strokeColor, \.rareValues.shape.strokeColor, \ShapeLayer.strokeColor,
      action: .animationOfValue),
    .init(.strokeStart, \.rareValues.shape.strokeStart, \ShapeLayer.strokeStart),
    .init(.strokeEnd, \.rareValues.shape.strokeEnd, \ShapeLayer.strokeEnd),
    .init(.lineWidth, \.rareValues.shape.lineWidth, \ShapeLayer.lineWidth),
    .init(.miterLimit, \.rareValues.shape.miterLimit, \ShapeLayer.miterLimit),
    .fixed(.lineCap, \.rareValues.shape.lineCap, \ShapeLayer.lineCap),
    .fixed(.lineJoin, \.rareValues.shape.lineJoin, \ShapeLayer.lineJoin),
    .fixed(.lineDashPattern, \.rareValues.shape.lineDashPattern, \ShapeLayer.lineDashPattern),
    .init(.lineDashPhase, \.rareValues.shape.lineDashPhase, \ShapeLayer.lineDashPhase),
  ])

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
