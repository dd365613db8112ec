import Foundation
import LaminaCharts
import LaminaTables

/// A chart of a table whose rows arrive one after the other.
///
/// The columns are found out from the first rows, and which of them are shown from all rows so far, as where a
/// whole file is read: first after each part, and later, as it takes time, whenever there are twice as many
/// rows, and at the end.
final class GrowingChart {
  /// The number of rows up to which each part may change what is shown.
  private static let earlyRowCount = 256

  private let command: ChartCommand
  private var reader: TableReader
  /// The plan of the chart, without rows; nil before there is a row.
  private var plan: ChartPlan?
  /// The number of rows at which the columns to show are chosen again.
  private var nextChoiceCount = 1
  /// The number of rows that have left the window and the memory.
  private var removedCount = 0

  init(_ command: ChartCommand) {
    self.command = command
    var options = command.tableOptions
    options.ignoresNewKeys = true
    reader = TableReader(name: command.inputName, options: options)
  }

  /// The number of rows that have come.
  var rowCount: Int { removedCount + reader.rowCount }

  /// The rows that became gaps.
  var badRows: BadRows? { reader.table?.badRows }

  /// The bad rows that were told with the columns; nil before that.
  private(set) var toldBadRows: BadRows?

  /// Takes what was read, and the end of the input.
  ///
  /// - Throws: `TableError`, each time; the rows before it remain. `ValidationError` for columns that
  ///   do not suit the options.
  func append(_ event: ByteInput.Event) throws {
    let result = Result { try read(event) }
    let hasEnded = event == .end || event == .interruption
    if hasEnded || rowCount >= nextChoiceCount { try chooseColumns() }
    try result.get()
  }

  /// Chooses the columns to show by all rows that have come, unless some were removed.
  ///
  /// - Throws: `ValidationError`, the first time: a choice stays if the rows after it allow no other.
  ///   ``ChartPlan/BadDuration`` each time.
  private func chooseColumns() throws {
    guard removedCount == 0, let table = reader.table, table.rowCount > 0 else { return }
    do {
      plan = try ChartPlan(table: table, command: command).showing(table.rows(0..<0))
    } catch let error as ChartPlan.BadDuration {
      throw error
    } catch {
      if plan == nil { throw error }
    }
    nextChoiceCount = rowCount < Self.earlyRowCount ? rowCount + 1 : 2 * rowCount
  }

  private func read(_ event: ByteInput.Event) throws {
    switch event {
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

  /// A warning about keys of JSON objects that are left out, as they were not in the first ones; nil if
  /// there are none.
  var keyWarning: String? {
    let keys = reader.ignoredKeys
    guard let first = keys.first else { return nil }
    return "\(command.inputName): '\(first)'"
      + (keys.count > 1 ? " and other keys are" : " is") + " not in the first rows, and left out"
  }

  /// Returns the description of the columns that were found, which names the bad rows so far.
  func tellColumns() -> String? {
    toldBadRows = badRows
    return reader.table.map { "\($0)" }
  }

  /// The chart of all rows so far; nil before there is a row.
  var summary: String? { plan?.summary }
}
