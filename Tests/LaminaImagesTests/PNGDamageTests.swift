import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Damaged PNG")
struct PNGDamageTests {
  /// A header for 2 x 1 grey pixels of 8 bits and its parts behind it.
  private func file(_ chunks: [(String, [UInt8])], header: [UInt8] = [8, 0, 0, 0, 0]) -> [UInt8] {
    var builder = PNGBuilder()
    builder.addHeader(2, 1, header)
    for chunk in chunks { builder.add(chunk.0, chunk.1) }
    return builder.bytes
  }

  private let data = ("IDAT", PNGBuilder.stored([0, 5, 6]))
  private let end: (String, [UInt8]) = ("IEND", [])

  private func expect(_ expected: PictureReadError, _ bytes: [UInt8]) {
    #expect(throws: expected) { try Bitmap(png: bytes) }
  }

  @Test("cut off anywhere is an error")
  func truncated() throws {
    let whole = try Bitmap(width: 9, height: 4) { x, y in
      Color(red: Double(x) / 9, green: Double(y) / 4, blue: 0.5, alpha: 0.75)
    }.pngData()
    for count in 0..<whole.count {
      let error = #expect(throws: PictureReadError.self) {
        try Bitmap(png: Array(whole.prefix(count)))
      }
      #expect(error == (count < 8 ? .unknownFormat : .truncated(offset: count)))
    }
  }

  @Test("any single byte that is wrong is an error")
  func wrongByte() throws {
    let whole = try Bitmap(width: 5, height: 3, pixels: [UInt32](repeating: 0xFF12_3456, count: 15))
      .pngData()
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x41
      #expect(throws: PictureReadError.self) { try Bitmap(png: bytes) }
    }
  }

  @Test("a wrong checksum names its chunk")
  func checksum() {
    var bytes = file([data, end])
    bytes[50] ^= 1
    expect(.wrongChecksum(part: "IDAT", offset: 33), bytes)
  }

  @Test(
    "an invalid header is an error",
    arguments: [
      ([8, 1, 0, 0, 0], PictureReadError.invalid("an unknown colour type, 1", offset: 25)),
      (
        [3, 0, 0, 0, 0],
        .invalid("3 bits per sample, which colour type 0 does not allow", offset: 24)
      ),
      (
        [16, 3, 0, 0, 0],
        .invalid("16 bits per sample, which colour type 3 does not allow", offset: 24)
      ),
      (
        [4, 2, 0, 0, 0],
        .invalid("4 bits per sample, which colour type 2 does not allow", offset: 24)
      ),
      (
        [8, 0, 1, 0, 0],
        .invalid("an unknown compression, filter or interlace method", offset: 26)
      ),
      (
        [8, 0, 0, 1, 0],
        .invalid("an unknown compression, filter or interlace method", offset: 26)
      ),
      (
        [8, 0, 0, 0, 2],
        .invalid("an unknown compression, filter or interlace method", offset: 26)
      ),
      ([8, 0, 0, 0], .invalid("a header of 12 bytes, not 13", offset: 16)),
    ])
  func header(rest: [UInt8], expected: PictureReadError) {
    expect(expected, file([data, end], header: rest))
  }

  @Test("a size that a bitmap cannot have is an error")
  func size() {
    for (width, height) in [(0, 1), (1, 0), (32_768, 1), (1, 0xFFFF_FFFF)] {
      expect(
        .invalidSize(width: width, height: height),
        PNGBuilder.file(width: width, height: height, depth: 8, type: 0, rows: [0]))
    }
  }

  @Test("a size above the budget is refused, whatever the data are")
  func budget() {
    let bytes = PNGBuilder.file(width: 30_000, height: 30_000, depth: 8, type: 0, rows: [0])
    expect(.overBudget(.pixels, actual: 900_000_000, limit: 134_217_728), bytes)
    #expect(throws: PictureReadError.overBudget(.pixels, actual: 6, limit: 5)) {
      try Bitmap(
        png: PNGBuilder.file(width: 2, height: 3, depth: 8, type: 0, rows: [0]),
        budget: PictureBudget(pixels: 5))
    }
  }

  @Test("a size that the data cannot fill is an error before memory is taken for it")
  func lyingSize() {
    let bytes = PNGBuilder.file(width: 10_000, height: 10_000, depth: 16, type: 6, rows: [0, 1])
    expect(.truncated(offset: bytes.count), bytes)
  }

  @Test("too few or too many data are errors")
  func wrongAmount() {
    let short = file([("IDAT", PNGBuilder.stored([0, 5])), end])
    expect(.truncated(offset: short.count - 16), short)
    expect(
      .invalid("more data than the picture has pixels", offset: 41),
      file([("IDAT", PNGBuilder.stored([0, 5, 6, 7])), end]))
    expect(.truncated(offset: 45), file([end]))
  }

  @Test("invalid compressed data are an error")
  func badData() {
    expect(
      .invalid("the compressed data are damaged", offset: 41),
      file([("IDAT", [1, 2, 3, 4, 5, 6, 7, 8]), end]))
    var wrongSum = data.1
    wrongSum[wrongSum.count - 1] ^= 1
    expect(
      .invalid("the compressed data are damaged", offset: 41), file([("IDAT", wrongSum), end]))
  }

  @Test("chunks in a wrong place are errors")
  func order() {
    let colors: (String, [UInt8]) = ("PLTE", [1, 2, 3])
    var builder = PNGBuilder()
    builder.add(data.0, data.1)
    expect(.invalid("the first chunk is not the header", offset: 8), builder.bytes)
    expect(
      .invalid("a second header", offset: 33),
      file([("IHDR", [0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0]), data, end]))
    expect(
      .invalid("the data are interrupted by another chunk", offset: 33 + 12 + 6 + 12),
      file([("IDAT", Array(data.1.prefix(6))), ("tEXt", []), ("IDAT", [1]), end]))
    expect(
      .invalid("the palette is not where it belongs", offset: 33 + 12 + data.1.count),
      file([data, colors, end], header: [8, 2, 0, 0, 0]))
    expect(
      .invalid("the palette is not where it belongs", offset: 48),
      file([colors, colors, data, end], header: [8, 3, 0, 0, 0]))
    expect(
      .invalid("transparency is not where it belongs", offset: 33 + 12 + data.1.count),
      file([data, ("tRNS", [0, 1]), end]))
    expect(
      .invalid("transparency is not where it belongs", offset: 47),
      file([("tRNS", [0, 1]), ("tRNS", [0, 1]), data, end]))
    expect(
      .invalid("an unknown critical chunk, ABCD", offset: 33),
      file([("ABCD", []), data, end]))
    expect(
      .invalid("a chunk whose type is not four letters", offset: 33),
      file([("A CD", []), data, end])
    )
  }

  @Test("palettes that do not fit are errors")
  func palette() {
    func palette(_ content: [UInt8], depth: UInt8 = 1) -> [UInt8] {
      file([("PLTE", content), data, end], header: [depth, 3, 0, 0, 0])
    }
    expect(.invalid("a palette of 0 bytes, not of 1 to 2 entries", offset: 33), palette([]))
    expect(
      .invalid("a palette of 4 bytes, not of 1 to 2 entries", offset: 33), palette([1, 2, 3, 4]))
    expect(
      .invalid("a palette of 9 bytes, not of 1 to 2 entries", offset: 33),
      palette([1, 2, 3, 4, 5, 6, 7, 8, 9]))
    expect(
      .invalid("colour 5 of a palette with 1 entries", offset: 56), palette([1, 2, 3], depth: 8))
    expect(
      .invalid("a grey picture has a palette", offset: 33), file([("PLTE", [1, 2, 3]), data]))
    let without = file([data, end], header: [8, 3, 0, 0, 0])
    expect(.invalid("the palette is missing", offset: without.count), without)
  }

  @Test("transparency that does not fit is an error")
  func transparency() {
    func expectRefused(_ type: UInt8, _ content: [UInt8], palette: [UInt8]? = nil) {
      let before = palette.map { [("PLTE", $0)] } ?? []
      expect(
        .invalid(
          "transparency of \(content.count) bytes does not fit the picture",
          offset: 33 + before.reduce(0) { $0 + 12 + $1.1.count }),
        file(before + [("tRNS", content), data, end], header: [8, type, 0, 0, 0]))
    }
    expectRefused(0, [1])
    expectRefused(2, [0, 1])
    expectRefused(3, [1, 2], palette: [1, 2, 3])
    expectRefused(3, [1])
    expectRefused(4, [0, 1])
    expectRefused(6, [0, 1, 0, 2, 0, 3])
    expect(
      .invalid("a picture with alpha has a transparent colour", offset: 33),
      file([("tRNS", []), data, end], header: [8, 6, 0, 0, 0]))
  }

  @Test("an unknown filter is an error")
  func filter() {
    expect(
      .invalid("an unknown filter, 5, in row 0", offset: 41),
      file([("IDAT", PNGBuilder.stored([5, 5, 6])), end]))
  }

  @Test("a chunk longer than the file, or than any chunk may be, is an error")
  func chunkLength() {
    var bytes = file([data, end])
    bytes.replaceSubrange(33..<37, with: [0x7F, 0xFF, 0xFF, 0xFF])
    expect(.truncated(offset: bytes.count), bytes)
    bytes[33] = 0x80
    expect(.invalid("a chunk of 2164260863 bytes", offset: 33), bytes)
  }

  @Test("random damage behind right checksums never traps")
  func random() throws {
    var numbers = SeededGenerator(seed: 20_261_121)
    func next(_ bound: Int) -> Int { numbers.below(bound) }
    let types: [(UInt8, UInt8)] = [
      (1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (8, 2), (16, 2), (1, 3), (2, 3), (4, 3), (8, 3),
      (8, 4), (16, 4), (8, 6), (16, 6),
    ]
    var read = 0
    for _ in 0..<3_000 {
      let (depth, type) = types[next(types.count)]
      let colors = (0..<(3 * (1 + next(4)))).map { _ in UInt8(next(256)) }
      var builder = PNGBuilder()
      builder.addHeader(1 + next(9), 1 + next(9), [depth, type, 0, 0, UInt8(next(2))])
      if type == 3 || next(8) == 0 { builder.add("PLTE", colors) }
      if next(4) == 0 { builder.add("tRNS", (0..<next(8)).map { _ in UInt8(next(256)) }) }
      let rows = (0..<(10 + next(200))).map { _ in UInt8(next(5)) }
      builder.add("IDAT", PNGBuilder.stored(rows))
      builder.add("IEND", [])
      if (try? Bitmap(png: builder.bytes)) != nil { read += 1 }
    }
    #expect(read > 0)
  }
}
