import Foundation

/// A candlestick: the first, the last, the highest and the lowest price of a time.
///
///     Chart(days) { day in
///       CandlestickMark(
///         x: .value("Day", day.date, unit: .day), open: .value("Price", day.open),
///         high: .value("Price", day.high), low: .value("Price", day.low),
///         close: .value("Price", day.close))
///     }
///
/// The body is between open and close, with a line from low to high behind it. One that rises has the
/// theme's third colour, one that falls the second; `foregroundStyle(_:)` gives both one of your own. A
/// missing price leaves out what depends on it: without open or close, the line has the colour of the axes.
public struct CandlestickMark: ChartContent, Sendable {
  private let range: MarkRecord
  private let change: MarkRecord

  /// Creates a candlestick.
  ///
  /// - Parameters:
  ///   - x: the time or category; a date with a unit makes room for the whole of it.
  ///   - open: the first price.
  ///   - high: the highest price.
  ///   - low: the lowest price.
  ///   - close: the last price.
  ///   - width: the width of the body.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, open: PlottableValue<Y>, high: PlottableValue<Y>,
    low: PlottableValue<Y>, close: PlottableValue<Y>, width: MarkDimension = .ratio(0.65)
  ) {
    var (range, change) = (
      RuleMark(x: x, yStart: low, yEnd: high).record,
      BarMark(x: x, yStart: open, yEnd: close, width: width).record
    )
    if let first = open.plotted.scalar, let last = close.plotted.scalar {
      // A price that did not change is a line.
      if first == last { change = RectangleMark(x: x, y: close, width: width, height: 1).record }
      change.baseColor = .palette(last < first ? 1 : 2)
      range.baseColor = change.baseColor
    }
    change.isPart = true
    (self.range, self.change) = (range, change)
  }

  public var body: some ChartContent { MarkList([range, change]) }
}
