import Foundation
import Lamina
import LaminaGraphs
import LaminaTestSupport
import LaminaViews
import Testing

/// Whatever happens to a graph of sound, in whatever order: nothing traps, what must hold holds, and
/// a frame that is drawn in part is the frame drawn whole.
@Suite("A random walk through a graph of sound", .slow)
struct AudioGraphWalkTests {
  @Test("keeps its rules, and its pictures are those drawn anew", arguments: 1...UInt64(10))
  func walk(seed: UInt64) throws {
    try RandomWalk.stepSeeds(seed, count: 60).expectNoFailure { walk, _ in
      walk.run(in: try AudioGraphWalk(seed)) { scene, step in
        try scene.step(step)
        return try scene.mistake()
      }
    }
  }
}

private struct AudioGraphWalk {
  private var numbers: SeededGenerator
  private let graph: AudioGraphView
  private let host: ViewHost
  private var time = 0.0
  private var fingers: [Int: CGPoint] = [:]

  init(_ seed: UInt64) throws {
    numbers = SeededGenerator(seed: seed)
    graph = AudioGraphView()
    graph.backgroundColor = .white
    host = try ViewHost(rootView: graph, size: CGSize(width: 90, height: 50), scale: 1)
    setSamples()
  }

  private mutating func setSamples() {
    let count = [0, 1, 50, 3_000, 40_000].randomElement(using: &numbers)!
    var lanes = (0..<Int.random(in: 1...2, using: &numbers)).map { _ in numbers.speech(count) }
    if count > 10, Bool.random(using: &numbers) { lanes[0][5] = .nan }
    graph.dataProvider = DataProvider(
      channels: lanes, sampleRate: [1, 800, 44_100].randomElement(using: &numbers)!)
  }

  private mutating func place() -> CGPoint {
    CGPoint(
      x: .random(in: 0...90, using: &numbers), y: .random(in: 0...50, using: &numbers))
  }

  private func send(_ kind: InputEvent.Kind) { host.send(InputEvent(time: time, kind: kind)) }

  /// Does what follows from a seed.
  mutating func step(_ seed: UInt64) throws {
    numbers = SeededGenerator(seed: seed)
    time += Double.random(in: 0...0.1, using: &numbers)
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0, 1:
      let id = Int.random(in: 0...1, using: &numbers)
      let location = place()
      if fingers[id] == nil {
        fingers[id] = location
        send(.touch(id: id, phase: .began, location: location))
      }
    case 2, 3, 4:
      guard let id = fingers.keys.sorted().randomElement(using: &numbers) else { return }
      let location = place()
      fingers[id] = location
      send(.touch(id: id, phase: .moved, location: location))
    case 5:
      guard let id = fingers.keys.sorted().randomElement(using: &numbers),
        let location = fingers.removeValue(forKey: id)
      else { return }
      let phase: Touch.Phase = Bool.random(using: &numbers) ? .ended : .cancelled
      send(.touch(id: id, phase: phase, location: location))
    case 6:
      let way = CGPoint(
        x: .random(in: -300...300, using: &numbers), y: .random(in: -9...9, using: &numbers))
      send(.scroll(location: place(), translation: way))
    case 7: send(.magnify(location: place(), factor: .random(in: 0.3...3, using: &numbers)))
    case 8:
      try host.resize(
        to: CGSize(
          width: .random(in: 1...120, using: &numbers),
          height: .random(in: 1...80, using: &numbers)),
        scale: [1, 1.5, 2].randomElement(using: &numbers)!)
    case 9: setSamples()
    case 10:
      let lanes = graph.dataProvider.channelCount
      graph.append(
        channels: (0..<lanes).map { _ in [0.1, -0.2, 0.4] }, keepsScale: .random(using: &numbers))
    default:
      graph.waveformColor = [.black, .orange, .white].randomElement(using: &numbers)!
      graph.rulerHeight = [0, 12, 30].randomElement(using: &numbers)!
      graph.summaryKind =
        Bool.random(using: &numbers) ? .peaks : .movingMean(window: 16)
      graph.amplitudeScale = Bool.random(using: &numbers) ? .linear : .decibels(range: 48)
      graph.loadingProgress = Bool.random(using: &numbers) ? nil : 0.4
    }
  }

  /// Draws a frame, and says what is wrong with it and with the graph; nil where nothing is.
  mutating func mistake() throws -> String? {
    let part = try host.render(at: time).bitmap
    host.renderer.invalidate()
    let whole = try host.render(at: time).bitmap
    if let difference = part.difference(from: whole) {
      return "the frame differs from one drawn whole: \(difference)"
    }
    let (view, port) = (graph.scrollView, graph.viewPort)
    if graph.zoom < 1 || graph.zoom > ViewPort.maximumZoom { return "the zoom is \(graph.zoom)" }
    if view.contentSize.width != graph.bounds.width * graph.zoom {
      return "the content is \(view.contentSize.width) wide at a zoom of \(graph.zoom)"
    }
    if port.translation != view.contentOffset.x {
      return "\(port.translation) is shown in place of \(view.contentOffset.x)"
    }
    if fingers.isEmpty, !view.isDecelerating, !view.isDragging {
      let x = view.contentOffset.x
      if x < view.minimumContentOffset.x - 1e-6 || x > view.maximumContentOffset.x + 1e-6 {
        return "at rest at \(x) of \(view.maximumContentOffset.x)"
      }
    }
    return nil
  }
}
