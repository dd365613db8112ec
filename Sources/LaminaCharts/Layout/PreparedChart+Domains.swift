import Foundation
import Lamina

// The intervals of the axes.

extension PreparedChart {
  /// The middles of bars on each axis that they stand on.
  private typealias BarPlaces = (x: [Double], y: [Double], y2: [Double])

  /// Notes the intervals of the values, and which marks have places on which axis.
  mutating func measure(_ records: [MarkRecord]) {
    var barPlaces: BarPlaces = ([], [], [])
    x.hasPoints = true
    y.hasPoints = true
    y2.hasPoints = true
    measure(records, isSecondary: false, &barPlaces)
    if y2.kind != .none { measure(records, isSecondary: true, &barPlaces) }
    x.step = Self.step(barPlaces.x)
    y.step = Self.step(barPlaces.y)
    y2.step = Self.step(barPlaces.y2)
    Self.widen(&x)
    Self.widen(&y)
    Self.widen(&y2)
    x.showLatest(options.x, options.timeZone)
    y.showLatest(options.y, options.timeZone)
    y2.showLatest(options.y2, options.timeZone)
    fitValues(records)
  }

  /// Takes the ends of the y axes from what is within a domain of x that the chart gives, if the chart
  /// wants that and anything is.
  private mutating func fitValues(_ records: [MarkRecord]) {
    guard options.fitsValuesToX, x.kind != .category, let fixed = x.fixed else { return }
    let shown = min(fixed.start, fixed.end)...max(fixed.start, fixed.end)
    y.fit(to: values(in: shown, records, isSecondary: false))
    y2.fit(to: values(in: shown, records, isSecondary: true))
  }

  /// Returns an axis with the ends of the values within an interval of x. Lines and areas have values
  /// between their points.
  private func values(
    in shown: ClosedRange<Double>, _ records: [MarkRecord], isSecondary: Bool
  ) -> PreparedAxis {
    var axis = PreparedAxis()
    // The last points of lines and areas, by their series; none after a gap.
    var ends: [Int: (low: SIMD2<Double>, high: SIMD2<Double>)] = [:]
    for mark in marks where mark.isSecondary == isSecondary {
      let isConnected = mark.kind == .line || mark.kind == .area
      let columns = Self.columns(of: mark, records)
      for columns in columns {
        columns.include(y: &axis, within: shown, isConnected: isConnected)
      }
      guard columns.isEmpty else { continue }
      if mark.x.overlaps(shown) { Self.include(mark.y, in: &axis) }
      guard isConnected else { continue }
      guard case .value(let x) = mark.x, let (low, high) = mark.y.ends else {
        ends[mark.series] = nil
        continue
      }
      let here = (low: SIMD2(x, low), high: SIMD2(x, high))
      if let before = ends[mark.series] {
        axis.includeSegment(from: before.low, to: here.low, in: shown)
        axis.includeSegment(from: before.high, to: here.high, in: shown)
      }
      ends[mark.series] = here
    }
    return axis
  }

  /// Returns the columns that a mark draws; none for a mark of one place.
  private static func columns(of mark: PreparedMark, _ records: [MarkRecord]) -> [PlotColumns] {
    mark.span.map { [$0.start, $0.end] } ?? records[mark.record].columns.map { [$0] } ?? []
  }

  /// Notes what the marks of one of the y axes have on it and on the x axis.
  private mutating func measure(
    _ records: [MarkRecord], isSecondary: Bool, _ barPlaces: inout BarPlaces
  ) {
    var y = isSecondary ? y2 : self.y
    var colors: Set<Color> = []
    for mark in marks where mark.isSecondary == isSecondary {
      Self.include(mark.x, in: &x)
      // A value without a place along x is not drawn.
      if mark.x != .missing { Self.include(mark.y, in: &y) }
      let columns = Self.columns(of: mark, records)
      for columns in columns {
        columns.include(
          x: &x, y: &y,
          isLogarithmic: (
            options.x.type?.isLogarithmic == true,
            (isSecondary ? options.y2 : options.y).type?.isLogarithmic == true
          ))
      }
      if colors.count < 2, mark.kind != .rule { colors.insert(mark.color) }
      switch mark.kind {
      case .bar:
        if mark.isVertical {
          x.hasBars = true
          switch mark.x {
          case .value(let value):
            barPlaces.x.append(value)
            if let step = columns.first?.step { barPlaces.x.append(value + step) }
          case .interval: x.isContinuous = true
          case .all, .category, .missing: break
          }
        } else {
          y.hasBars = true
          switch mark.y {
          case .value(let value):
            if isSecondary { barPlaces.y2.append(value) } else { barPlaces.y.append(value) }
          case .interval: y.isContinuous = true
          case .all, .category, .missing: break
          }
        }
        fallthrough
      case .area:
        let record = records[mark.record]
        if mark.isVertical {
          if record.y.value != nil { y.isMeasured = true }
          if mark.kind == .area { x.isContinuous = true }
        } else {
          if record.x.value != nil { x.isMeasured = true }
          if mark.kind == .area { y.isContinuous = true }
        }
        x.hasPoints = false
        y.hasPoints = false
      case .line:
        x.isContinuous = true
        if !mark.hasSymbol {
          x.hasPoints = false
          y.hasPoints = false
        }
      case .rectangle:
        x.hasPoints = false
        y.hasPoints = false
      case .point, .rule, .sector: break
      }
    }
    if colors.count == 1 { y.color = colors.first }
    if isSecondary { y2 = y } else { self.y = y }
  }

  private static func include(_ place: PreparedMark.AxisPosition, in axis: inout PreparedAxis) {
    guard let (start, end) = place.ends else { return }
    axis.include(start)
    axis.include(end)
  }

  /// Returns the smallest distance of different places; nil without places.
  private static func step(_ places: [Double]) -> Double? {
    let sorted = places.sorted()
    guard let first = sorted.first else { return nil }
    var step = Double.infinity
    for (a, b) in zip(sorted, sorted.dropFirst()) where b > a { step = min(step, b - a) }
    return step.isFinite ? step : max(abs(first) * 1e-9, 1)
  }

  /// Makes room for half a bar at both ends.
  private static func widen(_ axis: inout PreparedAxis) {
    guard let step = axis.step, let low = axis.low, let high = axis.high else { return }
    axis.low = low - step / 2
    axis.high = high + step / 2
  }
}
