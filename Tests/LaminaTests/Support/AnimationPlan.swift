import Foundation
import Lamina
import LaminaTestSupport

/// An explicit animation, as a value.
struct AnimationPlan {
  var keyPath: String
  /// One value is animated to, two are from and to, more are keyframes.
  var values: [Any]
  /// True if keyframes are held until the next one's time.
  var isDiscrete = false
  var duration: Double
  var beginTime: Double
  var speed: Float
  var repeatCount: Float
  var autoreverses: Bool
  var isAdditive: Bool
  var stays: Bool
  /// The key under which it is added; several plans share one.
  var key: String?

  func add(to layer: Layer) {
    let animation: PropertyAnimation
    if values.count > 2 {
      let keyframes = KeyframeAnimation(keyPath: keyPath)
      keyframes.values = values
      if isDiscrete { keyframes.calculationMode = .discrete }
      animation = keyframes
    } else {
      let basic = BasicAnimation(keyPath: keyPath)
      if values.count == 2 { basic.fromValue = values[0] }
      basic.toValue = values.last
      animation = basic
    }
    animation.duration = duration
    animation.beginTime = beginTime
    animation.speed = speed
    animation.repeatCount = repeatCount
    animation.autoreverses = autoreverses
    animation.isAdditive = isAdditive
    if stays {
      animation.fillMode = .both
      animation.isRemovedOnCompletion = false
    }
    layer.add(animation, forKey: key)
  }

  static func random(_ numbers: inout SeededGenerator, reach: CGSize) -> AnimationPlan {
    var plan = AnimationPlan(
      keyPath: "", values: [], isDiscrete: numbers.chance(40),
      duration: numbers.pick([0.05, 0.3, 1, 2.5]),
      beginTime: numbers.pick([0, 0, 0, 0.4, -1]), speed: numbers.pick([1, 1, 1, 2, -1, 0]),
      repeatCount: numbers.pick([0, 0, 2, 1.5]), autoreverses: numbers.chance(25),
      isAdditive: numbers.chance(15), stays: numbers.chance(25),
      key: numbers.pick(["a", "b", nil]))
    // A path, and a value that belongs to it, from a random change of a layer.
    while plan.keyPath.isEmpty {
      guard let (path, value) = LayerChange.random(&numbers, reach: reach).animated(&numbers)
      else { continue }
      plan.keyPath = path
      plan.values = [value]
    }
    let count = numbers.pick([1, 2, 2, 3, 4])
    while plan.values.count < count {
      guard let (path, value) = LayerChange.random(&numbers, reach: reach).animated(&numbers),
        path == plan.keyPath
      else { continue }
      plan.values.append(value)
    }
    return plan
  }
}

extension LayerChange {
  /// A key path that can be animated, and a value for it; nil for what cannot be animated.
  fileprivate func animated(_ numbers: inout SeededGenerator) -> (String, Any)? {
    switch self {
    case .position(let value): numbers.chance(50) ? ("position", value) : ("position.x", value.x)
    case .bounds(let value):
      numbers.chance(50) ? ("bounds", value) : ("bounds.size.width", value.width)
    case .anchorPoint(let value): ("anchorPoint", value)
    case .anchorPointZ(let value): ("anchorPointZ", value)
    case .zPosition(let value): ("zPosition", value)
    case .transform(let value):
      switch numbers.below(3) {
      case 0: ("transform", value)
      case 1: ("transform.rotation.z", numbers.number(in: -4...4))
      default: ("transform.scale.x", numbers.number(in: -1...3))
      }
    case .sublayerTransform(let value): ("sublayerTransform", value)
    case .opacity(let value): ("opacity", Double(value))
    case .backgroundColor(let value): value.map { ("backgroundColor", $0) }
    case .contents(let value): value.map { ("contents", TestBitmaps.all[$0]) }
    case .contentsRect(let value): ("contentsRect", value)
    case .contentsCenter(let value): ("contentsCenter", value)
    case .contentsScale(let value): ("contentsScale", Double(value))
    case .isHidden(let value): ("hidden", value)
    case .masksToBounds(let value): ("masksToBounds", value)
    case .isGeometryFlipped(let value): ("geometryFlipped", value)
    case .isDoubleSided(let value): ("doubleSided", value)
    case .cornerRadius(let value): ("cornerRadius", Double(value))
    case .borderWidth(let value): ("borderWidth", Double(value))
    case .borderColor(let value): value.map { ("borderColor", $0) }
    case .shadowOpacity(let value): ("shadowOpacity", Double(value))
    case .shadowOffset(let value): ("shadowOffset", value)
    case .shadowRadius(let value): ("shadowRadius", Double(value))
    case .minificationFilterBias(let value): ("minificationFilterBias", Double(value))
    case .filters: ("filters.soft.inputRadius", numbers.pick([0, 1, 2.5]))
    case .backgroundFilters: ("backgroundFilters.tone.inputSaturation", numbers.unit())
    case .shouldRasterize(let value): ("shouldRasterize", value)
    case .rasterizationScale(let value): ("rasterizationScale", Double(value))
    case .shadowColor(let value): value.map { ("shadowColor", $0) }
    case .kind(let change): change.animated
    case .level(let value): ("level", value)
    default: nil
    }
  }
}

