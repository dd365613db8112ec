import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("GIF")
struct GIFReaderTests {
  @Test(
    "has the pixels that Pillow reads",
    arguments: ["one", "interlaced", "two-colors", "noise", "full-table", "flat"])
  func pixels(name: String) throws {
    let file = try PillowFiles.bytes(name + ".gif")
    let expected = try PillowFiles.expected(name)
    #expect(try Bitmap(encoded: file) == expected)
    let animated = try AnimatedBitmap(encoded: file)
    #expect(animated.frames.map(\.bitmap) == [expected])
    #expect(animated.loopCount == 1)
  }

  @Test("has the frames that Pillow composes, disposed of in every way, with their times")
  func frames() throws {
    let file = try PillowFiles.bytes("disposal.gif")
    let animated = try AnimatedBitmap(gif: file)
    #expect(try PillowFiles.strip(animated) == PillowFiles.expected("disposal"))
    // Delays of 0 and 1 hundredths are ten.
    #expect(animated.frames.map(\.duration) == [0.1, 0.1, 0.02, 0.07, 5, 655.35])
    #expect(animated.frames.map(\.time) == [0, 0.1, 0.2, 0.22, 0.29, 5.29])
    #expect(animated.duration == 660.64)
    #expect(animated.loopCount == 5)
    #expect(try Bitmap(gif: file) == animated.frames[0].bitmap)
  }

  @Test("that repeats forever has a loop count of 0")
  func forever() throws {
    let animated = try AnimatedBitmap(gif: PillowFiles.bytes("forever.gif"))
    #expect(animated.loopCount == 0)
    #expect(animated.frames.map(\.time) == [0, 0.03])
    #expect(animated.duration == 0.08)
  }

  /// Files of 4 x 3 pixels, black, white, red and green.
  private struct Builder {
    var bytes: [UInt8]

    init(width: UInt8 = 4, height: UInt8 = 3, hasColors: Bool = true) {
      bytes = Array("GIF89a".utf8) + [width, 0, height, 0, hasColors ? 0x81 : 1, 0, 0]
      if hasColors { bytes += [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0] }
    }

    mutating func control(disposal: UInt8 = 0, delay: UInt8 = 10, transparent: UInt8? = nil) {
      bytes += [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1), delay, 0]
      bytes += [transparent ?? 0, 0]
    }

