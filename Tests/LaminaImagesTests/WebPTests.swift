#if WebP
  import Foundation
  import Lamina
  import LaminaImages
  import LaminaTestSupport
  import Testing

  @Suite("WebP")
  struct WebPTests {
    private let folder = TemporaryFolder()

    @Test(
      "has the pixels that Pillow reads",
      arguments: ["lossy", "lossy-alpha", "lossless", "lossless-alpha"])
    func pixels(name: String) throws {
      let file = try PillowFiles.bytes(name + ".webp")
      let bitmap = try Bitmap(encoded: file)
      #expect(try bitmap == PillowFiles.expected(name))
      #expect(bitmap.isOpaque == !name.hasSuffix("alpha"))
      #expect(try AnimatedBitmap(webp: file).frames.map(\.bitmap) == [bitmap])
    }

    @Test("has the frames and times that Pillow reads")
    func frames() throws {
      let file = try PillowFiles.bytes("animated.webp")
      let animated = try AnimatedBitmap(encoded: file)
      #expect(try PillowFiles.strip(animated) == PillowFiles.expected("animated"))
      #expect(animated.frames.map(\.time) == [0, 0.04, 0.29])
      #expect(animated.duration == 1.29)
      #expect(animated.loopCount == 3)
      #expect(try Bitmap(webp: file) == animated.frames[0].bitmap)
    }

    @Test("keeps to the budget before it is decoded")
    func budget() throws {
      let still = try PillowFiles.bytes("lossy.webp")
      #expect(throws: PictureReadError.overBudget(.width, actual: 37, limit: 36)) {
        try Bitmap(encoded: still, budget: PictureBudget(width: 36))
      }
      #expect(throws: PictureReadError.overBudget(.bytes, actual: still.count, limit: 5)) {
        try Bitmap(webp: still, budget: PictureBudget(bytes: 5))
      }
      let animated = try PillowFiles.bytes("animated.webp")
      #expect(throws: PictureReadError.overBudget(.pixels, actual: 768, limit: 767)) {
        try AnimatedBitmap(webp: animated, budget: PictureBudget(pixels: 767))
      }
      #expect(try Bitmap(webp: animated, budget: PictureBudget(pixels: 108)).width == 12)
      #expect(throws: PictureReadError.unknownFormat) { try Bitmap(webp: [1, 2]) }
    }

    /// Bitmaps with every alpha, and with colours that dividing by it rounds.
    private func bitmap(_ width: Int, _ height: Int, seed: UInt64, opaque: Bool) throws -> Bitmap {
      var random = SeededGenerator(seed: seed)
      return try Bitmap(
        width: width, height: height,
        pixels: (0..<width * height).map { _ in
          UInt32(truncatingIfNeeded: random.next()) | (opaque ? 0xFF00_0000 : 0)
        })
    }

    @Test("is written without loss, with the same bytes each time", arguments: 0...9)
    func lossless(level: Int) throws {
      let encoder = WebPEncoder(compressionLevel: level)
      for (width, height) in [(1, 1), (40, 30), (3, 200)] {
        for opaque in [false, true] {
          let bitmap = try bitmap(width, height, seed: UInt64(level), opaque: opaque)
          let file = try encoder.encode(bitmap)
          #expect(try Bitmap(webp: file) == bitmap)
          #expect(try encoder.encode(bitmap) == file)
        }
      }
    }

    @Test("is written by the name of the file, one picture or one for each frame")
    func pictures() throws {
      let bitmap = try bitmap(20, 10, seed: 1, opaque: false)
      let bytes = try WebPEncoder().encode(bitmap)
      try bitmap.write(toFile: folder("a.webp"))
      #expect(folder.bytes("a.webp") == bytes)
      let sink = try makeFrameSink(output: folder("b-%d.webp"), frameRate: FrameRate(9))
      for index in 0..<3 { try sink.write(bitmap, at: Double(index)) }
      try sink.finish()
      #expect(folder.bytes("b-2.webp") == bytes)
      // A film of one frame is a picture.
      let film = try makeFrameSink(output: folder("c.webp"), frameRate: FrameRate(9))
      try film.write(bitmap, at: 4)
      try film.finish()
      #expect(folder.bytes("c.webp") == bytes)
    }

    @Test("is a film whose frames and times are those that were written")
    func film() throws {
      for opaque in [false, true] {
        let first = try bitmap(30, 20, seed: 3, opaque: opaque)
        var bitmaps = [first]
        for index in 1..<8 {
          var pixels = bitmaps[index - 1].pixels
          for place in 0..<(3 * index) { pixels[place * 19 + index] ^= 0x0012_3456 }
          bitmaps.append(try Bitmap(width: 30, height: 20, pixels: pixels))
        }
        // The same again is no frame of its own.
        bitmaps.append(bitmaps[7])
        let rate = FrameRate(60)
        let sink = try makeFrameSink(output: folder("f.webp"), frameRate: rate, loopCount: 2)
        for (index, bitmap) in bitmaps.enumerated() {
          try sink.write(bitmap, at: 5 + rate.time(ofFrame: index))
        }
        try sink.finish()
        let animated = try AnimatedBitmap(contentsOfFile: folder("f.webp"))
        #expect(animated.frames.map(\.bitmap) == bitmaps.dropLast())
        #expect(
          animated.frames.map(\.time) == [0, 0.017, 0.033, 0.05, 0.067, 0.083, 0.1, 0.117])
        #expect(animated.duration == 0.15)
        #expect(animated.loopCount == 2)
      }
    }

    @Test("is a film of a renderer's frames, of which the last at a time counts")
    func renderedFilm() throws {
      let renderer = try Renderer(size: CGSize(width: 24, height: 16))
      let dot = Layer()
      dot.frame = CGRect(x: 0, y: 4, width: 8, height: 8)
      dot.backgroundColor = .orange
      renderer.layer.addSublayer(dot)
      renderer.commit(at: 0)
      let sink = try AnimatedWebPSink(to: .file(path: folder("r.webp")), frameRate: FrameRate(10))
      var bitmaps: [Bitmap] = []
      for index in 0..<5 {
        dot.position.x = CGFloat(4 + 4 * index)
        renderer.commit(at: Double(index))
        let frame = try renderer.render(at: Double(index) + 0.5)
        try sink.write(try bitmap(24, 16, seed: 1, opaque: true), at: frame.time)
        try sink.write(frame)
        bitmaps.append(try Bitmap(width: 24, height: 16, pixels: frame.bitmap.pixels))
      }
      try sink.finish()
      try sink.finish()
      let animated = try AnimatedBitmap(contentsOfFile: folder("r.webp"))
      #expect(animated.frames.map(\.bitmap) == bitmaps)
      #expect(animated.frames.map(\.duration) == [1, 1, 1, 1, 0.1])
      #expect(throws: OutputError.finished(path: folder("r.webp"))) {
        try sink.write(bitmaps[0], at: 9)
      }
    }

    @Test("refuses what it cannot hold, and leaves nothing behind")
    func refusals() throws {
      let path = folder("x.webp")
      let wide = try Bitmap(width: 16_384, height: 1) { _, _ in .red }
      #expect(throws: WebPError.tooLarge(width: 16_384, height: 1)) {
        try WebPEncoder().encode(wide)
      }
      let tooLarge = OutputError.encodingFailed(
        path: path, reason: "16384 x 1 pixels: each side of a WebP has at most 16383")
      #expect(throws: tooLarge) { try wide.write(toFile: path) }
      let widest = try Bitmap(width: 16_383, height: 1) { x, _ in x % 2 == 0 ? .red : .blue }
      #expect(try Bitmap(webp: WebPEncoder().encode(widest)) == widest)

      func sink() throws -> AnimatedWebPSink {
        try AnimatedWebPSink(to: .file(path: path), frameRate: FrameRate(30))
      }
      let small = try bitmap(4, 3, seed: 1, opaque: true)
      var sinks = try sink()
      try sinks.write(wide, at: 0)
      #expect(throws: tooLarge) { try sinks.write(wide, at: 1) }
      sinks = try sink()
      #expect(throws: OutputError.noFrames(path: path)) { try sinks.finish() }
      sinks = try sink()
      try sinks.write(small, at: 1)
      #expect(
        throws: OutputError.sizeChanged(
          path: path, width: 3, height: 4, expectedWidth: 4, expectedHeight: 3)
      ) { try sinks.write(bitmap(3, 4, seed: 1, opaque: true), at: 2) }
      for time in [0.5, .nan, .infinity, 3e6] {
        sinks = try sink()
        try sinks.write(small, at: 1)
        let error = #expect(throws: OutputError.self) { try sinks.write(small, at: time) }
        guard case .invalidTime(path, _, 1) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      sinks = try sink()
      #expect(throws: OutputError.self) { try sinks.write(small, at: .nan) }
      #expect(
        throws: OutputError.unsuitableFormat(
          path: path,
          reason: "an animated WebP stores milliseconds, and 1001 frames per second are shorter")
      ) { try makeFrameSink(output: path, frameRate: FrameRate(1_001)) }
      #expect(
        throws: OutputError.unsuitableFormat(
          path: path, reason: "an animated WebP is played at most 65535 times, not 65536")
      ) { try makeFrameSink(output: path, frameRate: FrameRate(1), loopCount: 65_536) }
      #expect(folder.names == [])
    }
  }
#endif
