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

  /// The place of the text.
  package var place: TurnedRect { TurnedRect(rect: box, angle: angle) }

  /// The part that is left out of a text that is too long. The ends of names often tell them apart.
  package var truncationMode: TextTruncationMode {
    guard isTruncated else { return .none }
    return switch role {
    case .xLabel, .yLabel, .legend, .facet: .middle
    case .title, .subtitle, .footnote, .xTitle, .yTitle, .annotation: .end
    }
  }

  /// True if this text looks like another, apart from its place and colour.
  func hasSameForm(as other: PlacedText) -> Bool {
    string == other.string && font == other.font && fontSize == other.fontSize
      && box.size == other.box.size && angle == other.angle && alignment == other.alignment
      && isWrapped == other.isWrapped && isTruncated == other.isTruncated
  }
}
