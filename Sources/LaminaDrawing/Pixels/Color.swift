/// A colour: sRGB-encoded red, green and blue, and alpha, each nominally from 0 to 1.
///
/// Components are not premultiplied. Values outside 0...1 are kept, so that animations may
/// overshoot, and are clamped when drawn; NaN is drawn as 0.
public struct Color: Sendable, Hashable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  /// Creates a colour from its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a shade of grey, from 0 (black) to 1 (white).
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates an opaque colour from a number such as `0xFF8000`, red in the high byte.
  public init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255,
      blue: Double(rgb & 255) / 255)
  }

  /// True if all four components are finite.
  @inlinable package var isFinite: Bool {
    red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite
  }

  /// This colour with another alpha.
  public func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The pixel `0xAARRGGBB`, premultiplied, each component rounded to the nearest of 0...255.
  public var premultipliedPixel: UInt32 {
    func byte(_ value: Double) -> UInt32 {
      value > 0 ? UInt32((min(value, 1) * 255).rounded()) : 0
    }
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let a = unit(alpha)
    return byte(a) << 24 | byte(unit(red) * a) << 16 | byte(unit(green) * a) << 8
      | byte(unit(blue) * a)
  }

  public static let clear = Color(white: 0, alpha: 0)
  public static let black = Color(white: 0)
  public static let white = Color(white: 1)
  public static let gray = Color(white: 0.5)
  public static let red = Color(red: 1, green: 0, blue: 0)
  public static let green = Color(red: 0, green: 1, blue: 0)
  public static let blue = Color(red: 0, green: 0, blue: 1)
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  public static let cyan = Color(red: 0, green: 1, blue: 1)
  public static let magenta = Color(red: 1, green: 0, blue: 1)
}
