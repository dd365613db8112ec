import Foundation

/// An error bar: a line between two numbers with a short line across each end.
///
///     ErrorBarMark(
///       x: .value("Dose", dose), yStart: .value("Growth", mean - error),
///       yEnd: .value("Growth", mean + error))
///
/// It has the colour of text, so that it can be seen over bars; `foregroundStyle` changes it, and
/// `position(by:)` moves it along with a bar. One with a missing end is not drawn.
public struct ErrorBarMark: ChartContent, Sendable {
  private let list: MarkList

  /// Creates a vertical error bar.
  ///
  /// - Parameters:
  ///   - x: the place.
  ///   - yStart: the lower end.
  ///   - yEnd: the upper end.
  ///   - width: the length of the lines across the ends.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>,
    width: MarkDimension = .fixed(7)
  ) {
    list = Self.list(
      RuleMark(x: x, yStart: yStart, yEnd: yEnd).record,
      [yStart, yEnd].map { RectangleMark(x: x, y: $0, width: width, height: 1).record })
  }

  /// Creates a horizontal error bar.
  ///
  /// - Parameters:
  ///   - xStart: the lower end.
  ///   - xEnd: the upper end.
  ///   - y: the place.
  ///   - height: the length of the lines across the ends.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>,
    height: MarkDimension = .fixed(7)
  ) {
    list = Self.list(
      RuleMark(xStart: xStart, xEnd: xEnd, y: y).record,
      [xStart, xEnd].map { RectangleMark(x: $0, y: y, width: 1, height: height).record })
  }

  public var body: some ChartContent { list }

  private static func list(_ rule: MarkRecord, _ ends: [MarkRecord]) -> MarkList {
    let values = rule.x.values + rule.y.values
    if values.contains(.missing) { return MarkList() }
    return MarkList(
      ([rule] + ends).map { record in
        var record = record
        record.baseColor = .text
        record.isPart = record.kind == .rectangle
        return record
      })
  }
}
