import Foundation

/// The corners and the border of a layer.
struct Appearance: Sendable, Equatable {
  var cornerRadius: CGFloat = 0
  var maskedCorners = CornerMask.all
  var cornerCurve = CornerCurve.circular
  var borderWidth: CGFloat = 0
  var borderColor: Color? = .black
  var edgeAntialiasingMask = EdgeAntialiasingMask.all
  var allowsEdgeAntialiasing = true

  /// The edges at which no pixel is partly covered.
  var hardEdges: EdgeAntialiasingMask {
    allowsEdgeAntialiasing ? .all.subtracting(edgeAntialiasingMask) : .all
  }

  /// True if some corner is round.
  var hasCorners: Bool { cornerRadius > 0 && !maskedCorners.isDisjoint(with: .all) }

  /// The border's colour, premultiplied; 0 if there is no border.
  var borderPixel: UInt32 { borderWidth > 0 ? borderColor?.premultipliedPixel ?? 0 : 0 }
}

extension Layer {
  /// Returns the factor by which a corner's curve extends beyond the ``cornerRadius`` along the
  /// edges: 1 for a circular one, 1.528665 for a continuous one.
  public final class func cornerCurveExpansionFactor(_ curve: CornerCurve) -> CGFloat {
    switch curve {
    case .circular: 1
    case .continuous: 1.528665
    }
  }

  /// The corner radius, in points, of the background, the border and, if the layer
  /// ``masksToBounds``, the clip. It is clamped to between 0 and half the shorter side when drawn.
  /// 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var cornerRadius: CGFloat {
    get { storage.values.rareValues.appearance.cornerRadius }
    set { setRare(\.appearance.cornerRadius, newValue, .cornerRadius) }
  }

  /// The corners that are rounded. All by default; bits that name no corner are dropped.
  public final var maskedCorners: CornerMask {
    get { storage.values.rareValues.appearance.maskedCorners }
    set { setRare(\.appearance.maskedCorners, newValue.intersection(.all), .maskedCorners) }
  }

  /// The shape of the curve at the corners. ``CornerCurve/circular`` by default.
  public final var cornerCurve: CornerCurve {
    get { storage.values.rareValues.appearance.cornerCurve }
    set { setRare(\.appearance.cornerCurve, newValue, .cornerCurve) }
  }

  /// The edges that are antialiased if the layer is rotated, sheared or in perspective: there the
  /// coverage of a pixel is the area of the layer in it. At the other edges a pixel is fully
  /// covered if its centre is inside, otherwise not at all, so that layers that share an edge leave
  /// no gap between them. All by default; bits that name no edge are dropped. Not animatable.
  ///
  /// It affects the background, the contents, a gradient, the border and the clip of
  /// ``masksToBounds``, but neither round corners, which are always antialiased, nor shapes.
  /// Axis-aligned layers cover whole pixels in any case.
  public final var edgeAntialiasingMask: EdgeAntialiasingMask {
    get { storage.values.rareValues.appearance.edgeAntialiasingMask }
    set {
      setRare(\.appearance.edgeAntialiasingMask, newValue.intersection(.all), .edgeAntialiasingMask)
    }
  }

  /// A Boolean value indicating whether the edges of the ``edgeAntialiasingMask`` are antialiased;
  /// if false, no edge is. True by default. Not animatable.
  public final var allowsEdgeAntialiasing: Bool {
    get { storage.values.rareValues.appearance.allowsEdgeAntialiasing }
    set { setRare(\.appearance.allowsEdgeAntialiasing, newValue, .allowsEdgeAntialiasing) }
  }

  /// The width of the border, in points. It lies inside the bounds, follows the corners, and is
  /// drawn over contents and sublayers. Nothing is drawn for 0 or less. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var borderWidth: CGFloat {
    get { storage.values.rareValues.appearance.borderWidth }
    set { setRare(\.appearance.borderWidth, newValue, .borderWidth) }
  }

  /// The colour of the border; nil for none. Opaque black by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var borderColor: Color? {
    get { storage.values.rareValues.appearance.borderColor }
    set { setRare(\.appearance.borderColor, newValue, .borderColor) }
  }
}
