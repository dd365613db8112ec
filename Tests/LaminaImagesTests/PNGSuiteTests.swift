import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

/// Files of every kind, made by an encoder that shares nothing with the reader.
@Suite("PNG files of every kind")
struct PNGSuiteTests {
  private static let sizes = [
    (1, 1), (2, 3), (3, 2), (5, 1), (1, 9), (7, 8), (8, 7), (9, 9), (17, 5), (33, 12),
  ]

  @Test(
    "give exactly the pixels that their samples say, interlaced or not", .slow,
    arguments: PNGSamples.kinds.indices)
  func everyKind(index: Int) throws {
    let kind = PNGSamples.kinds[index]
    var random = SeededGenerator(seed: 4_711 + UInt64(index))
    for (width, height) in Self.sizes {
      for hasTransparency in [false, true] {
        let picture = PNGSamples(
          width: width, height: height, type: kind.type, depth: kind.depth,
          hasTransparency: hasTransparency, random: &random)
        let expected = try Bitmap(width: width, height: height, pixels: picture.pixels)
        for interlaced in [false, true] {
          for filter in 0...5 {
            // 5 stands for another filter in every row.
            let file = picture.file(interlaced: interlaced) { filter == 5 ? $0 * 3 % 5 : filter }
            let bitmap = try Bitmap(png: file)
            #expect(
              bitmap == expected,
              """
              colour type \(kind.type), \(kind.depth) bits, \(width) x \(height), \
              \(interlaced ? "interlaced" : "in one pass"), filter \(filter)
              """)
            #expect(bitmap.isOpaque == expected.isOpaque)
          }
        }
      }
    }
  }

  @Test("gamma, profiles and other words about colours change no pixel")
  func colorChunks() throws {
    let chunks: [(String, [UInt8])] = [
      ("gAMA", [0, 0, 0xB1, 0x8F]), ("cHRM", [UInt8](repeating: 1, count: 32)), ("sRGB", [0]),
      ("iCCP", [65, 0, 0, 1, 2]), ("sBIT", [5, 5, 5]), ("bKGD", [0, 1, 0, 2, 0, 3]),
      ("pHYs", [0, 0, 0, 1, 0, 0, 0, 2, 0]), ("eXIf", [1]), ("zTXt", []),
    ]
    let rows: [UInt8] = [0, 10, 20, 30, 200, 100, 50]
    let plain = PNGBuilder.file(width: 2, height: 1, depth: 8, type: 2, rows: rows)
    for chunk in chunks {
      let file = PNGBuilder.file(
        width: 2, height: 1, depth: 8, type: 2, chunks: [chunk], rows: rows)
      #expect(try Bitmap(png: file) == Bitmap(png: plain))
    }
    let file = PNGBuilder.file(width: 2, height: 1, depth: 8, type: 2, chunks: chunks, rows: rows)
    #expect(try Bitmap(png: file).pixels == [0xFF0A_141E, 0xFFC8_6432])
  }

  @Test("a budget for rows, columns and bytes is kept, and may be met exactly")
  func budget() throws {
    let file = PNGBuilder.file(
      width: 3, height: 2, depth: 8, type: 0, rows: [0, 1, 2, 3, 0, 4, 5, 6])
    let exact = PictureBudget(width: 3, height: 2, pixels: 6, bytes: file.count)
    #expect(try Bitmap(png: file, budget: exact).pixels.map { $0 & 255 } == [1, 2, 3, 4, 5, 6])
    func expect(
      _ quantity: PictureBudget.Quantity, _ actual: Int, _ budget: PictureBudget
    ) {
      #expect(
        throws: PictureReadError.overBudget(quantity, actual: actual, limit: actual - 1)
      ) { try Bitmap(encoded: file, budget: budget) }
    }
    expect(.width, 3, PictureBudget(width: 2))
    expect(.height, 2, PictureBudget(height: 1))
    expect(.pixels, 6, PictureBudget(pixels: 5))
    expect(.bytes, file.count, PictureBudget(bytes: file.count - 1))
  }
}
