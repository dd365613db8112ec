import Foundation
import Lamina
import LaminaText

/// Measures the texts of charts: those of a layout once, and not again in the next layout.
final class TextMeasurer {
  private struct Key: Hashable {
    var string: String
    var font: Font
    var size: CGFloat
    var width: CGFloat
  }

  /// Device pixels per point, to whole numbers of which sizes are rounded up.
  private var scale = 1.0
  private var sizes: [Key: CGSize] = [:]
  /// The sizes of the layout before.
  private var earlierSizes: [Key: CGSize] = [:]

  /// Begins a layout.
  ///
  /// - Parameter scale: device pixels per point.
  func beginLayout(scale: Double) {
    earlierSizes = scale == self.scale ? sizes : [:]
    sizes = [:]
    self.scale = scale
  }

  /// Returns the size of a text in points.
  ///
  /// - Parameter width: the length at which lines are broken, more than 0.
  func size(
    _ string: String, _ font: Font, _ size: CGFloat, width: CGFloat = .infinity
  ) -> CGSize {
    if string.isEmpty || size <= 0 { return .zero }
    let key = Key(string: string, font: font, size: size, width: width)
    if let known = sizes[key] { return known }
    let result = earlierSizes[key] ?? measured(key)
    sizes[key] = result
    return result
  }

  private func measured(_ key: Key) -> CGSize {
    let size = AttributedText(
      key.string, font: key.font, fontSize: key.size, foregroundColor: .black
    ).metrics(width: key.width).size
    func pixels(_ length: CGFloat) -> CGFloat { (length * scale - 1e-6).rounded(.up) / scale }
    return CGSize(width: pixels(size.width), height: pixels(size.height))
  }
}
