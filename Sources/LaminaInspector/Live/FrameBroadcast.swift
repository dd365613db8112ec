import Foundation
import Lamina
import LaminaImages

/// The frame that is shown, and what each viewer has yet to see of it.
///
/// It keeps the frame's bitmap. A viewer that is ready gets the pixels that differ from what it has,
/// whatever has happened in between: the changes of the frames that it missed are merged. So one that
/// lags gets fewer frames, and needs no memory but for a few rectangles and the messages that it has not
/// confirmed, of which there are at most ``messageLimit``.
///
/// Each frame is compared with the one before, so that what moved is sent as a copy, and what was drawn
/// again with the same pixels is not sent.
///
/// It can be used from any thread. The scene's thread waits for others only while rectangles are merged.
final class FrameBroadcast: Sendable {
  /// The number of frames that a viewer may have received without confirming that it shows them.
  static let messageLimit = 2

  /// A message for a viewer.
  enum Message: Equatable {
    case text(String)
    case binary([UInt8])
  }

  private struct Canvas {
    let bitmap: Bitmap
    let scale: Double

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height) }
  }

  private struct ViewerRecord {
    let wake: @Sendable () -> Void
    var needsHello = true
    var pending = PendingChanges()
    /// The numbers of the frames that are not confirmed.
    var unconfirmed: [UInt32] = []
    /// The number of requests whose answers it has not taken.
    var requestCount = 0
    /// The number of those that are large.
    var largeCount = 0
    var answers: [InspectorAnswer] = []

    var isReady: Bool {
      needsHello || !pending.isEmpty && unconfirmed.count < FrameBroadcast.messageLimit
    }
  }

  private struct State {
    var canvas: Canvas?
    var number: UInt32 = 0
    var time = 0.0
    var viewers: [Int: ViewerRecord] = [:]
    var nextViewer = 0
    /// The last message and what it was made from, for the next viewer that needs the same.
    var last: (number: UInt32, changes: PendingChanges, bytes: [UInt8])?
    /// The movement in the last frame, which often goes on.
    var movement: PixelCopy?
  }

  private let title: String
  private let state = Locked(State())
  private let encoder = PNGEncoder()

  private let noteVisibility: @Sendable (Bool) -> Void

  /// - Parameters:
  ///   - title: the title of the page.
  ///   - noteVisibility: called with true when there is a first viewer, and with false when the last is
  ///     gone, one call after the other.
  init(title: String, noteVisibility: @escaping @Sendable (Bool) -> Void) {
    self.title = title
    self.noteVisibility = noteVisibility
  }

  /// The number of viewers.
  var viewerCount: Int { state.withLock { $0.viewers.count } }

  /// The number of viewers that there are and were.
  var addedViewerCount: Int { state.withLock { $0.nextViewer } }

  // MARK: - The scene's side

  /// Shows the pixels in some rectangles of a picture to all viewers, and all of it if its size or scale
  /// is another than before. Pixels outside the rectangles are as before. It is called on one thread.
  ///
  /// - Complexity: O(area of the rectangles).
  func show(_ bitmap: Bitmap, in rects: [PixelRect], scale: Double, time: Double) {
    let new = Canvas(bitmap: bitmap, scale: scale)
    let (old, hint) = state.withLock { ($0.canvas, $0.movement) }
    var damage = Region(new.bounds)
    var difference: FrameDifference?
    if let old, old.bounds == new.bounds, old.scale == scale {
      damage = Region()
      for rect in rects { damage.insert(rect.intersection(new.bounds)) }
      difference = FrameDifference(from: old.bitmap, to: bitmap, damage: damage, hint: hint)
    }
    let wakes = state.withLock { state -> [@Sendable () -> Void] in
      // Meanwhile the viewers may have gone, and with them the frame before.
      if state.canvas == nil { (difference, damage) = (nil, Region(new.bounds)) }
      state.canvas = new
      state.movement = difference?.copies.first
      if let difference, difference.copies.isEmpty, difference.region.isEmpty { return [] }
      state.number &+= 1
      state.time = time
      state.last = nil
      var wakes: [@Sendable () -> Void] = []
      for id in state.viewers.keys {
        if let difference {
          state.viewers[id]?.pending.add(difference, damage: damage)
        } else {
          state.viewers[id]?.needsHello = true
          state.viewers[id]?.pending = PendingChanges(damage)
        }
        if let viewer = state.viewers[id], viewer.isReady { wakes.append(viewer.wake) }
      }
      return wakes
    }
    for wake in wakes { wake() }
  }

  /// Answers a request of a viewer, if it is still there.
  func answer(_ answer: InspectorAnswer, to id: Int) {
    let wake = state.withLock { state in
      state.viewers[id]?.answers.append(answer)
      return state.viewers[id]?.wake
    }
    wake?()
  }

  // MARK: - The viewers' side

  /// Notes a request of a viewer, which will be answered once.
  ///
  /// - Returns: false if the viewer has not taken the answers to earlier ones.
  func note(_ request: InspectorRequest, of id: Int) -> Bool {
    state.withLock { state in
      guard let viewer = state.viewers[id], viewer.requestCount < InspectorRequest.limit,
        !request.isLarge || viewer.largeCount < InspectorRequest.largeLimit
      else { return false }
      state.viewers[id]?.requestCount += 1
      if request.isLarge { state.viewers[id]?.largeCount += 1 }
      return true
    }
  }

  /// Adds a viewer. If there was none, the frame before is forgotten: nobody has kept it up to date.
  ///
  /// - Parameter wake: called on any thread when ``nextMessage(for:)`` may have a message.
  /// - Returns: the number of the viewer.
  func addViewer(wake: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      let id = state.nextViewer
      state.nextViewer += 1
      var viewer = ViewerRecord(wake: wake)
      if state.viewers.isEmpty {
        state.canvas = nil
        noteVisibility(true)
      }
      if let canvas = state.canvas { viewer.pending = PendingChanges(Region(canvas.bounds)) }
      state.viewers[id] = viewer
      return id
    }
  }

  /// Removes a viewer.
  func removeViewer(_ id: Int) {
    state.withLock { state in
      guard state.viewers.removeValue(forKey: id) != nil, state.viewers.isEmpty else { return }
      state.canvas = nil
      state.last = nil
      noteVisibility(false)
    }
  }

  /// Returns the next message for a viewer, or nil if it has to wait until it is woken.
  ///
  /// - Complexity: O(area of the rectangles that it has not seen).
  func nextMessage(for id: Int) -> Message? {
    enum Step {
      case message(Message)
      case answer(InspectorAnswer)
      case attach(InspectorAnswer.Attachment, UInt32)
      case encode(Canvas, UInt32, Double, PendingChanges)
    }
    let step = state.withLock { state -> Step? in
      if let answer = state.viewers[id]?.answers.first {
        if let attachment = answer.attachment {
          state.viewers[id]?.answers[0].attachment = nil
          return .attach(attachment, answer.request)
        }
        state.viewers[id]?.answers.removeFirst()
        state.viewers[id]?.requestCount -= 1
        if answer.isLarge { state.viewers[id]?.largeCount -= 1 }
        return .answer(answer)
      }
      guard let canvas = state.canvas, var viewer = state.viewers[id], viewer.isReady else {
        return nil
      }
      defer { state.viewers[id] = viewer }
      if viewer.needsHello {
        viewer.needsHello = false
        let hello = HelloMessage(
          title: title, width: canvas.bitmap.width, height: canvas.bitmap.height,
          scale: canvas.scale)
        return .message(.text(hello.text))
      }
      let changes = viewer.pending
      viewer.pending = PendingChanges()
      viewer.unconfirmed.append(state.number)
      if let last = state.last, last.number == state.number, last.changes == changes {
        return .message(.binary(last.bytes))
      }
      return .encode(canvas, state.number, state.time, changes)
    }
    switch step {
    case nil: return nil
    case .message(let message): return message
    case .answer(let answer): return .text(answer.text)
    case .attach(let attachment, let request):
      return .binary(AttachmentMessage(request: request, attachment, encoder: encoder).bytes)
    case .encode(let canvas, let number, let time, let changes):
      let patches =
        changes.copies.map { FramePatch($0) }
        + changes.stale.rects.map { FramePatch($0, canvas.bitmap.opaque(in: $0), encoder: encoder) }
      let bytes = FrameMessage(number: number, time: time, patches: patches).bytes
      state.withLock { state in
        if state.number == number { state.last = (number, changes, bytes) }
      }
      return .binary(bytes)
    }
  }

  /// Notes that a viewer shows a frame, and with it those before.
  ///
  /// - Returns: false if the viewer did not get that frame, or has confirmed it before.
  func confirm(_ number: UInt32, for id: Int) -> Bool {
    state.withLock { state in
      guard let index = state.viewers[id]?.unconfirmed.firstIndex(of: number) else { return false }
      state.viewers[id]?.unconfirmed.removeSubrange(...index)
      return true
    }
  }
}
