import Foundation
import Lamina
import LaminaCharts

/// A chart of 1,000 bars, all of which move to new values all the time.
final class MovingBarsScene: Scene {
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

/// A line of 3,600 samples that gets one more with each frame and loses its first.
final class LiveLineScene: Scene {
  private let chart = ChartLayer()
  private var samples: [(x: Int, y: Double)] = []

  init() throws {
    try super.init(width: 1280, height: 480, background: 0xFFFF_FFFF)
    for index in 0..<3600 { samples.append(Self.sample(index)) }
    chart.frame = root.bounds
    root.addSublayer(chart)
  }

  private static func sample(_ index: Int) -> (x: Int, y: Double) {
    let t = Double(index)
    return (index, 50 + 30 * sin(t / 211) + 12 * sin(t / 17) + 4 * sin(t * 1.7))
  }

  override func change(frame: Int) {
    samples.removeFirst()
    samples.append(Self.sample(samples[samples.count - 1].x + 1))
    chart.chart = Chart(samples, id: \.x) {
      LineMark(x: .value("X", $0.x), y: .value("Y", $0.y))
    }
    .chartYScale(domain: 0...100)
  }
}
