import Foundation

/// The peaks of a sound in an interchange format: the `.dat` and `.json` files of BBC
/// audiowaveform, which web players display.
///
/// A sound is divided into pieces of ``samplesPerPixel`` samples. For each piece, called a point,
/// the file stores the smallest and the largest sample as integers of 8 or 16 bits. A file that was
/// read is written again byte for byte, in either form as audiowaveform writes it.
public struct PeaksFile: Sendable, Equatable {
  /// The number of bits in a value.
  public enum Bits: Int, Sendable {
    case eight = 8
    case sixteen = 16
  }

  /// The maximum number of channels in a file, which is audiowaveform's limit.
  public static let maximumChannelCount = 24

  /// The version of the format, 1 or 2. Version 1 has one channel.
  public let version: Int
  /// The number of samples per second, 1 or more.
  public let sampleRate: Int
  /// The number of samples of a channel in a point, 1 or more.
  public let samplesPerPixel: Int
  /// The number of channels, from 1 to ``maximumChannelCount``.
  public let channelCount: Int
  /// The number of bits in a value.
  public let bits: Bits
  /// The number of points.
  public let length: Int

  /// The bits of the binary form's flags that have no meaning.
  let unusedFlags: UInt32
  /// The minimum and the maximum of each channel, for each point.
  let values: [Int16]

  init(
    version: Int, sampleRate: Int, samplesPerPixel: Int, channelCount: Int, bits: Bits,
    unusedFlags: UInt32 = 0, values: [Int16]
  ) {
    self.version = version
    self.sampleRate = sampleRate
    self.samplesPerPixel = samplesPerPixel
    self.channelCount = channelCount
    self.bits = bits
    self.unusedFlags = unusedFlags
    self.values = values
    length = values.count / (2 * channelCount)
  }

  /// Returns a point of a channel, scaled to -1..<1.
  public func peaks(at point: Int, channel: Int = 0) -> Peaks {
    let index = 2 * (point * channelCount + channel)
    return Peaks(
      minimum: Float(values[index]) / divisor, maximum: Float(values[index + 1]) / divisor)
  }

  /// The divisor that converts a value to a sample.
  var divisor: Float { bits == .eight ? 128 : 32_768 }

  // MARK: - Files

  /// Creates peaks from a file in either form, which its first byte identifies.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - isStrict: true to treat data after the last point as an error; otherwise it is ignored.
  /// - Throws: ``PeaksFileError``.
  public init(contentsOfFile path: String, isStrict: Bool = false) throws(PeaksFileError) {
    try self.init(bytes: Self.bytes(path), isStrict: isStrict)
  }

  /// Creates peaks from the bytes of a file in either form.
  ///
  /// - Throws: ``PeaksFileError``.
  public init(bytes: [UInt8], isStrict: Bool = false) throws(PeaksFileError) {
    // Every supported version of the binary form begins with 1 or 2.
    if let first = bytes.first, [1, 2].contains(first) {
      try self.init(dat: bytes, isStrict: isStrict)
    } else if bytes.first(where: { !PeaksJSON.isSpace($0) }) == UInt8(ascii: "{") {
      try self.init(json: bytes, isStrict: isStrict)
    } else {
      throw .notPeaks
    }
  }

  /// Creates peaks from a file descriptor, read from its current position to its end.
  ///
  /// - Parameter name: the file's name in error messages.
  /// - Throws: ``PeaksFileError``.
  package init(fileDescriptor: Int32, name: String) throws(PeaksFileError) {
    try self.init(bytes: Self.bytes(fileDescriptor, name))
  }

  private static func bytes(_ path: String) throws(PeaksFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path: path, code: errno) }
    defer { close(descriptor) }
    return try bytes(descriptor, path)
  }

  private static func bytes(
    _ descriptor: Int32, _ name: String
  ) throws(PeaksFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(path: name, code: errno)
      }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }

  // MARK: - Checks

  static func check(
    version: Int64, sampleRate: Int64, samplesPerPixel: Int64, channels: Int64
  ) throws(PeaksFileError) {
    guard version == 1 || version == 2 else { throw .unsupportedVersion(version) }
    guard (1...Int64(Int32.max)).contains(sampleRate) else {
      throw .invalid(field: "sample rate", value: sampleRate)
    }
    guard (1...Int64(Int32.max)).contains(samplesPerPixel) else {
      throw .invalid(field: "samples per pixel", value: samplesPerPixel)
    }
    guard channels >= 1, channels <= maximumChannelCount, version == 2 || channels == 1 else {
      throw .invalid(field: "channels", value: channels)
    }
  }
}
