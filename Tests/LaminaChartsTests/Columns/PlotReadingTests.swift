import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import LaminaViews
import Testing

@Suite("The crosshair of plots of columns", .slow) struct PlotReadingTests {
  /// Two lines: x squared, and 100 less x.
  static let lines = Chart {
    LinePlot(x: .value("X", from: 0, by: 1), y: .value("Y", (0...10).map { Double($0 * $0) }))
      .foregroundStyle(by: .value("Series", "square"))
    LinePlot(
      x: .value("X", (0...10).map(Double.init)), y: .value("Y", (0...10).map { 100.0 - Double($0) })
    )
    .foregroundStyle(by: .value("Series", "less"))
  }

  @Test("reads the point of each plot that is nearest along x")
  func nearestAlongX() throws {
    let stage = try ChartStage(Self.lines)
    stage.send(.hover(location: CGPoint(x: try stage.x(4) + 3, y: 150)))
    #expect(stage.view.viewport.crosshair == .number(4))
    #expect(stage.callout == ["4", "square: 16", "less: 96"])
    stage.send(.hover(location: nil))
    #expect(stage.callout == [])
  }

  @Test("reads times")
  func dates() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let stage = try ChartStage(
      Chart { LinePlot(x: .value("T", from: start, by: 3600), y: .value("Y", [1.0, 2, 4, 3])) })
    stage.send(.hover(location: CGPoint(x: try stage.x(7300), y: 150)))
    #expect(stage.view.viewport.crosshair == .date(start + 7200))
  }

  @Test("skips gaps, and points outside of what is visible")
  func gaps() throws {
    let values = [5, .nan, .infinity, 6, 7, 8.0]
    let chart = Chart { LinePlot(x: .value("X", from: 0, by: 1), y: .value("Y", values)) }
      .chartXScale(domain: 0...4)
    let stage = try ChartStage(chart)
    for (place, found) in [(1.4, 0.0), (1.6, 3.0), (2.9, 3), (3.9, 4), (4, 4)] {
      stage.send(.hover(location: CGPoint(x: try stage.x(place), y: 150)))
      #expect(stage.view.viewport.crosshair == .number(found), "at \(place)")
    }
    stage.send(.hover(location: nil))
    for found in [0.0, 3, 4, 4] {
      stage.key(.right)
      #expect(stage.view.viewport.crosshair == .number(found))
    }
  }

  @Test("goes by arrow keys from point to point, in a dense plot to the next that is a point away")
  func keys() throws {
    let stage = try ChartStage(Self.lines)
    for x in 0...3 {
      stage.key(.right)
      #expect(stage.view.viewport.crosshair == .number(Double(x)))
    }
    stage.key(.left)
    #expect(stage.view.viewport.crosshair == .number(2))

    let dense = try ChartStage(
      Chart {
        LinePlot(
          x: .value("X", from: 0, by: 1), y: .value("Y", (0..<100_000).map { sin(Double($0)) }))
      })
    var last = -Double.infinity
    for _ in 0..<5 {
      dense.key(.right)
      let value = try #require(dense.view.viewport.crosshair?.scalar)
      let place = try dense.x(value)
      let least = last.isFinite ? last + 1 : try dense.plot.frame.minX
      #expect(place >= least - 0.01 && place < least + 1)
      last = place
    }
  }

  @Test("says the same of a line and the points on it once")
  func pointsOnLine() throws {
    let (xs, ys) = ([0.0, 1, 2], [3.0, 1, 2])
    let stage = try ChartStage(
      Chart {
        LinePlot(x: .value("X", xs), y: .value("Y", ys))
        PointPlot(x: .value("X", xs), y: .value("Y", ys))
      })
    stage.send(.hover(location: CGPoint(x: try stage.x(1), y: 150)))
    #expect(stage.callout == ["1", "1"])
  }

  @Test("reads the bar at the pointer")
  func bars() throws {
    let chart = Chart {
      BarPlot(x: .value("X", [0.0, 1, 2, 9]), y: .value("Y", [3.0, 1, 2, 5]))
      LinePlot(x: .value("X", from: 0, by: 0.5), y: .value("Z", (0...18).map(Double.init)))
    }
    let stage = try ChartStage(chart)
    stage.send(.hover(location: CGPoint(x: try stage.x(2), y: 150)))
    #expect(stage.callout == ["2", "2", "4"])
    stage.send(.hover(location: CGPoint(x: try stage.x(5), y: 150)))
    #expect(stage.callout == ["5", "10"], "no bar stands there")
  }

  @Test(
    "reads the nearest point of a scatter plot, as a search of all points finds it",
    arguments: [true, false], 1...4)
  func scatter(isRising: Bool, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var xs = (0..<400).map { _ in Double.random(in: 0...50, using: &random) }
    if isRising { xs.sort() }
    let ys = xs.map { _ in
      Int.random(in: 0..<9, using: &random) == 0 ? Double.nan : .random(in: 0...1, using: &random)
    }
    let chart = Chart { PointPlot(x: .value("X", xs), y: .value("Y", ys)) }
    let layout = try ChartLayout(chart, size: CGSize(width: 300, height: 200))
    let plot = try #require(layout.plots.first)
    let places = zip(xs, ys).compactMap { x, y in
      y.isFinite
        ? CGPoint(x: plot.x.position(of: x) ?? 0, y: plot.y.position(of: y) ?? 0) : nil
    }
    for _ in 0..<50 {
      let point = CGPoint(
        x: .random(in: plot.frame.minX...plot.frame.maxX, using: &random),
        y: .random(in: plot.frame.minY...plot.frame.maxY, using: &random))
      func distance(_ place: CGPoint) -> Double { hypot(place.x - point.x, place.y - point.y) }
      let least = try #require(places.map(distance).min())
      let row = try #require(layout.reading(of: chart, at: point, in: plot)?.rows.first)
      #expect(abs(distance(row.point) - least) < 1e-6)
    }
  }

  @Test(
    "of many points whose x values do not rise reads what a search of all points finds",
    arguments: [ScaleType.linear, .log], [false, true])
  func bins(type: ScaleType, isReversed: Bool) throws {
    var random = SeededGenerator(seed: 3)
    let count = 9000
    // Clusters, equal values, gaps, an outlier, and values without a place on a logarithmic scale.
    let xs = (0..<count).map { index in
      index == 77
        ? 1e5
        : index % 500 == 0
          ? .nan : random.pick([10, 20]) + random.number(in: -12...40).rounded() / 4
    }
    let ys = (0..<count).map { index in
      index % 300 == 1 ? -.infinity : random.number(in: -1...9)
    }
    let whole = Chart { PointPlot(x: .value("X", xs), y: .value("Y", ys)) }
      .chartYScale(type: type)
    for domain in [0.5...1e5, 8...30, 19.9...20.1] {
      let chart = whole.chartXScale(
        domain: isReversed
          ? [domain.upperBound, domain.lowerBound] : [domain.lowerBound, domain.upperBound],
        type: type)
      let layout = try ChartLayout(chart, size: CGSize(width: 300, height: 200))
      let plot = try #require(layout.plots.first)
      let search = plot.search(plot.columns[0])
      let points: [(index: Int, place: CGPoint)] = (0..<count).compactMap { index in
        guard xs[index].isFinite, ys[index].isFinite, let x = plot.x.position(of: xs[index]),
          let y = plot.y.position(of: ys[index]), x >= plot.frame.minX - 0.01,
          x <= plot.frame.maxX + 0.01
        else { return nil }
        return (index, CGPoint(x: x, y: y))
      }
      #expect(points.count > 20 && points.count < count)
      func first(_ distance: (CGPoint) -> Double?) -> Int? {
        var best: (index: Int, distance: Double)?
        for (index, place) in points {
          if let distance = distance(place), distance < best?.distance ?? .infinity {
            best = (index, distance)
          }
        }
        return best?.index
      }
      for _ in 0..<40 {
        let place = CGPoint(
          x: random.number(in: plot.frame.minX - 20...plot.frame.maxX + 20),
          y: random.number(in: plot.frame.minY...plot.frame.maxY))
        #expect(
          search.nearest(to: place)?.index == first { hypot($0.x - place.x, $0.y - place.y) })
        #expect(search.nearest(along: place.x)?.index == first { abs($0.x - place.x) })
        #expect(
          search.next(from: place.x, by: 1, isForward: true)?.index
            == first { $0.x >= place.x + 1 ? $0.x : nil })
        #expect(
          search.next(from: place.x, by: 1, isForward: false)?.index
            == first { $0.x <= place.x - 1 ? -$0.x : nil })
      }
    }
  }
}
