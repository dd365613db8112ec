import Foundation

/// The shadow of a layer.
struct Shadow: Sendable, Equatable {
  var color: Color? = .black
  var opacity: Float = 0
  var offset = CGSize(width: 0, height: -3)
  var radius: CGFloat = 3
  var path: Path?

  /// The shadow's colour with its opacity, premultiplied; 0 if there is no shadow.
  var pixel: UInt32 {
    guard opacity > 0, let color else { return 0 }
    return color.withAlpha(color.alpha * Double(min(1, opacity))).premultipliedPixel
  }
}

extension Layer {
  /// The colour of the shadow; nil for none. Opaque black by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var shadowColor: Color? {
    get { storage.values.effects.shadow.color }
    set { setEffect(\.shadow.color, newValue, .shadowColor) }
  }

  /// The opacity of the shadow, from 0, invisible, to 1, its full colour. 0 by default. Clamped
  /// when drawn. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var shadowOpacity: Float {
    get { storage.values.effects.shadow.opacity }
    set { setEffect(\.shadow.opacity, newValue, .shadowOpacity) }
  }

  /// The offset of the shadow from the shape that casts it, in points of the layer's own space. (0,
  /// -3) by default, which is upwards here, as in UIKit. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var shadowOffset: CGSize {
    get { storage.values.effects.shadow.offset }
    set { setEffect(\.shadow.offset, newValue, .shadowOffset) }
  }

  /// The blur radius of the shadow: the standard deviation of the Gaussian, in points. A shadow
  /// with a radius of 0 or less is sharp. Drawn with at most 256 pixels. 3 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var shadowRadius: CGFloat {
    get { storage.values.effects.shadow.radius }
    set { setEffect(\.shadow.radius, newValue, .shadowRadius) }
  }

  /// The shape that casts the shadow, in points of the layer's own space, filled by the non-zero
  /// rule; nil, the default, for the visible shape of the layer and its sublayers. Animatable. A
  /// path is cheaper to draw than the shadow of a tree.
  public final var shadowPath: Path? {
    get { storage.values.effects.shadow.path }
    set { setEffect(\.shadow.path, newValue, .shadowPath) }
  }
}
