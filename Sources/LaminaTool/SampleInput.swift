import Foundation
import Lamina

/// Why numbers could not be read.
enum SampleInputError: Error, Equatable, CustomStringConvertible {
  case notReadable(name: String, reason: String)
  case notANumber(name: String, line: Int, text: String)
  case empty(name: String)

  var description: String {
    switch self {
    case .notReadable(let name, let reason): "cannot read \(name): \(reason)"
    case .notANumber(let name, let line, let text):
      "\(name), line \(line): '\(text)' is not a number"
    case .empty(let name): "\(name) holds no numbers"
    }
  }
}

/// A file, or standard input, with one number on each line, read as it comes.
final class SampleInput {
  /// What messages call it.
  let name: String
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// Where the next line begins in `bytes`.
  private var start = 0
  private var line = 0
  private var hasEnded = false

  /// The longest line that is read: no number is longer.
  private static let longestLine = 1 << 16

  /// Opens an input; `-` is standard input.
  ///
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  init(path: String) throws {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(name) }
  }

  deinit { close(descriptor) }

  /// The next number, NaN for a gap; nil at the end.
  ///
  /// - Throws: ``SampleInputError``, with the number of a line that is none.
  func next() throws -> Double? {
    while let text = try nextLine() {
      line += 1
      let text = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\u{FEFF}"))
      if text.isEmpty || text.hasPrefix("#") { continue }
      guard let value = Double(text) else {
        throw SampleInputError.notANumber(name: name, line: line, text: String(text.prefix(60)))
      }
      return value
    }
    return nil
  }

  /// All numbers that are left.
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
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
      if hasEnded {
        guard start < bytes.count else { return nil }
        defer { start = bytes.count }
        return String(decoding: bytes[start...], as: UTF8.self)
      }
      guard bytes.count - start <= Self.longestLine else {
        let text = String(decoding: bytes[start..<start + 60], as: UTF8.self)
        throw SampleInputError.notANumber(name: name, line: line + 1, text: text)
      }
      bytes.removeFirst(start)
      start = 0
      searched = bytes.count
      try readMore()
    }
  }

  /// Takes what there is, and waits where there is nothing yet.
  private func readMore() throws {
    let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      while true {
        let got = read(descriptor, buffer.baseAddress, buffer.count)
        if got >= 0 {
          count = got
          return
        }
        if errno != EINTR { throw Self.failure(name) }
      }
    }
    hasEnded = chunk.isEmpty
    bytes += chunk
  }

  private static func failure(_ name: String) -> SampleInputError {
    .notReadable(name: name, reason: String(cString: strerror(errno)))
  }

  /// The series that `--replay` draws.
  ///
  /// - Throws: ``SampleInputError`` where the package's sources are not at hand.
  static func replayPath() throws -> String {
    let file = "Examples/Data/memory-in-use.txt"
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [package.appendingPathComponent(file).path, file]
    guard let found = candidates.first(where: FileManager.default.fileExists(atPath:)) else {
      throw SampleInputError.notReadable(
        name: file, reason: "run --replay in the package's folder, which holds it")
    }
    return found
  }
}
