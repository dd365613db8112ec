import Foundation
import Lamina

/// Blend modes by the formulas of the PDF specification (ISO 32000-1, 11.3), and by those of Porter
/// and Duff, on components from 0 to 1.
package enum ReferenceBlending {
  /// Returns the blend of two pixels by a mode: alpha, red, green and blue, the colours multiplied by
  /// alpha.
  package static func composed(_ mode: BlendMode, _ source: [Double], _ back: [Double]) -> [Double]
  {
    let (sa, ba) = (source[0], back[0])
    func sum(_ fs: Double, _ fb: Double) -> [Double] {
      zip(source, back).map { min(1, $0 * fs + $1 * fb) }
    }
    switch mode {
    case .sourceAtop: return sum(ba, 1 - sa)
    case .destinationOver: return sum(1 - ba, 1)
    case .destinationOut: return sum(0, 1 - sa)
    case .xor: return sum(1 - ba, 1 - sa)
    case .plusLighter: return sum(1, 1)
    default: break
    }
    func plain(_ p: [Double]) -> [Double] { p.dropFirst().map { p[0] > 0 ? $0 / p[0] : 0 } }
    let mixed = blended(mode, plain(source), plain(back))
    let alpha = sa + ba - sa * ba
    let colors = (0..<3).map {
      source[$0 + 1] * (1 - ba) + back[$0 + 1] * (1 - sa) + sa * ba * mixed[$0]
    }
    return [alpha] + colors
  }

  /// The blend function of a mode, of two colours: red, green and blue.
  private static func blended(_ mode: BlendMode, _ s: [Double], _ b: [Double]) -> [Double] {
    func each(_ body: (Double, Double) -> Double) -> [Double] { zip(s, b).map(body) }
    switch mode {
    case .multiply: return each { $0 * $1 }
    case .screen: return each { $0 + $1 - $0 * $1 }
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { $1 == 0 ? 0 : $0 >= 1 ? 1 : min(1, $1 / (1 - $0)) }
    case .colorBurn: return each { $1 >= 1 ? 1 : $0 <= 0 ? 0 : 1 - min(1, (1 - $1) / $0) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { s, b in
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return each { $0 + $1 - 2 * $0 * $1 }
    case .hue: return withLuminosity(withSaturation(s, saturation(b)), luminosity(b))
    case .saturation: return withLuminosity(withSaturation(b, saturation(s)), luminosity(b))
    case .color: return withLuminosity(s, luminosity(b))
    case .luminosity: return withLuminosity(b, luminosity(s))
    case .sourceAtop, .destinationOver, .destinationOut, .xor, .plusLighter: return s
    }
  }

  private static func hardLight(_ s: Double, _ b: Double) -> Double {
    s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
  }

  private static func luminosity(_ c: [Double]) -> Double {
    0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]
  }

  private static func saturation(_ c: [Double]) -> Double { c.max()! - c.min()! }

  private static func withLuminosity(_ c: [Double], _ target: Double) -> [Double] {
    let shift = target - luminosity(c)
    let moved = c.map { $0 + shift }
    let l = luminosity(moved)
    let low = moved.min()!
    let high = moved.max()!
    return moved.map { value in
      var value = value
      if low < 0 { value = l + (value - l) * l / (l - low) }
      if high > 1 { value = l + (value - l) * (1 - l) / (high - l) }
      return value
    }
  }

  private static func withSaturation(_ c: [Double], _ target: Double) -> [Double] {
    let low = c.min()!
    let high = c.max()!
    return c.map { high > low ? ($0 - low) * target / (high - low) : 0 }
  }
}
