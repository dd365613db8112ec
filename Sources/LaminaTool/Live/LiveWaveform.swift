import Foundation
import Lamina
import LaminaGraphs
import LaminaViews

/// The waveform of the command on show, with keys to scroll and zoom it, and on demand a strip
/// below with the whole of its sound, in which the part that is seen is marked.
final class LiveWaveform: View {
  /// The height of the strip in points, where that is no more than a quarter of the view.
  static let overviewHeight: CGFloat = 48
  /// The width of the line between the waveform and the strip, in points.
  private static let gap: CGFloat = 1

  private let graph: AudioGraphView
  let overview: AudioOverviewView?

  /// - Parameters:
  ///   - graph: the waveform, which also says how the strip looks.
  ///   - hasOverview: whether there is a strip.
  ///   - drawing: where the values of the strip's columns are worked out.
  init(graph: AudioGraphView, hasOverview: Bool, drawing: GraphDrawingMode) {
    self.graph = graph
    overview = hasOverview ? AudioOverviewView(graph: graph, drawing: drawing) : nil
    super.init()
    addSubview(graph)
    guard let overview else { return }
    backgroundColor = graph.rulerLayer.color
    overview.backgroundColor = graph.backgroundColor
    overview.stripView.waveformColor = graph.waveformColor
    overview.stripView.waveformLayer.midlineColor = graph.waveformLayer.midlineColor
    addSubview(overview)
  }

  override func layoutSubviews() {
    guard let overview else {
      graph.frame = bounds
      return
    }
    let height = min(Self.overviewHeight, (bounds.height / 4).rounded(.down))
    let top = bounds.height - height
    graph.frame = CGRect(x: 0, y: 0, width: bounds.width, height: max(0, top - Self.gap))
    overview.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
  }

  override func didMoveToHost() { host?.firstResponder = self }

  /// Zooms, so that the time in the middle stays there as far as the ends of the sound let it.
  private func zoom(by factor: CGFloat) {
    let viewPort = graph.viewPort
    guard viewPort.contentWidth > 0 else { return }
    let middle = (viewPort.translation + viewPort.size.width / 2) / viewPort.contentWidth
    graph.zoom *= factor
    graph.look(at: middle * graph.dataProvider.duration)
  }

  /// + and - zoom by a quarter, 0 shows all; other keys scroll.
  override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    switch key {
    case .plus, .character("="): zoom(by: 1.25)
    case .minus: zoom(by: 1 / 1.25)
    case .character("0"): graph.zoom = 1
    default: return graph.scrollView.keyDown(key, modifiers: modifiers)
    }
    return true
  }
}
