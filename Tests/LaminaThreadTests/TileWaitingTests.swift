import Foundation
import Lamina
import Testing

/// Tiles that tasks wait for.
@Suite("Tiled layers, waited for by tasks")
struct TileWaitingTests {
  private let scenes = TileScenes()

  @Test("are complete after finishTiles, as if a thread had waited, and do not fade in")
  func complete() async throws {
    let (renderer, layer) = try scenes.scene(fades: true)
    try await renderer.finishTiles(at: 0)
    #expect(layer.pendingTileCount == 0)
    #expect(layer.tileCount == 12)
    #expect(try renderer.render(at: 0).bitmap == scenes.expected(renderer))
    // Nothing is left to wait for.
    try await renderer.finishTiles(at: 1)
    #expect(scenes.log.drawn.count == 12)
  }

  @Test("are waited for while the main actor does other work")
  @MainActor
  func freeIsolation() async throws {
    let (renderer, layer) = try scenes.scene()
    scenes.log.setOpen(false)
    var order: [String] = []
    let log = scenes.log
    let waiting = Task { @MainActor in
      try await renderer.finishTiles(at: 0)
      MainActor.preconditionIsolated()
      order.append("complete")
    }
    while layer.pendingTileCount == 0 { await Task.yield() }
    order.append("other work")
    log.setOpen(true)
    try await waiting.value
    #expect(order == ["other work", "complete"])
    #expect(try renderer.render(at: 0).bitmap == scenes.expected(renderer))
  }

  @Test("are drawn all the same if the task that waits is cancelled")
  @MainActor
  func cancellation() async throws {
    let (renderer, layer) = try scenes.scene()
    scenes.log.setOpen(false)
    let waiting = Task { @MainActor in try await renderer.finishTiles(at: 0) }
    while layer.pendingTileCount == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(layer.pendingTileCount == 12)
    scenes.log.setOpen(true)
    try await layer.finishTiles()
    #expect(try renderer.render(at: 0).bitmap == scenes.expected(renderer))
    #expect(scenes.log.drawn.count == 12)
  }

  @Test("that are no longer asked for end the waiting")
  @MainActor
  func dropped() async throws {
    let (renderer, layer) = try scenes.scene()
    scenes.log.setOpen(false)
    renderer.commit(at: 0)
    let waiting = Task { @MainActor in try await layer.finishTiles() }
    await Task.yield()
    layer.removeFromSuperlayer()
    renderer.commit(at: 0)
    scenes.log.setOpen(true)
    try await waiting.value
    #expect(layer.tileCount == 0)
  }

  @Test("are drawn by drawTile from what it captured, for frames of a sequence, too")
  func sequence() async throws {
    let (renderer, layer) = try scenes.scene()
    var pictures: [Bitmap] = []
    for step in 0..<4 {
      layer.position = CGPoint(x: -step * 40, y: 0)
      try await renderer.finishTiles(at: Double(step))
      for try await frame in renderer.frames(at: [Double(step)]) { pictures.append(frame.bitmap) }
    }
    for step in 0..<4 {
      #expect(
        try pictures[step] == scenes.expected(renderer, offset: CGPoint(x: -step * 40, y: 0)))
    }
  }
}
