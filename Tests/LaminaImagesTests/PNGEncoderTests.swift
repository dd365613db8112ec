import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaImages

@Suite("PNG encoding")
struct PNGEncoderTests {
  @Test("stores one opaque pixel in exactly these bytes")
  func onePixel() throws {
    let bitmap = try Bitmap(width: 1, height: 1, pixels: [0xFF11_2233])
    // The stored zlib stream: header, one final stored block of 4 bytes (filter 2 and the
    // pixel), Adler-32 of those: a = 1 + 2 + 17 + 34 + 51 = 105, b = 3 + 20 + 54 + 105 = 182.
    #expect(
      bitmap.pngData(compressionLevel: 0).dropLast(4 + 12) == [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
        0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0,
        0x90, 0x77, 0x53, 0xDE,
        0, 0, 0, 15, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 1, 4, 0, 0xFB, 0xFF, 2, 0x11, 0x22,
        0x33, 0, 182, 0, 105,
      ])
    #expect(
      bitmap.pngData().suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  @Test("stores texts in exactly these bytes, in any script, before the pixels")
  func texts() throws {
    let bitmap = try Bitmap(width: 3, height: 2) { x, _ in x == 0 ? .red : .blue }
    let encoder = PNGEncoder(
      texts: [
        PNGText(keyword: "Title", text: "Caf\u{E9}"),
        PNGText(keyword: "Description", text: "気温\0"),
        PNGText(keyword: "Comment", text: "hello", language: "en"),
      ])
    let data = encoder.encode(bitmap)
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      var writer = PNGChunkWriter()
      writer.writeChunk(type, content)
      return writer.bytes
    }
    let texts =
      chunk("tEXt", [0x54, 0x69, 0x74, 0x6C, 0x65, 0, 0x43, 0x61, 0x66, 0xE9])
      + chunk("iTXt", Array("Description\0\0\0\0\0気温".utf8))
      + chunk("iTXt", Array("Comment\0\0\0en\0\0hello".utf8))
    #expect(Array(data[33..<33 + texts.count]) == texts)
    let plain = bitmap.pngData()
    #expect(Array(data[..<33] + data[(33 + texts.count)...]) == plain)
    #expect(try Bitmap(encoded: data) == bitmap)
    #expect(encoder != PNGEncoder() && PNGEncoder(texts: []) == PNGEncoder())
  }

  @Test("is the same bytes every time")
  func deterministic() throws {
    let bitmap = try Bitmap(width: 37, height: 11) { x, y in
      Color(red: Double(x) / 36, green: Double(y) / 10, blue: 0.25)
    }
    #expect(bitmap.pngData() == bitmap.pngData())
    #expect(bitmap.pngData() != bitmap.pngData(compressionLevel: 0))
  }

  @Test("one encoder makes the same files as a new one for each picture")
  func encoderIsUsedAgain() throws {
    let encoder = PNGEncoder()
    for (width, height) in [(40, 30), (3, 2), (50, 31), (40, 30)] {
      let bitmap = try Bitmap(width: width, height: height) { x, y in
        Color(red: Double(x % 7) / 6, green: Double(y % 5) / 4, blue: 0, alpha: 0.5)
      }
      #expect(encoder.encode(bitmap) == bitmap.pngData())
    }
  }

  @Test("several threads can use one encoder at the same time")
  func encoderIsShared() async throws {
    let encoder = PNGEncoder(compressionLevel: 6)
    let bitmaps = try (1...8).map { number in
      try Bitmap(width: 60, height: 40) { x, y in
        Color(red: Double(x) / 60, green: Double(y) / 40, blue: Double(number) / 8)
      }
    }
    await withTaskGroup(of: (Int, [UInt8]).self) { group in
      for round in 0..<64 {
        let index = round % bitmaps.count
        group.addTask { (index, encoder.encode(bitmaps[index])) }
      }
      for await (index, bytes) in group {
        #expect(bytes == bitmaps[index].pngData(compressionLevel: 6))
      }
    }
  }

  @Test("a picture is written in the format that its name says")
  func files() throws {
    let folder = TemporaryFolder()
    let bitmap = try Bitmap(width: 3, height: 2) { x, y in
      Color(red: Double(x) / 2, green: Double(y), blue: 0.25)
    }
    try bitmap.write(toFile: folder("a/b.png"), createsFolder: true)
    try bitmap.write(toFile: folder("b.ppm"))
    #expect(FileManager.default.contents(atPath: folder("a/b.png"))! == Data(bitmap.pngData()))
    #expect(FileManager.default.contents(atPath: folder("b.ppm"))! == Data(bitmap.ppmData()))
    #expect(try Bitmap(contentsOfFile: folder("a/b.png")) == bitmap)
    #expect(try Bitmap(contentsOfFile: folder("b.ppm")) == bitmap)
    #expect(throws: PictureReadError.overBudget(.bytes, actual: 29, limit: 28)) {
      try Bitmap(contentsOfFile: folder("b.ppm"), budget: PictureBudget(bytes: 28))
    }
    #expect(throws: PictureReadError.system(path: folder("c.png"), code: ENOENT)) {
      try Bitmap(contentsOfFile: folder("c.png"))
    }
    #expect(throws: PictureReadError.system(path: folder.path, code: EISDIR)) {
      try Bitmap(contentsOfFile: folder.path)
    }
    // A device has no size; what is read counts.
    #expect(throws: PictureReadError.overBudget(.bytes, actual: 65_536, limit: 1_000)) {
      try Bitmap(contentsOfFile: "/dev/zero", budget: PictureBudget(bytes: 1_000))
    }
  }
}

