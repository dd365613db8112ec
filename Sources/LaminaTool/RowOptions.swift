import ArgumentParser
import LaminaTables

/// The options for the rows of a file of columns, shared by the commands that read one.
struct RowOptions: ParsableArguments {
  /// The discussion of gaps and bad rows in the help of a command.
  static let discussion = """
    Empty cells, NA, N/A, nan, null and - are gaps. The first other cell that cannot be read is an \
    error; with --skip-bad, such rows are gaps, and are counted.
    """

  @Option(
    parsing: .unconditional,
    help: "The separator of cells: ',', ';', '|', tab, space or none. By default it is found.")
  var separator: SeparatorChoice?

  @Option(
    parsing: .unconditional,
    help: "The number of rows to leave out in front of the header. By default it is found.")
  var skipRows: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether the first row names the columns. By default it is found.")
  var header: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether numbers are written as 1,5. By default it is found.")
  var decimalComma: Bool?

  @Option(
    parsing: .unconditionalSingleValue,
    help: "A text of cells that are gaps, besides the usual ones; may be repeated.")
  var missing: [String] = []

  @Flag(help: "Turn rows that cannot be read into gaps, and count them.")
  var skipBad = false

  func validate() throws {
    if let skipRows, skipRows < 0 {
      throw ValidationError("--skip-rows \(skipRows): it cannot be negative")
    }
  }

  /// The options of a table with these rows.
  var tableOptions: TableOptions {
    var options = TableOptions()
    if let separator { options.format = .separated(separator.separator) }
    options.leadingRowCount = skipRows
    options.hasHeader = header
    options.usesDecimalComma = decimalComma
    options.missingValues.formUnion(missing)
    options.skipsBadRows = skipBad
    return options
  }
}

/// A separator of cells, as it is written on the command line.
enum SeparatorChoice: String, CaseIterable, ExpressibleByArgument {
  case comma = ","
  case semicolon = ";"
  case bar = "|"
  case tab, space, none

  /// Creates a choice. A tab may be given as itself, or as `\\t`, a space as itself.
  init?(argument: String) {
    switch argument {
    case "\t", "\\t": self = .tab
    case " ": self = .space
    default: self.init(rawValue: argument)
    }
  }

  var separator: TableSeparator {
    switch self {
    case .comma: .comma
    case .semicolon: .semicolon
    case .bar: .bar
    case .tab: .tab
    case .space: .whitespace
    case .none: .newline
    }
  }
}
