import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaGraphs

@Suite("The layers of a graph")
struct GraphLayoutTests {
  @Test(
    "are one for each visible tile and one more", arguments: [(64, 3), (65, 4), (96, 4), (1, 2)])
  func count(width: Int, layers: Int) throws {
    let scene = try GraphScene(width: CGFloat(width), height: 20)
    #expect(scene.graph.layer.sublayers == nil)
    try scene.render()
    #expect(scene.graph.layer.sublayers?.count == layers)
    for index in 0..<100 { scene.graph.series.append(Double(index)) }
    try scene.render()
    #expect(scene.graph.layer.sublayers?.count == layers)
  }

  @Test("are placed where their samples are, measured back from the right edge")
  func frames() throws {
    let scene = try GraphScene(width: 64, height: 20)
    try scene.render()
    let graph = scene.graph
    // Before the first sample the newest tile is the one to the left of it.
    #expect(graph.tileLayers.tiles == -3..<0)
    #expect(graph.frame(forTile: 0) == CGRect(x: 64, y: 0, width: 32, height: 20))
    graph.series.append(5)
    #expect(graph.tileLayers.tiles == -2..<1)
    #expect(graph.x(forSampleAt: 0) == 63)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-1, 31, 63])
    for _ in 0..<31 { graph.series.append(5) }
    #expect(graph.tileLayers.tiles == -2..<1)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-32, 0, 32])
    graph.series.append(5)
    #expect(graph.tileLayers.tiles == -1..<2)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-1, 31, 63])
    #expect(
      scene.layersFromLeft.map(\.frame.size)
        == Array(repeating: CGSize(width: 32, height: 20), count: 3))
    for tile in graph.tileLayers.tiles {
      #expect(graph.tileLayers[tile]?.layer.frame == graph.frame(forTile: tile))
    }
  }

  @Test("are reused: the oldest tile's for the newest")
  func reuse() throws {
    let scene = try GraphScene(width: 64, height: 20)
    try scene.render()
    for _ in 0..<32 { scene.graph.series.append(5) }
    let before = scene.layersFromLeft
    scene.graph.series.append(5)
    let after = scene.layersFromLeft
    #expect(after[0] === before[1] && after[1] === before[2] && after[2] === before[0])
    // Many tiles at once go round as often.
    scene.graph.series.append(contentsOf: Array(repeating: 5, count: 32 * 10))
    #expect(
      Set(scene.layersFromLeft.map(ObjectIdentifier.init)) == Set(before.map(ObjectIdentifier.init))
    )
    #expect(scene.graph.tileLayers.tiles == 9..<12)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-1, 31, 63])
  }

  @Test("work with one sample in a tile")
  func oneSamplePerTile() throws {
    let scene = try GraphScene(
      width: 30, height: 20,
      configuration: GraphView.Configuration(tileWidth: 10, pointsPerSample: 10))
    try scene.render()
    for index in 0..<9 {
      scene.graph.series.append(Double(index))
      #expect(scene.graph.tileLayers.tiles == index - 3..<index + 1)
      #expect(scene.layersFromLeft.map(\.frame.minX) == [-10, 0, 10, 20])
    }
  }

  @Test("follow the size of the view, and keep the layers of the tiles that stay")
  func resizing() throws {
    let scene = try GraphScene(width: 64, height: 20)
    for _ in 0..<320 { scene.graph.series.append(5) }
    try scene.render()
    let before = scene.layersFromLeft
    scene.graph.frame.size = CGSize(width: 128, height: 15)
    try scene.render(at: 1)
    #expect(scene.graph.tileLayers.tiles == 5..<10)
    let kept = scene.layersFromLeft[2...]
    #expect(zip(kept, before).allSatisfy { $0 === $1 } && kept.count == before.count)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-32, 0, 32, 64, 96])
    #expect(scene.layersFromLeft[0].frame.height == 15)
    scene.graph.frame.size = CGSize(width: 32, height: 15)
    try scene.render(at: 2)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-32, 0])
    scene.graph.frame.size = .zero
    try scene.render(at: 3)
    #expect(scene.graph.layer.sublayers == nil)
    scene.graph.series.append(5)
    scene.graph.frame.size = CGSize(width: 64, height: 20)
    try scene.render(at: 4)
    #expect(scene.layersFromLeft.map(\.frame.minX) == [-1, 31, 63])
  }

  @Test("stop at a limit in a view that is far too wide")
  func farTooWide() {
    let graph = GraphView(frame: CGRect(x: 0, y: 0, width: 1e12, height: 20))
    graph.layoutIfNeeded()
    #expect(graph.layer.sublayers?.count == GraphView.maximumTileCount)
    #expect(graph.requiredSampleCount == GraphView.maximumTileCount * 32 + 4)
    graph.series.append(1)
    #expect(graph.tileLayers[0]?.layer.frame.minX == 1e12 - 1)
  }

  @Test("move at once by default, without any animation")
  func instantMovement() throws {
    let scene = try GraphScene(width: 64, height: 20)
    for _ in 0..<40 { scene.graph.series.append(5) }
    try scene.render()
    scene.graph.series.append(5)
    try scene.render(at: 1)
    for layer in scene.layersFromLeft { #expect(layer.animationKeys() == nil) }
    #expect(scene.renderer.nextFrameTime(after: 1) == .never)
  }

  @Test("slide evenly for 0.1 s if so configured")
  func linearMovement() throws {
    let scene = try GraphScene(
      width: 64, height: 20,
      configuration: GraphView.Configuration(movement: .linear()))
    for _ in 0..<40 { scene.graph.series.append(5) }
    try scene.render(at: 0)
    scene.graph.series.append(5)
    try scene.render(at: 1)
    let layer = try #require(scene.graph.tileLayers[1]?.layer)
    #expect(layer.animationKeys() == ["position"])
    #expect(layer.position.x == 71)
    try scene.render(at: 1.025)
    #expect(abs(try #require(layer.presentation()).position.x - 71.75) < 1e-9)
    try scene.render(at: 1.2)
    #expect(layer.presentation()?.position.x == 71)
    #expect(layer.animationKeys() == nil)
  }

  @Test("slide as one, the reused layer with the others")
  func newTileSlides() throws {
    let scene = try GraphScene(
      width: 64, height: 20,
      configuration: GraphView.Configuration(movement: .linear()))
    func seen(_ tile: Int) throws -> CGFloat {
      try #require(scene.graph.tileLayers[tile]?.layer.presentation()).frame.minX
    }
    for _ in 0..<63 { scene.graph.series.append(5) }
    try scene.render(at: 2)
    // Tile 1 gets its last sample, and tile 2 its first.
    scene.graph.series.append(5)
    scene.graph.series.append(5)
    try scene.render(at: 3)
    #expect(try (seen(1), seen(2)) == (33, 65))
    try scene.render(at: 3.0625)
    #expect(try (seen(1), seen(2)) == (31.75, 63.75))
    // A sample before the slide is over: on from there, for another tenth of a second.
    scene.graph.series.append(5)
    try scene.render(at: 4)
    #expect(try (seen(1), seen(2)) == (31.75, 63.75))
    try scene.render(at: 4.0625)
    let way = 1.75 * 0.625
    #expect(try abs(seen(1) - (31.75 - way)) < 1e-9)
    #expect(try seen(2) - seen(1) == 32)
    try scene.render(at: 4.1)
    #expect(try (seen(1), seen(2)) == (30, 62))
    // Where all tiles are new none slides.
    scene.graph.series.append(contentsOf: Array(repeating: 5, count: 96))
    try scene.render(at: 5)
    #expect(scene.layersFromLeft.allSatisfy { $0.animationKeys() == nil })
  }

  @Test("share their edges on the screen wherever rounding puts them, at rest and sliding", .slow)
  func sharedEdges() throws {
    for (pointsPerSample, scale, width) in [(0.3, 1, 17), (0.1, 3, 11), (1, 1, 300)] {
      let scene = try GraphScene(
        width: CGFloat(width), height: 4, scale: CGFloat(scale),
        configuration: GraphView.Configuration(
          tileWidth: 16 * CGFloat(pointsPerSample), pointsPerSample: CGFloat(pointsPerSample),
          movement: .linear()),
        style: GraphStyle(backgroundColor: Color.blue.withAlpha(0.5), lineWidth: 0))
      // Once where it is laid out, and once half a sample further on.
      for sample in 0..<200 {
        scene.graph.series.append(50)
        for part in [0.0, 0.05] {
          let picture = try scene.render(at: Double(sample) / 10 + part)
          // A seam would be empty, and an overlap darker.
          try #require(
            picture.pixels.allSatisfy { $0 == 0x8000_0080 },
            "\(pointsPerSample) points a sample, \(sample) + \(part)")
        }
      }
    }
  }

  @Test("never fade: contents and background change at once")
  func noFading() throws {
    let scene = try GraphScene(width: 64, height: 20)
    for _ in 0..<40 { scene.graph.series.append(5) }
    try scene.render()
    scene.graph.style = GraphStyle(backgroundColor: .blue)
    scene.graph.series.append(9)
    try scene.render(at: 1)
    for layer in scene.layersFromLeft { #expect(layer.animationKeys() == nil) }
  }

  @Test("show another series when the view gets one")
  func otherSeries() throws {
    let scene = try GraphScene(width: 64, height: 20)
    for index in 0..<100 { scene.graph.series.append(wave(index)) }
    let old = scene.graph.series
    let picture = try scene.render()
    let other = SampleSeries()
    other.append(contentsOf: [3, 17, 4])
    scene.graph.series = other
    let changed = try scene.render(at: 1)
    let fresh = try GraphScene(width: 64, height: 20, series: other).render()
    #expect(changed == fresh)
    #expect(changed != picture)
    #expect(old.effectiveMinimumRetainedCount == 0)
    other.removeAll()
    #expect(try scene.render(at: 2) == GraphScene(width: 64, height: 20).render())
  }
}
