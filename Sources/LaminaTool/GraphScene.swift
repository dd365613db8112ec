import ArgumentParser
import Foundation
import Lamina
import LaminaGraphs

/// The graph of the command: a renderer, a view that fills its frame, and the way from values
/// to points.
final class GraphScene {
  private let renderer: Renderer
  private let view: GraphView
  private let range: ValueRange
  private let height: Double
  /// Free room above and below the values, in points.
  private let margin: Double

  init(_ command: GraphCommand, range: ValueRange) throws {
    let width = Double(command.width)
    height = Double(command.height)
    margin = min(12, height / 10)
    self.range = range
    renderer = try Renderer(width: width, height: height, scale: command.scale)
    let levels = range.niceLevels(count: max(1, Int(height / 48)))
    let place = { [height, margin] in range.place($0, height: height, margin: margin) }
    view = GraphView(
      frame: CGRect(x: 0, y: 0, width: width, height: height),
      style: command.style.style(levels: levels.map(place)))
    view.contentScaleFactor = command.scale
    renderer.layer.addSublayer(view.layer)
  }

  /// Adds a sample at the right edge.
  func append(_ sample: Double) {
    view.addSample(range.place(sample, height: height, margin: margin))
  }

  func render(at time: Double) throws -> Frame { try renderer.render(at: time) }
}

/// The values from the lower to the upper edge of a graph.
struct ValueRange: Equatable, ExpressibleByArgument {
  let lower: Double
  let upper: Double

  init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Reads `LO..HI`: two finite numbers, the first less than the second.
  init?(argument: String) {
    guard let dots = argument.range(of: ".."),
      let lower = Double(argument[..<dots.lowerBound]),
      let upper = Double(argument[dots.upperBound...]),
      lower.isFinite, upper.isFinite, lower < upper, (upper - lower).isFinite
    else { return nil }
    self.init(lower: lower, upper: upper)
  }

  /// The range that samples need. Gaps do not count; where all are alike, or there is none, it
  /// is widened by one half on both sides.
  init(around samples: [Double]) {
    let finite = samples.filter(\.isFinite)
    var lower = finite.min() ?? 0
    var upper = finite.max() ?? 0
    if !(upper - lower).isFinite {
      // Further apart than a number can say.
      lower /= 2
      upper /= 2
    }
    let least = max(abs(lower), abs(upper)) * 1e-12
    if upper - lower <= least {
      let half = max(0.5, least)
      lower -= half
      upper += half
    }
    self.init(lower: lower, upper: upper)
  }

  /// Where a value stands in a graph of some height: larger values higher up, in points from
  /// the top. A gap stays a gap.
  func place(_ value: Double, height: Double, margin: Double) -> Double {
    margin + (upper - value) / (upper - lower) * (height - 2 * margin)
  }

  /// About `count` round numbers inside the range.
  func niceLevels(count: Int) -> [Double] {
    let rough = (upper - lower) / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    guard power > 0, power.isFinite else { return [] }
    let step = ([1, 2, 5, 10].first { $0 * power >= rough } ?? 10) * power
    var levels: [Double] = []
    var index = (lower / step).rounded(.up)
    while index * step <= upper, levels.count < 64 {
      levels.append(index * step)
      index += 1
    }
    return levels
  }
}

/// The looks that the command offers by name.
enum StyleChoice: String, CaseIterable, ExpressibleByArgument {
  /// White on orange, as the document that describes the graph has it.
  case classic
  case dark
  case light

  /// The style, with lines across at some heights, in points.
  func style(levels: [Double]) -> GraphStyle {
    switch self {
    case .classic:
      GraphStyle()
    case .dark:
      GraphStyle(
        background: Color(rgb: 0x10151C), line: Color(rgb: 0x54D6A4), lineWidth: 1.5,
        fill: GraphFill(top: Color(rgb: 0x1F5A55), bottom: Color(rgb: 0x12201F)),
        grid: GraphGrid(
          color: Color(white: 1, alpha: 0.08), levels: levels.map { CGFloat($0) },
          samplesPerLine: 60))
    case .light:
      GraphStyle(
        background: Color(rgb: 0xFBFAF7), line: Color(rgb: 0x2463A8), lineWidth: 1.5,
        fill: GraphFill(top: Color(rgb: 0xBCD4EC), bottom: Color(rgb: 0xF3F6F8)),
        grid: GraphGrid(
          color: Color(white: 0, alpha: 0.08), levels: levels.map { CGFloat($0) },
          samplesPerLine: 60))
    }
  }
}
