/// The frames of a renderer at given times, drawn off the isolation of its owner:
///
///     for try await frame in renderer.frames(at: times) {
///       try sink.write(frame)
///     }
///
/// Asking for a frame commits in the isolation that asks, which must be the renderer's; the
/// drawing itself runs elsewhere, and that isolation is free until it is over. The frames are those
/// that a loop over ``Renderer/render(at:)`` gives, with the same bytes, damage and report, when it
/// begins with a renderer that has drawn nothing yet. They are drawn by a ``Compositor`` of the
/// sequence's own, so the renderer's frames, and the memory that it may draw into, are untouched.
///
/// Nothing is drawn that was not asked for, except for the frames of a lookahead; no more than
/// those are kept.
///
/// The loop ends with the error of the first frame that cannot be drawn, after the frames before
/// it. If its task is cancelled, it ends with `CancellationError`, at the latest after the frame
/// that is being drawn; a loop that is left early draws no further. A sequence, like its renderer,
/// belongs to one isolation, and the compiler keeps it there. It may be iterated repeatedly; each
/// iteration begins with the first time, and with a frame whose damage is the whole picture.
public struct FrameSequence: AsyncSequence {
  let renderer: Renderer
  let times: AnySequence<Double>
  let lookahead: Int
  let update: (Double) throws -> Void

  /// Begins with the first frame.
  public func makeAsyncIterator() -> Iterator { Iterator(pump: FramePump(self)) }

  /// A place in a sequence of frames.
  public struct Iterator: AsyncIteratorProtocol {
    let pump: FramePump

    /// Returns the next frame; nil after the last one, and after an error.
    ///
    /// - Throws: ``RenderError``, the error of the closure that updates layers, or
    ///   `CancellationError`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Frame? {
      try await pump.next(isolation: actor)
    }
  }
}

@available(*, unavailable)
extension FrameSequence: Sendable {}

@available(*, unavailable)
extension FrameSequence.Iterator: Sendable {}

extension Renderer {
  /// Returns the frames at given times, to be drawn off this isolation as they are asked for.
  ///
  ///     let times = (0..<120).lazy.map { Double($0) / 60 }
  ///     for try await frame in renderer.frames(at: times) { … }
  ///
  /// - Parameters:
  ///   - times: seconds. They may be without end.
  ///   - lookahead: the number of frames that are committed and drawn ahead of the one asked for,
  ///     while the loop works on that. With 0, what the loop's body changes is in the next frame,
  ///     as in a loop over ``render(at:)``; otherwise it comes that many frames late, and changes
  ///     belong into `update`.
  ///   - update: called before the commit of each frame with its time, in this isolation.
  /// - Precondition: `lookahead` is 0 or more.
  public func frames(
    at times: some Sequence<Double>, lookahead: Int = 0,
    update: @escaping (_ time: Double) throws -> Void = { _ in }
  ) -> FrameSequence {
    require(lookahead >= 0, "a lookahead of \(lookahead) frames: it must be 0 or more")
    return FrameSequence(
      renderer: self, times: AnySequence(times), lookahead: lookahead, update: update)
  }
}

/// The frames that an iterator has committed and not handed over yet. Belongs to the renderer's isolation.
final class FramePump {
  private let renderer: Renderer
  private let update: (Double) throws -> Void
  private let lookahead: Int
  private var times: AnySequence<Double>.Iterator
  private let painter = FramePainter()
  /// The frames being drawn, or drawn ahead; each waits for the one before it.
  private var drawing: [Task<Frame, any Error>] = []
  /// The error of the commit after ``drawing``.
  private var failure: (any Error)?
  /// True if nothing is left to commit.
  private var isAtEnd = false

  init(_ sequence: FrameSequence) {
    renderer = sequence.renderer
    update = sequence.update
    lookahead = sequence.lookahead
    times = sequence.times.makeIterator()
  }

  deinit { end() }

  func next(isolation: isolated (any Actor)?) async throws -> Frame? {
    do {
      if isAtEnd, failure == nil, drawing.isEmpty { return nil }
      try Task.checkCancellation()
      commitAhead()
      guard !drawing.isEmpty else {
        if let failure { throw failure }
        return nil
      }
      let tasks = drawing
      drawing.removeFirst()
      let frame = try await withTaskCancellationHandler {
        try await tasks[0].value
      } onCancel: {
        for task in tasks { task.cancel() }
      }
      try Task.checkCancellation()
      return frame
    } catch {
      end()
      throw error
    }
  }

  /// Draws no further.
  private func end() {
    for task in drawing { task.cancel() }
    drawing = []
    failure = nil
    isAtEnd = true
  }

  /// Commits frames until as many are being drawn as may be.
  private func commitAhead() {
    while !isAtEnd, drawing.count <= lookahead {
      guard let time = times.next() else {
        isAtEnd = true
        return
      }
      do {
        try update(time)
        let order = FrameOrder(
          tree: try renderer.drawableTree(at: time), time: time, options: renderer.options,
          width: renderer.width, height: renderer.height, scale: Double(renderer.scale))
        draw(order)
      } catch {
        failure = error
        isAtEnd = true
      }
    }
  }

  /// Begins to draw a frame once the frame before it is there.
  private func draw(_ order: FrameOrder) {
    let (painter, previous) = (painter, drawing.last)
    drawing.append(
      Task {
        _ = try await previous?.value
        return try await painter.draw(order)
      })
  }
}

/// The description of a frame to draw.
struct FrameOrder: Sendable {
  let tree: RenderTree
  let time: Double
  let options: RenderOptions
  let width: Int
  let height: Int
  let scale: Double
}

/// Draws the frames of one iterator.
actor FramePainter {
  private var compositor: Compositor?

  /// - Throws: ``RenderError``, or `CancellationError` if the task was cancelled before.
  func draw(_ order: FrameOrder) throws -> Frame {
    try Task.checkCancellation()
    let compositor = try compositor(for: order)
    compositor.options = order.options
    return try compositor.render(order.tree, at: order.time)
  }

  private func compositor(for order: FrameOrder) throws(RenderError) -> Compositor {
    if let compositor, compositor.width == order.width, compositor.height == order.height,
      compositor.scale == order.scale
    {
      return compositor
    }
    let new = try Compositor(width: order.width, height: order.height, scale: order.scale)
    compositor = new
    return new
  }
}
