import Foundation

/// The properties that a ``GradientLayer`` adds to those of every layer.
struct GradientValues: LayerKind {
  var colors: [Color]?
  var locations: [Double]?
  var startPoint = CGPoint(x: 0.5, y: 0)
  var endPoint = CGPoint(x: 0.5, y: 1)
  var type = GradientLayer.Kind.axial

  static let properties = PropertyTable.byKey([
    .init(
      .colors, \.rareValues.gradient.colors, \GradientLayer.colors, action: .animationOfValue),
    .init(
      .locations, \.rareValues.gradient.locations, \GradientLayer.locations,
      action: .animationOfValue),
    .init(.startPoint, \.rareValues.gradient.startPoint, \GradientLayer.startPoint),
    .init(.endPoint, \.rareValues.gradient.endPoint, \GradientLayer.endPoint),
    .fixed(.type, \.rareValues.gradient.type, \GradientLayer.type),
  ])
}

extension RareValues {
  /// The values of a ``GradientLayer``.
  var gradient: GradientValues {
    get { if case .gradient(let values) = kind { values } else { GradientValues() } }
    set { kind = .gradient(newValue) }
  }
}
