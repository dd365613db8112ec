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

  static let properties = PropertyTable.byKey([
    .init(
      .instanceCount, \.rareValues.replicator.instanceCount, \ReplicatorLayer.instanceCount),
    .fixed(
      .preservesDepth, \.rareValues.replicator.preservesDepth, \ReplicatorLayer.preservesDepth),
    .init(
      .instanceDelay, \.rareValues.replicator.instanceDelay, \ReplicatorLayer.instanceDelay),
    .init(
      .instanceTransform, \.rareValues.replicator.instanceTransform,
      \ReplicatorLayer.instanceTransform),
    .init(
      .instanceColor, \.rareValues.replicator.instanceColor, \ReplicatorLayer.instanceColor,
      action: .animationOfValue),
    .init(
      .instanceRedOffset, \.rareValues.replicator.instanceOffsets.x,
      \ReplicatorLayer.instanceRedOffset),
    .init(
      .instanceGreenOffset, \.rareValues.replicator.instanceOffsets.y,
      \ReplicatorLayer.instanceGreenOffset),
    .init(
      .instanceBlueOffset, \.rareValues.replicator.instanceOffsets.z,
      \ReplicatorLayer.instanceBlueOffset),
    .init(
      .instanceAlphaOffset, \.rareValues.replicator.instanceOffsets.w,
      \ReplicatorLayer.instanceAlphaOffset),
  ])

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
