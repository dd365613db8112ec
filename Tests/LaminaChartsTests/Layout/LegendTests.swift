import Foundation
import Lamina
import LaminaCharts
import Testing

@Suite("Legends of lines")
struct LegendTests {
  @Test("have the widths and dashes that the chart gives them, no wider than there is room")
  func strokes() throws {
    let styles: [(String, StrokeStyle?)] = [
      ("dashed", StrokeStyle(lineWidth: 1, dash: [4, 3])), ("wide", StrokeStyle(lineWidth: 90)),
      ("plain", nil),
    ]
    let chart = Chart {
      for (name, style) in styles {
        for x in 0..<3 {
          let line = LineMark(x: .value("X", x), y: .value("Y", x))
            .foregroundStyle(by: .value("Series", name))
          if let style { line.lineStyle(style) } else { line }
        }
      }
    }
    let layout = try ChartLayout(chart, size: CGSize(width: 600, height: 300))
    let (lines, rows) = (layout.legend, layout.legendEntries.map(\.frame))
    #expect(layout.legendEntries.map(\.name) == styles.map(\.0))
    #expect(lines.map(\.strokeStyle.dashPattern) == [[4, 3], [], []])
    #expect(lines.map(\.strokeStyle.width) == [1, rows[1].height * 0.6, layout.theme.lineWidth])
    #expect(lines.map(\.strokeStyle.cap) == [.butt, .round, .round])
    for (line, row) in zip(lines, rows) {
      let bounds = line.path.boundingBox.insetBy(
        dx: -line.strokeStyle.width / 2, dy: -line.strokeStyle.width / 2)
      #expect(bounds.minX >= row.minX - 1e-6 && bounds.maxX <= row.maxX)
      #expect(bounds.minY >= row.minY && bounds.maxY <= row.maxY)
    }
  }
}

@Suite("Places of legends and annotations")
struct LegendPlacementTests {
  private static let size = CGSize(width: 600, height: 300)
  private static let chart = Chart(["a", "b", "c"], id: \.self) { name in
    BarMark(x: .value("Name", name), y: .value("Value", 5))
      .foregroundStyle(by: .value("Name", name))
  }

  @Test(
    "are at the end of their side that is asked for",
    arguments: [(AnnotationAlignment.leading, 0.0), (.center, 0.5), (.trailing, 1)])
  func alignment(alignment: AnnotationAlignment, part: Double) throws {
    let margin = ChartTheme.light.margin
    func gaps(_ position: AnnotationPosition, _ alignment: AnnotationAlignment?) throws -> (
      start: Double, end: Double
    ) {
      let layout = try ChartLayout(
        Self.chart.chartLegend(position: position, alignment: alignment), size: Self.size)
      let frames = layout.legendEntries.map(\.frame)
      let frame = frames.reduce(CGRect.null) { $0.union($1) }
      return position == .trailing || position == .leading
        ? (frame.minY - margin, Self.size.height - margin - frame.maxY)
        : (frame.minX - margin, Self.size.width - margin - frame.maxX)
    }
    for position in [AnnotationPosition.top, .bottom, .leading, .trailing, .topTrailing] {
      let gaps = try gaps(position, alignment)
      #expect(abs(gaps.start - part * (gaps.start + gaps.end)) <= 1, "\(position)")
      #expect(gaps.start + gaps.end > 100)
    }
    #expect(try gaps(.topTrailing, nil) == gaps(.top, .trailing))
    #expect(try gaps(.bottomLeading, nil) == gaps(.bottom, .leading))
  }

  @Test("have the distance from the plot that the chart gives them")
  func spacing() throws {
    func plot(_ position: AnnotationPosition, _ spacing: CGFloat) throws -> CGRect {
      try ChartLayout(
        Self.chart.chartLegend(position: position, spacing: spacing), size: Self.size
      ).plot
    }
    #expect(try plot(.top, 40).minY - plot(.top, 0).minY == 40)
    #expect(try plot(.bottom, 0).maxY - plot(.bottom, 40).maxY == 40)
    #expect(try plot(.leading, 40).minX - plot(.leading, 0).minX == 40)
    #expect(try plot(.trailing, 0).maxX - plot(.trailing, 40).maxX == 40)
  }

