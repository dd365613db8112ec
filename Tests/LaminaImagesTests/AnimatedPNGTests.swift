import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaImages

@Suite("Animated PNG")
struct AnimatedPNGTests {
  let folder = TemporaryFolder()

  /// 6 x 4 pixels in one colour, with others where it is said.
  private func picture(
    _ background: UInt32 = 0xFF10_2030, _ others: [(x: Int, y: Int, pixel: UInt32)] = []
  ) throws -> Bitmap {
    var pixels = [UInt32](repeating: background, count: 24)
    for other in others { pixels[other.y * 6 + other.x] = other.pixel }
    return try Bitmap(width: 6, height: 4, pixels: pixels)
  }

  private func sink(
    _ rate: FrameRate = FrameRate(60), loopCount: Int = 0, hasAlpha: Bool? = nil,
    compressionLevel: Int? = nil
  ) throws -> AnimatedPNGSink {
    try AnimatedPNGSink(
      to: .file(path: folder("a.apng")), frameRate: rate, loopCount: loopCount, hasAlpha: hasAlpha,
      compressionLevel: compressionLevel)
  }

  private func replay() throws -> AnimatedPNGReplay {
    try AnimatedPNGReplay(#require(folder.bytes("a.apng")))
  }

  @Test("holds of each frame the rectangle that is new, and for how long it is shown")
  func rectangles() throws {
    let pictures = [
      try picture(), try picture(0xFF10_2030, [(4, 1, 0xFFFF_0000)]),
      try picture(0xFF10_2030, [(4, 1, 0xFFFF_0000), (1, 3, 0xFF00_FF00), (2, 2, 0xFF00_FF01)]),
      try picture(),
    ]
    let sink = try sink(loopCount: 3)
    for (index, tick) in [0, 2, 3, 7].enumerated() {
      try sink.write(pictures[index], at: 5 + FrameRate(60).time(ofFrame: tick))
    }
    try sink.finish()
    let replay = try replay()
    #expect(replay.loopCount == 3)
    #expect(
      replay.chunks == [
        "IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    #expect(
      replay.frames.map(\.rect) == [
        PixelRect(x: 0, y: 0, width: 6, height: 4), PixelRect(x: 4, y: 1, width: 1, height: 1),
        PixelRect(x: 1, y: 2, width: 2, height: 2), PixelRect(x: 1, y: 1, width: 4, height: 3),
      ])
    #expect(replay.frames.map(\.numerator) == [1, 1, 1, 1])
    #expect(replay.frames.map(\.denominator) == [30, 60, 15, 60])
    #expect(replay.frames.map(\.picture) == pictures)
  }

  @Test("shows a frame longer where nothing differs, also the last")
  func nothingNew() throws {
    let sink = try sink(FrameRate(30_000, over: 1_001))
    let (first, second) = (try picture(), try picture(0xFF10_2031))
    let rate = FrameRate(30_000, over: 1_001)
    for (index, picture) in [first, first, first, second, second].enumerated() {
      try sink.write(picture, at: rate.time(ofFrame: index))
    }
    try sink.finish()
    let replay = try replay()
    #expect(replay.frames.map(\.numerator) == [1_001, 1_001])
    #expect(replay.frames.map(\.denominator) == [10_000, 15_000])
    #expect(replay.pictures(rate) == [first, first, first, second, second])
  }

  @Test("of frames at one time the last is seen, and what one of them changed is put back")
  func sameTime() throws {
    let sink = try sink(FrameRate(10))
    let dot = try picture(0xFF10_2030, [(5, 0, 0xFF00_0001)])
    let last = try picture(0xFF10_2030, [(0, 3, 0xFF00_0002)])
    // 0.21 and 0.24 are nearest to the second tenth, as 0.2 is.
    for (picture, time) in [(try picture(), 0.0), (dot, 0.2), (last, 0.21), (last, 0.24)] {
      try sink.write(picture, at: time)
    }
    try sink.finish()
    let replay = try replay()
    #expect(replay.pictures(FrameRate(10)) == [try picture(), try picture(), last])
    #expect(replay.frames[1].rect == PixelRect(x: 0, y: 0, width: 6, height: 4))
  }

  @Test("times between the rate's do not add up to a drift")
  func unevenTimes() throws {
    let sink = try sink(FrameRate(25))
    var ticks: [Int] = []
    for index in 0..<50 {
      let time = Double(index) * 0.0571
      ticks.append(Int((time * 25).rounded()))
      try sink.write(try picture(0xFF00_0000 | UInt32(index)), at: time)
    }
    try sink.finish()
    var expected: [UInt32] = []
    for tick in 0...ticks[49] { expected.append(UInt32(ticks.lastIndex { $0 <= tick }!)) }
    #expect(try replay().pictures(FrameRate(25)).map { $0[0, 0] & 0xFF_FFFF } == expected)
  }

  @Test("a time that does not fit into one fraction is shared by frames that change nothing")
  func longTimes() throws {
    let rate = FrameRate(30_000, over: 1_001)
    let sink = try sink(rate)
    let (first, second) = (try picture(), try picture(0xFF10_2030, [(2, 3, 0xFF00_0001)]))
    try sink.write(first, at: 0)
    try sink.write(second, at: rate.time(ofFrame: 29_999))
    try sink.write(first, at: rate.time(ofFrame: 30_000 * 100))
    try sink.finish()
    let replay = try replay()
    #expect(replay.frames.count < 20)
    var ticks: [(Bitmap, Int)] = []
    for frame in replay.frames {
      let count = frame.numerator * 30_000 / (frame.denominator * 1_001)
      #expect(count * frame.denominator * 1_001 == frame.numerator * 30_000)
      if ticks.last?.0 == frame.picture {
        ticks[ticks.count - 1].1 += count
        #expect(frame.rect.area == 1)
      } else {
        ticks.append((frame.picture, count))
      }
    }
    #expect(ticks.map(\.0) == [first, second, first])
    #expect(ticks.map(\.1) == [29_999, 30_000 * 100 - 29_999, 1])
  }

  @Test(
    "fractions are exact, and the longest that fit", .slow, arguments: [1, 24, 60, 997, 65_535])
  func fractions(numerator: Int) {
    for denominator in [1, 2, 1_001, 65_535] {
      let rate = FrameRate(numerator, over: denominator)
      let delays = AnimatedPNGDelays(rate)
      for ticks in [1, 2, 59, 60, 65_535, 65_536, 1_000_003] {
        var sum = 0
        for part in delays.parts(ticks: ticks) {
          #expect((1...65_535).contains(part.numerator))
          #expect((1...65_535).contains(part.denominator))
          #expect(part.numerator * rate.numerator % (part.denominator * rate.denominator) == 0)
          sum += part.numerator * rate.numerator / (part.denominator * rate.denominator)
        }
        #expect(sum == ticks)
        // With a larger one each part is a single frame's time.
        if denominator > 1_001 { continue }
        let seconds = Double(ticks * rate.denominator) / Double(rate.numerator)
        #expect(delays.parts(ticks: ticks).count <= 12 + Int(seconds / 40_000))
      }
    }
  }

  @Test("is RGB if the first frame is opaque, and RGBA if not or if that is asked for")
  func colorTypes() throws {
    for (pixel, hasAlpha, expected) in [
      (0xFF01_0203 as UInt32, nil as Bool?, 2 as UInt8), (0x8001_0203, nil, 6),
      (0xFF01_0203, true, 6), (0xFF01_0203, false, 2),
    ] {
      let sink = try sink(hasAlpha: hasAlpha)
      try sink.write(try picture(pixel), at: 0)
      try sink.finish()
      #expect(try replay().colorType == expected)
      #expect(try replay().frames[0].picture == picture(pixel))
    }
  }

  @Test("translucent pixels replace what was there, and come back exactly")
  func translucent() throws {
    let sink = try sink(hasAlpha: true)
    let pictures = [
      try picture(), try picture(0x8040_2001, [(2, 2, 0)]), try picture(0),
      try picture(0x0101_0100, [(0, 0, 0xFFFF_FFFF)]),
    ]
    for (index, picture) in pictures.enumerated() {
      try sink.write(picture, at: Double(index) / 60)
    }
    try sink.finish()
    #expect(try replay().pictures(FrameRate(60)) == pictures)
  }

  @Test("readers without animations read the first frame")
  func defaultPicture() throws {
    let sink = try sink()
    let first = try picture(0xFF10_2030, [(5, 3, 0xFFFF_FFFF)])
    try sink.write(first, at: 0)
    try sink.write(try picture(), at: 1)
    try sink.finish()
    #expect(try Bitmap(contentsOfFile: folder("a.apng")) == first)
  }

  @Test("gives the same bytes for the same frames, with every compression")
  func deterministic() throws {
    var files: [[UInt8]] = []
    for compressionLevel in [nil, nil, 0, 6] {
      let sink = try sink(compressionLevel: compressionLevel)
      for index in 0..<9 {
        try sink.write(
          try picture(0xFF10_2030, [(index % 6, index % 4, 0xFFFF_0000)]), at: Double(index) / 60)
      }
      try sink.finish()
      files.append(try #require(folder.bytes("a.apng")))
    }
    #expect(files[0] == files[1])
    let expected = try AnimatedPNGReplay(files[0]).frames
    #expect(expected.count == 9)
    for file in files[2...] { #expect(try AnimatedPNGReplay(file).frames == expected) }
  }
}

@Suite("Animated PNG that fail")
struct AnimatedPNGFailureTests {
  let folder = TemporaryFolder()
  let picture: Bitmap

  init() throws {
    picture = try Bitmap(width: 3, height: 2, pixels: [UInt32](repeating: 0xFF00_0000, count: 6))
  }

  private func sink(hasAlpha: Bool? = nil) throws -> AnimatedPNGSink {
    try AnimatedPNGSink(
      to: .file(path: folder("a.apng")), frameRate: FrameRate(60), hasAlpha: hasAlpha)
  }

  /// Writes a frame that is refused, and sees that nothing is left and all later calls throw.
  private func expect(
    _ error: OutputError, _ sink: AnimatedPNGSink, _ bitmap: Bitmap, at time: Double
  ) {
    #expect(throws: error) { try sink.write(bitmap, at: time) }
    #expect(folder.names.isEmpty)
    #expect(throws: error) { try sink.finish() }
    #expect(folder.names.isEmpty)
  }

  @Test("leave no file, and say the size, the time or the transparency that is wrong")
  func frames() throws {
    let path = folder("a.apng")
    var sink = try sink()
    try sink.write(picture, at: 0)
    let wide = try Bitmap(width: 4, height: 2, pixels: [UInt32](repeating: 0, count: 8))
    expect(
      .sizeChanged(path: path, width: 4, height: 2, expectedWidth: 3, expectedHeight: 2), sink,
      wide, at: 1)
    for time in [0.5, -1e300, 2_147_483_649, 1e300, .infinity, -.infinity] {
      sink = try self.sink()
      try sink.write(picture, at: 1)
      expect(.invalidTime(path: path, time: time, previous: 1), sink, picture, at: time)
    }
    sink = try self.sink()
    try sink.write(picture, at: 0)
    #expect(throws: OutputError.self) { try sink.write(picture, at: .nan) }
    #expect(folder.names.isEmpty)
    sink = try self.sink()
    expect(.invalidTime(path: path, time: .infinity, previous: nil), sink, picture, at: .infinity)

    let translucent = try Bitmap(
      width: 3, height: 2, pixels: [0xFF00_0000, 0xFF00_0000, 0xFF00_0000, 0xFE00_0000, 0, 0])
    let reason = "a frame is translucent, but the file was begun without alpha: set hasAlpha"
    sink = try self.sink()
    try sink.write(picture, at: 0)
    expect(.unsuitableFormat(path: path, reason: reason), sink, translucent, at: 1)
    sink = try self.sink(hasAlpha: false)
    expect(.unsuitableFormat(path: path, reason: reason), sink, translucent, at: 0)
  }

  @Test("may have the longest representable duration, and begin very early or late")
  func extremeTimes() throws {
    for start in [-1e15, 0, 1e15] {
      let sink = try sink()
      try sink.write(picture, at: start)
      try sink.write(picture, at: start + 200_000)
      try sink.finish()
      let frames = try AnimatedPNGReplay(#require(folder.bytes("a.apng"))).frames
      #expect(frames.reduce(0) { $0 + 60 / $1.denominator * $1.numerator } == 200_000 * 60 + 1)
    }
    let sink = try sink()
    try sink.write(picture, at: 0)
    try sink.write(picture, at: 2_147_483_647)
    try sink.finish()
    // 32,768 times 65,535 seconds, 32,767 seconds, and one frame.
    #expect(bigEndian(try #require(folder.bytes("a.apng"))[41..<45]) == 32_770)
  }

  @Test("were given no frame, or one after the end")
  func ends() throws {
    let empty = try sink()
    #expect(throws: OutputError.noFrames(path: folder("a.apng"))) { try empty.finish() }
    #expect(folder.names.isEmpty)
    let sink = try sink()
    try sink.write(picture, at: 0)
    #expect(folder.names.count == 1)
    #expect(folder.names != ["a.apng"], "it has its name only when it is whole")
    try sink.finish()
    try sink.finish()
    #expect(folder.names == ["a.apng"])
    #expect(throws: OutputError.finished(path: folder("a.apng"))) {
      try sink.write(picture, at: 1)
    }
    #expect(folder.names == ["a.apng"])
  }

  @Test("released unfinished, leave the previous file of the name")
  func letGo() throws {
    let before = try sink()
    try before.write(picture, at: 0)
    try before.finish()
    let bytes = try #require(folder.bytes("a.apng"))
    do {
      let sink = try sink()
      try sink.write(picture, at: 0)
      #expect(folder.names.count == 2)
    }
    #expect(folder.names == ["a.apng"])
    #expect(try #require(folder.bytes("a.apng")) == bytes)
  }

  @Test("are no files, or have a frame rate that does not fit")
  func destinations() throws {
    let reason = "an animated PNG says at its start how many frames it has, so it must be a file"
    for (destination, name) in [
      (OutputDestination.standardOutput, "standard output"),
      (.file(path: "/dev/null"), "/dev/null"),
    ] {
      #expect(throws: OutputError.unsuitableFormat(path: name, reason: reason)) {
        try AnimatedPNGSink(to: destination, frameRate: FrameRate(60))
      }
    }
    #expect(
      throws: OutputError.unsuitableFormat(
        path: folder("a.apng"),
        reason: "an animated PNG stores fractions of a second in numbers up to 65535, and "
          + "65536 frames per second need larger ones")
    ) { try AnimatedPNGSink(to: .file(path: folder("a.apng")), frameRate: FrameRate(65_536)) }
    #expect(folder.names.isEmpty)
  }
}
