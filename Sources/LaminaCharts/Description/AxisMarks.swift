import Foundation
import Lamina

/// The grid lines, ticks and labels of an axis.
///
///     .chartYAxis(AxisMarks(format: .percent, values: .automatic(desiredCount: 4)))
///
/// A closure decides what is at each value; an axis may have several of them:
///
///     .chartYAxis {
///       AxisMarks(values: [0, 50, 100]) { AxisValueLabel(format: .percent) }
///       AxisMarks(values: [0, 25, 50, 75, 100]) {
///         AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [3]))
///       }
///     }
///
/// Labels for which there is no room are left out, with the line and tick at their value.
public struct AxisMarks: Sendable, Equatable {
  package var position: AxisMarkPosition
  package var values: AxisMarkValues
  package var format = AxisLabelFormat.automatic
  /// The stroke of grid lines and ticks; nil for that of the theme.
  package var stroke: StrokeStyle?
  package var gridLines = Visibility.automatic
  package var labels = Visibility.automatic
  package var minorTicks = Visibility.automatic
  /// The marks at each value; nil for those that the properties above describe.
  package var builder: MarkBuilder?

  /// The marks at a value, which a closure returns. Two are equal if they are the same.
  package final class MarkBuilder: Sendable, Equatable {
    package let marks: @Sendable (AxisValue) -> AxisMarkGroup

    init(marks: @escaping @Sendable (AxisValue) -> AxisMarkGroup) { self.marks = marks }

    package static func == (left: MarkBuilder, right: MarkBuilder) -> Bool { left === right }
  }

  /// Creates the marks of an axis.
  ///
  /// - Parameters:
  ///   - format: the text of numbers or dates.
  ///   - position: the side of the plot.
  ///   - values: the values to mark.
  ///   - stroke: the width and dashes of grid lines and ticks; nil for those of the theme.
  ///   - gridLines: the lines across the plot; by default those of the y axis, or of the x axis if
  ///     bars are horizontal or both axes have numbers of points.
  ///   - labels: the text at each value.
  ///   - minorTicks: short ticks between the labels; by default on logarithmic axes.
  public init(
    format: AxisLabelFormat = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil,
    gridLines: Visibility = .automatic, labels: Visibility = .automatic,
    minorTicks: Visibility = .automatic
  ) {
    self.format = format
    self.position = position
    self.values = values
    self.stroke = stroke
    self.gridLines = gridLines
    self.labels = labels
    self.minorTicks = minorTicks
  }

  /// Creates the marks of an axis at given values.
  public init(
    format: AxisLabelFormat = .automatic, position: AxisMarkPosition = .automatic,
    values: [some Plottable], stroke: StrokeStyle? = nil, gridLines: Visibility = .automatic,
    labels: Visibility = .automatic, minorTicks: Visibility = .automatic
  ) {
    self.init(
      format: format, position: position, values: .values(values), stroke: stroke,
      gridLines: gridLines, labels: labels, minorTicks: minorTicks)
  }

  /// Creates the marks of an axis with a format of Foundation's, such as `.dateTime.hour()`, as
  /// ``AxisLabelFormat`` describes.
  public init<Format: FormatStyle & Sendable>(
    format: Format, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
    self.init(format: .format(format), position: position, values: values, stroke: stroke)
  }

  /// Creates the marks of an axis with a format of Foundation's for numbers, such as
  /// `.number.grouping(.never)`.
  public init<Format: FormatStyle & Sendable>(
    format: Format, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    stroke: StrokeStyle? = nil
  ) where Format.FormatInput == Double, Format.FormatOutput == String {
    self.init(format: .format(format), position: position, values: values, stroke: stroke)
  }

  /// Creates the marks of an axis at given values, with a format of Foundation's.
  public init<Value: Plottable, Format: FormatStyle & Sendable>(
    format: Format, position: AxisMarkPosition = .automatic, values: [Value],
    stroke: StrokeStyle? = nil
  ) where Format.FormatInput == Value, Format.FormatOutput == String {
    self.init(format: .format(format), position: position, values: values, stroke: stroke)
  }

  /// Creates the marks of an axis from what a closure returns for each value.
  ///
  ///     AxisMarks(values: .stride(by: .hour, count: 3)) { value in
  ///       AxisTick()
  ///       if value.index.isMultiple(of: 2) { AxisValueLabel() }
  ///     }
  ///
  /// - Parameters:
  ///   - position: the side of the plot.
  ///   - values: the values to mark.
  ///   - content: the marks at a value. It is called on the thread that lays out the chart, for
  ///     different numbers of values until those fit.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping @Sendable (AxisValue) -> AxisMarkGroup
  ) {
    self.position = position
    self.values = values
    self.builder = MarkBuilder(marks: content)
  }

  /// Creates the marks of an axis from what a closure returns for each of some values.
  public init(
    position: AxisMarkPosition = .automatic, values: [some Plottable],
    @AxisMarkBuilder content: @escaping @Sendable (AxisValue) -> AxisMarkGroup
  ) {
    self.init(position: position, values: .values(values), content: content)
  }

  /// Creates the marks of an axis that are the same at each value.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: () -> AxisMarkGroup
  ) {
    let marks = content()
    self.init(position: position, values: values) { _ in marks }
  }

  /// Creates the marks of an axis that are the same at each of some values.
  public init(
    position: AxisMarkPosition = .automatic, values: [some Plottable],
    @AxisMarkBuilder content: () -> AxisMarkGroup
  ) {
    self.init(position: position, values: .values(values), content: content)
  }
}

/// The side of the plot that an axis is at.
public enum AxisMarkPosition: Sendable, Hashable, CaseIterable {
  /// Below for the x axis, at the left for the y axis.
  case automatic
  case top
  case bottom
  case leading
  case trailing
}

/// The result builder of an axis: ``AxisMarks`` one below the other, `if`, `switch` and `for`.
@resultBuilder
public enum AxisContentBuilder {
  /// Collects the marks of one part.
  public static func buildExpression(_ marks: AxisMarks) -> [AxisMarks] { [marks] }
  /// Joins the marks of several parts.
  public static func buildBlock(_ parts: [AxisMarks]...) -> [AxisMarks] { parts.flatMap(\.self) }
  /// Collects the marks of an `if` without `else`.
  public static func buildOptional(_ part: [AxisMarks]?) -> [AxisMarks] { part ?? [] }
  /// Collects the marks of an `if` or `switch`.
  public static func buildEither(first part: [AxisMarks]) -> [AxisMarks] { part }
  /// Collects the marks of an `else` or `switch`.
  public static func buildEither(second part: [AxisMarks]) -> [AxisMarks] { part }
  /// Collects the marks of an `if #available`.
  public static func buildLimitedAvailability(_ part: [AxisMarks]) -> [AxisMarks] { part }
  /// Joins the marks of all rounds of a loop.
  public static func buildArray(_ parts: [[AxisMarks]]) -> [AxisMarks] { parts.flatMap(\.self) }
}
