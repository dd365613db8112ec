import Foundation
import Lamina

extension PreparedChart {
  /// The kinds of marks whose colours the legend explains. A band behind a line is none.
  package var symbolizedKinds: (hasLines: Bool, hasPoints: Bool) {
    var (hasLines, hasPoints, hasAreas) = (false, false, false)
    for mark in marks {
      if mark.kind == .line { hasLines = true }
      if mark.kind == .point { hasPoints = true }
      if mark.kind.isFilled, !mark.isBand { hasAreas = true }
    }
    return (hasLines && !hasAreas, hasPoints && !hasAreas && !hasLines)
  }

  /// The colour of the first mark.
  var firstColor: Color { marks.first?.color ?? options.theme.labelColor }

  // MARK: - Symbols and strokes of categories

  /// Returns the symbol of a category, by its number.
  func symbol(ofCategory index: Int) -> ChartSymbol {
    options.symbol.value(of: symbols.categories[index], number: index)
      ?? ChartSymbol.symbol(ofCategory: index)
  }

  /// Returns the stroke that the chart gives to a line; nil for that of the theme.
  func givenStroke(of record: MarkRecord) -> StrokeStyle? {
    record.style.stroke
      ?? dashes.index(of: record.style.dashEncoding).flatMap {
        options.lineStyle.value(of: dashes.categories[$0], number: $0)
      }
  }

  /// Returns the dashes of a category of lines, by its number. The first line is solid.
  static func dashPattern(ofCategory index: Int) -> [CGFloat] {
    dashPatterns[index % dashPatterns.count]
  }
  private static let dashPatterns: [[CGFloat]] = [[], [6, 4], [2, 3], [10, 4, 2, 4], [12, 5]]
}
