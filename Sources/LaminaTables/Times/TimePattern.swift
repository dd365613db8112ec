import LaminaBase

/// A form of times, in the notation of `strptime`.
///
/// | Conversion | Text |
/// |---|---|
/// | `%Y`, `%y` | the year with four digits; with two, of 1969 to 2068 |
/// | `%m`, `%d`, `%j` | the month, the day of the month, the day of the year |
/// | `%b`, `%B`, `%h` | an English month's name, short or in full |
/// | `%q` | the quarter, which stands for its first day |
/// | `%G`, `%V`, `%u` | the year, the week and the weekday of ISO 8601; without `%u`, Monday is meant |
/// | `%a`, `%A` | an English weekday's name, which is skipped |
/// | `%H`, `%I`, `%M`, `%S`, `%p` | the hour of 24 or of 12, minute, second; AM or PM |
/// | `%f` | the fraction of the second |
/// | `%z` | `Z`, `UTC`, `+02:00`, `+0200` or `+02` |
/// | `%s` | the seconds since 1970, with a fraction or without |
/// | `%F`, `%T`, `%R`, `%D` | `%Y-%m-%d`, `%H:%M:%S`, `%H:%M`, `%m/%d/%y` |
/// | `%n`, `%t`, a space | any number of spaces and tabs |
/// | `%%` | a percent sign |
///
/// Numbers may have fewer digits than usual, except where another number follows at once.
struct TimePattern: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case literal(UInt8)
    case spaces
    case conversion(UInt8)
  }

  /// The notation that it was made from.
  let text: String
  private let parts: [Part]
  /// True if the form has a week of ISO 8601.
  private let hasWeek: Bool

  /// Creates a pattern.
  ///
  /// - Throws: ``TableError/invalidTimeFormat(_:reason:)``.
  init(_ text: String) throws(TableError) {
    self.text = text
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        if parts.last != .spaces { parts.append(.spaces) }
      } else if byte != UInt8(ascii: "%") {
        parts.append(.literal(byte))
      } else {
        guard let letter = rest.popFirst() else {
          throw .invalidTimeFormat(text, reason: "nothing follows its last %")
        }
        switch letter {
        case UInt8(ascii: "%"): parts.append(.literal(letter))
        case UInt8(ascii: "n"), UInt8(ascii: "t"): parts.append(.spaces)
        case UInt8(ascii: "F"): rest = Array("%Y-%m-%d".utf8) + rest
        case UInt8(ascii: "T"): rest = Array("%H:%M:%S".utf8) + rest
        case UInt8(ascii: "R"): rest = Array("%H:%M".utf8) + rest
        case UInt8(ascii: "D"): rest = Array("%m/%d/%y".utf8) + rest
        case _ where "YymdjqGVubBhaAHIMSpfzs".utf8.contains(letter):
          parts.append(.conversion(letter))
        default:
          throw .invalidTimeFormat(
            text, reason: "%\(Character(Unicode.Scalar(letter))) is not a conversion it knows")
        }
      }
    }
    guard parts.contains(where: { if case .conversion = $0 { true } else { false } }) else {
      throw .invalidTimeFormat(text, reason: "it has no conversion, such as %Y")
    }
    hasWeek = parts.contains(.conversion(UInt8(ascii: "V")))
    if parts.contains(.conversion(UInt8(ascii: "G"))) != hasWeek {
      throw .invalidTimeFormat(text, reason: "a week needs both %G and %V")
    }
    self.parts = parts
  }

  /// False if the form has nothing but the time of day.
  var hasDate: Bool {
    parts.contains { part in
      if case .conversion(let letter) = part {
        "YymdjqGVbBhs".utf8.contains(letter)
      } else {
        false
      }
    }
  }

  /// Reads the whole of some bytes as seconds since 1970; nil if they are not of this form.
  func seconds(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ localTimes: inout LocalTimes
  ) -> Double? {
    var index = start
    var fields = TimeFields()
    var isAfternoon: Bool?
    var dayOfYear: Int?
    var week = (year: 0, number: 0, day: 1)
    var epoch: Double?
    for (place, part) in parts.enumerated() {
      switch part {
      case .literal(let byte):
        guard TimeText.skip(byte, bytes, &index, end) else { return nil }
      case .spaces:
        while index < end, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") {
          index += 1
        }
      case .conversion(let letter):
        switch letter {
        case UInt8(ascii: "s"):
          let first = index
          while index < end, "+-.0123456789".utf8.contains(bytes[index]) { index += 1 }
          guard let value = DecimalNumber.read(bytes, first, index, decimal: UInt8(ascii: "."))
          else { return nil }
          epoch = value
        case UInt8(ascii: "f"):
          guard TimeText.readFraction(bytes, &index, end, into: &fields) else { return nil }
        case UInt8(ascii: "z"):
          guard let offset = TimeText.zoneOffset(bytes, &index, end) else { return nil }
          fields.offset = offset
        case UInt8(ascii: "p"):
          if TimeText.skip("am", bytes, &index, end) {
            isAfternoon = false
          } else if TimeText.skip("pm", bytes, &index, end) {
            isAfternoon = true
          } else {
            return nil
          }
        case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "h"):
          guard let month = name(of: Self.months, bytes, &index, end) else { return nil }
          fields.month = month + 1
        case UInt8(ascii: "a"), UInt8(ascii: "A"):
          guard name(of: Self.weekdays, bytes, &index, end) != nil else { return nil }
        default:
          guard let number = number(letter, at: place, bytes, &index, end) else { return nil }
          switch letter {
          case UInt8(ascii: "j"): dayOfYear = number
          case UInt8(ascii: "G"): week.year = number
          case UInt8(ascii: "V"): week.number = number
          case UInt8(ascii: "u"): week.day = number
          default: set(number, of: letter, in: &fields)
          }
        }
      }
    }
    guard index == end else { return nil }
    if let epoch { return epoch }
    if let isAfternoon {
      guard 1...12 ~= fields.hour else { return nil }
      fields.hour = fields.hour % 12 + (isAfternoon ? 12 : 0)
    }
    if let dayOfYear {
      guard dayOfYear >= 1, dayOfYear <= (CivilDate.isLeap(fields.year) ? 366 : 365) else {
        return nil
      }
      fields.date = CivilDate(
        days: CivilDate(year: fields.year, month: 1, day: 1).days + dayOfYear - 1)
    }
    if hasWeek {
      guard let date = Self.date(ofWeek: week.number, week.day, year: week.year) else { return nil }
      fields.date = date
    }
    return fields.isValid ? fields.seconds(&localTimes) : nil
  }

  /// Returns the day of a week of ISO 8601; nil if there is none.
  private static func date(ofWeek week: Int, _ day: Int, year: Int) -> CivilDate? {
    /// The day number of the Monday of the week with 4 January.
    func start(_ year: Int) -> Int {
      let days = CivilDate(year: year, month: 1, day: 4).days
      // 1 January 1970 was a Thursday.
      return (days + 3).flooredQuotient(7) * 7 - 3
    }
    let days = start(year) + (week - 1) * 7
    guard week >= 1, days < start(year + 1), 1...7 ~= day else { return nil }
    return CivilDate(days: days + day - 1)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }

  /// Reads a number of at most as many digits as its conversion has.
  private func number(
    _ letter: UInt8, at place: Int, _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Int? {
    let longest =
      switch letter {
      case UInt8(ascii: "Y"), UInt8(ascii: "G"): 4
      case UInt8(ascii: "j"): 3
      case UInt8(ascii: "q"), UInt8(ascii: "u"): 1
      default: 2
      }
    if place + 1 < parts.count, case .conversion(let next) = parts[place + 1],
      "YymdjqGVuHIMSfs".utf8.contains(next)
    {
      return TimeText.digits(bytes, &index, end, count: longest)
    }
    let start = index
    var value = 0
    while index - start < longest, let digit = TimeText.digit(bytes, index, end) {
      value = value * 10 + digit
      index += 1
    }
    return index > start ? value : nil
  }

  private func set(_ number: Int, of letter: UInt8, in fields: inout TimeFields) {
    switch letter {
    case UInt8(ascii: "Y"): fields.year = number
    case UInt8(ascii: "y"): fields.year = number + (number < 69 ? 2000 : 1900)
    case UInt8(ascii: "m"): fields.month = number
    // 13 for quarter 5, which is no month.
    case UInt8(ascii: "q"): fields.month = number * 3 - 2
    case UInt8(ascii: "d"): fields.day = number
    case UInt8(ascii: "M"): fields.minute = number
    case UInt8(ascii: "S"): fields.second = number
    default: fields.hour = number
    }
  }

  /// Reads one of some names, in full or its first three letters, in any case.
  private func name(
    of names: [[UInt8]], _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Int? {
    for (number, letters) in names.enumerated() {
      var count = 0
      while count < letters.count, index + count < end,
        bytes[index + count] | 0x20 == letters[count]
      {
        count += 1
      }
      if count >= 3 {
        index += count == letters.count ? count : 3
        return number
      }
    }
    return nil
  }
}
