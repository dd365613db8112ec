import Lamina
import LaminaImages
import Testing

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

  @Test("reads bits, 1 for black, with rows that start on a byte")
  func bits() throws {
    let black: UInt32 = 0xFF00_0000
    let white: UInt32 = 0xFFFF_FFFF
    // 10 x 2; what fills the second byte of a row is not looked at.
    #expect(
      try read("P4\n10 2\n", [0b1010_0000, 0b0111_1111, 0b0000_0001, 0b1000_0000]) == [
        black, white, black, white, white, white, white, white, white, black,
        white, white, white, white, white, white, white, black, black, white,
      ])
    #expect(try read("P4 # a comment\n1 1 ", [0x80]) == [black])
    let six = [black, white, white, black, black, white]
    for text in ["100110", "1 0 0\n1 1 0\n", "10\t01 # black\n#0000\n10", "1 0011 0 garbage"] {
      #expect(try read("P1 3 2\n" + text, []) == six)
    }
  }

  @Test("reads samples that are text, with any space and comments between them")
  func text() throws {
    #expect(
      try read("P2 4 1 3\n0 1\n\t2 #3\n 3", []) == [
        0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF,
      ])
    #expect(
      try read("P3\n2 1\n255\n1 2 3\r\n250 0251 252 9 9", []) == [0xFF01_0203, 0xFFFA_FBFC])
    #expect(
      try read("P2 4 1 65535 257 384 386 65535 ", []).map { $0 & 255 } == [1, 1, 2, 255])
  }

  @Test("text and binary files of the same samples give the same pixels")
  func textIsBinary() throws {
    for maximum in [1, 2, 7, 99, 254, 255, 256, 4_095, 65_534, 65_535] {
      for (plain, binary, channels) in [("P2", "P5", 1), ("P3", "P6", 3)] {
        let samples = (0..<(7 * 3 * channels)).map { ($0 * 7_919 + 13) % (maximum + 1) }
        let bytes = samples.flatMap {
          maximum > 255 ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)]
        }
        let text = samples.map(String.init).joined(separator: " ")
        let header = " 7 3 \(maximum)\n"
        #expect(try read(plain + header + text, []) == read(binary + header, bytes))
        // Rounded to the nearest, as one can compute it in fractions.
        let expected = samples.map { UInt32((Double($0) * 255 / Double(maximum)).rounded()) }
        #expect(
          try read(binary + header, bytes).map { $0 >> 16 & 255 }
            == stride(from: 0, to: expected.count, by: channels).map { expected[$0] })
      }
    }
  }

  @Test("a PAM's type must agree with its channels, where it is known")
  func tupleType() throws {
    func header(_ depth: Int, _ type: String) -> String {
      "P7\nTUPLTYPE \(type)\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL 1\nENDHDR\n"
    }
    let known = [
      ("BLACKANDWHITE", 1), ("GRAYSCALE", 1), ("BLACKANDWHITE_ALPHA", 2), ("GRAYSCALE_ALPHA", 2),
      ("RGB", 3), ("RGB_ALPHA", 4),
    ]
    for (type, channels) in known {
      for depth in 1...4 {
        let bytes = [UInt8](repeating: 1, count: depth)
        if depth == channels {
          #expect(try read(header(depth, type), bytes) == [0xFFFF_FFFF])
        } else {
          #expect(throws: PictureReadError.self) { try read(header(depth, type), bytes) }
        }
      }
    }
    // Several lines are one type, with spaces between them.
    #expect(try read(header(3, "RGB\nTUPLTYPE x"), [1, 0, 1]) == [0xFFFF_00FF])
  }

  @Test(
    "a damaged file is an error",
    arguments: [
      ("", PictureReadError.unknownFormat),
      ("P6", .unknownFormat),
      ("P8 1 1 255 1 2 3", .unknownFormat),
      ("P61 1 1 255 ", .unknownFormat),
      ("P6 ", .truncated(offset: 3)),
      ("P6 10", .truncated(offset: 5)),
      ("P6 # no end", .truncated(offset: 11)),
      ("P6 1 1 255", .truncated(offset: 10)),
      ("P6 1 1 255 \u{1}\u{2}", .truncated(offset: 13)),
      ("P6 1 1 255x123", .invalid("no space after the largest sample", offset: 10)),
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
      ("P5 2 1 9 \u{8}\u{b}", .invalid("a sample is 11, above the largest, 9", offset: 10)),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nENDHDR\n", .invalid("the header has no MAXVAL", offset: 35)
      ),
      (
        "P7\nWIDTH 1\nWIDTH 1\n",
        .invalid("WIDTH must be given once, as one number", offset: 11)
      ),
      ("P7\nWIDTH\n", .invalid("WIDTH must be given once, as one number", offset: 3)),
      ("P7\nCOLOR 1\n", .invalid("a line that is not part of a PAM header", offset: 3)),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 1\nENDHDR\n",
        .invalid("5 channels, not 1 to 4", offset: 44)
      ),
      ("P7\nWIDTH 1\n", .truncated(offset: 11)),
      (
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 1\nTUPLTYPE RGB\nENDHDR\n",
        .invalid("4 channels, but RGB has 3", offset: 57)
      ),
      ("P2 2 1 9 8", .truncated(offset: 10)),
      ("P2 2 1 9 8  ", .truncated(offset: 12)),
      ("P2 2 1 9 8 10", .invalid("a sample is 10, above the largest, 9", offset: 11)),
      ("P2 2 1 9 8 x", .invalid("not a number of at most ten digits", offset: 11)),
      ("P2 2 1 9 8 -1", .invalid("not a number of at most ten digits", offset: 11)),
      ("P3 1 1 255 1 2 ", .truncated(offset: 15)),
      ("P3 1 1 255 1 #2 3", .truncated(offset: 17)),
      ("P1 3 2 10110", .truncated(offset: 12)),
      ("P1 3 2 1011 #", .truncated(offset: 13)),
      ("P1 3 2 101102", .invalid("neither 0 nor 1", offset: 12)),
      ("P1 3 2x101101", .invalid("no space after the height", offset: 6)),
      ("P1 3", .truncated(offset: 4)),
      ("P4 9 2 abc", .truncated(offset: 10)),
      ("P1 30000 30000 1", .overBudget(.pixels, actual: 900_000_000, limit: 134_217_728)),
      // As much text as there must be is looked for before memory is taken.
      ("P3 9000 9000 1 0", .truncated(offset: 16)),
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
    #expect(throws: PictureReadError.overBudget(.width, actual: 4, limit: 3)) {
      try Bitmap(ppm: bytes, budget: PictureBudget(width: 3))
    }
    #expect(throws: PictureReadError.overBudget(.height, actual: 3, limit: 2)) {
      try Bitmap(ppm: bytes, budget: PictureBudget(height: 2))
    }
    #expect(throws: PictureReadError.overBudget(.bytes, actual: 23, limit: 22)) {
      try Bitmap(ppm: bytes, budget: PictureBudget(bytes: 22))
    }
    let exact = PictureBudget(width: 4, height: 3, pixels: 12, bytes: 23)
    #expect(try Bitmap(ppm: bytes, budget: exact).height == 3)
  }
}
