import Lamina

/// Pictures as sixels: columns of six pixels, in up to 256 colours.
///
/// Pictures with at most 256 colours are exact up to the precision of the format: 101 levels each
/// of red, green and blue. Others are dithered to 252 colours with an ordered pattern of four by
/// four pixels. Pixels are shown over black.
package enum Sixels {
  /// Returns the bytes that draw a picture at the cursor.
  ///
  /// - Complexity: O(pixels × colours in a band of six rows).
  package static func bytes(for bitmap: Bitmap) -> [UInt8] {
    let picture = IndexedPicture(bitmap)
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(bitmap.width);\(bitmap.height)".utf8)
    for (index, color) in picture.colors.enumerated() where picture.isUsed[index] {
      func level(_ shift: UInt32) -> UInt32 { ((color >> shift & 255) * 100 + 127) / 255 }
      bytes += "#\(index);2;\(level(16));\(level(8));\(level(0))".utf8
    }
    for top in stride(from: 0, to: bitmap.height, by: 6) {
      if top > 0 { bytes.append(UInt8(ascii: "-")) }
      addBand(picture, rows: top..<min(top + 6, bitmap.height), to: &bytes)
    }
    bytes += "\u{1B}\\".utf8
    return bytes
  }

  /// Appends six rows: a line of sixels per colour, one over the other.
  private static func addBand(
    _ picture: IndexedPicture, rows: Range<Int>, to bytes: inout [UInt8]
  ) {
    let width = picture.width
    var isInBand = [Bool](repeating: false, count: 256)
    for index in picture.indices[rows.lowerBound * width..<rows.upperBound * width] {
      isInBand[Int(index)] = true
    }
    var isFirst = true
    for color in 0..<256 where isInBand[color] {
      if !isFirst { bytes.append(UInt8(ascii: "$")) }
      isFirst = false
      bytes += "#\(color)".utf8
      var run = Run()
      for x in 0..<width {
        var bits: UInt8 = 0
        for (bit, y) in rows.enumerated() where picture.indices[y * width + x] == color {
          bits |= 1 << bit
        }
        run.add(bits, to: &bytes)
      }
      run.end(isLast: true, to: &bytes)
    }
  }

  /// A run of equal sixels, counted before it is written.
  private struct Run {
    private var bits: UInt8 = 0
    private var count = 0

    package mutating func add(_ bits: UInt8, to bytes: inout [UInt8]) {
      if bits != self.bits {
        end(isLast: false, to: &bytes)
        self.bits = bits
      }
      count += 1
    }

    /// Writes the run. Empty sixels at the end of a line are omitted.
    package mutating func end(isLast: Bool, to bytes: inout [UInt8]) {
      defer { count = 0 }
      if isLast, bits == 0 { return }
      let character = 63 + bits
      if count > 3 {
        bytes += "!\(count)".utf8
        bytes.append(character)
      } else {
        bytes += [UInt8](repeating: character, count: count)
      }
    }
  }
}

/// A picture whose pixels are indices into a colour table.
package struct IndexedPicture {
  package let width: Int
  /// The colours, at most 256, as `0xRRGGBB`.
  private(set) var colors: [UInt32] = []
  /// The usage flag of each colour: true if a pixel has it.
  private(set) var isUsed: [Bool]
  /// The colour index of each pixel, in reading order.
  private(set) var indices: [UInt8] = []

  /// Creates an indexed picture from a bitmap. Keeps its colours if there are 256 or fewer;
  /// otherwise uses those of a cube of 6 × 7 × 6 levels.
  package init(_ bitmap: Bitmap) {
    width = bitmap.width
    var numbers: [UInt32: UInt8] = [:]
    indices.reserveCapacity(bitmap.width * bitmap.height)
    let pixels = bitmap.pixels
    for pixel in pixels {
      let color = pixel & 0xFF_FFFF
      if let number = numbers[color] {
        indices.append(number)
        continue
      }
      if colors.count == 256 { break }
      let number = UInt8(colors.count)
      numbers[color] = number
      colors.append(color)
      indices.append(number)
    }
    isUsed = [Bool](repeating: true, count: colors.count)
    if indices.count < pixels.count { takeCube(pixels) }
  }

  /// The order in which the pixels of the dither pattern step up to the next level.
  private static let pattern: [UInt32] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private mutating func takeCube(_ pixels: [UInt32]) {
    colors = (0..<252).map { index in
      let (red, green, blue) = (index / 42, index / 6 % 7, index % 6)
      return UInt32(red * 255 / 5) << 16 | UInt32(green * 255 / 6) << 8 | UInt32(blue * 255 / 5)
    }
    isUsed = [Bool](repeating: false, count: colors.count)
    indices = pixels.indices.map { place in
      let (x, y) = (place % width, place / width)
      let threshold = Self.pattern[y % 4 * 4 + x % 4] * 255 / 16
      func level(_ shift: UInt32, of last: UInt32) -> UInt32 {
        ((pixels[place] >> shift & 255) * last + threshold) / 255
      }
      let index = level(16, of: 5) * 42 + level(8, of: 6) * 6 + level(0, of: 5)
      isUsed[Int(index)] = true
      return UInt8(index)
    }
  }
}
