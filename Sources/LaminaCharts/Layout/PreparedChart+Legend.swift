import Foundation
import Lamina

extension PreparedChart {
  /// The kinds of marks whose colours the legend explains.
  var symbolizedKinds: (hasLines: Bool, hasPoints: Bool) {
    var (hasLines, hasPoints, hasAreas) = (false, false, false)
    for mark in marks {
      switch mark.kind {
      case .line: hasLines = true
      case .point: hasPoints = true
      case .bar, .area, .rectangle, .sector: hasAreas = true
      case .rule: break
      }
    }
    return (hasLines && !hasAreas, hasPoints && !hasAreas && !hasLines)
  }

  /// The colour of the first mark.
  var firstColor: Color { marks.first?.color ?? options.theme.labelColor }
}
