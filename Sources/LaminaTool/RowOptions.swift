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
    parsing: .unconditionalSingleValue,
    help: "A text of cells that are gaps, besides the usual ones; may be repeated.")
  var missing: [String] = []

  @Flag(help: "Turn rows that cannot be read into gaps, and count them.")
  var skipBad = false

  /// The options of a table with these rows.
  var tableOptions: TableOptions {
    var options = TableOptions()
    options.missingValues.formUnion(missing)
    options.skipsBadRows = skipBad
    return options
  }
}
