import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaInspector

/// The changes of visibility that a broadcast reported.
private final class Visibility: Sendable {
  let values = Locked<[Bool]>([])
}

@Suite("Frames for viewers")
struct FrameBroadcastTests {
  private let visibility = Visibility()

  private func makeBroadcast() -> FrameBroadcast {
    FrameBroadcast(title: "Test") { [visibility] value in
      visibility.values.withLock { $0.append(value) }
    }
  }

  private func show(_ frame: Frame, on broadcast: FrameBroadcast) {
    broadcast.show(frame.bitmap, in: frame.damage.rects, scale: 1, time: frame.time)
  }

  /// Gives a viewer all that it may have.
  private func receive(
    _ id: Int, from broadcast: FrameBroadcast, into picture: inout ViewerPicture, confirms: Bool
  ) throws -> Int {
    var count = 0
    while let message = broadcast.nextMessage(for: id) {
      try picture.apply(message)
      count += 1
      if confirms, case .binary = message {
        let number = try #require(picture.number)
        #expect(broadcast.confirm(number, for: id))
      }
    }
    return count
  }

  @Test("end at exactly the scene's frame, for one that keeps up and for one that lags", .slow)
  func walk() throws {
    for seed in 0..<UInt64(20) {
      var scene = try RandomScene(seed: firstWalkSeed &+ seed)
      var random = SeededGenerator(seed: seed)
      let broadcast = makeBroadcast()
      let quick = broadcast.addViewer {}
      let slow = broadcast.addViewer {}
      var (a, b) = (ViewerPicture(), ViewerPicture())
      for _ in 0..<60 {
        try scene.advance()
        show(scene.frame, on: broadcast)
        _ = try receive(quick, from: broadcast, into: &a, confirms: true)
        if a.number != nil { #expect(try a.bitmap == scene.frame.bitmap.overBlack()) }
        let count = try receive(slow, from: broadcast, into: &b, confirms: random.chance(5))
        #expect(count <= 60)
      }
      // The slow one confirms what it has, and gets the rest at once.
      if let number = b.number { _ = broadcast.confirm(number, for: slow) }
      _ = try receive(slow, from: broadcast, into: &b, confirms: true)
      #expect(try b.bitmap == scene.frame.bitmap.overBlack(), "seed \(seed)")
      #expect(b.frameCount < a.frameCount)
      #expect(b.title == "Test")
    }
  }

  @Test("are at most two without a confirmation, and the next one holds all that was missed")
  func flow() throws {
    let broadcast = makeBroadcast()
    let wakes = Locked(0)
    let id = broadcast.addViewer { wakes.withLock { $0 += 1 } }
    var picture = ViewerPicture()
    func paint(_ x: Int, _ color: UInt32) throws {
      var pixels = [UInt32](repeating: 0xFF00_0000, count: 40 * 10)
      for y in 0..<10 { pixels[y * 40 + x] = color }
      let rect = PixelRect(x: x, y: 0, width: 1, height: 10)
      broadcast.show(
        try Bitmap(width: 40, height: 10, pixels: pixels), in: [rect], scale: 2, time: 1)
    }
    try paint(0, 0xFF00_00FF)
    #expect(try receive(id, from: broadcast, into: &picture, confirms: false) == 2)
    #expect(picture.scale == 2)
    try paint(1, 0xFF00_FF00)
    #expect(try receive(id, from: broadcast, into: &picture, confirms: false) == 1)
    let count = wakes.withLock { $0 }
    for x in 2..<30 { try paint(x, 0xFFFF_0000) }
    #expect(wakes.withLock { $0 } == count)
    #expect(broadcast.nextMessage(for: id) == nil)
    #expect(broadcast.confirm(1, for: id))
    #expect(try receive(id, from: broadcast, into: &picture, confirms: false) == 1)
    #expect(picture.rects == [PixelRect(x: 2, y: 0, width: 28, height: 10)])
    #expect(picture.number == 30)
    #expect(!broadcast.confirm(1, for: id))
    #expect(!broadcast.confirm(31, for: id))
    // A frame that is shown confirms those before.
    #expect(broadcast.confirm(30, for: id))
    #expect(!broadcast.confirm(2, for: id))
  }

  @Test("are none while the scene is still")
  func still() throws {
    var scene = try RandomScene(seed: 1)
    let broadcast = makeBroadcast()
    let id = broadcast.addViewer {}
    var picture = ViewerPicture()
    for _ in 0..<20 { try scene.advance() }
    broadcast.show(scene.frame.bitmap, in: [], scale: 1, time: 0)
    #expect(try receive(id, from: broadcast, into: &picture, confirms: true) == 2)
    for _ in 0..<100 {
      broadcast.show(scene.frame.bitmap, in: [], scale: 1, time: 0)
      #expect(broadcast.nextMessage(for: id) == nil)
    }
    #expect(try picture.bitmap == scene.frame.bitmap.overBlack())
  }

  @Test("begin anew where the size changes, and where nobody has watched")
  func sizes() throws {
    let broadcast = makeBroadcast()
    #expect(broadcast.nextMessage(for: 0) == nil)
    let first = broadcast.addViewer {}
    #expect(broadcast.nextMessage(for: first) == nil)
    var picture = ViewerPicture()
    for size in [8, 300, 16] {
      let bitmap = try Bitmap(width: size, height: 2) { x, _ in
        Color(red: Double(x % 7) / 7, green: 0.5, blue: 0, alpha: Double(x % 3) / 2)
      }
      broadcast.show(bitmap, in: [], scale: 1, time: 0)
      #expect(try receive(first, from: broadcast, into: &picture, confirms: true) == 2)
      #expect(try picture.bitmap == bitmap.overBlack())
      // One who comes later gets the whole frame.
      let second = broadcast.addViewer {}
      var other = ViewerPicture()
      #expect(try receive(second, from: broadcast, into: &other, confirms: false) == 2)
      #expect(other.pixels == picture.pixels)
      broadcast.removeViewer(second)
      broadcast.removeViewer(second)
    }
    broadcast.removeViewer(first)
    #expect(broadcast.viewerCount == 0)
    let late = broadcast.addViewer {}
    #expect(broadcast.nextMessage(for: late) == nil)
    #expect(visibility.values.withLock { $0 } == [true, false, true])
  }

  @Test("are encoded as what is shorter, and both forms keep each pixel")
  func encodings() throws {
    for (size, encoding) in [(1, FramePatch.Encoding.raw), (4, .raw), (64, .png)] {
      let bitmap = try Bitmap(width: size, height: size) { x, y in
        Color(red: Double(x % 2), green: Double(y % 3) / 2, blue: 0.2)
      }
      let rect = PixelRect(x: 0, y: 0, width: size, height: size)
      let patch = FramePatch(rect, bitmap, encoder: .init())
      #expect(patch.encoding == encoding)
      var picture = ViewerPicture()
      try picture.apply(
        text: HelloMessage(title: "\u{0}\"<", width: size, height: size, scale: 1).text)
      #expect(picture.title == "\u{0}\"<")
      let message = FrameMessage(number: .max, time: -0.5, patches: [patch])
      try picture.apply(binary: message.bytes)
      #expect(try picture.bitmap == bitmap)
      #expect(picture.number == .max)
      #expect(picture.time == -0.5)
    }
  }
}
