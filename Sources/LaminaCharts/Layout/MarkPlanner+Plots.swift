import Foundation
import Lamina

extension MarkPlanner {
  /// The number of points of a plot up to which each is a mark of its own.
  private static let fewPoints = 4000

  /// Adds the shapes of a plot of columns.
  mutating func addPlot(_ mark: PreparedMark, _ columns: PlotColumns) {
    plots.append(
      PlacedColumns(
        record: mark.record, kind: mark.kind, columns: columns, isSecondary: mark.isSecondary,
        panel: number))
    switch mark.kind {
    case .line:
      var shape = lineShape(mark)
      let method = records[mark.record].style.interpolation ?? .linear
      for run in runs(mark, columns, method, margin: shape.strokeStyle.width) {
        method.add(run, to: &shape.path)
      }
      if !shape.path.isEmpty { add(shape) }
      if mark.hasSymbol { addPoints(mark, columns) }
    case .area:
      var shape = PlacedShape(
        kind: .area, key: records[mark.record].key(), fill: areaFill(mark))
      let method = records[mark.record].style.interpolation ?? .linear
      for run in runs(mark, columns, method, margin: 1) {
        guard let first = run.first, let last = run.last,
          let base = y(mark).extent(of: .interval(0, columns.y.high))?.start
        else { continue }
        method.add(run, to: &shape.path)
        shape.path.addLine(to: CGPoint(x: last.x, y: base))
        shape.path.addLine(to: CGPoint(x: first.x, y: base))
        shape.path.closeSubpath()
      }
      if !shape.path.isEmpty { add(shape) }
    case .bar: addBars(mark, columns)
    case .point: addPoints(mark, columns)
    case .rule, .rectangle, .sector: break
    }
  }

  /// Returns the vertices of a line or the edge of an area, run by run between gaps.
  private func runs(
    _ mark: PreparedMark, _ columns: PlotColumns, _ method: InterpolationMethod, margin: Double
  ) -> [[CGPoint]] {
    var runs: [[CGPoint]] = []
    let isTraced = trace(mark, columns, margin: margin) { tracer in
      /// Returns the place of a missing value; nil for others.
      func gap(_ index: Int) -> Double? {
        guard index >= 0, index < columns.count, !tracer[index].y.isFinite else { return nil }
        return x.position(of: tracer[index].x)
      }
      tracer.forEachRun { run in
        runs.append(
          method.extended(
            tracer.vertices(of: run, width: plot.width), from: gap(run.lowerBound - 1),
            to: gap(run.upperBound)))
      }
    }
    if isTraced { return runs }
    var run: [CGPoint] = []
    var gap: Double?
    func finish(at place: Double?) {
      runs.append(thinned(method.extended(run, from: gap, to: place), method))
      (run, gap) = ([], place)
    }
    columns.forEachPoint { x, y in
      if let point = center(mark, x, y) {
        run.append(point)
      } else {
        finish(at: x.isFinite ? self.x.position(of: x) : nil)
      }
    }
    finish(at: nil)
    return runs
  }

  private func trace(
    _ mark: PreparedMark, _ columns: PlotColumns, margin: Double, _ body: (PlotTracer) -> Void
  ) -> Bool {
    PlotTracer.trace(
      columns, x: x, y: y(mark), frame: plot, margin: margin, scale: scale, body)
  }

  /// Returns the place of a point; nil for a gap.
  private func center(_ mark: PreparedMark, _ x: Double, _ y: Double) -> CGPoint? {
    guard x.isFinite, y.isFinite, let x = self.x.position(of: x),
      let y = self.y(mark).position(of: y)
    else { return nil }
    return CGPoint(x: x, y: y)
  }

  // MARK: - Bars

  private mutating func addBars(_ mark: PreparedMark, _ columns: PlotColumns) {
    func bar(_ x: Double, _ y: Double) -> PreparedMark {
      var bar = mark
      bar.x = .value(x)
      bar.y = .interval(0, y)
      return bar
    }
    var bars: [PreparedMark] = []
    var thin: [(column: Int, low: Double, high: Double)] = []
    let reach =
      [columns.x.low, columns.x.high]
      .compactMap { across(bar($0, 1)) }.map { $0.end - $0.start }.max() ?? 0
    let isTraced = trace(mark, columns, margin: reach + 1) { tracer in
      let isThin = columns.count > Self.fewPoints && reach * scale < 0.5
      tracer.forEachRun { run in
        if isThin {
          tracer.forEachColumn(in: run) { thin.append(($0, $1, $2)) }
        } else {
          for index in run { bars.append(bar(tracer[index].x, tracer[index].y)) }
        }
      }
    }
    if !isTraced {
      columns.forEachPoint { x, y in
        if x.isFinite, y.isFinite { bars.append(bar(x, y)) }
      }
    }
    for bar in bars { addBar(bar) }
    for part in thin {
      for value in [part.high > 0 ? part.high : nil, part.low < 0 ? part.low : nil] {
        guard let value, let extent = y(mark).extent(of: .interval(0, value)) else { continue }
        addThinBar(mark, column: part.column, extent)
      }
    }
  }

  // MARK: - Points

  private mutating func addPoints(_ mark: PreparedMark, _ columns: PlotColumns) {
    guard let area = symbolArea(mark) else { return }
    let reach = area.squareRoot()
    let frame = plot.insetBy(dx: -reach, dy: -reach)
    let isFew = columns.count <= Self.fewPoints
    var cells = PixelCells(frame, perPoint: 4 * scale)
    var centers: [CGPoint] = []
    func add(_ center: CGPoint) {
      if isFew || (frame.contains(center) && cells.insert(center)) { centers.append(center) }
    }
    let isTraced = trace(mark, columns, margin: reach) { tracer in
      tracer.forEachRun { run in for index in run { add(tracer.point(index)) } }
    }
    if !isTraced { columns.forEachPoint { x, y in center(mark, x, y).map(add) } }
    if isFew {
      for center in centers { addPoint(mark, at: center) }
    } else if !centers.isEmpty {
      let number = shape(mark, symbol: mark.symbol)
      for center in centers {
        shapes[number].path.addPath(mark.symbol.path(center: center, area: CGFloat(area)))
      }
    }
  }
}

/// The quarters of pixels of a plot that have a point.
private struct PixelCells {
  private let origin: CGPoint
  private let perPoint: Double
  private let columns: Int
  private var bits: [UInt64]

  /// - Parameter perPoint: cells per point. All points differ in a plot of more than 2^30 cells.
  init(_ frame: CGRect, perPoint: Double) {
    origin = frame.origin
    self.perPoint = perPoint
    let (width, height) = (frame.width * perPoint + 1, frame.height * perPoint + 1)
    let isLarge = width * height > 0x1p30
    columns = isLarge ? 0 : Int(width.rounded(.up))
    bits = Array(
      repeating: 0, count: isLarge ? 0 : (columns * Int(height.rounded(.up)) + 63) / 64)
  }

  /// Notes a point, which is in the frame; false if its cell has one.
  mutating func insert(_ point: CGPoint) -> Bool {
    if bits.isEmpty { return true }
    let cell =
      Int((point.y - origin.y) * perPoint) * columns + Int((point.x - origin.x) * perPoint)
    let bit: UInt64 = 1 << UInt64(cell & 63)
    if bits[cell >> 6] & bit != 0 { return false }
    bits[cell >> 6] |= bit
    return true
  }
}
