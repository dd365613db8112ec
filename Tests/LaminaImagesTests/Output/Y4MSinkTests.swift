import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaImages

@Suite("Y4M")
struct Y4MSinkTests {
  let folder = TemporaryFolder()

  /// Writes pictures, and returns the file.
  private func file(
    _ bitmaps: [Bitmap], rate: FrameRate = FrameRate(60), chroma: ChromaSubsampling,
    matte: Color = .black
  ) throws -> [UInt8] {
    let sink = try Y4MSink(
      to: .file(path: folder("a.y4m")), frameRate: rate, chroma: chroma, matte: matte)
    for bitmap in bitmaps { try sink.write(bitmap, at: 0) }
    try sink.finish()
    return try #require(folder.bytes("a.y4m"))
  }

  /// Returns the planes of one picture.
  private func planes(
    _ bitmap: Bitmap, chroma: ChromaSubsampling, matte: Color = .black
  ) throws -> [UInt8] {
    let bytes = try file([bitmap], chroma: chroma, matte: matte)
    let size = Y4MPlanes.byteCount(width: bitmap.width, height: bitmap.height, chroma: chroma) - 6
    return Array(bytes.suffix(size))
  }

  private func picture(
    _ random: inout SeededGenerator, width: Int, height: Int, longest: Int
  ) throws -> Bitmap {
    var pixels: [UInt32] = []
    while pixels.count < width * height {
      let pixel = 0xFF00_0000 | UInt32(random.below(1 << 24))
      pixels += [UInt32](repeating: pixel, count: 1 + random.below(longest))
    }
    return try Bitmap(width: width, height: height, pixels: Array(pixels[..<(width * height)]))
  }

