import Lamina
import LaminaImages
import Testing

@Suite("PNG reading")
struct PNGReaderTests {
  private func read(
    _ width: Int, _ height: Int, depth: UInt8, type: UInt8,
    chunks: [(String, [UInt8])] = [], rows: [UInt8]
  ) throws -> [UInt32] {
    try Bitmap(
      png: PNGBuilder.file(
        width: width, height: height, depth: depth, type: type, chunks: chunks, rows: rows)
    ).pixels
  }

  @Test("reads compressed data")
  func compressed() throws {
    // 3 x 2, grey, 4 bits: filter 0 with 1F 70, filter 1 with A5 20, in fixed Huffman codes.
    let bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
      0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2, 4, 0, 0, 0, 0,
      0x7D, 0xEF, 0xD4, 0xC7,
      0, 0, 0, 14, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x63, 0x90, 0x2F, 0x60, 0x5C, 0xAA,
      0, 0, 3, 0xCE, 1, 0x56, 0x1C, 0xA3, 0x5A, 0xEF,
      0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    #expect(try Bitmap(png: bytes).pixels.map { $0 & 255 } == [17, 255, 119, 170, 85, 204])
  }

  @Test("RGB and RGBA of 8 bits, colours multiplied by alpha")
  func eightBits() throws {
    #expect(
      try read(2, 2, depth: 8, type: 2, rows: [0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 250, 251, 252])
        == [0xFF01_0203, 0xFF04_0506, 0xFF07_0809, 0xFFFA_FBFC])
    // 200 * 128 / 255 = 100.4, 100 * 128 / 255 = 50.2, 50 * 128 / 255 = 25.1.
    #expect(
      try read(3, 1, depth: 8, type: 6, rows: [0, 200, 100, 50, 128, 9, 8, 7, 0, 1, 2, 3, 255])
        == [0x8064_3219, 0, 0xFF01_0203])
  }

  @Test("grey of 1, 2, 4, 8 and 16 bits covers black to white")
  func gray() throws {
    func levels(_ width: Int, depth: UInt8, _ row: [UInt8]) throws -> [UInt32] {
      try read(width, 1, depth: depth, type: 0, rows: [0] + row).map { $0 & 255 }
    }
    #expect(
      try levels(10, depth: 1, [0b1010_0110, 0b0111_1111]) == [
        255, 0, 255, 0, 0, 255, 255, 0, 0, 255,
      ])
    #expect(try levels(5, depth: 2, [0b0001_1011, 0b1000_0000]) == [0, 85, 170, 255, 170])
    #expect(try levels(3, depth: 4, [0x0F, 0x5A]) == [0, 255, 85])
    #expect(try levels(3, depth: 8, [0, 77, 255]) == [0, 77, 255])
    // 128 of 65,535 is 0.498, 129 is 0.502.
    #expect(try levels(4, depth: 16, [0, 128, 0, 129, 255, 126, 255, 127]) == [0, 1, 254, 255])
  }

  @Test("grey with alpha, 8 and 16 bits")
  func grayAlpha() throws {
    #expect(
      try read(2, 1, depth: 8, type: 4, rows: [0, 200, 128, 90, 255]) == [0x8064_6464, 0xFF5A_5A5A])
    #expect(
      try read(2, 1, depth: 16, type: 4, rows: [0, 200, 200, 128, 128, 1, 2, 0, 0])
        == [0x8064_6464, 0])
  }

  @Test("RGB and RGBA of 16 bits are rounded to the nearest")
  func sixteenBits() throws {
    #expect(
      try read(1, 1, depth: 16, type: 2, rows: [0, 1, 1, 1, 129, 1, 130]) == [0xFF01_0102])
    #expect(
      try read(1, 1, depth: 16, type: 6, rows: [0, 200, 200, 100, 100, 50, 50, 128, 128])
        == [0x8064_3219])
  }

  @Test("palettes of every depth, with alpha")
  func palette() throws {
    let colors: [UInt8] = [255, 0, 0, 0, 200, 0, 1, 2, 3, 9, 8, 7]
    for (depth, row) in [
      (2 as UInt8, [0b0001_1011 as UInt8]), (4, [0x01, 0x23]), (8, [0, 1, 2, 3]),
    ] {
      #expect(
        try read(4, 1, depth: depth, type: 3, chunks: [("PLTE", colors)], rows: [0] + row)
          == [0xFFFF_0000, 0xFF00_C800, 0xFF01_0203, 0xFF09_0807])
      #expect(
        try read(
          4, 1, depth: depth, type: 3, chunks: [("PLTE", colors), ("tRNS", [0, 128])],
          rows: [0] + row)
          == [0, 0x8000_6400, 0xFF01_0203, 0xFF09_0807])
    }
    #expect(
      try read(
        3, 1, depth: 1, type: 3, chunks: [("PLTE", Array(colors.prefix(6)))],
        rows: [0, 0b0100_0000])
        == [0xFFFF_0000, 0xFF00_C800, 0xFFFF_0000])
  }

  @Test("one grey or colour can be transparent, compared in the file's own depth")
  func transparentColor() throws {
    #expect(
      try read(3, 1, depth: 2, type: 0, chunks: [("tRNS", [0, 2])], rows: [0, 0b0110_1100])
        == [0xFF55_5555, 0, 0xFFFF_FFFF])
    #expect(
      try read(
        2, 1, depth: 8, type: 2, chunks: [("tRNS", [0, 1, 0, 2, 0, 3])],
        rows: [0, 1, 2, 3, 1, 2, 4])
        == [0, 0xFF01_0204])
    // Both greys are 1 in 8 bits.
    #expect(
      try read(2, 1, depth: 16, type: 0, chunks: [("tRNS", [1, 2])], rows: [0, 1, 1, 1, 2])
        == [0xFF01_0101, 0])
  }

  @Test("reverses every filter")
  func filters() throws {
    // Five rows of two RGB pixels, each with another filter, and the first again with each.
    let rows: [UInt8] = [
      0, 10, 20, 30, 40, 50, 60,
      1, 10, 20, 30, 250, 1, 2,
      2, 1, 2, 3, 4, 5, 255,
      3, 6, 11, 16, 100, 200, 50,
      4, 1, 2, 3, 7, 8, 9,
    ]
    // Average of row 3: 6 + (0 + 11) / 2 = 11; 11 + 22 / 2 = 22; 16 + 33 / 2 = 32;
    // 100 + (11 + 8) / 2 = 109; 200 + (22 + 26) / 2 = 224; 50 + (32 + 31) / 2 = 81.
    // Paeth of row 4: 1 + 11, 2 + 22, 3 + 32; then of (12, 109, 11): 109; of (24, 224, 22):
    // 224; of (35, 81, 32): 81.
    #expect(
      try read(2, 5, depth: 8, type: 2, rows: rows) == [
        0xFF0A_141E, 0xFF28_323C,
        0xFF0A_141E, 0xFF04_1520,
        0xFF0B_1621, 0xFF08_1A1F,
        0xFF0B_1620, 0xFF6D_E051,
        0xFF0C_1823, 0xFF74_E85A,
      ])
  }

  @Test("treats the row above the first one as zeros", arguments: [0, 1, 2, 3, 4] as [UInt8])
  func filtersOfFirstRow(filter: UInt8) throws {
    let expected: [UInt8: UInt32] = [0: 7, 1: 107, 2: 7, 3: 57, 4: 107]
    #expect(
      try read(2, 1, depth: 8, type: 0, rows: [filter, 100, 7]).map { $0 & 255 }
        == [100, expected[filter]!])
  }

  @Test(
    "puts the seven pictures of an interlaced file together", arguments: [1, 2, 3, 5, 8, 9, 17])
  func interlaced(width: Int) throws {
    for height in [1, 2, 4, 5, 8, 11] {
      func level(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: x * 13 + y * 7 + 5) }
      // Where the standard's 8 x 8 pattern has each pass.
      let pattern = [
        [1, 6, 4, 6, 2, 6, 4, 6], [7, 7, 7, 7, 7, 7, 7, 7], [5, 6, 5, 6, 5, 6, 5, 6],
        [7, 7, 7, 7, 7, 7, 7, 7], [3, 6, 4, 6, 3, 6, 4, 6], [7, 7, 7, 7, 7, 7, 7, 7],
        [5, 6, 5, 6, 5, 6, 5, 6], [7, 7, 7, 7, 7, 7, 7, 7],
      ]
      var rows: [UInt8] = []
      for pass in 1...7 {
        for y in 0..<height {
          let row = (0..<width).filter { pattern[y % 8][$0 % 8] == pass }.map { level($0, y) }
          if !row.isEmpty { rows += [0] + row }
        }
      }
      let bitmap = try Bitmap(
        png: PNGBuilder.file(
          width: width, height: height, depth: 8, type: 0, interlace: 1, rows: rows))
      for y in 0..<height {
        for x in 0..<width { #expect(bitmap[x, y] & 255 == UInt32(level(x, y))) }
      }
    }
  }

  @Test("interlaced pictures of less than a byte a pixel start each row on a byte")
  func interlacedBits() throws {
    // 3 x 3, 1 bit. Passes: 1 (0,0); 4 none but x = 2: (2,0); 5: y = 2, x = 0, 2; 6: x = 1 of
    // rows 0 and 2; 7: row 1.
    let rows: [UInt8] = [0, 0x80, 0, 0x00, 0, 0x40, 0, 0x80, 0, 0x00, 0, 0xA0]
    let bitmap = try Bitmap(
      png: PNGBuilder.file(width: 3, height: 3, depth: 1, type: 0, interlace: 1, rows: rows))
    #expect(bitmap.pixels.map { $0 & 1 } == [1, 1, 0, 1, 0, 1, 0, 0, 1])
  }

  @Test("data may be in many chunks, and other chunks and bytes behind the end are skipped")
  func otherChunks() throws {
    var builder = PNGBuilder()
    builder.addHeader(2, 1, [8, 0, 0, 0, 0])
    builder.add("tEXt", [65, 0, 66])
    builder.add("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
    for byte in PNGBuilder.stored([0, 5, 6]) { builder.add("IDAT", [byte]) }
    builder.add("IDAT", [])
    builder.add("tIME", [7, 230, 1, 1, 0, 0, 0])
    builder.add("IEND", [])
    #expect(try Bitmap(png: builder.bytes + [1, 2, 3]).pixels == [0xFF05_0505, 0xFF06_0606])
  }

  @Test("a file is read by what is in it")
  func anyFormat() throws {
    let bitmap = try Bitmap(width: 2, height: 1, pixels: [0xFF01_0203, 0xFFFE_FDFC])
    #expect(try Bitmap(encoded: bitmap.pngData()) == bitmap)
    #expect(try Bitmap(encoded: bitmap.ppmData()) == bitmap)
    #expect(throws: PictureReadError.unknownFormat) { try Bitmap(encoded: [71, 73, 70]) }
    #expect(throws: PictureReadError.unknownFormat) { try Bitmap(encoded: []) }
  }
}
