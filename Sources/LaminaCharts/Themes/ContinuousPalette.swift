import Foundation
import Lamina
import LaminaBase

/// Colours for numbers: a smooth sequence that is interpolated linearly.
public struct ContinuousPalette: Sendable, Hashable {
  /// The colours at equal distances, first to last.
  public let colors: [Color]

  /// Creates a palette.
  ///
  /// - Precondition: there are at least two colours.
  public init(colors: [Color]) {
    require(
      colors.count >= 2, "a continuous palette must have at least 2 colours, not \(colors.count)")
    self.colors = colors
  }

  /// Creates a palette of the colours of a gradient from location 0 to 1, at 257 places.
  ///
  /// - Precondition: the gradient has at least one stop.
  public init(_ gradient: Gradient) {
    require(!gradient.stops.isEmpty, "a continuous palette needs a gradient with at least one stop")
    colors = (0...256).map { gradient.color(at: Double($0) / 256) }
  }

  private init(_ numbers: [UInt32]) { colors = numbers.map(Color.init(rgb:)) }

  /// Dark violet over green to yellow, evenly spaced for the eye; 17 samples of matplotlib's palette
  /// (van der Walt and Smith, 2015).
  public static let viridis = ContinuousPalette([
    0x440154, 0x48186A, 0x472D7B, 0x424086, 0x3B528B, 0x33638D, 0x2C728E, 0x26828E, 0x21918C,
    0x1FA088, 0x28AE80, 0x3FBC73, 0x5EC962, 0x84D44B, 0xADDC30, 0xD8E219, 0xFDE725,
  ])

  /// Dark blue over grey to yellow, which looks nearly the same with and without colour deficiency;
  /// 17 samples (Nuñez, Anderton and Renslow, 2018).
  public static let cividis = ContinuousPalette([
    0x00224E, 0x002E6A, 0x1A386F, 0x32436D, 0x434E6C, 0x535A6D, 0x61656F, 0x6F7073, 0x7D7C78,
    0x8C8878, 0x9B9476, 0xABA072, 0xBCAE6C, 0xCDBB63, 0xDEC958, 0xF0D846, 0xFEE838,
  ])

  /// This palette from the last colour to the first.
  public var reversed: ContinuousPalette { ContinuousPalette(colors: colors.reversed()) }

  /// Returns the colour at a fraction from 0 to 1; fractions beyond are clamped, and NaN counts as 0.
  public func color(at fraction: Double) -> Color {
    let place = (fraction > 0 ? min(fraction, 1) : 0) * Double(colors.count - 1)
    let index = min(Int(place), colors.count - 2)
    return colors[index].interpolated(to: colors[index + 1], place - Double(index))
  }
}
