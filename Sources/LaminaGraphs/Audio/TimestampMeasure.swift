import Foundation
import Lamina
import LaminaText

/// Measures timestamps: each form of them once.
final class TimestampMeasure {
  /// Counts what makes texts look different.
  private(set) var generation = 0
  private let layer = TextLayer()
  private var widestDigit: Character = "0"
  private var widths: [String: CGFloat] = [:]
  private var isSetUp = false

  /// Forgets all widths.
  func clear() {
    isSetUp = false
    widths.removeAll()
    generation += 1
  }

  func setUp(font: Font, size: CGFloat, scale: CGFloat) {
    if scale != layer.contentsScale { clear() }
    guard !isSetUp else { return }
    isSetUp = true
    layer.contentsScale = scale
    layer.font = font
    layer.fontSize = size
    var widest: CGFloat = -1
    for digit in "0123456789" {
      let width = measure(String(repeating: digit, count: 10))
      if width > widest {
        widest = width
        widestDigit = digit
      }
    }
  }

  /// The width of a text, or one with other digits, in points; whichever is wider.
  func width(of text: String) -> CGFloat {
    let form = String(text.map { $0.isNumber ? widestDigit : $0 })
    if let width = widths[form] { return width }
    let width = measure(form)
    widths[form] = width
    return width
  }

  private func measure(_ text: String) -> CGFloat {
    layer.string = text
    return layer.preferredFrameSize().width
  }
}
