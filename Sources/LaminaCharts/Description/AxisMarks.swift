import Foundation
import LaminaBase

/// The grid lines, ticks and labels of an axis.
///
///     .chartYAxis(AxisMarks(values: .automatic(desiredCount: 4), format: .percent))
public struct AxisMarks: Sendable, Equatable {
  package var position: AxisMarkPosition
  package var values: AxisMarkValues
  package var format: AxisLabelFormat
  package var gridLines: Visibility
  package var labels: Visibility
  package var minorTicks: Visibility

  /// Creates the marks of an axis.
  ///
  /// - Parameters:
  ///   - position: the side of the plot.
  ///   - values: the values to mark.
  ///   - format: the text of numbers or dates.
  ///   - gridLines: the lines across the plot; by default those of the y axis, or of the x axis if
  ///     bars are horizontal or both axes have numbers of points.
  ///   - labels: the text at each value.
  ///   - minorTicks: short ticks between the labels; by default on logarithmic axes.
  public init(
    position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    format: AxisLabelFormat = .automatic, gridLines: Visibility = .automatic,
    labels: Visibility = .automatic, minorTicks: Visibility = .automatic
  ) {
    self.position = position
    self.values = values
    self.format = format
    self.gridLines = gridLines
    self.labels = labels
    self.minorTicks = minorTicks
  }

  /// Creates the marks of an axis of dates, with a format of Foundation's:
  /// `AxisMarks(format: .dateTime.hour())`.
  ///
  /// The format gets the chart's time zone and locale, as ``AxisLabelFormat`` says.
  public init<Format: FormatStyle & Sendable>(
    format: Format, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
    gridLines: Visibility = .automatic, labels: Visibility = .automatic,
    minorTicks: Visibility = .automatic
  ) where Format.FormatInput == Date, Format.FormatOutput == String {
    self.init(
      position: position, values: values, format: .format(format), gridLines: gridLines,
      labels: labels, minorTicks: minorTicks)
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

/// The values that an axis marks.
public struct AxisMarkValues: Sendable, Equatable, ExpressibleByArrayLiteral {
  enum Content: Sendable, Equatable {
    case automatic(count: Int?)
    case stride(Double)
    case calendar(CalendarInterval)
    case values([PlottedValue])
  }

  var content: Content

  /// Round values, as many as fit.
  public static let automatic = AxisMarkValues(content: .automatic(count: nil))

  /// Round values, about so many, and no more than fit.
  ///
  /// - Precondition: `desiredCount` is more than 0.
  public static func automatic(desiredCount: Int) -> AxisMarkValues {
    require(desiredCount > 0, "an axis must have more than 0 marks, not \(desiredCount)")
    return AxisMarkValues(content: .automatic(count: desiredCount))
  }

  /// The multiples of a step, of dates in seconds since 1970. Where they do not fit, labels are left out.
  ///
  /// - Precondition: `step` is finite, more than 0.
  public static func stride(by step: Double) -> AxisMarkValues {
    require(step.isFinite && step > 0, "the step of an axis must be more than 0, not \(step)")
    return AxisMarkValues(content: .stride(step))
  }

  /// The dates at steps of the calendar, in the chart's time zone. Where they do not fit, labels are left
  /// out. An axis of numbers, and one that would have more than about 1,000 of them, has round values
  /// instead.
  ///
  ///     AxisMarks(format: .dateTime.month(), values: .stride(by: .month, count: 3))
  ///
  /// Steps of months, days, hours, minutes and seconds count from the start of the next larger unit, those
  /// of years from year 0 and those of weeks from 1970. Weeks begin on Sunday.
  ///
  /// - Precondition: `component` is one of these or a quarter, and `count` is more than 0 and at most
  ///   10,000.
  public static func stride(by component: Calendar.Component, count: Int = 1) -> AxisMarkValues {
    require(
      (1...10_000).contains(count), "the steps of an axis must have 1 to 10,000 units, not \(count)"
    )
    let unit: CalendarInterval.Unit? =
      switch component {
      case .year: .year
      case .quarter, .month: .month
      case .weekOfYear, .weekOfMonth: .week
      case .day: .day
      case .hour: .hour
      case .minute: .minute
      case .second: .second
      default: nil
      }
    guard let unit else {
      refuse("an axis has no steps of \(component): use years to seconds")
    }
    return AxisMarkValues(
      content: .calendar(
        CalendarInterval(unit: unit, count: component == .quarter ? 3 * count : count)))
  }

  /// The given values. Where they do not fit, labels are left out.
  public static func values(_ values: [some Plottable]) -> AxisMarkValues {
    AxisMarkValues(content: .values(values.map { $0.primitivePlottable.plottedValue }))
  }

  /// Creates marks at the given numbers.
  public init(arrayLiteral numbers: Double...) { self = .values(numbers) }
  init(content: Content) { self.content = content }
}
