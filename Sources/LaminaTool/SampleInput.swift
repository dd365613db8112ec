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

/// A file, or standard input, with one number on each line.
struct SampleInput {
  /// What messages call it.
  let name: String
  private let path: String

  /// Names an input; `-` is standard input.
  init(path: String) throws {
    self.path = path
    name = path == "-" ? "standard input" : path
  }

  /// All numbers, gaps as NaN.
  ///
  /// - Throws: ``SampleInputError``, with the number of the line that is none.
  func readAll() throws -> [Double] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SampleInputError.notReadable(name: name, reason: String(cString: strerror(errno)))
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let data: Data
    do {
      data = try file.readToEnd() ?? Data()
    } catch {
      throw SampleInputError.notReadable(name: name, reason: error.localizedDescription)
    }
    return try Self.parse(data, name: name)
  }

  /// The numbers in the bytes of a text.
  static func parse(_ data: Data, name: String) throws -> [Double] {
    var samples: [Double] = []
    for (index, bytes) in data.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        .trimmingCharacters(in: CharacterSet(charactersIn: "\r\u{FEFF}"))
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let value = Double(line) else {
        throw SampleInputError.notANumber(
          name: name, line: index + 1, text: String(line.prefix(60)))
      }
      samples.append(value)
    }
    return samples
  }

  /// The series that `--replay` draws.
  ///
  /// - Throws: ``SampleInputError`` where the package's sources are not at hand.
  static func replayPath() throws -> String {
    let file = "Examples/Data/processor-load.txt"
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
