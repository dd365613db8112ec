import Foundation
import Lamina
import LaminaScenes
import LaminaTables

/// The reason that numbers could not be read.
enum SampleInputError: Error, Equatable, CustomStringConvertible {
  case notReadable(name: String, reason: String)
  case empty(name: String)
  /// None of several columns has numbers.
  case noNumbers(name: String, columns: [String])

  var description: String {
    switch self {
    case .notReadable(let name, let reason):
      "cannot read \(name.isEmpty ? "''" : name.escaped): \(reason)"
    case .empty(let name): "\(name.escaped) holds no numbers"
    case .noNumbers(let name, let columns):
      "\(name.escaped) has no column of numbers: name one with --column; there are "
        + columns.joined(separator: ", ").escaped
    }
  }
}

/// A column of numbers of a file or of standard input, read as it arrives.
///
/// The text is that of a table: see `TableReader`. Without the name of a column, it is the only one,
/// or the first that has numbers. If there is only one, a blank line is a gap, except at the end. So
/// are infinities.
final class SampleInput: SampleSource {
  let name: String
  var count: Int? { nil }
  /// The open input; nil if `bytes` holds the whole input.
  private let input: ByteInput?
  private let interruption: Interruption?
  private var bytes: [UInt8]
  private var options: TableOptions
  /// The reader of the column; nil before the column is chosen.
  private var reader: TableReader?
  /// The reader that finds out which columns there are.
  private var finder: TableReader
  /// The bytes that the finder has read.
  private var beginning: [UInt8] = []
  /// The numbers that were read, and the place of the next.
  private var samples: [Double] = []
  private var index = 0
  private var failure: (any Error)?
  private var hasEnded = false
  /// True if one of several columns was chosen, which is worth telling.
  private var hasChoice = false
  /// The column's name, if the text has names or several columns.
  private(set) var column: String?
  private(set) var badRows: BadRows?

  /// Opens an input; `-` is standard input. A request to end the command ends the wait for input.
  ///
  /// - Parameter column: the name of the column, or its number from 1; nil chooses one.
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  convenience init(
    path: String, column: String? = nil, rows: TableOptions = TableOptions(),
    interruption: Interruption? = nil
  ) throws {
    let input = try ByteInput(path: path, interruption: interruption ?? Interruption())
    self.init(input.name, input, [], column, rows, interruption)
  }

  /// Creates an input from bytes in memory.
  convenience init(
    bytes: [UInt8], name: String, column: String? = nil, rows: TableOptions = TableOptions()
  ) {
    self.init(name, nil, bytes, column, rows, nil)
  }

  private init(
    _ name: String, _ input: ByteInput?, _ bytes: [UInt8], _ column: String?,
    _ rows: TableOptions, _ interruption: Interruption?
  ) {
    self.name = name
    self.input = input
    self.bytes = bytes
    self.interruption = interruption
    options = rows
    options.keepsBlankLines = true
    var lenient = options
    lenient.skipsBadRows = true
    finder = TableReader(name: name, options: lenient)
    if let column { choose(column) }
  }

  /// Returns the next number, NaN for a gap, or nil at the end.
  ///
  /// - Throws: `TableError`, with the place of what cannot be read; ``SampleInputError``.
  func next() throws -> Double? {
    while index == samples.count {
      if let failure { throw failure }
      if hasEnded || interruption?.isRequested == true { return nil }
      do {
        try readMore()
      } catch {
        failure = error
      }
      takeSamples()
    }
    index += 1
    return samples[index - 1]
  }

  /// Returns all remaining numbers.
  func readAll() throws -> [Double] {
    var samples: [Double] = []
    while let sample = try next() { samples.append(sample) }
    return samples
  }

  // MARK: - Columns

  /// Reads the bytes that are available, waiting if there are none yet.
  private func readMore() throws {
    guard let chunk = try nextBytes() else { return }
    hasEnded = chunk.isEmpty
    if reader == nil {
      try findColumn(chunk)
      // The array grows to twice its size.
      let byteCount = 2 * (beginning.count + chunk.count)
      guard Memory.isAvailable(byteCount) else {
        throw TableError.outOfMemory(name: name, byteCount: byteCount)
      }
      beginning += chunk
      guard reader != nil else { return }
      try reader?.append(beginning.span)
      beginning = []
    } else if !hasEnded {
      try reader?.append(chunk.span)
    }
    if hasEnded { try reader?.finish() }
  }

  /// Chooses the column once it is known which there are.
  private func findColumn(_ chunk: [UInt8]) throws {
    do {
      _ = hasEnded ? try finder.finish() : try finder.append(chunk.span)
    } catch {
      // What is wrong after the first rows is found again when the column is read.
      if finder.table == nil { throw error }
    }
    guard let table = finder.table else { return }
    let columns = table.columns
    guard
      let chosen = columns.count == 1 ? columns[0] : columns.first(where: { $0.kind == .numbers })
    else { throw SampleInputError.noNumbers(name: name, columns: columns.map(\.name)) }
    hasChoice = columns.count > 1
    choose(chosen.name)
  }

  private func choose(_ name: String) {
    options.columns = [name]
    options.kinds = [name: .numbers]
    reader = TableReader(name: self.name, options: options)
  }

  /// Takes the numbers that the reader has.
  private func takeSamples() {
    guard let table = reader?.table, let column = table.columns.first,
      case .numbers(let numbers) = column.values
    else { return }
    if hasChoice || table.headerLine != nil || table.format == .json { self.column = column.name }
    badRows = table.badRows
    samples = numbers
    index = 0
    reader?.removeFirst(numbers.count)
  }

  /// Returns the next bytes, none at the end; nil if the wait for them was interrupted.
  private func nextBytes() throws -> [UInt8]? {
    guard let input else {
      defer { bytes = [] }
      return bytes
    }
    switch try input.next() {
    case .bytes(let bytes): return bytes
    case .beginning, .end: return []
    case .interruption: return nil
    }
  }
}
