import Foundation
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The labels of a row of ticks")
struct TickLabelTests {
  private static let locales = [
    "en_US_POSIX", "en_US", "de_DE", "es_ES", "fr_FR", "sv_SE", "ja_JP", "hi_IN", "ar_EG", "tr_TR",
  ].map(Locale.init(identifier:))

  private static let styles: [AxisLabelFormat] = [
    .automatic, .percent, .binaryBytes, .bytes, .prefixed(), .prefixed(unit: "Hz"), .duration,
    .currency(code: "EUR"),
  ]

  @Test("have the digits that tell numbers apart, and no more")
  func digits() {
    #expect(
      TickLabels.numbers([0, 0.1, 0.2, 0.30000000000000004]) == ["0.0", "0.1", "0.2", "0.3"])
    #expect(TickLabels.numbers([-2, -1, -0.0, 1]) == ["−2", "−1", "0", "1"])
    #expect(TickLabels.numbers([1000, 1000.25]) == ["1,000.00", "1,000.25"])
    #expect(TickLabels.numbers([0.001, 0.01, 0.1, 1, 10]) == ["0.001", "0.01", "0.1", "1", "10"])
    #expect(TickLabels.numbers([0, 20_000_000, 40_000_000]) == ["0", "20M", "40M"])
    #expect(TickLabels.numbers([0, 5e9]) == ["0", "5B"])
    #expect(TickLabels.numbers([20_000_000, 20_000_001]) == ["20,000,000", "20,000,001"])
    #expect(TickLabels.numbers([0, 1e-9, 2e-9]) == ["0", "1E−9", "2E−9"])
    #expect(TickLabels.numbers([1e20, 1.5e20]) == ["1E20", "1.5E20"])
    #expect(TickLabels.numbers([]).isEmpty && TickLabels.numbers([7]) == ["7"])
    #expect(TickLabels.numbers([3, 3]) == ["3", "3"])
    #expect(TickLabels.numbers([-.infinity, 0, .infinity, .nan]) == ["−∞", "0", "∞", "NaN"])
    #expect(
      TickLabels.numbers([1_234_567.5], locale: Locale(identifier: "de_DE")) == ["1.234.567,5"])
    #expect(
      TickLabels.numbers([1234.5], locale: Locale(identifier: "en_US_POSIX")) == ["1234.5"])
  }

  @Test("have units and prefixes")
  func units() {
    #expect(TickLabels.numbers([0, 0.25, 0.5], style: .percent) == ["0%", "25%", "50%"])
    #expect(TickLabels.numbers([0.07, 0.075], style: .percent) == ["7.0%", "7.5%"])
    #expect(
      TickLabels.numbers([0.25], style: .percent, locale: Locale(identifier: "tr_TR")) == ["%25"])
    #expect(
      TickLabels.numbers([0, 512, 1024, 1536], style: .binaryBytes)
        == ["0 B", "512 B", "1 KiB", "1.5 KiB"])
    #expect(TickLabels.numbers([1000, 2_500_000], style: .bytes) == ["1 kB", "2.5 MB"])
    #expect(
      TickLabels.numbers([0, 500, 1500], style: .prefixed(unit: "Hz"))
        == ["0 Hz", "500 Hz", "1.5 kHz"])
    #expect(
      TickLabels.numbers([1_000_000_000, 1_000_000_001], style: .prefixed(unit: "Hz"))
        == ["1 GHz", "1.000000001 GHz"])
    #expect(TickLabels.numbers([0, 0.002, 3e6], style: .prefixed()) == ["0", "2m", "3M"])
    #expect(
      TickLabels.numbers([1, 2], style: .format(.number.precision(.fractionLength(1))))
        == ["1.0", "2.0"])
    #expect(
      TickLabels.numbers([0, 5, -5], style: .currency(code: "EUR")) == ["€0", "€5", "−€5"])
    #expect(
      TickLabels.numbers([0, 0.5], style: .currency(code: "USD")) == ["$0.00", "$0.50"])
    #expect(
      TickLabels.numbers([0, 0.001], style: .currency(code: "USD")) == ["$0.000", "$0.001"])
    #expect(AxisLabelFormat.currency(code: "EUR") == .currency(code: "EUR"))
    #expect(AxisLabelFormat.currency(code: "EUR") != .currency(code: "USD"))
    #expect(AxisLabelFormat.bytes != .binaryBytes)
  }

  @Test("have the units of durations, or are as on clocks")
  func durations() {
    func labels(_ ticks: [Double]) -> [String] { TickLabels.numbers(ticks, style: .duration) }
    #expect(labels([0, 30, 90]) == ["0:00", "0:30", "1:30"])
    #expect(labels([0, 5400]) == ["0:00:00", "1:30:00"])
    #expect(labels([0, 3600, 7200]) == ["0 h", "1 h", "2 h"])
    #expect(labels([0, 86_400 * 7]) == ["0 d", "7 d"])
    #expect(labels([-60, 0, 60]) == ["−1 min", "0 min", "1 min"])
    #expect(labels([0, 15, 30]) == ["0 s", "15 s", "30 s"])
    #expect(labels([0, 0.5]) == ["0 s", "500 ms"])
    #expect(labels([0, 0.5, 1]) == ["0.0 s", "0.5 s", "1.0 s"])
    #expect(labels([60, 60.25]) == ["1:00.00", "1:00.25"])
    #expect(labels([-90, -0.0]) == ["−1:30", "0:00"])
    #expect(labels([0]) == ["0 s"] && labels([]).isEmpty)
    #expect(labels([.nan, 90]) == ["NaN", "1:30"] && labels([1e300]).count == 1)
  }

  @Test("all differ, and have no zero with a sign, in all styles and locales")
  func differences() throws {
    var random = SeededGenerator(seed: 25)
    for index in 0..<1500 {
      let isLogarithmic = index % 3 == 0
      let size = pow(10, random.number(in: -12...18))
      let center = isLogarithmic ? 0 : random.number(in: -1...1) * size
      let length = size * pow(10, -random.number(in: 0...6))
      let scale = try ContinuousScale(
        type: isLogarithmic ? .log : .linear,
        domain: isLogarithmic
          ? (size, size * pow(10, random.number(in: 0.1...9))) : (center - length, center + length),
        range: (0, 1))
      let ticks = scale.ticks(count: random.integer(in: 1...15))
      let style = Self.styles[index % Self.styles.count]
      let locale = Self.locales[random.below(Self.locales.count)]
      let labels = TickLabels.numbers(ticks, style: style, locale: locale)
      #expect(labels.count == ticks.count)
      #expect(Set(labels).count == ticks.count, "\(style) \(locale) \(ticks) \(labels)")
      for (tick, label) in zip(ticks, labels) where tick >= 0 {
        #expect(!label.contains("-0") && !label.contains("−0"), "\(style) \(locale) \(label)")
      }
    }
    let rounding = AxisLabelFormat.format(
      .number.precision(.fractionLength(0)).locale(Locale(identifier: "en_US")))
    #expect(TickLabels.numbers([-0.2, -0.0, -7], style: rounding) == ["0", "0", "-7"])
  }

  @Test("are written as Foundation writes numbers, in every locale", arguments: locales)
  func numbersOfFoundation(locale: Locale) {
    var random = SeededGenerator(seed: 26)
    for _ in 0..<100 {
      // Three binary digits after the point have three decimal ones.
      let size = pow(10, random.number(in: 0...7.9))
      let value = (random.number(in: -1...1) * size).rounded() / 8
      let text = (value == 0 ? 0 : value).formatted(
        .number.precision(.fractionLength(0...3)).locale(locale))
      #expect(TickLabels.numbers([value], locale: locale) == [text.replacing("-", with: "−")])
    }
  }

  @Test("are times of day without days, or in a format of Foundation's")
  func dateFormats() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    func labels(_ format: AxisLabelFormat, _ seconds: [Double]) -> [DateLabel] {
      TickLabels.dates(
        seconds.map { Date(timeIntervalSince1970: $0) }, format: format, timeZone: zone,
        locale: Locale(identifier: "de_DE"))
    }
    // 25 November 2025, 9:00 in Tokyo.
    let morning = 1_764_028_800.0
    #expect(
      labels(.timeOfDay, [morning, morning + 54_000, morning + 54_015])
        == ["09:00:00", "00:00:00", "00:00:15"].map { DateLabel(text: $0, larger: nil) })
    #expect(
      labels(.timeOfDay, [morning + 54_000, morning + 140_400]).map(\.text) == ["00:00", "00:00"])
    let month = AxisLabelFormat.format(.dateTime.month(.wide).year())
    #expect(labels(month, [morning]) == [DateLabel(text: "November 2025", larger: nil)])
    let french = AxisLabelFormat.format(
      .dateTime.month(.wide).locale(Locale(identifier: "fr_FR")))
    #expect(labels(french, [morning]).map(\.text) == ["novembre"])
    #expect(labels(.format(.dateTime.hour()), [morning]).map(\.text) == ["09 Uhr"])
    #expect(labels(.format(.iso8601.year().month()), [morning]).map(\.text) == ["2025-11"])
    // A format of numbers is none of dates, and the other way round.
    #expect(labels(.percent, [morning]) == labels(.automatic, [morning]))
    #expect(TickLabels.numbers([0.5], style: .timeOfDay) == ["0.5"])
    #expect(TickLabels.numbers([0.5], style: month) == ["0.5"])
    #expect(month == .format(.dateTime.month(.wide).year()))
    #expect(month != .format(.dateTime.month()))
    #expect(AxisLabelFormat.timeOfDay != .automatic)
  }

  @Test("say each larger unit of dates once")
  func dates() {
    func labels(_ seconds: [Double], _ locale: String = "en_US") -> [DateLabel] {
      TickLabels.dates(
        seconds.map { Date(timeIntervalSince1970: $0) }, timeZone: .gmt,
        locale: Locale(identifier: locale))
    }
    let day = 86_400.0
    let midnight = 1_764_028_800.0  // 25 November 2025
    #expect(
      labels([midnight + 82_800, midnight + day, midnight + day + 3600]) == [
        DateLabel(text: "23:00", larger: "25 Nov 2025"),
        DateLabel(text: "00:00", larger: "26 Nov"), DateLabel(text: "01:00", larger: nil),
      ])
    #expect(
      labels([midnight + day * 36 + 43_200, midnight + day * 37]).map(\.larger)
        == ["31 Dec 2025", "1 Jan 2026"])
    #expect(
      labels([midnight, midnight + 15]) == [
        DateLabel(text: "00:00:00", larger: "25 Nov 2025"),
        DateLabel(text: "00:00:15", larger: nil),
      ])
    #expect(labels([midnight + 0.25]).map(\.text) == ["00:00:00.25"])
    #expect(labels([midnight, midnight + 0.004]).map(\.text) == ["00:00:00.000", "00:00:00.004"])
    #expect(
      labels([midnight, midnight + day * 6, midnight + day * 38]) == [
        DateLabel(text: "25", larger: "Nov 2025"), DateLabel(text: "1", larger: "Dec"),
        DateLabel(text: "2", larger: "Jan 2026"),
      ])
    #expect(
      labels([midnight + day * 6, midnight + day * 37]) == [
        DateLabel(text: "Dec", larger: "2025"), DateLabel(text: "Jan", larger: "2026"),
      ])
    #expect(labels([midnight + day * 37]) == [DateLabel(text: "2026", larger: nil)])
    #expect(labels([]).isEmpty)
    #expect(
      labels([.nan, 1e18, -1e11]).map(\.text) == ["", "", ""])
    #expect(labels([midnight, midnight + 60], "ja_JP")[0].larger == "2025年11月25日")
    #expect(labels([midnight, midnight + day], "de_DE")[0].larger == "Nov. 2025")
    #expect(labels([midnight + day * 6, midnight + day * 37], "de_DE")[0].text == "Dez")
  }
}
