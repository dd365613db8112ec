import Foundation
import Lamina

extension PreparedChart {
  /// The kinds of marks whose colours the legend explains.
  var symbolizedKinds: (hasLines: Bool, hasPoints: Bool) {
    var (hasLines, hasPoints, hasAreas) = (false, false, false)
    for mark in marks {
      if mark.kind == .line { hasLines = true }
      if mark.kind == .point { hasPoints = true }
      if mark.kind.isFilled { hasAreas = true }
    }
    return (hasLines && !hasAreas, hasPoints && !hasAreas && !hasLines)
  }

  /// The colour of the first mark.
  var firstColor: Color { marks.first?.color ?? options.theme.labelColor }
}
