import Foundation
import LaminaCharts
import Testing

@Suite("The labels of a row of ticks")
struct TickLabelTests {
  @Test("have the digits that tell numbers apart, and no more")
  func digits() {
    #expect(
      TickLabels.numbers([0, 0.1, 0.2, 0.30000000000000004]) == ["0.0", "0.1", "0.2", "0.3"])
    #expect(TickLabels.numbers([-2, -1, -0.0, 1]) == ["-2", "-1", "0", "1"])
    #expect(TickLabels.numbers([1000, 1000.25]) == ["1,000.00", "1,000.25"])
    #expect(TickLabels.numbers([0.001, 0.01, 0.1, 1, 10]) == ["0.001", "0.01", "0.1", "1", "10"])
    #expect(TickLabels.numbers([0, 20_000_000, 40_000_000]) == ["0", "20M", "40M"])
    #expect(TickLabels.numbers([0, 5e9]) == ["0", "5B"])
    #expect(TickLabels.numbers([]).isEmpty && TickLabels.numbers([7]) == ["7"])
    #expect(
      TickLabels.numbers([1_234_567.5], locale: Locale(identifier: "de_DE")) == ["1.234.567,5"])
  }

  @Test("have units and prefixes")
  func units() {
    #expect(TickLabels.numbers([0, 0.25, 0.5], style: .percent) == ["0%", "25%", "50%"])
    #expect(
      TickLabels.numbers([0, 512, 1024, 1536], style: .binaryBytes)
        == ["0 B", "512 B", "1 KiB", "1.5 KiB"])
    #expect(TickLabels.numbers([1000, 2_500_000], style: .bytes) == ["1 kB", "2.5 MB"])
    #expect(
      TickLabels.numbers([0, 500, 1500], style: .prefixed(unit: "Hz"))
        == ["0 Hz", "500 Hz", "1.5 kHz"])
    #expect(TickLabels.numbers([0, 0.002, 3e6], style: .prefixed()) == ["0", "2m", "3M"])
    #expect(
      TickLabels.numbers([0, 30, 90], style: .duration) == ["0:00", "0:30", "1:30"])
    #expect(TickLabels.numbers([0, 5400], style: .duration) == ["0:00:00", "1:30:00"])
    #expect(TickLabels.numbers([0, 0.5], style: .duration) == ["0 s", "500 ms"])
    #expect(
      TickLabels.numbers([1, 2], style: .format(.number.precision(.fractionLength(1))))
        == ["1.0", "2.0"])
    #expect(NumberLabelStyle.currency(code: "EUR") == .currency(code: "EUR"))
    #expect(NumberLabelStyle.currency(code: "EUR") != .currency(code: "USD"))
  }

  @Test("say each larger unit of dates once")
  func dates() {
    func labels(_ seconds: [Double]) -> [DateLabel] {
      TickLabels.dates(seconds.map { Date(timeIntervalSince1970: $0) }, timeZone: .gmt)
    }
    let midnight = 1_764_028_800.0  // 25 November 2025
    #expect(
      labels([midnight + 82_800, midnight + 86_400, midnight + 90_000]) == [
        DateLabel(text: "23:00", larger: "25 Nov 2025"),
        DateLabel(text: "00:00", larger: "26 Nov"), DateLabel(text: "01:00", larger: nil),
      ])
    #expect(
      labels([midnight, midnight + 15]) == [
        DateLabel(text: "00:00:00", larger: "25 Nov 2025"),
        DateLabel(text: "00:00:15", larger: nil),
      ])
    #expect(labels([midnight + 0.25]).map(\.text) == ["00:00:00.25"])
    #expect(
      labels([midnight, midnight + 86_400 * 6]) == [
        DateLabel(text: "25", larger: "Nov 2025"), DateLabel(text: "1", larger: "Dec"),
      ])
    #expect(
      labels([midnight + 86_400 * 6, midnight + 86_400 * 37]) == [
        DateLabel(text: "Dec", larger: "2025"), DateLabel(text: "Jan", larger: "2026"),
      ])
    #expect(labels([midnight + 86_400 * 37]) == [DateLabel(text: "2026", larger: nil)])
    #expect(labels([]).isEmpty)
  }

  @Test("of bins are at round numbers, or at the multiples of a width")
  func bins() {
    #expect(HistogramBins.count(5).edges(of: [-3.2, 9.1]) == [-4, -2, 0, 2, 4, 6, 8, 10])
    #expect(HistogramBins.width(0.5).edges(of: [1, 2.2, .nan]) == [1, 1.5, 2, 2.5])
    #expect(HistogramBins.sturges.edges(of: []).isEmpty)
    #expect(HistogramBins.freedmanDiaconis.edges(of: [3, 3, 3]) == [2.5, 3.5])
    #expect(HistogramBins.width(1e-9).edges(of: [0, 1]).count <= HistogramBins.maximumCount + 1)
  }
}
