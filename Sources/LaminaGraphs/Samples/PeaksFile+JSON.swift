extension PeaksFile {
  /// Creates peaks from the JSON form. A file without a version is taken as version 1, which has
  /// one channel. Unknown fields are skipped.
  ///
  /// - Throws: ``PeaksFileError``.
  public init(json bytes: [UInt8], isStrict: Bool = false) throws(PeaksFileError) {
    var json = PeaksJSON(bytes)
    try json.read()
    func field(_ name: String, _ words: String) throws(PeaksFileError) -> Int64 {
      guard let value = json.numbers[name] else { throw .missing(field: words) }
      return value
    }
    let version = json.numbers["version"] ?? 1
    let channels = version == 1 ? json.numbers["channels"] ?? 1 : try field("channels", "channels")
    let rate = try field("sample_rate", "sample rate")
    let samplesPerPixel = try field("samples_per_pixel", "samples per pixel")
    try Self.check(
      version: version, sampleRate: rate, samplesPerPixel: samplesPerPixel, channels: channels)
    let width = try field("bits", "bits")
    guard let bits = Bits(rawValue: Int(truncatingIfNeeded: width)), width < 100 else {
      throw .invalid(field: "bits", value: width)
    }
    let promised = try field("length", "length")
    guard promised >= 0, promised <= Int64(UInt32.max) else {
      throw .invalid(field: "length", value: promised)
    }
    guard var values = json.data else { throw .missing(field: "data") }
    let perPoint = 2 * channels
    guard promised * perPoint <= Int64(values.count) else {
      throw .truncated(found: Int64(values.count) / perPoint, promised: promised)
    }
    let trailing = Int64(values.count) - promised * perPoint
    guard !isStrict || trailing == 0 else { throw .trailing(count: trailing) }
    values.removeLast(Int(trailing))
    if bits == .eight, let wide = values.first(where: { $0 < -128 || $0 > 127 }) {
      throw .invalid(field: "data", value: Int64(wide))
    }
    self.init(
      version: Int(version), sampleRate: Int(rate), samplesPerPixel: Int(samplesPerPixel),
      channelCount: Int(channels), bits: bits, values: values)
  }

  /// Returns the JSON form, version 2, on a single line as audiowaveform writes it.
  ///
  /// - Complexity: O(``length`` × ``channelCount``).
  public func json() -> [UInt8] {
    var text = Array(
      """
      {"version":2,"channels":\(channelCount),"sample_rate":\(sampleRate),\
      "samples_per_pixel":\(samplesPerPixel),"bits":\(bits.rawValue),"length":\(length),"data":[
      """.utf8)
    text.reserveCapacity(text.count + values.count * (bits == .eight ? 5 : 7))
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      if value < 0 { text.append(UInt8(ascii: "-")) }
      var rest = value.magnitude
      let first = text.count
      repeat {
        text.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      text[first...].reverse()
    }
    text += Array("]}\n".utf8)
    return text
  }
}

/// A parser for the subset of JSON that a peaks file uses: an object with integers and one array of
/// integers.
struct PeaksJSON {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var numbers: [String: Int64] = [:]
  private(set) var data: [Int16]?

  /// The maximum nesting depth of a skipped field.
  private static let maximumDepth = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  mutating func read() throws(PeaksFileError) {
    try expect("{")
    if !takes("}") {
      repeat {
        let name = try string()
        try expect(":")
        guard numbers[name] == nil, name != "data" || data == nil else {
          throw failure("a second \"\(name)\"")
        }
        if name == "data" {
          try readData()
        } else if let byte = next(), byte == UInt8(ascii: "-") || Self.isDigit(byte) {
          numbers[name] = try number()
        } else {
          try skip(depth: 0)
        }
      } while takes(",")
      try expect("}")
    }
    guard next() == nil else { throw failure("unexpected text after the end") }
  }

  private mutating func readData() throws(PeaksFileError) {
    try expect("[")
    // A number and a comma take at least two bytes, so the array rarely grows.
    var values: [Int16] = []
    values.reserveCapacity((bytes.count - index) / 4)
    if !takes("]") {
      repeat {
        _ = next()
        let start = index
        let value = try number()
        guard let value = Int16(exactly: value) else {
          throw .invalidJSON("\(value) is not a 16-bit number", offset: start)
        }
        values.append(value)
      } while takes(",")
      try expect("]")
    }
    data = values
  }

  // MARK: - Tokens and values

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func failure(_ reason: String) -> PeaksFileError {
    .invalidJSON(reason, offset: index)
  }

  /// Returns the next byte that is not white space, without consuming it; nil at the end.
  private mutating func next() -> UInt8? {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ mark: Unicode.Scalar) throws(PeaksFileError) {
    guard takes(mark) else { throw failure("expected '\(mark)'") }
  }

  private mutating func string() throws(PeaksFileError) -> String {
    try expect("\"")
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else {
      index = bytes.count
      throw failure("an unterminated string")
    }
    defer { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads an integer.
  private mutating func number() throws(PeaksFileError) -> Int64 {
    let isNegative = takes("-")
    let start = index
    var value: Int64 = 0
    while index < bytes.count, Self.isDigit(bytes[index]) {
      guard index - start < 18 else { throw failure("a number with more than 18 digits") }
      value = 10 * value + Int64(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > start else { throw failure("expected a number") }
    if index < bytes.count,
      [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")]
        .contains(bytes[index])
    {
      throw failure("a number that is not an integer")
    }
    return isNegative ? -value : value
  }

  /// Skips a value that is not needed.
  private mutating func skip(depth: Int) throws(PeaksFileError) {
    guard depth < Self.maximumDepth else { throw failure("values nested too deeply") }
    switch next() {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "["):
      index += 1
      guard !takes("]") else { return }
      repeat { try skip(depth: depth + 1) } while takes(",")
      try expect("]")
    case UInt8(ascii: "{"):
      index += 1
      guard !takes("}") else { return }
      repeat {
        _ = try string()
        try expect(":")
        try skip(depth: depth + 1)
      } while takes(",")
      try expect("}")
    default:
      let start = index
      let marks = Array("+-.".utf8)
      while index < bytes.count,
        Self.isDigit(bytes[index]) || marks.contains(bytes[index])
          || (bytes[index] | 0x20 >= UInt8(ascii: "a") && bytes[index] | 0x20 <= UInt8(ascii: "z"))
      {
        index += 1
      }
      guard index > start else { throw failure("expected a value") }
    }
  }
}
