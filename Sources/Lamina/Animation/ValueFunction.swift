import Foundation

/// A way from the numbers an animation interpolates to a transform.
///
/// With it, `"transform"` is animated as an angle, a scale or a shift: the numbers are
/// interpolated, and the transform they make replaces the property's value.
public struct ValueFunction: Sendable, Hashable {
  /// The functions there are. Angles are in radians, shifts in points.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// One angle: a rotation about an axis.
    case rotateX, rotateY, rotateZ
    /// Three factors, as an array: a scale along all axes.
    case scale
    /// One factor: a scale along an axis.
    case scaleX, scaleY, scaleZ
    /// Three distances, as an array: a shift along all axes.
    case translate
    /// One distance: a shift along an axis.
    case translateX, translateY, translateZ
  }

  /// Which function it is.
  public let name: Name

  /// Creates the function of a name.
  public init(name: Name) { self.name = name }

  /// The transform that the numbers make, or nil where they are not as many as the function
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

  /// The numbers that a transform has in place of the function's; nil for another value.
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
