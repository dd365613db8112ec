import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

/// Damage to valid files of every format. Whatever it is, the file is read within the budget, or refused
/// by an error; a trap would end the test.
@Suite("Damaged JPEG, WebP, GIF and animated PNG")
struct FormatFuzzTests {
  private let budget = PictureBudget(width: 256, height: 256, pixels: 16_384, bytes: 1 << 16)

  /// The files whose formats this build reads.
  private static var files: [String] {
    PillowFiles.all.filter { name in
      #if !JPEG
        if name.hasSuffix(".jpg") { return false }
      #endif
      #if !WebP
        if name.hasSuffix(".webp") { return false }
      #endif
      return true
    }
  }

  /// Reads a file, as a picture and as an animation, which agree.
  ///
  /// - Returns: whether it could be read.
  private func isRead(_ bytes: [UInt8]) -> Bool {
    do throws(PictureReadError) {
      let animated = try AnimatedBitmap(encoded: bytes, budget: budget)
      var time = 0.0
      var pixelCount = 0
      for frame in animated.frames {
        let bitmap = frame.bitmap
        #expect(bitmap.width <= 256 && bitmap.height <= 256)
        pixelCount += bitmap.width * bitmap.height
        for pixel in bitmap.pixels {
          let alpha = pixel >> 24
          #expect([16, 8, 0].allSatisfy { pixel >> $0 & 255 <= alpha })
        }
        #expect(frame.duration > 0 && abs(frame.time - time) < 1e-9)
        time = frame.time + frame.duration
      }
      #expect(pixelCount <= 16_384)
      #expect(abs(animated.duration - time) < 1e-6)
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
    return (try? Bitmap(encoded: bytes, budget: budget)) != nil
  }

  @Test("cut off anywhere are refused", arguments: Self.files)
  func truncated(name: String) throws {
    let file = try PillowFiles.bytes(name)
    #expect(isRead(file))
    for count in 0..<file.count {
      let bytes = Array(file.prefix(count))
      #expect(!isRead(bytes), "\(count) bytes")
      #expect(throws: PictureReadError.self) { try Bitmap(encoded: bytes, budget: budget) }
    }
  }

  @Test("with any byte wrong are refused or read", .slow, arguments: Self.files)
  func wrongByte(name: String) throws {
    let file = try PillowFiles.bytes(name)
    var read = 0
    for index in sampledCases(of: file.indices) {
      for byte in [file[index] ^ 1, file[index] ^ 0x80, 0, 255] where byte != file[index] {
        var bytes = file
        bytes[index] = byte
        if isRead(bytes) { read += 1 }
      }
    }
    // Only PNG has checksums.
    #expect(name.hasSuffix(".apng") ? read == 0 : read > 0)
  }

  @Test("with several bytes changed, missing and repeated are refused or read", arguments: 0..<4)
  func damaged(round: Int) throws {
    var random = SeededGenerator(seed: 40_961 + UInt64(round))
    let files = try Self.files.map { try PillowFiles.bytes($0) }
    let read = (0..<1_000).count { _ in
      var file = files[random.below(files.count)]
      for _ in 0...random.below(4) where file.count > 1 {
        let place = random.below(file.count)
        switch random.below(6) {
        case 0: file[place] ^= 1 << UInt8(random.below(8))
        case 1: file[place] = UInt8(random.below(256))
        case 2: file.removeLast(random.below(file.count) / 4)
        case 3: file.remove(at: place)
        case 4: file.insert(UInt8(random.below(256)), at: place)
        default:
          let end = min(file.count, place + 1 + random.below(24))
          file.insert(contentsOf: file[place..<end], at: random.below(file.count))
        }
      }
      return isRead(file)
    }
    #expect(read > 20 && read < 800, "\(read) are read")
  }
}
