import Foundation
import Lamina

/// The appearance of a graph. Lengths are in points.
public struct GraphStyle: Sendable, Hashable {
  /// The background colour.
  public var backgroundColor: Color
  /// The colour of the line.
  public var lineColor: Color
  /// The width of the line. A sample between two gaps is drawn as a dot of twice this diameter.
  ///
  /// - Precondition: finite and not negative.
  public var lineWidth: CGFloat {
    didSet { check() }
  }
  /// The join between the segments of the line.
  public var lineJoin: LineJoin
  /// The fill of the area between the line and the lower edge. Nil, the default, leaves it
  /// unfilled.
  public var fill: GraphFill?
  /// The grid lines behind the graph. Nil, the default, draws none.
  public var grid: GraphGrid?

  /// Creates a style. The default is a white line, one point wide, on orange.
  public init(
    backgroundColor: Color = .orange, lineColor: Color = .white, lineWidth: CGFloat = 1,
    lineJoin: LineJoin = .round, fill: GraphFill? = nil, grid: GraphGrid? = nil
  ) {
    self.backgroundColor = backgroundColor
    self.lineColor = lineColor
    self.lineWidth = lineWidth
    self.lineJoin = lineJoin
    self.fill = fill
    self.grid = grid
    check()
  }

  private func check() {
    require(
      lineWidth.isFinite && lineWidth >= 0,
      "the width of a graph's line must be finite and 0 or more, not \(lineWidth)")
  }

  /// The distance that drawing extends beyond the line between two samples, in points.
  var reach: CGFloat {
    let miter = StrokeStyle().miterLimit
    return lineWidth * (lineJoin == .miter ? max(1, miter / 2) : 1)
  }
}

/// The vertical gradient that fills the area below a graph's line.
public struct GraphFill: Sendable, Hashable {
  /// The colour at the upper edge of the view.
  public var topColor: Color
  /// The colour at the lower edge of the view; components are interpolated linearly in between.
  public var bottomColor: Color

  /// Creates a fill with a gradient from `topColor` to `bottomColor`; nil stands for
  /// `topColor`.
  public init(topColor: Color, bottomColor: Color? = nil) {
    self.topColor = topColor
    self.bottomColor = bottomColor ?? topColor
  }
}

/// The lines behind a graph: horizontal ones stay in place, vertical ones move with the samples.
public struct GraphGrid: Sendable, Hashable {
  /// The colour of the lines.
  public var color: Color
  /// The values at which horizontal lines are drawn, in the unit of the samples. Values that are
  /// not finite are skipped.
  public var levels: [CGFloat]
  /// The number of samples from one vertical line to the next; 0, the default, draws none.
  ///
  /// - Precondition: not negative.
  public var samplesPerLine: Int {
    didSet { check() }
  }
  /// The width of the lines, in points. A vertical line is never wider than the distance between
  /// two samples.
  ///
  /// - Precondition: finite and not negative.
  public var lineWidth: CGFloat {
    didSet { check() }
  }

  /// Creates a grid.
  public init(
    color: Color, levels: [CGFloat] = [], samplesPerLine: Int = 0, lineWidth: CGFloat = 1
  ) {
    self.color = color
    self.levels = levels
    self.samplesPerLine = samplesPerLine
    self.lineWidth = lineWidth
    check()
  }

  private func check() {
    require(samplesPerLine >= 0, "a grid line every \(samplesPerLine) samples: use 0 or more")
    require(
      lineWidth.isFinite && lineWidth >= 0,
      "the width of a grid's lines must be finite and 0 or more, not \(lineWidth)")
  }
}