@Suite("PNG round trips")
struct PNGRoundTripTests {
  @Test("every premultiplied value comes back")
  func everyValue() throws {
    // Row a has alpha a; red is x up to a, green and blue other values up to a.
    let pixels = (0..<UInt32(65_536)).map { index in
      let a = index >> 8
      let x = index & 255
      return a << 24 | min(x, a) << 16 | (a - min(x, a)) << 8 | (x * 7 + 3) % (a + 1)
    }
    let bitmap = try Bitmap(width: 256, height: 256, pixels: pixels)
    for compressionLevel in [nil, 0, 1, 6] {
      let bytes = bitmap.pngData(compressionLevel: compressionLevel)
      #expect(bytes[25] == 6)
      #expect(try Bitmap(png: bytes) == bitmap)
    }
  }

  @Test("colours are divided by alpha and rounded to the nearest")
  func unpremultiplied() throws {
    let bitmap = try Bitmap(
      width: 4, height: 1, pixels: [0x8040_2001, 0x0201_0200, 0x0000_0000, 0xFFC8_6432])
    let bytes = bitmap.pngData(compressionLevel: 0)
    // 64 * 255 / 128 = 127.5, 32 * 255 / 128 = 63.75, 255 / 128 = 1.99; 1 * 255 / 2 = 127.5.
    #expect(
      bytes[(41 + 7)...].prefix(17) == [
        2, 128, 64, 2, 128, 128, 255, 0, 2, 0, 0, 0, 0, 200, 100, 50, 255,
      ])
  }

  @Test("a frame of a renderer is RGB where all of it is opaque")
  func frames() throws {
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: 5, height: 3)
    layer.backgroundColor = Color(rgb: 0x10_2030)
    let frame = try Renderer(layer: layer, width: 5, height: 3).render(at: 0)
    let bytes = frame.bitmap.pngData()
    #expect(bytes[25] == 2)
    #expect(try Bitmap(png: bytes).pixels == [UInt32](repeating: 0xFF10_2030, count: 15))
    layer.frame = CGRect(x: 0, y: 0, width: 4, height: 3)
    let smaller = try Renderer(layer: layer, width: 5, height: 3).render(at: 0)
    #expect(smaller.bitmap.pngData()[25] == 6)
  }

  @Test("opaque pictures of any width come back, without alpha", arguments: [1, 2, 3, 4, 5, 7, 33])
  func opaque(width: Int) throws {
    for height in [1, 2, 9] {
      let bitmap = try Bitmap(
        width: width, height: height,
        pixels: (0..<UInt32(width * height)).map { 0xFF00_0000 | ($0 &* 0x9E_3779) & 0xFF_FFFF })
      let bytes = bitmap.pngData()
      #expect(bytes[25] == 2)
      #expect(try Bitmap(png: bytes) == bitmap)
    }
  }

  @Test("rows hold the difference to the row above")
  func filter() throws {
    let bitmap = try Bitmap(
      width: 1, height: 3, pixels: [0xFF0A_0B0C, 0xFF0B_0A0C, 0xFF00_00FF])
    #expect(
      bitmap.pngData(compressionLevel: 0)[(41 + 7)...].prefix(12) == [
        2, 10, 11, 12, 2, 1, 255, 0, 2, 245, 246, 243,
      ])
  }

  @Test("data too long for one chunk are split, wherever that falls")
  func manyChunks() throws {
    let rows: [UInt8] = [0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9]
    let stream = PNGBuilder.stored(
      rows.enumerated().flatMap { index, byte in
        index % 4 == 0 ? [byte] : [byte, byte, byte]
      })
    let expected = try Bitmap(
      width: 3, height: 3, pixels: (1...9).map { 0xFF00_0000 | $0 * 0x01_0101 })
    for longest in 1...(stream.count + 1) {
      var writer = PNGChunkWriter()
      writer.writeSignature()
      writer.writeHeader(width: 3, height: 3, hasAlpha: false)
      stream.withUnsafeBytes { writer.writeData($0, longestData: longest) }
      writer.writeChunk("IEND", [])
      #expect(try Bitmap(png: writer.bytes) == expected)
      let chunks = (stream.count + longest - 1) / longest
      #expect(writer.bytes.count == 8 + 25 + 12 * chunks + stream.count + 12)
    }
  }
}
