import Foundation

/// The form of a table's text, and what its columns are called.
struct TableLayout: Sendable {
  /// The greatest number of columns.
  static let columnLimit = 16_384

  var format: TableFormat
  /// The columns' names, all different.
  var names: [String]
  /// The line of the header, from 1; nil if there is none.
  var headerLine: Int?
  /// The number of rows in front of the header that are not of the table.
  var leadingRowCount = 0
  /// True if these are left out whatever they are, false if only those with other numbers of cells.
  var hasGivenLeadingRows = false
  /// True if the header is a row, false if it is a comment or the keys of objects.
  var headerIsRow = false
  /// The cells of a row of units below the header; nil if there is none.
  var units: [String]?
  /// True if bars are around the rows, not only between cells.
  var hasOuterBars = false
  /// True if rows are objects, whose keys are the names.
  var hasKeys = false
  /// Columns that hold arrays and objects.
  var leftOut: [String] = []
  /// The key of the member of a JSON object that has the rows; nil if the whole text has them.
  var member: String?

  var isJSON: Bool { format == .json }

  var usesDecimalComma: Bool {
    if case .separated(_, usesDecimalComma: true) = format { true } else { false }
  }

  var separator: TableSeparator {
    if case .separated(let separator, _) = format { separator } else { .newline }
  }

  /// Returns the unit of a column, without the brackets around it; nil if it has none.
  func unit(ofColumn index: Int) -> String? {
    guard let units, !units[index].isEmpty else { return nil }
    let unit = units[index].trimmingCharacters(in: .whitespaces)
    for (opening, closing) in ["[": "]", "(": ")"] {
      if unit.hasPrefix(opening), unit.hasSuffix(closing), unit.count > 2 {
        return String(unit.dropFirst().dropLast())
      }
    }
    return unit
  }

  /// Returns the index of the column with a name or, where there is none, a number from 1.
  ///
  /// - Throws: ``TableError/unknownColumn(_:columns:)``.
  func column(_ name: String) throws(TableError) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    if let number = Int(name), 1...max(names.count, 1) ~= number, !names.isEmpty {
      return number - 1
    }
    throw .unknownColumn(name, columns: names)
  }

  /// Names columns after a header: those without a name by their number, and those whose name was
  /// there before by a number after it.
  static func names(_ header: [String]) -> [String] {
    var used: Set<String> = []
    // Where a number is added, it must not give the name of another column.
    let given = Set(header)
    return header.enumerated().map { index, name in
      let base = name.isEmpty ? "column \(index + 1)" : name
      var unique = base
      var number = 2
      while used.contains(unique) || (unique != name && given.contains(unique)) {
        unique = "\(base) \(number)"
        number += 1
      }
      used.insert(unique)
      return unique
    }
  }
}
