import Foundation
import Lamina
import LaminaText

/// Turns marks into shapes.
struct MarkPlanner {
  let chart: PreparedChart
  let records: [MarkRecord]
  let theme: ChartTheme
  let scale: Double
  let size: CGSize
  let plot: CGRect
  let x: AxisScale
  let y: AxisScale
  var measurer: TextMeasurer

  var shapes: [PlacedShape] = []
  var marks: [PlacedMark] = []
  var annotations: [PlacedText] = []
  /// The annotations to place when all marks are.
  private var pending: [Pending] = []
  private let labels: [CGRect]
  /// The numbers of the shapes of series.
  private var numbers: [Key: Int] = [:]
  /// The cells of a quarter of a pixel that have a point of the same look.
  private var occupied: Set<Cell> = []
  /// The union of the thin bars from zero in each half pixel of a shape.
  private var columns: [Cell: CGRect] = [:]
  private var sectorStart = 0.0

  /// The marks that are one shape.
  private struct Key: Hashable {
    var kind: MarkRecord.Kind
    var series: Int
    var color: Color
    var symbol: ChartSymbol?
    /// The number of a mark that is a shape of its own.
    var record: Int?
  }

  /// The most marks of a chart of which each bar and cell is a shape of its own.
  private static let separateMarks = 4000

  /// An annotation whose place is not chosen yet.
  private struct Pending {
    var string: String
    var frame: CGRect
    var position: AnnotationPosition
    var alignment: AnnotationAlignment
    var spacing: Double
    var mark: PreparedMark
  }

  private struct Cell: Hashable {
    var shape: Int
    var x: Int
    var y: Int
    var size: Int
  }

  init(
    _ chart: PreparedChart, records: [MarkRecord], frames: FramePlanner
  ) {
    self.chart = chart
    self.records = records
    theme = frames.theme
    scale = frames.scale
    size = frames.size
    plot = frames.plot
    x = frames.x
    y = frames.y
    measurer = frames.measurer
    labels = frames.texts.map(\.frame)
  }

  mutating func place() {
    var series: [Int: [PreparedMark]] = [:]
    for mark in chart.marks where mark.kind == .line || mark.kind == .area {
      series[mark.series, default: []].append(mark)
    }
    for mark in chart.marks {
      switch mark.kind {
      case .line:
        if let vertices = series.removeValue(forKey: mark.series) { addLine(vertices) }
      case .area:
        if let vertices = series.removeValue(forKey: mark.series) { addArea(vertices) }
      case .bar: addBar(mark)
      case .point: addPoint(mark, at: center(of: mark))
      case .rule: addRule(mark)
      case .rectangle: addRectangle(mark)
      case .sector: addSector(mark)
      }
    }
    for (cell, frame) in columns.sorted(by: { ($0.key.shape, $0.key.x) < ($1.key.shape, $1.key.x) })
    {
      shapes[cell.shape].path.addRect(frame)
    }
    placeAnnotations()
  }

  // MARK: - Shapes

  private func color(_ mark: PreparedMark) -> Color {
    let opacity = records[mark.record].style.opacity ?? 1
    return opacity == 1 ? mark.color : mark.color.withAlpha(mark.color.alpha * opacity)
  }

  /// Returns the number of the shape that a mark is part of.
  private mutating func shape(_ mark: PreparedMark, symbol: ChartSymbol? = nil) -> Int {
    let color = color(mark)
    let isSeparate = isSeparate(mark) && symbol == nil
    let key = Key(
      kind: mark.kind, series: mark.series, color: color, symbol: symbol,
      record: isSeparate ? mark.record : nil)
    if let number = numbers[key] { return number }
    let record = records[mark.record]
    let kind = symbol == nil ? mark.kind : .point
    let identity =
      isSeparate
      ? record.key(isVertical: mark.isVertical)
      : PlacedKey(.mark(kind), series: record.seriesKey)
    shapes.append(PlacedShape(kind: kind, key: identity, fill: color))
    numbers[key] = shapes.count - 1
    return shapes.count - 1
  }

  /// True for a bar or cell that is a shape of its own, so that it can move by itself.
  private func isSeparate(_ mark: PreparedMark) -> Bool {
    (mark.kind == .bar || mark.kind == .rectangle) && chart.marks.count <= Self.separateMarks
  }

