import Foundation

/// A layer that shows its sublayers several times, each time moved, later and in another colour:
/// what `CAReplicatorLayer` is in Core Animation.
///
///     let spinner = ReplicatorLayer()
///     spinner.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
///     spinner.instanceCount = 12
///     spinner.instanceTransform = Transform3D(rotation: .pi / 6, x: 0, y: 0, z: 1)
///     spinner.instanceAlphaOffset = -1 / 12
///     spinner.instanceDelay = 1.0 / 12
///     spinner.addSublayer(dot)
///
/// The instances are drawn one over the other, the first, which shows the sublayers as they are, at
/// the back; above the layer's own contents and below its border. What holds for the layer, its
/// opacity, mask, shadow and filters, holds for all instances together. Replicators may be in each
/// other. Hit tests and conversions know the first instance alone; without instances nothing in the
/// layer is hit.
///
/// Animations of sublayers are seen by each instance at its own time, as long as they are there:
/// one that is removed when it ends is gone from all instances. A ``TiledLayer`` draws the tiles
/// that are seen of the first instance, and what follows animations of a key of your own is drawn
/// for it.
///
/// At most ``maximumInstanceCount`` instances are drawn, and with all layers in them no more than
/// 262,144 layers, of which replicators in replicators share what one instance has. Past the eighth
/// replicator inside each other, what is in it is shown once.
open class ReplicatorLayer: Layer {
  /// How many instances are drawn at most.
  public static let maximumInstanceCount = 65_536

  /// How many replicators inside each other have instances.
  static let maximumNesting = 8

  private static let defaultBox = RareBox(kind: .replicator(ReplicatorValues()))

  /// Creates a layer of zero size at the origin with one instance.
  public override init() {
    super.init()
    beginAs(Self.defaultBox)
  }

  /// Creates the copy that ``Layer/presentation()`` hands out; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: a ``ReplicatorLayer``.
  public required init(layer: Any) {
    require(
      layer is ReplicatorLayer,
      "init(layer:) copies a ReplicatorLayer, and was given a \(Swift.type(of: layer))")
    super.init(layer: layer)
  }

  /// As of every layer, and `instanceCount`, `instanceColor` and `instanceTransform`.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "instanceCount": 1
    case "instanceColor": Color.white
    case "instanceTransform": Transform3D.identity
    default: super.defaultValue(forKey: key)
    }
  }

  /// How often the sublayers are shown, the first time as they are. 1 by default; less than 1
  /// counts as 0, and more than ``maximumInstanceCount`` as that. Animatable, in whole steps.
  ///
  /// - Complexity: a change costs a frame O(instances x layers in one).
  public final var instanceCount: Int {
    get { core.pointee.values.rareValues.replicator.instanceCount }
    set { setRare(\.replicator.instanceCount, newValue, .instanceCount) }
  }

  /// Whether the instances are not flattened into the plane of the layer. False by default. Where
  /// it is true the layer is one with the space around it, as a ``TransformLayer`` is, and shows
  /// nothing of its own; its instances are sorted by depth among each other. Not animatable.
  public final var preservesDepth: Bool {
    get { core.pointee.values.rareValues.replicator.preservesDepth }
    set { setRare(\.replicator.preservesDepth, newValue, .preservesDepth) }
  }

  /// How much later each instance is than the one before, in seconds of the layer's own time: the
  /// *k*-th shows its sublayers as the first one did *k* times as long ago. 0 by default; may be
  /// negative. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var instanceDelay: Double {
    get { core.pointee.values.rareValues.replicator.instanceDelay }
    set {
      setRare(\.replicator.instanceDelay, newValue, .instanceDelay, finite: newValue.isFinite)
    }
  }

  /// What each instance is moved by after the one before, about the layer's anchor point, in
  /// points. The identity by default. Animatable. An instance for which the numbers overflow is not
  /// drawn.
  ///
  /// - Precondition: all sixteen numbers are finite.
  public final var instanceTransform: Transform3D {
    get { core.pointee.values.rareValues.replicator.instanceTransform }
    set {
      setRare(
        \.replicator.instanceTransform, newValue, .instanceTransform, finite: newValue.isFinite)
    }
  }

  /// The colour that the first instance is multiplied by, component by component: red, green and
  /// blue act on its colours, and alpha as an opacity of the whole instance. White, which changes
  /// nothing, by default; nil counts as that. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var instanceColor: Color? {
    get { core.pointee.values.rareValues.replicator.instanceColor }
    set {
      setRare(
        \.replicator.instanceColor, newValue, .instanceColor, finite: newValue?.isFinite ?? true)
    }
  }

  /// What is added to the red of that colour for each instance after the first. The sum is brought
  /// into 0...1. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var instanceRedOffset: Float {
    get { core.pointee.values.rareValues.replicator.instanceOffsets.x }
    set { setOffset(\.x, newValue, .instanceRedOffset) }
  }

  /// The same for green.
  ///
  /// - Precondition: the number is finite.
  public final var instanceGreenOffset: Float {
    get { core.pointee.values.rareValues.replicator.instanceOffsets.y }
    set { setOffset(\.y, newValue, .instanceGreenOffset) }
  }

  /// The same for blue.
  ///
  /// - Precondition: the number is finite.
  public final var instanceBlueOffset: Float {
    get { core.pointee.values.rareValues.replicator.instanceOffsets.z }
    set { setOffset(\.z, newValue, .instanceBlueOffset) }
  }

  /// The same for alpha.
  ///
  /// - Precondition: the number is finite.
  public final var instanceAlphaOffset: Float {
    get { core.pointee.values.rareValues.replicator.instanceOffsets.w }
    set { setOffset(\.w, newValue, .instanceAlphaOffset) }
  }

  private final func setOffset(
    _ component: WritableKeyPath<SIMD4<Float>, Float>, _ value: Float, _ key: LayerKey
  ) {
    let offsets: WritableKeyPath<RareValues, SIMD4<Float>> = \.replicator.instanceOffsets
    setRare(offsets.appending(path: component), value, key, finite: value.isFinite)
  }
}
