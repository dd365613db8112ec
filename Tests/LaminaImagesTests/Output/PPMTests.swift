import Lamina
import LaminaImages
import Testing

@Suite("PPM")
struct PPMTests {
  @Test("has a text header and three bytes for each pixel, in reading order")
  func bytes() throws {
    let bitmap = try Bitmap(
      width: 3, height: 2,
      pixels: [0xFF01_0203, 0xFF04_0506, 0xFF07_0809, 0xFF0A_0B0C, 0xFF0D_0E0F, 0xFFFF_0080])
    #expect(
      bitmap.ppmData() == Array("P6\n3 2\n255\n".utf8) + [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255, 0, 128,
      ])
  }

  @Test("is the same for every width around the four pixels of a step", arguments: 1...9)
  func widths(width: Int) throws {
    let pixels = (0..<UInt32(width * 2)).map { 0xFF00_0000 | $0 * 0x3_0507 }
    let bitmap = try Bitmap(width: width, height: 2, pixels: pixels)
    let expected = pixels.flatMap { pixel in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
    #expect(bitmap.ppmData() == Array("P6\n\(width) 2\n255\n".utf8) + expected)
  }

  @Test("composes a translucent picture over black, or over the colour it is given")
  func matte() throws {
    let bitmap = try Bitmap(
      width: 3, height: 1, pixels: [0x8040_2000, 0x0000_0000, 0xFF09_0807])
    let header = Array("P6\n3 1\n255\n".utf8)
    #expect(bitmap.ppmData() == header + [0x40, 0x20, 0, 0, 0, 0, 9, 8, 7])
    // (255 - 128) * 200 / 255 = 99.6 for red, * 100 = 49.8 for green, * 51 = 25.4 for blue.
    let matte = Color(rgb: 0xC8_6433)
    #expect(
      bitmap.ppmData(matte: matte) == header + [
        0x40 + 100, 0x20 + 50, 25, 200, 100, 51, 9, 8, 7,
      ])
  }

  @Test("takes a matte as opaque, whatever its alpha")
  func translucentMatte() throws {
    let bitmap = try Bitmap(width: 1, height: 1, pixels: [0])
    #expect(
      bitmap.ppmData(matte: Color(white: 1, alpha: 0.25)) == bitmap.ppmData(matte: .white))
  }
}
