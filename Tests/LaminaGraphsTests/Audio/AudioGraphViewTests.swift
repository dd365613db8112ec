import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaGraphs

@Suite("A graph of sound")
struct AudioGraphViewTests {
  private func makeScene(_ count: Int = 60_000, width: CGFloat = 60) throws -> AudioGraphScene {
    var numbers = SeededGenerator(seed: 3)
    var scene = try AudioGraphScene(width: width)
    scene.graph.setSamples(numbers.speech(count), sampleRate: 8_000)
    _ = try scene.picture()
    return scene
  }

  @Test("zooms from 10, and never below 1, and is as wide as the view times the zoom")
  func zoom() throws {
    let graph = try makeScene().graph
    #expect(graph.zoom == 10 && graph.scrollView.contentSize.width == 600)
    graph.zoom = 0.3
    #expect(graph.zoom == 1 && graph.scrollView.contentSize.width == 60)
    graph.zoom = .nan
    graph.zoom = -.infinity
    #expect(graph.zoom == 1)
    graph.zoom = .infinity
    #expect(graph.zoom == ViewPort.maximumZoom)
    #expect(graph.scrollView.contentSize.width == 60 * ViewPort.maximumZoom)
    #expect(graph.viewPort.columnCount == 60e6 && graph.viewPort.visibleColumnCount == 60)
    #expect(graph.scrollView.subviews.isEmpty)
  }

  @Test("keeps its relative offset when it is zoomed and resized")
  func recentring() throws {
    let scene = try makeScene()
    let graph = scene.graph
    graph.scrollView.contentOffset.x = 135
    #expect(graph.scrollView.offsetRatio == 0.25)
    for zoom in [20, 3, 1.5, 40] as [CGFloat] {
      graph.zoom = zoom
      #expect(abs(graph.scrollView.offsetRatio - 0.25) < 1e-12)
    }
    for width in [80, 33, 120] as [CGFloat] {
      try scene.host.resize(to: CGSize(width: width, height: 50), scale: 2)
      _ = try scene.host.render(at: 1)
      #expect(abs(graph.scrollView.offsetRatio - 0.25) < 1e-12)
      #expect(graph.scrollView.contentSize.width == width * 40)
      #expect(graph.viewPort.visibleColumnCount == Int(width) * 2)
    }
    // Where all is seen, there is no way to be part of.
    graph.zoom = 1
    #expect(graph.scrollView.contentOffset.x == 0)
  }

