import Foundation
import Lamina

extension MarkPlanner {
  /// The number of points of a plot up to which each is a mark of its own.
  static let fewPoints = 4000

  /// Adds the shapes of a plot of columns.
  mutating func addPlot(_ mark: PreparedMark, _ columns: PlotColumns) {
    let columns = mark.span?.end ?? columns
    placedColumns.append(
      PlacedColumns(
        record: mark.record, kind: mark.kind, columns: mark.span?.points ?? columns,
        isSecondary: mark.isSecondary,
        panel: number))
    let method = records[mark.record].style.interpolation ?? .linear
    switch mark.kind {
    case .line:
      var shape = lineShape(mark)
      let runs = runs(
        mark, columns, method, margin: shape.strokeStyle.width,
        penRadius: penRadius(of: shape, method))
      Self.add(runs, method, hasSymbols: mark.hasSymbol, to: &shape)
      if !shape.path.isEmpty { add(shape, of: mark) }
      if mark.hasSymbol { addPoints(mark, columns) }
    case .area:
      var shape = PlacedShape(
        kind: .area, key: records[mark.record].key(), fill: areaFill(mark))
      for (near, far) in edges(mark, columns, method) where !far.isEmpty {
        method.add(far, to: &shape.path)
        method.reversed.add(near.reversed(), to: &shape.path, continues: true)
        shape.path.closeSubpath()
      }
      if !shape.path.isEmpty { add(shape, of: mark) }
    case .bar: addBars(mark, columns)
    case .point: addPoints(mark, columns)
    case .rule, .rectangle, .sector: break
    }
  }

  /// Returns the two edges of an area, run by run between gaps.
  private func edges(
    _ mark: PreparedMark, _ columns: PlotColumns, _ method: InterpolationMethod
  ) -> [(near: [CGPoint], far: [CGPoint])] {
    guard let start = mark.span?.start else {
      return runs(mark, columns, method, margin: 1).compactMap { far in
        guard let first = far.first, let last = far.last,
          let base = y(mark).extent(of: .interval(0, columns.y.high))?.start
        else { return nil }
        return ([CGPoint(x: first.x, y: base), CGPoint(x: last.x, y: base)], far)
      }
    }
    if let near = tracedRuns(mark, start, method, margin: 1),
      let far = tracedRuns(mark, columns, method, margin: 1)
    {
      return Array(zip(near, far))
    }
    let starts = start.y.numbers
    func untraced(_ place: ((start: Double, end: Double)) -> Double) -> [[CGPoint]] {
      untracedRuns(columns, method) { index, x, y in
        guard let x, let extent = self.y(mark).extent(of: .interval(starts[index], y)) else {
          return nil
        }
        return CGPoint(x: x, y: place(extent))
      }
    }
    return Array(zip(untraced(\.start), untraced(\.end)))
  }

  /// Returns the vertices of a line or the edge of an area, run by run between gaps.
  ///
  /// - Parameter penRadius: the radius of the round pen that strokes a line; 0 if there is none.
  private func runs(
    _ mark: PreparedMark, _ columns: PlotColumns, _ method: InterpolationMethod, margin: Double,
    penRadius: Double = 0
  ) -> [[CGPoint]] {
    tracedRuns(mark, columns, method, margin: margin, penRadius: penRadius)
      ?? untracedRuns(columns, method, penRadius: penRadius) { _, x, y in
        guard let x, let y = self.y(mark).position(of: y) else { return nil }
        return CGPoint(x: x, y: y)
      }
  }

