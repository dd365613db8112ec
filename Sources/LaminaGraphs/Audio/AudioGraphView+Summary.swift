import Foundation
import Lamina
import LaminaViews

extension SummaryState {
  /// Whether another one asks for the same, perhaps of other columns.
  func differsOnlyInColumns(from other: SummaryState) -> Bool {
    version == other.version && kind == other.kind && scale == other.scale
  }

  /// Whether everything that another one asks for is in this.
  func covers(_ other: SummaryState) -> Bool {
    differsOnlyInColumns(from: other) && columns.lowerBound <= other.columns.lowerBound
      && columns.upperBound >= other.columns.upperBound
  }
}

extension Summary {
  /// What this summary has for columns of another width: for each the value of that column of its
  /// own in which it begins.
  func stretched(to scale: ColumnScale, columns: Range<Int64>) -> Summary {
    var result = Summary()
    result.prepare(kind, columns, scale, lanes: laneCount)
    result.isExact = false
    let count = columns.count
    for (index, column) in columns.enumerated() {
      let source = self.scale.column(of: scale.border(of: column))
      for lane in 0..<laneCount {
        let peaks = self[source, lane: lane]
        result.minima[lane * count + index] = peaks.minimum
        result.maxima[lane * count + index] = peaks.maximum
      }
    }
    return result
  }
}

extension AudioGraphView {
  /// Makes ``summary`` that of the columns in view, or what there is of it for now.
  final func updateSummary() {
    guard dataProvider.frameCount > 0 else {
      summary = Summary()
      summaryState = nil
      return
    }
    let wanted = wantedState(margin: 0)
    if let state = summaryState, state.covers(wanted) { return }
    guard let summaryQueue else {
      // While the graph scrolls, some more on both sides do for many frames.
      let isScrolling = summaryState?.differsOnlyInColumns(from: wanted) ?? false
      let state =
        isScrolling ? wantedState(margin: Int64(viewPort.visibleXUnits / 4)) : wanted
      dataProvider.summarize(
        summaryKind, columns: state.columns, scale: state.scale, into: &summary)
      summaryState = state
      return
    }
    if let made, made.state.covers(wanted) {
      summary = made.summary
      summaryState = made.state
      return
    }
    summaryState = nil
    summary =
      made.map { $0.summary.stretched(to: wanted.scale, columns: wanted.columns) } ?? Summary()
    // As much again on both sides, so that scrolling does not have to wait.
    let request = wantedState(margin: Int64(viewPort.visibleXUnits))
    if requestedState == request { return }
    requestedState = request
    let requester = host?.frameRequester
    summaryQueue.setWakeUp { requester?.setNeedsFrame() }
    summaryQueue.request(.init(state: request, provider: dataProvider))
  }

  private func wantedState(margin: Int64) -> SummaryState {
    let units = viewPort.totalXUnits
    let first = viewPort.firstXUnit
    let columns = first - margin..<first + Int64(viewPort.visibleXUnits) + margin
    return SummaryState(
      version: dataVersion, kind: summaryKind,
      scale: ColumnScale(samplesPerColumn: Double(dataProvider.frameCount) / units),
      columns: columns.clamped(to: 0..<Int64(units.rounded(.up))))
  }

  /// Takes over what the queue has finished, unless it is for data, a zoom or a kind of summary that
  /// are no longer wanted.
  final func takeSummary() {
    guard let result = summaryQueue?.takeResult() else { return }
    let wanted = wantedState(margin: 0)
    guard result.state.version == wanted.version, result.state.kind == wanted.kind,
      result.state.scale == wanted.scale
    else { return }
    made = result
    update()
  }

  /// Waits until the columns in view have been worked out, and shows them. There is nothing to wait
  /// for where they are worked out at once.
  public final func finishSummary() {
    summaryQueue?.wait()
    takeSummary()
  }
}