  private func center(of mark: PreparedMark) -> CGPoint? {
    guard let x = x.center(of: mark.x), let y = y.center(of: mark.y) else { return nil }
    return CGPoint(x: x, y: y)
  }

  // MARK: - Lines and areas

  private mutating func addLine(_ vertices: [PreparedMark]) {
    guard let first = vertices.first else { return }
    let style = records[first.record].style
    var shape = PlacedShape(
      kind: .line, key: records[first.record].key(), stroke: color(first))
    shape.strokeStyle =
      style.stroke
      ?? StrokeStyle(
        width: theme.lineWidth, cap: first.dashes?.isEmpty ?? true ? .round : .butt, join: .round,
        dashPattern: first.dashes ?? [])
    let method = style.interpolation ?? .linear
    var run: [CGPoint] = []
    for vertex in vertices {
      if let point = center(of: vertex) {
        run.append(point)
        marks.append(
          PlacedMark(record: vertex.record, kind: .line, frame: CGRect(origin: point, size: .zero)))
      } else {
        method.add(thinned(run, method), to: &shape.path)
        run = []
      }
    }
    method.add(thinned(run, method), to: &shape.path)
    if !shape.path.isEmpty { shapes.append(shape) }
    for vertex in vertices where vertex.hasSymbol { addPoint(vertex, at: center(of: vertex)) }
    for vertex in vertices {
      annotate(vertex, center(of: vertex).map { CGRect(origin: $0, size: .zero) })
    }
  }

  /// Leaves the first, the lowest, the highest and the last of the points in each half pixel of a
  /// straight line that runs to the right: what remains covers the same pixels.
  private func thinned(_ points: [CGPoint], _ method: InterpolationMethod) -> [CGPoint] {
    guard method == .linear, points.count > 4000 else { return points }
    for (a, b) in zip(points, points.dropFirst()) where b.x < a.x { return points }
    var result: [CGPoint] = []
    var start = 0
    func column(_ point: CGPoint) -> Double { (point.x * scale * 2).rounded(.down) }
    while start < points.count {
      var end = start
      var (lowest, highest) = (start, start)
      let first = column(points[start])
      while end < points.count, column(points[end]) == first {
        if points[end].y < points[lowest].y { lowest = end }
        if points[end].y > points[highest].y { highest = end }
        end += 1
      }
      for index in Set([start, lowest, highest, end - 1]).sorted() { result.append(points[index]) }
      start = end
    }
    return result
  }

  private mutating func addArea(_ vertices: [PreparedMark]) {
    guard let first = vertices.first else { return }
    let style = records[first.record].style
    let method = style.interpolation ?? .linear
    let isVertical = first.isVertical
    var fill = color(first)
    let isBand = records[first.record].stacking == nil
    if (isBand || records[first.record].stacking == .unstacked), style.opacity == nil {
      fill = fill.withAlpha(fill.alpha * theme.areaOpacity)
    }
    var shape = PlacedShape(kind: .area, key: records[first.record].key(), fill: fill)
    var (near, far): ([CGPoint], [CGPoint]) = ([], [])
    func finish() {
      guard !far.isEmpty else { return }
      method.add(far, to: &shape.path, isVertical: !isVertical)
      method.reversed.add(
        near.reversed(), to: &shape.path, continues: true, isVertical: !isVertical)
      shape.path.closeSubpath()
      (near, far) = ([], [])
    }
    for vertex in vertices {
      let along = isVertical ? x.center(of: vertex.x) : y.center(of: vertex.y)
      let extent = isVertical ? y.extent(of: vertex.y) : x.extent(of: vertex.x)
      guard let along, let extent else {
        finish()
        continue
      }
      func point(_ value: Double) -> CGPoint {
        isVertical ? CGPoint(x: along, y: value) : CGPoint(x: value, y: along)
      }
      near.append(point(extent.start))
      far.append(point(extent.end))
      let frame = CGRect(
        x: min(point(extent.start).x, point(extent.end).x),
        y: min(point(extent.start).y, point(extent.end).y),
        width: isVertical ? 0 : abs(extent.end - extent.start),
        height: isVertical ? abs(extent.end - extent.start) : 0)
      marks.append(PlacedMark(record: vertex.record, kind: .area, frame: frame))
      annotate(vertex, frame)
    }
    finish()
    if !shape.path.isEmpty { shapes.append(shape) }
  }

  // MARK: - Bars and rectangles

