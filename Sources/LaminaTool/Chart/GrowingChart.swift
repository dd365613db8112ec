import Foundation
import LaminaCharts
import LaminaTables

/// A chart of a table whose rows arrive one after the other.
///
/// The columns, and which of them are shown, are found out from the first rows.
final class GrowingChart {
  private let command: ChartCommand
  private var reader: TableReader
  /// The plan of the chart, without rows; nil before there is a row.
  private var plan: ChartPlan?
  /// The number of rows that have left the window and the memory.
  private var removedCount = 0

  init(_ command: ChartCommand) {
    self.command = command
    reader = TableReader(name: command.inputName, options: command.tableOptions)
  }

  /// The number of rows that have come.
  var rowCount: Int { removedCount + reader.rowCount }

  /// The rows that became gaps.
  var badRows: BadRows? { reader.table?.badRows }

  /// Takes what was read, and the end of the input.
  ///
  /// - Throws: `TableError`, each time; the rows before it remain. `ValidationError` for columns that
  ///   do not suit the options.
  func append(_ part: ByteInput.Part) throws {
    let result = Result { try read(part) }
    if plan == nil, let table = reader.table, table.rowCount > 0 {
      plan = try ChartPlan(table: table, command: command).showing(table.rows(0..<0))
    }
    try result.get()
  }

  private func read(_ part: ByteInput.Part) throws {
    switch part {
    case .bytes(let bytes): try reader.append(bytes.span)
    case .beginning: try reader.beginInput()
    case .end: try reader.finish()
    case .interruption: break
    }
  }

  /// Returns the plan of the first rows; nil if there are none.
  func plan(ofRows count: Int) -> ChartPlan? {
    guard count > removedCount, let plan, let table = reader.table else { return nil }
    return plan.showing(table.rows(0..<(count - removedCount)), firstRow: removedCount)
  }

  /// Removes rows that a chart of as many rows no longer shows, once they are most of all.
  func removeUnseen(before plan: ChartPlan) {
    let unseen = plan.firstRow - removedCount
    guard unseen > 1024, unseen > reader.rowCount / 2 else { return }
    reader.removeFirst(unseen)
    removedCount += unseen
  }

  /// The columns that were found, and what is shown of them.
  var summary: String? {
    guard let table = reader.table, let plan else { return nil }
    return "\(table)\n\(plan.summary)"
  }
}
