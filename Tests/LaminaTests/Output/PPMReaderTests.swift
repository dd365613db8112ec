import Testing

@testable import Lamina

@Suite("PPM, PGM and PAM reading")
struct PPMReaderTests {
  private func read(_ header: String, _ samples: [UInt8]) throws -> [UInt32] {
    try Bitmap(ppm: Array(header.utf8) + samples).pixels
  }

  @Test("reads what was written")
  func roundTrip() throws {
    let bitmap = try Bitmap(
      width: 3, height: 2,
      pixels: [0xFF01_0203, 0xFFFF_FE00, 0xFF07_0809, 0xFF0A_0B0C, 0xFF0D_0E0F, 0xFF80_4020])
    #expect(try Bitmap(ppm: bitmap.ppmData()) == bitmap)
    #expect(try Bitmap(ppm: bitmap.ppmData() + [1, 2, 3]) == bitmap)
  }

  @Test("reads headers with comments and any space")
  func header() throws {
    #expect(
      try read("P6 # a comment 9\n#another\n\t2\r\n 1 #x\n255\n", [1, 2, 3, 4, 5, 6])
        == [0xFF01_0203, 0xFF04_0506])
    #expect(try read("P5\n1 2\n255\n", [7, 200]) == [0xFF07_0707, 0xFFC8_C8C8])
  }

  @Test("scales samples to eight bits, rounded to the nearest")
  func scales() throws {
    #expect(try read("P5 4 1 3 ", [0, 1, 2, 3]).map { $0 & 255 } == [0, 85, 170, 255])
    #expect(try read("P5 3 1 100 ", [1, 50, 99]).map { $0 & 255 } == [3, 128, 252])
    // 16 bits, high byte first: 257 is 1, 384 is 1.49, 386 is 1.502.
    #expect(
      try read("P5 4 1 65535 ", [1, 1, 1, 128, 1, 130, 255, 255]).map { $0 & 255 }
        == [1, 1, 2, 255])
  }

  @Test("reads PAM in all its depths, colours multiplied by alpha")
  func pam() throws {
    func header(_ depth: Int, _ most: Int) -> String {
      "P7\nWIDTH 1\n# a comment\nHEIGHT 2\nDEPTH \(depth)\nMAXVAL \(most)\nTUPLTYPE X\nENDHDR\n"
    }
    #expect(try read(header(1, 1), [1, 0]) == [0xFFFF_FFFF, 0xFF00_0000])
    #expect(try read(header(2, 255), [200, 128, 9, 255]) == [0x8064_6464, 0xFF09_0909])
    #expect(try read(header(3, 255), [1, 2, 3, 4, 5, 6]) == [0xFF01_0203, 0xFF04_0506])
    #expect(
      try read(header(4, 255), [255, 100, 50, 51, 1, 2, 3, 0]) == [0x3333_140A, 0])
  }

  @Test(
    "a damaged header is an error",
    arguments: [
      ("", PictureReadError.unknownFormat),
      ("P6", .unknownFormat),
      ("P3 1 1 255 1 2 3", .unknownFormat),
      ("P61 1 1 255 ", .unknownFormat),
      ("P6 ", .truncated(offset: 3)),
      ("P6 10", .truncated(offset: 5)),
      ("P6 # no end", .truncated(offset: 11)),
      ("P6 1 1 255", .truncated(offset: 10)),
      ("P6 1 1 255 \u{1}\u{2}", .truncated(offset: 13)),
      ("P6 1 1 255x123", .invalid("no space behind the largest sample", offset: 10)),
      ("P6 -1 1 255 ", .invalid("not a number of at most ten digits", offset: 3)),
      ("P6 99999999999 1 255 ", .invalid("not a number of at most ten digits", offset: 3)),
      ("P6 0 1 255 ", .invalidSize(width: 0, height: 1)),
      ("P6 1 32768 255 ", .invalidSize(width: 1, height: 32768)),
      ("P6 9999999999 9999999999 255 ", .invalidSize(width: 9_999_999_999, height: 9_999_999_999)),
      ("P6 1 1 0 ", .invalid("the largest sample is 0, not 1 to 65535", offset: 9)),
      ("P6 1 1 65536 ", .invalid("the largest sample is 65536, not 1 to 65535", offset: 13)),
      (
        "P6 30000 30000 255 ",
        .overBudget(.pixels, actual: 900_000_000, limit: 134_217_728)
      ),
      ("P5 2 1 9 \u{8}\u{b}", .invalid("a sample is above the largest, 9", offset: 10)),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nENDHDR\n", .invalid("the header has no MAXVAL", offset: 35)
      ),
      (
        "P7\nWIDTH 1\nWIDTH 1\n",
        .invalid("WIDTH is not given once, as one number", offset: 11)
      ),
      ("P7\nWIDTH\n", .invalid("WIDTH is not given once, as one number", offset: 3)),
      ("P7\nCOLOR 1\n", .invalid("a line that is not part of a PAM header", offset: 3)),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 1\nENDHDR\n",
        .invalid("5 channels, not 1 to 4", offset: 44)
      ),
      ("P7\nWIDTH 1\n", .truncated(offset: 11)),
    ])
  func damaged(text: String, expected: PictureReadError) {
    #expect(throws: expected) { try Bitmap(ppm: Array(text.utf8)) }
  }

  @Test("a picture above the budget is refused")
  func budget() throws {
    let bytes = Array("P5 4 3 255 ".utf8) + [UInt8](repeating: 1, count: 12)
    #expect(throws: PictureReadError.overBudget(.pixels, actual: 12, limit: 11)) {
      try Bitmap(ppm: bytes, budget: PictureBudget(pixels: 11))
    }
    #expect(try Bitmap(ppm: bytes, budget: PictureBudget(pixels: 12)).width == 4)
  }
}
