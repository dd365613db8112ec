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

  /// The edges where no pixel is covered in part.
  var hardEdges: EdgeAntialiasingMask {
    allowsEdgeAntialiasing ? .all.subtracting(edgeAntialiasingMask) : .all
  }

  /// Whether some corner is round.
  var hasCorners: Bool { cornerRadius > 0 && !maskedCorners.isDisjoint(with: .all) }

  /// The border's colour, premultiplied; 0 where there is no border.
  var borderPixel: UInt32 { borderWidth > 0 ? borderColor?.premultipliedPixel ?? 0 : 0 }
}

extension Layer {
  /// By how much further than the ``cornerRadius`` a corner's curve reaches along the edges: 1 for
  /// a circular one, 1.528665 for a continuous one.
  public final class func cornerCurveExpansionFactor(_ curve: CornerCurve) -> CGFloat {
    switch curve {
    case .circular: 1
    case .continuous: 1.528665
    }
  }

  /// The radius of the corners, in points: of the background, the border and, where the layer
  /// ``masksToBounds``, of all that is cut off. At most half the shorter side is drawn, and
  /// nothing below 0. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var cornerRadius: CGFloat {
    get { core.pointee.values.rareValues.appearance.cornerRadius }
    set {
      setRare(\.appearance.cornerRadius, newValue, .cornerRadius, finite: newValue.isFinite)
    }
  }

  /// Which corners are round. All by default; bits that name no corner are dropped.
  public final var maskedCorners: CornerMask {
    get { core.pointee.values.rareValues.appearance.maskedCorners }
    set { setRare(\.appearance.maskedCorners, newValue.intersection(.all), .maskedCorners) }
  }

  /// How the edge runs around the corners. ``CornerCurve/circular`` by default.
  public final var cornerCurve: CornerCurve {
    get { core.pointee.values.rareValues.appearance.cornerCurve }
    set { setRare(\.appearance.cornerCurve, newValue, .cornerCurve) }
  }

  /// Which edges are antialiased where the layer is turned, sheared or in perspective: there a pixel
  /// is covered as far as the layer lies in it. At the other edges it is covered whole if its middle
  /// is inside, else not at all, so that layers that share an edge leave no gap between them. All by
  /// default; bits that name no edge are dropped. Not animatable.
  ///
  /// It acts on the background, the contents, a gradient, the border and what ``masksToBounds`` cuts,
  /// but not on round corners, which are always soft, nor on shapes. Upright layers have whole pixels
  /// in any case.
  public final var edgeAntialiasingMask: EdgeAntialiasingMask {
    get { core.pointee.values.rareValues.appearance.edgeAntialiasingMask }
    set {
      setRare(
        \.appearance.edgeAntialiasingMask, newValue.intersection(.all), .edgeAntialiasingMask)
    }
  }

  /// Whether the edges of the ``edgeAntialiasingMask`` are antialiased; if not, none is. True by
  /// default. Not animatable.
  public final var allowsEdgeAntialiasing: Bool {
    get { core.pointee.values.rareValues.appearance.allowsEdgeAntialiasing }
    set { setRare(\.appearance.allowsEdgeAntialiasing, newValue, .allowsEdgeAntialiasing) }
  }

  /// The width of the border, in points. It lies inside the bounds, follows the corners, and is
  /// drawn over contents and sublayers. Nothing is drawn for 0 or less. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var borderWidth: CGFloat {
    get { core.pointee.values.rareValues.appearance.borderWidth }
    set { setRare(\.appearance.borderWidth, newValue, .borderWidth, finite: newValue.isFinite) }
  }

  /// The colour of the border; nil for none. Opaque black by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var borderColor: Color? {
    get { core.pointee.values.rareValues.appearance.borderColor }
    set {
      setRare(
        \.appearance.borderColor, newValue, .borderColor, finite: newValue?.isFinite ?? true)
    }
  }
}
