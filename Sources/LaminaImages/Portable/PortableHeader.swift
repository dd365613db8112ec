import Lamina

/// The header of a PBM, PGM, PPM or PAM file: the text before its samples.
struct PortableHeader {
  /// The encoding of the samples.
  enum Samples {
    /// One byte per sample, or two, high byte first, if the maximum is above 255.
    case binary
    /// Decimal numbers separated by white space.
    case text
    /// One bit per sample, high bit first; rows are padded to bytes. 1 is black.
    case bits
    /// The digits 0 and 1, optionally separated by white space. 1 is black.
    case digits
  }

  private var text: PortableText
  private(set) var samples = Samples.binary
  private(set) var width = 0
  private(set) var height = 0
  private(set) var channels = 1
  private(set) var maximum = 1

  /// The offset after the bytes read so far; finally that of the first sample.
  var offset: Int { text.offset }

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PictureReadError) {
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "P"), PortableText.isSpace(bytes[2]) else {
      throw .unknownFormat
    }
    text = PortableText(bytes, offset: 2)
    switch bytes[1] {
    case UInt8(ascii: "1"): try readNumbers(.digits, channels: 1)
    case UInt8(ascii: "2"): try readNumbers(.text, channels: 1)
    case UInt8(ascii: "3"): try readNumbers(.text, channels: 3)
    case UInt8(ascii: "4"): try readNumbers(.bits, channels: 1)
    case UInt8(ascii: "5"): try readNumbers(.binary, channels: 1)
    case UInt8(ascii: "6"): try readNumbers(.binary, channels: 3)
    case UInt8(ascii: "7"): try readLines()
    default: throw .unknownFormat
    }
    guard (1...65_535).contains(maximum) else {
      throw .invalid("the largest sample is \(maximum), not 1 to 65535", offset: offset)
    }
  }

  /// The smallest number of bytes that the picture's samples can take. Only text can take more.
  ///
  /// - Precondition: the size is within a budget.
  var leastSize: Int {
    let count = width * height * channels
    switch samples {
    case .binary: return maximum > 255 ? 2 * count : count
    case .text: return 2 * count - 1
    case .bits: return (width + 7) / 8 * height
    case .digits: return count
    }
  }

  /// Reads a P1 to P6 header: two numbers, a third except for bits, and one white space character
  /// before the samples.
  private mutating func readNumbers(
    _ samples: Samples, channels: Int
  ) throws(PictureReadError) {
    self.samples = samples
    self.channels = channels
    width = try text.number()
    height = try text.number()
    let last: String
    switch samples {
    case .bits, .digits:
      last = "height"
    case .binary, .text:
      maximum = try text.number()
      last = "largest sample"
    }
    try text.skipSpace(after: last)
  }

  /// Reads a P7 header: lines of a name and a value, up to `ENDHDR`.
  private mutating func readLines() throws(PictureReadError) {
    let names = ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"]
    var values: [Int?] = [nil, nil, nil, nil]
    var type: [Substring] = []
    _ = try text.line()
    while true {
      let start = offset
      let line = try text.line()
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let name = words.first, !name.hasPrefix("#") else { continue }
      if name == "ENDHDR" { break }
      if name == "TUPLTYPE" {
        type += words.dropFirst()
        continue
      }
      guard let index = names.firstIndex(of: String(name)) else {
        throw .invalid("a line that is not part of a PAM header", offset: start)
      }
      guard values[index] == nil, words.count == 2,
        let value = PortableText.number(words[1].utf8)
      else { throw .invalid("\(name) must be given once, as one number", offset: start) }
      values[index] = value
    }
    for (name, value) in zip(names, values) where value == nil {
      throw .invalid("the header has no \(name)", offset: offset)
    }
    (width, height, channels, maximum) = (values[0]!, values[1]!, values[2]!, values[3]!)
    guard (1...4).contains(channels) else {
      throw .invalid("\(channels) channels, not 1 to 4", offset: offset)
    }
    try checkType(type.joined(separator: " "))
  }

  /// Checks that a known tuple type matches the number of channels; any other type is ignored.
  private func checkType(_ type: String) throws(PictureReadError) {
    let expected =
      switch type {
      case "BLACKANDWHITE", "GRAYSCALE": 1
      case "BLACKANDWHITE_ALPHA", "GRAYSCALE_ALPHA": 2
      case "RGB": 3
      case "RGB_ALPHA": 4
      default: channels
      }
    guard channels == expected else {
      throw .invalid(
        "\(channels) channels, but \(type) has \(expected)", offset: offset)
    }
  }
}

/// A sequential reader of the text of a picture file.
struct PortableText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset after the bytes read so far.
  private(set) var offset: Int
  /// The offset at which the last number starts.
  private(set) var start: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int) {
    self.bytes = bytes
    self.offset = offset
    start = offset
  }

  /// Returns the text up to the next line feed, and moves past that.
  mutating func line() throws(PictureReadError) -> String {
    let start = offset
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw .truncated(offset: bytes.count)
    }
    offset = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Reads the number after white space and comments.
  mutating func number() throws(PictureReadError) -> Int {
    try skipSpacesAndComments()
    start = offset
    let digits = bytes[offset...].prefix { (48...57).contains($0) }
    guard let number = Self.number(digits) else {
      if offset == bytes.count { throw .truncated(offset: offset) }
      throw .invalid("not a number of at most ten digits", offset: offset)
    }
    offset = digits.endIndex
    return number
  }

  /// Reads the digit 0 or 1 after white space and comments.
  mutating func bit() throws(PictureReadError) -> Int {
    try skipSpacesAndComments()
    guard offset < bytes.count else { throw .truncated(offset: offset) }
    guard bytes[offset] == 48 || bytes[offset] == 49 else {
      throw .invalid("neither 0 nor 1", offset: offset)
    }
    offset += 1
    return Int(bytes[offset - 1] - 48)
  }

  mutating func skipSpace(after name: String) throws(PictureReadError) {
    guard offset < bytes.count else { throw .truncated(offset: offset) }
    guard Self.isSpace(bytes[offset]) else {
      throw .invalid("no space after the \(name)", offset: offset)
    }
    offset += 1
  }

  /// Skips white space and comments, which extend from `#` to the end of the line.
  private mutating func skipSpacesAndComments() throws(PictureReadError) {
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "#") {
        guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else {
          throw .truncated(offset: bytes.count)
        }
        offset = end + 1
      } else if Self.isSpace(bytes[offset]) {
        offset += 1
      } else {
        return
      }
    }
  }

  static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...10).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || (9...13).contains(byte)
  }
}
