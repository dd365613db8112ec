import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The y axis of a chart that fits its values to x")
struct FittedValuesTests {
  /// The ends of the y axes of a chart that shows an interval of x.
  private func ends(
    _ chart: Chart, in shown: ClosedRange<Double>
  ) throws -> [ClosedRange<Double>?] {
    var chart = chart.chartXScale(domain: shown)
    chart.options.fitsValuesToX = true
    let prepared = try PreparedChart(chart)
    return [prepared.y, prepared.y2].map { axis in
      axis.low.flatMap { low in axis.high.map { low...$0 } }
    }
  }

  @Test("clips lines that leave it, but for half of their width")
  func clip() throws {
    var chart = Chart(Array([1.0, 2, 500].enumerated())) {
      LineMark(x: .value("X", $0.offset), y: .value("Y", $0.element))
    }
    .chartXScale(domain: 0...1)
    chart.options.fitsValuesToX = true
    let panel = try #require(
      try ChartLayout(chart, size: CGSize(width: 300, height: 200)).panels.first)
    let clip = try #require(panel.clip)
    #expect(clip.minX == panel.frame.minX && clip.maxX == panel.frame.maxX)
    #expect((1...4).contains(panel.frame.minY - clip.minY))
    #expect(panel.frame.minY - clip.minY == clip.maxY - panel.frame.maxY)
  }

  @Test("has the ends of the points that are shown")
  func points() throws {
    let values = [3.0, 9, -2, 5, 7, 100]
    let chart = Chart(Array(values.enumerated())) {
      PointMark(x: .value("X", $0.offset), y: .value("Y", $0.element))
    }
    #expect(try ends(chart, in: 0...4) == [-2...9, nil])
    #expect(try ends(chart, in: 2.5...4.5) == [5...7, nil])
    #expect(try ends(chart, in: 1...1.5) == [9...9, nil])
    // Nothing is shown: all values count.
    #expect(try ends(chart, in: 10...20) == [-2...100, nil])
    let unplaced = Chart {
      PointMark(x: .value("X", 1), y: .value("Y", 2))
      PointMark(x: .value("X", Double?.none), y: .value("Y", 500))
      PointMark(x: .value("X", 3), y: .value("Y", 4))
    }
    #expect(try PreparedChart(unplaced).y.high == 4)
  }

  @Test("has the ends of lines and areas between their points, and of nothing across gaps")
  func lines() throws {
    let values: [Double?] = [0, 10, nil, 40, 20]
    let line = Chart(Array(values.enumerated())) {
      LineMark(x: .value("X", $0.offset), y: .value("Y", $0.element))
    }
    #expect(try ends(line, in: 0.25...0.5) == [2.5...5, nil])
    #expect(try ends(line, in: 3.5...8) == [20...30, nil])
    #expect(try ends(line, in: 1.5...2.5) == [0...40, nil])
    let area = Chart(Array(values.enumerated())) {
      AreaMark(x: .value("X", $0.offset), y: .value("Y", $0.element))
    }
    #expect(try ends(area, in: 0.25...0.5) == [0...5, nil])
    let plot = Chart {
      LinePlot(
        x: .value("X", (0..<5).map(Double.init)), y: .value("Y", values.map { $0 ?? .nan }))
    }
    #expect(try ends(plot, in: 0.25...0.5) == [2.5...5, nil])
    #expect(try ends(plot, in: 3.5...8) == [20...30, nil])
  }

  @Test("has the ends of bars that are shown, stacked as they are, and keeps the limits of rules")
  func bars() throws {
    let chart = Chart {
      for place in 0..<6 {
        for part in 1...2 {
          BarMark(x: .value("X", place), y: .value("Y", place * part), width: .fixed(4))
            .foregroundStyle(by: .value("Part", "\(part)"))
        }
      }
      RuleMark(y: .value("Limit", 11))
    }
    #expect(try ends(chart, in: -0.5...2.5) == [0...11, nil])
    #expect(try ends(chart, in: -0.5...4.5) == [0...12, nil])
  }

  @Test("fits each of two axes")
  func twoAxes() throws {
    let chart = Chart {
      for place in 0..<6 {
        LineMark(x: .value("X", place), y: .value("Y", place)).foregroundStyle(.red)
        LineMark(x: .value("X", place), y: .value("Z", 100 * place), series: .value("S", "z"))
          .yAxis(.secondary)
      }
    }
    #expect(try ends(chart, in: 1...3) == [1...3, 100...300])
  }

  @Test("has the same ends for columns as for marks, whether x rises or not", arguments: 1...20)
  func columns(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = random.pick([2, 5, 40, 700])
    var xs = (0..<count).map { _ in Double(random.below(1000)) / 4 }
    if seed % 4 != 0 { xs.sort() }
    let ys = xs.map { _ in random.below(8) == 0 ? .nan : Double(random.below(2000)) - 1000 }
    let start = Double(random.below(250))
    let shown = start...start + Double(1 + random.below(40))
    let marks = Chart(Array(zip(xs, ys))) {
      LineMark(x: .value("X", $0.0), y: .value("Y", $0.1))
    }
    let plot = Chart { LinePlot(x: .value("X", xs), y: .value("Y", ys)) }
    let (some, other) = (try ends(plot, in: shown)[0], try ends(marks, in: shown)[0])
    #expect(abs((some?.lowerBound ?? 0) - (other?.lowerBound ?? 0)) < 1e-9)
    #expect(abs((some?.upperBound ?? 0) - (other?.upperBound ?? 0)) < 1e-9)
  }
}
