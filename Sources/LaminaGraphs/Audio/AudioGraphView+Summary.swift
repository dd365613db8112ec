import Foundation
import Lamina
import LaminaViews

extension SummaryState {
  /// Returns true if another state requests the same, apart from the columns.
  func differsOnlyInColumns(from other: SummaryState) -> Bool {
    version == other.version && kind == other.kind && scale == other.scale
  }

  /// Returns true if the state includes everything that another one requests.
  func covers(_ other: SummaryState) -> Bool {
    differsOnlyInColumns(from: other) && columns.lowerBound <= other.columns.lowerBound
      && columns.upperBound >= other.columns.upperBound
  }
}

extension Summary {
  /// Returns the values of this summary for columns of another width: for each, the value of the
  /// original column in which it begins.
  func stretched(to scale: ColumnScale, columns: Range<Int64>) -> Summary {
    var result = Summary()
    result.prepare(kind, columns, scale, lanes: laneCount)
    result.isExact = false
    let count = columns.count
    for (index, column) in columns.enumerated() {
      let source = self.scale.column(of: scale.firstSample(of: column))
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
  /// Sets ``summary`` to that of the visible columns, or to what is available of it for now.
  func updateSummary() {
    guard dataProvider.frameCount > 0 else {
      summary = Summary()
      summaryState = nil
      return
    }
    let wanted = wantedState(margin: 0)
    if let state = summaryState, state.covers(wanted) { return }
    guard let summaryQueue else {
      // While the graph scrolls, some extra columns on both sides suffice for many frames.
      let isScrolling = summaryState?.differsOnlyInColumns(from: wanted) ?? false
      let state =
        isScrolling ? wantedState(margin: Int64(viewPort.visibleColumnCount / 4)) : wanted
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
    // The width of the view again on both sides, so that scrolling does not have to wait.
    let request = wantedState(margin: Int64(viewPort.visibleColumnCount))
    if requestedState == request { return }
    requestedState = request
    let requester = host?.frameRequester
    summaryQueue.setWakeUp { requester?.setNeedsFrame() }
    summaryQueue.request(.init(state: request, provider: dataProvider))
  }

  private func wantedState(margin: Int64) -> SummaryState {
    let units = viewPort.columnCount
    let first = viewPort.firstColumn
    let columns = first - margin..<first + Int64(viewPort.visibleColumnCount) + margin
    return SummaryState(
      version: dataVersion, kind: summaryKind,
      scale: ColumnScale(samplesPerColumn: Double(dataProvider.frameCount) / units),
      columns: columns.clamped(to: 0..<Int64(units.rounded(.up))))
  }

  /// Adopts the result of the queue, unless it is for data, a zoom or a kind of summary that is no
  /// longer wanted.
  func takeSummary() {
    guard let result = summaryQueue?.takeResult() else { return }
    let wanted = wantedState(margin: 0)
    guard result.state.version == wanted.version, result.state.kind == wanted.kind,
      result.state.scale == wanted.scale
    else { return }
    made = result
    update()
  }

  /// Waits until the visible columns have been computed, and shows them. There is nothing to wait
  /// for if columns are computed immediately.
  public func finishSummary() {
    summaryQueue?.wait()
    takeSummary()
  }

  /// Waits until the visible columns have been computed, without occupying a thread, and shows
  /// them.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the columns are computed all the same.
  public func finishSummary(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await summaryQueue?.finish()
    takeSummary()
  }
}
