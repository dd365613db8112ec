import Foundation
import Lamina

extension MarkPlanner {
  /// Returns the shape of a line, without its path.
  func lineShape(_ first: PreparedMark) -> PlacedShape {
    var shape = PlacedShape(
      kind: .line, key: records[first.record].key(), stroke: color(first))
    var style =
      chart.givenStroke(of: records[first.record])
      ?? StrokeStyle(width: theme.lineWidth, dashPattern: first.dashes ?? [])
    // The tips of miters would be taken for values, and a point between two gaps has to be seen.
    if style.join == .miter { style.join = .round }
    if style.cap == .butt, style.dashPattern.isEmpty { style.cap = .round }
    shape.strokeStyle = style
    return shape
  }

  mutating func addLine(_ vertices: [PreparedMark]) {
    guard let first = vertices.first else { return }
    var shape = lineShape(first)
    let method = records[first.record].style.interpolation ?? .linear
    let radius = penRadius(of: shape, method)
    var runs: [[CGPoint]] = []
    var run: [CGPoint] = []
    var gap: Double?
    func finish(at place: Double?) {
      let points = method.extended(run, from: gap, to: place)
      if !points.isEmpty { runs.append(traced(points, method, penRadius: radius)) }
      (run, gap) = ([], place)
    }
    for vertex in vertices {
      if let point = center(of: vertex) {
        run.append(point)
        add(
          PlacedMark(record: vertex.record, kind: .line, frame: CGRect(origin: point, size: .zero)))
      } else {
        finish(at: x.center(of: vertex.x))
      }
    }
    finish(at: nil)
    Self.add(runs, method, hasSymbols: first.hasSymbol, to: &shape)
    if !shape.path.isEmpty { add(shape, of: first) }
    for vertex in vertices where vertex.hasSymbol { addPoint(vertex, at: center(of: vertex)) }
    for vertex in vertices {
      annotate(vertex, center(of: vertex).map { CGRect(origin: $0, size: .zero) })
    }
  }

  /// Adds the runs of a line between gaps. A single point without a symbol is a dot twice as wide as the
  /// line.
  static func add(
    _ runs: [[CGPoint]], _ method: InterpolationMethod, hasSymbols: Bool, to line: inout PlacedShape
  ) {
    for run in runs { method.add(run, to: &line.path) }
    let single = hasSymbols ? [] : runs.filter { $0.count == 1 }
    guard single.count <= fewPoints else { return }
    let width = line.strokeStyle.width
    for run in single {
      // The line is stroked: the circle reaches half its width beyond the path.
      line.path.addEllipse(
        in: CGRect(x: run[0].x, y: run[0].y, width: 0, height: 0)
          .insetBy(dx: -width / 2, dy: -width / 2))
    }
  }

  /// Returns the radius of the round pen that strokes a line; 0 if there is none.
  func penRadius(of line: PlacedShape, _ method: InterpolationMethod) -> Double {
    let style = line.strokeStyle
    let isRound = style.join == .round && style.dashPattern.isEmpty && method == .linear
    return isRound ? style.width / 2 : 0
  }

  /// Returns the vertices that draw a straight line through many points that never turn back in x: of those
  /// in the plot and next to it all, or fewer if there are many for each pixel. Returns all points of other
  /// lines.
  func traced(
    _ points: [CGPoint], _ method: InterpolationMethod, penRadius: Double
  ) -> [CGPoint] {
    guard method == .linear, points.count > Self.fewPoints else { return points }
    let columns = PlotColumns(
      PlotPlaces(NumberColumn(points.map { Double($0.x) })),
      PlotValues(NumberColumn(points.map { Double($0.y) })))
    var vertices = points
    _ = PlotTracer.trace(
      columns, x: .identity, y: .identity, frame: plot, margin: penRadius, scale: scale
    ) { tracer in
      vertices = tracer.vertices(of: tracer.visible, width: plot.width, penRadius: penRadius)
    }
    return vertices
  }

  /// Returns the colour of an area.
  func areaFill(_ first: PreparedMark) -> Color {
    let record = records[first.record]
    let fill = color(first)
    guard record.stacking == nil || record.stacking == .unstacked, record.style.opacity == nil
    else { return fill }
    return fill.opacity(theme.areaOpacity)
  }

  mutating func addArea(_ vertices: [PreparedMark]) {
    guard let first = vertices.first else { return }
    let method = records[first.record].style.interpolation ?? .linear
    let isVertical = first.isVertical
    var shape = PlacedShape(
      kind: .area, key: records[first.record].key(), fill: areaFill(first))
    func point(_ along: Double, _ value: Double) -> CGPoint {
      isVertical ? CGPoint(x: along, y: value) : CGPoint(x: value, y: along)
    }
    /// The two edges between gaps, with the places along the area as x.
    var (near, far): ([CGPoint], [CGPoint]) = ([], [])
    var gap: Double?
    func finish(at place: Double?) {
      if !far.isEmpty {
        let edges = [far, near].map { edge in
          method.extended(edge, from: gap, to: place).map { point($0.x, $0.y) }
        }
        method.add(edges[0], to: &shape.path, isVertical: !isVertical)
        method.reversed.add(
          edges[1].reversed(), to: &shape.path, continues: true, isVertical: !isVertical)
        shape.path.closeSubpath()
      }
      (near, far, gap) = ([], [], place)
    }
    for vertex in vertices {
      let along = isVertical ? x.center(of: vertex.x) : y(vertex).center(of: vertex.y)
      let extent = isVertical ? y(vertex).extent(of: vertex.y) : x.extent(of: vertex.x)
      guard let along, let extent else {
        finish(at: along)
        continue
      }
      near.append(CGPoint(x: along, y: extent.start))
      far.append(CGPoint(x: along, y: extent.end))
      if vertex.isFilled { continue }
      let (start, end) = (point(along, extent.start), point(along, extent.end))
      let frame = CGRect(
        x: min(start.x, end.x), y: min(start.y, end.y),
        width: isVertical ? 0 : abs(extent.end - extent.start),
        height: isVertical ? abs(extent.end - extent.start) : 0)
      add(PlacedMark(record: vertex.record, kind: .area, frame: frame))
      annotate(vertex, frame)
    }
    finish(at: nil)
    if !shape.path.isEmpty { add(shape, of: first) }
  }
}
