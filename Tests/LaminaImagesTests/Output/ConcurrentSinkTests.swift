import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Concurrent sink")
struct ConcurrentSinkTests {
  let folder = TemporaryFolder()

  private func frame(_ number: Int) throws -> Bitmap {
    try Bitmap(
      width: 5, height: 3,
      pixels: (0..<15).map { 0xFF00_0000 | UInt32(number * 1_000 + $0) })
  }

  @Test("writes the same bytes in the same order", arguments: [1, 2, 7])
  func order(capacity: Int) throws {
    let stream = try PictureStreamSink(
      to: .file(path: folder("a.ppm")), encoder: PPMEncoder())
    let sink = ConcurrentSink(stream, capacity: capacity)
    var expected: [UInt8] = []
    for number in 0..<40 {
      try sink.write(frame(number), at: Double(number))
      expected += try frame(number).ppmData()
    }
    try sink.finish()
    #expect(folder.bytes("a.ppm") == expected)
    #expect(throws: OutputError.finished(path: "the queue of frames")) {
      try sink.write(frame(0), at: 41)
    }
  }

  @Test("gives the error of the first frame that failed, and stops there")
  func firstError() throws {
    let log = SinkLog()
    let sink = ConcurrentSink(FailingSink(failingAt: 2, log: log), capacity: 1)
    let error = #expect(throws: SinkFailure.self) {
      for number in 0..<1_000 { try sink.write(frame(number), at: Double(number)) }
    }
    #expect(error == SinkFailure(time: 2))
    #expect(throws: SinkFailure(time: 2)) { try sink.finish() }
    #expect(throws: SinkFailure(time: 2)) { try sink.write(frame(0), at: 0) }
    #expect(log.events == ["write 0.0", "write 1.0", "write 2.0", "gone"])
  }

  @Test("an error of finishing is thrown by finish")
  func errorOfFinishing() throws {
    let sink = ConcurrentSink(
      LastPictureSink(to: .file(path: folder("a/b.ppm")), encoder: PPMEncoder()))
    try sink.write(frame(0), at: 0)
    let expected = OutputError.system(.open, path: folder("a/b.ppm"), code: ENOENT)
    #expect(throws: expected) { try sink.finish() }
  }

  @Test("abandoned, it releases the other sink, whose unfinished output is discarded")
  func abandoned() throws {
    let sink = ConcurrentSink(
      try PictureStreamSink(to: .file(path: folder("a.ppm")), encoder: PPMEncoder()))
    try sink.write(frame(1), at: 0)
    #expect(folder.names.count == 1)
    sink.abandon()
    #expect(folder.names.isEmpty)
    #expect(throws: OutputError.finished(path: "the queue of frames")) {
      try sink.write(frame(2), at: 1)
    }
    // What was finished stays.
    let log = SinkLog()
    let finished = ConcurrentSink(FailingSink(failingAt: -1, log: log))
    try finished.finish()
    finished.abandon()
    #expect(log.events == ["finish", "gone"])
  }

  @Test("hands on what a renderer says of its frames, between bitmaps without it")
  func frames() throws {
    let renderer = try Renderer(size: CGSize(width: 20, height: 10))
    let dot = Layer()
    dot.frame = CGRect(x: 2, y: 3, width: 4, height: 5)
    dot.backgroundColor = .white
    let log = SinkLog()
    let sink = ConcurrentSink(DamageSink(log: log))
    try sink.write(renderer.render(at: 0))
    renderer.layer.addSublayer(dot)
    try sink.write(renderer.render(at: 1))
    try sink.write(frame(1), at: 2)
    try sink.finish()
    #expect(log.events == ["0.0 (0, 0, 20, 10)", "1.0 (2, 3, 4, 5)", "2.0"])
  }

  @Test("released unfinished, it does not finish the other sink")
  func letGo() throws {
    let log = SinkLog()
    do {
      let sink = ConcurrentSink(FailingSink(failingAt: -1, log: log), capacity: 1)
      for number in 0..<5 { try sink.write(frame(number), at: Double(number)) }
    }
    log.wait(for: "gone")
    #expect(!log.events.contains("finish"))
  }
}

private struct SinkFailure: Error, Equatable {
  let time: Double
}

/// A log of the calls of a sink on another thread.
private final class SinkLog: Sendable {
  private let log = Locked<[String]>([])
  private let changed = DispatchSemaphore(value: 0)

  var events: [String] { log.withLock { $0 } }

  func append(_ event: String) {
    log.withLock { $0.append(event) }
    changed.signal()
  }

  func wait(for event: String) {
    while !events.contains(event) { changed.wait() }
  }
}

/// Notes the bounds of the damage.
private final class DamageSink: FrameSink {
  private let log: SinkLog

  init(log: SinkLog) { self.log = log }

  func write(_ bitmap: Bitmap, at time: Double) { log.append("\(time)") }
  func write(_ frame: Frame) { log.append("\(frame.time) \(frame.damage.bounds)") }
  func finish() {}
}

private final class FailingSink: FrameSink {
  private let failingTime: Double
  private let log: SinkLog

  init(failingAt time: Double, log: SinkLog) {
    failingTime = time
    self.log = log
  }

  deinit { log.append("gone") }

  func write(_ bitmap: Bitmap, at time: Double) throws {
    log.append("write \(time)")
    if time == failingTime { throw SinkFailure(time: time) }
  }

  func finish() { log.append("finish") }
}
