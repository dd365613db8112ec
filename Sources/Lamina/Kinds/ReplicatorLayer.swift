import Foundation

/// A layer that draws its sublayers several times, each time transformed, delayed and tinted: the
/// counterpart of `CAReplicatorLayer` in Core Animation.
///
///     let spinner = ReplicatorLayer()
///     spinner.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
///     spinner.instanceCount = 12
///     spinner.instanceTransform = Transform3D(rotation: .pi / 6, x: 0, y: 0, z: 1)
///     spinner.instanceAlphaOffset = -1 / 12
///     spinner.instanceDelay = 1.0 / 12
///     spinner.addSublayer(dot)
///
/// The instances are drawn one over the other, above the layer's own contents and below its border.
/// The first, which shows the sublayers in place and undelayed, is at the back. The layer's
/// opacity, mask, shadow and filters apply to all instances together. Replicators may be nested.
/// Hit testing and conversions use the first instance only; without instances nothing in the layer
/// is hit.
///
/// Each instance shows the animations of sublayers at its own time, as long as they exist: an
/// animation that is removed when it ends disappears from all instances. A ``TiledLayer`` draws the
/// tiles visible in the first instance, and drawings that depend on animations of custom keys are
/// made for it.
///
/// At most ``maximumInstanceCount`` instances are drawn, with no more than 262,144 layers in total;
/// nested replicators share the budget of one instance. Replicators nested more than eight deep
/// show their sublayers once.
open class ReplicatorLayer: Layer {
  /// The maximum number of instances that are drawn.
  public static let maximumInstanceCount = 65_536

  /// The maximum depth of nested replicators that have instances.
  static let maximumNesting = 8

  private static let defaultBox = RareValuesBox(kind: .replicator(ReplicatorValues()))
  class override var initialValues: LayerValues { LayerValues(rare: defaultBox) }
  class override func canCopy(_ layer: Layer) -> Bool { layer is ReplicatorLayer }

  /// The number of instances, including the first, which shows the sublayers in place. 1 by
  /// default; less than 1 counts as 0, and more than ``maximumInstanceCount`` as that. Animatable,
  /// in whole steps.
  ///
  /// - Complexity: a change costs a frame O(instances x layers in one).
  public final var instanceCount: Int {
    get { storage.values.rareValues.replicator.instanceCount }
    set { setRare(\.replicator.instanceCount, newValue, .replicator(.instanceCount)) }
  }

  /// A Boolean value indicating whether the instances keep their depth instead of being flattened
  /// into the plane of the layer. False by default. If true, the layer is part of the space around
  /// it, like a ``TransformLayer``, and shows nothing of its own; its instances are sorted by
  /// depth. Not animatable.
  public final var preservesDepth: Bool {
    get { storage.values.rareValues.replicator.preservesDepth }
    set { setRare(\.replicator.preservesDepth, newValue, .replicator(.preservesDepth)) }
  }

  /// The delay of each instance relative to the previous one, in seconds of the layer's own time:
  /// instance *k*, counted from 0, shows the sublayers as the first one did *k* delays earlier. 0
  /// by default; may be negative. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var instanceDelay: Double {
    get { storage.values.rareValues.replicator.instanceDelay }
    set { setRare(\.replicator.instanceDelay, newValue, .replicator(.instanceDelay)) }
  }

  /// The transform of each instance relative to the previous one, about the layer's anchor point,
  /// in points. The identity by default. Animatable. An instance whose transform overflows is not
  /// drawn.
  ///
  /// - Precondition: all sixteen numbers are finite.
  public final var instanceTransform: Transform3D {
    get { storage.values.rareValues.replicator.instanceTransform }
    set { setRare(\.replicator.instanceTransform, newValue, .replicator(.instanceTransform)) }
  }

  /// The colour by which the first instance is multiplied, component by component: red, green and
  /// blue apply to its colours, and alpha is an opacity of the whole instance. White, which changes
  /// nothing, by default; nil counts as white. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var instanceColor: Color? {
    get { storage.values.rareValues.replicator.instanceColor }
    set { setRare(\.replicator.instanceColor, newValue, .replicator(.instanceColor)) }
  }

  /// Returns the colour by which an instance is multiplied, each component from 0 to 1.
  package final func color(ofInstance number: Int) -> Color {
    storage.values.rareValues.replicator.color(of: number)
  }

  /// The amount added to the red component of ``instanceColor`` for each instance after the first.
  /// The sum is clamped to 0...1. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var instanceRedOffset: Float {
    get { storage.values.rareValues.replicator.instanceOffsets.x }
    set {
      setRare(
        \.replicator.instanceOffsets.x, newValue, .replicator(.instanceRedOffset))
    }
  }

  /// The amount added to the green component of ``instanceColor``, as in ``instanceRedOffset``.
  ///
  /// - Precondition: the number is finite.
  public final var instanceGreenOffset: Float {
    get { storage.values.rareValues.replicator.instanceOffsets.y }
    set {
      setRare(
        \.replicator.instanceOffsets.y, newValue, .replicator(.instanceGreenOffset))
    }
  }

  /// The amount added to the blue component of ``instanceColor``, as in ``instanceRedOffset``.
  ///
  /// - Precondition: the number is finite.
  public final var instanceBlueOffset: Float {
    get { storage.values.rareValues.replicator.instanceOffsets.z }
    set {
      setRare(
        \.replicator.instanceOffsets.z, newValue, .replicator(.instanceBlueOffset))
    }
  }

  /// The amount added to the alpha component of ``instanceColor``, as in ``instanceRedOffset``.
  ///
  /// - Precondition: the number is finite.
  public final var instanceAlphaOffset: Float {
    get { storage.values.rareValues.replicator.instanceOffsets.w }
    set {
      setRare(
        \.replicator.instanceOffsets.w, newValue, .replicator(.instanceAlphaOffset))
    }
  }
}

