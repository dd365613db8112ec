import Foundation
import Lamina
import LaminaText

/// A text with its place in the chart.
package struct PlacedText: Sendable {
  /// The parts of a chart that are texts.
  package enum Role: Sendable, Hashable {
    case title, subtitle, footnote, xLabel, yLabel, xTitle, yTitle, facet, legend, annotation
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
  /// The identity of what the text is about; nil for a text that is there once.
  package var subject: PlacedKey?

  /// The identity of the text.
  package var key: PlacedKey {
    var key = subject ?? PlacedKey(.text(role))
    key.part = .text(role)
    return key
  }

  /// The smallest upright rectangle around the text.
  package var frame: CGRect {
    if angle == 0 { return box }
    let (c, s) = (abs(cos(angle)), abs(sin(angle)))
    let width = box.width * c + box.height * s
    let height = box.width * s + box.height * c
    return CGRect(
      x: box.midX - width / 2, y: box.midY - height / 2, width: width, height: height)
  }

  /// True if this text looks like another, apart from its place and colour.
  func hasSameForm(as other: PlacedText) -> Bool {
    string == other.string && font == other.font && fontSize == other.fontSize
      && box.size == other.box.size && angle == other.angle && alignment == other.alignment
      && isWrapped == other.isWrapped && isTruncated == other.isTruncated
  }

  /// True if this text has an area in common with another: no line along an edge of one of them
  /// separates their corners.
  func overlaps(_ other: PlacedText) -> Bool {
    if angle == 0, other.angle == 0 {
      return box.insetBy(dx: 1e-6, dy: 1e-6).intersects(other.box)
    }
    for angle in [angle, angle + .pi / 2, other.angle, other.angle + .pi / 2] {
      let (c, s) = (cos(angle), sin(angle))
      let own = corners.map { $0.x * c + $0.y * s }
      let others = other.corners.map { $0.x * c + $0.y * s }
      guard let (low, high) = own.ends, let (otherLow, otherHigh) = others.ends else {
        return false
      }
      if high <= otherLow + 1e-6 || otherHigh <= low + 1e-6 { return false }
    }
    return true
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

extension [Double] {
  /// The smallest and the largest number; nil if there is none.
  fileprivate var ends: (low: Double, high: Double)? {
    guard let low = self.min(), let high = self.max() else { return nil }
    return (low, high)
  }
}
