import Foundation
import Lamina

extension Color {
  /// The relative luminance of WCAG 2.1, from 0 (black) to 1 (white), without regard to alpha.
  package var relativeLuminance: Double {
    func linear(_ component: Double) -> Double {
      let value = component > 0 ? min(component, 1) : 0
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast to another colour as WCAG 2.1 defines it, from 1 to 21.
  package func contrast(to other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the colour that this one shows on an opaque colour.
  package func composited(over background: Color) -> Color {
    func mix(_ over: Double, _ under: Double) -> Double { under + (over - under) * alpha }
    return Color(
      red: mix(red, background.red), green: mix(green, background.green),
      blue: mix(blue, background.blue))
  }

  /// White or almost black, whichever is easier to read on this colour.
  var readableText: Color {
    let dark = Color(rgb: 0x16181B)
    // A slight preference for white, which looks better on saturated colours.
    return contrast(to: .white) * 1.25 >= contrast(to: dark) ? .white : dark
  }
}
