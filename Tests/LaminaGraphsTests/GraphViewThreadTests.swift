import Dispatch
import Foundation
import Lamina
import Synchronization
import Testing

@testable import LaminaGraphs

/// Run these with `swift test --sanitize=thread --filter GraphViewThreadTests`.
@Suite("A graph view with a drawing queue")
struct GraphViewThreadTests {
  /// A queue whose jobs wait until the gate is opened.
  struct GatedQueue {
    let queue = DispatchQueue(label: "gated redraw queue")
    private let gate = DispatchSemaphore(value: 0)

    /// Lets everything that is queued from now on wait for ``open()``.
    func close() { queue.async { [gate] in gate.wait() } }
    func open() { gate.signal() }
  }

  @Test("finally shows what is drawn without a queue")
  func sameAsOffline() throws {
    let live = try GraphScene(width: 100, height: 60, drawing: .live())
    let offline = try GraphScene(width: 100, height: 60)
    for index in 0..<200 {
      live.graph.series.append(wave(index))
      offline.graph.series.append(wave(index))
      if index % 3 == 0 { try live.render(at: Double(index)) }
    }
    live.graph.finishDrawing()
    #expect(!live.graph.isDrawing)
    #expect(try live.render(at: 1000) == offline.render(at: 1000))
  }

  @Test("never waits: a frame shows what is finished")
  func ownerDoesNotWait() throws {
    let gated = GatedQueue()
    let scene = try GraphScene(width: 64, height: 60, drawing: .live(queue: gated.queue))
    gated.close()
    for index in 0..<64 { scene.graph.series.append(wave(index)) }
    let blank = try scene.render()
    #expect(blank.pixels.allSatisfy { $0 == Color.orange.premultipliedPixel })
    #expect(scene.graph.isDrawing)
    gated.open()
    scene.graph.finishDrawing()
    #expect(try scene.render(at: 1) != blank)
  }

  @Test("draws a tile once for all the samples that came while it was being drawn")
  func tilesAreASet() throws {
    let gated = GatedQueue()
    let scene = try GraphScene(width: 64, height: 60, drawing: .live(queue: gated.queue))
    try scene.render()
    scene.graph.finishDrawing()
    gated.close()
    for index in 0..<20 {
      scene.graph.series.append(wave(index))
      scene.graph.update()
    }
    // Tile 0 is drawn for the first sample and waits with the rest of them; the tile before it
    // is in the padding of the first two.
    #expect(scene.graph.tilesToRedraw.count == 2)
    #expect(scene.graph.tilesToRedraw.contains(0))
    gated.open()
    scene.graph.finishDrawing()
    let picture = try scene.render(at: 1)
    #expect(try picture == GraphScene(width: 64, height: 60, series: scene.graph.series).render())
  }

