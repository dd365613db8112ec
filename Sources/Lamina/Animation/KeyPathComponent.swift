import Foundation

/// A component of a structured value that a key path can name: `x` of `position.x`, `rotation.z` of
/// `transform.rotation.z`.
///
/// Components of a transform are those of ``SpaceDecomposition``: the scale is applied first, then
/// the rotation about x, y and z, then the translation. Angles are in radians.
enum KeyPathComponent: String, Sendable, Hashable, CaseIterable {
  case x, y
  case width, height
  case origin
  case originX = "origin.x"
  case originY = "origin.y"
  case size
  case sizeWidth = "size.width"
  case sizeHeight = "size.height"
  case rotationX = "rotation.x"
  case rotationY = "rotation.y"
  case rotationZ = "rotation.z"
  /// The same as ``rotationZ``.
  case rotation
  /// The average of the three scales when read; sets all three when written.
  case scale
  case scaleX = "scale.x"
  case scaleY = "scale.y"
  case scaleZ = "scale.z"
  /// The translation in x and y as a size; a point is accepted as well (rule 16.7).
  case translation
  case translationX = "translation.x"
  case translationY = "translation.y"
  case translationZ = "translation.z"

  /// True if the component is a single number of a transform.
  var isNumberOfTransform: Bool {
    switch self {
    case .rotationX, .rotationY, .rotationZ, .rotation, .scale, .scaleX, .scaleY, .scaleZ,
      .translationX, .translationY, .translationZ:
      true
    default: false
    }
  }

  /// Returns a value given for this component, converted to the kind of value the component reads
  /// as.
  func normalized(_ value: AnimatableValue) -> AnimatableValue {
    guard self == .translation, case .point(let point) = value else { return value }
    return .size(CGSize(width: point.x, height: point.y))
  }

  /// Returns this component of `value`, or nil if it has no such component.
  func read(from value: AnimatableValue) -> AnimatableValue? {
    switch value {
    case .point(let point): read(from: point)
    case .size(let size): read(from: size)
    case .rect(let rect): read(from: rect)
    case .transform(let transform): read(from: transform)
    default: nil
    }
  }

  /// Returns `value` with this component replaced, or nil if it has no such component or `part` is
  /// of the wrong kind.
  func write(_ part: AnimatableValue, into value: AnimatableValue) -> AnimatableValue? {
    switch value {
    case .point(let point): write(part, into: point)
    case .size(let size): write(part, into: size)
    case .rect(let rect): write(part, into: rect)
    case .transform(let transform): write(part, into: transform).map { .transform($0) }
    default: nil
    }
  }

  private func read(from point: CGPoint) -> AnimatableValue? {
    switch self {
    case .x: .scalar(point.x)
    case .y: .scalar(point.y)
    default: nil
    }
  }

  private func read(from size: CGSize) -> AnimatableValue? {
    switch self {
    case .width: .scalar(size.width)
    case .height: .scalar(size.height)
    default: nil
    }
  }

  private func read(from rect: CGRect) -> AnimatableValue? {
    switch self {
    case .origin: .point(rect.origin)
    case .originX: .scalar(rect.origin.x)
    case .originY: .scalar(rect.origin.y)
    case .size: .size(rect.size)
    case .sizeWidth: .scalar(rect.size.width)
    case .sizeHeight: .scalar(rect.size.height)
    default: nil
    }
  }

  private func write(_ part: AnimatableValue, into point: CGPoint) -> AnimatableValue? {
    guard case .scalar(let number) = part else { return nil }
    switch self {
    case .x: return .point(CGPoint(x: number, y: point.y))
    case .y: return .point(CGPoint(x: point.x, y: number))
    default: return nil
    }
  }

  private func write(_ part: AnimatableValue, into size: CGSize) -> AnimatableValue? {
    guard case .scalar(let number) = part else { return nil }
    switch self {
    case .width: return .size(CGSize(width: number, height: size.height))
    case .height: return .size(CGSize(width: size.width, height: number))
    default: return nil
    }
  }

  private func write(_ part: AnimatableValue, into rect: CGRect) -> AnimatableValue? {
    var rect = rect
    switch (self, part) {
    case (.origin, .point(let point)): rect.origin = point
    case (.originX, .scalar(let number)): rect.origin.x = number
    case (.originY, .scalar(let number)): rect.origin.y = number
    case (.size, .size(let size)): rect.size = size
    case (.sizeWidth, .scalar(let number)): rect.size.width = number
    case (.sizeHeight, .scalar(let number)): rect.size.height = number
    default: return nil
    }
    return .rect(rect)
  }
}

