import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaImages

/// Damage of every kind to valid files. Whatever it is, the file is read within the budget, or
/// refused by an error; a trap would end the test.
@Suite("Damaged pictures")
struct PictureFuzzTests {
  /// Small, so that a lie about the size is found out by the budget.
  private let budget = PictureBudget(width: 64, height: 48, pixels: 2_000, bytes: 1 << 16)

  /// Reads a file.
  ///
  /// - Returns: whether it could be read.
  private func isRead(_ bytes: [UInt8]) -> Bool {
    do throws(PictureReadError) {
      let bitmap = try Bitmap(encoded: bytes, budget: budget)
      #expect(bitmap.width <= 64 && bitmap.height <= 48)
      #expect(bitmap.width * bitmap.height <= 2_000)
      for pixel in bitmap.pixels {
        let alpha = pixel >> 24
        #expect([16, 8, 0].allSatisfy { pixel >> $0 & 255 <= alpha })
      }
      return true
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
  }

  private func pngs(_ random: inout SeededGenerator) -> [[UInt8]] {
    var files: [[UInt8]] = []
    for kind in PNGSamples.kinds {
      for interlaced in [false, true] {
        let picture = PNGSamples(
          width: 5 + random.below(9), height: 3 + random.below(9), type: kind.type,
          depth: kind.depth, hasTransparency: random.below(2) == 0, random: &random)
        files.append(picture.file(interlaced: interlaced) { $0 % 5 })
        guard let bitmap = try? Bitmap(png: files[files.count - 1]) else { continue }
        // The same compressed, so that damage meets the decompressor, too.
        files.append(bitmap.pngData(compressionLevel: 6))
      }
    }
    return files
  }

  private func portables() -> [[UInt8]] {
    let texts = [
      "P1\n# c\n9 3\n101010101 0 1 0 1 0 1 0 1 0\n111111111",
      "P2\n4 3\n15\n0 1 2 3 4 5 6 7 8 9 10 11",
      "P3 # c\n2 2\n255\n1 2 3 4 5 6\n7 8 9 250 251 252\n",
    ]
    var files = texts.map { Array($0.utf8) }
    files.append(Array("P4\n9 4\n".utf8) + [1, 128, 2, 0, 3, 128, 255, 255])
    files.append(Array("P5\n3 2\n200\n".utf8) + [1, 2, 3, 100, 199, 200])
    files.append(Array("P5\n3 1\n1000\n".utf8) + [0, 1, 3, 231, 2, 2])
    files.append(Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 4, 5, 6])
    for (channels, type) in [
      (1, "GRAYSCALE"), (2, "GRAYSCALE_ALPHA"), (3, "RGB"), (4, "RGB_ALPHA"),
    ] {
      let header =
        "P7\nWIDTH 3\nHEIGHT 2\nDEPTH \(channels)\nMAXVAL 255\nTUPLTYPE \(type)\nENDHDR\n"
      files.append(Array(header.utf8) + (0..<UInt8(6 * channels)).map { $0 * 10 })
    }
    return files
  }

  /// Returns the ranges of a PNG file's chunks, as far as they can be followed.
  private func chunks(_ file: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var offset = 8
    while offset + 12 <= file.count {
      let length = bigEndian(file[offset..<(offset + 4)])
      guard offset + 12 + length <= file.count else { break }
      result.append(offset..<(offset + 12 + length))
      offset += 12 + length
    }
    return result
  }

  /// Damages some bytes.
  private func damaged(_ file: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var file = file
    for _ in 0...random.below(3) where !file.isEmpty {
      let place = random.below(file.count)
      switch random.below(7) {
      case 0: file[place] ^= 1 << UInt8(random.below(8))
      case 1: file[place] = UInt8(random.below(256))
      case 2: file[place] = [0, 1, 127, 128, 255, 48, 57, 32, 10, 35][random.below(10)]
      case 3: file.removeLast(random.below(file.count))
      case 4: file.remove(at: place)
      case 5: file.insert(UInt8(random.below(256)), at: place)
      default:
        let end = min(file.count, place + 1 + random.below(12))
        file.insert(contentsOf: file[place..<end], at: random.below(file.count))
      }
    }
    return file
  }

