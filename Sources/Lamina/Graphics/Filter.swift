import Foundation

/// What is done to the picture of a layer and its sublayers before it meets what is behind it; or,
/// as a background filter, to what is behind the layer.
///
/// Colours are changed as they are stored, in sRGB, without their alpha multiplied in.
public struct Filter: Sendable, Hashable {
  /// What a filter does.
  public enum Effect: Sendable, Hashable {
    /// A Gaussian blur; its standard deviation in points. 0 or less blurs nothing.
    case gaussianBlur(radius: CGFloat)
    /// Any linear map of colours.
    case colorMatrix(ColorMatrix)
    /// 0 leaves greys of the same luminance, 1 changes nothing, more is more colourful.
    case saturation(Double)
    /// Added to each component: -1 gives black, 1 white, 0 changes nothing.
    case brightness(Double)
    /// Distances from the middle grey are multiplied by it: 0 gives grey, 1 changes nothing.
    case contrast(Double)
    /// Each component is taken from 1.
    case invert
    /// The brown of an old photograph: 0 changes nothing, 1 is all of it.
    case sepia(Double)
  }

  public var effect: Effect
  /// What key paths call it: `filters.myBlur.inputRadius` is the radius of the first filter of a
  /// layer with the name `myBlur`. Nil by default.
  public var name: String?
  /// Whether it does anything. True by default. In key paths it is `enabled`.
  public var isEnabled = true

  public init(_ effect: Effect) { self.effect = effect }

  public static func gaussianBlur(radius: CGFloat) -> Filter {
    Filter(.gaussianBlur(radius: radius))
  }
  public static func colorMatrix(_ matrix: ColorMatrix) -> Filter { Filter(.colorMatrix(matrix)) }
  public static func saturation(_ amount: Double) -> Filter { Filter(.saturation(amount)) }
  public static func brightness(_ amount: Double) -> Filter { Filter(.brightness(amount)) }
  public static func contrast(_ amount: Double) -> Filter { Filter(.contrast(amount)) }
  public static let invert = Filter(.invert)
  public static func sepia(_ intensity: Double) -> Filter { Filter(.sepia(intensity)) }

  /// The filter under a name, by which key paths find it.
  public func named(_ name: String) -> Filter {
    var result = self
    result.name = name
    return result
  }

  /// Whether the number in it is finite.
  var isFinite: Bool {
    switch effect {
    case .gaussianBlur(let radius): radius.isFinite
    case .saturation(let amount), .brightness(let amount), .contrast(let amount),
      .sepia(let amount):
      amount.isFinite
    case .colorMatrix, .invert: true
    }
  }

  /// What it does to colours; nil for a blur.
  var matrix: ColorMatrix? {
    switch effect {
    case .gaussianBlur: nil
    case .colorMatrix(let matrix): matrix
    case .saturation(let amount): .saturation(max(0, amount))
    case .brightness(let amount): .brightness(max(-1, min(1, amount)))
    case .contrast(let amount): .contrast(max(0, amount))
    case .invert: .inversion
    case .sepia(let intensity): .sepia(max(0, min(1, intensity)))
    }
  }
}
