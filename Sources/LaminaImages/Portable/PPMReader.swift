import Lamina

extension Bitmap {
  /// Creates a bitmap from the first picture of a PBM, PGM, PPM or PAM file: `P1` to `P7`.
  ///
  /// Samples are scaled from 0...maxval to 0...255 and rounded to the nearest; a PAM's colours are
  /// then multiplied by its alpha. A PAM has grey, grey and alpha, RGB or RGBA, depending on the
  /// number of its channels, with which a known `TUPLTYPE` must agree. Colours are taken as
  /// sRGB-encoded. Bytes after the picture are ignored: these formats allow several pictures in a
  /// row.
  ///
  /// - Throws: ``PictureReadError``; the budget and the length of the data are checked before
  ///   memory is allocated.
  /// - Complexity: O(size of the file + *width* × *height*).
  public init(
    ppm bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(PictureReadError) in try Self.portable(buffer, budget: budget) }
    }
    self = try result.get()
  }

  private static func portable(
    _ bytes: UnsafeBufferPointer<UInt8>, budget: PictureBudget
  ) throws(PictureReadError) -> Bitmap {
    try budget.check(bytes: bytes.count)
    let header = try PortableHeader(bytes)
    try budget.check(width: header.width, height: header.height)
    guard bytes.count - header.offset >= header.leastSize else {
      throw .truncated(offset: bytes.count)
    }
    var samples = PortableSamples(bytes: bytes, header: header)
    return try Bitmap(width: header.width, height: header.height) {
      pixels throws(PictureReadError) in try samples.convert(to: pixels)
    }
  }
}

/// A converter from samples to pixels.
private struct PortableSamples {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let header: PortableHeader
  /// The position of the next sample, if samples are text.
  private var text: PortableText
  /// The position of the next sample, if samples are binary.
  private var offset: Int

  init(bytes: UnsafeBufferPointer<UInt8>, header: PortableHeader) {
    self.bytes = bytes
    self.header = header
    text = PortableText(bytes, offset: header.offset)
    offset = header.offset
  }

  /// Writes all pixels in reading order.
  mutating func convert(
    to pixels: UnsafeMutableBufferPointer<UInt32>
  ) throws(PictureReadError) {
    switch header.samples {
    case .bits:
      convertBits(to: pixels)
    case .digits:
      for index in pixels.indices { pixels[index] = Self.pixel(bit: try text.bit()) }
    case .binary where header.channels == 3 && header.maximum == 255:
      // The common case, with nothing to scale or check.
      for index in pixels.indices {
        let first = offset + 3 * index
        pixels[index] =
          0xFF00_0000 | UInt32(bytes[first]) << 16 | UInt32(bytes[first + 1]) << 8
          | UInt32(bytes[first + 2])
      }
    case .binary, .text:
      try convertSamples(to: pixels)
    }
  }

  private func convertBits(to pixels: UnsafeMutableBufferPointer<UInt32>) {
    let rowBytes = (header.width + 7) / 8
    for y in 0..<header.height {
      for x in 0..<header.width {
        let byte = bytes[offset + y * rowBytes + x >> 3]
        pixels[y * header.width + x] = Self.pixel(bit: Int(byte >> (7 - x & 7) & 1))
      }
    }
  }

  private static func pixel(bit: Int) -> UInt32 { bit == 1 ? 0xFF00_0000 : 0xFFFF_FFFF }

  private mutating func convertSamples(
    to pixels: UnsafeMutableBufferPointer<UInt32>
  ) throws(PictureReadError) {
    let hasColor = header.channels >= 3
    for index in pixels.indices {
      let first = try nextSample()
      let green = hasColor ? try nextSample() : first
      let blue = hasColor ? try nextSample() : first
      let alpha = header.channels % 2 == 0 ? try nextSample() : 255
      pixels[index] = PixelBytes.premultiplied(
        red: first, green: green, blue: blue, alpha: alpha)
    }
  }

  /// Reads the next sample and scales it to 0...255, rounded to the nearest.
  private mutating func nextSample() throws(PictureReadError) -> UInt32 {
    let maximum = header.maximum
    let value: Int
    let start: Int
    switch header.samples {
    case .text:
      value = try text.number()
      start = text.start
    case .binary, .bits, .digits:
      start = offset
      value =
        maximum > 255 ? Int(bytes[start]) << 8 | Int(bytes[start + 1]) : Int(bytes[start])
      offset += maximum > 255 ? 2 : 1
    }
    guard value <= maximum else {
      throw .invalid("a sample is \(value), above the largest, \(maximum)", offset: start)
    }
    return UInt32((value * 510 + maximum) / (2 * maximum))
  }
}
