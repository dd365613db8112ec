import Foundation

/// A layer that draws particles, the counterpart of `CAEmitterLayer` in Core Animation.
///
/// The particles are a function of the layer's local time and the ``seed`` alone: the *k*-th
/// particle of a cell is born *k* / rate seconds after local time 0. Any time can therefore be
/// drawn directly, repeatedly, or in reverse, with the same result. A changed value also applies to
/// particles born before the change.
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
/// Particles are drawn above the layer's contents and below its sublayers, in the plane of the layer.
/// The border, which is above sublayers, is below the particles if there are none. Particles extend
/// past the layer's bounds unless ``Layer/masksToBounds`` is true. At most
/// ``maximumParticleCount`` particles are drawn, the youngest of each cell.
open class EmitterLayer: Layer {
  /// The maximum number of particles.
  public static let maximumParticleCount = 65_536

  /// The shape in which particles are born.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// A point, the ``EmitterLayer/emitterPosition``.
    case point
    /// A line along x, as long as the emitter is wide.
    case line
    /// A rectangle of the emitter's size.
    case rectangle
    /// A box of the emitter's size and depth.
    case cuboid
    /// A circle with the emitter's width as its radius.
    case circle
    /// A ball with the emitter's width as its radius.
    case sphere
  }

  /// The part of the shape in which particles are born.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The shape's corners or ends, or the centre of a round shape.
    case points
    /// The shape's edges, or a ball's circle in the layer's plane.
    case outline
    /// The shape's surface, or all of a flat shape.
    case surface
    /// The whole shape.
    case volume
  }

  /// The order and blending in which particles are drawn.
  public enum RenderMode: String, Sendable, Hashable, CaseIterable {
    /// Cell by cell, each cell's oldest particles first.
    case unordered
    /// Oldest first, so that the youngest particles are in front.
    case oldestFirst
    /// Oldest last, so that the oldest particles are in front.
    case oldestLast
    /// Back to front, by z.
    case backToFront
    /// Additive blending, as light adds up.
    case additive
  }

  private static let defaultBox = RareValuesBox(kind: .emitter(EmitterValues()))
  class override var initialValues: LayerValues { LayerValues(rare: defaultBox) }
  class override func canCopy(_ layer: Layer) -> Bool { layer is EmitterLayer }

  /// The cells that describe the particles. Nil by default. Each read returns new cells: to change
  /// one, modify it and set the array again.
  public final var emitterCells: [EmitterCell]? {
    get { cells?.map { EmitterCell($0) } }
    set { cells = newValue?.map(\.values) }
  }

  /// The values of the cells.
  final var cells: [EmitterCellValues]? {
    get { storage.values.rareValues.emitter.cells }
    set { setRare(\.emitter.cells, newValue, .emitter(.emitterCells)) }
  }

  /// The factor applied to the birth rates of the cells. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var birthRate: Float {
    get { storage.values.rareValues.emitter.birthRate }
    set { setRare(\.emitter.birthRate, newValue, .emitter(.birthRate)) }
  }

  /// The factor applied to the lifetimes of all particles. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lifetime: Float {
    get { storage.values.rareValues.emitter.lifetime }
    set { setRare(\.emitter.lifetime, newValue, .emitter(.lifetime)) }
  }

  /// The factor applied to the initial speeds of all particles. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var velocity: Float {
    get { storage.values.rareValues.emitter.velocity }
    set { setRare(\.emitter.velocity, newValue, .emitter(.velocity)) }
  }

  /// The factor applied to the scales of all particles. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var scale: Float {
    get { storage.values.rareValues.emitter.scale }
    set { setRare(\.emitter.scale, newValue, .emitter(.scale)) }
  }

  /// The factor applied to the spins of all particles. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var spin: Float {
    get { storage.values.rareValues.emitter.spin }
    set { setRare(\.emitter.spin, newValue, .emitter(.spin)) }
  }

  /// The centre of the emitter's shape, in points of the layer's own coordinate space. (0, 0) by
  /// default. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var emitterPosition: CGPoint {
    get { storage.values.rareValues.emitter.emitterPosition }
    set { setRare(\.emitter.emitterPosition, newValue, .emitter(.emitterPosition)) }
  }

  /// The z-coordinate of the shape's centre, for the drawing order. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var emitterZPosition: CGFloat {
    get { storage.values.rareValues.emitter.emitterZPosition }
    set { setRare(\.emitter.emitterZPosition, newValue, .emitter(.emitterZPosition)) }
  }

  /// The size of the shape, in points. 0 by 0 by default. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var emitterSize: CGSize {
    get { storage.values.rareValues.emitter.emitterSize }
    set { setRare(\.emitter.emitterSize, newValue, .emitter(.emitterSize)) }
  }

  /// The depth of the shape along z, in points. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var emitterDepth: CGFloat {
    get { storage.values.rareValues.emitter.emitterDepth }
    set { setRare(\.emitter.emitterDepth, newValue, .emitter(.emitterDepth)) }
  }

  /// The shape in which particles are born. ``Shape/point`` by default.
  public final var emitterShape: Shape {
    get { storage.values.rareValues.emitter.emitterShape }
    set { setRare(\.emitter.emitterShape, newValue, .emitter(.emitterShape)) }
  }

  /// The part of the shape in which particles are born. ``Mode/volume`` by default.
  public final var emitterMode: Mode {
    get { storage.values.rareValues.emitter.emitterMode }
    set { setRare(\.emitter.emitterMode, newValue, .emitter(.emitterMode)) }
  }

  /// The drawing order of the particles. ``RenderMode/unordered`` by default.
  public final var renderMode: RenderMode {
    get { storage.values.rareValues.emitter.renderMode }
    set { setRare(\.emitter.renderMode, newValue, .emitter(.renderMode)) }
  }

  /// A Boolean value that is stored but not used: particles are drawn in the plane of the layer.
  /// False by default.
  public final var preservesDepth: Bool {
    get { storage.values.rareValues.emitter.preservesDepth }
    set { setRare(\.emitter.preservesDepth, newValue, .emitter(.preservesDepth)) }
  }

  /// The seed of the random numbers: the same seed gives the same particles. 0 by default.
  public final var seed: UInt32 {
    get { storage.values.rareValues.emitter.seed }
    set { setRare(\.emitter.seed, newValue, .emitter(.seed)) }
  }
}

