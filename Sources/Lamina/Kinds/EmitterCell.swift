import Foundation

/// A source of particles in an ``EmitterLayer``, with their picture, lifetime, motion and colour.
///
/// A value *m* with a range *r* is distributed uniformly over *m* − *r*/2 ... *m* + *r*/2, anew for
/// each particle. Lengths are in points of the layer's coordinate space, times in seconds of the
/// cell's own time, angles in radians from +x towards +y. A layer copies its cells when they are
/// set.
///
/// - Precondition: every number is finite.
public final class EmitterCell {
  var values = EmitterCellValues()

  /// Creates a cell that emits nothing.
  public init() {}

  init(_ values: EmitterCellValues) { self.values = values }

  /// Returns the default of a property by its name, if it is neither 0 nor nil, and nil for every
  /// other key.
  public static func defaultValue(forKey key: String) -> Any? {
    EmitterCellValues.properties[key]?.keyedDefault()
  }

  private func checked<Number: BinaryFloatingPoint>(
    _ number: Number, _ name: StaticString
  ) -> Number {
    requireFinite(Double(number), name)
    return number
  }

  /// Traps unless a number is finite. Not inlined: its message would be compiled for each property.
  @inline(never)
  private func requireFinite(_ number: Double, _ name: StaticString) {
    require(number.isFinite, "EmitterCell: \(name) must be finite, not \(number)")
  }

  /// The name by which key paths find the cell: `emitterCells.spark.velocity`. Nil by default.
  public var name: String? {
    get { values.name }
    set { values.name = newValue }
  }

  /// A Boolean value indicating whether the cell emits. True by default.
  public var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  /// The number of particles emitted per second. 0 by default.
  public var birthRate: Float {
    get { values.birthRate }
    set { values.birthRate = checked(newValue, "birthRate") }
  }

  /// The lifetime of a particle, in seconds. 0 by default.
  public var lifetime: Float {
    get { values.lifetime }
    set { values.lifetime = checked(newValue, "lifetime") }
  }

  /// The range of the lifetime, in seconds. 0 by default.
  public var lifetimeRange: Float {
    get { values.lifetimeRange }
    set { values.lifetimeRange = checked(newValue, "lifetimeRange") }
  }

  /// The angle between the initial direction of particles and the plane of the layer, in radians. 0
  /// by default.
  public var emissionLatitude: CGFloat {
    get { values.emissionLatitude }
    set { values.emissionLatitude = checked(newValue, "emissionLatitude") }
  }

  /// The initial direction of particles in the plane of the layer, in radians. 0 by default.
  public var emissionLongitude: CGFloat {
    get { values.emissionLongitude }
    set { values.emissionLongitude = checked(newValue, "emissionLongitude") }
  }

  /// The range of ``emissionLongitude``, in radians. 0 by default.
  public var emissionRange: CGFloat {
    get { values.emissionRange }
    set { values.emissionRange = checked(newValue, "emissionRange") }
  }

  /// The initial speed of particles, in points per second. 0 by default.
  public var velocity: CGFloat {
    get { values.velocity }
    set { values.velocity = checked(newValue, "velocity") }
  }

  /// The range of the initial speed, in points per second. 0 by default.
  public var velocityRange: CGFloat {
    get { values.velocityRange }
    set { values.velocityRange = checked(newValue, "velocityRange") }
  }

  /// The acceleration along x, in points per second squared. 0 by default.
  public var xAcceleration: CGFloat {
    get { values.xAcceleration }
    set { values.xAcceleration = checked(newValue, "xAcceleration") }
  }

  /// The acceleration along y, in points per second squared. 0 by default.
  public var yAcceleration: CGFloat {
    get { values.yAcceleration }
    set { values.yAcceleration = checked(newValue, "yAcceleration") }
  }

  /// The acceleration along z, towards the viewer, in points per second squared. 0 by default.
  public var zAcceleration: CGFloat {
    get { values.zAcceleration }
    set { values.zAcceleration = checked(newValue, "zAcceleration") }
  }

  /// The initial scale of the picture. 1 by default.
  public var scale: CGFloat {
    get { values.scale }
    set { values.scale = checked(newValue, "scale") }
  }

  /// The range of the initial scale. 0 by default.
  public var scaleRange: CGFloat {
    get { values.scaleRange }
    set { values.scaleRange = checked(newValue, "scaleRange") }
  }

  /// The change of the scale per second. 0 by default.
  public var scaleSpeed: CGFloat {
    get { values.scaleSpeed }
    set { values.scaleSpeed = checked(newValue, "scaleSpeed") }
  }

  /// The rotation speed of the picture, in radians per second. 0 by default.
  public var spin: CGFloat {
    get { values.spin }
    set { values.spin = checked(newValue, "spin") }
  }

  /// The range of the rotation speed, in radians per second. 0 by default.
  public var spinRange: CGFloat {
    get { values.spinRange }
    set { values.spinRange = checked(newValue, "spinRange") }
  }

