import Foundation
import LaminaCharts

/// A histogram: how long requests take.
var latency: Chart {
  // 2,000 values of a skewed distribution, without random numbers.
  let values = (0..<2000).map { (number: Int) -> Double in
    let part = (Double(number) + 0.5) / 2000
    return exp(3.4 + 0.42 * log(part / (1 - part)))
  }.filter { $0 < 160 }
  return Chart {
    HistogramMark(x: .values("Latency", values), countLabel: "Requests", bins: .width(5))
  }
  .chartTitle("Latency of 2,000 requests")
  .chartXAxisLabel("Latency", unit: "ms")
}
