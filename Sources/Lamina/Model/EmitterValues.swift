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

  static let optionalProperties: Set<String> = ["emitterCells"]

  private static func factor(_ name: String) -> WritableKeyPath<EmitterValues, Float>? {
    switch name {
    case "birthRate": \.birthRate
    case "lifetime": \.lifetime
    case "velocity": \.velocity
    case "scale": \.scale
    case "spin": \.spin
    default: nil
    }
  }

  func animatableValue(of property: String) -> AnimatableValue? {
    if let factor = Self.factor(property) { return .scalar(Double(self[keyPath: factor])) }
    switch property {
    case "emitterPosition": return .point(emitterPosition)
    case "emitterZPosition": return .scalar(emitterZPosition)
    case "emitterSize": return .size(emitterSize)
    case "emitterDepth": return .scalar(emitterDepth)
    default:
      guard let (index, name) = cellProperty(property), let cell = cells?[index] else { return nil }
      if let number = EmitterCellValues.number(name) { return .scalar(cell[keyPath: number]) }
      if let number = EmitterCellValues.smallNumber(name) {
        return .scalar(Double(cell[keyPath: number]))
      }
      return name == "color" ? .color(cell.color ?? .white) : nil
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

  func fixedValue(of property: String) -> PropertyValue? {
    switch property {
    case "emitterCells": .cells(cells)
    case "emitterShape": .word(emitterShape.rawValue)
    case "emitterMode": .word(emitterMode.rawValue)
    case "renderMode": .word(renderMode.rawValue)
    case "preservesDepth": .value(.bool(preservesDepth))
    case "seed": .value(.scalar(Double(seed)))
    default: nil
    }
  }

  mutating func take(_ value: PropertyValue, for property: String) -> Bool {
    switch (property, value) {
    case ("emitterCells", .cells(let value)): cells = value
    case ("emitterShape", .word(let word)): emitterShape = .init(rawValue: word) ?? .point
    case ("emitterMode", .word(let word)): emitterMode = .init(rawValue: word) ?? .volume
    case ("renderMode", .word(let word)): renderMode = .init(rawValue: word) ?? .unordered
    case ("preservesDepth", .value(.bool(let value))): preservesDepth = value
    case ("seed", .value(.scalar(let value))):
      seed = UInt32(max(0, min(Double(UInt32.max), value)))
    case ("emitterPosition", .value(.point(let value))): emitterPosition = value
    case ("emitterZPosition", .value(.scalar(let value))): emitterZPosition = value
    case ("emitterSize", .value(.size(let value))): emitterSize = value
    case ("emitterDepth", .value(.scalar(let value))): emitterDepth = value
    case (_, .value(let value)): return takeNumber(value, for: property)
    default: return false
    }
    return true
  }

  private mutating func takeNumber(_ value: AnimatableValue, for property: String) -> Bool {
    if let factor = Self.factor(property) {
      guard case .scalar(let number) = value, Float(number).isFinite else { return false }
      self[keyPath: factor] = Float(number)
      return true
    }
    guard let (index, name) = cellProperty(property) else { return false }
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