/// The properties that an ``EmitterLayer`` adds to those of every layer.
struct EmitterValues: Sendable, Equatable {
  var cells: [EmitterCellValues]?
  var birthRate: Float = 1
  var lifetime: Float = 1
  var velocity: Float = 1
  var scale: Float = 1
  var spin: Float = 1
  var emitterPosition = CGPoint.zero
  var emitterZPosition: CGFloat = 0
  var emitterSize = CGSize.zero
  var emitterDepth: CGFloat = 0
  var emitterShape = EmitterLayer.Shape.point
  var emitterMode = EmitterLayer.Mode.volume
  var renderMode = EmitterLayer.RenderMode.unordered
  var preservesDepth = false
  var seed: UInt32 = 0

  /// The keys of the properties, in the order of descriptions.
  enum Key: String, NumberedKey {
    case emitterCells, birthRate, lifetime, velocity, scale, spin, emitterPosition
    case emitterZPosition, emitterSize, emitterDepth, emitterShape, emitterMode, renderMode
    case preservesDepth, seed

    static var firstNumber: UInt8 { 72 }
  }

  static let properties = PropertyTable([
    .fixed(.emitter(.emitterCells), \.rareValues.emitter.cells, \EmitterLayer.cells),
    .init(.emitter(.birthRate), \.rareValues.emitter.birthRate, \EmitterLayer.birthRate),
    .init(.emitter(.lifetime), \.rareValues.emitter.lifetime, \EmitterLayer.lifetime),
    .init(.emitter(.velocity), \.rareValues.emitter.velocity, \EmitterLayer.velocity),
    .init(.emitter(.scale), \.rareValues.emitter.scale, \EmitterLayer.scale),
    .init(.emitter(.spin), \.rareValues.emitter.spin, \EmitterLayer.spin),
    .init(
      .emitter(.emitterPosition), \.rareValues.emitter.emitterPosition,
      \EmitterLayer.emitterPosition),
    .init(
      .emitter(.emitterZPosition), \.rareValues.emitter.emitterZPosition,
      \EmitterLayer.emitterZPosition),
    .init(.emitter(.emitterSize), \.rareValues.emitter.emitterSize, \EmitterLayer.emitterSize),
    .init(.emitter(.emitterDepth), \.rareValues.emitter.emitterDepth, \EmitterLayer.emitterDepth),
    .fixed(.emitter(.emitterShape), \.rareValues.emitter.emitterShape, \EmitterLayer.emitterShape),
    .fixed(.emitter(.emitterMode), \.rareValues.emitter.emitterMode, \EmitterLayer.emitterMode),
    .fixed(.emitter(.renderMode), \.rareValues.emitter.renderMode, \EmitterLayer.renderMode),
    .fixed(
      .emitter(.preservesDepth), \.rareValues.emitter.preservesDepth, \EmitterLayer.preservesDepth,
      default: .never),
    .fixed(.emitter(.seed), \.rareValues.emitter.seed, \EmitterLayer.seed),
  ])

