import Foundation
import Lamina
import LaminaGraphs

/// The appearance of the command's graph, independent of its size.
struct GraphDesign {
  let range: ValueRange
  let style: StyleChoice
  let pace: Pace
  let pointsPerSample: Double
  /// True if the graph slides evenly from one sample to the next.
  let slides: Bool

  /// Returns a view of the given size, in points, without any samples.
  func makeView(size: CGSize, scale: CGFloat) -> GraphView {
    let samplesPerTile = max(1, (32 / pointsPerSample).rounded())
    let view = GraphView(
      frame: CGRect(origin: .zero, size: size),
      configuration: GraphView.Configuration(
        tileWidth: samplesPerTile * pointsPerSample, pointsPerSample: pointsPerSample,
        movement: slides ? .linear(duration: pace.sampleDuration) : .instant),
      style: style.style(
        levels: range.levels(height: size.height),
        samplesPerLine: Self.samplesPerLine(pace, pointsPerSample)))
    view.contentScaleFactor = scale
    return view
  }

  /// Returns the number of samples between two vertical lines. Lines are 1, 2 or 5 times a power of
  /// ten seconds apart: the shortest such time that is at least 48 points wide, so that the lines
  /// tell how much time has passed.
  static func samplesPerLine(_ pace: Pace, _ pointsPerSample: Double) -> Int {
    let least = 48 / pointsPerSample * pace.sampleDuration
    let power = pow(10, log10(least).rounded(.down))
    let seconds = ([1, 2, 5].first { $0 * power >= least } ?? 10) * power
    return Int(max(1, min(1e9, (seconds / pace.sampleDuration).rounded())))
  }
}

/// The command's graph as frames: a renderer and a view that fills its frame.
final class GraphScene {
  private let renderer: Renderer
  let view: GraphView
  private let design: GraphDesign
  private let height: Double

  /// - Parameter size: the size of the frames, in points.
  init(size: CGSize, scale: Double, design: GraphDesign) throws {
    height = size.height
    self.design = design
    renderer = try Renderer(size: CGSize(width: size.width, height: height), scale: scale)
    view = design.makeView(size: size, scale: scale)
    renderer.layer.addSublayer(view.layer)
  }

  /// Advances the sliding to a time. Call it before adding the samples for that time.
  func advance(to time: Double) { renderer.commit(at: time) }

  /// Adds samples at the right edge.
  func append(_ samples: [Double]) {
    view.series.append(
      contentsOf: samples.lazy.map { [design, height] in design.range.place($0, height: height) })
  }

  func render(at time: Double) throws -> Frame {
    let frame = try renderer.render(at: time)
    if let error = view.error { throw error }
    return frame
  }
}
