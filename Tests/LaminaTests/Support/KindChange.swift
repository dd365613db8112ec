import Foundation
import Lamina
import LaminaTestSupport

/// A new value for one property of a kind of layer. Layers of other kinds do not change.
enum KindChange {
  case path(Path?)
  case fillColor(Color?)
  case fillRule(FillRule)
  case strokeColor(Color?)
  case strokeStart(CGFloat)
  case strokeEnd(CGFloat)
  case strokeOffset(CGFloat)
  case lineWidth(CGFloat)
  case miterLimit(CGFloat)
  case lineCap(LineCap)
  case lineJoin(LineJoin)
  case lineDashPattern([CGFloat]?)
  case lineDashPhase(CGFloat)
  case gradient(GradientChange)
  case emitter(EmitterChange)
  case replicator(ReplicatorChange)

  /// The layer of a number in a walk: every seventh is a shape, every seventh a gradient, and a few
  /// emit particles, replicate what they hold, or do not flatten it.
  static func layer(_ number: Int) -> Layer {
    if number % 61 == 17 { return EmitterLayer() }
    if number % 23 == 7 { return TransformLayer() }
    if number % 17 == 4 { return ReplicatorLayer() }
    return switch number % 7 {
    case 3: ShapeLayer()
    case 5: GradientLayer()
    default: Layer()
    }
  }

  func apply(to layer: Layer) {
    if let shape = layer as? ShapeLayer { apply(to: shape) }
    if let layer = layer as? EmitterLayer, case .emitter(let change) = self {
      change.apply(to: layer)
    }
    if let layer = layer as? ReplicatorLayer, case .replicator(let change) = self {
      change.apply(to: layer)
    }
    if let layer = layer as? GradientLayer, case .gradient(let change) = self {
      change.apply(to: layer)
    }
  }

  private func apply(to shape: ShapeLayer) {
    switch self {
    case .path(let value): shape.path = value
    case .fillColor(let value): shape.fillColor = value
    case .fillRule(let value): shape.fillRule = value
    case .strokeColor(let value): shape.strokeColor = value
    case .strokeStart(let value): shape.strokeStart = value
    case .strokeEnd(let value): shape.strokeEnd = value
    case .strokeOffset(let value): shape.strokeOffset = value
    case .lineWidth(let value): shape.lineWidth = value
    case .miterLimit(let value): shape.miterLimit = value
    case .lineCap(let value): shape.lineCap = value
    case .lineJoin(let value): shape.lineJoin = value
    case .lineDashPattern(let value): shape.lineDashPattern = value
    case .lineDashPhase(let value): shape.lineDashPhase = value
    case .gradient, .emitter, .replicator: break
    }
  }

  /// A key path that can be animated, and a value for it; nil for what cannot be animated.
  var animated: (String, Any)? {
    switch self {
    case .path(let value): value.map { ("path", $0) }
    case .fillColor(let value): value.map { ("fillColor", $0) }
    case .strokeColor(let value): value.map { ("strokeColor", $0) }
    case .strokeStart(let value): ("strokeStart", value)
    case .strokeEnd(let value): ("strokeEnd", value)
    case .strokeOffset(let value): ("strokeOffset", value)
    case .lineWidth(let value): ("lineWidth", value)
    case .miterLimit(let value): ("miterLimit", value)
    case .lineDashPhase(let value): ("lineDashPhase", value)
    case .gradient(let change): change.animated
    case .emitter(let change): change.animated
    case .replicator(let change): change.animated
    default: nil
    }
  }

