import Foundation

/// An effect applied to the picture of a layer and its sublayers before it is composited with its
/// backdrop; or, as a background filter, to the backdrop of the layer.
///
/// Filters operate on sRGB-encoded colours that are not premultiplied.
public struct Filter: Sendable, Hashable {
  /// The operation of a filter.
  @nonexhaustive
  public enum Effect: Sendable, Hashable {
    /// A Gaussian blur; the radius is its standard deviation in points. 0 or less blurs nothing.
    case gaussianBlur(radius: CGFloat)
    /// An arbitrary linear map of colours.
    case colorMatrix(ColorMatrix)
    /// A change of saturation: 0 gives greys of the same luminance, 1 changes nothing, greater
    /// values intensify colours.
    case saturation(Double)
    /// An amount added to each component: -1 gives black, 1 white, 0 changes nothing.
    case brightness(Double)
    /// A factor for distances from middle grey: 0 gives grey, 1 changes nothing.
    case contrast(Double)
    /// An inversion: each component is subtracted from 1.
    case invert
    /// The brown tone of an old photograph: 0 changes nothing, 1 is the full effect.
    case sepia(Double)
  }

  public var effect: Effect
  /// The name of the filter in key paths: `filters.myBlur.inputRadius` is the radius of the first
  /// filter of a layer with the name `myBlur`. Nil by default.
  public var name: String?
  /// A Boolean value indicating whether the filter is applied. True by default. In key paths it is
  /// `enabled`.
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

  /// Returns the filter with a name, by which key paths find it.
  public func named(_ name: String) -> Filter {
    var result = self
    result.name = name
    return result
  }

  /// True if the effect's number is finite.
  package var isFinite: Bool { effect.input?.value.isFinite ?? true }

  /// The colour matrix of the effect; nil for a blur.
  package var matrix: ColorMatrix? {
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

extension Filter.Effect {
  /// The number of an effect.
  package struct Input {
    /// The key in key paths, as in Core Image.
    package let key: String
    package let value: Double
    /// Returns the effect with another number.
    package let replacing: (Double) -> Filter.Effect
  }

  /// The number of the effect; nil for an effect without one.
  package var input: Input? {
    switch self {
    case .gaussianBlur(let radius):
      Input(key: "inputRadius", value: radius) { .gaussianBlur(radius: $0) }
    case .saturation(let amount):
      Input(key: "inputSaturation", value: amount) { .saturation($0) }
    case .brightness(let amount):
      Input(key: "inputBrightness", value: amount) { .brightness($0) }
    case .contrast(let amount): Input(key: "inputContrast", value: amount) { .contrast($0) }
    case .sepia(let intensity): Input(key: "inputIntensity", value: intensity) { .sepia($0) }
    case .colorMatrix, .invert: nil
    }
  }
}
