extension PeaksFile {
  /// Reads the binary form.
  ///
  /// Whether there are as many points as the header says is checked before memory is taken.
  ///
  /// - Throws: ``PeaksFileError``.
  public init(dat bytes: [UInt8], isStrict: Bool = false) throws(PeaksFileError) {
    func number(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }
    func signed(_ offset: Int) -> Int64 { Int64(Int32(bitPattern: number(offset))) }

    guard bytes.count >= 4 else { throw .notPeaks }
    let version = signed(0)
    guard version == 1 || version == 2 else { throw .unsupportedVersion(version) }
    let start = version == 1 ? 20 : 24
    guard bytes.count >= start else { throw .missing(field: "whole header") }
    let channels = version == 1 ? 1 : signed(20)
    try Self.check(
      version: version, sampleRate: signed(8), samplesPerPixel: signed(12), channels: channels)
    let flags = number(4)
    let bits = flags & 1 == 1 ? Bits.eight : .sixteen
    let promised = Int64(number(16))
    let bytesPerPoint = 2 * Int64(channels) * Int64(bits.rawValue / 8)
    let found = Int64(bytes.count - start)
    guard promised * bytesPerPoint <= found else {
      throw .truncated(found: found / bytesPerPoint, promised: promised)
    }
    guard !isStrict || promised * bytesPerPoint == found else {
      throw .trailing(count: found - promised * bytesPerPoint)
    }
    let count = Int(promised) * 2 * Int(channels)
    let values = [Int16](unsafeUninitializedCapacity: count) { values, initialized in
      for index in 0..<count {
        switch bits {
        case .eight: values[index] = Int16(Int8(bitPattern: bytes[start + index]))
        case .sixteen:
          let offset = start + 2 * index
          values[index] = Int16(
            bitPattern: UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8)
        }
      }
      initialized = count
    }
    self.init(
      version: Int(version), sampleRate: Int(signed(8)), samplesPerPixel: Int(signed(12)),
      channelCount: Int(channels), bits: bits, unusedFlags: flags & ~1, values: values)
  }

  /// The binary form.
  ///
  /// - Complexity: O(``length`` × ``channelCount``).
  public func dat() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24 + values.count * bits.rawValue / 8)
    func append(_ value: UInt32) {
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    append(UInt32(version))
    append(unusedFlags | (bits == .eight ? 1 : 0))
    append(UInt32(sampleRate))
    append(UInt32(samplesPerPixel))
    append(UInt32(length))
    if version == 2 { append(UInt32(channelCount)) }
    for value in values {
      bytes.append(UInt8(truncatingIfNeeded: value))
      if bits == .sixteen { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
    }
    return bytes
  }

  /// The peaks as text, as audiowaveform writes it: a line for each point, with the minimum and the
  /// maximum of each channel and commas between them. It says neither rate nor resolution.
  ///
  /// - Complexity: O(``length`` × ``channelCount``).
  public func text() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(values.count * (bits == .eight ? 5 : 7))
    for (index, value) in values.enumerated() {
      text += Array("\(value)".utf8)
      let isLast = (index + 1) % (2 * channelCount) == 0
      text.append(UInt8(ascii: isLast ? "\n" : ","))
    }
    return text
  }
}