  @Test("are beyond the corner of a mark that is asked for")
  func corners() throws {
    let corners: [AnnotationPosition] = [
      .topLeading, .topTrailing, .bottomLeading, .bottomTrailing,
    ]
    for corner in corners {
      let chart = Chart {
        RectangleMark(
          xStart: .value("X", 4), xEnd: .value("X", 6), yStart: .value("Y", 4), yEnd: .value("Y", 6)
        )
        .annotation(position: corner, spacing: 3) { "x" }
      }
      .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
      let layout = try ChartLayout(chart, size: Self.size)
      let mark = try #require(layout.marks.first).frame
      let text = try #require(layout.texts.last).box
      let isAbove = corner == .topLeading || corner == .topTrailing
      let isBefore = corner == .topLeading || corner == .bottomLeading
      #expect(abs((isAbove ? mark.minY - text.maxY : text.minY - mark.maxY) - 3) <= 1)
      #expect(abs((isBefore ? mark.minX - text.maxX : text.minX - mark.maxX) - 3) <= 1)
    }
  }
}

@Suite("Scales of symbols and styles of lines")
struct CategoryScaleTests {
  private func chart(_ names: [String]) -> Chart {
    Chart(names, id: \.self) { name in
      PointMark(x: .value("X", 1), y: .value("Y", 2)).symbol(by: .value("Kind", name))
    }
  }

  private func symbols(_ chart: Chart) throws -> [ChartSymbol] {
    try PreparedChart(chart).marks.map(\.symbol)
  }

  @Test("give categories the symbols that the chart says, and others those of the theme")
  func symbols() throws {
    let chart = chart(["c", "b", "a", "d"])
    #expect(try symbols(chart) == [.circle, .square, .triangle, .diamond])
    let named = chart.chartSymbolScale(["a": .asterisk, "b": .pentagon])
    #expect(try symbols(named) == [.triangle, .pentagon, .asterisk, .diamond])
    let ordered = chart.chartSymbolScale(domain: ["a", "b"], range: [.asterisk])
    #expect(try symbols(ordered) == [.triangle, .square, .asterisk, .diamond])
    #expect(
      try symbols(chart.chartSymbolScale(range: [.plus, .cross])) == [.plus, .cross, .plus, .cross])
    #expect(try symbols(chart.chartSymbolScale(range: [])) == symbols(chart))
    let legend = try ChartLayout(named, size: CGSize(width: 600, height: 300))
    #expect(legend.legendEntries.map(\.name) == ["a", "b", "c", "d"])
    // The corners of an asterisk, a pentagon, a triangle and a diamond, and the step that closes each.
    #expect(legend.legend.map(\.path.elements.count) == [19, 6, 4, 5])
  }

  @Test("give lines the styles that the chart says, and their entries of the legend, too")
  func styles() throws {
    let names = ["measured", "forecast", "other"]
    let chart = Chart {
      for name in names {
        for x in 0..<3 {
          LineMark(x: .value("X", x), y: .value("Y", x)).lineStyle(by: .value("Kind", name))
        }
      }
    }
    .chartLineStyleScale([
      "measured": StrokeStyle(lineWidth: 3), "forecast": StrokeStyle(lineWidth: 1, dash: [2, 2]),
    ])
    let layout = try ChartLayout(chart, size: CGSize(width: 600, height: 300))
    for shapes in [layout.shapes, layout.legend] {
      #expect(shapes.map(\.strokeStyle.width) == [3, 1, layout.theme.lineWidth])
      #expect(shapes.map(\.strokeStyle.dashPattern) == [[], [2, 2], [2, 3]])
    }
  }
}
