import Foundation
import Lamina
import LaminaGraphs
import Testing

/// A graph in a renderer, as the tests use it.
struct GraphScene {
  let renderer: Renderer
  let graph: GraphView

  /// A graph that fills a frame.
  init(
    width: CGFloat = 100, height: CGFloat = 60, scale: CGFloat = 1,
    series: SampleSeries = SampleSeries(),
    configuration: GraphView.Configuration = GraphView.Configuration(),
    style: GraphStyle = GraphStyle(), drawing: GraphDrawingMode = .offline
  ) throws {
    renderer = try Renderer(size: CGSize(width: width, height: height), scale: scale)
    graph = GraphView(
      frame: CGRect(x: 0, y: 0, width: width, height: height), series: series,
      configuration: configuration, style: style, drawing: drawing)
    graph.contentScaleFactor = scale
    renderer.layer.addSublayer(graph.layer)
  }

  @discardableResult
  func render(at time: Double = 0) throws -> Bitmap { try renderer.render(at: time).bitmap }

  /// The layers of the tiles, leftmost first.
  var layersFromLeft: [Layer] {
    (graph.layer.sublayers ?? []).sorted { $0.position.x < $1.position.x }
  }
}

/// A line that goes up and down, different at every sample.
func wave(_ index: Int) -> Double {
  let t = Double(index)
  return 30 + 17 * sin(t * 0.13) + 9 * sin(t * 1.7 + 1)
}

/// Fills a part of a bitmap into rows of pixels, to compare it with another's.
func pixels(of bitmap: Bitmap, columns: Range<Int>) -> [[UInt32]] {
  (0..<bitmap.height).map { y in columns.map { bitmap[$0, y] } }
}
