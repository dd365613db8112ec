import Foundation
import LaminaCharts

/// Candlesticks: the prices of a share on forty days.
var prices: Chart {
  let first = Date(timeIntervalSince1970: 1_790_812_800)
  var last = 100.0
  let days = (0..<40).map { day in
    let n = Double(day)
    let (open, close) = (last, last + 3 * sin(n * 0.9) + 2 * cos(n * 2.3) + 0.2)
    last = close
    return (
      date: first + n * 86_400, open: open, close: close,
      high: max(open, close) + 1 + abs(sin(n * 5)), low: min(open, close) - 1 - abs(cos(n * 3))
    )
  }
  return Chart(days, id: \.date) { day in
    CandlestickMark(
      x: .value("Day", day.date, unit: .day), open: .value("Price", day.open),
      high: .value("Price", day.high), low: .value("Price", day.low),
      close: .value("Price", day.close))
  }
  .chartTitle("Share price")
  .chartYAxisLabel("Price", unit: "€")
}
