import Foundation

/// Hands frames to another sink on a thread of its own, so that one frame is encoded and
/// written while the next is drawn.
///
/// Frames keep their order. At most ``capacity`` of them wait; then ``write(_:at:)`` waits for
/// room. The bytes that the other sink writes are the same as without this one.
public final class ConcurrentSink: FrameSink {
  /// How many frames may wait to be written.
  public let capacity: Int
  private let queue: FrameQueue

  /// Starts a thread for `sink`, which is from now on used there only.
  ///
  /// - Precondition: `capacity` is at least 1.
  public init(_ sink: sending any FrameSink, capacity: Int = 3) {
    require(capacity >= 1, "a queue for \(capacity) frames: at least one must fit")
    self.capacity = capacity
    let queue = FrameQueue(sink)
    self.queue = queue
    Thread.detachNewThread { queue.drain() }
  }

  /// Drops what waits if the sink was not finished; the other sink is let go unfinished.
  deinit {
    queue.close(dropping: true)
  }

  /// Puts a frame in the queue.
  ///
  /// - Throws: the error of the first frame that could not be written, which may be an earlier
  ///   one than this.
  public func write(_ bitmap: Bitmap, at time: Double) throws {
    try queue.append(capacity: capacity) { try $0.write(bitmap, at: time) }
  }

  /// Puts a frame in the queue, with its damage.
  ///
  /// - Throws: as ``write(_:at:)`` does.
  public func write(_ frame: Frame) throws {
    try queue.append(capacity: capacity) { try $0.write(frame) }
  }

  /// Waits until all frames are written and the other sink is finished.
  ///
  /// - Throws: the error of the first frame that could not be written, or of finishing.
  public func finish() throws {
    queue.close(dropping: false)
    try queue.waitUntilDrained()
  }

  /// Drops the frames that wait, and waits until the other sink is let go unfinished: what it
  /// had not finished is gone then. Every later ``write(_:at:)`` throws. Does nothing where the
  /// sink was finished.
  ///
  /// A program that ends because of an error calls it before, lest it leave a temporary file.
  public func abandon() {
    queue.close(dropping: true)
    try? queue.waitUntilDrained()
  }
}

/// Frames on their way from one thread to another.
///
/// `@unchecked Sendable`: every stored property is read and written with `condition` locked,
/// except `sink`, which only the draining thread touches.
private final class FrameQueue: @unchecked Sendable {
  /// Hands one frame to the other sink.
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
