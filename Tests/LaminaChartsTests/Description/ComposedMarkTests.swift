import Foundation
import Lamina
import LaminaCharts
import Testing

@Suite("A composed mark") struct ComposedMarkTests {
  static let values = [2.1, 3.4, 1.9, 5.6, 4.4, 9.9, 3.3, 2.8, -4.0, 3.9, 4.1]
  static let size = CGSize(width: 480, height: 320)

  /// Recorded from numpy 2 `percentile`, and matplotlib 3.10 `cbook.boxplot_stats` of ``values``.
  @Test(
    "that is a box has the quartiles of numpy",
    arguments: zip(
      [QuantileRule.linear, .weibull, .hazen, .medianUnbiased],
      [
        [2.45, 3.4, 4.25], [2.1, 3.4, 4.4], [2.275, 3.4, 4.325],
        [2.216666666666667, 3.4, 4.3500000000000005],
      ]))
  func quartiles(_ rule: QuantileRule, _ expected: [Double]) throws {
    let box = try #require(BoxPlotSummary(Self.values, rule: rule))
    for (value, known) in zip([box.lowerQuartile, box.median, box.upperQuartile], expected) {
      #expect(abs(value - known) < 1e-12)
    }
  }

  @Test("that is a box has the whiskers and outliers of matplotlib")
  func whiskers() throws {
    let box = try #require(BoxPlotSummary(Self.values + [.nan, .infinity]))
    #expect(box.lowerWhisker == 1.9 && box.upperWhisker == 5.6)
    #expect(box.outliers == [-4, 9.9])
    let hinges = try #require(BoxPlotSummary([1, 2, 3, 4, 5], rule: .hinges))
    #expect([hinges.lowerQuartile, hinges.median, hinges.upperQuartile] == [2, 3, 4])
    #expect(BoxPlotSummary([]) == nil)
    let one = try #require(BoxPlotSummary([7]))
    #expect([one.lowerWhisker, one.lowerQuartile, one.upperWhisker] == [7, 7, 7])
    // No number is between the box and its upper fence, so that the whisker ends at the box.
    let skewed = try #require(BoxPlotSummary([0, 0, 0, 10]))
    #expect(skewed.upperQuartile == 2.5 && skewed.upperWhisker == 2.5 && skewed.outliers == [10])
  }

  @Test("that is a box is drawn where its numbers are", arguments: [true, false])
  func boxPlace(_ isVertical: Bool) throws {
    let chart = Chart {
      if isVertical {
        BoxPlotMark(x: .value("Name", "a"), y: .values("Value", Self.values))
      } else {
        BoxPlotMark(x: .values("Value", Self.values), y: .value("Name", "a"))
      }
    }
    let layout = try ChartLayout(
      isVertical ? chart.chartYScale(domain: -10...10) : chart.chartXScale(domain: -10...10),
      size: Self.size)
    let plot = layout.plot
    func place(_ value: Double) -> Double {
      isVertical
        ? plot.maxY - (value + 10) / 20 * plot.height : plot.minX + (value + 10) / 20 * plot.width
    }
    let bar = try #require(layout.marks.first { $0.kind == .bar }).frame
    let ends = [place(2.45), place(4.25)].sorted()
    #expect(abs((isVertical ? bar.minY : bar.minX) - ends[0]) < 0.01)
    #expect(abs((isVertical ? bar.maxY : bar.maxX) - ends[1]) < 0.01)
    let points = layout.marks.filter { $0.kind == .point }.map(\.frame)
    #expect(points.count == 2)
    for (point, value) in zip(points, [-4, 9.9]) {
      #expect(abs((isVertical ? point.midY : point.midX) - place(value)) < 0.01)
      #expect(abs((isVertical ? point.midX - plot.midX : point.midY - plot.midY)) < 0.01)
    }
  }

  @Test("that is a box covers the lines of the grid")
  func boxColor() throws {
    let chart = Chart { BoxPlotMark(x: .value("Name", "a"), y: .values("Value", Self.values)) }
    for theme in [ChartTheme.light, .dark] {
      let layout = try ChartLayout(chart.chartTheme(theme), size: Self.size)
      let box = try #require(layout.shapes.first { $0.kind == .bar }?.fill)
      let background = try #require(theme.backgroundColor)
      #expect(box == theme.palette[0].withAlpha(0.35).composited(over: background))
      #expect(box.alpha == 1)
    }
  }

