import Foundation
import Lamina
import LaminaCharts
import Testing

@Suite("The plots and axes of a chart") struct PlotTests {
  static let size = CGSize(width: 480, height: 320)

  @Test("have a second y axis with a scale, labels and a colour of its own")
  func secondAxis() throws {
    let chart = Chart(0..<5) { index in
      LineMark(x: .value("X", index), y: .value("Small", index))
      LineMark(x: .value("X", index), y: .value("Large", index * 1000)).yAxis(.secondary)
    }
    .chartYScale(domain: 0...4)
    .chartSecondaryYScale(domain: 0...8000)
    let layout = try ChartLayout(chart, size: Self.size)
    let plot = layout.plot
    let last = layout.marks.filter { $0.frame.minX == layout.marks.map(\.frame.minX).max() }
    #expect(last.count == 2)
    #expect(abs(last[0].frame.minY - plot.minY) < 0.01)
    #expect(abs(last[1].frame.minY - plot.midY) < 0.01)
    let labels = layout.texts.filter { $0.role == .yLabel }
    let (left, right) = (
      labels.filter { $0.box.maxX <= plot.minX }, labels.filter { $0.box.minX >= plot.maxX }
    )
    #expect(left.count > 2 && right.count > 2 && left.count + right.count == labels.count)
    let palette = ChartTheme.light.palette
    #expect(left.allSatisfy { $0.color == palette[0] })
    #expect(right.allSatisfy { $0.color == palette[1] })
    #expect(layout.texts.filter { $0.role == .yTitle }.map(\.string) == ["Small", "Large"])
    #expect(layout.shapes.count == 2)
    let hidden = try ChartLayout(chart.chartSecondaryYAxis(.hidden), size: Self.size)
    #expect(!hidden.texts.contains { $0.string == "Large" })
    let trailing = try ChartLayout(
      chart.chartYAxis(AxisMarks(position: .trailing)), size: Self.size)
    #expect(
      trailing.texts.filter { $0.role == .yLabel && $0.box.minX > trailing.plot.maxX }
        .allSatisfy { $0.color == palette[0] })
  }

  @Test("does not stack bars of both axes")
  func separateStacks() throws {
    let chart = Chart {
      BarMark(x: .value("X", "a"), y: .value("Y", 2))
      BarMark(x: .value("X", "a"), y: .value("Y", 5)).yAxis(.secondary)
    }
    let marks = try PreparedChart(chart).marks
    #expect(marks.map(\.y) == [.interval(0, 2), .interval(0, 5)])
    #expect(throws: ChartError.mixedValues(axis: "second y", types: ["categories", "numbers"])) {
      try PreparedChart(
        Chart {
          PointMark(x: .value("X", 1), y: .value("Y", 1)).yAxis(.secondary)
          PointMark(x: .value("X", 1), y: .value("Y", "b")).yAxis(.secondary)
        })
    }
  }

  private static func faceted(_ count: Int) -> Chart {
    Chart(0..<count) { facet in
      for index in 0..<4 {
        BarMark(x: .value("X", "\(index)"), y: .value("Y", index + facet))
          .facet(by: .value("Facet", "Facet \(facet)"))
      }
      RuleMark(y: .value("Limit", 2)).facet(by: .value("Facet", "Facet \(facet)"))
    }
  }

  @Test("of facets are those of a domain, in its order, with the values of what they show")
  func facetDomain() throws {
    let chart = Self.faceted(5)
    func names(_ chart: Chart) throws -> [String] {
      try ChartLayout(chart, size: Self.size).texts.filter { $0.role == .facet }.map(\.string)
    }
    let chosen = ["Facet 3", "Facet 1", "Facet 3"]
    let layout = try ChartLayout(chart.chartFacets(domain: chosen), size: Self.size)
    #expect(layout.panels.count == 2)
    #expect(try names(chart.chartFacets(domain: chosen)) == ["Facet 3", "Facet 1"])
    let padded = chart.chartFacets(domain: ["Facet 0", "Nothing"])
    #expect(try names(padded) == ["Facet 0", "Nothing"])
    // The marks are those of a chart of these facets alone.
    let bars = layout.marks.filter { $0.kind == .bar }
    let whole = try ChartLayout(chart, size: Self.size)
    #expect(bars.count * 5 == whole.marks.filter { $0.kind == .bar }.count * 2)
    #expect(Set(bars.map(\.panel)) == [0, 1])
    // Without facets in the domain, there is one plot, with the marks that have no facet.
    let none = try ChartLayout(chart.chartFacets(domain: []), size: Self.size)
    #expect(none.panels.count == 1 && none.marks.isEmpty)
  }

  @Test("of facets are alike, aligned and titled", arguments: [1, 2, 3, 5, 6, 7])
  func facets(_ count: Int) throws {
    let layout = try ChartLayout(Self.faceted(count).chartFacets(columns: 3), size: Self.size)
    #expect(layout.panels.count == count)
    let frames = layout.panels.map(\.frame)
    #expect(Set(frames.map(\.width)).count == 1 && Set(frames.map(\.height)).count == 1)
    #expect(Set(frames.map(\.minX)).count == min(3, count))
    #expect(Set(frames.map(\.minY)).count == (count + 2) / 3)
    #expect(
      layout.texts.filter { $0.role == .facet }.map(\.string) == (0..<count).map { "Facet \($0)" })
    for (index, plot) in layout.panels.enumerated() {
      #expect(plot.facet == index)
      let bars = layout.marks.filter { $0.panel == index && $0.kind == .bar }
      #expect(bars.count == 4)
      for (value, bar) in bars.enumerated() {
        #expect(bar.frame.minX >= plot.frame.minX && bar.frame.maxX <= plot.frame.maxX)
        #expect(abs(bar.frame.maxY - plot.frame.maxY) < 0.01)
        // The scale of the plot gives the place of the mark.
        let top = try #require(plot.y.position(of: Double(value + index)))
        #expect(abs(bar.frame.minY - top) < 0.01)
      }
      #expect(layout.shapes.filter { $0.panel == index }.count == 5)
    }
    // Labels are under the last plot of each column and at the left of each row.
    let names = layout.texts.filter { $0.role == .xLabel }
    #expect(names.count == 4 * min(3, count))
    #expect(layout.texts.filter { $0.role == .yLabel }.allSatisfy { $0.box.maxX <= frames[0].minX })
  }

  @Test("show marks without a facet in each of them")
  func commonMarks() throws {
    let chart = Chart {
      for name in ["a", "b", "c"] {
        PointMark(x: .value("X", 1), y: .value("Y", 1)).facet(by: .value("Name", name))
      }
      RuleMark(y: .value("Limit", 0.5))
    }
    let layout = try ChartLayout(chart, size: Self.size)
    #expect(layout.marks.filter { $0.kind == .rule }.map(\.panel) == [0, 1, 2])
    #expect(layout.marks.filter { $0.kind == .point }.map(\.panel) == [0, 1, 2])
  }

  @Test("of facets are pies with sums of their own")
  func pies() throws {
    let chart = Chart {
      for (facet, share) in [("a", 1.0), ("a", 3.0), ("b", 5.0)] {
        SectorMark(angle: .value("Share", share)).facet(by: .value("Name", facet))
      }
    }
    let layout = try ChartLayout(chart, size: Self.size)
    let shares = layout.marks.compactMap(\.angles).map { ($0.end - $0.start) / (2 * .pi) }
    #expect(shares == [0.25, 0.75, 1])
  }

  @Test("have minor ticks between powers of ten, and where they are asked for")
  func minorTicks() throws {
    func ticks(_ marks: AxisMarks, _ type: ScaleType) throws -> [CGRect] {
      let chart = Chart([1.0, 1000], id: \.self) {
        PointMark(x: .value("X", $0), y: .value("Y", $0))
      }
      .chartXScale(domain: 1...1000, type: type)
      .chartXAxis(marks)
      let layout = try ChartLayout(chart, size: Self.size)
      return layout.axisLines.map(\.frame).filter { $0.minY == layout.plot.maxY && $0.width == 1 }
    }
    let logarithmic = try ticks(AxisMarks(), .log)
    #expect(logarithmic.count == 24)
    #expect(try ticks(AxisMarks(minorTicks: .hidden), .log).isEmpty)
    #expect(try ticks(AxisMarks(), .linear).isEmpty)
    #expect(try ticks(AxisMarks(values: [200, 400], minorTicks: .visible), .linear).count > 6)
  }

  @Test("label durations as such without being asked")
  func durations() throws {
    let chart = Chart([0.0, 7200], id: \.self) {
      LineMark(x: .value("X", $0), y: .value("Y", $0))
    }
    .chartYScale(type: .duration)
    let layout = try ChartLayout(chart, size: Self.size)
    let labels = layout.texts.filter { $0.role == .yLabel }
    #expect(labels.map(\.string).contains("1:30:00") || labels.map(\.string).contains("1 h"))
    // So are the values that are read, to a second.
    let times = Chart([0.0, 93_784.6], id: \.self) {
      LineMark(x: .value("X", $0), y: .value("Y", $0))
    }
    .chartYScale(type: .duration)
    let timesLayout = try ChartLayout(times, size: Self.size)
    let plot = try #require(timesLayout.plots.first)
    let end = CGPoint(x: plot.frame.maxX, y: plot.frame.minY)
    let row = try #require(timesLayout.reading(of: times, at: end, in: plot)?.rows.first)
    #expect(row.value == "26:03:05")
  }

  @Test("have a domain for any values, with zero if asked for")
  func domains() throws {
    func domain(
      _ values: [Double], zero: Bool? = nil, _ type: ScaleType = .linear
    ) throws -> [Double] {
      let chart = Chart(values, id: \.self) {
        PointMark(x: .value("X", $0), y: .value("Y", $0))
      }
      .chartYScale(domain: .automatic(includesZero: zero), type: type)
      let layout = try ChartLayout(chart, size: CGSize(width: 900, height: 640))
      guard case .continuous(let scale) = layout.y else { return [] }
      return [scale.domain.0, scale.domain.1]
    }
    #expect(try domain([.nan, .infinity]) == [])
    #expect(try domain([0]) == [0, 1])
    #expect(try domain([4, 4], zero: true) == [0, 4] && domain([-4], zero: true) == [-4, 0])
    #expect(try domain([3.2, 9.7, -.infinity], zero: false) == [3, 10])
    #expect(try domain([3.2, 9.7], zero: true) == [0, 10])
    #expect(try domain([3, -5, 0, 200], .log) == [1, 1000])
    #expect(try domain([20], .log) == [1, 1000])
  }

  @Test("of a grid are equally large and aligned, however wide their labels")
  func grid() throws {
    let charts = [1.0, 1e6, 30, 0.001, 7].enumerated().map { number, size in
      Chart(0..<9) { BarMark(x: .value("X", "\($0)"), y: .value("Y", Double($0) * size)) }
        .chartTitle(number == 2 ? "Two" : "")
        .chartYAxisLabel(number == 3 ? "Title" : "")
    }
    let grid = Chart(grid: charts, columns: 2).chartTitle("All")
    let layout = try ChartLayout(grid, size: CGSize(width: 700, height: 500))
    let frames = layout.panels.map(\.frame)
    #expect(frames.count == 5)
    for (index, frame) in frames.enumerated() {
      #expect(abs(frame.minX - frames[index % 2].minX) < 0.01)
      #expect(abs(frame.minY - frames[index / 2 * 2].minY) < 0.01)
      #expect(abs(frame.width - frames[0].width) < 0.01)
      #expect(abs(frame.height - frames[0].height) < 0.01)
      let marks = layout.marks.filter { $0.panel == index }
      #expect(marks.map(\.record) == Array(9 * index..<9 * index + 9))
      for mark in marks {
        let top = try #require(
          layout.panels[index].y.position(of: grid.records[mark.record].y.value?.scalar ?? .nan))
        #expect(abs(mark.frame.minY - top) < 0.01)
      }
    }
    let picture = CGRect(x: 0, y: 0, width: 700, height: 500)
    for (index, text) in layout.texts.enumerated() {
      #expect(picture.minX <= text.place.bounds.minX && text.place.bounds.maxX <= picture.maxX)
      for other in layout.texts.prefix(index) {
        #expect(!ChartLabelTests.overlap(text, other), "\(text.string) and \(other.string)")
      }
    }
    #expect(layout.texts.contains { $0.string == "All" })
    #expect(try grid.bitmap(size: CGSize(width: 300, height: 200)).width == 300)
    #expect(try ChartLayout(Chart(grid: [], columns: 2), size: Self.size).panels.count == 1)
  }

  @Test("clip their marks along axes with given ends, and in a grid where each of them is")
  func clips() throws {
    let chart = Chart(0..<9) { LineMark(x: .value("X", $0), y: .value("Y", $0)) }
    let size = CGSize(width: 300, height: 400)
    func panel(_ chart: Chart) throws -> PlacedPanel {
      try #require(ChartLayout(chart, size: size).panels.first)
    }
    #expect(try panel(chart).clip == nil)
    let narrow = try panel(chart.chartXScale(domain: 2...4))
    let width = try #require(narrow.clip)
    #expect(width.minX == narrow.frame.minX && width.maxX == narrow.frame.maxX)
    #expect(width.minY < 0 && width.maxY > size.height)
    let low = try panel(chart.chartYScale(domain: 2...4))
    let height = try #require(low.clip)
    #expect(height.minY == low.frame.minY && height.maxY == low.frame.maxY)
    #expect(height.minX < 0 && height.maxX > size.width)
    let both = chart.chartYScale(domain: 2...4).chartXScale(domain: 2...4)
    let panels = try ChartLayout(Chart(grid: [both, both, both], columns: 2), size: size).panels
    #expect(panels.map(\.clip) == panels.map(\.frame))
  }

  @Test("have the label of a limit below it where there is no room above")
  func limits() throws {
    func label(_ limit: Double) throws -> (CGRect, CGRect) {
      let chart = Chart {
        LineMark(x: .value("X", 0), y: .value("Y", 0))
        LineMark(x: .value("X", 1), y: .value("Y", 10))
        RuleMark(y: .value("Limit", limit)).annotation(alignment: .leading) { "limit" }
      }
      .chartYScale(domain: 0...10)
      .chartYAxisLabel("")
      .chartTheme(
        {
          var theme = ChartTheme.light
          theme.margin = 0
          return theme
        }())
      let layout = try ChartLayout(chart, size: Self.size)
      let text = try #require(layout.texts.first { $0.role == .annotation })
      let rule = try #require(layout.marks.first { $0.kind == .rule })
      return (text.box, rule.frame)
    }
    let (middle, lower) = try label(5)
    #expect(middle.maxY < lower.minY)
    let (top, upper) = try label(10)
    #expect(top.minY > upper.maxY)
  }

  @Test("have powers of ten on a symmetric logarithmic axis")
  func symmetricPowers() throws {
    func labels(_ values: [Double], height: Double = 300) throws -> [String] {
      let chart = Chart(values, id: \.self) { BarMark(x: .value("X", "\($0)"), y: .value("Y", $0)) }
        .chartYScale(type: .symmetricLog)
      return try ChartLayout(chart, size: CGSize(width: 400, height: height)).texts
        .filter { $0.role == .yLabel }.map(\.string)
    }
    #expect(try labels([-26_000, 120_000]) == ["−10,000", "−100", "0", "100", "10,000"])
    #expect(try labels([-26_000, 120_000], height: 360).count == 10)
    #expect(try labels([0, 1000], height: 500) == ["0", "10", "100", "1,000"])
    #expect(try labels([-0.5, 0.5]).count > 2)
  }

  @Test("end where the bins of a histogram do", arguments: [150.0, 400, 900])
  func endsOfBins(_ width: Double) throws {
    let chart = Chart { HistogramMark(x: .values("X", [12, 14, 71, 158]), bins: .width(10)) }
    let layout = try ChartLayout(chart, size: CGSize(width: width, height: 200))
    let bars = layout.marks.map(\.frame)
    let gap = try #require(bars.map(\.minX).min()) - layout.plot.minX
    #expect((0...0.5).contains(gap))
    #expect(try abs(#require(bars.map(\.maxX).max()) + gap - layout.plot.maxX) < 0.01)
  }

  @Test("have two labels along x and three along y if they fit, however small")
  func fewLabels() throws {
    let start = Date(timeIntervalSince1970: 1_704_067_200)
    let chart = Chart(0..<24) { month in
      LineMark(
        x: .value("Month", start + Double(month) * 2_629_800), y: .value("Y", 18 + 2 * month))
    }
    .chartYAxisLabel("")
    let layout = try ChartLayout(chart, size: CGSize(width: 130, height: 110))
    func labels(_ role: PlacedText.Role) -> [String] {
      layout.texts.filter { $0.role == role }.map(\.string)
    }
    #expect(labels(.xLabel) == ["2024", "2025"])
    #expect(labels(.yLabel) == ["0", "20", "40", "60", "80"])
  }
}