  /// Returns the two ends of a bar across its direction.
  private func across(_ mark: PreparedMark) -> (start: Double, end: Double)? {
    let record = records[mark.record]
    let scale = mark.isVertical ? x : y
    let axis = mark.isVertical ? chart.x : chart.y
    let place = mark.isVertical ? mark.x : mark.y
    let dimension = mark.isVertical ? record.width : record.height
    guard var extent = scale.extent(of: place) else { return nil }
    if extent.start > extent.end { extent = (extent.end, extent.start) }
    var automatic = 1.0
    switch place {
    case .value(let value):
      let half = (axis.step ?? 0) / 2
      guard let start = scale.position(of: value - half), let end = scale.position(of: value + half)
      else { return nil }
      let middle = (extent.start + extent.end) / 2
      let width = min(abs(end - start), plot.width)
      extent = (middle - width / 2, middle + width / 2)
      automatic = 0.8
    case .interval:
      // Neighbouring bins are told apart by a gap of a point, days by a wider one.
      let width = extent.end - extent.start
      if (mark.isVertical ? record.x.unit : record.y.unit) != nil {
        automatic = 0.8
      } else if width > 4, dimension == .automatic {
        extent = (extent.start + 0.5, extent.end - 0.5)
      }
    case .all: automatic = 0.5
    case .category, .missing: break
    }
    if mark.slot.count > 1 {
      let slot = (extent.end - extent.start) / Double(mark.slot.count)
      let start = extent.start + Double(mark.slot.index) * slot
      extent = (start, start + slot)
      automatic = min(automatic, 0.92)
    }
    let length = dimension.length(of: extent.end - extent.start, automatic: automatic)
    let middle = (extent.start + extent.end) / 2
    return (middle - length / 2, middle + length / 2)
  }

  private mutating func addBar(_ mark: PreparedMark) {
    guard let across = across(mark),
      let extent = mark.isVertical ? y.extent(of: mark.y) : x.extent(of: mark.x)
    else { return }
    let frame =
      mark.isVertical
      ? CGRect(
        x: across.start, y: min(extent.start, extent.end), width: across.end - across.start,
        height: abs(extent.end - extent.start))
      : CGRect(
        x: min(extent.start, extent.end), y: across.start, width: abs(extent.end - extent.start),
        height: across.end - across.start)
    marks.append(PlacedMark(record: mark.record, kind: .bar, frame: frame))
    annotate(mark, frame, isNegative: mark.isVertical == (extent.end > extent.start))
    guard isSeparate(mark) || (frame.width > 0 && frame.height > 0) else { return }
    let number = shape(mark)
    let thickness = mark.isVertical ? frame.width : frame.height
    if mark.isFromZero, chart.marks.count > 4000, thickness * scale < 0.5 {
      let middle = mark.isVertical ? frame.midX : frame.midY
      let column = Int((middle * scale * 2).rounded(.down))
      let cell = Cell(shape: number, x: column, y: extent.end < extent.start ? 0 : 1, size: 0)
      // As wide as a pixel, so that it can be seen.
      let start = (Double(column) + 0.5) / (2 * scale) - 0.5 / scale
      let drawn =
        mark.isVertical
        ? CGRect(x: start, y: frame.minY, width: 1 / scale, height: frame.height)
        : CGRect(x: frame.minX, y: start, width: frame.width, height: 1 / scale)
      columns[cell] = columns[cell]?.union(drawn) ?? drawn
      return
    }
    if isCovered(number, frame) { return }
    let radius = records[mark.record].style.cornerRadius ?? theme.barCornerRadius
    var corners = Corners.all
    if mark.isFromZero {
      corners =
        mark.isVertical
        ? (extent.end < extent.start ? .top : .bottom)
        : (extent.end > extent.start ? .right : .left)
    }
    // A bar that is narrower than a pixel is drawn a pixel wide, so that it can be seen.
    let drawn =
      mark.isVertical
      ? frame.insetBy(dx: min(0, (frame.width - 1 / scale) / 2), dy: 0)
      : frame.insetBy(dx: 0, dy: min(0, (frame.height - 1 / scale) / 2))
    add(drawn, radius, corners, to: number, mark)
  }

