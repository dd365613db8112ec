import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("A plot of columns", .slow) struct PlotPictureTests {
  static let size = CGSize(width: 300, height: 160)

  /// Draws a line in black on white.
  static func draw(_ path: Path, like shape: PlacedShape, scale: Double) throws -> Bitmap {
    let layer = ShapeLayer()
    layer.frame = CGRect(origin: .zero, size: size)
    layer.path = path
    layer.fillColor = nil
    layer.strokeColor = .black
    layer.lineWidth = shape.strokeStyle.width
    layer.lineCap = shape.strokeStyle.cap
    layer.lineJoin = shape.strokeStyle.join
    return try picture(layer, scale: scale)
  }

  /// Draws the outline of a line's stroke in black on white, averaged from a picture that is eight times
  /// as fine.
  static func reference(_ path: Path, like shape: PlacedShape, scale: Double) throws -> Bitmap {
    let fine = 8 * scale
    var style = shape.strokeStyle
    style.width *= fine
    let layer = ShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: size.width * fine, height: size.height * fine)
    layer.path = path.applying(Transform2D(scaleX: fine, y: fine)).stroked(style)
    return try averaged(picture(layer, scale: 1), by: 8)
  }

  private static func picture(_ layer: Layer, scale: Double) throws -> Bitmap {
    let renderer = try Renderer(size: layer.bounds.size, scale: scale)
    renderer.layer.backgroundColor = .white
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  /// Returns the mean difference of two pictures over the pixels that either has touched, of 255, in the
  /// columns of a plot.
  static func meanDifference(_ a: Bitmap, _ b: Bitmap, in plot: CGRect, scale: Double) -> Double {
    var (sum, touched) = (0, 0)
    for y in 0..<a.height {
      for x in Int(plot.minX * scale)..<Int(plot.maxX * scale)
      where a[x, y] & 0xFF_FFFF != 0xFF_FFFF || b[x, y] & 0xFF_FFFF != 0xFF_FFFF {
        touched += 1
        sum += largestDifference(a[x, y], b[x, y])
      }
    }
    return Double(sum) / Double(max(touched, 1))
  }

  enum Spacing: CaseIterable { case even, random, clustered, equal }
  enum Shape: CaseIterable { case walk, noise, spikes, wave, narrowWave }

  /// Returns the x and y values of a plot, with gaps.
  static func points(
    _ spacing: Spacing, _ shape: Shape, count: Int
  ) -> (times: [Double], values: [Double]) {
    var random = SeededGenerator(seed: 5)
    var (x, value) = (0.0, 0.0)
    let times: [Double] = (0..<count).map { index in
      switch spacing {
      case .even: x = Double(index)
      case .random: x += random.unit()
      case .clustered: x += random.chance(1) ? 30 : 0.01
      case .equal: x += index % 50 == 0 ? 3 : 0
      }
      return x
    }
    let values: [Double] = (0..<count).map { index in
      if index % (count / 3) == 700 { return .nan }
      let place = Double(index) / Double(count)
      switch shape {
      case .walk:
        value += random.number(in: -1...1)
        return value
      case .noise: return random.number(in: -1...1)
      case .spikes: return random.below(400) == 0 ? random.number(in: -9...9) : random.unit()
      case .wave: return sin(place * 13) + 0.05 * sin(Double(index))
      case .narrowWave: return sin(place * 2000)
      }
    }
    return (times, values)
  }

  /// Returns how much the picture of a line differs from that of a line through all points.
  ///
  /// - Parameters:
  ///   - part: the visible part of the x values.
  ///   - draw: draws the latter.
  static func difference(
    _ spacing: Spacing, _ times: [Double], _ values: [Double], part: ClosedRange<Double>,
    scale: Double, all draw: (Path, PlacedShape, Double) throws -> Bitmap
  ) throws -> Double {
    let last = times[times.count - 1]
    let chart = Chart {
      spacing == .even
        ? LinePlot(x: .value("X", from: 0.0, by: 1), y: .value("Y", values))
        : LinePlot(x: .value("X", times), y: .value("Y", values))
    }
    .chartXScale(domain: last * part.lowerBound...last * part.upperBound)
    let layout = try ChartLayout(chart, size: size, scale: scale)
    let line = try #require(layout.shapes.first { $0.kind == .line })
    #expect(line.path.elements.count < times.count)
    var path = Path()
    var isDown = false
    for (x, y) in zip(times, values) {
      guard y.isFinite, let x = layout.x.position(of: x), let y = layout.y.position(of: y) else {
        isDown = false
        continue
      }
      let point = CGPoint(x: x, y: y)
      if isDown { path.addLine(to: point) } else { path.move(to: point) }
      isDown = true
    }
    return meanDifference(
      try self.draw(line.path, like: line, scale: scale), try draw(path, line, scale),
      in: layout.plot, scale: scale)
  }

  @Test(
    "covers the pixels that all its points cover", arguments: Spacing.allCases, Shape.allCases)
  func allPoints(spacing: Spacing, shape: Shape) throws {
    let (times, values) = Self.points(spacing, shape, count: 12_000)
    let views = [(1.0, 0.0...1.0), (2, 0...1), (1, 0.3...0.6), (1, 0.5...0.51)]
    for (scale, part) in sampledCases(of: views) {
      let difference = try Self.difference(
        spacing, times, values, part: part, scale: scale, all: Self.reference)
      #expect(difference <= 1, "\(part) at \(scale)")
    }
  }

  @Test(
    "of hundreds of points for each pixel is the picture of a line through all",
    arguments: [Spacing.even, .random, .clustered], Shape.allCases)
  func densePoints(spacing: Spacing, shape: Shape) throws {
    let (times, values) = Self.points(spacing, shape, count: 150_000)
    for (scale, part) in [(1.0, 0.0...1.0), (2, 0...1), (1, 0.3...0.6)] {
      let difference = try Self.difference(
        spacing, times, values, part: part, scale: scale, all: Self.draw)
      #expect(difference <= 1, "\(part) at \(scale)")
    }
  }

  @Test(
    "of a random walk is the picture of a line through all where groups are fewest",
    arguments: sampledCases(of: [Spacing.random, .even]))
  func fewestGroups(spacing: Spacing) throws {
    let (times, values) = Self.points(spacing, .walk, count: 329_600)
    let difference = try Self.difference(
      spacing, times, values, part: 0...1, scale: 1, all: Self.draw)
    #expect(difference <= 1)
  }

  @Test("of few points is the picture of marks")
  func marks() throws {
    let values = [3, 1, .nan, 4, 1.5, -2, 6, 5, .infinity, 3]
    let places = (0..<10).map { Double($0 * $0) }
    let points = Array(zip(places, values))
    func expectSame(_ plot: MarkList, _ marks: MarkList) throws {
      let plot = try Chart { plot }.bitmap(size: Self.size)
      let marks = try Chart { marks }.bitmap(size: Self.size)
      #expect(plot.difference(from: marks) == nil)
    }
    let (x, y) = (PlottableColumn.value("X", places), PlottableColumn.value("Y", values))
    try expectSame(
      LinePlot(x: x, y: y).interpolationMethod(.monotone).symbol(.square),
      ForEach(points) { LineMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
        .interpolationMethod(.monotone).symbol(.square))
    try expectSame(
      AreaPlot(x: x, y: y).foregroundStyle(.orange),
      ForEach(points) { AreaMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
        .foregroundStyle(.orange))
    for method in [InterpolationMethod.stepStart, .stepCenter, .stepEnd] {
      try expectSame(
        LinePlot(x: x, y: y).interpolationMethod(method),
        ForEach(points) { LineMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
          .interpolationMethod(method))
      try expectSame(
        AreaPlot(x: x, y: y).interpolationMethod(method),
        ForEach(points) { AreaMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
          .interpolationMethod(method))
    }
    try expectSame(
      BarPlot(x: x, y: y).foregroundStyle(by: .value("Kind", "a")),
      ForEach(points) { BarMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
        .foregroundStyle(by: .value("Kind", "a")))
    try expectSame(
      PointPlot(x: x, y: y).marks,
      ForEach(points) { PointMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }.marks)
  }

  @Test("of many vertices is the picture of marks", arguments: [Shape.walk, .spikes])
  func manyVertices(shape: Shape) throws {
    let (times, values) = Self.points(.random, shape, count: 24_000)
    let plot = Chart { LinePlot(x: .value("X", times), y: .value("Y", values)) }
    let marks = Chart(0..<times.count) {
      LineMark(x: .value("X", times[$0]), y: .value("Y", values[$0]))
    }
    let layout = try ChartLayout(marks, size: Self.size)
    let line = try #require(layout.shapes.first { $0.kind == .line })
    #expect(line.path.elements.count < times.count / 2)
    let difference = Self.meanDifference(
      try plot.bitmap(size: Self.size), try marks.bitmap(size: Self.size), in: layout.plot, scale: 1
    )
    #expect(difference < 0.5)
  }

  @Test("of many bars or points is the picture of marks")
  func manyMarks() throws {
    var random = SeededGenerator(seed: 2)
    let points = (0..<5000).map { (Double($0), random.number(in: -1...2)) }
    let (x, y) = (
      PlottableColumn.value("X", points.map(\.0)), PlottableColumn.value("Y", points.map(\.1))
    )
    let bars = try Chart { BarPlot(x: x, y: y) }.bitmap(size: Self.size)
    let barMarks = try Chart(points) { BarMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
      .bitmap(size: Self.size)
    #expect(bars.difference(from: barMarks) == nil)
    let symbols = try Chart { PointPlot(x: x, y: y) }.bitmap(size: Self.size)
    let pointMarks = try Chart(points) { PointMark(x: .value("X", $0.0), y: .value("Y", $0.1)) }
      .bitmap(size: Self.size)
    // Which of several points in a quarter of a pixel is drawn may differ.
    let plot = try ChartLayout(Chart { PointPlot(x: x, y: y) }, size: Self.size).plot
    #expect(Self.meanDifference(symbols, pointMarks, in: plot, scale: 1) < 3)
  }

  @Test(
    "of steps ends where the next value is missing, however many points it has",
    arguments: [
      (InterpolationMethod.stepEnd, 0.5, 0.6), (.stepStart, 0.5 - 1e-4, 0.6 - 1e-4),
      (.stepCenter, 0.5 - 5e-5, 0.6 - 5e-5), (.linear, 0.5 - 1e-4, 0.6),
    ], [true, false])
  func stepsBesideGaps(
    steps: (method: InterpolationMethod, end: Double, start: Double), isRising: Bool
  ) throws {
    // A gap of a tenth, from the value at 0.5 on, in steps of 0.0001.
    let places = (0...10_000).map { Double($0) / 10_000 }
    let values = (0...10_000).map { (5000..<6000).contains($0) ? .nan : Double($0 % 3) }
    let backwards: [InterpolationMethod: InterpolationMethod] = [
      .stepEnd: .stepStart, .stepStart: .stepEnd,
    ]
    let chart = Chart {
      LinePlot(
        x: .value("X", isRising ? places : places.reversed()),
        y: .value("Y", isRising ? values : values.reversed())
      )
      .interpolationMethod(
        isRising ? steps.method : backwards[steps.method] ?? steps.method)
    }
    let layout = try ChartLayout(chart, size: Self.size)
    let path = try #require(layout.shapes.first).path
    var runs: [[Double]] = []
    for element in path.elements {
      switch element {
      case .move(let point): runs.append([point.x])
      case .line(let point): runs[runs.count - 1].append(point.x)
      default: break
      }
    }
    runs.sort { ($0.min() ?? 0) < ($1.min() ?? 0) }
    #expect(runs.count == 2)
    let (end, start) = try (
      #require(layout.x.position(of: steps.end)), #require(layout.x.position(of: steps.start))
    )
    #expect(abs(try #require(runs[0].max()) - end) < 1e-6)
    #expect(abs(try #require(runs[1].min()) - start) < 1e-6)
  }

  @Test("draws points whose x values do not rise in their order, one by one")
  func unsorted() throws {
    let angles = (0..<9000).map { Double($0) / 100 }
    let layout = try ChartLayout(
      Chart { LinePlot(x: .value("X", angles.map(cos)), y: .value("Y", angles.map(sin))) },
      size: Self.size)
    #expect(layout.shapes[0].path.elements.count == angles.count)
    let reversed = try ChartLayout(
      Chart {
        LinePlot(x: .value("X", Array(angles.reversed())), y: .value("Y", angles.map(sin)))
      }, size: Self.size)
    #expect(reversed.shapes[0].path.elements.count == angles.count)
  }

  @Test("of a million points has no more vertices than the pixels need")
  func vertexCount() throws {
    let values = (0..<1_000_000).map { Double($0 * 7919 % 1000) }
    let chart = Chart { LinePlot(x: .value("X", from: 0.0, by: 1), y: .value("Y", values)) }
    for domain in [0.0...1e6, 5e5...6e5, 10...20] {
      let layout = try ChartLayout(chart.chartXScale(domain: domain), size: Self.size)
      let count = layout.shapes[0].path.elements.count
      // Two for each of at most 20 groups in a pixel, and points beside some of them.
      #expect(count <= 48 * Int(layout.plot.width) + 20)
      #expect(count >= 10)
    }
  }

  @Test(
    "takes any numbers",
    arguments: [
      ([], []), ([1], [2]), ([1, 1, 1], [2, 3, 4]), ([1, 2], [.nan, .infinity]),
      ([.nan, .infinity], [1, 2]), ([0, .infinity], [1, 2]), ([-.infinity, 0], [1, 2]),
      ([1, 2, 3], [1e308, -1e308, 0]), ([1, 2], [5, 5]), ([-1e308, 1e308], [1, 2]),
    ] as [([Double], [Double])])
  func hostile(x: [Double], y: [Double]) throws {
    for type in [ScaleType.linear, .log] {
      let content: [MarkList] = [
        LinePlot(x: .value("X", x), y: .value("Y", y)).symbol(.circle),
        AreaPlot(x: .value("X", x), y: .value("Y", y)).marks,
        BarPlot(x: .value("X", x), y: .value("Y", y)).marks,
        PointPlot(x: .value("X", x), y: .value("Y", y)).marks,
      ]
      for marks in content {
        let chart = Chart { marks }.chartXScale(type: type).chartYScale(type: type)
        do {
          let layout = try ChartLayout(chart, size: Self.size)
          for shape in layout.shapes {
            let box = shape.path.boundingBox
            #expect(box.isNull || (box.width.isFinite && box.height.isFinite))
          }
        } catch ChartError.unsuitableScale {
          // A domain beyond the largest number, or a logarithm of one.
        }
        _ = chart.textDescription
      }
    }
  }

  @Test("has the domains of its finite values, and reads properties of elements")
  func projections() throws {
    struct Sample {
      var t: Date
      var v: Float
    }
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let samples = [2, .nan, 9, 4].enumerated().map {
      Sample(t: start + Double($0.offset) * 60, v: $0.element)
    }
    let chart = Chart { LinePlot(samples, x: .value("Time", \.t), y: .value("Load", \.v)) }
    let prepared = try PreparedChart(chart)
    #expect(prepared.x.kind == .date && prepared.x.low == 0 && prepared.x.high == 180)
    #expect(prepared.y.kind == .number && prepared.y.low == 2 && prepared.y.high == 9)
    #expect(prepared.x.label == "Time" && prepared.y.label == "Load" && prepared.y.isWhole)
    #expect(
      chart.textDescription.contains("3 values, from 2 at")
        && chart.textDescription.contains("highest 9 at"))
  }
}

@Suite("A series of a chart") struct ChartSeriesTests {
  @Test("shows in a new plot what was appended, and leaves the old one as it was")
  func appending() throws {
    let series = ChartSeries(from: 0.0, by: 0.5, y: [1.0, 2])
    let old = Chart { LinePlot(series, x: "X", y: "Y") }
    for value in [3.0, .nan, 5] { series.append(value) }
    series.append(contentsOf: [Float(6)])
    let new = Chart { LinePlot(series, x: "X", y: "Y") }
    #expect(series.count == 6)
    #expect(old != new)
    #expect(
      old == Chart { LinePlot(x: .value("X", from: 0.0, by: 0.5), y: .value("Y", [1.0, 2])) })
    #expect(
      new
        == Chart {
          LinePlot(x: .value("X", from: 0.0, by: 0.5), y: .value("Y", [1, 2, 3, .nan, 5, 6]))
        })
    #expect(try PreparedChart(old).x.high == 0.5)
    #expect(try PreparedChart(new).x.high == 2.5)
  }

  @Test("of columns stays in order only while its x values rise")
  func columns() throws {
    let series = ChartSeries<Double>()
    #expect(
      try ChartLayout(
        Chart { LinePlot(series, x: "X", y: "Y") }, size: .init(width: 200, height: 100)
      ).shapes.isEmpty)
    for index in 0..<5000 { series.append(x: Double(index), y: Double(index % 7)) }
    func vertexCount() throws -> Int {
      let chart = Chart { LinePlot(series, x: "X", y: "Y") }
      return try ChartLayout(chart, size: CGSize(width: 200, height: 100)).shapes[0].path.elements
        .count
    }
    #expect(try vertexCount() < 4000)
    series.append(x: [3], y: [4.0])
    #expect(try vertexCount() == 5001)
  }
}