  /// Returns the vertices of runs whose x values rise; nil if these do not, or have no places.
  private func tracedRuns(
    _ mark: PreparedMark, _ columns: PlotColumns, _ method: InterpolationMethod, margin: Double,
    penRadius: Double = 0
  ) -> [[CGPoint]]? {
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
            tracer.vertices(of: run, width: plot.width, penRadius: penRadius),
            from: gap(run.lowerBound - 1), to: gap(run.upperBound)))
      }
    }
    return isTraced ? runs : nil
  }

  /// Returns the vertices of runs, one by one.
  ///
  /// - Parameter vertex: returns the vertex of a point with an index, the place of its x value and its
  ///   finite y value; nil for a gap.
  private func untracedRuns(
    _ columns: PlotColumns, _ method: InterpolationMethod, penRadius: Double = 0,
    _ vertex: (Int, Double?, Double) -> CGPoint?
  ) -> [[CGPoint]] {
    var runs: [[CGPoint]] = []
    var run: [CGPoint] = []
    var gap: Double?
    func finish(at place: Double?) {
      let points = method.extended(run, from: gap, to: place)
      runs.append(traced(points, method, penRadius: penRadius))
      (run, gap) = ([], place)
    }
    var index = 0
    columns.forEachPoint { x, y in
      let place = x.isFinite ? self.x.position(of: x) : nil
      if y.isFinite, let point = vertex(index, place, y) {
        run.append(point)
      } else {
        finish(at: place)
      }
      index += 1
    }
    finish(at: nil)
    return runs
  }

  private func trace(
    _ mark: PreparedMark, _ columns: PlotColumns, margin: Double, _ body: (PlotTracer) -> Void
  ) -> Bool {
    PlotTracer.trace(
      columns, x: PlotAxis(x), y: PlotAxis(y(mark)), frame: plot, margin: margin, scale: scale, body
    )
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
    let span = mark.span
    func bar(_ index: Int, _ x: Double, _ y: Double) -> PreparedMark {
      var bar = mark
      let start = span?.start.y.numbers[index] ?? 0
      (bar.x, bar.y, bar.isFromZero) = (.value(x), .interval(start, y), start == 0)
      return bar
    }
    func width(_ x: Double) -> Double {
      var bar = mark
      bar.x = .value(x)
      return across(bar).map { $0.end - $0.start } ?? 0
    }
    let reach = max(width(columns.x.low), width(columns.x.high))
    var bars: [PreparedMark] = []
    var (starts, ends): ([ThinBar], [ThinBar]) = ([], [])
    /// Finds the extremes in each half pixel; false if the values have no places.
    func find(_ columns: PlotColumns, _ found: inout [ThinBar]) -> Bool {
      var all: [ThinBar] = []
      defer { found = all }
      return trace(mark, columns, margin: reach + 1) { tracer in
        tracer.forEachRun { run in tracer.forEachColumn(in: run) { all.append(($0, $1, $2)) } }
      }
    }
    let isThin =
      columns.count > Self.fewPoints && reach * scale < 0.5
      && span.map { find($0.start, &starts) } ?? true && find(columns, &ends)
    let isTraced =
      isThin
      || trace(mark, columns, margin: reach + 1) { tracer in
        tracer.forEachRun { run in
          for index in run { bars.append(bar(index, tracer[index].x, tracer[index].y)) }
        }
      }
    if !isTraced {
      var index = 0
      columns.forEachPoint { x, y in
        if x.isFinite, y.isFinite { bars.append(bar(index, x, y)) }
        index += 1
      }
    }
    for bar in bars { addBar(bar) }
    let isCentered = records[mark.record].stacking == .center
    for (index, end) in ends.enumerated() where isThin {
      let start = starts.isEmpty ? (column: 0, low: 0, high: 0) : starts[index]
      // Neighbours in a stack share what is furthest from zero.
      func furthest(_ bar: ThinBar) -> Double { abs(bar.high) >= abs(bar.low) ? bar.high : bar.low }
      let parts =
        isCentered
        ? [(furthest(start), furthest(end))]
        : [(max(0, start.high), max(0, end.high)), (min(0, start.low), min(0, end.low))]
      for (from, to) in parts where from != to {
        guard let extent = y(mark).extent(of: .interval(from, to)) else { continue }
        addThinBar(mark, column: end.column, extent)
      }
    }
  }

  /// The smallest and the largest end of the bars in half a pixel.
  private typealias ThinBar = (column: Int, low: Double, high: Double)

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
      let grid = SymbolGrid(frame, symbol: mark.symbol, area: area)
      for center in grid?.visible(centers) ?? centers {
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
