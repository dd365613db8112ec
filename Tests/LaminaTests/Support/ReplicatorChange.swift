import Foundation
import Lamina
import LaminaTestSupport

/// A new value for one property of a replicator.
enum ReplicatorChange {
  case count(Int)
  case delay(Double)
  case transform(Transform3D)
  case color(Color?)
  case redOffset(Float)
  case greenOffset(Float)
  case blueOffset(Float)
  case alphaOffset(Float)
  case preservesDepth(Bool)

  func apply(to layer: ReplicatorLayer) {
    switch self {
    case .count(let value): layer.instanceCount = value
    case .delay(let value): layer.instanceDelay = value
    case .transform(let value): layer.instanceTransform = value
    case .color(let value): layer.instanceColor = value
    case .redOffset(let value): layer.instanceRedOffset = value
    case .greenOffset(let value): layer.instanceGreenOffset = value
    case .blueOffset(let value): layer.instanceBlueOffset = value
    case .alphaOffset(let value): layer.instanceAlphaOffset = value
    case .preservesDepth(let value): layer.preservesDepth = value
    }
  }

  var animated: (String, Any)? {
    switch self {
    case .count(let value): ("instanceCount", value)
    case .delay(let value): ("instanceDelay", value)
    case .transform(let value): ("instanceTransform", value)
    case .color(let value): value.map { ("instanceColor", $0) }
    case .redOffset(let value): ("instanceRedOffset", value)
    case .greenOffset(let value): ("instanceGreenOffset", value)
    case .blueOffset(let value): ("instanceBlueOffset", value)
    case .alphaOffset(let value): ("instanceAlphaOffset", value)
    case .preservesDepth: nil
    }
  }

  static func random(_ numbers: inout SeededGenerator, reach: CGSize) -> ReplicatorChange {
    switch numbers.below(16) {
    case 0...3: .count(numbers.pick([0, 1, 2, 3, 4, -1]))
    case 4: .delay(numbers.pick([0, 0, 0.2, -0.4]))
    case 5...8: .transform(randomTransform(&numbers, reach))
    case 9: .color(KindChange.randomColor(&numbers))
    case 10: .redOffset(numbers.pick([0, -0.3, 0.4]))
    case 11: .alphaOffset(numbers.pick([0, -0.4, 0.1]))
    case 12: .greenOffset(numbers.pick([0, -0.3, 0.4]))
    case 13: .blueOffset(numbers.pick([0, -0.3, 0.4]))
    default: .preservesDepth(numbers.chance(30))
    }
  }

  private static func randomTransform(
    _ numbers: inout SeededGenerator, _ reach: CGSize
  ) -> Transform3D {
    let shift = Transform3D(
      translationX: CGFloat(numbers.number(in: -0.4...0.4)) * reach.width,
      y: CGFloat(numbers.number(in: -0.4...0.4)) * reach.height)
    return switch numbers.below(6) {
    case 0...2: shift
    case 3: Transform3D(rotation: CGFloat(numbers.number(in: -2...2)), x: 0, y: 0, z: 1)
    case 4: Transform3D(scaleX: 0.8, y: -0.9).concatenating(shift)
    default: Transform3D(rotation: 0.7, x: 0.3, y: 1, z: 0).concatenating(shift)
    }
  }
}
