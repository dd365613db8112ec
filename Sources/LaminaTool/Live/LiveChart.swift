import Foundation
import Lamina
import LaminaCharts
import LaminaTables
import LaminaViews
import LaminaWindow

/// A feed of rows into a chart that is on screen.
///
/// The input is read on its own thread, which may block.
final class ChartFeed {
  /// The events that were read and not taken yet, and the error that ended the reading.
  private struct Inlet {
    var events: [ByteInput.Event] = []
    var error: (any Error)?
  }

  let view: ChartView
  private let chart: GrowingChart
  private let input: ChartInput
  private let inlet = Locked(Inlet())

  init(chart: GrowingChart, input: ChartInput, view: ChartView) {
    self.chart = chart
    self.input = input
    self.view = view
  }

  /// The rows read so far that could not be read, and are gaps.
  var badRows: BadRows? { chart.badRows }

  /// A warning about keys of JSON objects that are left out; nil if there are none.
  var keyWarning: String? { chart.keyWarning }

  /// Starts reading the input for a window.
  func start(for window: Window) {
    struct Reading: @unchecked Sendable {
      let input: ChartInput
    }
    let reading = Reading(input: input)
    Thread.detachNewThread { [inlet, handle = window.handle] in
      var isAtEnd = false
      while !isAtEnd {
        do {
          let event = try reading.input.next()
          isAtEnd = event == .end || event == .interruption
          inlet.withLock { $0.events.append(event) }
        } catch {
          inlet.withLock { [error] in $0.error = error }
          isAtEnd = true
        }
        handle.wake()
      }
    }
    window.update = { _ in
      try self.update()
      return nil
    }
  }

  /// Shows the rows that have come.
  ///
  /// - Throws: what ended the reading, once the rows before it are shown; `ChartError`.
  private func update() throws {
    var (events, failure) = inlet.withLock { inlet in
      defer { inlet.events = [] }
      return (inlet.events, inlet.error)
    }
    do {
      for event in events { try chart.append(event) }
    } catch {
      failure = error
    }
    if !events.isEmpty, let plan = chart.plan(ofRows: chart.rowCount) {
      Transaction.run(disableActions: true) { view.chart = plan.chart }
      chart.removeUnseen(before: plan)
      if let error = view.error { throw error }
    }
    if let failure { throw failure }
  }
}