  /// The colour that the picture is multiplied by, component by component; nil is opaque white, the
  /// default.
  public var color: Color? {
    get { values.color }
    set {
      require(
        newValue?.isFinite ?? true,
        "EmitterCell: color must be finite, not \(newValue ?? .clear)")
      values.color = newValue
    }
  }

  /// The range of the red component. 0 by default.
  public var redRange: Float {
    get { values.colorRange[0] }
    set { values.colorRange[0] = checked(newValue, "redRange") }
  }

  /// The change of the red component per second. 0 by default.
  public var redSpeed: Float {
    get { values.colorSpeed[0] }
    set { values.colorSpeed[0] = checked(newValue, "redSpeed") }
  }

  /// The range of the green component. 0 by default.
  public var greenRange: Float {
    get { values.colorRange[1] }
    set { values.colorRange[1] = checked(newValue, "greenRange") }
  }

  /// The change of the green component per second. 0 by default.
  public var greenSpeed: Float {
    get { values.colorSpeed[1] }
    set { values.colorSpeed[1] = checked(newValue, "greenSpeed") }
  }

  /// The range of the blue component. 0 by default.
  public var blueRange: Float {
    get { values.colorRange[2] }
    set { values.colorRange[2] = checked(newValue, "blueRange") }
  }

  /// The change of the blue component per second. 0 by default.
  public var blueSpeed: Float {
    get { values.colorSpeed[2] }
    set { values.colorSpeed[2] = checked(newValue, "blueSpeed") }
  }

  /// The range of the alpha component. 0 by default.
  public var alphaRange: Float {
    get { values.colorRange[3] }
    set { values.colorRange[3] = checked(newValue, "alphaRange") }
  }

  /// The change of the alpha component per second. 0 by default.
  public var alphaSpeed: Float {
    get { values.colorSpeed[3] }
    set { values.colorSpeed[3] = checked(newValue, "alphaSpeed") }
  }

  /// The picture of a particle, centred on its position. Particles without one are invisible, but
  /// may emit others. Nil by default.
  public var contents: Bitmap? {
    get { values.contents }
    set { values.contents = newValue }
  }

  /// The part of the contents that is shown, in unit coordinates. (0, 0, 1, 1) by default.
  public var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      require(
        newValue.isFinite,
        "EmitterCell: contentsRect must be finite, not \(newValue)")
      values.contentsRect = newValue
    }
  }

  /// The number of pixels of the contents per point. 1 by default.
  ///
  /// - Precondition: more than 0.
  public var contentsScale: CGFloat {
    get { values.contentsScale }
    set {
      require(
        newValue > 0 && newValue.isFinite,
        "EmitterCell: contentsScale must be finite and greater than 0, not \(newValue)")
      values.contentsScale = newValue
    }
  }

  /// The filter for contents that are drawn enlarged. Linear by default.
  public var magnificationFilter: ContentsFilter {
    get { values.magnificationFilter }
    set { values.magnificationFilter = newValue }
  }

  /// The filter for contents that are drawn reduced. Linear by default.
  public var minificationFilter: ContentsFilter {
    get { values.minificationFilter }
    set { values.minificationFilter = newValue }
  }

  /// The number of mipmap levels added to the level of detail of a trilinear
  /// ``minificationFilter``. 0 by default.
  ///
  /// - Precondition: the number is finite.
  public var minificationFilterBias: Float {
    get { values.minificationFilterBias }
    set {
      require(
        newValue.isFinite,
        "EmitterCell: minificationFilterBias must be finite, not \(newValue)")
      values.minificationFilterBias = newValue
    }
  }

  /// The cells that each particle emits in turn, from its current position, during its lifetime.
  /// Nil by default.
  public var emitterCells: [EmitterCell]? {
    get { values.cells.map { $0.map { EmitterCell($0) } } }
    set { values.cells = newValue?.map(\.values) }
  }

  /// The time at which the cell begins to emit, in seconds of the layer's time, or of the life of
  /// the particle that emits it. 0 by default.
  public var beginTime: Double {
    get { values.beginTime }
    set { values.beginTime = checked(newValue, "beginTime") }
  }

  /// The time during which the cell emits, in seconds of its own time. Infinite by default.
  ///
  /// - Precondition: not NaN.
  public var duration: Double {
    get { values.duration }
    set {
      require(!newValue.isNaN, "EmitterCell: duration must not be NaN")
      values.duration = newValue
    }
  }

  /// The speed of the cell's own time. 1 by default.
  public var speed: Float {
    get { values.speed }
    set { values.speed = checked(newValue, "speed") }
  }

  /// The offset added to the cell's own time, in seconds. 0 by default.
  public var timeOffset: Double {
    get { values.timeOffset }
    set { values.timeOffset = checked(newValue, "timeOffset") }
  }
}

