import Foundation
import Lamina

/// The reason that numbers could not be read.
enum SampleInputError: Error, Equatable, CustomStringConvertible {
  case notReadable(name: String, reason: String)
  case notANumber(name: String, line: Int, text: String)
  case tooLarge(name: String, line: Int, text: String)
  case lineTooLong(name: String, line: Int)
  /// The text has two bytes per character, although ASCII needs one.
  case utf16(name: String)
  case nulByte(name: String, line: Int)
  case empty(name: String)

  var description: String {
    switch self {
    case .notReadable(let name, let reason):
      "cannot read \(name.isEmpty ? "''" : name.escaped): \(reason)"
    case .notANumber(let name, let line, let text):
      "\(name.escaped), line \(line): '\(text.escaped)' is not a number"
    case .tooLarge(let name, let line, let text):
      "\(name.escaped), line \(line): '\(text.escaped)' is too large a number"
    case .lineTooLong(let name, let line):
      "\(name.escaped), line \(line): too long for a number, of at most "
        + "\(SampleInput.longestLine) characters"
    case .utf16(let name):
      "\(name.escaped) is text in UTF-16: the numbers must be in UTF-8 or ASCII (iconv converts it)"
    case .nulByte(let name, let line):
      "\(name.escaped), line \(line): a number cannot contain a NUL byte"
    case .empty(let name): "\(name.escaped) holds no numbers"
    }
  }
}

/// A file or standard input with one number per line, read as it arrives.
///
/// An empty line is a gap, except at the end; so are `nan` and infinities. A line that begins with
/// `#` is skipped.
final class SampleInput: SampleSource {
  let name: String
  var count: Int? { nil }
  /// The open input; nil if `bytes` holds the whole input.
  private let descriptor: Int32?
  private let interruption: Interruption?
  private var bytes: [UInt8] = []
  /// The offset in `bytes` of the next line.
  private var start = 0
  private var line = 0
  private var hasEnded = false
  /// The number of empty lines read that become gaps if a number follows.
  private var gaps = 0
  /// The number that follows these gaps.
  private var nextNumber: Double?

  /// The maximum length of a line, in bytes.
  static let longestLine = 4096

  /// Opens an input; `-` is standard input. A request to end the command ends the wait for input.
  ///
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  init(path: String, interruption: Interruption? = nil) throws {
    name = path == "-" ? "standard input" : path
    self.interruption = interruption
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    descriptor = opened
    guard opened >= 0 else { throw Self.failure(name) }
  }

  /// Creates an input from bytes in memory.
  init(bytes: [UInt8], name: String) {
    self.name = name
    self.bytes = bytes
    descriptor = nil
    interruption = nil
    hasEnded = true
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Returns the next number, NaN for a gap, or nil at the end.
  ///
  /// - Throws: ``SampleInputError``, with the number of the invalid line.
  func next() throws -> Double? {
    while nextNumber == nil {
      guard let text = try nextLine() else { return nil }
      line += 1
      if text.utf8.contains(0) { throw SampleInputError.nulByte(name: name, line: line) }
      let trimmed = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\u{FEFF}"))
      if trimmed.hasPrefix("#") { continue }
      if trimmed.isEmpty {
        gaps += 1
      } else {
        nextNumber = try number(trimmed)
      }
    }
    if gaps > 0 {
      gaps -= 1
      return .nan
    }
    defer { nextNumber = nil }
    return nextNumber
  }

  private func number(_ text: String) throws -> Double {
    guard let value = Double(text) else {
      throw SampleInputError.notANumber(name: name, line: line, text: String(text.prefix(60)))
    }
    if value.isInfinite, !text.lowercased().contains("inf") {
      throw SampleInputError.tooLarge(name: name, line: line, text: String(text.prefix(60)))
    }
    return value
  }

  /// Returns all remaining numbers.
  func readAll() throws -> [Double] {
    var samples: [Double] = []
    while let sample = try next() { samples.append(sample) }
    return samples
  }

  private func nextLine() throws -> String? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return try text(bytes[start..<end])
      }
      if hasEnded {
        guard start < bytes.count else { return nil }
        defer { start = bytes.count }
        return try text(bytes[start...])
      }
      _ = try text(bytes[start...])
      bytes.removeFirst(start)
      start = 0
      searched = bytes.count
      try readMore()
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws -> String {
    guard bytes.count <= Self.longestLine else {
      throw SampleInputError.lineTooLong(name: name, line: line + 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the bytes that are available, waiting if there are none yet.
  private func readMore() throws {
    guard let descriptor else { return }
    let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      while true {
        interruption?.wait(forInputOn: descriptor)
        if interruption?.isRequested == true { return }
        let got = read(descriptor, buffer.baseAddress, buffer.count)
        if got >= 0 {
          count = got
          return
        }
        if errno != EINTR, errno != EAGAIN { throw Self.failure(name) }
      }
    }
    hasEnded = chunk.isEmpty
    bytes += chunk
    if line == 0, start == 0, Self.isUTF16(bytes) { throw SampleInputError.utf16(name: name) }
  }

  /// Returns true if a text begins like UTF-16: with a byte order mark, or with an ASCII character
  /// in two bytes.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    return bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || (bytes[0] == 0) != (bytes[1] == 0)
  }

  private static func failure(_ name: String) -> SampleInputError {
    .notReadable(name: name, reason: String(cString: strerror(errno)))
  }
}