  static func random(_ numbers: inout SeededGenerator, reach: CGSize) -> KindChange {
    if numbers.chance(40) { return .gradient(.random(&numbers)) }
    if numbers.chance(25) { return .emitter(.random(&numbers, reach: reach)) }
    if numbers.chance(35) { return .replicator(.random(&numbers, reach: reach)) }
    return switch numbers.below(21) {
    case 0...4: .path(numbers.chance(8) ? nil : randomPath(&numbers, reach))
    case 5...6: .fillColor(randomColor(&numbers))
    case 7: .fillRule(numbers.pick(FillRule.allCases))
    case 8...10: .strokeColor(randomColor(&numbers))
    case 11: .strokeStart(numbers.pick([0, 0.2, CGFloat(numbers.number(in: -0.5...1.5))]))
    case 12: .strokeEnd(numbers.pick([1, 0.7, CGFloat(numbers.number(in: -0.5...1.5))]))
    case 13...14: .lineWidth(numbers.pick([0, 1, 3.5, -2, 12, CGFloat(numbers.below(200))]))
    case 15: .miterLimit(numbers.pick([10, 1, 0, -4, 1e6]))
    case 16: .lineCap(numbers.pick(LineCap.allCases))
    case 17: .lineJoin(numbers.pick(LineJoin.allCases))
    case 18:
      .lineDashPattern(numbers.pick([nil, [], [4], [7, 3], [0, 5], [0, 0], [9, 2, 1e9]]))
    case 19: .strokeOffset(CGFloat(numbers.number(in: -1.5...1.5)))
    default: .lineDashPhase(CGFloat(numbers.number(in: -30...30)))
    }
  }

  private static func randomPath(_ numbers: inout SeededGenerator, _ reach: CGSize) -> Path {
    func point() -> CGPoint {
      let far: CGFloat = numbers.chance(4) ? 500 : 1
      return CGPoint(
        x: CGFloat(numbers.number(in: -0.2...1)) * reach.width * far,
        y: CGFloat(numbers.number(in: -0.2...1)) * reach.height * far)
    }
    func box() -> CGRect {
      CGRect(
        origin: point(),
        size: CGSize(
          width: CGFloat(numbers.unit()) * reach.width / 2,
          height: CGFloat(numbers.unit()) * reach.height / 2))
    }
    switch numbers.below(5) {
    case 0: return Path(rect: box())
    case 1: return Path(ellipseIn: box())
    case 2: return Path(roundedRect: box(), cornerWidth: 3, cornerHeight: 5)
    default:
      var path = Path()
      for _ in 0..<numbers.integer(in: 1...3) {
        path.move(to: point())
        for _ in 0..<numbers.below(5) {
          switch numbers.below(3) {
          case 0: path.addQuadCurve(to: point(), control: point())
          case 1: path.addCurve(to: point(), control1: point(), control2: point())
          default: path.addLine(to: point())
          }
        }
        if numbers.chance(40) { path.closeSubpath() }
      }
      return path
    }
  }

  static func randomColor(_ numbers: inout SeededGenerator) -> Color? {
    if numbers.chance(15) { return nil }
    let color = Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF)
    return numbers.chance(60) ? color : color.withAlpha(Double(numbers.below(256)) / 255)
  }
}

/// A new value for one property of a gradient layer.
enum GradientChange {
  case colors([Color]?)
  case locations([Double]?)
  case startPoint(CGPoint)
  case endPoint(CGPoint)
  case type(GradientLayer.Kind)

  func apply(to layer: GradientLayer) {
    switch self {
    case .colors(let value): layer.colors = value
    case .locations(let value): layer.locations = value
    case .startPoint(let value): layer.startPoint = value
    case .endPoint(let value): layer.endPoint = value
    case .type(let value): layer.type = value
    }
  }

  var animated: (String, Any)? {
    switch self {
    case .colors(let value): value.map { ("colors", $0) }
    case .locations(let value): value.map { ("locations", $0) }
    case .startPoint(let value): ("startPoint", value)
    case .endPoint(let value): ("endPoint", value)
    case .type: nil
    }
  }

  static func random(_ numbers: inout SeededGenerator) -> GradientChange {
    // Often three, so that colours and locations go together.
    let count = numbers.pick([3, 3, 3, 2, 5, 1])
    switch numbers.below(10) {
    case 0...4:
      return .colors(
        numbers.chance(5)
          ? nil : (0..<count).map { _ in KindChange.randomColor(&numbers) ?? .clear })
    case 5:
      return .locations(
        numbers.chance(50) ? nil : (0..<count).map { _ in numbers.number(in: -0.2...1.2) }.sorted())
    case 6: return .startPoint(randomPoint(&numbers))
    case 7: return .endPoint(randomPoint(&numbers))
    default: return .type(numbers.pick(GradientLayer.Kind.allCases))
    }
  }

