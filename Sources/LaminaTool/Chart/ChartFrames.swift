import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaScenes

/// The frames of a chart that grows.
final class ChartFrames {
  /// The number of frames so far.
  private(set) var count = 0
  private let rate: FrameRate
  private let renderer: Renderer
  private let layer = ChartLayer()
  private let sink: ConcurrentSink
  private let progress: ProgressCounter
  /// The number of rows in the last frame.
  private(set) var shownCount = 0

  /// - Parameter size: the size of the frames, in points.
  init(
    size: CGSize, scale: Double, rate: FrameRate, sink: ConcurrentSink, progress: ProgressCounter
  ) throws {
    (self.rate, self.sink, self.progress) = (rate, sink, progress)
    renderer = try Renderer(size: size, scale: scale)
    layer.contentsScale = scale
    layer.frame = CGRect(origin: .zero, size: size)
    renderer.layer.addSublayer(layer)
  }

  /// Draws the frames of the rows that have come; at the end also one of fewer rows. After a request to end
  /// the command, the rows that would have frames of their own are left out, but for the first.
  ///
  /// - Throws: `ChartError`, what writing throws, and ``Interruption/Stop``.
  func draw(
    _ chart: GrowingChart, rowsPerFrame: Int, isAtEnd: Bool, interruption: Interruption
  ) throws {
    while shownCount < chart.rowCount {
      try interruption.check()
      let next = min(chart.rowCount, shownCount + rowsPerFrame)
      let isWhole = next - shownCount >= rowsPerFrame
      if isWhole ? interruption.isRequested && count > 0 : !isAtEnd { return }
      shownCount = next
      guard let plan = chart.plan(ofRows: next) else { return }
      Transaction.run(disableActions: true) { layer.chart = plan.chart }
      layer.layoutIfNeeded()
      if let error = layer.error { throw error }
      try sink.write(renderer.render(at: rate.time(ofFrame: count)))
      count += 1
      progress.advance(to: count)
      chart.removeUnseen(before: plan)
    }
  }
}
