import Foundation
import Lamina
import LaminaText

/// Measures the texts of a chart, each once.
struct TextMeasurer {
  private struct Key: Hashable {
    var string: String
    var font: Font
    var size: CGFloat
    var width: CGFloat
  }

  /// Device pixels per point, to whole numbers of which sizes are rounded up.
  let scale: Double
  private var sizes: [Key: CGSize] = [:]

  init(scale: Double) { self.scale = scale }

  /// Returns the size of a text in points.
  ///
  /// - Parameter width: the length at which lines are broken, more than 0.
  mutating func size(
    _ string: String, _ font: Font, _ size: CGFloat, width: CGFloat = .infinity
  ) -> CGSize {
    if string.isEmpty || size <= 0 { return .zero }
    let key = Key(string: string, font: font, size: size, width: width)
    if let known = sizes[key] { return known }
    let metrics = AttributedText(string, font: font, fontSize: size, foregroundColor: .black)
      .metrics(width: width)
    func pixels(_ length: CGFloat) -> CGFloat { (length * scale - 1e-6).rounded(.up) / scale }
    let result = CGSize(width: pixels(metrics.size.width), height: pixels(metrics.size.height))
    sizes[key] = result
    return result
  }
}