/// The properties that a ``ReplicatorLayer`` adds to those of every layer.
struct ReplicatorValues: Sendable, Equatable {
  var instanceCount = 1
  var preservesDepth = false
  /// The delay in seconds.
  var instanceDelay = 0.0
  var instanceTransform = Transform3D.identity
  var instanceColor: Color? = .white
  /// The amounts added to red, green, blue and alpha for each instance.
  var instanceOffsets = SIMD4<Float>.zero

  /// The keys of the properties, in the order of descriptions.
  enum Key: String, NumberedKey {
    case preservesDepth, instanceCount, instanceDelay, instanceTransform, instanceColor
    case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset

    static var firstNumber: UInt8 { 96 }
  }

  static let properties = PropertyTable(
    [
      .init(
        .replicator(.instanceCount), \.rareValues.replicator.instanceCount,
        \ReplicatorLayer.instanceCount),
      .fixed(
        .replicator(.preservesDepth), \.rareValues.replicator.preservesDepth,
        \ReplicatorLayer.preservesDepth,
        default: .never),
      .init(
        .replicator(.instanceDelay), \.rareValues.replicator.instanceDelay,
        \ReplicatorLayer.instanceDelay),
      .init(
        .replicator(.instanceTransform), \.rareValues.replicator.instanceTransform,
        \ReplicatorLayer.instanceTransform, motion: .sublayers,
        default: .always),
      .init(
        .replicator(.instanceColor), \.rareValues.replicator.instanceColor,
        \ReplicatorLayer.instanceColor,
        action: .animationOfValue),
      .init(
        .replicator(.instanceRedOffset), \.rareValues.replicator.instanceOffsets.x,
        \ReplicatorLayer.instanceRedOffset),
      .init(
        .replicator(.instanceGreenOffset), \.rareValues.replicator.instanceOffsets.y,
        \ReplicatorLayer.instanceGreenOffset),
      .init(
        .replicator(.instanceBlueOffset), \.rareValues.replicator.instanceOffsets.z,
        \ReplicatorLayer.instanceBlueOffset),
      .init(
        .replicator(.instanceAlphaOffset), \.rareValues.replicator.instanceOffsets.w,
        \ReplicatorLayer.instanceAlphaOffset),
    ], affectingSublayers: true)

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
    // Not inlined: the accessor of each property would copy all values in place.
    @inline(never) get {
      if case .replicator(let values) = kind { values } else { ReplicatorValues() }
    }
    @inline(never) set { kind = .replicator(newValue) }
  }
}

extension LayerValues {
  /// The values of a ``ReplicatorLayer``; nil for any other layer.
  var replicator: ReplicatorValues? {
    if case .replicator(let values)? = rare?.values.kind { values } else { nil }
  }
}

extension LayerKey {
  static func replicator(_ key: ReplicatorValues.Key) -> LayerKey { LayerKey(of: key) }
}

// MARK: - Typed keys

extension LayerProperty where Value == Color {
  public static var instanceColor: Self { Self("instanceColor") }
}

extension LayerProperty where Value == Transform3D {
  public static var instanceTransform: Self { Self("instanceTransform") }
}

extension LayerProperty where Value == Double {
  public static var instanceDelay: Self { Self("instanceDelay") }
}

extension LayerProperty where Value == Int {
  public static var instanceCount: Self { Self("instanceCount") }
}

extension LayerProperty where Value == Float {
  public static var instanceRedOffset: Self { Self("instanceRedOffset") }
  public static var instanceGreenOffset: Self { Self("instanceGreenOffset") }
  public static var instanceBlueOffset: Self { Self("instanceBlueOffset") }
  public static var instanceAlphaOffset: Self { Self("instanceAlphaOffset") }
}
