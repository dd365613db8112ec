import Foundation

/// A property of a layer together with the type of its values, or a component of one.
///
/// Animations and expectations that take one instead of a key path compile only with values of that
/// type:
///
///     let slide = BasicAnimation(.positionX, from: 20, to: 120)
///     let blink = KeyframeAnimation(.opacity, values: [1, 0, 1])
///     layer.animations(for: .opacity)
///
/// A property of a subclass, under a custom key, is declared the same way:
///
///     extension LayerProperty where Value == CGFloat {
///       static var progress: Self { Self("progress") }
///     }
///
/// The properties of the other kinds of layers are beside their classes.
public struct LayerProperty<Value>: Sendable, Hashable {
  /// The key path of the property, such as `position` or `position.x`.
  public let keyPath: String

  /// Creates the property of a key path.
  public init(_ keyPath: String) { self.keyPath = keyPath }
}

// MARK: - Properties of all layers

extension LayerProperty where Value == CGPoint {
  public static var position: Self { Self("position") }
  public static var anchorPoint: Self { Self("anchorPoint") }
}

extension LayerProperty where Value == CGRect {
  public static var bounds: Self { Self("bounds") }
  public static var contentsRect: Self { Self("contentsRect") }
  public static var contentsCenter: Self { Self("contentsCenter") }
}

extension LayerProperty where Value == CGSize {
  public static var shadowOffset: Self { Self("shadowOffset") }
}

extension LayerProperty where Value == Transform3D {
  public static var transform: Self { Self("transform") }
  public static var sublayerTransform: Self { Self("sublayerTransform") }
}

extension LayerProperty where Value == CGFloat {
  public static var zPosition: Self { Self("zPosition") }
  public static var anchorPointZ: Self { Self("anchorPointZ") }
  public static var contentsScale: Self { Self("contentsScale") }
  public static var cornerRadius: Self { Self("cornerRadius") }
  public static var borderWidth: Self { Self("borderWidth") }
  public static var shadowRadius: Self { Self("shadowRadius") }
  public static var rasterizationScale: Self { Self("rasterizationScale") }
}

extension LayerProperty where Value == Float {
  public static var opacity: Self { Self("opacity") }
  public static var shadowOpacity: Self { Self("shadowOpacity") }
  public static var minificationFilterBias: Self { Self("minificationFilterBias") }
}

extension LayerProperty where Value == Bool {
  public static var isHidden: Self { Self("hidden") }
  public static var masksToBounds: Self { Self("masksToBounds") }
  public static var isGeometryFlipped: Self { Self("geometryFlipped") }
  public static var isDoubleSided: Self { Self("doubleSided") }
  public static var shouldRasterize: Self { Self("shouldRasterize") }
}

extension LayerProperty where Value == Color {
  public static var backgroundColor: Self { Self("backgroundColor") }
  public static var borderColor: Self { Self("borderColor") }
  public static var shadowColor: Self { Self("shadowColor") }
}

extension LayerProperty where Value == Bitmap {
  public static var contents: Self { Self("contents") }
}

extension LayerProperty where Value == Path {
  public static var shadowPath: Self { Self("shadowPath") }
}

// MARK: - Components

extension LayerProperty where Value == CGFloat {
  public static var positionX: Self { Self("position.x") }
  public static var positionY: Self { Self("position.y") }
  public static var boundsSizeWidth: Self { Self("bounds.size.width") }
  public static var boundsSizeHeight: Self { Self("bounds.size.height") }
  /// The rotation about the x axis, in radians.
  public static var transformRotationX: Self { Self("transform.rotation.x") }
  /// The rotation about the y axis, in radians.
  public static var transformRotationY: Self { Self("transform.rotation.y") }
  /// The rotation about the z axis, in radians.
  public static var transformRotationZ: Self { Self("transform.rotation.z") }
  /// The scale factor of all three axes.
  public static var transformScale: Self { Self("transform.scale") }
  public static var transformScaleX: Self { Self("transform.scale.x") }
  public static var transformScaleY: Self { Self("transform.scale.y") }
  public static var transformScaleZ: Self { Self("transform.scale.z") }
  public static var transformTranslationX: Self { Self("transform.translation.x") }
  public static var transformTranslationY: Self { Self("transform.translation.y") }
  public static var transformTranslationZ: Self { Self("transform.translation.z") }
}

extension LayerProperty where Value == CGPoint {
  public static var boundsOrigin: Self { Self("bounds.origin") }
}

extension LayerProperty where Value == CGSize {
  public static var boundsSize: Self { Self("bounds.size") }
  /// The translation in x and y.
  public static var transformTranslation: Self { Self("transform.translation") }
}

// MARK: - Animations

extension BasicAnimation {
  /// Creates an animation of a property between two values, or by one; see ``BasicAnimation`` for
  /// values that are nil.
  ///
  /// - Precondition: the values are finite.
  public convenience init<Value>(
    _ property: LayerProperty<Value>, from fromValue: Value? = nil, to toValue: Value? = nil,
    by byValue: Value? = nil
  ) {
    self.init(keyPath: property.keyPath)
    self.fromValue = fromValue
    self.toValue = toValue
    self.byValue = byValue
  }
}

extension KeyframeAnimation {
  /// Creates an animation of a property through several values.
  ///
  /// - Precondition: the values are finite.
  public convenience init<Value>(_ property: LayerProperty<Value>, values: [Value]) {
    self.init(keyPath: property.keyPath)
    self.values = values
  }
}

extension Animation {
  /// Returns true if the animation changes a key path, a part of it or one that contains it.
  func changes(_ keyPath: String) -> Bool {
    if let group = self as? AnimationGroup {
      return group.animations?.contains { $0.changes(keyPath) } ?? false
    }
    guard let own = (self as? PropertyAnimation)?.keyPath else { return false }
    return own == keyPath || own.hasPrefix(keyPath + ".") || keyPath.hasPrefix(own + ".")
  }
}