  @Test("takes modifiers, and shares a place with others of its kind")
  func modifiers() throws {
    let chart = Chart(["a", "b"], id: \.self) { name in
      BoxPlotMark(x: .value("X", "all"), y: .values("Y", Self.values))
        .foregroundStyle(by: .value("Name", name))
        .position(by: .value("Name", name))
      ErrorBarMark(x: .value("X", "all"), yStart: .value("Y", 1), yEnd: .value("Y", 2))
        .foregroundStyle(.red)
        .position(by: .value("Name", name))
    }
    let marks = try PreparedChart(chart).marks
    #expect(Set(marks.map(\.color)).count == 3)
    let layout = try ChartLayout(chart, size: Self.size)
    let bars = layout.marks.filter { $0.kind == .bar }.map(\.frame)
    #expect(bars.count == 2 && bars[0].maxX < bars[1].minX)
    // Every other part is within a pixel of the middle of its box.
    for mark in layout.marks where mark.kind != .bar {
      let record = marks[mark.record]
      #expect(abs(mark.frame.midX - bars[record.slot.index].midX) <= 1)
    }
  }

  @Test("that is a candlestick rises, falls or stands still")
  func candlesticks() throws {
    func day(_ name: String, _ open: Double, _ close: Double?) -> CandlestickMark {
      CandlestickMark(
        x: .value("Day", name), open: .value("Price", open), high: .value("Price", 9),
        low: .value("Price", 1), close: .value("Price", close))
    }
    let chart = Chart {
      day("up", 3, 6)
      day("down", 6, 3)
      day("still", 4, 4)
      day("gap", 4, nil)
    }
    let palette = ChartTheme.light.palette
    let marks = try PreparedChart(chart).marks
    #expect(marks.prefix(4).map(\.color) == [palette[2], palette[2], palette[1], palette[1]])
    // Without a close, nothing tells a rise from a fall.
    #expect(marks[6].color == ChartTheme.light.axisColor)
    let layout = try ChartLayout(chart.chartYScale(domain: 0...10), size: Self.size)
    let bars = layout.marks.filter { $0.kind == .bar }
    #expect(bars.count == 2)
    for bar in bars { #expect(abs(bar.frame.height - layout.plot.height * 0.3) < 0.01) }
    let line = try #require(layout.marks.first { $0.kind == .rectangle })
    #expect(line.frame.height == 1)
    #expect(
      Chart { day("up", 3, 6).foregroundStyle(.black) }.records.allSatisfy {
        $0.style.color == .black
      })
  }

  @Test("that is an error bar with a missing end is not drawn")
  func missingErrors() {
    let chart = Chart {
      ErrorBarMark(x: .value("X", 1), yStart: .value("Y", 1), yEnd: .value("Y", Double.nan))
      ErrorBarMark(xStart: .value("X", 1), xEnd: .value("X", 2), y: .value("Y", "a"))
    }
    #expect(chart.records.map(\.kind) == [.rule, .rectangle, .rectangle])
  }

  @Test("that is a histogram has a bar for each bin", arguments: [true, false])
  func histograms(_ isVertical: Bool) throws {
    let values = [1.0, 2, 2.5, 4, 7, .nan]
    let chart = Chart {
      if isVertical {
        HistogramMark(x: .values("V", values), countLabel: "N", bins: .width(2))
      } else {
        HistogramMark(y: .values("V", values), countLabel: "N", bins: .width(2))
      }
    }
    let counts = chart.records.map { (isVertical ? $0.y : $0.x).value }
    #expect(counts == [.number(1), .number(2), .number(1), .number(1)])
    let bins = chart.records.map { (isVertical ? $0.x : $0.y).start }
    #expect(bins == [.number(0), .number(2), .number(4), .number(6)])
    let marks = try PreparedChart(chart).marks
    #expect(marks.allSatisfy { $0.isVertical == isVertical && $0.isFromZero })
    #expect(Chart { HistogramMark(x: .values("V", [])) }.records.isEmpty)
  }

  @Test("can be passed to another isolation domain")
  func sendable() async {
    let histogram = HistogramMark(x: .values("V", Self.values), countLabel: "N")
    let box = BoxPlotMark(x: .value("X", "a"), y: .values("V", Self.values))
    let bar = ErrorBarMark(x: .value("X", 1), yStart: .value("Y", 1), yEnd: .value("Y", 2))
    let candle = CandlestickMark(
      x: .value("X", 1), open: .value("Y", 1), high: .value("Y", 4), low: .value("Y", 0),
      close: .value("Y", 3))
    let each = ForEach([1, 2]) { RuleMark(y: .value("Y", $0)) }
    @Sendable func chart() -> Chart {
      Chart {
        histogram
        box
        bar
        candle
        each
      }
    }
    #expect(await Task.detached { chart() }.value == chart())
  }

  @Test("of error bars are over the bars before them")
  func errorBarsOverBars() throws {
    let chart = Chart(["a", "b"], id: \.self) {
      BarMark(x: .value("X", $0), y: .value("Y", 5))
      ErrorBarMark(x: .value("X", $0), yStart: .value("Y", 4), yEnd: .value("Y", 6))
    }
    let layout = try ChartLayout(chart, size: CGSize(width: 300, height: 200))
    let kinds: [MarkRecord.Kind] = [.bar, .rule, .rectangle, .rectangle]
    #expect(layout.shapes.map(\.kind) == kinds + kinds)
  }
}