  @Test("has one header, and three planes for each frame")
  func video() throws {
    let red = try Bitmap(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFFFF_0000])
    let black = try Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFF00_0000])
    let start = "YUV4MPEG2 W2 H1 F30000:1001 Ip A1:1 "
    let end = " XCOLORRANGE=LIMITED\n"
    let frame = Array("FRAME\n".utf8)
    let rate = FrameRate(30000, over: 1001)
    #expect(
      try file([red, black], rate: rate, chroma: .yuv420)
        == Array((start + "C420mpeg2" + end).utf8) + frame + [63, 63, 102, 240] + frame + [
          16, 16, 128, 128,
        ])
    #expect(
      try file([red, black], rate: rate, chroma: .yuv444)
        == Array((start + "C444" + end).utf8) + frame + [63, 63, 102, 102, 240, 240] + frame + [
          16, 16, 128, 128, 128, 128,
        ])
  }

  /// ITU-R BT.709's colour bars at full amplitude, as they are published for 8 bits.
  @Test(
    "has the colours of BT.709, in the limited range",
    arguments: [
      [0xFF00_0000, 16, 128, 128], [0xFFFF_FFFF, 235, 128, 128], [0xFFFF_0000, 63, 102, 240],
      [0xFF00_FF00, 173, 42, 26], [0xFF00_00FF, 32, 240, 118], [0xFFFF_FF00, 219, 16, 138],
      [0xFF00_FFFF, 188, 154, 16], [0xFFFF_00FF, 78, 214, 230], [0xFF80_8080, 126, 128, 128],
    ] as [[UInt32]], ChromaSubsampling.allCases)
  func colors(numbers: [UInt32], chroma: ChromaSubsampling) throws {
    let bitmap = try Bitmap(width: 1, height: 1, pixels: [numbers[0]])
    #expect(try planes(bitmap, chroma: chroma).map(UInt32.init) == Array(numbers[1...]))
  }

  /// Returns luma and chroma of a colour, whose components are from 0 to 255, without rounding.
  private func converted(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return [
      16 + luma * 219 / 255, 128 + (blue - luma) / 1.8556 * 224 / 255,
      128 + (red - luma) / 1.5748 * 224 / 255,
    ]
  }

  @Test("is within rounding of the exact colours")
  func exactColors() throws {
    let steps = stride(from: 0, through: 255, by: 15).flatMap { [UInt32($0), UInt32($0 ^ 7)] }
    var pixels: [UInt32] = []
    for red in steps {
      for green in steps {
        for blue in steps { pixels.append(0xFF00_0000 | red << 16 | green << 8 | blue) }
      }
    }
    let bitmap = try Bitmap(width: steps.count * steps.count, height: steps.count, pixels: pixels)
    let bytes = try planes(bitmap, chroma: .yuv444)
    var error = 0.0
    for (index, pixel) in pixels.enumerated() {
      let exact = converted(
        Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
      for plane in 0..<3 {
        error = max(error, abs(Double(bytes[plane * pixels.count + index]) - exact[plane]))
      }
    }
    #expect(error < 0.51)
  }

  @Test("chroma of half the size is the weighted mean of six pixels")
  func subsampling() throws {
    var random = SeededGenerator(seed: 5)
    for round in 0..<120 {
      let width = 1 + random.below(round % 4 == 0 ? 70 : 20)
      let height = 1 + random.below(6)
      let longest = [1, 3, 40, 200][random.below(4)]
      let bitmap = try picture(&random, width: width, height: height, longest: longest)
      let bytes = try planes(bitmap, chroma: .yuv420)
      let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
      let whole = try planes(bitmap, chroma: .yuv444)
      #expect(bytes[..<(width * height)] == whole[..<(width * height)], "round \(round)")
      var wrong: [String] = []
      for y in 0..<rows {
        for x in 0..<columns {
          var sums = [0.0, 0, 0]
          for (column, row) in [(2 * x, 2 * y), (2 * x, 2 * y + 1)] {
            for (offset, weight) in [(-1, 0.125), (0, 0.25), (1, 0.125)] {
              let pixel = bitmap[
                min(max(column + offset, 0), width - 1), min(row, height - 1)]
              for component in 0..<3 {
                sums[component] += weight * Double(pixel >> UInt32(16 - 8 * component) & 255)
              }
            }
          }
          let exact = converted(sums[0], sums[1], sums[2])
          for plane in 1...2 {
            let byte = bytes[width * height + ((plane - 1) * rows + y) * columns + x]
            if abs(Double(byte) - exact[plane]) > 0.51 { wrong.append("\(plane): \(x), \(y)") }
          }
        }
      }
      #expect(wrong == [], "round \(round), \(width) x \(height)")
    }
  }

  @Test("a translucent frame is composited over the matte", arguments: ChromaSubsampling.allCases)
  func matte(chroma: ChromaSubsampling) throws {
    var random = SeededGenerator(seed: 6)
    let pixels = (0..<(37 * 5)).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    let bitmap = try Bitmap(width: 37, height: 5, pixels: pixels)
    let matte = Color(rgb: 0xFF_8020)
    let composed = try Bitmap(
      width: 37, height: 5,
      pixels: bitmap.pixels.map { PixelBytes.compose($0, over: matte.premultipliedPixel) })
    #expect(
      try planes(bitmap, chroma: chroma, matte: matte) == planes(composed, chroma: chroma))
    let clear = try Bitmap(width: 1, height: 1, pixels: [0])
    #expect(try planes(clear, chroma: chroma, matte: .white) == [235, 128, 128])
  }

  @Test("what is converted by damage is what is converted whole", arguments: [false, true])
  func damage(isConcurrent: Bool) throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<24 {
      let (width, height) = (1 + random.below(90), 1 + random.below(40))
      let renderer = try Renderer(size: CGSize(width: width, height: height))
      renderer.layer.backgroundColor = round % 3 == 0 ? nil : Color(rgb: 0x20_4060)
      let boxes = (0..<4).map { index in
        let box = Layer()
        box.backgroundColor = Color(red: 1, green: Double(index) / 4, blue: 0.5, alpha: 0.8)
        renderer.layer.addSublayer(box)
        return box
      }
      let chroma = ChromaSubsampling.allCases[round % 2]
      let matte = round % 3 == 0 ? Color.orange : .black
      func sink(_ name: String) throws -> sending Y4MSink {
        try Y4MSink(
          to: .file(path: folder(name)), frameRate: FrameRate(60), chroma: chroma, matte: matte)
      }
      let byDamage: any FrameSink =
        isConcurrent ? ConcurrentSink(try sink("a")) : try sink("a")
      let whole = try sink("b")
      for index in 0..<40 {
        Transaction.begin()
        Transaction.disableActions = true
        for box in boxes where random.below(3) == 0 {
          box.bounds.size = CGSize(width: 1 + random.below(9), height: 1 + random.below(9))
          box.position = CGPoint(x: random.below(width + 2), y: random.below(height + 2))
        }
        Transaction.commit()
        let frame = try renderer.render(at: Double(index))
        // Then the next frame does not follow the one written before.
        if random.below(8) == 0 { continue }
        if random.below(8) == 0 {
          try byDamage.write(frame.bitmap, at: frame.time)
        } else {
          try byDamage.write(frame)
        }
        let copy = try Bitmap(width: width, height: height, pixels: frame.bitmap.pixels)
        try whole.write(copy, at: frame.time)
      }
      try byDamage.finish()
      try whole.finish()
      #expect(folder.bytes("a") == folder.bytes("b"), "round \(round)")
    }
  }

  @Test(
    "what moves with scrolled pixels is what is converted whole", .slow, arguments: [false, true])
  func scrolling(isConcurrent: Bool) throws {
    for seed in 0..<30 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let scene = try ScrollingScene(
        width: 20 + random.below(90), height: 10 + random.below(30),
        columns: 1 + random.below(8), rows: 1 + random.below(2), labelCount: random.below(2))
      let chroma = ChromaSubsampling.allCases[Int(seed) % 2]
      func sink(_ name: String) throws -> sending Y4MSink {
        try Y4MSink(to: .file(path: folder(name)), frameRate: FrameRate(60), chroma: chroma)
      }
      let byChange: any FrameSink =
        isConcurrent ? ConcurrentSink(try sink("a")) : try sink("a")
      let whole = try sink("b")
      for index in 0..<60 {
        scene.change(&random)
        let frame = try scene.renderer.render(at: Double(index))
        if random.chance(5) { continue }
        try byChange.write(frame)
        let copy = try Bitmap(
          width: frame.bitmap.width, height: frame.bitmap.height, pixels: frame.bitmap.pixels)
        try whole.write(copy, at: frame.time)
      }
      try byChange.finish()
      try whole.finish()
      #expect(folder.bytes("a") == folder.bytes("b"), "seed \(seed)")
    }
  }

  @Test("keeps what is not damaged as it was converted", arguments: ChromaSubsampling.allCases)
  func rest(chroma: ChromaSubsampling) throws {
    let sink = try Y4MSink(
      to: .file(path: folder("a")), frameRate: FrameRate(60), chroma: chroma)
    let colors: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF]
    for (index, color) in colors.enumerated() {
      let bitmap = try Bitmap(
        width: 64, height: 8, pixels: [UInt32](repeating: color, count: 64 * 8))
      let damage = Region(PixelRect(x: 20, y: 2, width: 3, height: 2))
      try sink.write(
        Frame(
          bitmap: bitmap, damage: damage, time: 0, report: FrameReport(),
          identity: Frame.Identity(
            compositor: -1, number: index, change: FrameChange(region: damage))))
    }
    try sink.finish()
    // The second frame is white in the block of the damage, though all of it is.
    let size = Y4MPlanes.byteCount(width: 64, height: 8, chroma: chroma) - 6
    let luma = try #require(folder.bytes("a")).suffix(size).prefix(64 * 8)
    let block = PixelRect(x: 16, y: 2, width: 16, height: 2)
    let expected: [UInt8] = (0..<64 * 8).map { index in
      block.contains(x: index % 64, y: index / 64) ? 235 : 16
    }
    #expect(Array(luma) == expected)
  }

  @Test("refuses a frame of another size, and leaves no file")
  func size() throws {
    let sink = try Y4MSink(to: .file(path: folder("a.y4m")), frameRate: FrameRate(60))
    #expect(sink.chroma == .yuv420)
    try sink.write(Bitmap(width: 2, height: 1, pixels: [0, 0]), at: 0)
    let expected = OutputError.sizeChanged(
      path: folder("a.y4m"), width: 3, height: 1, expectedWidth: 2, expectedHeight: 1)
    let wide = try Bitmap(width: 3, height: 1, pixels: [0, 0, 0])
    #expect(throws: expected) { try sink.write(wide, at: 1) }
    #expect(throws: expected) { try sink.finish() }
    #expect(folder.names == [])
  }
}
