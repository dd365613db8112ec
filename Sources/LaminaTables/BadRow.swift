import LaminaBase

/// A row that could not be read, or a cell of it.
public struct BadRow: Sendable, Equatable {
  /// The reason that it could not be read.
  @nonexhaustive
  public enum Reason: Sendable, Equatable {
    case notANumber
    case notATime
    /// A number with another currency, or with a percent sign where the others have none, or without where
    /// they have one.
    case otherUnit
    /// A number beyond those that a `Double` can hold.
    case tooLarge
    case notUTF8
    /// A JSON array or object in the place of a value.
    case nested
    /// More or fewer cells than there are columns.
    case cellCount(found: Int, expected: Int)
    /// Text between the quote that ends a cell and the separator.
    case textAfterQuote
    /// A JSON value of another kind than the rows before it.
    case otherShape
    /// A key that no JSON object had before the columns were decided on.
    case unknownKey
    /// A key that a JSON object has twice.
    case repeatedKey
  }

  /// The name of the input.
  public internal(set) var file: String
  /// The line on which the row begins, from 1.
  public internal(set) var line: Int
  /// The number of the row, from 1, in all inputs together. A header is not a row.
  public internal(set) var row: Int
  /// The number of the column, from 1; nil if the row as a whole is bad.
  public internal(set) var column: Int?
  /// The column's name.
  public internal(set) var columnName: String?
  /// The text of the cell, or the beginning of it.
  public internal(set) var text: String
  /// The reason that it could not be read.
  public internal(set) var reason: Reason
  /// True if the input is JSON, where lines say little.
  var isJSON = false
}

extension BadRow: CustomStringConvertible {
  /// A sentence such as "cpu.csv, line 3, column 2 (load): 'x' is not a number".
  public var description: String {
    var place = "\(file.isEmpty ? "''" : file.escaped), line \(line)"
    if isJSON { place += ", row \(row)" }
    if let column {
      place += ", column \(column)"
      if let columnName { place += " (\(TextExcerpt.shortened(columnName).escaped))" }
    }
    let text = "'\(text.escaped)'"
    switch reason {
    case .notANumber: return "\(place): \(text) is not a number"
    case .notATime: return "\(place): \(text) is not a time"
    case .otherUnit: return "\(place): \(text) has another unit than the numbers before it"
    case .tooLarge: return "\(place): \(text) is too large a number"
    case .notUTF8: return "\(place): \(text) is not text in UTF-8"
    case .nested: return "\(place): \(text) is not a value, but holds others"
    case .cellCount(let found, let expected):
      let limit = TableLayout.columnLimit
      let count = found > limit ? "more than \(TextExcerpt.grouped(limit))" : "\(found)"
      return "\(place): \(count) \(found == 1 ? "cell" : "cells") where \(expected) "
        + "\(expected == 1 ? "is" : "are") expected" + (self.text.isEmpty ? "" : ": \(text)")
    case .textAfterQuote: return "\(place): text follows the quoted cell \(text)"
    case .otherShape: return "\(place): \(text) is another kind of row than those before"
    case .unknownKey: return "\(place): no row before had the key \(text)"
    case .repeatedKey: return "\(place): the key \(text) is there twice"
    }
  }
}
