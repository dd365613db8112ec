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

  /// Enqueues a frame with its damage, and waits until there is room for it without occupying a
  /// thread.
  ///
  /// - Throws: as ``write(_:at:)`` does, or `CancellationError` if the task is cancelled while it
  ///   waits; the frame is then not written.
  public func write(_ frame: Frame, isolation: isolated (any Actor)? = #isolation) async throws {
    while try !queue.tryToAppend(capacity: capacity, { try $0.write(frame) }) {
      try await queue.waitForRoom(capacity: capacity)
    }
  }

  /// Waits until all frames are written, and finishes the other sink.
  ///
  /// - Throws: the error of the first frame that could not be written, or of finishing.
  public func finish() throws {
    queue.close(dropping: false)
    try queue.waitUntilDrained()
  }

  /// Waits until all frames are written, and the other sink is finished, without occupying a
  /// thread.
  ///
  /// - Throws: the error of the first frame that could not be written, or of finishing; or
  ///   `CancellationError` if the task is cancelled, and then the sink is finished all the same,
  ///   unless it is abandoned.
  public func finish(isolation: isolated (any Actor)? = #isolation) async throws {
    queue.close(dropping: false)
    try await queue.waitForDraining()
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
/// except `sink`, which only the draining thread accesses. After each change that may end a task's
/// waiting, `gate` is signalled.
private final class FrameQueue: @unchecked Sendable {
  /// Passes one frame to the other sink.
  typealias Write = @Sendable (any FrameSink) throws -> Void

  private let condition = NSCondition()
  private let gate = TaskGate()
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
    while !hasRoom(capacity) { condition.wait() }
    try appendLocked(write)
  }

  /// - Returns: false if there is no room.
  func tryToAppend(capacity: Int, _ write: @escaping Write) throws -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard hasRoom(capacity) else { return false }
    try appendLocked(write)
    return true
  }

  /// True if a frame can be appended, or the error is known for which it cannot.
  private func hasRoom(_ capacity: Int) -> Bool {
    frames.count < capacity || failure != nil || isClosed
  }

  private func appendLocked(_ write: @escaping Write) throws {
    if let failure { throw failure }
    if isClosed { throw OutputError.finished(path: "the queue of frames") }
    frames.append(write)
    condition.broadcast()
  }

  func waitForRoom(
    capacity: Int, isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await gate.wait { self.locked { self.hasRoom(capacity) } }
  }

  func waitForDraining(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await gate.wait { self.locked { self.isDrained } }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  func close(dropping: Bool) {
    locked {
      if dropping, !isClosed { isDropped = true }
      isClosed = true
      condition.broadcast()
    }
    gate.signal()
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
    locked {
      frames = []
      self.failure = failure
      isDrained = true
      condition.broadcast()
    }
    gate.signal()
  }

  private func next() -> Write? {
    defer { gate.signal() }
    condition.lock()
    defer { condition.unlock() }
    while frames.isEmpty, !isClosed { condition.wait() }
    if isDropped || frames.isEmpty { return nil }
    let frame = frames.removeFirst()
    condition.broadcast()
    return frame
  }

  private var wasDropped: Bool { locked { isDropped } }
}
