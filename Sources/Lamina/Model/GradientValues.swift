import Foundation

/// The properties that a ``GradientLayer`` adds to those of every layer.
struct GradientValues: LayerKind {
  var colors: [Color]?
  var locations: [Double]?
  var startPoint = CGPoint(x: 0.5, y: 0)
  var endPoint = CGPoint(x: 0.5, y: 1)
  var type = GradientLayer.Kind.axial

  static let optionalProperties: Set<String> = ["colors", "locations"]

  func animatableValue(of property: String) -> AnimatableValue? {
    switch property {
    case "colors": colors.map { .colors($0) } ?? AnimatableValue.none
    case "locations": locations.map { .numbers($0) } ?? AnimatableValue.none
    case "startPoint": .point(startPoint)
    case "endPoint": .point(endPoint)
    default: nil
    }
  }

  func fixedValue(of property: String) -> PropertyValue? {
    property == "type" ? .word(type.rawValue) : nil
  }

  mutating func take(_ value: PropertyValue, for property: String) -> Bool {
    switch (property, value) {
    case ("type", .word(let word)): type = GradientLayer.Kind(rawValue: word) ?? .axial
    case ("colors", .value(.colors(let value))): colors = value
    case ("colors", .value(.numbers([]))): colors = []
    case ("colors", .value(.none)): colors = nil
    case ("locations", .value(.numbers(let value))): locations = value
    case ("locations", .value(.none)): locations = nil
    case ("startPoint", .value(.point(let value))): startPoint = value
    case ("endPoint", .value(.point(let value))): endPoint = value
    default: return false
    }
    return true
  }
}

extension RareValues {
  /// The values of a ``GradientLayer``.
  var gradient: GradientValues {
    get { if case .gradient(let values) = kind { values } else { GradientValues() } }
    set { kind = .gradient(newValue) }
  }
}
