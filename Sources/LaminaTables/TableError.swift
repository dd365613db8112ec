import Foundation
import LaminaBase

/// An error that prevents a table from being read.
@nonexhaustive
public enum TableError: Error, Equatable {
  /// The input is empty, or has only blank lines and comments.
  case empty(name: String)
  /// The input has a header and no rows.
  case noRows(name: String)
  /// The input is text with two bytes per character.
  case utf16(name: String)
  /// The input is text with four bytes per character.
  case utf32(name: String)
  /// A NUL byte on a line.
  case nulByte(name: String, line: Int)
  /// The header is not text in UTF-8.
  case invalidHeader(name: String, line: Int)
  /// A quote, opened on a line, that is never closed.
  case unclosedQuote(name: String, line: Int)
  /// A row that did not end within so many bytes.
  case rowTooLong(name: String, line: Int, limit: Int)
  /// A cell, or a row, that cannot be read.
  case badRow(BadRow)
  /// JSON that violates its grammar.
  case invalidJSON(name: String, line: Int, reason: String)
  /// Gzip data that are damaged or cut off.
  case damagedGzip(name: String)
  /// Gzip data of more than the allowed number of bytes.
  case tooLarge(name: String, limit: Int)
  /// The system does not have the memory that reading the input takes, in bytes.
  case outOfMemory(name: String, byteCount: Int)
  /// More columns than a table can have.
  case tooManyColumns(name: String, limit: Int)
  /// Rows and columns whose cells are mostly not in the text, so that they would take far more memory
  /// than it.
  case tooManyGaps(name: String, rows: Int, columns: Int)
  /// An input whose header differs from that of the first.
  case otherColumns(name: String, found: [String], expected: [String])
  /// A JSON object that has no rows in the member that has those of the first input.
  case noMember(name: String, key: String)
  /// A column that an option names is not there.
  case unknownColumn(String, columns: [String])
  /// A form of times that cannot be read.
  case invalidTimeFormat(String, reason: String)
  /// No column has times of the form that an option gives. The text is the first cell that was tried.
  case noTimes(format: String, name: String, line: Int, text: String)
}

extension TableError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty(let name): "\(Self.escaped(name)) has no rows"
    case .noRows(let name): "\(Self.escaped(name)) has a header and no rows"
    case .utf16(let name):
      "\(Self.escaped(name)) is text in UTF-16: a table must be in UTF-8 (iconv -f UTF-16 converts it)"
    case .utf32(let name):
      "\(Self.escaped(name)) is text in UTF-32: a table must be in UTF-8 (iconv -f UTF-32 converts it)"
    case .nulByte(let name, let line):
      "\(Self.escaped(name)), line \(line): a table cannot contain a NUL byte"
    case .invalidHeader(let name, let line):
      "\(Self.escaped(name)), line \(line): the header is not text in UTF-8 (iconv converts it, from Latin-1 with -f latin1)"
    case .unclosedQuote(let name, let line):
      "\(Self.escaped(name)), line \(line): a quote that is opened here is never closed"
    case .rowTooLong(let name, let line, let limit):
      "\(Self.escaped(name)), line \(line): a row that begins here does not end within "
        + "\(TextExcerpt.grouped(limit)) bytes"
    case .badRow(let row): row.description
    case .invalidJSON(let name, let line, let reason):
      "\(Self.escaped(name)), line \(line): not JSON: \(reason.escaped)"
    case .damagedGzip(let name): "\(Self.escaped(name)) is damaged or cut off: gzip data"
    case .tooLarge(let name, let limit):
      "\(Self.escaped(name)) has more than \(TextExcerpt.grouped(limit)) bytes when decompressed"
    case .outOfMemory(let name, let byteCount):
      "cannot allocate \(byteCount) bytes of memory for \(Self.escaped(name))"
    case .tooManyColumns(let name, let limit):
      "\(Self.escaped(name)) has more than \(TextExcerpt.grouped(limit)) columns"
    case .tooManyGaps(let name, let rows, let columns):
      "\(Self.escaped(name)) has too many gaps: hardly any of \(TextExcerpt.grouped(rows)) rows has "
        + "values in more than a few of \(TextExcerpt.grouped(columns)) columns"
    case .otherColumns(let name, let found, let expected):
      "\(Self.escaped(name)) has the columns \(Self.list(found)), and the first file has "
        + Self.list(expected)
    case .noMember(let name, let key):
      "\(Self.escaped(name)) has no rows in \(Self.escaped(key)), where the first file has its own"
    case .unknownColumn(let name, let columns):
      "there is no column \(Self.escaped(name)): the columns are \(Self.list(columns))"
    case .invalidTimeFormat(let format, let reason):
      "'\(format.escaped)' is not a form of times: \(reason.escaped)"
    case .noTimes(let format, let name, let line, let text):
      "\(Self.escaped(name)): no column has times of the form '\(format.escaped)': "
        + "'\(text.escaped)' in line \(line) is not one"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.isEmpty ? "''" : TextExcerpt.shortened(text).escaped
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map(escaped).joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) others" : shown
  }
}

extension TableError {
  /// Checks that the memory for reading an input is available.
  ///
  /// - Throws: ``TableError/outOfMemory(name:byteCount:)``.
  static func checkMemory(_ byteCount: Int, for name: String) throws(TableError) {
    guard Memory.isAvailable(byteCount) else {
      throw .outOfMemory(name: name, byteCount: byteCount)
    }
  }
}

extension TableError: LocalizedError {
  public var errorDescription: String? { description }
}
