import Foundation
import Lamina
import LaminaGraphs
import LaminaViews

/// The command's waveform: a view that fills its frames, and the host that renders it.
struct WaveformScene {
  /// The colours of a waveform.
  struct Look {
    var background: Color
    var waveform: Color
    var midline: Color
    var ruler: Color

    init(_ style: StyleChoice) {
      switch style {
      case .classic:
        background = .orange
        waveform = .white
        midline = Color(white: 1, alpha: 0.6)
        ruler = .white
      case .dark:
        background = Color(rgb: 0x10151C)
        waveform = Color(rgb: 0x54D6A4)
        midline = Color(rgb: 0x2F7D68)
        ruler = Color(rgb: 0x8FA3B5)
      case .light:
        background = Color(rgb: 0xFBFAF7)
        waveform = Color(rgb: 0x2463A8)
        midline = Color(rgb: 0x9BB8D8)
        ruler = Color(rgb: 0x5B6470)
      }
    }
  }

  let graph: AudioGraphView
  let host: ViewHost

  init(graph: AudioGraphView, size: CGSize, scale: Double) throws {
    self.graph = graph
    host = try ViewHost(rootView: graph, size: size, scale: scale)
    // The sizes are known only after the first layout.
    graph.layoutIfNeeded()
  }

  /// Creates the view.
  static func makeView(
    _ provider: DataProvider, _ style: StyleChoice, color: Color?, ruler: Bool,
    summary: Summary.Kind, amplitude: AmplitudeScale,
    drawing: GraphDrawingMode = .offline
  ) -> AudioGraphView {
    let look = Look(style)
    let graph = AudioGraphView(drawing: drawing)
    graph.backgroundColor = look.background
    graph.waveformColor = color ?? look.waveform
    graph.waveformLayer.midlineColor = look.midline
    graph.rulerLayer.color = look.ruler
    graph.rulerLayer.textColor = look.ruler
    graph.rulerHeight = ruler ? AudioGraphView.defaultRulerHeight : 0
    graph.summaryKind = summary
    graph.amplitudeScale = amplitude
    graph.dataProvider = provider
    return graph
  }

  /// Sets the zoom and shows a time; see ``LaminaGraphs/AudioGraphView/look(at:)``.
  func look(at time: Double, zoom: Double) {
    graph.zoom = zoom
    graph.look(at: time)
  }

  func render(at time: Double) throws -> Frame { try host.render(at: time) }
}

extension AudioGraphView {
  /// Scrolls so that a time is in the middle of the view, as far as the beginning and the end of
  /// the sound allow.
  func look(at time: Double) {
    let duration = dataProvider.duration
    let middle = duration > 0 ? time / duration * viewPort.contentWidth : 0
    let offset = middle - bounds.width / 2
    scrollView.contentOffset.x = min(max(offset, 0), max(0, scrollView.maximumContentOffset.x))
  }
}
