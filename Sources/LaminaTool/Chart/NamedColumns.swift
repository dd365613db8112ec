import ArgumentParser
import Foundation
import LaminaTables

/// Finds the columns of a table that options name: by the header, or by their numbers from 1.
struct NamedColumns {
  let table: Table

  /// Returns the column with a name.
  ///
  /// - Throws: `ValidationError` that names the option, if there is none.
  func column(_ name: String, _ option: String) throws -> TableColumn {
    if let column = table[name] { return column }
    let trimmed = name.trimmingCharacters(in: .whitespaces)
    if trimmed != name { return try column(trimmed, option) }
    if let number = Int(name), table.columns.indices.contains(number - 1) {
      return table.columns[number - 1]
    }
    throw ValidationError(
      "\(option) \(name.isEmpty ? "''" : name): there is no such column; there are "
        + table.columns.map(\.name).joined(separator: ", "))
  }

  /// Returns the column of categories with a name.
  ///
  /// - Throws: `ValidationError` if there is none, or it has other values.
  func categories(_ name: String, _ option: String) throws -> TableColumn {
    let column = try column(name, option)
    guard column.kind == .categories else {
      throw ValidationError("\(option) \(column.name): the column does not have categories")
    }
    return column
  }

  /// Returns the columns with some names, several of which may be in one text between commas.
  ///
  /// - Throws: `ValidationError` if there is none.
  func columns(_ texts: [String], _ option: String) throws -> [TableColumn] {
    let names = texts.flatMap { table[$0] == nil ? Self.names(in: $0) : [$0] }
    return try names.map { try column($0, option) }
  }

  /// Returns the columns of numbers with some names, several of which may be in one text between commas.
  ///
  /// - Throws: `ValidationError` if there is none, or one has other values.
  func numbers(_ texts: [String], _ option: String) throws -> [TableColumn] {
    let columns = try columns(texts, option)
    if let other = columns.first(where: { $0.kind != .numbers }) {
      throw ValidationError(
        "\(option) \(other.name): the column does not have numbers or durations")
    }
    return columns
  }

  /// Returns the pair of columns of dates and times of day, in either order, that `-x` names; nil if it names
  /// one column.
  ///
  /// - Throws: `ValidationError` if two columns have other values, or one is not there.
  func dateTime(_ name: String, in zone: TimeZone) throws -> DateTimeColumns? {
    let names = Self.names(in: name)
    guard table[name] == nil, names.count == 2 else { return nil }
    let (first, second) = (try column(names[0], "-x"), try column(names[1], "-x"))
    guard
      let pair = DateTimeColumns(first, second, zone) ?? DateTimeColumns(second, first, zone)
    else {
      throw ValidationError(
        "-x \(first.name),\(second.name): two columns have to be dates and times of day")
    }
    return pair
  }

  /// Returns the column that `-x` names, or both columns of a date and a time of day; none without a name.
  ///
  /// - Throws: `ValidationError` as ``dateTime(_:in:)`` does.
  func places(_ name: String?, in zone: TimeZone) throws -> [TableColumn] {
    guard let name else { return [] }
    if let pair = try dateTime(name, in: zone) { return table.columns.filter(pair.has) }
    return [try column(name, "-x")]
  }

  private static func names(in text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }
}
