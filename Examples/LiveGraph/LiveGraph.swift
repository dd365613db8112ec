import Foundation
import Lamina
import LaminaGraphs
import LaminaViews

/// A graph of a wave that goes on for ever, 60 samples a second. A click, a tap or space halts it,
/// and lets it go on.
package final class WaveView: View {
  /// The size that the view is made for, in points. At another height, the wave is as much higher.
  package static let size = CGSize(width: 320, height: 120)
  /// The number of samples in a second.
  package static let rate = FrameRate(60)

  private let graph = GraphView(frame: CGRect(origin: .zero, size: WaveView.size))
  private var link: UpdateLink?
  /// The number of samples.
  private var count = 0
  /// The time at which the wave began or went on, and the number of samples then; nil while it is halted.
  private var start: (time: TimeInterval, count: Int)?

  package init() {
    super.init(frame: CGRect(origin: .zero, size: Self.size))
    addSubview(graph)
    let link = UpdateLink(view: self) { [unowned self] in addSamples(until: $0) }
    link.requiresContinuousUpdates = true
    self.link = link
    let tap = TapGestureRecognizer()
    tap.addAction { [unowned self] _ in haltOrGoOn() }
    addGestureRecognizer(tap)
  }

  /// A sample is a height in points from the top.
  private func addSample(_ index: Int) {
    let t = Double(index)
    let unit = graph.bounds.height / 120
    graph.series.append(60 * unit - 38 * unit * sin(t / 11) - 13 * unit * sin(t * 1.3))
  }

  /// Adds the samples that have come by a time, in seconds. The first comes with the first frame.
  private func addSamples(until time: TimeInterval) {
    let start = start ?? (time, count)
    self.start = start
    // After a pause without frames there are more than can be seen.
    let passed = min((time - start.time) * 60, 1e15)
    count = max(count, start.count + Int(passed) - graph.requiredSampleCount)
    while Self.rate.time(ofFrame: count - start.count) <= time - start.time {
      addSample(count)
      count += 1
    }
  }

  private func haltOrGoOn() {
    start = nil
    link?.isEnabled.toggle()
  }

  package override func layoutSubviews() {
    let height = graph.bounds.height
    graph.frame = bounds
    guard bounds.height != height else { return }
    // Samples have other places at another height, and so they are all put there again.
    graph.series = SampleSeries()
    for index in max(0, count - graph.requiredSampleCount)..<count { addSample(index) }
  }

  package override func didMoveToHost() { host?.firstResponder = self }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    guard key == .space else { return false }
    haltOrGoOn()
    return true
  }
}
