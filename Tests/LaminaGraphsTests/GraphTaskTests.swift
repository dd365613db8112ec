import Dispatch
import Foundation
import Lamina
import LaminaGraphs
import Testing

/// Graphs whose drawing and loading tasks wait for.
@Suite("Graphs awaited by tasks")
struct GraphTaskTests {
  @Test("are complete after finishDrawing, while the main actor does other work")
  @MainActor
  func drawing() async throws {
    let queue = DispatchQueue(label: "held up")
    let gate = DispatchSemaphore(value: 0)
    let live = try GraphScene(width: 100, height: 60, drawing: .live(queue: queue))
    let offline = try GraphScene(width: 100, height: 60)
    queue.async { gate.wait() }
    for index in 0..<200 {
      live.graph.series.append(wave(index))
      offline.graph.series.append(wave(index))
    }
    try live.render(at: 0)
    var order: [String] = []
    let waiting = Task { @MainActor in
      order.append("waiting")
      try await live.graph.finishDrawing()
      order.append("complete")
    }
    while order.isEmpty { await Task.yield() }
    order.append("other work")
    gate.signal()
    try await waiting.value
    #expect(order == ["waiting", "other work", "complete"])
    #expect(!live.graph.isDrawing)
    #expect(try live.render(at: 1) == offline.render(at: 1))
  }

  @Test("go on being drawn if the task that waits is cancelled")
  @MainActor
  func cancellation() async throws {
    let queue = DispatchQueue(label: "held up")
    let gate = DispatchSemaphore(value: 0)
    let live = try GraphScene(width: 64, height: 60, drawing: .live(queue: queue))
    queue.async { gate.wait() }
    for index in 0..<64 { live.graph.series.append(wave(index)) }
    try live.render(at: 0)
    let waiting = Task { @MainActor in try await live.graph.finishDrawing() }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(live.graph.isDrawing)
    gate.signal()
    try await live.graph.finishDrawing()
    #expect(!live.graph.isDrawing)
  }

  /// A tone.
  private struct Tone: AudioSource {
    struct Failure: Error, Equatable {}

    let sampleRate = 8_000.0
    let channelCount = 1
    let frameCount: Int64 = 300_000
    var end = Int64.max

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
      if frame >= end { throw Failure() }
      let count = min(buffer.count, Int(frameCount - frame))
      for index in 0..<count { buffer[index] = (frame + Int64(index)) % 2 == 0 ? 0.5 : -0.5 }
      return count
    }
  }

  @Test("show a sound after finishLoading")
  @MainActor
  func loading() async throws {
    let scene = try AudioGraphScene(width: 100, height: 40)
    scene.graph.load(Tone())
    try await scene.graph.finishLoading()
    #expect(scene.graph.dataProvider.frameCount == 300_000)
    #expect(scene.graph.loadingProgress == nil)
    // Without a sound to wait for.
    try await scene.graph.finishLoading()
  }

  @Test("get a provider, or the error of the source")
  func provider() async throws {
    let provider = try await DataProvider.load(Tone())
    #expect(provider.frameCount == 300_000)
    #expect(provider.maximum == 0.5)
    do {
      _ = try await DataProvider.load(Tone(end: 70_000))
      Issue.record("the error was lost")
    } catch AudioLoadError.source(let error, let frame) {
      #expect(error is Tone.Failure)
      #expect(frame >= 70_000)
    }
  }
}