extension KeyPathComponent {
  /// Returns this component of a transform, or nil if it has none.
  func read(from transform: Transform3D) -> AnimatableValue? {
    switch self {
    case .translation: return .size(CGSize(width: transform.m41, height: transform.m42))
    case .translationX: return .scalar(transform.m41)
    case .translationY: return .scalar(transform.m42)
    case .translationZ: return .scalar(transform.m43)
    default: break
    }
    // A transform that cannot be decomposed reads like the identity.
    let parts = SpaceDecomposition(transform) ?? .identity
    switch self {
    case .rotationX: return .scalar(parts.angles.x)
    case .rotationY: return .scalar(parts.angles.y)
    case .rotationZ, .rotation: return .scalar(parts.angles.z)
    case .scale: return .scalar(parts.scale.sum() / 3)
    case .scaleX: return .scalar(parts.scale.x)
    case .scaleY: return .scalar(parts.scale.y)
    case .scaleZ: return .scalar(parts.scale.z)
    default: return nil
    }
  }

  /// Returns a transform with this component replaced, or nil if it has none or `part` is of the
  /// wrong kind.
  func write(_ part: AnimatableValue, into transform: Transform3D) -> Transform3D? {
    var result = transform
    switch (self, part) {
    case (.translation, .size(let size)):
      result.m41 = size.width
      result.m42 = size.height
      return result
    case (.translationX, .scalar(let number)):
      result.m41 = number
      return result
    case (.translationY, .scalar(let number)):
      result.m42 = number
      return result
    case (.translationZ, .scalar(let number)):
      result.m43 = number
      return result
    case (_, .scalar(let number)):
      if let result = transform.inPlane(setting: self, to: number) { return result }
      var parts = SpaceDecomposition(transform) ?? .identity
      switch self {
      case .scale: parts.scale = SIMD3(repeating: number)
      case .scaleX: parts.scale.x = number
      case .scaleY: parts.scale.y = number
      case .scaleZ: parts.scale.z = number
      case .rotationX, .rotationY, .rotationZ, .rotation:
        var angles = parts.angles
        switch self {
        case .rotationX: angles.x = number
        case .rotationY: angles.y = number
        default: angles.z = number
        }
        parts = parts.rotated(to: angles)
      default: return nil
      }
      return parts.transform
    default:
      return nil
    }
  }
}

extension Transform3D {
  /// Returns this transform with its scale or its rotation about z replaced, without a
  /// decomposition; nil unless it is a two-dimensional affine transform that is not mirrored.
  ///
  /// The result equals that of ``SpaceDecomposition``, except for rounding.
  fileprivate func inPlane(setting component: KeyPathComponent, to number: Double) -> Transform3D? {
    guard isAffine, m11 * m22 - m12 * m21 > 0 else { return nil }
    let x = (m11 * m11 + m12 * m12).squareRoot()
    // The components of the second row along the first one, and perpendicular to it.
    let along = (m11 * m21 + m12 * m22) / x
    let y = (m11 * m22 - m12 * m21) / x
    guard x > 0, x.isFinite, along.isFinite, y > 0, y.isFinite else { return nil }
    var result = self
    switch component {
    case .rotationZ, .rotation:
      let (c, s) = (cos(number), sin(number))
      result.m11 = x * c
      result.m12 = x * s
      result.m21 = along * c - y * s
      result.m22 = along * s + y * c
    case .scaleX:
      result.m11 *= number / x
      result.m12 *= number / x
    case .scaleY:
      result.m21 *= number / y
      result.m22 *= number / y
    case .scaleZ:
      result.m33 = number
    case .scale:
      result.m11 *= number / x
      result.m12 *= number / x
      result.m21 *= number / y
      result.m22 *= number / y
      result.m33 = number
    default: return nil
    }
    return result
  }
}

extension SpaceDecomposition {
  /// The decomposition of the identity transform.
  static let identity = SpaceDecomposition(.identity)!
}

/// An animation key path: a property, and optionally a component of it.
struct AnimationKeyPath: Sendable, Hashable {
  /// The name of the property, `transform` in `transform.rotation.z`; the whole key path if the
  /// rest does not name a component.
  let property: String
  /// The component, or nil for the whole property.
  let component: KeyPathComponent?

  /// The key path of every transition.
  static let transition = AnimationKeyPath(Transition.key)

  /// Creates a key path by splitting a string at its first dot.
  init(_ keyPath: String) {
    if let dot = keyPath.utf8.firstIndex(of: UInt8(ascii: ".")),
      let component = KeyPathComponent(
        rawValue: String(keyPath[keyPath.index(after: dot)...]))
    {
      property = String(keyPath[..<dot])
      self.component = component
    } else {
      property = keyPath
      component = nil
    }
  }
}
