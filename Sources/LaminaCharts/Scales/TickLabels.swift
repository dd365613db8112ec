import Foundation
import LaminaBase

/// The texts of a row of ticks.
///
/// No two of a row are alike, unless their ticks are or a given format makes them so.
package enum TickLabels {
  /// The locale of texts that have no other: the same on every machine.
  package static let defaultLocale = Locale(identifier: "en_US")

  // MARK: - Numbers

  /// Returns the texts of numbers: with as many digits as tell them apart, and no more.
  ///
  /// Zero never has a sign. Numbers that are not finite are ∞, −∞ and NaN. Negative numbers have a minus
  /// sign, as those of Vega and matplotlib, and not a hyphen, unless a given format writes one.
  package static func numbers(
    _ ticks: [Double], style: AxisLabelFormat = .automatic, locale: Locale = defaultLocale
  ) -> [String] {
    let texts = plainNumbers(ticks, style, NumberSymbols.of(locale))
    if case .style = style.content { return texts }
    return texts.map { text in
      text.utf8.contains(UInt8(ascii: "-")) ? String(text.map { $0 == "-" ? "−" : $0 }) : text
    }
  }

  private static func plainNumbers(
    _ ticks: [Double], _ style: AxisLabelFormat, _ symbols: NumberSymbols
  ) -> [String] {
    switch style.content {
    case .style(_, let format): return ticks.map { unsigned($0, format) }
    case .currency(let code): return currency(ticks, code, symbols)
    case .percent:
      return decimals(ticks.map { $0 / 0.01 }, symbols) {
        symbols.percent.before + $0 + symbols.percent.after
      }
    case .duration: return durations(ticks, locale: symbols.locale)
    case .bytes(let isBinary):
      let names =
        isBinary
        ? ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        : ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
      return scaled(
        ticks, base: isBinary ? 1024 : 1000, from: 0, names, separator: " ", symbols)
    case .prefixed(let unit):
      let names = ["n", "µ", "m", "", "k", "M", "G", "T", "P", "E"].map { $0 + unit }
      return scaled(
        ticks, base: 1000, from: -3, names, separator: unit.isEmpty ? "" : " ", symbols)
    case .automatic, .timeOfDay, .dateStyle:
      let sizes = ticks.filter { $0.isFinite && $0 != 0 }.map(abs)
      let (smallest, largest) = (sizes.min() ?? 1, sizes.max() ?? 1)
      if largest >= 1e15 || largest < 1e-5 || smallest < 1e-7 {
        return scientific(ticks, symbols)
      }
      if largest >= 1e7, let texts = largeNumbers(ticks, symbols) { return texts }
      return decimals(ticks, symbols) { $0 }
    }
  }

  /// Returns a number in a format, without the sign of a zero or of what the format makes one.
  private static func unsigned(_ value: Double, _ format: (Double) -> String) -> String {
    let text = format(value == 0 ? 0 : value)
    if value < 0 {
      let zero = format(0)
      if text != zero, text.filter({ !"-−".contains($0) }) == zero { return zero }
    }
    return text
  }

  private static func areAllDifferent(_ texts: [String], _ ticks: [Double]) -> Bool {
    Set(texts).count >= Set(ticks.filter { !$0.isNaN }).count
  }

  /// The distances of finite numbers that differ from the ones before, in a row.
  private struct Distances {
    /// The shortest; nil if there are none.
    var shortest: Double?
    /// True if none is much longer than the shortest: the numbers have the same number of digits.
    var areEven = false

    init(_ values: [Double]) {
      let finite = values.filter(\.isFinite)
      let distances = zip(finite, finite.dropFirst()).map { abs($1 - $0) }.filter { $0 > 0 }
      shortest = distances.min()
      if let shortest, let longest = distances.max() { areEven = longest < 20 * shortest }
    }

    /// Returns the error that the text of a number may have.
    func tolerance(_ value: Double, relative: Double) -> Double {
      areEven ? (shortest ?? 0) / 1000 : abs(value) * relative
    }
  }

  /// Returns decimal numbers: all with the digits that tell neighbours apart, or, of numbers of
  /// very different sizes as on a logarithmic scale, each with its own.
  private static func decimals(
    _ values: [Double], _ symbols: NumberSymbols, _ text: (String) -> String
  ) -> [String] {
    let finite = values.filter(\.isFinite)
    let distances = Distances(finite)
    let tolerance = (distances.shortest ?? (finite.map(abs).max() ?? 0) / 1e6) / 1000
    let needed = fractionDigits(
      of: distances.areEven ? finite + [distances.shortest ?? 0] : finite, tolerance)
    for digits in needed...15 {
      let texts = values.map { value in
        let own = min(digits, fractionDigits(of: [value], abs(value) / 1e9))
        return text(
          symbols.text(value, digits: distances.areEven ? digits : shortDigits(of: value, own)))
      }
      if areAllDifferent(texts, values) { return texts }
    }
    return scientific(values, symbols).map(text)
  }

  private static let powers = (0...15).map { pow(10, Double($0)) }

  /// Returns the number of digits after the point, 15 at most, that the finite ones of some values
  /// need for an error up to the tolerance.
  private static func fractionDigits(of values: [Double], _ tolerance: Double) -> Int {
    powers.firstIndex { power in
      values.allSatisfy {
        !$0.isFinite || abs(($0 * power).rounded() / power - $0) <= tolerance
      }
    } ?? 15
  }

  /// Returns the number of digits after the point that are left of so many without the zeros at the
  /// end.
  private static func shortDigits(of value: Double, _ digits: Int) -> Int {
    guard value.isFinite else { return 0 }
    let whole = (value * powers[digits]).rounded()
    return (0..<digits).first { count in
      whole.truncatingRemainder(dividingBy: powers[digits - count]) == 0
    } ?? digits
  }

  /// A unit of numbers.
  private struct Unit {
    var size: Double
    var name: String
  }

  /// Returns numbers in the largest of some units that they reach, or in the smallest.
  private static func scaled(
    _ ticks: [Double], base: Double, from lowest: Int, _ names: [String], separator: String,
    _ symbols: NumberSymbols
  ) -> [String] {
    let units = names.enumerated().map { index, name in
      Unit(
        size: pow(base, Double(index + lowest)), name: name.isEmpty ? "" : separator + name)
    }
    let texts = scaled(ticks, units, zero: units[-lowest], maximumDigits: 15, symbols)
    return texts ?? scientific(ticks, symbols).map { $0 + units[-lowest].name }
  }

  /// Returns numbers in the largest of some units that they reach, or in the first; nil if so many
  /// digits after the point do not tell them apart, or change them.
  private static func scaled(
    _ ticks: [Double], _ units: [Unit], zero: Unit, maximumDigits: Int, _ symbols: NumberSymbols
  ) -> [String]? {
    let distances = Distances(ticks)
    let used = ticks.map { value in
      value == 0 || !value.isFinite
        ? zero : units.last { abs(value) >= $0.size } ?? units[0]
    }
    digits: for digits in 0...maximumDigits {
      var texts: [String] = []
      for (value, unit) in zip(ticks, used) {
        let part = value / unit.size
        let rounded = (part * powers[digits]).rounded() / powers[digits]
        let tolerance = distances.tolerance(value, relative: 1e-4)
        if value.isFinite, abs(rounded - part) * unit.size > tolerance { continue digits }
        texts.append(symbols.text(part, digits: shortDigits(of: part, digits)) + unit.name)
      }
      if areAllDifferent(texts, ticks) { return texts }
    }
    return nil
  }

  /// Returns numbers in thousands, millions, billions and trillions; nil if they need more than
  /// three digits after the point.
  private static func largeNumbers(_ ticks: [Double], _ symbols: NumberSymbols) -> [String]? {
    let units = ["", "K", "M", "B", "T"].enumerated().map { index, name in
      Unit(size: pow(1000, Double(index)), name: name)
    }
    return scaled(ticks, units, zero: units[0], maximumDigits: 3, symbols)
  }

  private static func scientific(_ ticks: [Double], _ symbols: NumberSymbols) -> [String] {
    let distances = Distances(ticks)
    digits: for digits in 0...16 {
      for value in ticks where value.isFinite {
        let rounded = Double(String(format: "%.\(digits)e", value)) ?? value
        if abs(rounded - value) > distances.tolerance(value, relative: 1e-6) { continue digits }
      }
      let texts = ticks.map { value in
        guard value != 0, value.isFinite else { return symbols.text(value, digits: 0) }
        return value.formatted(
          .number.notation(.scientific).precision(.fractionLength(0...digits)).locale(
            symbols.locale))
      }
      if areAllDifferent(texts, ticks) { return texts }
    }
    return ticks.map { $0 == 0 ? "0" : "\($0)" }
  }

  /// Returns amounts of a currency: without fractions if all are whole, else with two digits or as
  /// many more as tell them apart.
  private static func currency(_ ticks: [Double], _ code: String, _ symbols: NumberSymbols)
    -> [String]
  {
    let style = FloatingPointFormatStyle<Double>.Currency(code: code, locale: symbols.locale)
    let finite = ticks.filter(\.isFinite)
    let isWhole = finite.allSatisfy { $0 == $0.rounded() }
    let shortest = Distances(finite).shortest ?? (finite.map(abs).max() ?? 0) / 1000
    let needed = fractionDigits(of: finite, shortest / 1000)
    for digits in (isWhole ? 0 : max(2, needed))...15 {
      let digitStyle = style.precision(.fractionLength(digits))
      let texts = ticks.map { unsigned($0, digitStyle.format) }
      if areAllDifferent(texts, ticks) { return texts }
    }
    return scientific(ticks, symbols).map { $0 + " " + code }
  }

  // MARK: - Durations

  /// Returns the texts of durations in seconds.
  ///
  /// Whole days, hours, or minutes below an hour have their unit, as in `2 h`; so have seconds and
  /// their fractions below a minute. Others are as on clocks: `1:30`, or `1:00:00` if the row
  /// reaches an hour.
  package static func durations(_ ticks: [Double], locale: Locale = defaultLocale) -> [String] {
    let symbols = NumberSymbols.of(locale)
    let finite = ticks.filter(\.isFinite)
    let longest = finite.map(abs).max() ?? 0
    guard longest < 1e13 else { return decimals(ticks, symbols) { $0 + " s" } }
    func named(_ unit: Double, _ name: String) -> [String] {
      decimals(ticks.map { $0 / unit }, symbols) { $0 + " " + name }
    }
    func areMultiples(of unit: Double) -> Bool {
      finite.allSatisfy { $0.truncatingRemainder(dividingBy: unit) == 0 }
    }
    if longest == 0 { return named(1, "s") }
    if areMultiples(of: 86_400) { return named(86_400, "d") }
    if areMultiples(of: 3600) { return named(3600, "h") }
    if longest < 3600, areMultiples(of: 60) { return named(60, "min") }
    if longest < 1 {
      return scaled(ticks, base: 1000, from: -3, secondNames, separator: " ", symbols)
    }
    if longest < 60 { return named(1, "s") }
    let shortest = Distances(finite).shortest ?? 1
    for digits in min(9, fractionDigits(of: finite, shortest / 1000))...9 {
      let texts = ticks.map { clock($0, hasHours: longest >= 3600, digits, symbols) }
      if areAllDifferent(texts, ticks) { return texts }
    }
    return named(1, "s")
  }

  private static let secondNames = ["ns", "µs", "ms", "s"]

  private static func clock(
    _ value: Double, hasHours: Bool, _ digits: Int, _ symbols: NumberSymbols
  ) -> String {
    guard value.isFinite else { return symbols.text(value, digits: 0) }
    let power = pow(10, Double(digits))
    let total = (abs(value) * power).rounded() / power
    let whole = Int(total)
    let seconds = total - Double(whole / 60 * 60)
    let second = (seconds < 10 ? "0" : "") + symbols.text(seconds, digits: digits)
    let minute = "\(whole / 60 % 60)"
    let sign = value < 0 && total > 0 ? symbols.minus : ""
    if !hasHours { return sign + minute + ":" + second }
    return sign + "\(whole / 3600):" + (minute.count < 2 ? "0" : "") + minute + ":" + second
  }

  // MARK: - Dates

  /// Returns the texts of dates, to the millisecond, each larger unit said once: under the first,
  /// and where it changes.
  ///
  /// Years stand alone; below months are years, below days months and years, below times of day
  /// days, months and years. A time that comes again when clocks go back has its distance from
  /// Greenwich. Dates that are not in the years 1 to 9999 have no text.
  ///
  /// - Parameter format: one of dates is used instead of all that.
  package static func dates(
    _ ticks: [Date], format: AxisLabelFormat = .automatic, timeZone: TimeZone,
    locale: Locale = defaultLocale
  ) -> [DateLabel] {
    if case .dateStyle(_, let format) = format.content {
      return ticks.map { DateLabel(text: format($0, timeZone, locale), larger: nil) }
    }
    let hasDays = format != .timeOfDay
    let civil = CivilTime(timeZone: timeZone)
    let times: [(time: Int, local: Int)?] = ticks.map { date in
      guard DateScale.isInYears1To9999(date) else { return nil }
      let time = CivilTime.milliseconds(date, .toNearestOrAwayFromZero)
      return (time, civil.local(time))
    }
    let known = times.compactMap { $0 }
    let names = DateNames(locale: locale)
    let resolution = Resolution(known, civil, hasDays: hasDays)
    let firstTimes = Dictionary(known.map { ($0.local, $0.time) }, uniquingKeysWith: min)
    var previous: CivilDate?
    return times.map { time in
      guard let (time, local) = time else { return DateLabel(text: "", larger: nil) }
      let day = CivilDate(days: local.flooredQuotient(CivilTime.day))
      let isNewYear = previous?.year != day.year
      let isNewMonth = isNewYear || previous?.month != day.month
      let isNewDay = isNewMonth || previous?.day != day.day
      var label: DateLabel
      switch resolution {
      case .years: label = DateLabel(text: "\(day.year)", larger: nil)
      case .months:
        label = DateLabel(
          text: names.month(day), larger: isNewYear ? "\(day.year)" : nil)
      case .days:
        label = DateLabel(
          text: "\(day.day)",
          larger: isNewYear ? names.monthAndYear(day) : isNewMonth ? names.month(day) : nil)
      case .times(let digits):
        label = DateLabel(
          text: clock(local, digits),
          larger: !hasDays || !isNewDay
            ? nil : isNewYear ? names.date(day) : names.dayAndMonth(day))
        if let first = firstTimes[local], first < time { label.text += offset(local - time) }
      }
      previous = day
      return label
    }
  }

  /// The smallest unit that dates of a row have.
  private enum Resolution {
    case years
    case months
    case days
    /// Times of day, with nothing, seconds, or seconds and so many digits of their fractions.
    case times(digits: Int?)

    /// - Parameter hasDays: false if there are only times of day.
    init(_ times: [(time: Int, local: Int)], _ civil: CivilTime, hasDays: Bool) {
      let locals = times.map(\.local)
      let dayNumbers = locals.map { $0.flooredQuotient(CivilTime.day) }
      // A day begins at 1:00 where clocks go forward at midnight.
      let areDayStarts = zip(times, dayNumbers).allSatisfy { time, day in
        time.local == day * CivilTime.day || time.time == civil.time(day * CivilTime.day)
      }
      if areDayStarts, hasDays {
        let days = dayNumbers.map(CivilDate.init(days:))
        let isOnMonths = days.allSatisfy { $0.day == 1 }
        let isOnYears = isOnMonths && days.allSatisfy { $0.month == 1 }
        self = isOnYears ? .years : isOnMonths ? .months : .days
        return
      }
      let digits: Int? =
        [nil, 0, 1, 2].first { digits in
          let unit =
            switch digits {
            case nil: CivilTime.minute
            case 0: 1000
            case 1: 100
            default: 10
            }
          return locals.allSatisfy { $0 % unit == 0 }
        } ?? 3
      self = .times(digits: digits)
    }
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  /// Returns the time of day.
  private static func clock(_ local: Int, _ digits: Int?) -> String {
    let inDay = local - local.flooredQuotient(CivilTime.day) * CivilTime.day
    var text = two(inDay / CivilTime.hour) + ":" + two(inDay / CivilTime.minute % 60)
    guard let digits else { return text }
    text += ":" + two(inDay / 1000 % 60)
    if digits == 0 { return text }
    let milliseconds = "\(1000 + inDay % 1000)".dropFirst()
    return text + "." + milliseconds.prefix(digits)
  }

  /// Returns a distance from Greenwich, in milliseconds, as in `+01`, `-03:30`.
  private static func offset(_ milliseconds: Int) -> String {
    let minutes = abs(milliseconds) / CivilTime.minute
    let text = (milliseconds < 0 ? "-" : "+") + two(minutes / 60)
    return minutes % 60 == 0 ? text : text + ":" + two(minutes % 60)
  }
}
