import Foundation
import Lamina
import LaminaCharts
import LaminaViews

/// A dashboard of a service that is not there: two charts of the last minute, which are linked, and
/// bars that move to new values every two seconds. Space halts it.
package final class DashboardView: View {
  /// The size that the view is made for, in points.
  package static let size = CGSize(width: 900, height: 480)
  /// The samples that come in a second.
  package static let rate = FrameRate(10)
  /// The samples that are seen.
  private static let window = 600
  private static let services = ["search", "cart", "login", "images", "mail"]

  private let load = ChartView()
  private let memory = ChartView()
  private let requests = ChartView()
  private var link: UpdateLink?
  /// The number of samples that came, and the time of the first; nil while the view is halted.
  private var count = 0
  private var start: TimeInterval?

  package init() {
    super.init(frame: CGRect(origin: .zero, size: Self.size))
    let viewport = ChartViewport()
    load.viewport = viewport
    memory.viewport = viewport
    for view in [load, memory, requests] { addSubview(view) }
    let link = UpdateLink(view: self) { [unowned self] in update(at: $0) }
    link.requiresContinuousUpdates = true
    self.link = link
  }

  package override func layoutSubviews() {
    let (width, height) = (bounds.width, bounds.height)
    load.frame = CGRect(x: 0, y: 0, width: width * 0.6, height: height / 2)
    memory.frame = CGRect(x: 0, y: height / 2, width: width * 0.6, height: height / 2)
    requests.frame = CGRect(x: width * 0.6, y: 0, width: width * 0.4, height: height)
  }

  /// Adds the samples that have come by a time, in seconds.
  private func update(at time: TimeInterval) {
    // The time that passed while the view was halted does not count.
    let start = start ?? time - Double(count) / 10
    self.start = start
    let due = Int(min(max(0, (time - start) * 10), 1e9)) + 1
    guard due > count else { return }
    let isNewRound = count == 0 || due / 20 > count / 20
    count = due
    // The samples slide, which is no change of their values.
    Transaction.run(disableActions: true) {
      load.chart = loadChart
      memory.chart = memoryChart
    }
    if isNewRound { Transaction.run(duration: 0.7) { requests.chart = requestChart } }
  }

  private var samples: Range<Int> { max(0, count - Self.window)..<count }

  /// A wave that does not repeat soon, from 0 to 1.
  private static func wave(_ index: Int, _ shift: Double) -> Double {
    let t = Double(index) / 10 + shift * 7
    return 0.5 + 0.28 * sin(t / 3.1) * cos(t / 7.7) + 0.16 * sin(t * 1.7) + 0.06 * sin(t * 9.3)
  }

  private var loadChart: Chart {
    Chart {
      for core in 0..<3 {
        ForEach(samples) { index in
          LineMark(
            x: .value("Seconds", Double(index) / 10),
            y: .value("Load", 100 * Self.wave(index, Double(core)))
          )
          .foregroundStyle(by: .value("Core", "core \(core)"))
        }
      }
      RuleMark(y: .value("Limit", 80)).lineStyle(StrokeStyle(dashPattern: [4, 3]))
    }
    .chartTitle("Load").chartYScale(domain: 0...100).chartYAxisLabel("%").chartTheme(.dark)
  }

  private var memoryChart: Chart {
    Chart(samples) { index in
      AreaMark(
        x: .value("Seconds", Double(index) / 10), y: .value("GB", 8 * Self.wave(index, 5)))
    }
    .chartTitle("Memory").chartYScale(domain: 0...8).chartTheme(.dark)
  }

  private var requestChart: Chart {
    let round = count / 20
    return Chart(Array(Self.services.enumerated()), id: \.element) { index, name in
      BarMark(
        x: .value("Requests", (900 * Self.wave(round * 90, Double(index))).rounded()),
        y: .value("Service", name)
      )
      .annotation { "\(Int((900 * Self.wave(round * 90, Double(index))).rounded()))" }
    }
    .chartTitle("Requests").chartXScale(domain: 0...900).chartTheme(.dark)
  }

  package override func didMoveToHost() { host?.firstResponder = load }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    guard key == .space else { return false }
    link?.isEnabled.toggle()
    start = nil
    return true
  }
}