  private static func randomPoint(_ numbers: inout SeededGenerator) -> CGPoint {
    numbers.pick([
      CGPoint(x: 0.5, y: 0.5), .zero, CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1),
      CGPoint(x: numbers.number(in: -1...2), y: numbers.number(in: -1...2)),
    ])
  }
}

/// A new value for one property of an emitter layer.
enum EmitterChange {
  /// A number from which a cell follows.
  case cell(Int)
  case position(CGPoint)
  case size(CGSize)
  case zPosition(CGFloat)
  case depth(CGFloat)
  case birthRate(Float)
  case lifetime(Float)
  case velocity(Float)
  case spin(Float)
  case scale(Float)
  case shape(EmitterLayer.Shape)
  case mode(EmitterLayer.Mode)
  case renderMode(EmitterLayer.RenderMode)
  case seed(UInt32)

  func apply(to layer: EmitterLayer) {
    switch self {
    case .cell(let value): layer.emitterCells = [Self.cell(value)]
    case .position(let value): layer.emitterPosition = value
    case .size(let value): layer.emitterSize = value
    case .zPosition(let value): layer.emitterZPosition = value
    case .depth(let value): layer.emitterDepth = value
    case .birthRate(let value): layer.birthRate = value
    case .lifetime(let value): layer.lifetime = value
    case .velocity(let value): layer.velocity = value
    case .spin(let value): layer.spin = value
    case .scale(let value): layer.scale = value
    case .shape(let value): layer.emitterShape = value
    case .mode(let value): layer.emitterMode = value
    case .renderMode(let value): layer.renderMode = value
    case .seed(let value): layer.seed = value
    }
  }

  static func cell(_ number: Int) -> EmitterCell {
    let cell = EmitterCell()
    cell.name = "spark"
    cell.birthRate = Float(3 + number * 4)
    cell.lifetime = 1.5
    cell.lifetimeRange = 1
    cell.velocity = 20
    cell.velocityRange = 30
    cell.emissionRange = 7
    cell.yAcceleration = 15
    cell.spin = 2
    cell.scale = 0.5
    cell.scaleSpeed = -0.2
    cell.color = Color.orange.withAlpha(0.75)
    cell.alphaSpeed = -0.4
    cell.contents = TestBitmaps.all[number % TestBitmaps.all.count]
    if number == 2 {
      cell.emitterCells = [Self.cell(1)]
      cell.duration = 3
    }
    return cell
  }

  var animated: (String, Any)? {
    switch self {
    case .position(let value): ("emitterPosition", value)
    case .size(let value): ("emitterSize", value)
    case .zPosition(let value): ("emitterZPosition", value)
    case .depth(let value): ("emitterDepth", value)
    case .birthRate(let value): ("birthRate", value)
    case .lifetime(let value): ("lifetime", value)
    case .velocity(let value): ("velocity", value)
    case .spin(let value): ("spin", value)
    case .scale(let value): ("scale", value)
    case .cell, .shape, .mode, .renderMode, .seed: nil
    }
  }

  static func random(_ numbers: inout SeededGenerator, reach: CGSize) -> EmitterChange {
    switch numbers.below(17) {
    case 0...3: .cell(numbers.below(5))
    case 4:
      .position(
        CGPoint(
          x: CGFloat(numbers.unit()) * reach.width, y: CGFloat(numbers.unit()) * reach.height))
    case 5: .size(CGSize(width: CGFloat(numbers.below(30)), height: CGFloat(numbers.below(30))))
    case 6: .birthRate(numbers.pick([0, 0.5, 1, 2]))
    case 7: .scale(numbers.pick([1, 2, -1, 0]))
    case 8: .shape(numbers.pick(EmitterLayer.Shape.allCases))
    case 9: .mode(numbers.pick(EmitterLayer.Mode.allCases))
    case 10: .renderMode(numbers.pick(EmitterLayer.RenderMode.allCases))
    case 11: .zPosition(numbers.pick([0, 5, -20]))
    case 12: .depth(numbers.pick([0, 10, 40]))
    case 13: .lifetime(numbers.pick([0, 0.5, 1, 2]))
    case 14: .velocity(numbers.pick([1, 0, 2, -1]))
    case 15: .spin(numbers.pick([1, 0, -2]))
    default: .seed(UInt32(numbers.below(9)))
    }
  }
}