/// The values of an ``EmitterCell``.
struct EmitterCellValues: Sendable, Equatable {
  var name: String?
  var isEnabled = true
  var birthRate: Float = 0
  var lifetime: Float = 0
  var lifetimeRange: Float = 0
  var emissionLatitude: CGFloat = 0
  var emissionLongitude: CGFloat = 0
  var emissionRange: CGFloat = 0
  var velocity: CGFloat = 0
  var velocityRange: CGFloat = 0
  var xAcceleration: CGFloat = 0
  var yAcceleration: CGFloat = 0
  var zAcceleration: CGFloat = 0
  var scale: CGFloat = 1
  var scaleRange: CGFloat = 0
  var scaleSpeed: CGFloat = 0
  var spin: CGFloat = 0
  var spinRange: CGFloat = 0
  var color: Color?
  /// The ranges of red, green, blue and alpha.
  var colorRange = SIMD4<Float>.zero
  var colorSpeed = SIMD4<Float>.zero
  var contents: Bitmap?
  var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  var contentsScale: CGFloat = 1
  var magnificationFilter = ContentsFilter.linear
  var minificationFilter = ContentsFilter.linear
  var minificationFilterBias: Float = 0
  var cells: [EmitterCellValues]?
  var beginTime = 0.0
  var duration = Double.infinity
  var speed: Float = 1
  var timeOffset = 0.0

  /// The properties by name, but for the name of a cell and its own cells.
  static let properties: [String: CellProperty] = [
    "enabled": .init(\.isEnabled, isAnimatable: false),
    "birthRate": .init(\.birthRate),
    "lifetime": .init(\.lifetime),
    "lifetimeRange": .init(\.lifetimeRange),
    "emissionLatitude": .init(\.emissionLatitude),
    "emissionLongitude": .init(\.emissionLongitude),
    "emissionRange": .init(\.emissionRange),
    "velocity": .init(\.velocity),
    "velocityRange": .init(\.velocityRange),
    "xAcceleration": .init(\.xAcceleration),
    "yAcceleration": .init(\.yAcceleration),
    "zAcceleration": .init(\.zAcceleration),
    "scale": .init(\.scale),
    "scaleRange": .init(\.scaleRange),
    "scaleSpeed": .init(\.scaleSpeed),
    "spin": .init(\.spin),
    "spinRange": .init(\.spinRange),
    "color": .init(\.drawnColor),
    "redRange": .init(\.colorRange.x),
    "greenRange": .init(\.colorRange.y),
    "blueRange": .init(\.colorRange.z),
    "alphaRange": .init(\.colorRange.w),
    "redSpeed": .init(\.colorSpeed.x),
    "greenSpeed": .init(\.colorSpeed.y),
    "blueSpeed": .init(\.colorSpeed.z),
    "alphaSpeed": .init(\.colorSpeed.w),
    "contents": .init(\.contents, isAnimatable: false),
    "contentsRect": .init(\.contentsRect, isAnimatable: false),
    "contentsScale": .init(\.contentsScale, isAnimatable: false) { $0 > 0 && $0.isFinite },
    "magnificationFilter": .init(\.magnificationFilter, isAnimatable: false),
    "minificationFilter": .init(\.minificationFilter, isAnimatable: false),
    "minificationFilterBias": .init(\.minificationFilterBias, isAnimatable: false),
    "beginTime": .init(\.beginTime, isAnimatable: false),
    "duration": .init(\.duration, isAnimatable: false) { !$0.isNaN },
    "speed": .init(\.speed, isAnimatable: false),
    "timeOffset": .init(\.timeOffset, isAnimatable: false),
  ]

  /// The colour that the picture is multiplied by.
  private var drawnColor: Color {
    get { color ?? .white }
    set { color = newValue }
  }
}

/// The declaration of a property of a cell.
struct CellProperty: Sendable {
  /// True if animations of the layer can change the property, by a key path through the cell.
  let isAnimatable: Bool
  /// Reads the value.
  let read: @Sendable (EmitterCellValues) -> PropertyValue
  /// Stores a value, and returns false if it is not one that the property can have.
  let write: @Sendable (inout EmitterCellValues, PropertyValue) -> Bool
  private let type: any PropertyType.Type

  /// The default, unless it is 0.
  func keyedDefault() -> Any? { type.answer(read(EmitterCellValues()), .unlessZero) }

  /// Declares a property.
  init<Value: PropertyType>(
    _ storage: WritableKeyPath<EmitterCellValues, Value> & Sendable, isAnimatable: Bool = true,
    where isValid: @escaping @Sendable (Value) -> Bool = { $0.isFinite }
  ) {
    self.isAnimatable = isAnimatable
    read = { $0[keyPath: storage].propertyValue }
    write = { cell, new in
      guard let value = Value.from(new), isValid(value) else { return false }
      cell[keyPath: storage] = value
      return true
    }
    type = Value.self
  }
}
