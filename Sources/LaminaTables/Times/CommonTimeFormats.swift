/// Forms of times, other than those of ISO 8601, that are recognized without being told.
enum CommonTimeFormats {
  private static let dates = [
    "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%m-%d-%Y", "%d-%m-%Y", "%Y.%m.%d",
    // Those of ISO 8601 have two digits.
    "%Y-%m-%d", "%Y/%m/%d",
    "%d %b %Y", "%d-%b-%Y", "%d/%b/%Y", "%b %d, %Y", "%b %d %Y",
  ]
  private static let clocks = ["%H:%M", "%H:%M:%S", "%H:%M:%S.%f", "%I:%M %p", "%I:%M:%S %p"]
  private static let others = [
    "%b %Y", "%b-%Y", "%d/%b/%Y:%H:%M:%S %z", "%a %b %d %H:%M:%S %Y", "%a %b %d %H:%M:%S %z %Y",
    "%a, %d %b %Y %H:%M:%S %z",
  ]

  private static let patterns: [TimePattern] = {
    let both = dates.flatMap { date in clocks.flatMap { ["\(date) \($0)", "\(date), \($0)"] } }
    return (dates + both + clocks + others).compactMap { try? TimePattern($0) }
  }()

  /// The form of days without separators.
  static let day = "%Y%m%d"

  /// Returns true if all of some texts, at least one, are days from 1900 to 2099 such as `20240531`.
  static func areDays(_ texts: [[UInt8]]) -> Bool {
    guard !texts.isEmpty, let pattern = try? TimePattern(day) else { return false }
    var localTimes = LocalTimes(.gmt)
    return texts.allSatisfy { text in
      text.count == 8 && (text.starts(with: "19".utf8) || text.starts(with: "20".utf8))
        && pattern.seconds(text.span, 0, text.count, &localTimes) != nil
    }
  }

  /// Returns true if texts of equal length rise in the order of their bytes.
  static func rise(_ texts: [[UInt8]]) -> Bool {
    texts.count > 1
      && zip(texts, texts.dropFirst()).allSatisfy {
        $0.count == $1.count && $0.lexicographicallyPrecedes($1)
      }
  }

  /// Returns the form that most of some texts have; nil if there is none.
  ///
  /// The first text must have it. Where the first of two numbers may be the month or the day, it is that
  /// which it can be in more of the texts, or in whose order the times rise or fall; if both can be, there
  /// is no such form.
  static func find(in texts: [[UInt8]]) -> String? {
    guard let first = texts.first, first.contains(where: { 0x30...0x39 ~= $0 }) else { return nil }
    var localTimes = LocalTimes(.gmt)
    let candidates = patterns.filter { $0.commonTime(first, &localTimes) != nil }.map { pattern in
      (pattern, times: texts.compactMap { pattern.commonTime($0, &localTimes) })
    }
    let most = candidates.map(\.times.count).max() ?? 0
    var best = candidates.filter { $0.times.count == most }
    if best.count > 1 { best.removeAll { !$0.times.isMonotonic } }
    guard best.count == 1, most * 2 > texts.count else { return nil }
    return best[0].0.text
  }
}

extension TimePattern {
  /// Reads a text as ``seconds(_:_:_:_:)`` does, if its year has four digits or, without a date, its minutes
  /// have two: `16:9` is no time.
  fileprivate func commonTime(_ text: [UInt8], _ localTimes: inout LocalTimes) -> Double? {
    guard let time = seconds(text.span, 0, text.count, &localTimes) else { return nil }
    // The beginning of the year 1000.
    if hasDate { return time >= -30_610_224_000 ? time : nil }
    let minutes = text.split(separator: UInt8(ascii: ":")).dropFirst().first ?? []
    return minutes.prefix { 0x30...0x39 ~= $0 }.count == 2 ? time : nil
  }
}

extension [Double] {
  /// True if the numbers never fall, or never rise.
  fileprivate var isMonotonic: Bool {
    zip(self, dropFirst()).allSatisfy { $0 <= $1 } || zip(self, dropFirst()).allSatisfy { $0 >= $1 }
  }
}
