import Foundation
import Lamina

/// The values that the marks have on an axis, without a size.
package struct PreparedAxis: Sendable, Equatable {
  /// The types of values.
  package enum Kind: Sendable, Equatable { case none, number, date, category }

  package var kind = Kind.none
  /// The name of the quantity, if all marks agree.
  package var label = ""
  /// The categories, in the order in which they appear or are given.
  package var categories: [String] = []
  /// The smallest and the largest number, or second since the reference date; nil for none.
  package var low: Double?
  package var high: Double?
  /// The smallest number above zero; nil for none.
  package var lowestPositive: Double?
  /// The ends that the chart gives, in its order, for categories in bands from the first; nil for
  /// those of the marks.
  package var fixed: (start: Double, end: Double)?
  package var isReversed = false
  /// True if bars or areas begin at zero on this axis.
  package var isMeasured = false
  /// True if all numbers are whole.
  package var isWhole = true
  /// True if places on this axis have bars.
  package var hasBars = false
  /// True if points are the only marks with places on this axis.
  package var hasPoints = false
  /// True if the values of lines or areas, or the bins of bars, run along this axis.
  package var isContinuous = false
  /// The distance of neighbouring bars, in units of the axis; nil without bars at single numbers.
  package var step: Double?

  /// The calendar unit of bars, in the middle of which their labels are.
  package var unit: Calendar.Component?
  /// The colour of all marks of a y axis; nil if they have several.
  package var color: Color?

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.label == right.label && left.categories == right.categories
      && left.low == right.low && left.high == right.high
      && left.fixed?.start == right.fixed?.start && left.fixed?.end == right.fixed?.end
      && left.isReversed == right.isReversed && left.isMeasured == right.isMeasured
      && left.isWhole == right.isWhole && left.hasBars == right.hasBars
      && left.hasPoints == right.hasPoints && left.isContinuous == right.isContinuous
      && left.step == right.step && left.unit == right.unit && left.color == right.color
  }

  /// Extends the interval of the values.
  mutating func include(_ number: Double) {
    guard number.isFinite else { return }
    low = min(low ?? number, number)
    high = max(high ?? number, number)
    if number > 0 { lowestPositive = min(lowestPositive ?? number, number) }
    if isWhole, number != number.rounded() { isWhole = false }
  }

  /// Extends the interval to the values that a line between two points has within an interval of the other
  /// axis; not at all if one of the points is a gap.
  mutating func includeSegment(
    from start: SIMD2<Double>, to end: SIMD2<Double>, in shown: ClosedRange<Double>
  ) {
    let (left, right) = start.x <= end.x ? (start, end) : (end, start)
    guard left.x < right.x, left.x <= shown.upperBound, right.x >= shown.lowerBound else { return }
    for place in [max(left.x, shown.lowerBound), min(right.x, shown.upperBound)] {
      include(left.y + (right.y - left.y) * ((place - left.x) / (right.x - left.x)))
    }
  }

  /// Takes over the ends of other values, unless there are none, or bars have widened those of this axis.
  mutating func fit(to other: PreparedAxis) {
    guard other.low != nil, step == nil else { return }
    (low, high, lowestPositive) = (other.low, other.high, other.lowestPositive)
  }

  /// Sets ``fixed`` to the end of the values, if that is the domain that the chart gives: up to the next
  /// multiple of a step, of which there are about ten in the domain.
  mutating func showLatest(_ options: AxisOptions, _ timeZone: TimeZone) {
    guard case .latest(let length) = options.domain, let high else { return }
    var end = high
    if kind == .date {
      let date = Date(timeIntervalSinceReferenceDate: high)
      let start = date.addingTimeInterval(-length)
      if DateScale.isInYears1To9999(start), DateScale.isInYears1To9999(date) {
        let time = CivilTime.milliseconds(date, .up)
        let step = CalendarInterval.dividing(
          min(CivilTime.milliseconds(start, .down), time - 1), time, count: 10)
        end =
          CivilTime.date(step.ceiling(time, in: CivilTime(timeZone: timeZone)))
          .timeIntervalSinceReferenceDate
      }
    } else {
      let step =
        options.type == .duration
        ? DurationStep.dividing(length, count: 10) : TickStep.step(0, length, count: 10)
      end = (high / step).rounded(.up) * step
    }
    if !end.isFinite || end < high { end = high }
    fixed = (end - length, end)
  }
}
