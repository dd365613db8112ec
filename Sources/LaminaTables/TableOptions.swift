import Foundation

/// Directions for reading a table; those left out are found out from the table itself.
///
/// Columns are named by the header, or by their numbers from 1 where there is no such name.
public struct TableOptions: Sendable, Equatable {
  /// The format. By default, text that begins with `{` or `[` is JSON, and separators are tried.
  public var format: Format?
  /// True if the numbers of separated text are written as `1,5`, false for `1.5`; nil finds it out.
  public var usesDecimalComma: Bool?
  /// True if the first row names the columns, false if it is data; nil finds it out.
  public var hasHeader: Bool?
  /// The number of rows of separated text that are left out in front of the header, or of the data if there
  /// is none; blank lines and comments do not count. Nil leaves out those in front of a header that have
  /// other numbers of cells than most rows.
  public var leadingRowCount: Int?
  /// The columns to read; nil reads all. Cells of other columns may be anything.
  public var columns: [String]?
  /// The kinds of columns, instead of those found.
  public var kinds: [String: TableColumnKind] = [:]
  /// The cells that mean that there is no value, whatever the case of ASCII letters. By default an empty one,
  /// `NA`, `N/A`, `nan`, `null` and `-`.
  public var missingValues = TableOptions.defaultMissingValues
  /// The form of times, in the notation of `strptime`, such as `%d.%m.%Y %H:%M`.
  ///
  /// It is that of the columns whose kind is said to be times; without any, of the first column
  /// whose cells mostly have it; if none has, it is an error. Nil finds it out, if no column has times of
  /// ISO 8601.
  public var timeFormat: String?
  /// The time zone of times that name none. UTC by default.
  public var timeZone = TimeZone.gmt
  /// True if cells that cannot be read become gaps, and are counted; otherwise the first is an
  /// error.
  public var skipsBadRows = false
  /// True if a blank line in front of a row is a row without a value, where there is one column.
  /// Otherwise, and after the last row, blank lines are nothing.
  public var keepsBlankLines = false
  /// True if keys of JSON objects that a ``TableReader`` did not meet in the first part are left out, and
  /// named by ``TableReader/ignoredKeys``. Otherwise an object that has one is a bad row.
  public var ignoresNewKeys = false
  /// The largest number of bytes that gzip data may have when they are decompressed.
  public var decompressedLimit = 1 << 32

  /// The format of a table, as a direction.
  public enum Format: Hashable, Sendable {
    /// Lines of cells; nil finds the separator.
    case separated(TableSeparator?)
    case json
  }

  /// The default of ``missingValues``.
  public static let defaultMissingValues: Set<String> = ["", "NA", "N/A", "nan", "null", "-"]

  /// Creates options that find out everything.
  public init() {}
}
