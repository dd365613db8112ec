/// A row of cells, used again for each row of an input.
struct Row {
  var cells: [Cell] = []
  /// The number of cells up to which they are kept: one more than a table can have columns.
  static let cellLimit = TableLayout.columnLimit + 1

  /// The line on which the row begins, from 1.
  var line = 1
  /// The number of blank lines between the row and the one before it.
  var blankLineCount = 0
  /// The reason that the row's cells cannot be used, if there is one, and its text.
  var problem: Problem?

  /// A reason that a whole row is bad.
  struct Problem {
    var reason: BadRow.Reason
    var start: Int
    var end: Int
  }

  /// Adds a cell, unless there are too many already.
  mutating func append(_ cell: Cell) {
    if cells.count < Self.cellLimit { cells.append(cell) }
  }

  /// Removes all cells.
  mutating func reset(line: Int) {
    cells.removeAll(keepingCapacity: true)
    self.line = line
    problem = nil
  }
}