  /// Adds a rectangle to a shape, or makes a box of the shape.
  private mutating func add(
    _ frame: CGRect, _ radius: CGFloat, _ corners: Corners, to number: Int, _ mark: PreparedMark
  ) {
    guard isSeparate(mark) else {
      shapes[number].path.add(frame, radius: radius, corners: corners)
      return
    }
    var (left, right) = (snap(frame.minX), snap(frame.maxX))
    var (top, bottom) = (snap(frame.minY), snap(frame.maxY))
    /// Bars of few pixels are of one width, which is seen more than the place of their edges.
    func even(_ low: inout Double, _ high: inout Double, _ length: Double) {
      guard length * scale < 4 else { return }
      let whole = max(1, (length * scale).rounded(.down)) / scale
      low = snap((low + high - whole) / 2)
      high = low + whole
    }
    if mark.kind == .bar {
      if mark.isVertical {
        (left, right) = (frame.minX, frame.maxX)
        even(&left, &right, frame.width)
        (left, right) = (snap(left), snap(right))
      } else {
        (top, bottom) = (frame.minY, frame.maxY)
        even(&top, &bottom, frame.height)
        (top, bottom) = (snap(top), snap(bottom))
      }
    }
    let box = CGRect(x: left, y: top, width: right - left, height: bottom - top)
    shapes[number].box = PlacedBox(
      frame: box, cornerRadius: corners.radius(radius, in: box.size), corners: corners)
  }

  /// True if a mark of the same look covers the same quarters of pixels: of a million marks, those
  /// that can be told apart are drawn.
  private mutating func isCovered(_ shape: Int, _ frame: CGRect) -> Bool {
    guard chart.marks.count > 4000 else { return false }
    func cell(_ value: Double) -> Int { Int((value * scale * 4).rounded(.down)) }
    return !occupied.insert(
      Cell(
        shape: shape, x: cell(frame.midX), y: cell(frame.minY),
        size: cell(frame.width) &* 1_000_003 &+ cell(frame.height))
    ).inserted
  }

  private func snap(_ value: Double) -> Double { (value * scale).rounded() / scale }

  private mutating func addRectangle(_ mark: PreparedMark) {
    let record = records[mark.record]
    func extent(_ scale: AxisScale, _ place: PreparedMark.Place, _ dimension: MarkDimension)
      -> (Double, Double)?
    {
      guard let extent = scale.extent(of: place) else { return nil }
      let (low, high) = (min(extent.start, extent.end), max(extent.start, extent.end))
      let middle = (low + high) / 2
      let whole = high > low ? high - low : theme.symbolSize.squareRoot()
      let length = dimension.length(of: whole, automatic: 1)
      return (snap(middle - length / 2), snap(middle + length / 2))
    }
    guard let across = extent(x, mark.x, record.width), let along = extent(y, mark.y, record.height)
    else { return }
    var frame = CGRect(
      x: across.0, y: along.0, width: across.1 - across.0, height: along.1 - along.0)
    marks.append(PlacedMark(record: mark.record, kind: .rectangle, frame: frame))
    // Cells of categories have a thin gap, if they are large enough.
    if case .category = mark.x, case .category = mark.y, record.width == .automatic,
      record.height == .automatic, min(frame.width, frame.height) >= 8
    {
      frame.size.width -= max(1, scale.rounded()) / scale
      frame.size.height -= max(1, scale.rounded()) / scale
    }
    annotate(mark, frame)
    guard frame.width > 0, frame.height > 0 else { return }
    let number = shape(mark)
    if isCovered(number, frame) { return }
    add(frame, record.style.cornerRadius ?? 0, .all, to: number, mark)
  }

  // MARK: - Points and rules

  private mutating func addPoint(_ mark: PreparedMark, at center: CGPoint?) {
    guard let center else { return }
    let style = records[mark.record].style
    var area = style.symbolSize ?? Double(theme.symbolSize)
    if let encoding = style.sizeEncoding {
      guard case .number(let size) = encoding.value, size > 0, chart.largestSize > 0 else { return }
      area = Double(theme.symbolSize) * 16 * (size / chart.largestSize)
    }
    let reach = area.squareRoot()
    let frame = CGRect(
      x: center.x - reach / 2, y: center.y - reach / 2, width: reach, height: reach)
    if mark.kind == .point {
      marks.append(PlacedMark(record: mark.record, kind: .point, frame: frame))
      annotate(mark, frame)
    }
    var path: Path { mark.symbol.path(center: center, area: CGFloat(area)) }
    let isTranslucent = color(mark).alpha < 1
    if isTranslucent, chart.marks.count <= 4000 {
      // Translucent points show through each other, so that each is a shape.
      shapes.append(
        PlacedShape(
          kind: .point, key: PlacedKey(.mark(.point), series: records[mark.record].seriesKey),
          path: path, fill: color(mark)))
      return
    }
    let number = shape(mark, symbol: mark.symbol)
    if !isCovered(number, frame) { shapes[number].path.addPath(path) }
  }

