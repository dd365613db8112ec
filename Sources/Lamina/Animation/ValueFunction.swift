import Foundation

/// A function that converts the numbers an animation interpolates into a transform.
///
/// It animates `"transform"` as an angle, a scale or a translation: the numbers are interpolated,
/// and the transform made of them replaces the property's value.
public struct ValueFunction: Sendable, Hashable {
  /// The available functions. Angles are in radians, translations in points.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// One angle: a rotation about an axis.
    case rotateX, rotateY, rotateZ
    /// Three factors, as an array: a scale along all axes.
    case scale
    /// One factor: a scale along an axis.
    case scaleX, scaleY, scaleZ
    /// Three distances, as an array: a translation along all axes.
    case translate
    /// One distance: a translation along an axis.
    case translateX, translateY, translateZ
  }

  /// The name of the function.
  public let name: Name

  /// Creates the function with a name.
  public init(name: Name) { self.name = name }

  /// Returns the transform made of the numbers, or nil if their count is not the one the function
  /// takes.
  func transform(of value: AnimatableValue) -> Transform3D? {
    switch (name, value) {
    case (.rotateX, .scalar(let angle)): Transform3D(rotation: angle, x: 1, y: 0, z: 0)
    case (.rotateY, .scalar(let angle)): Transform3D(rotation: angle, x: 0, y: 1, z: 0)
    case (.rotateZ, .scalar(let angle)): Transform3D(rotation: angle, x: 0, y: 0, z: 1)
    case (.scale, .numbers(let n)) where n.count == 3:
      Transform3D(scaleX: n[0], y: n[1], z: n[2])
    case (.scaleX, .scalar(let factor)): Transform3D(scaleX: factor, y: 1)
    case (.scaleY, .scalar(let factor)): Transform3D(scaleX: 1, y: factor)
    case (.scaleZ, .scalar(let factor)): Transform3D(scaleX: 1, y: 1, z: factor)
    case (.translate, .numbers(let n)) where n.count == 3:
      Transform3D(translationX: n[0], y: n[1], z: n[2])
    case (.translateX, .scalar(let distance)): Transform3D(translationX: distance, y: 0)
    case (.translateY, .scalar(let distance)): Transform3D(translationX: 0, y: distance)
    case (.translateZ, .scalar(let distance)): Transform3D(translationX: 0, y: 0, z: distance)
    default: nil
    }
  }

  /// Returns the function's arguments read from a transform; nil for any other value.
  func arguments(of value: AnimatableValue) -> AnimatableValue? {
    guard case .transform(let transform) = value else { return nil }
    func read(_ component: KeyPathComponent) -> AnimatableValue? { component.read(from: value) }
    switch name {
    case .rotateX: return read(.rotationX)
    case .rotateY: return read(.rotationY)
    case .rotateZ: return read(.rotationZ)
    case .scaleX: return read(.scaleX)
    case .scaleY: return read(.scaleY)
    case .scaleZ: return read(.scaleZ)
    case .translateX: return read(.translationX)
    case .translateY: return read(.translationY)
    case .translateZ: return read(.translationZ)
    case .translate:
      return .numbers([transform.m41, transform.m42, transform.m43])
    case .scale:
      let scale = (SpaceDecomposition(transform) ?? .identity).scale
      return .numbers([scale.x, scale.y, scale.z])
    }
  }
}
