import Foundation
import Lamina

/// A line across the plot at a value of an axis.
public struct AxisGridLine: AxisMark, Equatable {
  package let isCentered: Bool?
  package let stroke: StrokeStyle?
  package var color: Color?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - centered: true for the middle between the value and the next, false for the value; nil for the
  ///     middle of bars of a calendar unit, such as days, and for the value without them.
  ///   - stroke: the width, rounded to whole pixels, and the dashes; nil for a solid line of the theme.
  public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {
    isCentered = centered
    self.stroke = stroke
  }

  public var marks: AxisMarkGroup { AxisMarkGroup(gridLine: self) }
}
