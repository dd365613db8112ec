import Lamina

extension PNGFile {
  /// Restores the rows of all passes in place and writes every pixel of the picture.
  func decode(
    _ filtered: UnsafeMutableRawBufferPointer, to pixels: UnsafeMutableBufferPointer<UInt32>
  ) throws(PictureReadError) {
    var rest = filtered[...]
    for pass in header.passes {
      let rowBytes = header.rowBytes(width: pass.width)
      var above: UnsafeRawBufferPointer?
      for row in 0..<pass.height {
        let filter = rest.first!
        let content = UnsafeMutableRawBufferPointer(
          rebasing: rest.dropFirst().prefix(rowBytes))
        rest = rest.dropFirst(1 + rowBytes)
        guard
          PNGUnfilter.restore(content, filter: filter, above: above, step: header.filterStep)
        else { throw .invalid("an unknown filter, \(filter), in row \(row)", offset: dataOffset) }
        above = UnsafeRawBufferPointer(content)
        let first = (pass.y + row * pass.stepY) * header.width + pass.x
        try convert(UnsafeRawBufferPointer(content), pass: pass) { x, pixel in
          pixels[first + x * pass.stepX] = pixel
        }
      }
    }
  }

  /// Calls `store` for each pixel of one row.
  private func convert(
    _ row: UnsafeRawBufferPointer, pass: PNGPass, _ store: (_ x: Int, _ pixel: UInt32) -> Void
  ) throws(PictureReadError) {
    switch (header.colorType, header.bitDepth, transparentSamples) {
    case (.palette, _, _):
      for x in 0..<pass.width {
        let index = sample(x, of: row)
        guard index < palette.count else {
          throw .invalid(
            "colour \(index) of a palette with \(palette.count) entries", offset: dataOffset)
        }
        store(x, palette[index])
      }
    case (.rgb, 8, nil):
      for x in 0..<pass.width {
        store(
          x,
          0xFF00_0000 | UInt32(row[3 * x]) << 16 | UInt32(row[3 * x + 1]) << 8
            | UInt32(row[3 * x + 2]))
      }
    case (.rgba, 8, _):
      for x in 0..<pass.width {
        store(
          x,
          PixelBytes.premultiplied(
            red: UInt32(row[4 * x]), green: UInt32(row[4 * x + 1]),
            blue: UInt32(row[4 * x + 2]), alpha: UInt32(row[4 * x + 3])))
      }
    case (.rgb, _, _), (.rgba, _, _):
      for x in 0..<pass.width {
        let first = x * header.channels
        let red = sample(first, of: row)
        let green = sample(first + 1, of: row)
        let blue = sample(first + 2, of: row)
        let isTransparent =
          transparentSamples.map { $0[0] == red && $0[1] == green && $0[2] == blue } ?? false
        let alpha = header.colorType == .rgba ? byte(sample(first + 3, of: row)) : 255
        store(
          x,
          PixelBytes.premultiplied(
            red: byte(red), green: byte(green), blue: byte(blue),
            alpha: isTransparent ? 0 : alpha))
      }
    case (.gray, _, _), (.grayAlpha, _, _):
      for x in 0..<pass.width {
        let gray = sample(x * header.channels, of: row)
        let isTransparent = transparentSamples.map { $0[0] == gray } ?? false
        let alpha =
          header.colorType == .grayAlpha ? byte(sample(2 * x + 1, of: row)) : 255
        let level = byte(gray)
        store(
          x,
          PixelBytes.premultiplied(
            red: level, green: level, blue: level, alpha: isTransparent ? 0 : alpha))
      }
    }
  }

  /// The sample with this index in a row, in the file's depth. The first of several samples in
  /// one byte is in the high bits.
  private func sample(_ index: Int, of row: UnsafeRawBufferPointer) -> Int {
    switch header.bitDepth {
    case 8:
      return Int(row[index])
    case 16:
      return Int(row[2 * index]) << 8 | Int(row[2 * index + 1])
    default:
      let depth = header.bitDepth
      let bit = index * depth
      return Int(row[bit >> 3]) >> (8 - depth - bit & 7) & (1 << depth - 1)
    }
  }

  /// A sample in 0...255, rounded to the nearest.
  private func byte(_ sample: Int) -> UInt32 {
    let most = 1 << header.bitDepth - 1
    return UInt32((sample * 510 + most) / (2 * most))
  }
}
