import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import LaminaViews
import Testing

@Suite("Random changes of a chart", .slow) struct ChartWalkTests {
  /// A view of a chart, and the time.
  private struct Scene {
    let view: ChartView
    let host: ViewHost
    var time = 0.0

    init(_ chart: Chart, scale: CGFloat) throws {
      view = ChartView(chart)
      host = try ViewHost(rootView: view, size: CGSize(width: 260, height: 170), scale: scale)
    }

    /// Changes the chart, or sends input, and draws.
    ///
    /// - Returns: what is wrong with the frame.
    mutating func step(_ seed: UInt64) throws -> String? {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<1 + random.below(2) {
        Transaction.run(
          duration: random.pick([0.05, 0.3, 2]), disableActions: random.chance(20) ? true : nil
        ) {
          change(&random)
        }
      }
      time += random.number(in: 0...0.4)
      if let problem = try draw() { return problem }
      guard random.chance(30) else { return nil }
      // Everything comes to rest, and looks as if it had always been so.
      view.host?.send(key(.escape))
      for _ in 0..<2 {
        time += 10
        if let problem = try draw() { return problem }
      }
      guard view.error == nil else { return nil }
      let frame = try host.render(at: time)
      let fresh = try view.shownChart.bitmap(size: host.size, scale: host.scale)
      return frame.bitmap.difference(from: fresh).map { "a chart made anew differs: \($0)" }
    }

    private func draw() throws -> String? {
      let frame = try host.render(at: time)
      let tree = try #require(host.renderer.publishedTree)
      let compositor = try Compositor(
        width: host.renderer.width, height: host.renderer.height, scale: host.scale)
      let expected = try compositor.render(tree, at: time).bitmap
      return frame.bitmap.difference(from: expected).map {
        "the frame differs from a full redraw: \($0)"
      }
    }

    private func key(_ key: Key, _ modifiers: KeyModifiers = []) -> InputEvent {
      InputEvent(time: time, kind: .key(key, isDown: true, modifiers: modifiers))
    }

    private func change(_ random: inout SeededGenerator) {
      let place = random.point(260, 170)
      switch random.below(12) {
      case 0:
        view.chart =
          random.chance(20)
          ? Chart(grid: (0..<3).map { _ in RandomCharts.chart(&random) }, columns: 2)
          : RandomCharts.chart(&random)
      case 1: view.chart.records.shuffle(using: &random)
      case 2:
        let records = view.chart.records
        if !records.isEmpty { view.chart.records.remove(at: random.below(records.count)) }
      case 3, 4:
        // The values change places, and the marks their heights.
        let ys = view.chart.records.map(\.y).shuffled(using: &random)
        for (index, y) in ys.enumerated() where random.chance(60) {
          view.chart.records[index].y = y
        }
      case 5: view.chart.options.theme = random.pick([.light, .dark, .print])
      case 6: view.host?.send(key(.character(random.pick(["1", "2", "3"]))))
      case 7:
        view.host?.send(
          InputEvent(
            time: time,
            kind: .scroll(
              location: place, translation: CGPoint(x: 0, y: random.number(in: -200...200)))))
      case 8: view.host?.send(key(random.pick([.left, .right, .up, .plus, .minus]), .shift))
      case 9: view.host?.send(InputEvent(time: time, kind: .hover(location: place)))
      case 10: view.host?.send(key(random.pick([.home, .left, .right])))
      default:
        view.zoomableAxes = random.pick([.x, .y, [.x, .y]])
        if view.chart.options.x.type != nil {
          view.chart.options.x.type = nil
        } else {
          view.chart.options.y.domain = .automatic(
            includesZero: nil, isReversed: random.chance(50))
        }
      }
    }
  }

  /// The walks: `LAMINA_WALKS` of them, 8 without it or 1 in a debug build, the first with the seed
  /// `LAMINA_WALK_SEED`, 500 without it.
  private static var seeds: [UInt64] {
    let first: UInt64 = environmentNumber("LAMINA_WALK_SEED") ?? 500
    let count: UInt64? = environmentNumber("LAMINA_WALKS")
    return count.map { Array(first..<first + $0) } ?? sampledCases(of: first..<first + 8)
  }

  @Test(
    "draws the same in part and whole, and at rest what a chart made anew draws",
    arguments: seeds)
  func walk(seed: UInt64) throws {
    try RandomWalk.stepSeeds(seed, count: 50).expectNoFailure { walk, _ in
      var random = SeededGenerator(seed: walk.seed)
      let scene = try Scene(RandomCharts.chart(&random), scale: random.pick([1, 1.5, 2]))
      return walk.run(in: scene) { scene, edit in try scene.step(edit) }
    }
  }
}
