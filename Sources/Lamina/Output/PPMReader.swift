extension Bitmap {
  /// Reads the first picture of a binary PPM (`P6`), PGM (`P5`) or PAM (`P7`) file.
  ///
  /// Samples are scaled from 0...maxval to 0...255 and rounded to the nearest; a PAM's colours
  /// are then multiplied by its alpha. Bytes behind the picture are not looked at: these
  /// formats allow several pictures in a row.
  ///
  /// - Throws: ``PictureReadError``; the budget and the length of the data are checked before
  ///   memory is taken.
  /// - Complexity: O(*width* × *height*).
  public init(
    ppm bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    var header = PortableHeader(bytes: bytes)
    try header.read()
    try budget.check(width: header.width, height: header.height)
    let start = header.offset
    let bytesPerSample = header.maximum > 255 ? 2 : 1
    let count = header.width * header.height * header.channels * bytesPerSample
    guard bytes.count - start >= count else { throw .truncated(offset: bytes.count) }

    let samples = PortableSamples(
      channels: header.channels, bytesPerSample: bytesPerSample, maximum: header.maximum)
    try self.init(width: header.width, height: header.height) { pixels throws(PictureReadError) in
      let bad = bytes.withUnsafeBufferPointer { buffer in
        samples.convert(
          UnsafeBufferPointer(rebasing: buffer[start..<(start + count)]), to: pixels)
      }
      if let bad {
        throw .invalid("a sample is above the largest, \(samples.maximum)", offset: start + bad)
      }
    }
  }
}

/// The text before the samples of a PPM, PGM or PAM file.
private struct PortableHeader {
  private let bytes: [UInt8]
  /// Behind what was read; in the end the first sample's place.
  private(set) var offset = 0
  private(set) var width = 0
  private(set) var height = 0
  private(set) var channels = 0
  private(set) var maximum = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func read() throws(PictureReadError) {
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "P"), Self.isSpace(bytes[2]) else {
      throw .unknownFormat
    }
    offset = 2
    switch bytes[1] {
    case UInt8(ascii: "5"): try readNumbers(channels: 1)
    case UInt8(ascii: "6"): try readNumbers(channels: 3)
    case UInt8(ascii: "7"): try readLines()
    default: throw .unknownFormat
    }
    guard (1...65_535).contains(maximum) else {
      throw .invalid("the largest sample is \(maximum), not 1 to 65535", offset: offset)
    }
  }

  /// P5 and P6: three numbers, and one space before the samples.
  private mutating func readNumbers(channels: Int) throws(PictureReadError) {
    self.channels = channels
    width = try number()
    height = try number()
    maximum = try number()
    guard offset < bytes.count else { throw .truncated(offset: offset) }
    guard Self.isSpace(bytes[offset]) else {
      throw .invalid("no space behind the largest sample", offset: offset)
    }
    offset += 1
  }

  /// P7: lines with a name and a value, up to `ENDHDR`.
  private mutating func readLines() throws(PictureReadError) {
    let names = ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"]
    var values: [Int?] = [nil, nil, nil, nil]
    try skipLine()
    while true {
      let start = offset
      try skipLine()
      let line = String(decoding: bytes[start..<(offset - 1)], as: UTF8.self)
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let name = words.first, !name.hasPrefix("#"), name != "TUPLTYPE" else { continue }
      if name == "ENDHDR" { break }
      guard let index = names.firstIndex(of: String(name)) else {
        throw .invalid("a line that is not part of a PAM header", offset: start)
      }
      guard values[index] == nil, words.count == 2, let value = Self.number(words[1].utf8) else {
        throw .invalid("\(name) is not given once, as one number", offset: start)
      }
      values[index] = value
    }
    for (name, value) in zip(names, values) where value == nil {
      throw .invalid("the header has no \(name)", offset: offset)
    }
    (width, height, channels, maximum) = (values[0]!, values[1]!, values[2]!, values[3]!)
    guard (1...4).contains(channels) else {
      throw .invalid("\(channels) channels, not 1 to 4", offset: offset)
    }
  }

  /// Goes behind the next line feed.
  private mutating func skipLine() throws(PictureReadError) {
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw .truncated(offset: bytes.count)
    }
    offset = end + 1
  }

  /// The number behind spaces and comments, which go from `#` to the end of their line.
  private mutating func number() throws(PictureReadError) -> Int {
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "#") {
        try skipLine()
      } else if Self.isSpace(bytes[offset]) {
        offset += 1
      } else {
        break
      }
    }
    let digits = bytes[offset...].prefix { (48...57).contains($0) }
    guard let number = Self.number(digits) else {
      if offset == bytes.count { throw .truncated(offset: offset) }
      throw .invalid("not a number of at most ten digits", offset: offset)
    }
    offset = digits.endIndex
    return number
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...10).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || (9...13).contains(byte)
  }
}

/// How samples become pixels.
private struct PortableSamples {
  let channels: Int
  let bytesPerSample: Int
  let maximum: Int

  /// Writes one pixel for every `channels` samples.
  ///
  /// - Returns: where a sample is above `maximum`, in bytes; nil if none is.
  func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, to pixels: UnsafeMutableBufferPointer<UInt32>
  ) -> Int? {
    if channels == 3, bytesPerSample == 1, maximum == 255 {
      // Most files, and nothing to scale or to check.
      for index in pixels.indices {
        pixels[index] =
          0xFF00_0000 | UInt32(bytes[3 * index]) << 16 | UInt32(bytes[3 * index + 1]) << 8
          | UInt32(bytes[3 * index + 2])
      }
      return nil
    }
    var samples: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    return withUnsafeMutableBytes(of: &samples) { samples in
      let samples = samples.bindMemory(to: UInt32.self)
      var offset = 0
      for index in pixels.indices {
        for channel in 0..<channels {
          var value = Int(bytes[offset])
          if bytesPerSample == 2 { value = value << 8 | Int(bytes[offset + 1]) }
          if value > maximum { return offset }
          samples[channel] = UInt32((value * 510 + maximum) / (2 * maximum))
          offset += bytesPerSample
        }
        let gray = channels < 3
        let alpha = channels == 2 ? samples[1] : channels == 4 ? samples[3] : 255
        pixels[index] = PixelBytes.premultiplied(
          red: samples[0], green: gray ? samples[0] : samples[1],
          blue: gray ? samples[0] : samples[2], alpha: alpha)
      }
      return nil
    }
  }
}
