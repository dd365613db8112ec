import Foundation
import Lamina

/// A sink that passes frames to another sink on a thread of its own, so that one frame is encoded
/// and written while the next is drawn.
///
/// Frames keep their order. At most ``capacity`` of them wait; ``write(_:at:)`` then blocks until
/// there is room. The other sink writes the same bytes as without this one.
public final class ConcurrentSink: FrameSink {
  /// The number of frames that may wait to be written.
  public let capacity: Int
  private let queue: FrameQueue

  /// Starts a thread for `sink`, which is from then on used on that thread only.
  ///
  /// - Precondition: `capacity` is at least 1.
  public init(_ sink: sending any FrameSink, capacity: Int = 3) {
    require(capacity >= 1, "a queue of \(capacity) frames: it must hold at least 1")
    self.capacity = capacity
    let queue = FrameQueue(sink)
    self.queue = queue
    Thread.detachNewThread { queue.drain() }
  }

  /// Drops the waiting frames if the sink was not finished; the other sink is released unfinished.
  deinit {
    queue.close(dropping: true)
  }

  /// Enqueues a frame.
  ///
  /// - Throws: the error of the first frame that could not be written, which may be an earlier one.
  public func write(_ bitmap: Bitmap, at time: Double) throws {
    try queue.append(capacity: capacity) { try $0.write(bitmap, at: time) }
  }

  /// Enqueues a frame with its damage.
  ///
  /// - Throws: as ``write(_:at:)`` does.
  public func write(_ frame: Frame) throws {
    try queue.append(capacity: capacity) { try $0.write(frame) }
  }

  /// Waits until all frames are written, and finishes the other sink.
  ///
  /// - Throws: the error of the first frame that could not be written, or of finishing.
  public func finish() throws {
    queue.close(dropping: false)
    try queue.waitUntilDrained()
  }

  /// Drops the waiting frames, and waits until the other sink is released unfinished, which
  /// discards what it had not finished. Every later ``write(_:at:)`` throws. Does nothing if the
  /// sink was finished.
  ///
  /// Call it before a program exits with an error, so that no temporary file is left.
  public func abandon() {
    queue.close(dropping: true)
    try? queue.waitUntilDrained()
  }
}

/// A queue of frames from one thread to another.
///
/// `@unchecked Sendable`: every stored property is read and written with `condition` locked,
/// except `sink`, which only the draining thread accesses.
private final class FrameQueue: @unchecked Sendable {
  /// Passes one frame to the other sink.
  typealias Write = @Sendable (any FrameSink) throws -> Void

  private let condition = NSCondition()
  private var frames: [Write] = []
  private var failure: (any Error)?
  private var isClosed = false
  private var isDropped = false
  private var isDrained = false
  private var sink: (any FrameSink)?

  init(_ sink: sending any FrameSink) {
    self.sink = sink
  }

  func append(capacity: Int, _ write: @escaping Write) throws {
    condition.lock()
    defer { condition.unlock() }
    while frames.count >= capacity, failure == nil, !isClosed { condition.wait() }
    if let failure { throw failure }
    if isClosed { throw OutputError.finished(path: "the queue of frames") }
    frames.append(write)
    condition.broadcast()
  }

  func close(dropping: Bool) {
    condition.lock()
    defer { condition.unlock() }
    if dropping, !isClosed { isDropped = true }
    isClosed = true
    condition.broadcast()
  }

  func waitUntilDrained() throws {
    condition.lock()
    defer { condition.unlock() }
    while !isDrained { condition.wait() }
    if let failure { throw failure }
  }

  /// Writes frames until the queue is closed and empty.
  func drain() {
    var failure: (any Error)?
    while failure == nil, let write = next() {
      do {
        if let sink { try write(sink) }
      } catch {
        failure = error
      }
    }
    if failure == nil, !wasDropped {
      do {
        try sink?.finish()
      } catch {
        failure = error
      }
    }
    sink = nil
    condition.lock()
    defer { condition.unlock() }
    frames = []
    self.failure = failure
    isDrained = true
    condition.broadcast()
  }

  private func next() -> Write? {
    condition.lock()
    defer { condition.unlock() }
    while frames.isEmpty, !isClosed { condition.wait() }
    if isDropped || frames.isEmpty { return nil }
    let frame = frames.removeFirst()
    condition.broadcast()
    return frame
  }

  private var wasDropped: Bool {
    condition.lock()
    defer { condition.unlock() }
    return isDropped
  }
}
