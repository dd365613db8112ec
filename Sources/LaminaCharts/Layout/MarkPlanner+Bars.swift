import Foundation
import Lamina

extension MarkPlanner {
  /// Returns the room for a mark across its direction: that of its category, bin, unit of time or
  /// distance to the next bar, or its part of it.
  func extentAcross(_ mark: PreparedMark) -> (start: Double, end: Double)? {
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
      // The gaps between groups are wider than those in them; categories have such gaps anyway.
      if !place.isCategory {
        let gap = (extent.end - extent.start) / 10
        extent = (extent.start + gap, extent.end - gap)
      }
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
    let isAlone = mark.slot.count == 1
    var automatic = isAlone ? 1 : 0.92
    switch mark.isVertical ? mark.x : mark.y {
    case .value: automatic = isAlone ? 0.8 : 0.92
    case .interval:
      // Neighbouring bins are told apart by a gap of a point, days by a wider one.
      if (mark.isVertical ? record.x.unit : record.y.unit) != nil {
        automatic = isAlone ? 0.8 : 0.92
      } else if extent.end - extent.start > 4, dimension == .automatic, isAlone {
        extent = (extent.start + 0.5, extent.end - 0.5)
      }
    case .all: automatic = 0.5
    case .category, .missing: break
    }
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
  mutating func add(
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
  mutating func isCovered(_ shape: Int, _ frame: CGRect) -> Bool {
    guard chart.marks.count > 4000 else { return false }
    func cell(_ value: Double) -> Int { Int((value * scale * 4).rounded(.down)) }
    return !occupied.insert(
      Cell(
        shape: shape, x: cell(frame.midX), y: cell(frame.minY),
        size: cell(frame.width) &* 1_000_003 &+ cell(frame.height))
    ).inserted
  }

  func snap(_ value: Double) -> Double { (value * scale).rounded() / scale }

  mutating func addRectangle(_ mark: PreparedMark) {
    let record = records[mark.record]
    func extent(
      _ scale: AxisScale, _ axis: PreparedAxis, _ place: PreparedMark.AxisPosition,
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
}
