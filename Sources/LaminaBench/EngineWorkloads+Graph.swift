import Foundation
import Lamina
import LaminaGraphs

/// W5: a graph view that gets one sample a frame and draws its tile at once.
final class LiveGraphScene: BenchScene {
  /// The name of the row with a long history.
  static let longRun = "lamina, after ten million samples"

  private let graph: GraphView

  /// - Parameter history: samples that have gone by before the first that is ever seen. A
  ///   multiple of the samples in a tile gives the same pictures as 0.
  init(history: Int = 0, name: String = "lamina") throws {
    let size = CGRect(x: 0, y: 0, width: LiveGraph.width, height: LiveGraph.height)
    graph = GraphView(
      frame: size,
      style: GraphStyle(
        backgroundColor: Color(opaque: LiveGraph.background),
        lineColor: Color(opaque: LiveGraph.line),
        lineWidth: 1, lineJoin: .round))
    try super.init(
      width: LiveGraph.width, height: LiveGraph.height, background: nil, name: name)
    root.addSublayer(graph.layer)
    graph.series.append(contentsOf: (0..<history).lazy.map { LiveGraph.y(ofSample: $0) })
    // The first frame adds the sample at the right edge.
    graph.series.append(
      contentsOf: (0..<LiveGraph.width - 1).lazy.map { LiveGraph.y(ofSample: $0) })
  }

  override func change(frame: Int) {
    graph.series.append(LiveGraph.y(ofSample: frame + LiveGraph.width - 1))
  }
}