    /// A frame of one colour, or of these codes of three bits.
    mutating func frame(
      _ x: UInt8, _ y: UInt8, _ width: UInt8, _ height: UInt8, color: Int = 0, codes: [Int]? = nil
    ) {
      bytes += [0x2C, x, 0, y, 0, width, 0, height, 0, 0, 2]
      // Cleared after each two, so that codes keep their size.
      let pixels = [Int](repeating: color, count: Int(width) * Int(height))
      var cleared: [Int] = []
      for start in stride(from: 0, to: pixels.count, by: 2) {
        cleared += [4] + pixels[start..<min(start + 2, pixels.count)]
      }
      let codes = codes ?? cleared + [5]
      let bits = codes.flatMap { code in (0..<3).map { UInt8(code >> $0 & 1) } }
      let data = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
      }
      bytes += [UInt8(data.count)] + data + [0]
    }

    var file: [UInt8] { bytes + [0x3B] }
  }

  private static let white: UInt32 = 0xFFFF_FFFF
  private static let red: UInt32 = 0xFFFF_0000

  @Test("disposes of a frame to transparency, also without a transparent colour")
  func background() throws {
    var builder = Builder()
    builder.control(disposal: 1)
    builder.frame(0, 0, 4, 3, color: 1)
    builder.control(disposal: 2)
    builder.frame(1, 1, 2, 1, color: 2)
    builder.control(disposal: 3)
    builder.frame(0, 2, 4, 1, color: 3)
    builder.frame(3, 0, 1, 1, color: 2)
    let frames = try AnimatedBitmap(gif: builder.file).frames.map(\.bitmap.pixels)
    let (w, r, g) = (Self.white, Self.red, 0xFF00_FF00 as UInt32)
    #expect(frames[0] == [w, w, w, w, w, w, w, w, w, w, w, w])
    #expect(frames[1] == [w, w, w, w, w, r, r, w, w, w, w, w])
    #expect(frames[2] == [w, w, w, w, w, 0, 0, w, g, g, g, g])
    #expect(frames[3] == [w, w, w, r, w, 0, 0, w, w, w, w, w])
  }

  @Test("is transparent where no frame is, and as large as the first frame needs")
  func extent() throws {
    var builder = Builder()
    builder.frame(3, 2, 3, 2, color: 1)
    builder.frame(5, 0, 4, 9, color: 2)
    let frames = try AnimatedBitmap(gif: builder.file).frames.map(\.bitmap)
    #expect(frames[0].width == 6 && frames[0].height == 4)
    let (w, r) = (Self.white, Self.red)
    #expect(frames[0].pixels == Array(repeating: 0, count: 15) + [w, w, w, 0, 0, 0, w, w, w])
    #expect((0..<4).map { frames[1][5, $0] } == [r, r, r, r])
    #expect(frames[1][4, 3] == w && frames[1][4, 0] == 0)
  }

  @Test("skips what it does not draw: comments, texts, and extensions of programs")
  func extensions() throws {
    var plain = Builder()
    plain.frame(0, 0, 4, 3, color: 2)
    var builder = Builder()
    builder.bytes += [0x21, 0xFE, 2, 65, 66, 1, 67, 0]
    builder.bytes += [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + [3, 1, 2, 3, 0]
    builder.bytes += [0x21, 0x77, 0]
    // The control belongs to the text, whose place it has.
    builder.control(delay: 99, transparent: 2)
    builder.bytes += [0x21, 0x01, 12] + [UInt8](repeating: 0, count: 12) + [1, 65, 0]
    builder.frame(0, 0, 4, 3, color: 2)
    let animated = try AnimatedBitmap(gif: builder.file + [1, 2, 3])
    #expect(animated == (try AnimatedBitmap(gif: plain.file)))
    #expect(animated.loopCount == 1)
  }

  private func error(_ builder: Builder) -> PictureReadError? {
    #expect(throws: PictureReadError.self) { try AnimatedBitmap(gif: builder.file) }
  }

  @Test("that is wrong is an error that says where")
  func wrong() {
    #expect(error(Builder()) == .invalid("the picture is missing", offset: 25))
    var builder = Builder(hasColors: false)
    builder.frame(0, 0, 4, 3)
    #expect(error(builder) == .invalid("the colours are missing", offset: 14))
    builder = Builder()
    builder.frame(0, 0, 0, 3)
    #expect(error(builder) == .invalid("a frame without pixels", offset: 26))
    builder = Builder()
    builder.bytes += [0]
    #expect(error(builder) == .invalid("a block of an unknown kind, 0", offset: 25))
    builder = Builder()
    builder.bytes += [0x21, 0xF9, 3, 0, 0, 0, 0]
    #expect(error(builder) == .invalid("the control of a frame is too short", offset: 25))
    for size: UInt8 in [0, 9] {
      builder = Builder()
      builder.frame(0, 0, 4, 3)
      builder.bytes[35] = size
      #expect(error(builder) == .invalid("codes of \(size) bits", offset: 35))
    }
    // The first code after a clearing one must be a colour.
    builder = Builder()
    builder.frame(0, 0, 4, 3, codes: [4, 6, 0, 0])
    #expect(
      error(builder) == .invalid("a code of the compressed data means nothing", offset: 38))
    // The data end before the picture does, with the code for it and without.
    builder = Builder()
    builder.frame(0, 0, 4, 3, codes: [4, 1, 5, 0])
    #expect(error(builder) == .truncated(offset: 39))
    builder = Builder()
    builder.frame(0, 0, 4, 3, codes: [4, 1])
    #expect(error(builder) == .truncated(offset: 38))
    // A colour that the table does not have.
    builder = Builder()
    builder.bytes = Array("GIF89a".utf8) + [4, 0, 3, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    builder.frame(0, 0, 4, 3, color: 2)
    #expect(error(builder) == .invalid("colour 2 of a table with 2", offset: 31))
  }

  @Test("keeps to the budget, which counts the pixels of all frames, before it decodes them")
  func budget() throws {
    var builder = Builder(width: 40, height: 10)
    for _ in 0..<5 { builder.frame(0, 0, 1, 1) }
    let file = builder.file
    #expect(try AnimatedBitmap(gif: file, budget: PictureBudget(pixels: 2_000)).frames.count == 5)
    #expect(throws: PictureReadError.overBudget(.pixels, actual: 2_000, limit: 1_999)) {
      try AnimatedBitmap(gif: file, budget: PictureBudget(pixels: 1_999))
    }
    #expect(try Bitmap(gif: file, budget: PictureBudget(pixels: 400)).width == 40)
    #expect(throws: PictureReadError.overBudget(.pixels, actual: 400, limit: 399)) {
      try Bitmap(gif: file, budget: PictureBudget(pixels: 399))
    }
    #expect(throws: PictureReadError.overBudget(.width, actual: 40, limit: 39)) {
      try Bitmap(encoded: file, budget: PictureBudget(width: 39))
    }
    // Many small frames cost more than their pixels.
    var tiny = Builder(width: 1, height: 1)
    for _ in 0..<9 { tiny.frame(0, 0, 1, 1) }
    #expect(throws: PictureReadError.overBudget(.pixels, actual: 2_304, limit: 2_303)) {
      try AnimatedBitmap(gif: tiny.file, budget: PictureBudget(pixels: 2_303))
    }
    // Data of four bytes cannot hold 200 x 200 pixels.
    var lying = Builder(width: 200, height: 200)
    lying.frame(0, 0, 200, 200, codes: [4, 0, 6, 7])
    #expect(throws: PictureReadError.truncated(offset: lying.bytes.count)) {
      try Bitmap(gif: lying.file)
    }
  }
}
