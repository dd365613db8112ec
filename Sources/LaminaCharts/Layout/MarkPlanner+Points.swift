import Foundation
import Lamina

extension MarkPlanner {
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
          kind: .point, key: records[mark.record].key(of: .point), path: path, fill: color(mark)),
        of: mark)
      return
    }
    let number = shape(mark, symbol: mark.symbol)
    if !isCovered(number, frame) { shapes[number].path.addPath(path) }
  }

  mutating func addRule(_ mark: PreparedMark) {
    let style = records[mark.record].style
    let given = chart.givenStroke(of: records[mark.record])
    let stroke = given ?? StrokeStyle(width: theme.ruleWidth)
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
    func center(_ scale: AxisScale, _ place: PreparedMark.AxisPosition) -> Double? {
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
      given == nil && style.gradient == nil && mark.x != .all && mark.y != .all
      && mark.color.alpha == 1
      && chart.marks.count > Self.separateMarks
    let index = isPart ? rules[color(mark)] ?? shapes.count : shapes.count
    if index == shapes.count {
      var shape = PlacedShape(
        kind: .rule, key: records[mark.record].key(), stroke: color(mark))
      shape.strokeStyle = stroke
      add(shape, of: mark)
      if isPart { rules[color(mark)] = index }
    }
    shapes[index].path.move(to: from)
    shapes[index].path.addLine(to: to)
    let frame = CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
    add(PlacedMark(record: mark.record, kind: .rule, frame: frame))
    annotate(mark, frame)
  }
}
