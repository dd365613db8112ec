import Lamina

// Names of SwiftUI that charts are written with, where Lamina's colours have none of their own.
extension Color {
  public static let purple = Color(rgb: 0xAF52DE)
  public static let pink = Color(rgb: 0xFF2D55)
  public static let brown = Color(rgb: 0xA2845E)
  public static let mint = Color(rgb: 0x00C7BE)
  public static let teal = Color(rgb: 0x30B0C7)
  public static let indigo = Color(rgb: 0x5856D6)

  /// Returns the colour with its alpha multiplied.
  ///
  /// - Parameter opacity: 0 to 1; other numbers are clamped.
  public func opacity(_ opacity: Double) -> Color {
    withAlpha(alpha * (opacity > 0 ? min(opacity, 1) : 0))
  }

  /// A vertical gradient from a lighter shade of the colour to the colour itself.
  public var gradient: LinearGradient {
    let lighter = Color.white.withAlpha(0.2).composited(over: withAlpha(1)).withAlpha(alpha)
    return LinearGradient(colors: [lighter, self], startPoint: .top, endPoint: .bottom)
  }
}
