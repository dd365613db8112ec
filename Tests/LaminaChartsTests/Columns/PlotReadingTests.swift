import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import LaminaViews
import Testing

@Suite("The crosshair of plots of columns") struct PlotReadingTests {
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
}
