import Foundation
import Lamina
import LaminaBase

/// A short line outside of the plot at a value of an axis.
public struct AxisTick: AxisMark, Equatable {
  package let isCentered: Bool?
  package let length: CGFloat?
  package let stroke: StrokeStyle?
  package var color: Color?

  /// Creates a tick.
  ///
  /// - Parameters:
  ///   - centered: the place, as ``AxisGridLine/init(centered:stroke:)`` has it.
  ///   - length: the length in points, at most a tenth of the chart; nil for one of the theme. Labels keep
  ///     off longer ticks.
  ///   - stroke: the width, rounded to whole pixels, and the dashes; nil for a solid line of the theme.
  /// - Precondition: `length` is finite, 0 or more.
  public init(centered: Bool? = nil, length: CGFloat? = nil, stroke: StrokeStyle? = nil) {
    if let length {
      require(
        length.isFinite && length >= 0, "the length of a tick must be 0 or more, not \(length)")
    }
    isCentered = centered
    self.length = length
    self.stroke = stroke
  }

  public var marks: AxisMarkGroup { AxisMarkGroup(tick: self) }
}