  /// Returns the value of a cell at a path such as `emitterCells.spark.velocity`; nil if there is
  /// none.
  func cellValue(at path: String) -> AnimatableValue? {
    guard let cells, let (index, property) = cellProperty(path),
      case .value(let value) = property.read(cells[index])
    else { return nil }
    return value
  }

  /// Sets the value of a cell at a path, and returns false if it cannot have it.
  mutating func setCellValue(_ value: AnimatableValue, at path: String) -> Bool {
    guard let (index, property) = cellProperty(path) else { return false }
    return property.write(&cells![index], .value(value))
  }

  /// Returns the cell and the animatable property named by a path such as
  /// `emitterCells.spark.velocity`.
  private func cellProperty(_ path: String) -> (index: Int, property: CellProperty)? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "emitterCells",
      let index = cells?.firstIndex(where: { $0.name.map { $0 == parts[1] } ?? false }),
      let property = EmitterCellValues.properties[String(parts[2])], property.isAnimatable
    else { return nil }
    return (index, property)
  }

  /// True if the emitter may show moving particles.
  var isEmitting: Bool {
    birthRate > 0 && lifetime > 0
      && (cells ?? []).contains { $0.isEnabled && $0.birthRate > 0 }
  }
}

extension RareValues {
  /// The values of an ``EmitterLayer``.
  var emitter: EmitterValues {
    // Not inlined: the accessor of each property would copy all values in place.
    @inline(never) get {
      if case .emitter(let values) = kind { values } else { EmitterValues() }
    }
    @inline(never) set { kind = .emitter(newValue) }
  }
}

extension LayerKey {
  static func emitter(_ key: EmitterValues.Key) -> LayerKey { LayerKey(of: key) }
}

// MARK: - Typed keys

extension LayerProperty where Value == Float {
  public static var birthRate: Self { Self("birthRate") }
  public static var lifetime: Self { Self("lifetime") }
  public static var velocity: Self { Self("velocity") }
  public static var scale: Self { Self("scale") }
  public static var spin: Self { Self("spin") }
}

extension LayerProperty where Value == CGPoint {
  public static var emitterPosition: Self { Self("emitterPosition") }
}

extension LayerProperty where Value == CGSize {
  public static var emitterSize: Self { Self("emitterSize") }
}

extension LayerProperty where Value == CGFloat {
  public static var emitterZPosition: Self { Self("emitterZPosition") }
  public static var emitterDepth: Self { Self("emitterDepth") }
}