  private mutating func addRule(_ mark: PreparedMark) {
    let style = records[mark.record].style
    let stroke = style.stroke ?? StrokeStyle(width: theme.ruleWidth)
    /// Returns the middle of a line whose edges are on whole pixels.
    func middle(_ position: Double) -> Double {
      snap(position - stroke.width / 2) + stroke.width / 2
    }
    let isHorizontal: Bool
    switch (mark.x, mark.y) {
    case (.interval, _): isHorizontal = true
    case (_, .interval): isHorizontal = false
    case (.all, _): isHorizontal = true
    default: isHorizontal = false
    }
    var (from, to): (CGPoint, CGPoint)
    if isHorizontal {
      guard let extent = x.extent(of: mark.x), let at = y.center(of: mark.y) else { return }
      from = CGPoint(
        x: mark.x == .all ? plot.minX : min(extent.start, extent.end), y: middle(at))
      to = CGPoint(x: mark.x == .all ? plot.maxX : max(extent.start, extent.end), y: middle(at))
    } else {
      guard let extent = y.extent(of: mark.y), let at = x.center(of: mark.x) else { return }
      from = CGPoint(
        x: middle(at), y: mark.y == .all ? plot.minY : min(extent.start, extent.end))
      to = CGPoint(x: middle(at), y: mark.y == .all ? plot.maxY : max(extent.start, extent.end))
    }
    var shape = PlacedShape(
      kind: .rule, key: records[mark.record].key(), stroke: color(mark))
    shape.strokeStyle = stroke
    shape.path.move(to: from)
    shape.path.addLine(to: to)
    shapes.append(shape)
    let frame = CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
    marks.append(PlacedMark(record: mark.record, kind: .rule, frame: frame))
    annotate(mark, frame)
  }

  // MARK: - Sectors

  private mutating func addSector(_ mark: PreparedMark) {
    let record = records[mark.record]
    guard case .number(let share)? = record.angle, share > 0, chart.angleSum > 0,
      chart.angleSum.isFinite
    else { return }
    let start = sectorStart / chart.angleSum * 2 * .pi
    sectorStart += share
    let end = sectorStart / chart.angleSum * 2 * .pi
    let whole = min(plot.width, plot.height) / 2
    func radius(_ dimension: MarkDimension, _ whole: Double, _ automatic: Double) -> Double {
      if case .inset(let points) = dimension {
        return max(0, min(whole - Double(points), whole))
      }
      return min(dimension.length(of: whole, automatic: automatic), whole)
    }
    let outer = radius(record.outerRadius, whole, 1)
    let inner = radius(record.innerRadius, outer, 0)
    let center = CGPoint(x: plot.midX, y: plot.midY)
    var mark = mark
    mark.series = -1 - mark.record
    let number = shape(mark)
    shapes[number].path = .sector(
      center: center, inner: inner, outer: outer, start: start, end: end,
      inset: record.angularInset)
    let middle = (start + end) / 2 - .pi / 2
    let distance = inner > 0 ? (inner + outer) / 2 : outer * 0.65
    let point = CGPoint(
      x: center.x + distance * cos(middle), y: center.y + distance * sin(middle))
    var placed = PlacedMark(
      record: mark.record, kind: .sector,
      frame: CGRect(
        x: center.x - outer, y: center.y - outer, width: 2 * outer, height: 2 * outer))
    placed.angles = (start, end)
    marks.append(placed)
    // As long as the sector is wide there.
    let width = min((end - start) * distance, 2 * distance)
    for annotation in record.style.annotations {
      let text = measurer.size(annotation.text, theme.font, theme.labelSize)
      if text.height > width || text.width > max(width, outer - inner) { continue }
      pending.append(
        Pending(
          string: annotation.text, frame: CGRect(origin: point, size: .zero), position: .overlay,
          alignment: .center, spacing: 0, mark: mark))
    }
  }

  // MARK: - Annotations

