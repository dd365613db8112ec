import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

import LaminaGraphs

/// A graph with everything over it, and its overview below.
private struct WalkScene {
  let root: View
  let graph = AudioGraphView()
  let overview: AudioOverviewView
  let host: ViewHost
  let scale: CGFloat

  init(size: CGSize, scale: CGFloat) throws {
    self.scale = scale
    root = View(frame: CGRect(origin: .zero, size: size))
    overview = AudioOverviewView(graph: graph)
    graph.summaryKind = .peaks
    graph.scrollView.showsHorizontalScrollIndicator = false
    root.addSubview(graph)
    root.addSubview(overview)
    host = try ViewHost(rootView: root, size: size, scale: scale)
    place(size)
  }

  private func place(_ size: CGSize) {
    graph.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height - 20)
    overview.frame = CGRect(x: 0, y: size.height - 20, width: size.width, height: 20)
    root.layoutIfNeeded()
  }

  func resize(to size: CGSize) throws {
    try host.resize(to: size, scale: scale)
    place(size)
  }

  /// A scene that was never in another state than this one's.
  func copy() throws -> WalkScene {
    let copy = try WalkScene(size: host.size, scale: scale)
    copy.graph.dataProvider = graph.dataProvider
    copy.graph.rulerHeight = graph.rulerHeight
    copy.graph.regions = graph.regions
    copy.graph.selection = graph.selection
    copy.graph.playhead = graph.playhead
    copy.graph.zoom = graph.zoom
    copy.root.layoutIfNeeded()
    copy.graph.scrollView.contentOffset = graph.scrollView.contentOffset
    return copy
  }
}

@Suite("Overlays in a random walk", .slow)
struct OverlayWalkTests {
  @Test("look as if drawn at once, stay in the view, and never lose a layer")
  func walk() throws {
    let walk = RandomWalk.stepSeeds(firstWalkSeed, count: 80)
    try walk.expectNoFailure { walk, _ in
      var random = SeededGenerator(seed: walk.seed)
      let scene = try WalkScene(size: CGSize(width: 120, height: 90), scale: 2)
      scene.graph.dataProvider = DataProvider(samples: random.speech(4_000), sampleRate: 100)
      var time = 0.0
      var layerCount = 0
      return walk.run(in: scene) { scene, step in
        var random = SeededGenerator(seed: step)
        let name = try change(scene, &time, &random)
        return try mistake(in: scene, at: time, &layerCount).map { "\(name): \($0)" }
      }
    }
  }

  /// Draws a frame, and says what is wrong with it; nil where nothing is.
  private func mistake(
    in scene: WalkScene, at time: Double, _ layerCount: inout Int
  ) throws -> String? {
    let picture = try scene.host.render(at: time).bitmap
    if let difference = try picture.difference(from: scene.copy().host.render(at: 0).bitmap) {
      return "the frame differs from that of a new scene: \(difference)"
    }
    let overlays = [scene.graph.selectionLayer, scene.graph.playheadLayer] as [Layer]
    let layers = (overlays + [scene.graph.regionsLayer, scene.graph.rulerLayer])
      .flatMap { $0.sublayers ?? [] }
    if layers.count < layerCount { return "\(layerCount) layers became \(layers.count)" }
    layerCount = layers.count
    let width = scene.host.size.width
    for layer in layers where !layer.isHidden && layer.superlayer?.isHidden == false {
      if layer.frame.maxX < -100 || layer.frame.minX > width || layer.frame.width > width {
        return "a layer at \(layer.frame) in a view \(width) wide"
      }
    }
    return nil
  }

  @Test(
    "survive offsets that no content has",
    arguments: [1e300, -1e300, 1e18, -1e18, 1e12, .leastNonzeroMagnitude] as [CGFloat])
  func farAway(offset: CGFloat) throws {
    let size = CGSize(width: 120, height: 60)
    let scene = try WalkScene(size: size, scale: 2)
    var random = SeededGenerator(seed: 1)
    scene.graph.setSamples(random.speech(100), sampleRate: 1)
    scene.graph.selection = 0..<100
    scene.graph.regions = [AudioRegion(name: "all", range: 0..<100)]
    scene.graph.playhead = 50
    scene.graph.scrollView.contentOffset.x = offset
    _ = try scene.host.render(at: 0)
    scene.graph.scrollView.contentOffset.x = 0
    #expect(try scene.host.render(at: 1).bitmap == scene.copy().host.render(at: 0).bitmap)
  }

  @Test("have no more layers than the widest picture has pixels, however wide the view")
  func wide() {
    let viewPort = ViewPort()
    viewPort.size = CGSize(width: 1e15, height: 30)
    #expect(viewPort.visibleColumnCount == Bitmap.maximumSideLength)
    let ruler = RulerLayer()
    ruler.frame = CGRect(x: 0, y: 0, width: 1e15, height: 30)
    ruler.update(viewPort, duration: 1e13)
    let ticks = (ruler.sublayers ?? []).count
    #expect(ticks > 0 && ticks < Bitmap.maximumSideLength)
  }

  /// Changes something, and says what.
  private func change(
    _ scene: WalkScene, _ time: inout Double, _ random: inout SeededGenerator
  ) throws -> String {
    let graph = scene.graph
    let size = scene.host.size
    let duration = graph.dataProvider.duration
    func moment(_ random: inout SeededGenerator) -> Double {
      Double.random(in: -0.1...1.1, using: &random) * duration
    }
    func place(_ random: inout SeededGenerator) -> CGPoint {
      CGPoint(
        x: .random(in: 0..<size.width, using: &random),
        y: .random(in: 0..<size.height, using: &random))
    }
    func touch(_ phase: Touch.Phase, _ place: CGPoint) {
      time += 0.01
      scene.host.send(
        InputEvent(time: time, kind: .touch(id: 0, phase: phase, location: place)))
    }
    time += 0.02
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1:
      touch(.began, place(&random))
      touch(.moved, place(&random))
      touch(.moved, place(&random))
      touch(Bool.random(using: &random) ? .ended : .cancelled, place(&random))
      return "a drag"
    case 2, 3:
      let factor = CGFloat.random(in: 0.5...2.5, using: &random)
      scene.host.send(
        InputEvent(time: time, kind: .magnify(location: place(&random), factor: factor)))
      return "zooming by \(factor)"
    case 4:
      graph.zoom = CGFloat(exp(Double.random(in: 0...12, using: &random)))
      return "zoom \(graph.zoom)"
    case 5:
      let start = moment(&random)
      graph.selection = start..<max(start, moment(&random))
      return "selection \(graph.selection!)"
    case 6:
      graph.playhead = moment(&random)
      return "playhead \(graph.playhead!)"
    case 7:
      graph.regions = (0..<Int.random(in: 0...9, using: &random)).map {
        let start = moment(&random)
        let end = start + max(0, Double.random(in: -0.1...0.3, using: &random) * duration)
        return AudioRegion(name: "Part \($0)", range: start..<end, color: [.red, .yellow][$0 % 2])
      }
      return "\(graph.regions.count) regions"
    case 8:
      graph.dataProvider.append(random.speech(Int.random(in: 1...200, using: &random)))
      return "more samples"
    case 9:
      let width = CGFloat.random(in: 60...200, using: &random).rounded()
      try scene.resize(to: CGSize(width: width, height: 90))
      return "\(width) points wide"
    default:
      graph.rulerHeight = Bool.random(using: &random) ? 0 : 30
      time += 2
      return "a ruler of \(graph.rulerHeight)"
    }
  }
}
