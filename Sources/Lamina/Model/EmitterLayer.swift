import Foundation

/// A layer that shows particles: what `CAEmitterLayer` is in Core Animation.
///
/// What is seen follows from the layer's local time alone, and from the ``seed``: the particle that
/// a cell emits as its *k*-th is born *k* / rate seconds after the beginning of the layer's time. So
/// any time can be drawn at once, twice, or backwards, and shows the same. A change of a value
/// holds for particles that were born before it, too.
///
///     let spark = EmitterCell()
///     spark.contents = dot
///     spark.birthRate = 40
///     spark.lifetime = 2
///     spark.velocity = 90
///     spark.emissionRange = 2 * .pi
///     let fountain = EmitterLayer()
///     fountain.emitterCells = [spark]
///
/// Particles are drawn over the layer's contents and border and below its sublayers, in the plane of
/// the layer, past its bounds unless the layer ``Layer/masksToBounds``. At most
/// ``maximumParticleCount`` are drawn, of each cell the youngest.
open class EmitterLayer: Layer {
  /// How many particles there are at most.
  public static let maximumParticleCount = 65_536

  /// Where particles set out.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// A point, the ``EmitterLayer/emitterPosition``.
    case point
    /// A line along x, as long as the emitter is wide.
    case line
    /// A rectangle of the emitter's size.
    case rectangle
    /// A box of the emitter's size and depth.
    case cuboid
    /// A circle whose radius is the emitter's width.
    case circle
    /// A ball whose radius is the emitter's width.
    case sphere
  }

  /// Which part of the shape particles set out from.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Its corners or ends; the middle of round ones.
    case points
    /// Its edges; of a ball its circle in the layer's plane.
    case outline
    /// Its surface; all of a flat shape.
    case surface
    /// All of it.
    case volume
  }

  /// In which order, and how, particles are drawn.
  public enum RenderMode: String, Sendable, Hashable, CaseIterable {
    /// Cell by cell, of each the oldest first.
    case unordered
    /// The oldest first, so that the youngest are in front.
    case oldestFirst
    /// The oldest last, in front.
    case oldestLast
    /// By depth.
    case backToFront
    /// Added up, as light is.
    case additive
  }

  private static let defaultBox = RareBox(kind: .emitter(EmitterValues()))

  /// Creates a layer of zero size at the origin that emits nothing.
  public override init() {
    super.init()
    beginAs(Self.defaultBox)
    core.pointee.status.insert(.timed)
  }

  /// Creates the copy that ``Layer/presentation()`` hands out; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: an ``EmitterLayer``.
  public required init(layer: Any) {
    require(
      layer is EmitterLayer,
      "init(layer:) copies an EmitterLayer, and was given a \(Swift.type(of: layer))")
    super.init(layer: layer)
  }

  /// As of every layer, and `birthRate`, `lifetime`, `velocity`, `scale`, `spin`, `emitterShape`,
  /// `emitterMode` and `renderMode`.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "birthRate", "lifetime", "velocity", "scale", "spin": Float(1)
    case "emitterShape": Shape.point
    case "emitterMode": Mode.volume
    case "renderMode": RenderMode.unordered
    default: super.defaultValue(forKey: key)
    }
  }

  /// What is emitted. Nil by default. Each read gives new cells: change them and set them again.
  public final var emitterCells: [EmitterCell]? {
    get { core.pointee.values.rareValues.emitter.cells.map { $0.map { EmitterCell($0) } } }
    set { setRare(\.emitter.cells, newValue?.map(\.values), .emitterCells) }
  }

  /// What the birth rates of the cells are multiplied by. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var birthRate: Float {
    get { core.pointee.values.rareValues.emitter.birthRate }
    set { setRare(\.emitter.birthRate, newValue, .birthRate, finite: newValue.isFinite) }
  }

  /// What all lives are multiplied by. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lifetime: Float {
    get { core.pointee.values.rareValues.emitter.lifetime }
    set { setRare(\.emitter.lifetime, newValue, .lifetime, finite: newValue.isFinite) }
  }

  /// What all speeds at birth are multiplied by. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var velocity: Float {
    get { core.pointee.values.rareValues.emitter.velocity }
    set { setRare(\.emitter.velocity, newValue, .velocity, finite: newValue.isFinite) }
  }

  /// What all scales are multiplied by. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var scale: Float {
    get { core.pointee.values.rareValues.emitter.scale }
    set { setRare(\.emitter.scale, newValue, .scale, finite: newValue.isFinite) }
  }

  /// What all spins are multiplied by. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var spin: Float {
    get { core.pointee.values.rareValues.emitter.spin }
    set { setRare(\.emitter.spin, newValue, .spin, finite: newValue.isFinite) }
  }

  /// The middle of where particles set out, in points of the layer's own coordinate space. (0, 0) by default. Animatable.
  ///
  /// - Precondition: finite.
  public final var emitterPosition: CGPoint {
    get { core.pointee.values.rareValues.emitter.emitterPosition }
    set {
      setRare(
        \.emitter.emitterPosition, newValue, .emitterPosition,
        finite: newValue.x.isFinite && newValue.y.isFinite)
    }
  }

  /// The same along z, for the order of drawing. 0 by default. Animatable.
  ///
  /// - Precondition: finite.
  public final var emitterZPosition: CGFloat {
    get { core.pointee.values.rareValues.emitter.emitterZPosition }
    set {
      setRare(
        \.emitter.emitterZPosition, newValue, .emitterZPosition, finite: newValue.isFinite)
    }
  }

  /// How large the shape is, in points. 0 by 0 by default. Animatable.
  ///
  /// - Precondition: finite.
  public final var emitterSize: CGSize {
    get { core.pointee.values.rareValues.emitter.emitterSize }
    set {
      setRare(
        \.emitter.emitterSize, newValue, .emitterSize,
        finite: newValue.width.isFinite && newValue.height.isFinite)
    }
  }

  /// How deep the shape is along z, in points. 0 by default. Animatable.
  ///
  /// - Precondition: finite.
  public final var emitterDepth: CGFloat {
    get { core.pointee.values.rareValues.emitter.emitterDepth }
    set {
      setRare(
        \.emitter.emitterDepth, newValue, .emitterDepth, finite: newValue.isFinite)
    }
  }

  /// Where particles set out. A point by default.
  public final var emitterShape: Shape {
    get { core.pointee.values.rareValues.emitter.emitterShape }
    set { setRare(\.emitter.emitterShape, newValue, .emitterShape) }
  }

  /// Which part of the shape they set out from. All of it by default.
  public final var emitterMode: Mode {
    get { core.pointee.values.rareValues.emitter.emitterMode }
    set { setRare(\.emitter.emitterMode, newValue, .emitterMode) }
  }

  /// The order of drawing. ``RenderMode/unordered`` by default.
  public final var renderMode: RenderMode {
    get { core.pointee.values.rareValues.emitter.renderMode }
    set { setRare(\.emitter.renderMode, newValue, .renderMode) }
  }

  /// Stored, and not used: particles are drawn in the plane of the layer. False by default.
  public final var preservesDepth: Bool {
    get { core.pointee.values.rareValues.emitter.preservesDepth }
    set { setRare(\.emitter.preservesDepth, newValue, .preservesDepth) }
  }

  /// What chance follows from: the same seed gives the same particles. 0 by default.
  public final var seed: UInt32 {
    get { core.pointee.values.rareValues.emitter.seed }
    set { setRare(\.emitter.seed, newValue, .seed) }
  }
}