  @Test("drops a tile that was drawn for another size")
  func lateAfterResizing() throws {
    let gated = GatedQueue()
    let scene = try GraphScene(width: 64, height: 60, drawing: .live(queue: gated.queue))
    for index in 0..<100 { scene.graph.series.append(wave(index)) }
    gated.close()
    try scene.render()
    scene.graph.frame.size.height = 30
    try scene.render(at: 1)
    gated.open()
    scene.graph.finishDrawing()
    for layer in scene.layersFromLeft { #expect(layer.contents?.height == 30) }
    let picture = try scene.render(at: 2)
    let offline = try GraphScene(width: 64, height: 60, series: scene.graph.series)
    offline.graph.frame.size.height = 30
    #expect(try picture == offline.render())
  }

  @Test("drops a tile that has left the view while it was drawn")
  func lateAfterLeaving() throws {
    let gated = GatedQueue()
    let scene = try GraphScene(width: 64, height: 60, drawing: .live(queue: gated.queue))
    try scene.render()
    scene.graph.finishDrawing()
    gated.close()
    for index in 0..<10 { scene.graph.series.append(wave(index)) }
    scene.graph.update()
    scene.graph.series.append(contentsOf: (10..<400).map(wave))
    gated.open()
    scene.graph.finishDrawing()
    let picture = try scene.render(at: 1)
    #expect(try picture == GraphScene(width: 64, height: 60, series: scene.graph.series).render())
  }

  @Test("drops tiles of a series that the view does not show any more")
  func lateAfterReset() throws {
    let gated = GatedQueue()
    let scene = try GraphScene(width: 64, height: 60, drawing: .live(queue: gated.queue))
    for index in 0..<100 { scene.graph.series.append(wave(index)) }
    gated.close()
    try scene.render()
    scene.graph.series.removeAll()
    scene.graph.series.append(7)
    gated.open()
    scene.graph.finishDrawing()
    let picture = try scene.render(at: 1)
    #expect(try picture == GraphScene(width: 64, height: 60, series: scene.graph.series).render())
  }

  @Test("takes samples from another thread, all and in order")
  func samplesFromAnotherThread() throws {
    let scene = try GraphScene(width: 100, height: 60, drawing: .live())
    scene.graph.series.minimumRetainedCount = 5000
    let inlet = scene.graph.series.inlet
    let done = SharedCount()
    let wakeUps = SharedCount()
    inlet.setWakeUp { wakeUps.increase() }
    Thread.detachNewThread {
      for index in 0..<2500 {
        inlet.append(wave(2 * index))
        inlet.append(contentsOf: [wave(2 * index + 1)])
      }
      done.increase()
    }
    var time = 0.0
    while done.value == 0 {
      scene.graph.update()
      scene.renderer.commit(at: time)
      time += 1
    }
    scene.graph.finishDrawing()
    #expect(scene.graph.series.totalSampleCount == 5000)
    #expect((0..<5000).allSatisfy { scene.graph.series[$0] == wave($0) })
    #expect((1...5000).contains(wakeUps.value))
    let picture = try scene.render(at: 1e6)
    #expect(try picture == GraphScene(width: 100, height: 60, series: scene.graph.series).render())
  }

  @Test("can be resized while tiles are drawn")
  func resizing() throws {
    let scene = try GraphScene(width: 200, height: 80, drawing: .live())
    for step in 0..<120 {
      for index in 0..<9 { scene.graph.series.append(wave(step * 9 + index)) }
      scene.graph.frame.size = CGSize(width: 40 + step * 37 % 160, height: 20 + step * 23 % 60)
      try scene.render(at: Double(step))
    }
    scene.graph.frame.size = CGSize(width: 200, height: 80)
    scene.graph.finishDrawing()
    for layer in scene.layersFromLeft {
      #expect(layer.contents == nil || layer.contents?.height == 80)
    }
    #expect(!scene.graph.isDrawing)
  }

  @Test("can be removed and released while a tile is being drawn")
  func removal() throws {
    let gated = GatedQueue()
    let renderer = try Renderer(size: CGSize(width: 64, height: 60))
    weak var released: GraphView?
    do {
      let graph = GraphView(
        frame: CGRect(x: 0, y: 0, width: 64, height: 60), drawing: .live(queue: gated.queue))
      renderer.layer.addSublayer(graph.layer)
      gated.close()
      for index in 0..<50 { graph.series.append(wave(index)) }
      _ = try renderer.render(at: 0)
      #expect(graph.isDrawing)
      Transaction.run(disableActions: true) { graph.layer.removeFromSuperlayer() }
      released = graph
    }
    #expect(released == nil)
    let drained = DispatchSemaphore(value: 0)
    gated.queue.async { drained.signal() }
    gated.open()
    drained.wait()
    let bitmap = try renderer.render(at: 1).bitmap
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test("wakes its owner once for samples that it has not taken over")
  func wakeUp() throws {
    let gated = GatedQueue()
    let scene = try GraphScene(width: 64, height: 60, drawing: .live(queue: gated.queue))
    let calls = SharedCount()
    scene.graph.setWakeUp { calls.increase() }
    for index in 0..<60 { scene.graph.series.append(wave(index)) }
    gated.close()
    try scene.render()
    #expect(calls.value == 0)
    gated.open()
    let drained = DispatchSemaphore(value: 0)
    gated.queue.async { drained.signal() }
    drained.wait()
    // Three tiles, and one call.
    #expect(calls.value == 1)
    scene.graph.update()
    #expect(!scene.graph.isDrawing)
  }

  private final class SharedCount: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .acquiring) }
    func increase() { count.add(1, ordering: .releasing) }
  }
}
