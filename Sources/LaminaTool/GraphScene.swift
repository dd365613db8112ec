import Foundation
import Lamina
import LaminaGraphs

/// The graph of the command: a renderer, a view that fills its frame, and the way from values
/// to points.
final class GraphScene {
  private let renderer: Renderer
  let view: GraphView
  private let range: ValueRange
  private let height: Double
  /// Free room above and below the values, in points.
  private let margin: Double

  /// - Parameters:
  ///   - size: of the frames, in points.
  ///   - slides: whether the graph moves on evenly from one sample to the next.
  init(
    size: CGSize, scale: Double, range: ValueRange, style: StyleChoice, pace: Pace,
    pointsPerSample: Double, slides: Bool
  ) throws {
    height = size.height
    margin = min(12, height / 10)
    self.range = range
    renderer = try Renderer(width: size.width, height: height, scale: scale)
    let levels = range.niceLevels(count: max(1, Int(height / 48)))
    let place = { [height, margin] in range.place($0, height: height, margin: margin) }
    let samplesPerTile = max(1, (32 / pointsPerSample).rounded())
    view = GraphView(
      frame: CGRect(origin: .zero, size: size),
      configuration: GraphView.Configuration(
        layerWidth: samplesPerTile * pointsPerSample, pointsPerSample: pointsPerSample,
        movement: slides ? .linear(duration: pace.sampleDuration) : .instant),
      style: style.style(
        levels: levels.map(place), samplesPerLine: Self.samplesPerLine(pace, pointsPerSample)))
    view.contentScaleFactor = scale
    renderer.layer.addSublayer(view.layer)
  }

  /// How many samples come in 1, 2 or 5 times a power of ten seconds: the least such time that
  /// is at least 48 points wide, so that a line down says how much time has passed.
  static func samplesPerLine(_ pace: Pace, _ pointsPerSample: Double) -> Int {
    let least = 48 / pointsPerSample * pace.sampleDuration
    let power = pow(10, log10(least).rounded(.down))
    let seconds = ([1, 2, 5].first { $0 * power >= least } ?? 10) * power
    return Int(max(1, min(1e9, (seconds / pace.sampleDuration).rounded())))
  }

  /// Lets what slides come to where it is at a time, before samples are added for it.
  func advance(to time: Double) { renderer.commit(at: time) }

  /// Adds samples at the right edge.
  func append(_ samples: [Double]) {
    view.series.append(
      contentsOf: samples.lazy.map { [range, height, margin] in
        range.place($0, height: height, margin: margin)
      })
  }

  func render(at time: Double) throws -> Frame { try renderer.render(at: time) }
}
