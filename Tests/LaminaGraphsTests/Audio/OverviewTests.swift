import Foundation
import Lamina
@testable import LaminaGraphs
import LaminaTestSupport
import LaminaViews
import Testing

/// A graph of ten seconds, 100 points wide, above its overview.
private struct OverviewScene {
  let root = View(frame: CGRect(x: 0, y: 0, width: 100, height: 80))
  let graph = AudioGraphView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
  let overview: AudioOverviewView
  let host: ViewHost
  var time = 0.0

  init(scale: CGFloat = 1, zoom: CGFloat = 10) throws {
    var random = SeededGenerator(seed: 5)
    graph.summaryKind = .peaks
    graph.setSamples(random.speech(10_000), sampleRate: 1_000)
    overview = AudioOverviewView(
      frame: CGRect(x: 0, y: 50, width: 100, height: 30), graph: graph)
    root.addSubview(graph)
    root.addSubview(overview)
    host = try ViewHost(rootView: root, size: root.frame.size, scale: scale)
    root.layoutIfNeeded()
    graph.zoom = zoom
    _ = try host.render(at: 0)
  }

  var mark: CGRect { overview.markLayer.isHidden ? .null : overview.markLayer.frame }
  var offset: CGFloat { graph.scrollView.contentOffset.x }

  mutating func touch(_ phase: Touch.Phase, _ x: CGFloat, id: Int = 0) {
    time += 0.01
    let place = CGPoint(x: x, y: 60)
    host.send(InputEvent(time: time, kind: .touch(id: id, phase: phase, location: place)))
  }
}

@Suite("An overview of a sound")
struct OverviewTests {
  @Test("marks what the graph shows while it scrolls, bounces, zooms and is resized")
  func mark() throws {
    let scene = try OverviewScene()
    #expect(scene.mark == CGRect(x: 0, y: 0, width: 10, height: 30))
    scene.graph.scrollView.contentOffset.x = 450
    #expect(scene.mark == CGRect(x: 45, y: 0, width: 10, height: 30))
    scene.graph.scrollView.contentOffset.x = -50
    #expect(scene.mark == CGRect(x: 0, y: 0, width: 5, height: 30))
    scene.graph.scrollView.contentOffset.x = 900
    scene.graph.zoom = 2
    #expect(scene.mark == CGRect(x: 50, y: 0, width: 50, height: 30))
    scene.overview.frame.size.width = 40
    scene.overview.layoutIfNeeded()
    #expect(scene.mark == CGRect(x: 20, y: 0, width: 20, height: 30))
    scene.graph.zoom = 1
    #expect(scene.mark == CGRect(x: 0, y: 0, width: 40, height: 30))
  }

  @Test("has a mark that can be seen at the highest zoom, and none without samples")
  func smallMark() throws {
    let scene = try OverviewScene(zoom: ViewPort.maximumZoom)
    let width = AudioOverviewView.minimumMarkWidth
    #expect(scene.mark == CGRect(x: 0, y: 0, width: width, height: 30))
    scene.graph.scrollView.contentOffset.x = 1e8 - 100
    #expect(scene.mark == CGRect(x: 100 - width, y: 0, width: width, height: 30))
    scene.graph.setSamples([], sampleRate: 1_000)
    #expect(scene.mark == .null)
  }

  @Test("pressed beside the mark, centres the graph there, and drags from there")
  func press() throws {
    var scene = try OverviewScene()
    scene.touch(.began, 60)
    #expect(scene.offset == 550)
    #expect(scene.mark == CGRect(x: 55, y: 0, width: 10, height: 30))
    scene.touch(.moved, 63)
    #expect(scene.offset == 580)
    scene.touch(.moved, 400)
    #expect(scene.offset == 900)
    scene.touch(.moved, -50)
    #expect(scene.offset == 0)
    scene.touch(.ended, -50)
    scene.touch(.began, 99)
    #expect(scene.offset == 900)
    scene.touch(.cancelled, 99)
    #expect(scene.offset == 900)
  }

