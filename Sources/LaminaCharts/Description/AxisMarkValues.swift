import Foundation
import LaminaBase

/// The values that an axis marks.
public struct AxisMarkValues: Sendable, Equatable {
  enum Rule: Sendable, Equatable {
    case automatic(count: Int?, minimumStride: Double)
    case stride(Double)
    case calendar(CalendarInterval)
    case values([PlottedValue])
  }

  var rule: Rule

  /// Round values, as many as fit.
  public static let automatic = AxisMarkValues(rule: .automatic(count: nil, minimumStride: 0))

  /// Round values, about so many, and no more than fit.
  ///
  /// - Precondition: `desiredCount` is more than 0.
  public static func automatic(desiredCount: Int) -> AxisMarkValues {
    automatic(minimumStride: 0, desiredCount: desiredCount)
  }

  /// Round values, at least a step apart: `.automatic(minimumStride: 1)` for whole numbers. The steps of
  /// dates are seconds.
  ///
  /// - Precondition: `minimumStride` is finite, 0 or more, and `desiredCount` nil or more than 0.
  public static func automatic(minimumStride: Double, desiredCount: Int? = nil) -> AxisMarkValues {
    require(
      desiredCount ?? 1 > 0, "an axis must have more than 0 marks, not \(desiredCount ?? 0)")
    require(
      minimumStride.isFinite && minimumStride >= 0,
      "the least step of an axis must be 0 or more, not \(minimumStride)")
    return AxisMarkValues(rule: .automatic(count: desiredCount, minimumStride: minimumStride))
  }

  /// The multiples of a step, of dates in seconds since 1970. Where they do not fit, labels are left out.
  ///
  /// - Precondition: `step` is finite, more than 0.
  public static func stride(by step: Double) -> AxisMarkValues {
    require(step.isFinite && step > 0, "the step of an axis must be more than 0, not \(step)")
    return AxisMarkValues(rule: .stride(step))
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
      rule: .calendar(
        CalendarInterval(unit: unit, count: component == .quarter ? 3 * count : count)))
  }

  /// The given values. Where they do not fit, labels are left out.
  public static func values(_ values: [some Plottable]) -> AxisMarkValues {
    AxisMarkValues(rule: .values(values.map { $0.primitivePlottable.plottedValue }))
  }
}
