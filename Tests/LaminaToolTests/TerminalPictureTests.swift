import Foundation
import Lamina
import LaminaImages
import LaminaScenes
import LaminaTestSupport
import LaminaTool
import Testing

@Suite("Pictures for terminals")
struct TerminalPictureTests {
  /// A picture from rows of letters.
  private func picture(_ rows: [String]) throws -> Bitmap {
    let colors: [Character: UInt32] = [
      "r": 0xFFFF_0000, "g": 0xFF00_8000, "b": 0xFF01_0203, ".": 0,
      // Half transparent white is grey over black.
      "h": 0x8080_8080,
    ]
    return try Bitmap(
      width: rows[0].count, height: rows.count,
      pixels: rows.flatMap { row in row.map { colors[$0]! } })
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\u{1B}", with: "^")
  }

  private func whole(_ bitmap: Bitmap) -> [PixelRect] {
    [PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)]
  }

  // MARK: - Half blocks

  @Test("have two pixels in each cell, and name colours where they change")
  func halfBlocks() throws {
    let bitmap = try picture(["rrg", "rbb", "h.b"])
    #expect(
      text(HalfBlocks.bytes(for: bitmap, in: whole(bitmap)))
        == "^[1;1H^[48;2;255;0;0m ^[48;2;1;2;3m^[38;2;255;0;0m▀^[38;2;0;128;0m▀"
        + "^[2;1H^[48;2;0;0;0m^[38;2;128;128;128m▀ ^[38;2;1;2;3m▀^[0m")
  }

  @Test("change the cells of the damage and no others")
  func damage() throws {
    let bitmap = try picture(["rrgg", "rrgg", "rrgg", "rrgb"])
    let rects = [
      PixelRect(x: 3, y: 3, width: 1, height: 1), PixelRect(x: 0, y: 1, width: 2, height: 2),
      PixelRect(x: 4, y: 0, width: 9, height: 4),
    ]
    #expect(
      text(HalfBlocks.bytes(for: bitmap, in: rects))
        == "^[2;4H^[48;2;1;2;3m^[38;2;0;128;0m▀"
        + "^[1;1H^[48;2;255;0;0m  ^[2;1H  ^[0m")
    #expect(HalfBlocks.bytes(for: bitmap, in: []) == [])
  }

  @Test("stand in lines of their own where the screen goes on below")
  func lines() throws {
    let bitmap = try picture(["r", "r", "g"])
    #expect(
      text(HalfBlocks.lines(for: bitmap))
        == "^[48;2;255;0;0m ^[0m\n^[48;2;0;0;0m^[38;2;0;128;0m▀^[0m\n")
  }

  /// The picture that a terminal would show, for the sequences that half blocks are made of.
  private func shown(_ bytes: [UInt8], width: Int, height: Int) throws -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * (height + 1))
    var (row, column) = (0, 0)
    var (front, back): (UInt32, UInt32) = (0, 0)
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let first = rest.popFirst() {
      if first == "\u{1B}" {
        let end = try #require(rest.firstIndex { "Hm".contains($0) })
        let numbers = rest[..<end].dropFirst().split(separator: ";").compactMap { UInt32($0) }
        if rest[end] == "H" {
          (row, column) = (Int(numbers[0]) - 1, Int(numbers[1]) - 1)
        } else if numbers.count == 5 {
          let color = 0xFF00_0000 | numbers[2] << 16 | numbers[3] << 8 | numbers[4]
          if numbers[0] == 38 { front = color } else { back = color }
        }
        rest = rest[rest.index(after: end)...]
      } else {
        pixels[2 * row * width + column] = first == "▀" ? front : back
        pixels[(2 * row + 1) * width + column] = back
        column += 1
      }
    }
    return Array(pixels.prefix(width * height))
  }

  @Test("show every pixel as it is", arguments: 1...20)
  func randomPictures(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (
      Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)
    )
    let colors: [UInt32] = [0xFFFF_FFFF, 0xFF00_0000, 0xFF12_3456]
    let bitmap = try Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in colors.randomElement(using: &random)! })
    let bytes = HalfBlocks.bytes(for: bitmap, in: whole(bitmap))
    #expect(try shown(bytes, width: width, height: height) == bitmap.pixels, "seed \(seed)")
  }

  // MARK: - Kitty

  @Test("go to kitty as a PNG in pieces of 4096 characters")
  func kitty() throws {
    let small = try picture(["rg"])
    #expect(
      text(KittyGraphics.bytes(for: small))
        == "^_Ga=T,f=100,i=1,p=1,q=2,C=1,m=0;\(Data(small.pngData()).base64EncodedString())^\\")

    var random = SeededGenerator(seed: 5)
    let large = try Bitmap(
      width: 60, height: 50,
      pixels: (0..<3000).map { _ in UInt32(random.below(1 << 24)) | 0xFF00_0000 })
    let commands = text(KittyGraphics.bytes(for: large, number: 7)).components(
      separatedBy: "^\\")
    #expect(commands.last == "")
    let chunks = commands.dropLast().map { $0.components(separatedBy: ";") }
    #expect(chunks.count == 3)
    #expect(
      chunks.map { $0[0] } == ["^_Ga=T,f=100,i=7,p=1,q=2,C=1,m=1", "^_Gm=1", "^_Gm=0"])
    #expect(chunks.dropLast().allSatisfy { $0[1].count == 4096 })
    let png = try #require(Data(base64Encoded: chunks.map { $0[1] }.joined()))
    #expect(try Bitmap(png: Array(png)) == large)
    #expect(text(KittyGraphics.removal(number: 7)) == "^_Ga=d,d=I,i=7,q=2^\\")
  }

  // MARK: - Sixels

  @Test("are sixels with runs counted, and colours in hundredths")
  func sixels() throws {
    let bitmap = try picture(["rrrrg", "rrrrb", "rrrrb", "rrrrb", "rrrrb", "rrrrb", "r...."])
    #expect(
      text(Sixels.bytes(for: bitmap))
        == "^P0;1;0q\"1;1;5;7#0;2;100;0;0#1;2;0;50;0#2;2;0;1;1#3;2;0;0;0"
        + "#0!4~$#1!4?@$#2!4?}-#0@$#3?!4@^\\")
  }

  /// The colours that a terminal would show for sixels, in hundredths of red, green and blue.
  private func shownSixels(_ bytes: [UInt8], width: Int, height: Int) throws -> [[Int]] {
    var pixels = [[Int]](repeating: [], count: width * (height + 5))
    var colors: [Int: [Int]] = [:]
    var (color, x, top, count) = (0, 0, 0, 1)
    var rest = Substring(
      String(decoding: bytes, as: UTF8.self).replacing(
        "\u{1B}P0;1;0q\"1;1;\(width);\(height)", with: ""
      )
      .replacing("\u{1B}\\", with: ""))
    func number() -> Int {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits) ?? -1
    }
    while let first = rest.popFirst() {
      switch first {
      case "#":
        color = number()
        if rest.first == ";" {
          rest = rest.dropFirst(3)
          let red = number()
          rest = rest.dropFirst()
          let green = number()
          rest = rest.dropFirst()
          colors[color] = [red, green, number()]
        }
      case "!": count = number()
      case "$": x = 0
      case "-": (x, top) = (0, top + 6)
      default:
        let bits = try #require(first.asciiValue) - 63
        for column in x..<x + count {
          for bit in 0..<6 where bits >> bit & 1 == 1 {
            #expect(pixels[(top + bit) * width + column].isEmpty, "a pixel was drawn twice")
            pixels[(top + bit) * width + column] = try #require(colors[color])
          }
        }
        (x, count) = (x + count, 1)
      }
    }
    return Array(pixels.prefix(width * height))
  }

  @Test("are exact in pictures of up to 256 colours", arguments: 1...12)
  func exactSixels(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (
      Int.random(in: 1...40, using: &random), Int.random(in: 1...20, using: &random)
    )
    let palette = (0..<Int.random(in: 1...256, using: &random)).map { _ in
      UInt32(random.below(1 << 24)) | 0xFF00_0000
    }
    let bitmap = try Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in palette.randomElement(using: &random)! })
    let expected = bitmap.pixels.map { pixel in
      [16, 8, 0].map { Int((Double(pixel >> UInt32($0) & 255) / 2.55).rounded()) }
    }
    #expect(
      try shownSixels(Sixels.bytes(for: bitmap), width: width, height: height) == expected,
      "seed \(seed)")
  }

  @Test("mix colours that are nearest where there are more, and keep plain areas plain")
  func manyColors() throws {
    // Twenty rows of every grey and more reds than there are colours.
    let bitmap = try Bitmap(width: 320, height: 20) { x, y in
      Color(red: Double(min(x, 255)) / 255, green: Double(y % 2) / 2, blue: x < 300 ? 0 : 1)
    }
    let shown = try shownSixels(Sixels.bytes(for: bitmap), width: 320, height: 20)
    for (place, pixel) in bitmap.pixels.enumerated() {
      for (channel, shift) in [16, 8, 0].enumerated() {
        let level = Double(pixel >> UInt32(shift) & 255) / 2.55
        // Never further away than from one level to the next.
        #expect(abs(Double(shown[place][channel]) - level) <= (channel == 1 ? 17.5 : 20.5))
      }
    }
    // On average it is the colour: reds of a column of 4 x 4 around the middle.
    let block = (124..<128).flatMap { x in (0..<4).map { y in shown[y * 320 + x][0] } }
    let mean = Double(block.reduce(0, +)) / 16
    #expect(abs(mean - 125.5 / 2.55) < 2)
    #expect(shown[319][2] == 100 && shown[0] == [0, 0, 0])
  }
}
