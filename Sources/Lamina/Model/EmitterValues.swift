import Foundation

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

  /// Returns the `CGFloat` property that a key path names, or nil.
  static func number(_ name: Substring) -> WritableKeyPath<EmitterCellValues, CGFloat>? {
    switch name {
    case "emissionLatitude": \.emissionLatitude
    case "emissionLongitude": \.emissionLongitude
    case "emissionRange": \.emissionRange
    case "velocity": \.velocity
    case "velocityRange": \.velocityRange
    case "xAcceleration": \.xAcceleration
    case "yAcceleration": \.yAcceleration
    case "zAcceleration": \.zAcceleration
    case "scale": \.scale
    case "scaleRange": \.scaleRange
    case "scaleSpeed": \.scaleSpeed
    case "spin": \.spin
    case "spinRange": \.spinRange
    default: nil
    }
  }

  static func smallNumber(_ name: Substring) -> WritableKeyPath<EmitterCellValues, Float>? {
    switch name {
    case "birthRate": \.birthRate
    case "lifetime": \.lifetime
    case "lifetimeRange": \.lifetimeRange
    case "redRange": \.colorRange.x
    case "greenRange": \.colorRange.y
    case "blueRange": \.colorRange.z
    case "alphaRange": \.colorRange.w
    case "redSpeed": \.colorSpeed.x
    case "greenSpeed": \.colorSpeed.y
    case "blueSpeed": \.colorSpeed.z
    case "alphaSpeed": \.colorSpeed.w
    default: nil
    }
  }
}

/// The properties that an ``EmitterLayer`` adds to those of every layer.
struct EmitterValues: LayerKind {
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

  static let properties = PropertyTable.byKey([
    .init(
      .emitterCells, isOptional: true, action: .none,
      read: { .cells($0.rareValues.emitter.cells) },
      assign: { layer, new in
        guard let emitter = layer as? EmitterLayer, case .cells(let cells) = new else {
          return false
        }
        emitter.emitterCells = cells?.map { EmitterCell($0) }
        return true
      }),
    .init(.birthRate, \.rareValues.emitter.birthRate, \EmitterLayer.birthRate),
    .init(.lifetime, \.rareValues.emitter.lifetime, \EmitterLayer.lifetime),
    .init(.velocity, \.rareValues.emitter.velocity, \EmitterLayer.velocity),
    .init(.scale, \.rareValues.emitter.scale, \EmitterLayer.scale),
    .init(.spin, \.rareValues.emitter.spin, \EmitterLayer.spin),
    .init(
      .emitterPosition, \.rareValues.emitter.emitterPosition, \EmitterLayer.emitterPosition),
    .init(
      .emitterZPosition, \.rareValues.emitter.emitterZPosition, \EmitterLayer.emitterZPosition),
    .init(.emitterSize, \.rareValues.emitter.emitterSize, \EmitterLayer.emitterSize),
    .init(.emitterDepth, \.rareValues.emitter.emitterDepth, \EmitterLayer.emitterDepth),
    .fixed(.emitterShape, \.rareValues.emitter.emitterShape, \EmitterLayer.emitterShape),
    .fixed(.emitterMode, \.rareValues.emitter.emitterMode, \EmitterLayer.emitterMode),
    .fixed(.renderMode, \.rareValues.emitter.renderMode, \EmitterLayer.renderMode),
    .fixed(.preservesDepth, \.rareValues.emitter.preservesDepth, \EmitterLayer.preservesDepth),
    .fixed(.seed, \.rareValues.emitter.seed, \EmitterLayer.seed),
  ])

  /// Returns the value of a cell at a path such as `emitterCells.spark.velocity`; nil if there is
  /// none.
  func cellValue(at path: String) -> AnimatableValue? {
    guard let (index, name) = cellProperty(path), let cell = cells?[index] else { return nil }
    if let number = EmitterCellValues.number(name) { return .scalar(cell[keyPath: number]) }
    if let number = EmitterCellValues.smallNumber(name) {
      return .scalar(Double(cell[keyPath: number]))
    }
    return name == "color" ? .color(cell.color ?? .white) : nil
  }

  /// Sets the value of a cell at a path, and returns false if it cannot have it.
  mutating func setCellValue(_ value: AnimatableValue, at path: String) -> Bool {
    guard let (index, name) = cellProperty(path) else { return false }
    switch value {
    case .scalar(let value):
      if let number = EmitterCellValues.number(name) {
        cells?[index][keyPath: number] = value
        return true
      }
      guard let number = EmitterCellValues.smallNumber(name), Float(value).isFinite else {
        return false
      }
      cells?[index][keyPath: number] = Float(value)
      return true
    case .color(let color) where name == "color":
      cells?[index].color = color
      return true
    default: return false
    }
  }

  /// Returns the cell and the property named by a path such as `emitterCells.spark.velocity`.
  private func cellProperty(_ path: String) -> (index: Int, name: Substring)? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "emitterCells",
      let index = cells?.firstIndex(where: { $0.name.map { $0 == parts[1] } ?? false })
    else { return nil }
    return (index, parts[2])
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
    get { if case .emitter(let values) = kind { values } else { EmitterValues() } }
    set { kind = .emitter(newValue) }
  }
}
