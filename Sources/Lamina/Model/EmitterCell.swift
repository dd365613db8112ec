import Foundation

/// What an ``EmitterLayer`` emits: particles with a picture, a life, a motion and a colour.
///
/// A value with a range *r* is spread evenly over *m* − *r*/2 ... *m* + *r*/2, for each particle
/// anew. Lengths are in points of the layer's coordinate space, times in seconds of the cell's own
/// time, angles in radians from +x towards +y. A layer keeps the cells as they are when they are set.
///
/// - Precondition: of every number: it is finite.
public final class EmitterCell {
  var values = EmitterCellValues()

  /// Creates a cell that emits nothing.
  public init() {}

  init(_ values: EmitterCellValues) { self.values = values }

  /// The default of a property, by its name, where that is not 0 or nil; nil for every other key.
  public static func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "enabled": true
    case "speed": Float(1)
    case "scale", "contentsScale": CGFloat(1)
    case "color": Color.white
    case "contentsRect": CGRect(x: 0, y: 0, width: 1, height: 1)
    case "magnificationFilter", "minificationFilter": ContentsFilter.linear
    case "duration": Double.infinity
    default: nil
    }
  }

  private func checked<Number: BinaryFloatingPoint>(
    _ number: Number, _ name: StaticString
  ) -> Number {
    require(number.isFinite, "EmitterCell: \(name) must be finite, and \(number) is not")
    return number
  }

  /// The name by which key paths find the cell: `emitterCells.spark.velocity`. Nil by default.
  public var name: String? {
    get { values.name }
    set { values.name = newValue }
  }

  /// Whether the cell emits. True by default.
  public var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  /// How many particles are born in a second. 0 by default.
  public var birthRate: Float {
    get { values.birthRate }
    set { values.birthRate = checked(newValue, "birthRate") }
  }

  /// How long a particle lives, in seconds. 0 by default.
  public var lifetime: Float {
    get { values.lifetime }
    set { values.lifetime = checked(newValue, "lifetime") }
  }

  /// How far lives differ, in seconds. 0 by default.
  public var lifetimeRange: Float {
    get { values.lifetimeRange }
    set { values.lifetimeRange = checked(newValue, "lifetimeRange") }
  }

  /// By how much particles set out from the plane of the layer, in radians. 0 by default.
  public var emissionLatitude: CGFloat {
    get { values.emissionLatitude }
    set { values.emissionLatitude = checked(newValue, "emissionLatitude") }
  }

  /// The direction in which particles set out, in radians. 0 by default.
  public var emissionLongitude: CGFloat {
    get { values.emissionLongitude }
    set { values.emissionLongitude = checked(newValue, "emissionLongitude") }
  }

  /// How far these directions differ, in radians. 0 by default.
  public var emissionRange: CGFloat {
    get { values.emissionRange }
    set { values.emissionRange = checked(newValue, "emissionRange") }
  }

  /// How fast particles set out, in points per second. 0 by default.
  public var velocity: CGFloat {
    get { values.velocity }
    set { values.velocity = checked(newValue, "velocity") }
  }

  /// How far these speeds differ, in points per second. 0 by default.
  public var velocityRange: CGFloat {
    get { values.velocityRange }
    set { values.velocityRange = checked(newValue, "velocityRange") }
  }

  /// What is added to the speed along x each second, in points per second. 0 by default.
  public var xAcceleration: CGFloat {
    get { values.xAcceleration }
    set { values.xAcceleration = checked(newValue, "xAcceleration") }
  }

  /// The same along y. 0 by default.
  public var yAcceleration: CGFloat {
    get { values.yAcceleration }
    set { values.yAcceleration = checked(newValue, "yAcceleration") }
  }

  /// The same along z, towards the viewer. 0 by default.
  public var zAcceleration: CGFloat {
    get { values.zAcceleration }
    set { values.zAcceleration = checked(newValue, "zAcceleration") }
  }

  /// How large the picture is at first. 1 by default.
  public var scale: CGFloat {
    get { values.scale }
    set { values.scale = checked(newValue, "scale") }
  }

  /// How far these scales differ. 0 by default.
  public var scaleRange: CGFloat {
    get { values.scaleRange }
    set { values.scaleRange = checked(newValue, "scaleRange") }
  }

  /// What is added to the scale each second. 0 by default.
  public var scaleSpeed: CGFloat {
    get { values.scaleSpeed }
    set { values.scaleSpeed = checked(newValue, "scaleSpeed") }
  }

  /// How fast the picture turns, in radians per second. 0 by default.
  public var spin: CGFloat {
    get { values.spin }
    set { values.spin = checked(newValue, "spin") }
  }

  /// How far these turns differ, in radians per second. 0 by default.
  public var spinRange: CGFloat {
    get { values.spinRange }
    set { values.spinRange = checked(newValue, "spinRange") }
  }

  /// What the picture is multiplied by, component by component; nil is opaque white, the default.
  public var color: Color? {
    get { values.color }
    set {
      require(
        newValue?.isFinite ?? true,
        "EmitterCell: color must be finite, and \(newValue ?? .clear) is not")
      values.color = newValue
    }
  }

  /// How far the red of particles differs. 0 by default.
  public var redRange: Float {
    get { values.colorRange[0] }
    set { values.colorRange[0] = checked(newValue, "redRange") }
  }

  /// What is added to red each second. 0 by default.
  public var redSpeed: Float {
    get { values.colorSpeed[0] }
    set { values.colorSpeed[0] = checked(newValue, "redSpeed") }
  }

  /// How far the green of particles differs. 0 by default.
  public var greenRange: Float {
    get { values.colorRange[1] }
    set { values.colorRange[1] = checked(newValue, "greenRange") }
  }

  /// What is added to green each second. 0 by default.
  public var greenSpeed: Float {
    get { values.colorSpeed[1] }
    set { values.colorSpeed[1] = checked(newValue, "greenSpeed") }
  }

  /// How far the blue of particles differs. 0 by default.
  public var blueRange: Float {
    get { values.colorRange[2] }
    set { values.colorRange[2] = checked(newValue, "blueRange") }
  }

  /// What is added to blue each second. 0 by default.
  public var blueSpeed: Float {
    get { values.colorSpeed[2] }
    set { values.colorSpeed[2] = checked(newValue, "blueSpeed") }
  }

  /// How far the alpha of particles differs. 0 by default.
  public var alphaRange: Float {
    get { values.colorRange[3] }
    set { values.colorRange[3] = checked(newValue, "alphaRange") }
  }

  /// What is added to alpha each second. 0 by default.
  public var alphaSpeed: Float {
    get { values.colorSpeed[3] }
    set { values.colorSpeed[3] = checked(newValue, "alphaSpeed") }
  }

  /// The picture of a particle, drawn around its place. Particles without one are not seen, but may
  /// emit others. Nil by default.
  public var contents: Bitmap? {
    get { values.contents }
    set { values.contents = newValue }
  }

  /// The part of the contents that is shown, in unit coordinates. (0, 0, 1, 1) by default.
  public var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      require(
        newValue.isFiniteRect,
        "EmitterCell: contentsRect must be finite, and \(newValue) is not")
      values.contentsRect = newValue
    }
  }

  /// How many pixels of the contents make a point. 1 by default.
  ///
  /// - Precondition: more than 0.
  public var contentsScale: CGFloat {
    get { values.contentsScale }
    set {
      require(
        newValue > 0 && newValue.isFinite,
        "EmitterCell: contentsScale must be greater than 0 and finite, and \(newValue) is not")
      values.contentsScale = newValue
    }
  }

  /// How contents are read when they are drawn larger than they are. Linear by default.
  public var magnificationFilter: ContentsFilter {
    get { values.magnificationFilter }
    set { values.magnificationFilter = newValue }
  }

  /// How contents are read when they are drawn smaller than they are. Linear by default.
  public var minificationFilter: ContentsFilter {
    get { values.minificationFilter }
    set { values.minificationFilter = newValue }
  }

  /// How many levels of smaller copies a trilinear ``minificationFilter`` goes further. 0 by default.
  ///
  /// - Precondition: the number is finite.
  public var minificationFilterBias: Float {
    get { values.minificationFilterBias }
    set {
      require(
        newValue.isFinite,
        "EmitterCell: minificationFilterBias must be finite, and \(newValue) is not")
      values.minificationFilterBias = newValue
    }
  }

  /// What each particle emits in turn, from where it is, as long as it lives. Nil by default.
  public var emitterCells: [EmitterCell]? {
    get { values.cells.map { $0.map { EmitterCell($0) } } }
    set { values.cells = newValue?.map(\.values) }
  }

  /// When the cell begins to emit, in seconds of the layer's time, or of the life of the particle
  /// that emits it. 0 by default.
  public var beginTime: Double {
    get { values.beginTime }
    set { values.beginTime = checked(newValue, "beginTime") }
  }

  /// How long the cell emits, in seconds of its own time. Infinite by default.
  ///
  /// - Precondition: not NaN.
  public var duration: Double {
    get { values.duration }
    set {
      require(!newValue.isNaN, "EmitterCell: duration must be a number, and it is NaN")
      values.duration = newValue
    }
  }

  /// How fast the cell's own time passes. 1 by default.
  public var speed: Float {
    get { values.speed }
    set { values.speed = checked(newValue, "speed") }
  }

  /// What is added to the cell's own time, in seconds. 0 by default.
  public var timeOffset: Double {
    get { values.timeOffset }
    set { values.timeOffset = checked(newValue, "timeOffset") }
  }
}
