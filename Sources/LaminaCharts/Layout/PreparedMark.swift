import Foundation
import Lamina

/// A mark whose values are resolved: stacked, coloured and put into a series, without a size.
package struct PreparedMark: Sendable {
  /// A mark's place in one dimension, in units of the axis.
  package enum AxisPosition: Sendable, Equatable {
    /// The whole of the axis.
    case all
    /// A number, or seconds since the reference date.
    case value(Double)
    /// An interval.
    case interval(Double, Double)
    /// A category, by its number.
    case category(Int)
    /// No place: the mark is a gap.
    case missing

    var isCategory: Bool { if case .category = self { true } else { false } }

    /// The first and the last number; nil if it has none.
    var ends: (Double, Double)? {
      switch self {
      case .value(let value): (value, value)
      case .interval(let start, let end): (start, end)
      case .all, .category, .missing: nil
      }
    }

    /// Returns a value or category at another number.
    fileprivate func moved(to number: Double) -> AxisPosition {
      if case .category = self { .category(Int(number)) } else { .value(number) }
    }

    /// Returns true if a part of it is within an interval of numbers.
    func overlaps(_ range: ClosedRange<Double>) -> Bool {
      switch self {
      case .all: true
      case .value(let value): range.contains(value)
      case .interval(let a, let b): max(a, b) >= range.lowerBound && min(a, b) <= range.upperBound
      case .category, .missing: false
      }
    }
  }

  /// The number of the mark's record.
  package var record: Int
  package var kind: MarkRecord.Kind
  package var x: AxisPosition
  package var y: AxisPosition
  /// The number of the series.
  package var series: Int
  package var color: Color
  package var symbol: ChartSymbol
  /// True if a symbol is drawn at a line's vertex.
  package var hasSymbol: Bool
  package var dashes: [CGFloat]?
  /// True if a bar or area extends along y.
  package var isVertical = true
  /// The edge of a bar that stands at zero, which is not rounded: the first of its interval.
  package var isFromZero = false
  /// The number of the bar among those side by side, and their count.
  package var slot = (index: 0, count: 1)
  /// True for an area between two values of its own.
  package var isBand = false
  /// True if y is a place on the second axis.
  package var isSecondary = false
  /// The number of the facet; nil for a mark of all of them.
  package var facet: Int?
  /// The ends of a plot of columns that is stacked; nil for others.
  package var span: PlotSpan?
  /// True for a zero in a stacked area that has no value at a position where others have.
  private(set) var isFilled = false

  /// True if a vertical mark has a value along y, and a horizontal one along x.
  var hasValue: Bool { (isVertical ? y : x) != .missing }

  /// Makes the mark a zero that stands for a missing value.
  ///
  /// - Parameter position: the new position along the other axis, or the number of its category; nil to
  ///   keep the position.
  mutating func setFilled(at position: Double? = nil) {
    isFilled = true
    if isVertical {
      if let position { x = x.moved(to: position) }
      y = .value(0)
    } else {
      if let position { y = y.moved(to: position) }
      x = .value(0)
    }
  }
}
