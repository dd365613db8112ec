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
  var number = 0
  var plot: CGRect { panels[number].frame }
  var x: AxisScale { panels[number].x }
  let measurer: TextMeasurer

  var shapes: [PlacedShape] = []
  var marks: [PlacedMark] = []
  var placedColumns: [PlacedColumns] = []
  var annotations: [PlacedText] = []
  /// The annotations to place when all marks are.
  var pending: [Pending] = []
  let labels: [CGRect]
  /// The numbers of the shapes of series.
  var numbers: [Key: Int] = [:]
  /// The cells of a quarter of a pixel that have a point of the same look.
  var occupied: Set<Cell> = []
  /// The union of the thin bars from zero in each half pixel of a shape.
  var columns: [Cell: CGRect] = [:]
  var sectorStart = 0.0
  /// The numbers of the shapes of solid rules between two values.
  var rules: [Color: Int] = [:]

  /// The marks that are one shape.
  struct Key: Hashable {
    var kind: MarkRecord.Kind
    var series: Int
    var color: Color
    var symbol: ChartSymbol?
    /// The number of a mark that is a shape of its own.
    var record: Int?
  }

  /// The most marks of a chart of which each bar and cell is a shape of its own.
  static let separateMarks = 4000

  /// An annotation whose place is not chosen yet.
  struct Pending {
    var string: String
    var frame: CGRect
    var position: AnnotationPosition
    var alignment: AnnotationAlignment
    var spacing: Double
    var mark: PreparedMark
  }

  struct Cell: Hashable {
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
    labels = frames.texts.map(\.place.bounds)
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
    if shapes.contains(where: { $0.zIndex != 0 }) { shapes.sort { $0.zIndex < $1.zIndex } }
  }

  mutating func place(_ placed: [PreparedMark]) {
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

  func color(_ mark: PreparedMark) -> Color {
    let style = records[mark.record].style
    guard let opacity = style.opacity, opacity < 1 else { return mark.color }
    let color = mark.color.opacity(opacity)
    guard style.hidesGrid, let background = theme.backgroundColor else { return color }
    return color.composited(over: background)
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
    add(PlacedShape(kind: kind, key: identity, fill: color), of: mark)
    numbers[key] = shapes.count - 1
    return shapes.count - 1
  }

  /// Adds a shape that shows a mark, and others of its series.
  mutating func add(_ shape: PlacedShape, of mark: PreparedMark) {
    var shape = shape
    shape.panel = number
    shape.key.panel = number
    let style = records[mark.record].style
    shape.zIndex = style.zIndex ?? 0
    if let gradient = style.gradient {
      shape.gradient = gradient.opacity(style.opacity ?? 1)
      shape.alignsWithPlot = style.alignsWithPlot ?? false
    }
    shapes.append(shape)
  }

  mutating func add(_ mark: PlacedMark) {
    marks.append(mark)
    marks[marks.count - 1].panel = number
  }

  /// Returns the scale of a mark's y value.
  func y(_ mark: PreparedMark) -> AxisScale {
    mark.isSecondary ? panels[number].y2 : panels[number].y
  }

  /// True for a bar or cell that is a shape of its own, so that it can move by itself.
  func isSeparate(_ mark: PreparedMark) -> Bool {
    (mark.kind == .bar || mark.kind == .rectangle) && chart.marks.count <= Self.separateMarks
      && records[mark.record].columns?.count ?? 0 <= Self.separateMarks
  }

  func center(of mark: PreparedMark) -> CGPoint? {
    guard let x = x.center(of: mark.x), let y = y(mark).center(of: mark.y) else { return nil }
    if mark.slot.count > 1, mark.kind != .line, let across = extentAcross(mark) {
      let middle = (across.start + across.end) / 2
      return mark.isVertical ? CGPoint(x: middle, y: y) : CGPoint(x: x, y: middle)
    }
    return CGPoint(x: x, y: y)
  }
}
