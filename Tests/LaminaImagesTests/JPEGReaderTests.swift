#if JPEG
  import Foundation
  import Lamina
  import LaminaImages
  import LaminaTestSupport
  import Testing

  @Suite("JPEG")
  struct JPEGReaderTests {
    @Test(
      "has the pixels that Pillow reads",
      arguments: [
        "gray", "444", "422", "420", "rough", "one-pixel", "progressive", "progressive-gray",
        "restarts", "cmyk", "rgb",
      ])
    func pixels(name: String) throws {
      let bitmap = try Bitmap(encoded: PillowFiles.bytes(name + ".jpg"))
      #expect(try bitmap == PillowFiles.expected(name))
      #expect(bitmap.isOpaque)
    }

    @Test("is upright, whatever its orientation", arguments: 1...8)
    func orientation(number: Int) throws {
      let name = "orientation-\(number)"
      let file = try PillowFiles.bytes(name + ".jpg")
      #expect(try Bitmap(jpeg: file) == PillowFiles.expected(name))
    }

    /// The same file with other segments behind its first two bytes.
    private func file(_ name: String, _ segments: [(UInt8, [UInt8])]) throws -> [UInt8] {
      let bytes = try PillowFiles.bytes(name + ".jpg")
      let added = segments.flatMap { marker, content in
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
      }
      return bytes[..<2] + added + bytes[2...]
    }

    /// Exif data with one entry.
    private func exif(
      _ value: UInt16, isLittle: Bool, tag: UInt16 = 0x0112, type: UInt16 = 3, count: UInt32 = 1
    ) -> [UInt8] {
      func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: isLittle ? number.littleEndian : number.bigEndian, Array.init)
      }
      let start = Array((isLittle ? "Exif\0\0II" : "Exif\0\0MM").utf8) + bytes(UInt16(42))
      let entry = bytes(tag) + bytes(type) + bytes(count) + bytes(value) + [0, 0]
      return start + bytes(UInt32(8)) + bytes(UInt16(1)) + entry + bytes(UInt32(0))
    }

    @Test("turns every pixel to its place, in files of several strips, too", arguments: 1...8)
    func places(number: Int) throws {
      let stored = try Bitmap(jpeg: PillowFiles.bytes("420.jpg"))
      let (width, height) = (stored.width, stored.height)
      // Where Exif puts the first row, and the first column.
      let expected: Bitmap
      let (right, bottom) = (width - 1, height - 1)
      switch number {
      case 1: expected = stored
      case 2: expected = try turned(stored, false) { (right - $0, $1) }
      case 3: expected = try turned(stored, false) { (right - $0, bottom - $1) }
      case 4: expected = try turned(stored, false) { ($0, bottom - $1) }
      case 5: expected = try turned(stored, true) { ($1, $0) }
      case 6: expected = try turned(stored, true) { ($1, bottom - $0) }
      case 7: expected = try turned(stored, true) { (right - $1, bottom - $0) }
      default: expected = try turned(stored, true) { (right - $1, $0) }
      }
      for isLittle in [false, true] {
        let bytes = try file("420", [(0xE1, exif(UInt16(number), isLittle: isLittle))])
        #expect(try Bitmap(jpeg: bytes) == expected)
      }
    }

    /// The bitmap whose pixel at (x, y) is that of another at the place that `source` returns.
    private func turned(
      _ stored: Bitmap, _ swaps: Bool, _ source: (_ x: Int, _ y: Int) -> (Int, Int)
    ) throws -> Bitmap {
      let width = swaps ? stored.height : stored.width
      let height = swaps ? stored.width : stored.height
      return try Bitmap(
        width: width, height: height,
        pixels: (0..<width * height).map {
          let place = source($0 % width, $0 / width)
          return stored[place.0, place.1]
        })
    }

    @Test("with Exif data that give no orientation is as it is stored")
    func damagedExif() throws {
      let stored = try Bitmap(jpeg: PillowFiles.bytes("420.jpg"))
      let right = exif(6, isLittle: true)
      var endless = right
      endless[10] = 255
      var many = right
      (many[14], many[15]) = (255, 255)
      many[16] = 0
      var contents: [[UInt8]] = (6..<min(right.count, 26)).map { Array(right.prefix($0)) }
      contents += [
        exif(0, isLittle: true), exif(9, isLittle: false), exif(6, isLittle: true, tag: 7),
        exif(6, isLittle: true, type: 4), exif(6, isLittle: true, count: 2), endless, many,
      ]
      contents.append(Array("Exif\0\0XX".utf8) + right.dropFirst(8))
      contents.append(Array("http://".utf8))
      for content in contents {
        #expect(try Bitmap(jpeg: file("420", [(0xE1, content)])) == stored, "\(content)")
      }
      // The first of several counts.
      let bytes = try file("420", [(0xE1, exif(1, isLittle: true)), (0xE1, right)])
      #expect(try Bitmap(jpeg: bytes) == stored)
    }

    @Test("ignores comments, profiles and bytes after its end")
    func otherSegments() throws {
      let expected = try PillowFiles.expected("444")
      let bytes = try file("444", [(0xFE, Array("a".utf8)), (0xE2, [0, 1]), (0xFE, [])])
      #expect(try Bitmap(jpeg: bytes) == expected)
      #expect(try Bitmap(jpeg: bytes + [1, 2, 3]) == expected)
      let filled = bytes[..<2] + [0xFF, 0xFF] + bytes[2...]
      #expect(try Bitmap(jpeg: Array(filled)) == expected)
    }

    /// The offset of the first segment of a kind.
    private func offset(of marker: UInt8, in bytes: [UInt8]) throws -> Int {
      try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker })
    }

    @Test("that claims what it cannot hold is refused before memory is taken for it")
    func lyingSize() throws {
      var bytes = try PillowFiles.bytes("444.jpg")
      let frame = try offset(of: 0xC0, in: bytes)
      bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0x27, 0x10, 0x27, 0x10])
      #expect(throws: PictureReadError.truncated(offset: bytes.count)) { try Bitmap(jpeg: bytes) }
      let small = PictureBudget(pixels: 99_999_999)
      #expect(throws: PictureReadError.overBudget(.pixels, actual: 100_000_000, limit: 99_999_999))
      {
        try Bitmap(jpeg: bytes, budget: small)
      }
      bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0, 0, 0, 1])
      #expect(throws: PictureReadError.invalidSize(width: 1, height: 0)) { try Bitmap(jpeg: bytes) }
      let file = try PillowFiles.bytes("444.jpg")
      #expect(throws: PictureReadError.overBudget(.width, actual: 19, limit: 18)) {
        try Bitmap(encoded: file, budget: PictureBudget(width: 18))
      }
      #expect(throws: PictureReadError.overBudget(.bytes, actual: file.count, limit: 9)) {
        try Bitmap(jpeg: file, budget: PictureBudget(bytes: 9))
      }
    }

    @Test("of a kind that is not read is an error that says so")
    func kinds() throws {
      let file = try PillowFiles.bytes("444.jpg")
      let frame = try offset(of: 0xC0, in: file)
      func error(_ place: Int, _ byte: UInt8) -> PictureReadError? {
        var bytes = file
        bytes[frame + place] = byte
        return #expect(throws: PictureReadError.self) { try Bitmap(jpeg: bytes) }
      }
      let start = frame + 4
      #expect(error(1, 0xC9) == .unsupported("JPEG with arithmetic coding", offset: start))
      #expect(
        error(1, 0xC3) == .unsupported("JPEG with lossless or hierarchical coding", offset: start))
      #expect(error(4, 12) == .unsupported("JPEG with 12 bits per sample", offset: start))
      #expect(error(9, 2) == .invalid("a frame header of 15 bytes", offset: start))
      #expect(error(11, 0x50) == .invalid("sampling factors outside 1...4", offset: start))
      #expect(error(1, 0xD1) == .invalid("a segment of an unknown kind, 209", offset: frame))
      #expect(error(0, 7) == .invalid("a segment is missing", offset: frame))
      #expect(error(1, 0xDA) == .invalid("the size of the picture is missing", offset: frame))
    }

    @Test("that is damaged behind its header is an error with libjpeg-turbo's words")
    func damagedData() throws {
      var bytes = try PillowFiles.bytes("restarts.jpg")
      bytes[try offset(of: 0xD1, in: bytes) + 1] = 0xD5
      let error = #expect(throws: PictureReadError.self) { try Bitmap(jpeg: bytes) }
      #expect(error?.description.contains("damaged") == true)
      #expect(error?.description.contains("found marker 0xd5") == true, "\(error!)")
    }
  }
#endif
