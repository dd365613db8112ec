import CDeflate
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaImages

@Suite("PNG runs")
struct PNGRunCoderTests {
  @Test("pictures of noise, runs and plain areas come back, with alpha and without")
  func pictures() throws {
    var random = SeededGenerator(seed: 17)
    let encoder = PNGEncoder()
    for round in 0..<300 {
      let width = 1 + random.below(round % 10 == 0 ? 700 : 90)
      let height = 1 + random.below(20)
      let longest = [1, 2, 5, 64, 86, 87, 129, 300, 2_000][random.below(9)]
      let colors = [1, 2, 7, 1 << 24][random.below(4)]
      let isOpaque = random.below(2) == 0
      var pixels: [UInt32] = []
      while pixels.count < width * height {
        let alpha = isOpaque ? 255 : random.below(256)
        let color = random.below(colors) * 0x1F35
        let pixel = UInt32(alpha) << 24 | UInt32(color & 0xFF_FFFF)
        pixels += [UInt32](repeating: pixel, count: 1 + random.below(longest))
      }
      let bitmap = try Bitmap(
        width: width, height: height, pixels: Array(pixels[..<(width * height)]))
      #expect(try Bitmap(png: encoder.encode(bitmap)) == bitmap, "picture \(round)")
    }
  }

  @Test("runs of every length come back")
  func everyLength() throws {
    for alpha in [0xFF00_0000, 0x8000_0000] as [UInt32] {
      for length in 1...400 {
        let pixels =
          [alpha] + [UInt32](repeating: alpha | 0x10_2030, count: length) + [alpha | 0x40]
        let bitmap = try Bitmap(width: length + 2, height: 1, pixels: pixels)
        #expect(try Bitmap(png: bitmap.pngData()) == bitmap)
      }
    }
  }

  @Test("a picture of many blocks comes back, and takes little more than its pixels")
  func noise() throws {
    var random = SeededGenerator(seed: 23)
    let pixels = (0..<(1_100 * 300)).map { _ in UInt32(random.below(1 << 24)) | 0xFF00_0000 }
    let bitmap = try Bitmap(width: 1_100, height: 300, pixels: pixels)
    let bytes = bitmap.pngData()
    #expect(try Bitmap(png: bytes) == bitmap)
    #expect(bytes.count < 1_100 * 300 * 3 * 1_005 / 1_000)
  }

  @Test("a plain picture takes a few bytes for every 86 pixels")
  func plain() throws {
    let bitmap = try Bitmap(
      width: 1_920, height: 1_080,
      pixels: [UInt32](repeating: 0xFF10_2030, count: 1_920 * 1_080))
    #expect(bitmap.pngData().count < 16_000)
    #expect(try Bitmap(png: bitmap.pngData()) == bitmap)
  }

  @Test("the table of lengths is deflate's")
  func lengths() {
    // RFC 1951, section 3.2.5: the first length of every symbol from 257, and its further bits.
    let first = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
      131, 163, 195, 227, 258,
    ]
    let counts = [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    for step in [3, 4] {
      let table = PNGRunTable(step: step)
      #expect(table.longest == 258 / step)
      for pixels in 1...table.longest {
        let index = first.lastIndex { $0 <= pixels * step }!
        #expect(table.symbols[pixels] == 257 + index)
        #expect(table.extras[pixels].count == counts[index])
        #expect(table.extras[pixels].value == pixels * step - first[index])
      }
    }
  }
}

@Suite("Huffman codes")
struct PNGHuffmanTests {
  /// The share of all codes that lengths use; a whole set uses 1.
  private func share(_ lengths: [UInt8]) -> Double {
    lengths.reduce(0) { $1 == 0 ? $0 : $0 + 1 / Double(1 << Int($1)) }
  }

  @Test("are shorter for what is more frequent, and use all the space that there is")
  func lengths() {
    #expect(PNGHuffman.lengths(of: [5, 0, 1, 1, 3], limit: 15) == [1, 0, 3, 3, 2])
    #expect(PNGHuffman.lengths(of: [0, 7, 0], limit: 15) == [0, 1, 0])
    #expect(PNGHuffman.lengths(of: [1, 1, 1, 1], limit: 2) == [2, 2, 2, 2])
    #expect(PNGHuffman.lengths(of: [0, 0], limit: 7) == [0, 0])
  }

  @Test("never are longer than the limit", arguments: [7, 9, 14])
  func limit(limit: Int) {
    // Weights that grow as Fibonacci's numbers make the deepest tree.
    var weights: [UInt32] = [1, 1]
    while weights.count < 40 {
      weights.append(weights[weights.count - 1] + weights[weights.count - 2])
    }
    let lengths = PNGHuffman.lengths(of: weights, limit: limit)
    #expect(lengths.max()! == limit)
    #expect(share(lengths) == 1)
    #expect(lengths == lengths.sorted(by: >))
    var random = SeededGenerator(seed: UInt64(limit))
    for _ in 0..<200 {
      let weights = (0..<(2 + random.below(60))).map { _ in
        UInt32(1 << random.below(24) + random.below(100))
      }
      let lengths = PNGHuffman.lengths(of: weights, limit: limit)
      #expect(lengths.allSatisfy { (1...limit).contains(Int($0)) })
      #expect(share(lengths) == 1)
    }
  }

  @Test("cost no more bits than any other codes would")
  func best() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let weights = (0..<5).map { _ in UInt32(1 + random.below(50)) }
      func cost(_ lengths: [UInt8]) -> Int {
        zip(weights, lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
      }
      var least = Int.max
      // All sets of five lengths of 1 to 4 bits that can be told apart.
      for number in 0..<1_024 {
        let lengths = (0..<5).map { (index: Int) -> UInt8 in UInt8(number >> (2 * index) & 3 + 1) }
        if share(lengths) <= 1 { least = min(least, cost(lengths)) }
      }
      #expect(cost(PNGHuffman.lengths(of: weights, limit: 14)) == least)
    }
  }

  @Test("count up within a length, first bit lowest")
  func codes() {
    // RFC 1951, section 3.2.2: lengths (3, 3, 3, 3, 3, 2, 4, 4) give 010, 011, 100, 101, 110,
    // 00, 1110 and 1111.
    #expect(
      PNGHuffman.codes(of: [3, 3, 3, 3, 3, 2, 4, 4])
        == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111])
  }
}
