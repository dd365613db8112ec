import LaminaTables
import LaminaTestSupport

extension Table {
  /// A table of text.
  init(
    _ text: String, name: String = "t.csv", _ change: (inout TableOptions) -> Void = { _ in }
  ) throws {
    var options = TableOptions()
    change(&options)
    try self.init(bytes: Array(text.utf8), name: name, options: options)
  }

  /// The numbers, or the times, of a column; empty if it has neither.
  func numbers(_ name: String) -> [Double] {
    switch self[name]?.values {
    case .numbers(let numbers)?, .times(let numbers)?: numbers
    case .categories?, nil: []
    }
  }

  /// The strings of a column of categories.
  func strings(_ name: String) -> [String?] {
    guard case .categories(let categories)? = self[name]?.values else { return [] }
    return categories.codes.indices.map { categories[$0] }
  }

  /// Everything in the table, with the bits of numbers, so that gaps are equal to gaps.
  var content: [String] {
    columns.map { column in
      let values =
        switch column.values {
        case .numbers(let numbers), .times(let numbers): numbers.map { "\($0.bitPattern)" }
        case .categories(let categories):
          categories.codes.indices.map { categories[$0] ?? "no value" }
        }
      return "\(column.name) \(column.kind) \(column.gapCount): \(values.joined(separator: ","))"
    }
  }
}

/// The bits of numbers, so that gaps are equal to gaps.
func bits(_ numbers: [Double]) -> [UInt64] {
  numbers.map { $0.isNaN ? Double.nan.bitPattern : $0.bitPattern }
}

/// The description of the error that reading some text gives; empty if it gives none.
func failure(
  of text: String, name: String = "t.csv", _ change: (inout TableOptions) -> Void = { _ in }
) -> String {
  do {
    _ = try Table(text, name: name, change)
    return ""
  } catch {
    return "\(error)"
  }
}

/// Appends some bytes to a reader, cut into pieces at random, and finishes it.
func read(
  _ bytes: [UInt8], into reader: inout TableReader, pieces limit: Int,
  _ random: inout SeededGenerator
) throws {
  var offset = 0
  while offset < bytes.count {
    let end = min(bytes.count, offset + random.integer(in: 1...limit))
    _ = try reader.append(Array(bytes[offset..<end]).span)
    offset = end
  }
  _ = try reader.finish()
}
