import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The marks of a chart") struct MarkPlacementTests {
  static let size = CGSize(width: 480, height: 320)

  /// Returns the place of a value on an axis whose ends are at two places of the picture, without the
  /// chart's own scale.
  static func linear(
    _ value: Double, _ domain: ClosedRange<Double>, _ from: Double, _ to: Double
  ) -> Double {
    from + (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (to - from)
  }

  @Test("that are points are where their values are", .slow, arguments: 1...4)
  func points(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let values = (0..<200).map { _ in
      (numbers.number(in: -50...50), numbers.number(in: 1...9999))
    }
    let chart = Chart(values, id: \.0) { PointMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
      .chartXScale(domain: -50...50)
      .chartYScale(domain: 1...10_000, type: .log)
    let layout = try ChartLayout(chart, size: Self.size)
    let plot = layout.plot
    #expect(layout.marks.count == 200)
    let outline = try #require(layout.shapes.first).path
    for (mark, value) in zip(layout.marks, values) {
      let x = Self.linear(value.0, -50...50, plot.minX, plot.maxX)
      let y = Self.linear(log10(value.1), 0...4, plot.maxY, plot.minY)
      #expect(abs(mark.frame.midX - x) < 0.1)
      #expect(abs(mark.frame.midY - y) < 0.1)
      #expect(outline.contains(CGPoint(x: x, y: y)))
    }
  }

  @Test("that are horizontal bars at dates of the second axis are as wide as their distance allows")
  func secondaryBars() throws {
    let dates = (0..<4).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }
    func heights(_ isSecondary: Bool) throws -> [Double] {
      let bars = Chart(dates, id: \.self) { date in
        BarMark(x: .value("Value", 5), y: .value("Day", date))
          .yAxis(isSecondary ? .secondary : .primary)
      }
      return try ChartLayout(bars, size: Self.size).marks.map { Double($0.frame.height) }
    }
    #expect(try heights(true).allSatisfy { $0 > 20 })
    #expect(try heights(true) == heights(false))
  }

  /// The values of the areas of a stack, by series: at each place, the ends.
  private func ends(_ chart: Chart) throws -> [[[Double]]] {
    var areas: [Int: [[Double]]] = [:]
    for mark in try PreparedChart(chart).marks {
      guard case .value(let x) = mark.x, case .interval(let low, let high) = mark.y else {
        continue
      }
      areas[mark.series, default: []].append([x, low, high])
    }
    return areas.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test("that are areas of a stack count as zero where they have no value and others have")
  func filledAreas() throws {
    let rows: [(String, Double, Double?)] = [
      ("a", 1, 5), ("a", 2, 4), ("a", 4, 3), ("b", 3, 1), ("b", 2, nil), ("b", 1, 2), ("c", 5, 7),
    ]
    let chart = Chart(Array(rows.enumerated()), id: \.offset) { _, row in
      AreaMark(x: .value("X", row.1), y: .value("Y", row.2))
        .foregroundStyle(by: .value("Name", row.0))
    }
    #expect(
      try ends(chart) == [
        [[1, 0, 5], [2, 0, 4], [3, 0, 0], [4, 0, 3], [5, 0, 0]],
        [[1, 5, 7], [2, 4, 4], [3, 0, 1], [4, 3, 3], [5, 0, 0]],
        [[1, 7, 7], [2, 4, 4], [3, 1, 1], [4, 3, 3], [5, 0, 7]],
      ])
    // What is added is no value that one reads, and one area alone has gaps.
    #expect(try ChartLayout(chart, size: Self.size).marks.count == 6)
    let alone = Chart(Array(rows.enumerated().prefix(6).dropFirst(3)), id: \.offset) { _, row in
      AreaMark(x: .value("X", row.1), y: .value("Y", row.2))
    }
    #expect(try ends(alone) == [[[3, 0, 1], [1, 0, 2]]])
  }

  @Test("that are bars reach from zero to their values", arguments: [true, false])
  func bars(_ isVertical: Bool) throws {
    var numbers = SeededGenerator(seed: 7)
    let values = (0..<9).map { _ in numbers.number(in: -80...80) }
    let chart = Chart(values.indices, id: \.self) { index in
      if isVertical {
        BarMark(x: .value("Name", "\(index)"), y: .value("Value", values[index]))
      } else {
        BarMark(x: .value("Value", values[index]), y: .value("Name", "\(index)"))
      }
    }
    let domain = -100.0...100.0
    let layout = try ChartLayout(
      isVertical ? chart.chartYScale(domain: domain) : chart.chartXScale(domain: domain),
      size: Self.size)
    let plot = layout.plot
    let step = (isVertical ? plot.width : plot.height) / 9
    for (index, mark) in layout.marks.enumerated() {
      let (from, to) = isVertical ? (plot.maxY, plot.minY) : (plot.minX, plot.maxX)
      let ends = [0, values[index]].map { Self.linear($0, domain, from, to) }.sorted()
      let frame = mark.frame
      #expect(abs((isVertical ? frame.minY : frame.minX) - ends[0]) < 0.1)
      #expect(abs((isVertical ? frame.maxY : frame.maxX) - ends[1]) < 0.1)
      let middle = (isVertical ? plot.minX : plot.minY) + (Double(index) + 0.5) * step
      #expect(abs((isVertical ? frame.midX : frame.midY) - middle) < 0.1)
    }
  }

  @Test("that are rectangles between two values lie in the row or column of a category")
  func rectangles() throws {
    let layout = try ChartLayout(
      Chart {
        RectangleMark(xStart: .value("X", 2), xEnd: .value("X", 5), y: .value("Row", "b"))
      }
      .chartXScale(domain: 0...8).chartYScale(domain: ["a", "b", "c"]), size: Self.size)
    let (plot, row) = (layout.plot, try #require(layout.marks.first).frame)
    #expect(abs(row.minX - Self.linear(2, 0...8, plot.minX, plot.maxX)) <= 0.5)
    #expect(abs(row.maxX - Self.linear(5, 0...8, plot.minX, plot.maxX)) <= 0.5)
    #expect(abs(row.midY - plot.midY) <= 0.5 && abs(row.height - plot.height / 3) <= 1)
    let turned = try ChartLayout(
      Chart {
        RectangleMark(
          x: .value("Column", "b"), yStart: .value("Y", 2), yEnd: .value("Y", 5), width: .ratio(0.5)
        )
      }
      .chartXScale(domain: ["a", "b", "c"]).chartYScale(domain: 0...8), size: Self.size)
    let (field, column) = (turned.plot, try #require(turned.marks.first).frame)
    #expect(abs(column.maxY - Self.linear(2, 0...8, field.maxY, field.minY)) <= 0.5)
    #expect(abs(column.minY - Self.linear(5, 0...8, field.maxY, field.minY)) <= 0.5)
    #expect(abs(column.midX - field.midX) <= 0.5 && abs(column.width - field.width / 6) <= 1)
  }

  @Test("that are bars are drawn where they are", arguments: 1...3)
  func drawnBars(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let values = (0..<8).map { _ in numbers.number(in: 5...95) }
    let chart = Chart(values.indices, id: \.self) { index in
      BarMark(x: .value("Name", "\(index)"), y: .value("Value", values[index]))
        .foregroundStyle(.black)
    }
    .chartYScale(domain: 0...100)
    .chartYAxis(AxisMarks(gridLines: .hidden))
    let layout = try ChartLayout(chart, size: Self.size)
    let bitmap = try chart.bitmap(size: Self.size)
    for (mark, value) in zip(layout.marks, values) {
      // The darkness of a column of pixels is the length of the bar.
      let column = Int(mark.frame.midX)
      let darkness = (0..<Int(layout.plot.maxY.rounded(.down))).reduce(0.0) { sum, row in
        sum + (row < Int(layout.plot.minY) ? 0 : 1 - Double(bitmap[column, row] & 255) / 255)
      }
      #expect(abs(darkness - value / 100 * layout.plot.height) < 1.1)
    }
  }

  @Test("that are sectors have their shares of the circle", arguments: 1...4)
  func sectors(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let values = (0..<7).map { _ in numbers.number(in: 0.1...10) }
    let chart = Chart(values, id: \.self) {
      SectorMark(angle: .value("Share", $0), innerRadius: .ratio(0.5))
        .foregroundStyle(by: .value("Name", "\($0)"))
    }
    .chartLegend(.hidden)
    let layout = try ChartLayout(chart, size: Self.size)
    let total = values.reduce(0, +)
    let center = CGPoint(x: layout.plot.midX, y: layout.plot.midY)
    let radius = min(layout.plot.width, layout.plot.height) / 2
    #expect(layout.shapes.count == 7)
    var start = 0.0
    for (index, value) in values.enumerated() {
      let end = start + value / total * 2 * .pi
      // A tenth of a pixel inside both edges and both radii, and outside them.
      let margin = 0.1 / (radius * 0.75)
      for (angle, part, isInside) in [
        (start + margin, 0.75, true), (end - margin, 0.75, true), (start - margin, 0.75, false),
        (end + margin, 0.75, false), ((start + end) / 2, 1 - 0.1 / radius, true),
        ((start + end) / 2, 1 + 0.1 / radius, false), ((start + end) / 2, 0.5 + 0.1 / radius, true),
        ((start + end) / 2, 0.5 - 0.1 / radius, false),
      ] {
        let point = CGPoint(
          x: center.x + radius * part * sin(angle), y: center.y - radius * part * cos(angle))
        #expect(layout.shapes[index].path.contains(point) == isInside)
      }
      start = end
    }
  }

  @Test("that are stacked add up, as parts, and about the middle")
  func stacking() throws {
    let values = [("a", 1.0), ("b", 3.0), ("a", -2.0), ("b", -2.0)]
    func ends(_ method: MarkStackingMethod) throws -> [[Double]] {
      let chart = Chart(values.indices, id: \.self) { index in
        BarMark(
          x: .value("X", index < 2 ? "up" : "down"), y: .value("Y", values[index].1),
          stacking: method
        )
        .foregroundStyle(by: .value("Series", values[index].0))
      }
      return try PreparedChart(chart).marks.map {
        if case .interval(let start, let end) = $0.y { [start, end] } else { [] }
      }
    }
    #expect(try ends(.standard) == [[0, 1], [1, 4], [0, -2], [-2, -4]])
    #expect(try ends(.normalized) == [[0, 0.25], [0.25, 1], [0, -0.5], [-0.5, -1]])
    #expect(try ends(.center) == [[-2, -1], [-1, 2], [-2, 0], [0, 2]])
    #expect(try ends(.unstacked) == [[0, 1], [0, 3], [0, -2], [0, -2]])
  }

  @Test("that are missing are gaps in a line")
  func gaps() throws {
    let values: [Double?] = [1, 2, nil, 4, .nan, 6, 7]
    let chart = Chart(values.indices, id: \.self) {
      LineMark(x: .value("X", $0), y: .value("Y", values[$0]))
    }
    let layout = try ChartLayout(chart, size: Self.size)
    let path = try #require(layout.shapes.first).path
    let starts = path.elements.count { if case .move = $0 { true } else { false } }
    // Three runs, and the dot that shows the run of one point.
    #expect(starts == 4)
    let dot = try #require(layout.marks.first { $0.record == 3 }).frame.origin
    let last = path.elements.suffix(6).compactMap { element -> CGPoint? in
      if case .move(let point) = element { return point }
      return nil
    }
    let width = try #require(layout.shapes.first).strokeStyle.width
    #expect(last == [CGPoint(x: dot.x + width / 2, y: dot.y)])
    #expect(layout.marks.map(\.record) == [0, 1, 3, 5, 6])
  }

  @Test(
    "that are steps last until the next place, whether it has a value or not",
    arguments: [
      (InterpolationMethod.stepEnd, [0.0...20, 30...40]), (.stepStart, [0...10, 20...40]),
      (.stepCenter, [0...15, 25...40]), (.linear, [0...10, 30...40]),
    ])
  func steps(_ method: InterpolationMethod, _ runs: [ClosedRange<Double>]) throws {
    let values: [Double?] = [1, 2, nil, 4, 5]
    for isArea in [false, true] {
      let chart = Chart(values.indices, id: \.self) { index in
        let (x, y) = (
          PlottableValue.value("X", index * 10), PlottableValue.value("Y", values[index])
        )
        if isArea {
          AreaMark(x: x, y: y).interpolationMethod(method)
        } else {
          LineMark(x: x, y: y).interpolationMethod(method)
        }
      }
      .chartYScale(domain: 0...5)
      let layout = try ChartLayout(chart, size: Self.size)
      let path = try #require(layout.shapes.first).path
      var found: [ClosedRange<Double>] = []
      var points: [CGPoint] = []
      for element in path.elements + [.move(to: .zero)] {
        switch element {
        case .move(let point):
          if let first = points.map(\.x).min(), let last = points.map(\.x).max() {
            found.append(first...last)
          }
          points = [point]
        case .line(let point): points.append(point)
        default: break
        }
      }
      let plot = layout.plot
      #expect(found.count == runs.count)
      for (found, run) in zip(found, runs) {
        #expect(
          abs(found.lowerBound - Self.linear(run.lowerBound, 0...40, plot.minX, plot.maxX)) < 0.01)
        #expect(
          abs(found.upperBound - Self.linear(run.upperBound, 0...40, plot.minX, plot.maxX)) < 0.01)
      }
    }
  }

  @Test("side by side share the width of a category, number or day, with wider gaps between groups")
  func groups() throws {
    func expectGroups<X: Plottable>(_ x: (Int) -> PlottableValue<X>) throws {
      let chart = Chart(0..<6) { index in
        BarMark(x: x(index / 3), y: .value("Y", 1))
          .position(by: .value("Series", "\(index % 3)"))
      }
      let frames = try ChartLayout(chart, size: Self.size).marks.map(\.frame)
      let gaps = zip(frames, frames.dropFirst()).map { $1.minX - $0.maxX }
      for frame in frames { #expect(abs(frame.width - frames[0].width) < 1e-6) }
      for gap in gaps { #expect(gap > 0 && gap <= gaps[2]) }
      #expect(gaps[2] > 2 * gaps[0])
    }
    try expectGroups { .value("X", "\($0)") }
    try expectGroups { .value("X", $0) }
    try expectGroups {
      .value("X", Date(timeIntervalSinceReferenceDate: Double($0) * 86_400), unit: .day)
    }
  }

  @Test("and the lines behind them are on whole pixels", arguments: [1.0, 2.0, 1.5])
  func crispLines(_ scale: Double) throws {
    let chart = Chart(0..<20) { PointMark(x: .value("X", $0), y: .value("Y", $0 * $0)) }
    let layout = try ChartLayout(chart, size: CGSize(width: 333, height: 217), scale: scale)
    #expect(layout.gridLines.count > 5)
    for line in (layout.gridLines + layout.axisLines).map(\.frame) + [layout.plot] {
      for edge in [line.minX, line.maxX, line.minY, line.maxY] {
        #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6)
      }
    }
  }

  @Test("are drawn in the order of their z indices, and else in that of the chart")
  func zIndices() throws {
    let chart = Chart {
      RuleMark(y: .value("Y", 1)).zIndex(2)
      PointMark(x: .value("X", 1), y: .value("Y", 1))
      LineMark(x: .value("X", 1), y: .value("Y", 1)).zIndex(-1)
      BarMark(x: .value("X", 1), y: .value("Y", 1))
    }
    let layout = try ChartLayout(chart, size: CGSize(width: 300, height: 200))
    #expect(layout.shapes.map(\.kind) == [.line, .point, .bar, .rule])
  }

  @Test("that are symbols have their areas", arguments: ChartSymbol.allCases)
  func symbolAreas(symbol: ChartSymbol) throws {
    let context = try DrawingContext(width: 400, height: 400)
    context.fill(symbol.path(center: CGPoint(x: 200, y: 200), area: 20_000))
    let covered = context.makeBitmap().pixels.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    // A diamond looks as heavy as the others if it is a little larger.
    #expect(abs(covered / (symbol == .diamond ? 1.21 : 1) - 20_000) < 100)
  }

  @Test("of lines have round joins in place of miters, and ends that show a single point")
  func lineStyles() throws {
    let size = CGSize(width: 300, height: 200)
    func picture(_ values: [Double], _ style: StrokeStyle) throws -> Bitmap {
      try Chart {
        LinePlot(x: .value("X", from: 0, by: 1), y: .value("Y", values))
          .foregroundStyle(.red).lineStyle(style)
      }.chartXScale(domain: 0...6).chartYScale(domain: 0...10).bitmap(size: size)
    }
    let peaks: [Double] = [2, 9, 1, 8, 2, 9, 1]
    let mitered = try picture(peaks, StrokeStyle(width: 6))
    #expect(try mitered == picture(peaks, StrokeStyle(width: 6, cap: .round, join: .round)))
    #expect(try mitered != picture(peaks, StrokeStyle(width: 6, join: .bevel)))
    let red = Color.red.premultipliedPixel
    let single = try picture([.nan, .nan, 5, .nan, .nan, .nan, .nan], StrokeStyle(width: 6))
    #expect(single.pixels.contains(red))
    let dashes = StrokeStyle(width: 6, dashPattern: [6, 6])
    #expect(
      try picture(peaks, dashes)
        != picture(peaks, StrokeStyle(width: 6, cap: .round, join: .round, dashPattern: [6, 6])))
  }
}
