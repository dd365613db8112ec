import Foundation
import Lamina
import LaminaText

/// A text with its place in the chart.
package struct PlacedText: Sendable {
  /// The parts of a chart that are texts.
  package enum Role: Sendable, Hashable {
    case title, subtitle, footnote, xLabel, yLabel, xTitle, yTitle, legend, annotation
  }

  package var role: Role
  package var string: String
  package var font: Font
  package var fontSize: CGFloat
  package var color: Color
  /// The box of the text before it is turned, in points of the chart, on whole pixels if it is not.
  package var box: CGRect
  /// The angle by which the text is turned about the centre of its box, clockwise in radians.
  package var angle = 0.0
  package var alignment = TextAlignmentMode.left
  package var isWrapped = false
  package var isTruncated = false

  /// The smallest upright rectangle around the text.
  package var frame: CGRect {
    if angle == 0 { return box }
    let (c, s) = (abs(cos(angle)), abs(sin(angle)))
    let width = box.width * c + box.height * s
    let height = box.width * s + box.height * c
    return CGRect(
      x: box.midX - width / 2, y: box.midY - height / 2, width: width, height: height)
  }

  /// The corners of the turned box.
  package var corners: [CGPoint] {
    let (c, s) = (cos(angle), sin(angle))
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { (u, v) in
      let (dx, dy) = (u * box.width / 2, v * box.height / 2)
      return CGPoint(x: box.midX + dx * c - dy * s, y: box.midY + dx * s + dy * c)
    }
  }
}