  private mutating func annotate(
    _ mark: PreparedMark, _ frame: CGRect?, isNegative: Bool = false
  ) {
    let annotations = records[mark.record].style.annotations
    guard let frame, !annotations.isEmpty else { return }
    for annotation in annotations {
      var position = annotation.position
      if position == .automatic {
        position =
          mark.kind == .bar && !mark.isVertical
          ? (isNegative ? .leading : .trailing) : isNegative ? .bottom : .top
      }
      pending.append(
        Pending(
          string: annotation.text, frame: frame, position: position,
          alignment: annotation.alignment, spacing: Double(annotation.spacing), mark: mark))
    }
  }

  /// Places the annotations: each at its own side of the mark or, if it would be on another text, on
  /// a point or outside the picture, at another side; those for which there is no room nowhere.
  private mutating func placeAnnotations() {
    if pending.isEmpty { return }
    var symbols: [CGRect] = []
    for mark in marks where mark.kind == .point && symbols.count < 2000 {
      symbols.append(mark.frame)
    }
    for annotation in pending.prefix(2000) {
      var sides = [annotation.position]
      if annotation.mark.kind == .point || annotation.mark.kind == .line,
        annotation.position != .overlay
      {
        sides += [.trailing, .leading, .top, .bottom].filter { $0 != annotation.position }
      }
      for side in sides {
        guard let box = box(of: annotation, at: side) else { continue }
        if annotation.mark.kind == .point, side != .overlay,
          symbols.contains(where: { $0.intersects(box) && $0 != annotation.frame })
        {
          continue
        }
        add(annotation, box, side)
        break
      }
    }
  }

  /// Returns the place of an annotation; nil if it is on another text or not in the picture.
  private mutating func box(of annotation: Pending, at side: AnnotationPosition) -> CGRect? {
    let (frame, spacing, mark) = (annotation.frame, annotation.spacing, annotation.mark)
    let text = measurer.size(annotation.string, theme.font, theme.labelSize)
    guard text.width > 0, frame.minX.magnitude < 1e6, frame.minY.magnitude < 1e6,
      frame.width < 1e6, frame.height < 1e6
    else { return nil }
    if mark.kind == .rectangle || (mark.kind == .bar && side == .overlay),
      text.width > frame.width || text.height > frame.height
    {
      return nil
    }
    // A text at the end of a rule begins a little inside.
    let inset = mark.kind == .rule ? spacing : 0
    func along(_ low: Double, _ high: Double, _ length: Double) -> Double {
      switch annotation.alignment {
      case .leading: low + inset
      case .center: (low + high - length) / 2
      case .trailing: high - length - inset
      }
    }
    var origin = CGPoint(
      x: along(frame.minX, frame.maxX, text.width), y: along(frame.minY, frame.maxY, text.height))
    switch side {
    case .top, .automatic: origin.y = frame.minY - spacing - text.height
    case .bottom: origin.y = frame.maxY + spacing
    case .leading: origin.x = frame.minX - spacing - text.width
    case .trailing: origin.x = frame.maxX + spacing
    case .overlay:
      origin = CGPoint(x: frame.midX - text.width / 2, y: frame.midY - text.height / 2)
    }
    if mark.kind != .point || side == .top || side == .bottom {
      let edge = min(4, size.width / 20)
      let rightmost = ((size.width - edge - text.width) * scale).rounded(.down) / scale
      origin.x = max(edge, min(origin.x, rightmost))
    }
    let box = CGRect(origin: CGPoint(x: snap(origin.x), y: snap(origin.y)), size: text)
    guard box.minY >= 0, box.maxY <= size.height, box.minX >= 0, box.maxX <= size.width,
      !labels.contains(where: { $0.intersects(box) }),
      !annotations.contains(where: { $0.box.intersects(box) })
    else { return nil }
    return box
  }

  private mutating func add(_ annotation: Pending, _ box: CGRect, _ side: AnnotationPosition) {
    let mark = annotation.mark
    let isOver =
      side == .overlay && (mark.kind == .bar || mark.kind == .rectangle || mark.kind == .sector)
    annotations.append(
      PlacedText(
        role: .annotation, string: annotation.string, font: theme.font, fontSize: theme.labelSize,
        color: isOver
          ? mark.color.readableText : mark.kind == .rule ? color(mark) : theme.titleColor,
        box: box, subject: records[mark.record].key(isVertical: mark.isVertical)))
  }
}
