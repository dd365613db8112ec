import Foundation
import Lamina

/// How a graph looks. Lengths are in points.
public struct GraphStyle: Sendable, Hashable {
  /// What is behind everything.
  public var background: Color
  /// The colour of the line.
  public var line: Color
  /// The width of the line. A sample between two gaps is a dot of twice this diameter.
  ///
  /// - Precondition: finite and not negative.
  public var lineWidth: CGFloat {
    didSet { check() }
  }
  /// How the parts of the line meet.
  public var lineJoin: LineJoin
  /// What the area from the line down to the lower edge is filled with. Nil, the default, is
  /// nothing.
  public var fill: GraphFill?
  /// Lines behind the graph. Nil, the default, is none.
  public var grid: GraphGrid?

  /// Creates a style. The defaults are a white line one point wide on orange.
  public init(
    background: Color = .orange, line: Color = .white, lineWidth: CGFloat = 1,
    lineJoin: LineJoin = .round, fill: GraphFill? = nil, grid: GraphGrid? = nil
  ) {
    self.background = background
    self.line = line
    self.lineWidth = lineWidth
    self.lineJoin = lineJoin
    self.fill = fill
    self.grid = grid
    check()
  }

  private func check() {
    require(
      lineWidth.isFinite && lineWidth >= 0,
      "the width of a graph's line, \(lineWidth), must be finite and not negative")
  }

  /// How far from the line between two samples its drawing reaches, in points.
  var reach: CGFloat {
    let miter = StrokeStyle().miterLimit
    return lineWidth * (lineJoin == .miter ? max(1, miter / 2) : 1)
  }
}

/// The colours of the area below a graph's line.
public struct GraphFill: Sendable, Hashable {
  /// The colour at the upper edge of the view.
  public var top: Color
  /// The colour at the lower edge of the view; in between the components change evenly.
  public var bottom: Color

  /// Creates a fill that goes from one colour to another; `bottom` nil is the same as `top`.
  public init(top: Color, bottom: Color? = nil) {
    self.top = top
    self.bottom = bottom ?? top
  }
}

/// Lines behind a graph: some stay where they are, some move with the samples.
public struct GraphGrid: Sendable, Hashable {
  /// The colour of the lines.
  public var color: Color
  /// The values at which lines run across, in the unit of the samples. Those that are not finite
  /// are left out.
  public var levels: [CGFloat]
  /// Every how many samples a line runs from top to bottom; 0, the default, is never.
  ///
  /// - Precondition: not negative.
  public var samplesPerLine: Int {
    didSet { check() }
  }
  /// The width of the lines in points. A line from top to bottom is never wider than the
  /// distance of two samples.
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
    require(samplesPerLine >= 0, "a grid line every \(samplesPerLine) samples")
    require(
      lineWidth.isFinite && lineWidth >= 0,
      "the width of a grid's lines, \(lineWidth), must be finite and not negative")
  }
}