/// A transition, as a value.
struct TransitionPlan {
  var type: Transition.Kind
  var subtype: Transition.Direction?
  var duration: Double
  var beginTime: Double
  var startProgress: Float
  var endProgress: Float
  var autoreverses: Bool
  var stays: Bool

  func add(to layer: Layer) {
    let transition = Transition()
    transition.type = type
    transition.subtype = subtype
    transition.duration = duration
    transition.beginTime = beginTime
    transition.startProgress = startProgress
    transition.endProgress = endProgress
    transition.autoreverses = autoreverses
    if stays {
      transition.fillMode = .both
      transition.isRemovedOnCompletion = false
    }
    layer.add(transition, forKey: nil)
  }

  static func random(_ numbers: inout SeededGenerator) -> TransitionPlan {
    TransitionPlan(
      type: numbers.pick(Transition.Kind.allCases),
      subtype: numbers.pick(Transition.Direction.allCases + [nil]),
      duration: numbers.pick([0.05, 0.3, 1, 2.5]), beginTime: numbers.pick([0, 0, 0, 0.4, -1]),
      startProgress: numbers.pick([0, 0, 0.25, 1.5]), endProgress: numbers.pick([1, 1, 0.5, -2]),
      autoreverses: numbers.chance(20), stays: numbers.chance(20))
  }
}

/// A change of a layer's own time.
enum TimingChange {
  case speed(Float)
  case timeOffset(Double)
  case beginTime(Double)
  case duration(Double)
  case repeatCount(Float)
  case repeatDuration(Double)
  case autoreverses(Bool)
  case fillMode(FillMode)

  func apply(to layer: Layer) {
    switch self {
    case .speed(let value): layer.speed = value
    case .timeOffset(let value): layer.timeOffset = value
    case .beginTime(let value): layer.beginTime = value
    case .duration(let value): layer.duration = value
    case .repeatCount(let value): layer.repeatCount = value
    case .repeatDuration(let value): layer.repeatDuration = value
    case .autoreverses(let value): layer.autoreverses = value
    case .fillMode(let value): layer.fillMode = value
    }
  }

  static func random(_ numbers: inout SeededGenerator) -> TimingChange {
    switch numbers.below(12) {
    case 0...2: .speed(numbers.pick([1, 1, 0, 2, -1, 0.5]))
    case 3...4: .timeOffset(numbers.number(in: -1...1))
    case 5...6: .beginTime(numbers.pick([0, 0.5, -1, 2]))
    case 7: .duration(numbers.pick([.infinity, 0.4, 1, 5, 0]))
    case 8: .repeatCount(numbers.pick([0, 2.5, .infinity]))
    case 9: .repeatDuration(numbers.pick([0, 1.5, 30]))
    case 10: .autoreverses(numbers.chance(50))
    default: .fillMode(numbers.pick(FillMode.allCases))
    }
  }
}