  @Test("dragged by its mark, moves the graph as far as the finger, and does not jump")
  func drag() throws {
    var scene = try OverviewScene(scale: 2)
    scene.graph.scrollView.contentOffset.x = 333.5
    scene.touch(.began, 36)
    #expect(scene.offset == 333.5)
    scene.touch(.moved, 37.5)
    #expect(scene.offset == 348.5)
    // Another finger does nothing.
    scene.touch(.began, 80, id: 1)
    scene.touch(.moved, 90, id: 1)
    #expect(scene.offset == 348.5)
    scene.touch(.ended, 37.5)
    scene.touch(.moved, 91, id: 1)
    #expect(scene.offset == 348.5)
  }

  @Test("stops a graph that is flung")
  func stopsFling() throws {
    var scene = try OverviewScene()
    for (index, x) in ([90, 80, 60, 40] as [CGFloat]).enumerated() {
      let phase: Touch.Phase = index == 0 ? .began : .moved
      let place = CGPoint(x: x, y: 30)
      scene.time += 0.01
      scene.host.send(
        InputEvent(time: scene.time, kind: .touch(id: 0, phase: phase, location: place)))
    }
    scene.time += 0.01
    scene.host.send(
      InputEvent(
        time: scene.time,
        kind: .touch(id: 0, phase: .ended, location: CGPoint(x: 40, y: 30))))
    #expect(scene.graph.scrollView.isDecelerating)
    scene.touch(.began, 50)
    #expect(!scene.graph.scrollView.isDecelerating)
    scene.touch(.ended, 50)
    _ = try scene.host.render(at: scene.time + 1)
    #expect(scene.offset == 450)
  }

  @Test("scrolls the graph with the wheel")
  func wheel() throws {
    let scene = try OverviewScene()
    scene.host.send(
      InputEvent(
        time: 0.1,
        kind: .scroll(location: CGPoint(x: 50, y: 70), translation: CGPoint(x: -30, y: 0))))
    #expect(scene.offset == 30)
  }

  @Test("shows all of the samples, also new ones, and what is selected and played")
  func content() throws {
    let scene = try OverviewScene()
    let strip = scene.overview.stripView
    #expect(strip.zoom == 1 && strip.viewPort.contentWidth == 100)
    #expect(strip.dataProvider.frameCount == 10_000)
    scene.graph.append(channels: [[0, 1, 0]])
    #expect(strip.dataProvider.frameCount == 10_003)
    scene.graph.selection = 2..<3
    scene.graph.playhead = 4
    #expect(strip.selection == 2..<3)
    #expect(strip.playhead == 4)
    scene.graph.setSamples([1, 2], sampleRate: 3)
    #expect(strip.dataProvider.frameCount == 2)
    scene.graph.amplitudeScale = .decibels(range: 40)
    _ = try scene.host.render(at: 1)
    #expect(strip.amplitudeScale == .decibels(range: 40))
  }

  @Test("computes its columns only when the samples change")
  func stripUpdates() throws {
    let scene = try OverviewScene()
    let count = scene.overview.stripView.updateCount
    for offset in 0..<50 { scene.graph.scrollView.contentOffset.x = CGFloat(offset) }
    #expect(scene.overview.stripView.updateCount == count)
    scene.graph.append(channels: [[1]])
    #expect(scene.overview.stripView.updateCount == count + 1)
  }

  @Test("is not kept alive by its graph")
  func lifetime() {
    let graph = AudioGraphView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var overview: AudioOverviewView? = AudioOverviewView(graph: graph)
    weak let gone = overview
    #expect(gone != nil)
    overview = nil
    #expect(gone == nil)
    graph.update()
  }

  @Test("looks the same whatever was shown before")
  func partialEqualsFull() throws {
    var random = SeededGenerator(seed: 2)
    let scene = try OverviewScene(scale: 2)
    for step in 1..<30 {
      let zoom = CGFloat.random(in: 1...60, using: &random)
      let ratio = CGFloat.random(in: 0...1, using: &random)
      let fresh = try OverviewScene(scale: 2)
      for one in [scene, fresh] {
        one.graph.zoom = zoom
        one.graph.scrollView.contentOffset.x = (ratio * (zoom - 1) * 100).rounded()
        one.graph.playhead = Double(step) / 3
        one.graph.scrollView.showsHorizontalScrollIndicator = false
      }
      let picture = try scene.host.render(at: Double(step)).bitmap
      let expected = try fresh.host.render(at: 0.1).bitmap
      #expect(picture == expected, "step \(step)")
    }
  }
}