  @Test("makes its layers once, hides and shows them, and animates nothing")
  func layers() throws {
    var scene = try makeScene()
    let layers = try #require(scene.graph.waveformLayer.sublayers)
    for step in 0..<30 {
      scene.graph.scrollView.contentOffset.x = CGFloat(step * 25 - 20)
      scene.graph.zoom = CGFloat(1 + step % 7)
      _ = try scene.picture()
    }
    #expect(scene.graph.waveformLayer.sublayers == layers)
    for layer in layers { #expect(layer.animationKeys() == nil) }
    // Pulled beyond the left edge by 20 of 60 columns.
    scene.graph.zoom = 10
    scene.graph.scrollView.contentOffset.x = -20
    _ = try scene.picture()
    let columns = layers.filter { $0.backgroundColor == scene.graph.waveformColor }
    #expect(columns.count == 60 && columns.count { !$0.isHidden } == 40)
  }

  @Test("updates once for each scroll, zoom and layout")
  func updates() throws {
    var scene = try makeScene()
    let graph = scene.graph
    var count = graph.updateCount
    func updates() -> Int {
      defer { count = graph.updateCount }
      return graph.updateCount - count
    }
    graph.scrollView.contentOffset.x = 40
    #expect(updates() == 1)
    graph.scrollView.contentOffset.x = 40
    #expect(updates() == 0)
    graph.zoom = 12
    #expect(updates() == 1)
    let location = CGPoint(x: 30, y: 20)
    scene.host.send(InputEvent(time: 1, kind: .magnify(location: location, factor: 1.5)))
    #expect(updates() == 1 && abs(graph.zoom - 18) < 1e-9)
    _ = try scene.picture()
    #expect(updates() == 0)
    try scene.host.resize(to: CGSize(width: 70, height: 41), scale: 1)
    _ = try scene.picture()
    #expect(updates() == 1)
  }

  @Test("is zoomed by two fingers, by their movement since the last event")
  func pinch() throws {
    let scene = try makeScene(width: 400)
    func touch(_ time: Double, _ id: Int, _ phase: Touch.Phase, _ x: CGFloat) {
      scene.host.send(
        InputEvent(
          time: time, kind: .touch(id: id, phase: phase, location: CGPoint(x: x, y: 20))))
    }
    touch(1, 0, .began, 150)
    touch(1, 1, .began, 250)
    touch(1.01, 1, .moved, 260)
    let start = scene.graph.zoom
    touch(1.02, 1, .moved, 310)
    let middle = scene.graph.zoom
    touch(1.03, 1, .moved, 370)
    // The distance grew from 110 to 160 to 220 points, less what it takes to begin.
    #expect(abs(middle / start - 160.0 / 110) < 1e-9)
    #expect(abs(scene.graph.zoom / middle - 220.0 / 160) < 1e-9)
    touch(1.04, 0, .ended, 150)
    touch(1.04, 1, .ended, 370)
    #expect(scene.graph.pinchGestureRecognizer.state == .possible)
  }

  @Test("keeps scrolling after a fling, and comes to rest in its range")
  func fling() throws {
    let scene = try makeScene(width: 400)
    let host = scene.host
    for step in 0...5 {
      let location = CGPoint(x: 350 - CGFloat(step) * 40, y: 20)
      let phase: Touch.Phase = step == 0 ? .began : .moved
      host.send(
        InputEvent(
          time: 1 + Double(step) * 0.01, kind: .touch(id: 0, phase: phase, location: location)))
    }
    host.send(
      InputEvent(
        time: 1.051,
        kind: .touch(id: 0, phase: .ended, location: CGPoint(x: 150, y: 20))))
    let lifted = scene.graph.scrollView.contentOffset.x
    var time = 1.06
    while let next = host.nextFrameTime(after: time).time(notBefore: time + 1.0 / 60), time < 30 {
      time = next
      _ = try host.render(at: time)
    }
    let rest = scene.graph.scrollView.contentOffset.x
    #expect(lifted > 100 && rest > lifted + 500)
    #expect(rest <= scene.graph.scrollView.maximumContentOffset.x)
    #expect(scene.graph.viewPort.translation == rest)
  }

  @Test("keeps the width of a second while samples arrive, and stays at the end if it was there")
  func appending() throws {
    let scene = try makeScene(6_000)
    let graph = scene.graph
    graph.scrollView.contentOffset.x = graph.scrollView.maximumContentOffset.x
    graph.append(channels: [[Float](repeating: 0.3, count: 3_000)])
    #expect(graph.zoom == 15 && graph.scrollView.contentSize.width == 900)
    #expect(graph.scrollView.contentOffset.x == 840)
    graph.scrollView.contentOffset.x = 100
    graph.append(channels: [[Float](repeating: 0.3, count: 3_000)])
    #expect(graph.zoom == 20 && graph.scrollView.contentOffset.x == 100)
    graph.append(channels: [[0.1]], keepsScale: false)
    #expect(graph.zoom == 20 && graph.dataProvider.frameCount == 12_001)
  }

  @Test("reports its updates per second, every two seconds")
  func frameRate() throws {
    let scene = try makeScene()
    var rates: [Double] = []
    scene.graph.frameRateLog = { rates.append($0) }
    for step in 0...400 {
      scene.host.send(
        InputEvent(
          time: Double(step) / 80,
          kind: .scroll(
            location: CGPoint(x: 5, y: 5), translation: CGPoint(x: step % 2 == 0 ? -3 : 3, y: 0))))
      _ = try scene.host.render(at: Double(step) / 80)
    }
    #expect(rates.count == 2 && rates.allSatisfy { abs($0 - 80) < 1 })
  }

  @Test(
    "draws no samples, samples that are not finite, and extreme ones",
    arguments: [
      [], [0.5], [.nan], [.nan, .nan, 0.25], [.infinity, 0.5, -.infinity, 0.25],
      [0, 0, 0], [Float.greatestFiniteMagnitude, -.greatestFiniteMagnitude],
      [Float.leastNonzeroMagnitude, 0],
    ] as [[Float]])
  func strangeSamples(samples: [Float]) throws {
    for rate in [1, 768_000] as [Double] {
      for kind in [Summary.Kind.peaks, .movingMean(window: 128)] {
        var scene = try AudioGraphScene(kind: kind)
        scene.graph.rulerHeight = 30
        scene.graph.setSamples(samples, sampleRate: rate)
        for zoom in [1, 10, 1e6] as [CGFloat] {
          scene.graph.zoom = zoom
          let picture = try scene.picture()
          #expect(picture.width == 60)
        }
      }
    }
  }

  @Test("rounds heights as the C library does, however large")
  func rounding() {
    let halves = (-9...9).map { Double($0) / 2 }
    let special: [Double] = [
      -0.0, .leastNonzeroMagnitude, 0x1p51 + 0.5, 0x1p52 - 0.5, 0x1p52 + 1, 0x1p53, 1e20, -1e300,
      .greatestFiniteMagnitude, .infinity, -.infinity,
    ]
    for number in halves + halves.map(\.nextDown) + halves.map(\.nextUp) + special {
      #expect(number.nearestWhole == number.rounded(), "\(number)")
    }
    #expect(Double.nan.nearestWhole.isNaN)
  }

  @Test("has as many lanes as channels, also 64 in a few pixels")
  func manyChannels() throws {
    var scene = try AudioGraphScene(height: 20)
    scene.graph.dataProvider = DataProvider(
      channels: (0..<64).map { [Float](repeating: Float($0) / 64, count: 100) },
      sampleRate: 10)
    #expect(try scene.picture().height == 20)
  }
}
