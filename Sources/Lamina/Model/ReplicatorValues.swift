import Foundation

/// The properties that a ``ReplicatorLayer`` adds to those of every layer.
struct ReplicatorValues: LayerKind {
  var instanceCount = 1
  var preservesDepth = false
  /// The delay in seconds.
  var instanceDelay = 0.0
  var instanceTransform = Transform3D.identity
  var instanceColor: Color? = .white
  /// The amounts added to red, green, blue and alpha for each instance.
  var instanceOffsets = SIMD4<Float>.zero

  static let optionalProperties: Set<String> = ["instanceColor"]

  private static func offset(_ name: String) -> WritableKeyPath<ReplicatorValues, Float>? {
    switch name {
    case "instanceRedOffset": \.instanceOffsets.x
    case "instanceGreenOffset": \.instanceOffsets.y
    case "instanceBlueOffset": \.instanceOffsets.z
    case "instanceAlphaOffset": \.instanceOffsets.w
    default: nil
    }
  }

  func animatableValue(of property: String) -> AnimatableValue? {
    if let offset = Self.offset(property) { return .scalar(Double(self[keyPath: offset])) }
    return switch property {
    case "instanceCount": .scalar(Double(instanceCount))
    case "instanceDelay": .scalar(instanceDelay)
    case "instanceTransform": .transform(instanceTransform)
    case "instanceColor": instanceColor.map { .color($0) } ?? AnimatableValue.none
    default: nil
    }
  }

  func fixedValue(of property: String) -> PropertyValue? {
    property == "preservesDepth" ? .value(.bool(preservesDepth)) : nil
  }

  mutating func take(_ value: PropertyValue, for property: String) -> Bool {
    guard case .value(let value) = value else { return false }
    switch (property, value) {
    case ("instanceCount", .scalar(let value)):
      // Clamped to the integers that a `Double` represents exactly.
      instanceCount = Int(max(-0x1p53, min(0x1p53, value.rounded())))
    case ("preservesDepth", .bool(let value)): preservesDepth = value
    case ("instanceDelay", .scalar(let value)): instanceDelay = value
    case ("instanceTransform", .transform(let value)): instanceTransform = value
    case ("instanceColor", .color(let value)): instanceColor = value
    case ("instanceColor", .none): instanceColor = nil
    case (_, .scalar(let value)):
      guard let offset = Self.offset(property), Float(value).isFinite else { return false }
      self[keyPath: offset] = Float(value)
    default: return false
    }
    return true
  }

  /// True if the layer shows its sublayers exactly once, unchanged.
  var isTrivial: Bool {
    instanceCount == 1 && !preservesDepth && instanceColor ?? .white == .white
  }

  /// Returns the colour by which an instance is multiplied.
  func color(of instance: Int) -> Color {
    let base = instanceColor ?? .white
    func component(_ value: CGFloat, _ offset: Float) -> CGFloat {
      max(0, min(1, value + CGFloat(offset) * CGFloat(instance)))
    }
    return Color(
      red: component(base.red, instanceOffsets.x), green: component(base.green, instanceOffsets.y),
      blue: component(base.blue, instanceOffsets.z),
      alpha: component(base.alpha, instanceOffsets.w))
  }
}

extension RareValues {
  /// The values of a ``ReplicatorLayer``.
  var replicator: ReplicatorValues {
    get { if case .replicator(let values) = kind { values } else { ReplicatorValues() } }
    set { kind = .replicator(newValue) }
  }
}

extension LayerValues {
  /// The values of a ``ReplicatorLayer``; nil for any other layer.
  var replicator: ReplicatorValues? {
    if case .replicator(let values)? = rare?.values.kind { values } else { nil }
  }
}
