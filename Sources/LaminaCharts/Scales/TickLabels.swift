import Foundation

/// The texts of a row of ticks.
package enum TickLabels {
  // MARK: - Numbers

  /// Returns the texts of numbers: with as many digits as tell them apart, and no more.
  package static func numbers(
    _ ticks: [Double], style: NumberLabelStyle = .automatic,
    locale: Locale = Locale(identifier: "en_US")
  ) -> [String] {
    switch style.content {
    case .style(_, let format): return ticks.map { format($0 == 0 ? 0 : $0) }
    case .percent: return decimals(ticks, dividedBy: 0.01, locale) { $0 + "%" }
    case .duration: return durations(ticks)
    case .bytes(let isBinary):
      let names =
        isBinary
        ? ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        : ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
      return scaled(ticks, base: isBinary ? 1024 : 1000, from: 0, names, separator: " ", locale)
    case .prefixed(let unit):
      let names = ["n", "µ", "m", "", "k", "M", "G", "T", "P", "E"].map { $0 + unit }
      return scaled(
        ticks, base: 1000, from: -3, names, separator: unit.isEmpty ? "" : " ", locale)
    case .automatic:
      let largest = ticks.map(abs).max() ?? 0
      let smallest = ticks.map(abs).filter { $0 > 0 }.min() ?? 1
      if largest >= 1e15 || (largest > 0 && largest < 1e-5) || smallest < 1e-7 {
        return scientific(ticks, locale)
      }
      if largest >= 1e7 {
        return scaled(ticks, base: 1000, from: 0, ["", "K", "M", "B", "T"], separator: "", locale)
      }
      return decimals(ticks, dividedBy: 1, locale) { $0 }
    }
  }

  /// Returns decimal numbers: all with the digits that tell neighbours apart, or, of numbers of very
  /// different sizes as on a logarithmic scale, each with its own.
  private static func decimals(
    _ ticks: [Double], dividedBy unit: Double, _ locale: Locale, _ text: (String) -> String
  ) -> [String] {
    let values = ticks.map { unit == 1 ? $0 : $0 / unit }
    let distances = zip(values, values.dropFirst()).map { abs($1 - $0) }.filter { $0 > 0 }
    let shortest = distances.min() ?? (values.first.map(abs) ?? 1) / 1_000_000
    let isEven = (distances.max() ?? 0) < 20 * shortest
    var digits = fractionDigits(of: isEven ? values + [shortest] : values, shortest)
    while true {
      let texts = values.map { value in
        text(
          fixed(
            value, isEven && values.count > 1 ? digits : min(digits, ownDigits(of: value)), locale))
      }
      if Set(texts).count == Set(ticks).count || digits >= 15 { return texts }
      digits += 1
    }
  }

  /// Returns the number of digits after the point that the values need, to within a thousandth of
  /// their shortest distance.
  private static func fractionDigits(of values: [Double], _ distance: Double) -> Int {
    let tolerance = distance / 1000
    return (0...15).first { digits in
      let power = pow(10, Double(digits))
      return values.allSatisfy { abs(($0 * power).rounded() / power - $0) <= tolerance }
    } ?? 15
  }

  private static func ownDigits(of value: Double) -> Int {
    value == 0 ? 0 : fractionDigits(of: [value], abs(value) / 1_000_000)
  }

  private static func fixed(_ value: Double, _ digits: Int, _ locale: Locale) -> String {
    let power = pow(10, Double(digits))
    // Without the sign of a zero.
    let rounded = (value * power).rounded() / power
    return (rounded == 0 ? 0 : value).formatted(
      .number.precision(.fractionLength(digits)).locale(locale))
  }

  /// Returns numbers with the names of the powers that they are divided by.
  private static func scaled(
    _ ticks: [Double], base: Double, from lowest: Int, _ names: [String], separator: String,
    _ locale: Locale
  ) -> [String] {
    func power(of value: Double) -> Int {
      if value == 0 { return max(lowest, 0) }
      // An exact power is not to fall short of itself.
      let exponent = Int((log(abs(value)) / log(base) + 1e-12).rounded(.down))
      return max(lowest, min(exponent, lowest + names.count - 1))
    }
    let texts = ticks.map { value in
      let power = power(of: value)
      let part = value / pow(base, Double(power))
      let digits = min(3, ownDigits(of: part))
      if value == 0, names[power - lowest].isEmpty || separator.isEmpty { return "0" }
      return fixed(part, digits, locale) + separator + names[power - lowest]
    }
    if Set(texts).count == Set(ticks).count { return texts }
    return decimals(ticks, dividedBy: 1, locale) { $0 }
  }

  private static func scientific(_ ticks: [Double], _ locale: Locale) -> [String] {
    for digits in 0...16 {
      let texts = ticks.map { value in
        value == 0
          ? "0"
          : value.formatted(
            .number.notation(.scientific).precision(.fractionLength(0...digits)).locale(locale))
      }
      if Set(texts).count == Set(ticks).count { return texts }
    }
    return ticks.map { "\($0)" }
  }

  /// Returns durations in seconds as `1:30`, or `1:00:00` from an hour on; with the fractions of a
  /// second that tell them apart.
  package static func durations(_ ticks: [Double]) -> [String] {
    let hasHours = ticks.contains { abs($0) >= 3600 }
    let posix = Locale(identifier: "en_US_POSIX")
    let distances = zip(ticks, ticks.dropFirst()).map { abs($1 - $0) }
    var digits = min(9, fractionDigits(of: ticks.filter(\.isFinite), distances.min() ?? 1))
    while true {
      let texts = ticks.map { value in
        let power = pow(10, Double(digits))
        let total = (abs(value) * power).rounded() / power
        guard total.isFinite, total < 1e15 else { return "\(value)" }
        let whole = Int(total)
        let seconds = total - Double(whole / 60 * 60)
        let second = (seconds < 10 ? "0" : "") + fixed(seconds, digits, posix)
        let minute = "\(whole / 60 % 60)"
        let sign = value < 0 && total > 0 ? "-" : ""
        if !hasHours { return sign + minute + ":" + second }
        return sign + "\(whole / 3600):" + (minute.count < 2 ? "0" : "") + minute + ":" + second
      }
      if Set(texts).count == Set(ticks).count || digits >= 9 { return texts }
      digits += 1
    }
  }

  // MARK: - Dates

  /// Returns the texts of dates, each larger unit said once: under the first, and where it changes.
  ///
  /// Years stand alone; below months are years, below days months, below times of day days.
  package static func dates(
    _ ticks: [Date], timeZone: TimeZone, locale: Locale = Locale(identifier: "en_US")
  ) -> [DateLabel] {
    let civil = CivilTime(timeZone: timeZone)
    let locals = ticks.map { date in
      civil.local(Int((date.timeIntervalSince1970 * 1000).rounded()))
    }
    let days = locals.map { CivilTime.day(CivilTime.floorDivide($0, CivilTime.day)) }
    let isOnDays = locals.allSatisfy { $0 % CivilTime.day == 0 }
    let isOnMonths = isOnDays && days.allSatisfy { $0.day == 1 }
    if isOnMonths, days.allSatisfy({ $0.month == 1 }) {
      return days.map { DateLabel(text: "\($0.year)", larger: nil) }
    }
    let months = symbols(locale)
    func month(_ day: CivilTime.Day) -> String { months[day.month - 1] }
    var labels = zip(locals, days).map { local, day in
      if isOnMonths { return DateLabel(text: month(day), larger: "\(day.year)") }
      if isOnDays {
        return DateLabel(text: "\(day.day)", larger: "\(month(day)) \(day.year)")
      }
      return DateLabel(
        text: clock(local, locals), larger: "\(day.day) \(month(day)) \(day.year)")
    }
    for index in labels.indices.dropFirst().reversed()
    where labels[index].larger == labels[index - 1].larger {
      labels[index].larger = nil
    }
    return labels
  }

  /// Returns the time of day, with the seconds and their fractions that any of the times has.
  private static func clock(_ local: Int, _ all: [Int]) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let inDay = local - CivilTime.floorDivide(local, CivilTime.day) * CivilTime.day
    var text = two(inDay / CivilTime.hour) + ":" + two(inDay / CivilTime.minute % 60)
    if all.contains(where: { $0 % CivilTime.minute != 0 }) { text += ":" + two(inDay / 1000 % 60) }
    if all.contains(where: { $0 % 1000 != 0 }) {
      let milliseconds = inDay % 1000
      text += "." + (milliseconds < 100 ? "0" : "") + two(milliseconds)
    }
    return text
  }

  private static func symbols(_ locale: Locale) -> [String] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return calendar.shortMonthSymbols
  }
}
