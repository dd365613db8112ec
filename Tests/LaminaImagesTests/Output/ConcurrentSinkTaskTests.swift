import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

/// A concurrent sink that tasks write to.
@Suite("Concurrent sink, written to by tasks")
struct ConcurrentSinkTaskTests {
  let folder = TemporaryFolder()

  private func scene() throws -> Renderer {
    let renderer = try Renderer(size: CGSize(width: 9, height: 5))
    renderer.layer.backgroundColor = .red
    let fade = BasicAnimation(.opacity, from: 1, to: 0)
    fade.duration = 40
    renderer.layer.add(fade, forKey: "fade")
    return renderer
  }

  @Test("writes the same bytes in the same order", arguments: [1, 2, 7])
  func order(capacity: Int) async throws {
    let sink = ConcurrentSink(
      try PictureStreamSink(to: .file(path: folder("a.ppm")), encoder: PPMEncoder()),
      capacity: capacity)
    let times = (0..<40).map(Double.init)
    for try await frame in try scene().frames(at: times, lookahead: 1) {
      try await sink.write(frame)
    }
    try await sink.finish()
    let other = try scene()
    let expected = try times.flatMap { try other.render(at: $0).bitmap.ppmData() }
    #expect(folder.bytes("a.ppm") == expected)
    let late = try other.render(at: 41)
    await #expect(throws: OutputError.finished(path: "the queue of frames")) {
      try await sink.write(late)
    }
  }

  @Test("waits for room as long as the other sink is busy, and no longer than its task lives")
  func cancellation() async throws {
    let gate = SinkGate()
    let frame = try scene().render(at: 0)
    let task = Task {
      let sink = ConcurrentSink(GatedSink(gate), capacity: 1)
      // One is being written, which is held up, and one waits.
      try await sink.write(frame)
      await gate.wait(for: 1)
      try await sink.write(frame)
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await sink.write(frame) }
      await #expect(throws: CancellationError.self) { try await sink.finish() }
      gate.open()
      sink.abandon()
    }
    try await task.value
    #expect(gate.events == ["write", "write", "finish"])
  }

  @Test("throws the error of the first frame that failed")
  func errors() async throws {
    let sink = ConcurrentSink(
      LastPictureSink(to: .file(path: folder("a/b.ppm")), encoder: PPMEncoder()))
    try await sink.write(try scene().render(at: 0))
    let expected = OutputError.system(.open, path: folder("a/b.ppm"), code: ENOENT)
    await #expect(throws: expected) { try await sink.finish() }
  }
}

/// Holds a sink up, and notes what it is asked for.
private final class SinkGate: Sendable {
  private let state = Locked((events: [String](), isOpen: false))
  private let changed = NSCondition()
  private let begun = TaskGate()

  var events: [String] { state.withLock { $0.events } }

  func note(_ event: String) {
    state.withLock { $0.events.append(event) }
    begun.signal()
    changed.lock()
    while !state.withLock({ $0.isOpen }) { changed.wait() }
    changed.unlock()
  }

  func open() {
    changed.lock()
    state.withLock { $0.isOpen = true }
    changed.broadcast()
    changed.unlock()
  }

  func wait(for count: Int) async {
    try? await begun.wait { self.events.count >= count }
  }
}

private final class GatedSink: FrameSink {
  private let gate: SinkGate

  init(_ gate: SinkGate) { self.gate = gate }

  func write(_ bitmap: Bitmap, at time: Double) { gate.note("write") }
  func finish() { gate.note("finish") }
}
