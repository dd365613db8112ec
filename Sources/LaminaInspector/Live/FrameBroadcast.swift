import Foundation
import Lamina
import LaminaImages

/// The frame that is shown, and what each viewer has yet to see of it.
///
/// It keeps a copy of the frame's pixels. A viewer that is ready gets the pixels that differ from what
/// it has, whatever has happened in between: the damage of the frames that it missed is merged. So one
/// that lags gets fewer frames, and needs no memory but for a few rectangles and the messages that it
/// has not confirmed, of which there are at most ``messageLimit``.
///
/// It can be used from any thread. The scene's thread waits for others only while pixels are copied.
final class FrameBroadcast: Sendable {
  /// The number of frames that a viewer may have received without confirming that it shows them.
  static let messageLimit = 2

  /// A message for a viewer.
  enum Message: Equatable {
    case text(String)
    case binary([UInt8])
  }

  private struct Canvas {
    var pixels: [UInt32]
    let width: Int
    let height: Int
    let scale: Double

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Copies pixels of a picture of the same size, over black.
    mutating func copy(_ rect: PixelRect, from bitmap: Bitmap) {
      let width = width
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in rect.minY..<rect.maxY {
          bitmap.withRow(y) { row in
            for x in rect.minX..<rect.maxX { pixels[y * width + x] = row[x] | 0xFF00_0000 }
          }
        }
      }
    }

    func picture(of rect: PixelRect) -> Bitmap {
      Bitmap(width: rect.width, height: rect.height) { output in
        pixels.withUnsafeBufferPointer { pixels in
          for y in 0..<rect.height {
            (output.baseAddress! + y * rect.width).update(
              from: pixels.baseAddress! + (rect.minY + y) * width + rect.minX, count: rect.width)
          }
        }
      }
    }
  }

  private struct ViewerRecord {
    let wake: @Sendable () -> Void
    var needsHello = true
    var pending = Region()
    /// The numbers of the frames that are not confirmed.
    var unconfirmed: [UInt32] = []

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
    var last: (number: UInt32, region: Region, bytes: [UInt8])?
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
  /// is another than before.
  ///
  /// - Complexity: O(area of the rectangles).
  func show(_ bitmap: Bitmap, in rects: [PixelRect], scale: Double, time: Double) {
    let wakes = state.withLock { state -> [@Sendable () -> Void] in
      let bounds = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
      let isSame = state.canvas.map { $0.bounds == bounds && $0.scale == scale } ?? false
      if !isSame {
        state.canvas = Canvas(
          pixels: [UInt32](repeating: 0xFF00_0000, count: bounds.area), width: bitmap.width,
          height: bitmap.height, scale: scale)
      }
      var damage = Region()
      for rect in isSame ? rects : [bounds] { damage.insert(rect.intersection(bounds)) }
      if damage.isEmpty { return [] }
      for rect in damage.rects { state.canvas?.copy(rect, from: bitmap) }
      state.number &+= 1
      state.time = time
      state.last = nil
      var wakes: [@Sendable () -> Void] = []
      for id in state.viewers.keys {
        state.viewers[id]?.pending.formUnion(damage)
        if !isSame {
          state.viewers[id]?.needsHello = true
          state.viewers[id]?.pending = damage
        }
        if let viewer = state.viewers[id], viewer.isReady { wakes.append(viewer.wake) }
      }
      return wakes
    }
    for wake in wakes { wake() }
  }

  // MARK: - The viewers' side

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
        state.last = nil
        noteVisibility(true)
      }
      viewer.pending = state.canvas.map { Region($0.bounds) } ?? Region()
      state.viewers[id] = viewer
      return id
    }
  }

  /// Removes a viewer.
  func removeViewer(_ id: Int) {
    state.withLock { state in
      guard state.viewers.removeValue(forKey: id) != nil, state.viewers.isEmpty else { return }
      noteVisibility(false)
    }
  }

  /// Returns the next message for a viewer, or nil if it has to wait until it is woken.
  ///
  /// - Complexity: O(area of the rectangles that it has not seen).
  func nextMessage(for id: Int) -> Message? {
    enum Step {
      case message(Message)
      case encode(UInt32, Double, Region, [(PixelRect, Bitmap)])
    }
    let step = state.withLock { state -> Step? in
      guard let canvas = state.canvas, var viewer = state.viewers[id], viewer.isReady else {
        return nil
      }
      defer { state.viewers[id] = viewer }
      if viewer.needsHello {
        viewer.needsHello = false
        let hello = HelloMessage(
          title: title, width: canvas.width, height: canvas.height, scale: canvas.scale)
        return .message(.text(hello.text))
      }
      let region = viewer.pending
      viewer.pending = Region()
      viewer.unconfirmed.append(state.number)
      if let last = state.last, last.number == state.number, last.region == region {
        return .message(.binary(last.bytes))
      }
      return .encode(
        state.number, state.time, region, region.rects.map { ($0, canvas.picture(of: $0)) })
    }
    switch step {
    case nil: return nil
    case .message(let message): return message
    case .encode(let number, let time, let region, let pictures):
      let patches = pictures.map { FramePatch($0, $1, encoder: encoder) }
      let bytes = FrameMessage(number: number, time: time, patches: patches).bytes
      state.withLock { state in
        if state.number == number { state.last = (number, region, bytes) }
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
