import Dispatch
import Lamina

/// A tile that was drawn on the redraw queue.
///
/// `@unchecked Sendable`: the canvas is in one pair of hands at a time. The owner gives it away
/// with the job, the queue uses it and puts it into the outbox, and the owner takes it out.
struct DrawnTile: @unchecked Sendable {
  let tile: Int
  /// The state of the view for which it was drawn.
  let generation: Int
  let canvas: TileCanvas
  let bitmap: Result<Bitmap?, BitmapError>
}

/// Draws tiles on a dispatch queue and keeps them until the owner takes them over.
final class RedrawQueue: Sendable {
  private let queue: DispatchQueue
  /// The jobs that are under way.
  private let jobs = DispatchGroup()
  private let outbox = Locked<[DrawnTile]>([])
  private let wakeUp = Locked<(@Sendable () -> Void)?>(nil)

  init(_ queue: DispatchQueue?) {
    self.queue = queue ?? DispatchQueue(label: "GraphView tile redraw")
  }

  /// Draws a tile later.
  func redraw(_ request: TileRequest, generation: Int, on canvas: TileCanvas) {
    let blank = DrawnTile(
      tile: request.tile, generation: generation, canvas: canvas, bitmap: .success(nil))
    jobs.enter()
    queue.async { [self] in
      let drawn = DrawnTile(
        tile: request.tile, generation: generation, canvas: blank.canvas,
        bitmap: Result { () throws(BitmapError) in try blank.canvas.draw(request) })
      let isFirst = outbox.withLock { outbox in
        outbox.append(drawn)
        return outbox.count == 1
      }
      jobs.leave()
      let callback = isFirst ? wakeUp.withLock { $0 } : nil
      callback?()
    }
  }

  /// Takes out what is finished, in the order in which it was.
  func takeDrawnTiles() -> [DrawnTile] {
    outbox.withLock { outbox in
      let tiles = outbox
      outbox.removeAll()
      return tiles
    }
  }

  /// Waits until every job so far is finished.
  func wait() { jobs.wait() }

  /// Waits likewise, without occupying a thread.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func finish(isolation: isolated (any Actor)? = #isolation) async throws(CancellationError) {
    try await jobs.finish()
  }

  func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) { self.wakeUp.withLock { $0 = wakeUp } }
}
