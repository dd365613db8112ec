import LaminaBase

/// The parts of a time as they were written.
struct TimeFields {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  /// 0...60; 60 is a leap second, which counts as the first second of the next minute.
  var second = 0
  /// The digits after the decimal separator, at most nine of them, and their number.
  var fraction = 0
  var fractionDigits = 0
  /// The seconds east of Greenwich; nil where the time names no zone.
  var offset: Int?

  /// The year, the month and the day.
  var date: CivilDate {
    get { CivilDate(year: year, month: month, day: day) }
    set { (year, month, day) = (newValue.year, newValue.month, newValue.day) }
  }

  /// True if there is such a day and such a time of day. Hour 24 is the end of a day.
  var isValid: Bool {
    guard 1...12 ~= month, day >= 1, day <= CivilDate.dayCount(year: year, month: month) else {
      return false
    }
    if hour == 24 { return minute == 0 && second == 0 && fraction == 0 }
    return 0...23 ~= hour && 0...59 ~= minute && 0...60 ~= second
  }

  /// Returns the seconds since 1970, correctly rounded.
  ///
  /// - Parameter localTimes: finds the offset of a time that names no zone.
  func seconds(_ localTimes: inout LocalTimes) -> Double {
    var whole =
      date.days * 86_400 + hour * 3_600 + minute * 60
      + second
    whole -= offset ?? localTimes.offset(ofLocal: whole)
    if fraction == 0 { return Double(whole) }
    var scale = 1
    for _ in 0..<fractionDigits { scale *= 10 }
    let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
    guard !overflow, product < .max - scale,
      let magnitude = DecimalNumber.value(
        UInt64((product + fraction).magnitude), power: -fractionDigits)
    else { return Double(whole) + Double(fraction) / Double(scale) }
    return product + fraction < 0 ? -magnitude : magnitude
  }
}
