import Foundation
import Lamina
import LaminaGraphs
import LaminaText
import LaminaViews
import Testing

/// A graph of ten seconds, 100 points wide, in a host.
private func makeGraph(
  zoom: CGFloat = 1, scale: CGFloat = 1, seconds: Int = 10
) throws -> (graph: AudioGraphView, host: ViewHost) {
  let frame = CGRect(x: 0, y: 0, width: 100, height: 50)
  let graph = AudioGraphView(frame: frame)
  graph.summaryKind = .peaks
  graph.scrollView.showsHorizontalScrollIndicator = false
  graph.rulerHeight = 10
  graph.setSamples([Float](repeating: 0.5, count: seconds * 100), sampleRate: 100)
  let host = try ViewHost(rootView: graph, size: frame.size, scale: scale)
  graph.layoutIfNeeded()
  graph.zoom = zoom
  return (graph, host)
}

extension Layer {
  /// The frames of the sublayers that are on show.
  fileprivate var shownFrames: [CGRect] { shownSublayers.map(\.frame) }
  fileprivate var shownSublayers: [Layer] { (sublayers ?? []).filter { !$0.isHidden } }
}

@Suite("The selection")
struct SelectionTests {
  @Test("is a band over what is selected, at once")
  func band() throws {
    let (graph, _) = try makeGraph()
    #expect(graph.selectionLayer.shownFrames == [])
    graph.selection = 2..<4.5
    #expect(graph.selectionLayer.shownFrames == [CGRect(x: 20, y: 0, width: 25, height: 50)])
    graph.selection = nil
    #expect(graph.selectionLayer.shownFrames == [])
  }

  @Test("is clipped to the view and to the ends of the sound")
  func clipped() throws {
    let (graph, _) = try makeGraph(zoom: 1_000)
    graph.scrollView.contentOffset.x = 50_000
    graph.selection = -Double.infinity..<Double.infinity
    #expect(graph.selectionLayer.shownFrames == [CGRect(x: 0, y: 0, width: 100, height: 50)])
    graph.scrollView.contentOffset.x = -30
    #expect(graph.selectionLayer.shownFrames == [CGRect(x: 30, y: 0, width: 70, height: 50)])
    graph.scrollView.contentOffset.x = 99_940
    #expect(graph.selectionLayer.shownFrames == [CGRect(x: 0, y: 0, width: 60, height: 50)])
    graph.selection = -3..<0
    #expect(graph.selectionLayer.shownFrames == [])
    graph.selection = 10..<12
    #expect(graph.selectionLayer.shownFrames == [])
  }

  @Test("is at least a pixel wide, unless it is empty")
  func narrow() throws {
    let (graph, _) = try makeGraph(scale: 2)
    graph.selection = 3..<3.000_001
    #expect(graph.selectionLayer.shownFrames == [CGRect(x: 30, y: 0, width: 0.5, height: 50)])
    graph.selection = 9.999_999..<10
    #expect(graph.selectionLayer.shownFrames == [CGRect(x: 99.5, y: 0, width: 0.5, height: 50)])
    graph.selection = 3..<3
    #expect(graph.selectionLayer.shownFrames == [])
  }

  @Test("covers the lines of a picture with its colour, and nothing else")
  func picture() throws {
    let (graph, host) = try makeGraph()
    graph.waveformColor = .black
    graph.backgroundColor = .white
    let before = try host.render(at: 0).bitmap
    graph.selectionColor = .green
    graph.selection = 5..<7
    let after = try host.render(at: 1).bitmap
    for x in 0..<100 {
      // Ticks and timestamps stand in front.
      for y in 10..<50 {
        #expect(after[x, y] == (50..<70 ~= x ? 0xFF00_FF00 : before[x, y]), "\(x), \(y)")
      }
    }
  }
}

@Suite("The playhead")
struct PlayheadTests {
  @Test("is a line of one point at its time, at once")
  func line() throws {
    let (graph, _) = try makeGraph(scale: 2)
    graph.playhead = 4.26
    #expect(graph.playheadLayer.shownFrames == [CGRect(x: 42.5, y: 0, width: 1, height: 50)])
    graph.zoom = 2
    // Zooming keeps the left end where it is as long as the view has not been scrolled.
    #expect(graph.playheadLayer.shownFrames == [CGRect(x: 85, y: 0, width: 1, height: 50)])
    graph.playhead = 10
    graph.scrollView.contentOffset.x = 100
    #expect(graph.playheadLayer.shownFrames == [CGRect(x: 99.5, y: 0, width: 1, height: 50)])
    graph.playhead = nil
    #expect(graph.playheadLayer.shownFrames == [])
  }

  @Test(
    "is nowhere out of the sound, or out of view",
    arguments: [-0.1, 10.1, .nan, .infinity, -.infinity, 1e300, 5] as [TimeInterval])
  func nowhere(time: TimeInterval) throws {
    let (graph, _) = try makeGraph(zoom: 4)
    graph.playhead = time
    #expect(graph.playheadLayer.shownFrames == [])
  }

  @Test("goes where the user taps, with a closure")
  func tap() throws {
    let (graph, host) = try makeGraph(zoom: 2)
    graph.onTap = { [unowned graph] in graph.playhead = $0 }
    _ = try host.render(at: 0)
    let place = CGPoint(x: 30, y: 20)
    host.send(
      InputEvent(time: 0.1, kind: .touch(id: 0, phase: .began, location: place)))
    host.send(
      InputEvent(time: 0.2, kind: .touch(id: 0, phase: .ended, location: place)))
    #expect(graph.playhead == 1.5)
  }

  @Test("and the other overlays show nothing of a sound without samples")
  func noSamples() throws {
    let (graph, host) = try makeGraph()
    graph.playhead = 0
    graph.selection = 0..<1
    graph.regions = [AudioRegion(name: "all", range: 0..<1)]
    graph.setSamples([], sampleRate: 100)
    _ = try host.render(at: 0)
    for layer in [graph.playheadLayer, graph.selectionLayer, graph.regionsLayer] as [Layer] {
      #expect(layer.shownFrames == [])
    }
  }
}
