import Lamina
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
      bitmap.pngData(compression: 0).dropLast(4 + 12) == [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
        0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0,
        0x90, 0x77, 0x53, 0xDE,
        0, 0, 0, 15, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 1, 4, 0, 0xFB, 0xFF, 2, 0x11, 0x22,
        0x33, 0, 182, 0, 105,
      ])
    #expect(
      bitmap.pngData().suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  @Test("is the same bytes every time")
  func deterministic() throws {
    let bitmap = try Bitmap(width: 37, height: 11) { x, y in
      Color(red: Double(x) / 36, green: Double(y) / 10, blue: 0.25)
    }
    #expect(bitmap.pngData() == bitmap.pngData())
    #expect(bitmap.pngData() != bitmap.pngData(compression: 0))
  }
}