  @Test("of PNG are refused or read, whatever byte is wrong", arguments: 0..<4)
  func png(round: Int) {
    var random = SeededGenerator(seed: 20_261_121 + UInt64(round))
    let files = pngs(&random)
    for file in files { #expect(isRead(file)) }
    let read = (0..<2_000).count { _ in isRead(damaged(files[random.below(files.count)], &random)) }
    // Checksums tell nearly all damage; what is left is none, or behind the end of the picture.
    #expect(read > 0 && read < 200)
  }

  @Test("of PNG that lie behind right checksums are refused or read", arguments: 0..<4)
  func lyingPNG(round: Int) {
    var random = SeededGenerator(seed: 91_711 + UInt64(round))
    let files = pngs(&random)
    var read = 0
    for _ in 0..<2_000 {
      var parts = [[UInt8]]()
      let file = files[random.below(files.count)]
      for chunk in chunks(file) {
        parts.append(Array(file[(chunk.lowerBound + 4)..<(chunk.upperBound - 4)]))
      }
      for _ in 0...random.below(2) where !parts.isEmpty {
        let place = random.below(parts.count)
        switch random.below(5) {
        case 0: parts.remove(at: place)
        case 1: parts.insert(parts[place], at: random.below(parts.count))
        case 2: parts.swapAt(place, random.below(parts.count))
        default:
          let type = parts[place].prefix(4)
          parts[place] = type + damaged(Array(parts[place].dropFirst(4)), &random)
        }
      }
      var builder = PNGBuilder()
      for part in parts {
        builder.add(String(decoding: part.prefix(4), as: UTF8.self), Array(part.dropFirst(4)))
      }
      if isRead(builder.bytes) { read += 1 }
    }
    // Some lies are harmless, and most are not.
    #expect(read > 20 && read < 1_000)
  }

  @Test("of PBM, PGM, PPM and PAM are refused or read", arguments: 0..<4)
  func portable(round: Int) {
    var random = SeededGenerator(seed: 5_077 + UInt64(round))
    let files = portables()
    for file in files { #expect(isRead(file)) }
    let read = (0..<4_000).count { _ in isRead(damaged(files[random.below(files.count)], &random)) }
    // Other numbers are another picture; what breaks the header, or cuts rows off, is refused.
    #expect(read > 250 && read < 1_000, "\(read) are read")
  }

  @Test("cut off anywhere are refused, but for what may be missing at the end")
  func truncated() {
    var random = SeededGenerator(seed: 3)
    for file in pngs(&random) {
      for count in 0..<file.count { #expect(!isRead(Array(file.prefix(count)))) }
    }
    for file in portables() {
      // A line feed behind the last number, or digits of it.
      for count in 0..<(file.count - 4) { #expect(!isRead(Array(file.prefix(count)))) }
    }
  }

  @Test("bytes without a picture's signature are refused")
  func noise() {
    var random = SeededGenerator(seed: 9)
    let starts: [[UInt8]] = [PNGChunk.signature, Array("P".utf8), []]
    let digits = Array("0123456789 \n#P".utf8)
    var read = 0
    for _ in 0..<2_000 {
      let noise = (0..<random.below(80)).map { _ in UInt8(random.below(256)) }
      #expect(!isRead(starts[random.below(3)] + noise))
      let numbers = (0..<random.below(40)).map { _ in digits[random.below(digits.count)] }
      if isRead(Array("P\(1 + random.below(7)) ".utf8) + numbers) { read += 1 }
    }
    // Numbers after a magic number happen to be a tiny picture now and then.
    #expect(read < 20)
  }
}
