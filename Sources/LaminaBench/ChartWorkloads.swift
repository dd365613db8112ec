import Foundation
import Lamina
import LaminaCharts

// The cost of charts.

/// Numbers that charts of many points show.
enum ManyPoints {
  static let size = CGSize(width: 1920, height: 600)

  /// Returns a random walk.
  static func walk(_ count: Int, seed: UInt32 = 7) -> [Double] {
    var random = Xorshift(state: seed)
    var value = 0.0
    return (0..<count).map { _ in
      value += random.unit() - 0.5
      return value
    }
  }

  /// Returns rising numbers with random distances.
  static func times(_ count: Int) -> [Double] {
    var random = Xorshift(state: 3)
    var time = 0.0
    return (0..<count).map { _ in
      time += random.unit()
      return time
    }
  }
}

/// A new chart in each frame, from arrays to pixels.
final class NewChartScene: Competitor {
  let peer: String
  private let chart: () -> Chart
  private var bitmap: Bitmap?

  init(_ peer: String = "lamina", _ chart: @escaping () -> Chart) {
    self.peer = peer
    self.chart = chart
  }

  func draw(frame: Int) throws { bitmap = try chart().bitmap(size: ManyPoints.size) }

  /// Three lines of 55,550 points each.
  static func threeSeries() -> NewChartScene {
    let times = ManyPoints.times(55_550)
    let series = (1...3).map { ManyPoints.walk(times.count, seed: UInt32($0)) }
    return NewChartScene {
      Chart {
        for (index, values) in series.enumerated() {
          LinePlot(x: .value("Time", times), y: .value("Load", values))
            .foregroundStyle(by: .value("Series", "\(index)"))
        }
      }
    }
  }

  /// A line of ten million points.
  static func tenMillion(isEven: Bool) -> NewChartScene {
    let values = ManyPoints.walk(10_000_000)
    if isEven {
      return NewChartScene("lamina, evenly spaced") {
        Chart { LinePlot(x: .value("Time", from: 0, by: 0.1), y: .value("Load", values)) }
      }
    }
    let times = ManyPoints.times(values.count)
    return NewChartScene {
      Chart { LinePlot(x: .value("Time", times), y: .value("Load", values)) }
    }
  }
}

/// A layer with a chart that changes in each frame.
final class ChangingChartScene: BenchScene {
  private let layer: ChartLayer
  private let chart: (Int) -> Chart

  init(_ chart: @escaping (Int) -> Chart) throws {
    layer = ChartLayer()
    self.chart = chart
    let size = ManyPoints.size
    try super.init(width: Int(size.width), height: Int(size.height), background: nil)
    layer.frame = CGRect(origin: .zero, size: size)
    root.addSublayer(layer)
  }

  override func change(frame: Int) { layer.chart = chart(frame) }

  /// Ten million points, zoomed and scrolled.
  static func zooming(isEven: Bool) throws -> ChangingChartScene {
    let values = ManyPoints.walk(10_000_000)
    let series =
      isEven
      ? ChartSeries(from: 0.0, by: 0.5, y: values)
      : ChartSeries(x: ManyPoints.times(values.count), y: values)
    let chart = Chart { LinePlot(series, x: "Time", y: "Load") }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    return try ChangingChartScene { frame in
      // From the whole of 5 million seconds to a thousandth of it, and on by a tenth of the range.
      let width = 5e6 / pow(2, Double(frame % 11))
      let start = (5e6 - width) * Double(frame % 7) / 6
      return chart.chartXScale(domain: start...start + width).chartYScale(domain: low...high)
    }
  }

  /// The last 3,600 points of a series to which each frame appends one.
  ///
  /// - Parameter slides: true if the axis moves in each frame; false if it does by whole ticks.
  static func live(slides: Bool) throws -> ChangingChartScene {
    let values = ManyPoints.walk(100_000)
    let series = ChartSeries(from: 0.0, by: 1, y: Array(values[..<3600]))
    return try ChangingChartScene { _ in
      series.append(values[series.count % values.count])
      let chart = Chart { LinePlot(series, x: "Second", y: "Load") }
      let end = Double(series.count - 1)
      return slides
        ? chart.chartXScale(domain: end - 3599...end) : chart.chartXScale(domain: .latest(3600))
    }
  }
}

/// A chart of 1,000 bars, all of which move to new values all the time.
final class MovingBarsScene: BenchScene {
  private let chart = ChartLayer()
  private static let framesPerUpdate = 30

  init() throws {
    try super.init(width: 1920, height: 1080, background: 0xFFFF_FFFF)
    chart.frame = root.bounds
    chart.chart = Self.chart(0)
    root.addSublayer(chart)
    try render()
  }

  private static func chart(_ round: Int) -> Chart {
    Chart(0..<1000) { index in
      BarMark(
        x: .value("X", index), y: .value("Y", Double((index * 7919 + round * 104_729) % 1009)))
    }
    .chartYScale(domain: 0...1009)
  }

  override func prepare(frame: Int) throws {
    guard frame % Self.framesPerUpdate == 0 else { return }
    let round = frame / Self.framesPerUpdate + 1
    Transaction.run(duration: 1) { chart.chart = Self.chart(round) }
    try render()
  }

  override func draw(frame: Int) throws { try render() }
}

extension Contest {
  /// Charts of many points and of many bars.
  static let charts: [Contest] = [
    Contest(
      workload: "chart-three", framesPerBlock: 5, requirements: [.milliseconds(must: 10, aim: 4)]
    ) { [NewChartScene.threeSeries()] },
    Contest(
      workload: "chart-first", framesPerBlock: 1,
      requirements: [
        .milliseconds(must: 60, aim: 25),
        .milliseconds(must: 60, aim: 25, of: "lamina, evenly spaced"),
      ]
    ) { [NewChartScene.tenMillion(isEven: false), NewChartScene.tenMillion(isEven: true)] },
    Contest(
      workload: "chart-zoom", framesPerBlock: 20,
      requirements: [.milliseconds(must: 2, aim: 0.5)]
    ) { [try ChangingChartScene.zooming(isEven: false)] },
    Contest(
      workload: "chart-zoom-even", framesPerBlock: 20,
      requirements: [.milliseconds(must: 2, aim: 0.5)]
    ) { [try ChangingChartScene.zooming(isEven: true)] },
    Contest(
      workload: "chart-live", framesPerBlock: 20,
      // 2 and 0.5 % of a core at 60 frames a second.
      requirements: [.milliseconds(must: 0.333, aim: 0.083)]
    ) { [try ChangingChartScene.live(slides: false)] },
    Contest(workload: "chart-sliding", framesPerBlock: 20, requirements: []) {
      [try ChangingChartScene.live(slides: true)]
    },
    Contest(
      workload: "chart-bars", framesPerBlock: 30,
      requirements: [.milliseconds(must: 1, aim: 0.5)]
    ) { [try MovingBarsScene()] },
  ]
}
