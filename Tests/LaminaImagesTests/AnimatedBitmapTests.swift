import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaImages

@Suite("Animated bitmaps")
struct AnimatedBitmapTests {
  private func bitmaps(_ count: Int) throws -> [Bitmap] {
    try (0..<count).map {
      try Bitmap(width: 2, height: 1, pixels: [0xFF00_0000 | UInt32($0), 0xFFFF_FFFF])
    }
  }

  @Test("show each frame from its time on, in a layer, once or as often as they say")
  func animation() throws {
    let animated = try AnimatedBitmap(gif: PillowFiles.bytes("disposal.gif"))
    let renderer = try Renderer(size: CGSize(width: 10, height: 8))
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 8)
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    let rest = try Bitmap(width: 10, height: 8) { _, _ in .blue }
    layer.contents = rest
    layer.add(animated.makeAnimation(), forKey: "frames")
    renderer.commit(at: 0)
    func expect(_ bitmap: Bitmap, at time: Double) throws {
      let pixels = try renderer.render(at: time).bitmap.pixels
      // Over the renderer's black.
      let expected = bitmap.pixels.map { $0 | 0xFF00_0000 }
      #expect(pixels.map { $0 | 0xFF00_0000 } == expected, "at \(time)")
    }
    for frame in animated.frames {
      try expect(frame.bitmap, at: frame.time)
      try expect(frame.bitmap, at: frame.time + 0.999 * frame.duration)
    }
    // Four times more, and then what the layer has itself.
    try expect(animated.frames[0].bitmap, at: animated.duration)
    try expect(animated.frames[1].bitmap, at: 4 * animated.duration + 0.15)
    try expect(animated.frames[5].bitmap, at: 5 * animated.duration - 0.01)
    try expect(rest, at: 5 * animated.duration + 0.001)
  }

  @Test("are keyframes of contents")
  func keyframes() throws {
    let bitmaps = try bitmaps(3)
    let animated = AnimatedBitmap(
      bitmaps: bitmaps, frameRate: FrameRate(30_000, over: 1_001), loopCount: 2)
    #expect(animated.frames.map(\.bitmap) == bitmaps)
    let times = [0, 1_001, 2_002].map { Double($0) / 30_000 }
    #expect(animated.frames.map(\.time) == times)
    #expect(animated.duration == 3_003.0 / 30_000)
    let animation = animated.makeAnimation()
    #expect(animation.keyPath == "contents")
    #expect(animation.calculationMode == .discrete)
    #expect(animation.values as? [Bitmap] == bitmaps)
    #expect(animation.keyTimes == times.map { $0 / animated.duration } + [1])
    #expect(animation.duration == animated.duration)
    #expect(animation.repeatCount == 2)
    let endless = AnimatedBitmap(bitmaps: bitmaps, frameRate: FrameRate(1))
    #expect(endless.makeAnimation().repeatCount == .infinity)
  }

  @Test("of an animated PNG are the frames that Pillow or ffmpeg composes", arguments: 0..<3)
  func animatedPNG(disposal: Int) throws {
    let name = "disposal-\(disposal)"
    let animated = try AnimatedBitmap(encoded: PillowFiles.bytes(name + ".apng"))
    #expect(try PillowFiles.strip(animated) == PillowFiles.expected("apng-" + name))
    #expect(animated.frames.map(\.time) == [0, 0.05, 0.15, 0.18])
    #expect(animated.duration == 0.2)
    #expect(animated.loopCount == disposal)
  }

  @Test("of an animated PNG with a palette, and of one whose default image is apart")
  func otherAnimatedPNG() throws {
    let palette = try AnimatedBitmap(png: PillowFiles.bytes("palette.apng"))
    #expect(try PillowFiles.strip(palette) == PillowFiles.expected("apng-palette"))
    let file = try PillowFiles.bytes("separate.apng")
    let separate = try AnimatedBitmap(png: file)
    #expect(try PillowFiles.strip(separate) == PillowFiles.expected("apng-separate"))
    #expect(separate.frames.map(\.duration) == [0.07, 0.09])
    #expect(try Bitmap(png: file) != separate.frames[0].bitmap)
  }

  @Test("of what AnimatedPNGSink writes are its frames")
  func ownPNG() throws {
    let folder = TemporaryFolder()
    let bitmaps = try bitmaps(4)
    let rate = FrameRate(30_000, over: 1_001)
    let sink = try makeFrameSink(output: folder("a.apng"), frameRate: rate, loopCount: 3)
    for (index, bitmap) in bitmaps.enumerated() {
      try sink.write(bitmap, at: rate.time(ofFrame: index))
    }
    try sink.finish()
    let expected = AnimatedBitmap(bitmaps: bitmaps, frameRate: rate, loopCount: 3)
    #expect(try AnimatedBitmap(contentsOfFile: folder("a.apng")) == expected)
  }

  @Test("of an animated PNG that is wrong are an error that says where")
  func wrongPNG() throws {
    let file = try PillowFiles.bytes("disposal-1.apng")
    func chunks(_ edit: (inout [(String, [UInt8])]) -> Void) throws -> [UInt8] {
      var reader = PNGChunkReader(file)
      var parts: [(String, [UInt8])] = []
      while parts.last?.0 != "IEND" {
        let chunk = try reader.next()
        parts.append((chunk.type, Array(file[chunk.content])))
      }
      edit(&parts)
      var builder = PNGBuilder()
      for part in parts { builder.add(part.0, part.1) }
      return builder.bytes
    }
    func error(_ edit: (inout [(String, [UInt8])]) -> Void) throws -> String? {
      let bytes = try chunks(edit)
      return #expect(throws: PictureReadError.self) { try AnimatedBitmap(png: bytes) }?.description
    }
    #expect(try AnimatedBitmap(png: chunks { _ in }).frames.count == 4)
    func first(_ type: String, _ parts: [(String, [UInt8])]) -> Int {
      parts.firstIndex { $0.0 == type }!
    }
    #expect(try error { $0[first("acTL", $0)].1[3] = 5 }?.contains("all of its 5 frames") == true)
    #expect(try error { $0[first("acTL", $0)].1.removeLast() }?.contains("wrong control") == true)
    #expect(try error { $0[first("fdAT", $0)].1[3] ^= 1 }?.contains("out of sequence") == true)
    #expect(try error { $0[first("fcTL", $0)].1.removeLast() }?.contains("wrong control") == true)
    #expect(try error { $0[first("fcTL", $0)].1[24] = 3 }?.contains("wrong control") == true)
    #expect(try error { $0[first("fcTL", $0)].1[15] = 1 }?.contains("outside the picture") == true)
    #expect(try error { $0[first("fcTL", $0)].1[7] = 0 }?.contains("empty") == true)
    #expect(try error { $0[first("fdAT", $0)].1[9] ^= 255 }?.contains("frame's picture") == true)
    #expect(throws: PictureReadError.overBudget(.pixels, actual: 1_024, limit: 1_023)) {
      try AnimatedBitmap(png: file, budget: PictureBudget(pixels: 1_023))
    }
  }

  @Test("of a still picture are one frame of a tenth of a second")
  func still() throws {
    let bitmap = try bitmaps(1)[0]
    for bytes in [bitmap.pngData(), bitmap.ppmData()] {
      let animated = try AnimatedBitmap(encoded: bytes)
      #expect(animated.frames.map(\.bitmap) == [bitmap])
      #expect(animated.duration == 0.1)
      #expect(animated.loopCount == 1)
    }
  }

  @Test("are read by tasks, with the errors that a thread gets")
  func tasks() async throws {
    let folder = TemporaryFolder()
    let file = try PillowFiles.bytes("disposal.gif")
    try Data(file).write(to: URL(filePath: folder("a.gif")))
    #expect(
      try await AnimatedBitmap.load(contentsOfFile: folder("a.gif")) == AnimatedBitmap(gif: file))
    await #expect(throws: PictureReadError.system(path: folder("b.gif"), code: ENOENT)) {
      try await AnimatedBitmap.load(contentsOfFile: folder("b.gif"))
    }
    #expect(throws: PictureReadError.unknownFormat) { try AnimatedBitmap(gif: [1, 2, 3]) }
    #expect(throws: PictureReadError.unknownFormat) { try AnimatedBitmap(encoded: []) }
  }
}
