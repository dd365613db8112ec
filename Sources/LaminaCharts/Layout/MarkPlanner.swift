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
  let panels: [PlacedPanel]
  /// The plot whose marks are placed.
  private var number = 0
  var plot: CGRect { panels[number].frame }
  var x: AxisScale { panels[number].x }
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
  /// The numbers of the shapes of solid rules between two values.
  private var rules: [Color: Int] = [:]

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
    panels = frames.panels
    measurer = frames.measurer
    labels = frames.texts.map(\.frame)
  }

  mutating func place() {
    for (index, plot) in panels.enumerated() {
      number = index
      numbers = [:]
      rules = [:]
      occupied = []
      columns = [:]
      pending = []
      sectorStart = 0
      place(
        plot.facet == nil
          ? chart.marks : chart.marks.filter { $0.facet == nil || $0.facet == plot.facet })
    }
  }

  private mutating func place(_ placed: [PreparedMark]) {
    var series: [Int: [PreparedMark]] = [:]
    for mark in placed
    where (mark.kind == .line || mark.kind == .area) && records[mark.record].columns == nil {
      series[mark.series, default: []].append(mark)
    }
    for mark in placed {
      if let columns = records[mark.record].columns {
        addPlot(mark, columns)
        continue
      }
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
  mutating func shape(_ mark: PreparedMark, symbol: ChartSymbol? = nil) -> Int {
    let color = color(mark)
    let isSeparate = isSeparate(mark) && symbol == nil
    let key = Key(
      kind: mark.kind, series: mark.series, color: color, symbol: symbol,
      record: isSeparate ? mark.record : nil)
    let record = records[mark.record]
    // The bars of a plot of columns have one record.
    let isOfPlot = isSeparate && record.columns != nil
    if !isOfPlot, let number = numbers[key] { return number }
    let kind = symbol == nil ? mark.kind : .point
    var identity =
      isSeparate ? record.key(isVertical: mark.isVertical) : record.key(of: kind)
    if isOfPlot, case .value(let x) = mark.x { identity.x = .number(x) }
    add(PlacedShape(kind: kind, key: identity, fill: color))
    numbers[key] = shapes.count - 1
    return shapes.count - 1
  }

  mutating func add(_ shape: PlacedShape) {
    shapes.append(shape)
    shapes[shapes.count - 1].panel = number
    shapes[shapes.count - 1].key.panel = number
  }

  private mutating func add(_ mark: PlacedMark) {
    marks.append(mark)
    marks[marks.count - 1].panel = number
  }

  /// Returns the scale of a mark's y value.
  func y(_ mark: PreparedMark) -> AxisScale {
    mark.isSecondary ? panels[number].y2 : panels[number].y
  }

  /// True for a bar or cell that is a shape of its own, so that it can move by itself.
  private func isSeparate(_ mark: PreparedMark) -> Bool {
    (mark.kind == .bar || mark.kind == .rectangle) && chart.marks.count <= Self.separateMarks
      && records[mark.record].columns?.count ?? 0 <= Self.separateMarks
  }

  private func center(of mark: PreparedMark) -> CGPoint? {
    guard let x = x.center(of: mark.x), let y = y(mark).center(of: mark.y) else { return nil }
    if mark.slot.count > 1, mark.kind != .line, let across = extentAcross(mark) {
      let middle = (across.start + across.end) / 2
      return mark.isVertical ? CGPoint(x: middle, y: y) : CGPoint(x: x, y: middle)
    }
    return CGPoint(x: x, y: y)
  }

  // MARK: - Lines and areas

  /// Returns the shape of a line, without its path.
  func lineShape(_ first: PreparedMark) -> PlacedShape {
    var shape = PlacedShape(
      kind: .line, key: records[first.record].key(), stroke: color(first))
    shape.strokeStyle =
      records[first.record].style.stroke
      ?? StrokeStyle(
        width: theme.lineWidth, cap: first.dashes?.isEmpty ?? true ? .round : .butt, join: .round,
        dashPattern: first.dashes ?? [])
    return shape
  }

  private mutating func addLine(_ vertices: [PreparedMark]) {
    guard let first = vertices.first else { return }
    var shape = lineShape(first)
    let method = records[first.record].style.interpolation ?? .linear
    var run: [CGPoint] = []
    for vertex in vertices {
      if let point = center(of: vertex) {
        run.append(point)
        add(
          PlacedMark(record: vertex.record, kind: .line, frame: CGRect(origin: point, size: .zero)))
      } else {
        method.add(thinned(run, method), to: &shape.path)
        run = []
      }
    }
    method.add(thinned(run, method), to: &shape.path)
    if !shape.path.isEmpty { add(shape) }
    for vertex in vertices where vertex.hasSymbol { addPoint(vertex, at: center(of: vertex)) }
    for vertex in vertices {
      annotate(vertex, center(of: vertex).map { CGRect(origin: $0, size: .zero) })
    }
  }

  /// Leaves the first, the lowest, the highest and the last of the points in each half pixel of a
  /// straight line that runs to the right: what remains covers the same pixels.
  func thinned(_ points: [CGPoint], _ method: InterpolationMethod) -> [CGPoint] {
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

  /// Returns the colour of an area.
  func areaFill(_ first: PreparedMark) -> Color {
    let record = records[first.record]
    let fill = color(first)
    guard record.stacking == nil || record.stacking == .unstacked, record.style.opacity == nil
    else { return fill }
    return fill.withAlpha(fill.alpha * theme.areaOpacity)
  }

  private mutating func addArea(_ vertices: [PreparedMark]) {
    guard let first = vertices.first else { return }
    let method = records[first.record].style.interpolation ?? .linear
    let isVertical = first.isVertical
    var shape = PlacedShape(
      kind: .area, key: records[first.record].key(), fill: areaFill(first))
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
      let along = isVertical ? x.center(of: vertex.x) : y(vertex).center(of: vertex.y)
      let extent = isVertical ? y(vertex).extent(of: vertex.y) : x.extent(of: vertex.x)
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
      add(PlacedMark(record: vertex.record, kind: .area, frame: frame))
      annotate(vertex, frame)
    }
    finish()
    if !shape.path.isEmpty { add(shape) }
  }

  // MARK: - Bars and rectangles

  /// Returns the room for a mark across its direction: that of its category, bin, unit of time or
  /// distance to the next bar, or its part of it.
  private func extentAcross(_ mark: PreparedMark) -> (start: Double, end: Double)? {
    let scale = mark.isVertical ? x : y(mark)
    let place = mark.isVertical ? mark.x : mark.y
    let axis = mark.isVertical ? chart.x : mark.isSecondary ? chart.y2 : chart.y
    guard var extent = scale.extent(of: place) else { return nil }
    if extent.start > extent.end { extent = (extent.end, extent.start) }
    if case .value(let value) = place {
      let half = (axis.step ?? 0) / 2
      guard let start = scale.position(of: value - half), let end = scale.position(of: value + half)
      else { return nil }
      let middle = (extent.start + extent.end) / 2
      let width = min(abs(end - start), plot.width)
      extent = (middle - width / 2, middle + width / 2)
    }
    if mark.slot.count > 1 {
      let slot = (extent.end - extent.start) / Double(mark.slot.count)
      let start = extent.start + Double(mark.slot.index) * slot
      extent = (start, start + slot)
    }
    return extent
  }

  /// Returns the two ends of a bar across its direction.
  func across(_ mark: PreparedMark) -> (start: Double, end: Double)? {
    let record = records[mark.record]
    let dimension = mark.isVertical ? record.width : record.height
    guard var extent = extentAcross(mark) else { return nil }
    var automatic = 1.0
    switch mark.isVertical ? mark.x : mark.y {
    case .value: automatic = 0.8
    case .interval:
      // Neighbouring bins are told apart by a gap of a point, days by a wider one.
      if (mark.isVertical ? record.x.unit : record.y.unit) != nil {
        automatic = 0.8
      } else if extent.end - extent.start > 4, dimension == .automatic, mark.slot.count == 1 {
        extent = (extent.start + 0.5, extent.end - 0.5)
      }
    case .all: automatic = 0.5
    case .category, .missing: break
    }
    if mark.slot.count > 1 { automatic = min(automatic, 0.92) }
    let length = dimension.length(of: extent.end - extent.start, automatic: automatic)
    let middle = (extent.start + extent.end) / 2
    return (middle - length / 2, middle + length / 2)
  }

  mutating func addBar(_ mark: PreparedMark) {
    guard let across = across(mark),
      let extent = mark.isVertical ? y(mark).extent(of: mark.y) : x.extent(of: mark.x)
    else { return }
    let frame =
      mark.isVertical
      ? CGRect(
        x: across.start, y: min(extent.start, extent.end), width: across.end - across.start,
        height: abs(extent.end - extent.start))
      : CGRect(
        x: min(extent.start, extent.end), y: across.start, width: abs(extent.end - extent.start),
        height: across.end - across.start)
    add(PlacedMark(record: mark.record, kind: .bar, frame: frame))
    annotate(mark, frame, isNegative: mark.isVertical == (extent.end > extent.start))
    guard isSeparate(mark) || (frame.width > 0 && frame.height > 0) else { return }
    let thickness = mark.isVertical ? frame.width : frame.height
    if mark.isFromZero, chart.marks.count > 4000, thickness * scale < 0.5 {
      let middle = mark.isVertical ? frame.midX : frame.midY
      addThinBar(mark, column: Int((middle * scale * 2).rounded(.down)), extent)
      return
    }
    let number = shape(mark)
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

  /// Adds a bar from zero that is narrower than half a pixel to those of a half pixel.
  mutating func addThinBar(
    _ mark: PreparedMark, column: Int, _ extent: (start: Double, end: Double)
  ) {
    let (low, length) = (min(extent.start, extent.end), abs(extent.end - extent.start))
    guard length > 0 else { return }
    let cell = Cell(shape: shape(mark), x: column, y: extent.end < extent.start ? 0 : 1, size: 0)
    // As wide as a pixel, so that it can be seen.
    let start = (Double(column) + 0.5) / (2 * scale) - 0.5 / scale
    let drawn =
      mark.isVertical
      ? CGRect(x: start, y: low, width: 1 / scale, height: length)
      : CGRect(x: low, y: start, width: length, height: 1 / scale)
    columns[cell] = columns[cell]?.union(drawn) ?? drawn
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
    func extent(
      _ scale: AxisScale, _ axis: PreparedAxis, _ place: PreparedMark.Place,
      _ dimension: MarkDimension, isAcross: Bool
    ) -> (Double, Double)? {
      var isShared = mark.slot.count > 1
      if case .value = place, axis.step != nil { isShared = true }
      guard let extent = isAcross && isShared ? extentAcross(mark) : scale.extent(of: place) else {
        return nil
      }
      let (low, high) = (min(extent.start, extent.end), max(extent.start, extent.end))
      let middle = (low + high) / 2
      let whole = high > low ? high - low : theme.symbolSize.squareRoot()
      let length = dimension.length(of: whole, automatic: 1)
      return (snap(middle - length / 2), snap(middle + length / 2))
    }
    let yAxis = mark.isSecondary ? chart.y2 : chart.y
    guard let across = extent(x, chart.x, mark.x, record.width, isAcross: mark.isVertical),
      let along = extent(y(mark), yAxis, mark.y, record.height, isAcross: !mark.isVertical)
    else { return }
    var frame = CGRect(
      x: across.0, y: along.0, width: across.1 - across.0, height: along.1 - along.0)
    add(PlacedMark(record: mark.record, kind: .rectangle, frame: frame))
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

  /// Returns the area of a mark's symbol in square points; nil if it has none.
  func symbolArea(_ mark: PreparedMark) -> Double? {
    let style = records[mark.record].style
    guard let encoding = style.sizeEncoding else {
      return style.symbolSize ?? Double(theme.symbolSize)
    }
    guard case .number(let size) = encoding.value, size > 0, chart.largestSize > 0 else {
      return nil
    }
    return Double(theme.symbolSize) * 16 * (size / chart.largestSize)
  }

  mutating func addPoint(_ mark: PreparedMark, at center: CGPoint?) {
    guard let center, let area = symbolArea(mark) else { return }
    let reach = area.squareRoot()
    let frame = CGRect(
      x: center.x - reach / 2, y: center.y - reach / 2, width: reach, height: reach)
    if mark.kind == .point {
      add(PlacedMark(record: mark.record, kind: .point, frame: frame))
      annotate(mark, frame)
    }
    var path: Path { mark.symbol.path(center: center, area: CGFloat(area)) }
    let isTranslucent = color(mark).alpha < 1
    if isTranslucent, chart.marks.count <= 4000 {
      // Translucent points show through each other, so that each is a shape.
      add(
        PlacedShape(
          kind: .point, key: records[mark.record].key(of: .point), path: path, fill: color(mark)))
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
    let y = y(mark)
    /// Returns the middle of the mark's place across, which it may share with others.
    func center(_ scale: AxisScale, _ place: PreparedMark.Place) -> Double? {
      mark.slot.count > 1
        ? extentAcross(mark).map { ($0.start + $0.end) / 2 } : scale.center(of: place)
    }
    if isHorizontal {
      guard let extent = x.extent(of: mark.x), let at = center(y, mark.y) else { return }
      from = CGPoint(
        x: mark.x == .all ? plot.minX : min(extent.start, extent.end), y: middle(at))
      to = CGPoint(x: mark.x == .all ? plot.maxX : max(extent.start, extent.end), y: middle(at))
    } else {
      guard let extent = y.extent(of: mark.y), let at = center(x, mark.x) else { return }
      from = CGPoint(
        x: middle(at), y: mark.y == .all ? plot.minY : min(extent.start, extent.end))
      to = CGPoint(x: middle(at), y: mark.y == .all ? plot.maxY : max(extent.start, extent.end))
    }
    // The many rules of error bars or candlesticks are one shape; few stay over the bars before them.
    let isPart =
      style.stroke == nil && mark.x != .all && mark.y != .all && mark.color.alpha == 1
      && chart.marks.count > Self.separateMarks
    let index = isPart ? rules[color(mark)] ?? shapes.count : shapes.count
    if index == shapes.count {
      var shape = PlacedShape(
        kind: .rule, key: records[mark.record].key(), stroke: color(mark))
      shape.strokeStyle = stroke
      add(shape)
      if isPart { rules[color(mark)] = index }
    }
    shapes[index].path.move(to: from)
    shapes[index].path.addLine(to: to)
    let frame = CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
    add(PlacedMark(record: mark.record, kind: .rule, frame: frame))
    annotate(mark, frame)
  }

  // MARK: - Sectors

  private mutating func addSector(_ mark: PreparedMark) {
    let record = records[mark.record]
    let sum = chart.angleSums[number]
    guard case .number(let share)? = record.angle, share > 0, sum > 0, sum.isFinite else { return }
    let start = sectorStart / sum * 2 * .pi
    sectorStart += share
    let end = sectorStart / sum * 2 * .pi
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
    add(placed)
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

  /// Returns the places to try for an annotation, the one that is asked for first: the other sides and
  /// the corners of a point, the other side and the other ends of a rule.
  private func places(
    _ annotation: Pending
  ) -> [(side: AnnotationPosition, alignment: AnnotationAlignment)] {
    let asked = (annotation.position, annotation.alignment)
    switch (annotation.mark.kind, annotation.position) {
    case (_, .overlay): return [asked]
    case (.point, _), (.line, _):
      return [asked] + [.trailing, .leading, .top, .bottom].map { ($0, annotation.alignment) }
        + [(.top, .leading), (.top, .trailing), (.bottom, .leading), (.bottom, .trailing)]
    case (.rule, let side):
      let opposite: AnnotationPosition =
        switch side {
        case .top: .bottom
        case .bottom: .top
        case .leading: .trailing
        default: .leading
        }
      return [annotation.alignment, .leading, .trailing, .center].flatMap { alignment in
        [(side, alignment), (opposite, alignment)]
      }
    default: return [asked]
    }
  }

  /// Places the annotations: each at its own side of the mark or, if it would be on another text, on
  /// a point or outside the picture, at another place; those for which there is no room nowhere.
  private mutating func placeAnnotations() {
    if pending.isEmpty { return }
    var symbols: [CGRect] = []
    for mark in marks where mark.kind == .point && symbols.count < 2000 {
      symbols.append(mark.frame)
    }
    for annotation in pending.prefix(2000) {
      for (side, alignment) in places(annotation) {
        guard let box = box(of: annotation, at: side, alignment) else { continue }
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
  private mutating func box(
    of annotation: Pending, at side: AnnotationPosition, _ alignment: AnnotationAlignment
  ) -> CGRect? {
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
      switch alignment {
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
    var subject = records[mark.record].key(isVertical: mark.isVertical)
    subject.panel = number
    let isOver =
      side == .overlay && (mark.kind == .bar || mark.kind == .rectangle || mark.kind == .sector)
    annotations.append(
      PlacedText(
        role: .annotation, string: annotation.string, font: theme.font, fontSize: theme.labelSize,
        color: isOver
          ? mark.color.readableText : mark.kind == .rule ? color(mark) : theme.titleColor,
        box: box, subject: subject))
  }
}
