import Foundation

/// The scale of one axis, with a range in points of the chart.
package enum AxisScale: Sendable {
  /// No values: marks are in the middle, or extend across.
  case none(start: Double, end: Double)
  case continuous(ContinuousScale)
  case date(DateScale)
  case band(BandScale)

  /// The largest distance from the chart's origin at which something is drawn, in points.
  static let limit = 1e7

  /// Creates the scale of an axis.
  ///
  /// - Parameters:
  ///   - start: the place of the lowest value, in points.
  ///   - end: the place of the highest value, in points.
  ///   - tickCount: the number of ticks that the ends of the domain are rounded to.
  init(
    _ axis: PreparedAxis, named name: String, options: AxisOptions, timeZone: TimeZone,
    start: Double, end: Double, tickCount: Int
  ) throws(ChartError) {
    switch axis.kind {
    case .none: self = .none(start: start, end: end)
    case .category:
      let padding = axis.hasBars ? 0.28 : 0
      self = .band(
        BandScale(
          categories: axis.categories, range: (min(start, end), max(start, end)),
          shown: axis.fixed.map { $0.start...$0.end }, paddingInner: padding,
          paddingOuter: padding / 2))
    case .number:
      let type = options.type ?? .linear
      do {
        if let fixed = axis.fixed {
          self = .continuous(
            try ContinuousScale(
              type: type, domain: (fixed.start, fixed.end), range: (start, end)))
          return
        }
        let domain = Self.domain(axis, options, type)
        var scale = try ContinuousScale(
          type: type, domain: domain, range: axis.isReversed ? (end, start) : (start, end))
        if !axis.isContinuous, axis.step == nil, !options.isHidden {
          scale = scale.nice(count: tickCount)
        }
        self = .continuous(scale)
      } catch {
        throw .unsuitableScale(axis: name, reason: "\(error)")
      }
    case .date:
      var (low, high) = (axis.fixed?.start ?? axis.low ?? 0, axis.fixed?.end ?? axis.high ?? 0)
      var isReversed = axis.isReversed
      if high < low {
        (low, high) = (high, low)
        isReversed.toggle()
      }
      if low == high { (low, high) = (low - 1800, high + 1800) }
      do {
        self = .date(
          try DateScale(
            domain: Date(
              timeIntervalSinceReferenceDate: low)...Date(
                timeIntervalSinceReferenceDate: high),
            range: isReversed ? (end, start) : (start, end), timeZone: timeZone))
      } catch {
        throw .unsuitableScale(axis: name, reason: "\(error)")
      }
    }
  }

  /// Returns the ends of the domain of numbers that follow from the marks.
  private static func domain(
    _ axis: PreparedAxis, _ options: AxisOptions, _ type: ScaleType
  ) -> (Double, Double) {
    var includesZero: Bool?
    if case .automatic(let given, _) = options.domain { includesZero = given }
    var (low, high) = (axis.low ?? 0, axis.high ?? 1)
    if type.isLogarithmic {
      if let lowest = axis.lowestPositive, high > 0 {
        low = lowest
      } else if axis.low == nil {
        (low, high) = (1, 10)
      }
      if low == high { (low, high) = (low / 10, high * 10) }
      // A bar that ends where the axis begins has no length.
      if axis.isMeasured, low > 0 { low *= 0.7 }
      return (low, high)
    }
    let isNearZero = low > 0 ? low < high * 0.35 : high < 0 && high > low * 0.35
    if includesZero
      ?? (axis.isMeasured
        || (!options.isHidden && !axis.isContinuous && axis.step == nil && isNearZero))
    {
      low = min(low, 0)
      high = max(high, 0)
    }
    if low == high {
      if low == 0 { return axis.isContinuous ? (-0.5, 0.5) : (0, 1) }
      if axis.isContinuous {
        let half = max(0.5, abs(low) * 1e-6)
        return (low - half, low + half)
      }
      return (min(low, 0), max(low, 0))
    }
    return (low, high)
  }

  /// Returns the scale with its range moved by a distance in points.
  func shifted(by distance: Double) -> AxisScale {
    if distance == 0 { return self }
    switch self {
    case .none(let start, let end): return .none(start: start + distance, end: end + distance)
    case .continuous(let scale): return .continuous(scale.shifted(by: distance))
    case .date(let scale): return .date(scale.shifted(by: distance))
    case .band(let scale): return .band(scale.shifted(by: distance))
    }
  }

  // MARK: - Places

  /// Returns the place of a number, or of seconds since the reference date; nil if it has none.
  package func position(of value: Double) -> Double? {
    let position: Double? =
      switch self {
      case .none: nil
      case .continuous(let scale): scale.position(of: value)
      case .date(let scale): scale.position(of: Date(timeIntervalSinceReferenceDate: value))
      case .band: nil
      }
    return position.map { $0.isNaN ? 0 : Self.limited($0) }
  }

  private static func limited(_ position: Double) -> Double {
    max(-limit, min(position, limit))
  }

  /// The ends of the range, in points; the lower value's first.
  package var range: (start: Double, end: Double) {
    switch self {
    case .none(let start, let end): (start, end)
    case .continuous(let scale): scale.range
    case .date(let scale): scale.range
    case .band(let scale): scale.range
    }
  }

  /// Returns the middle of a mark's place; nil for a gap.
  package func center(of place: PreparedMark.AxisPosition) -> Double? {
    switch place {
    case .all: (range.start + range.end) / 2
    case .value(let value): position(of: value)
    case .interval(let start, let end):
      if case .band = self {
        extent(of: place).map { ($0.start + $0.end) / 2 }
      } else if let start = position(of: start), let end = position(of: end) {
        (start + end) / 2
      } else {
        nil
      }
    case .category: extent(of: place).map { ($0.start + $0.end) / 2 }
    case .missing: nil
    }
  }

  /// Returns the two ends of a mark's place; nil for a gap. A single number has one place.
  package func extent(of place: PreparedMark.AxisPosition) -> (start: Double, end: Double)? {
    switch (place, self) {
    case (.missing, _): return nil
    case (.all, _): return range
    case (.category(let number), .band(let scale)):
      return scale.start(ofCategoryAt: number).map {
        (Self.limited($0), Self.limited($0 + scale.bandwidth))
      }
    case (.interval(let from, let to), .band(let scale)):
      guard let start = scale.start(ofCategoryAt: Int(from)),
        let end = scale.start(ofCategoryAt: Int(to))
      else { return nil }
      return (Self.limited(start), Self.limited(end + scale.bandwidth))
    case (.value(let value), _): return position(of: value).map { ($0, $0) }
    case (.interval(let start, let end), .continuous(let scale)):
      // A bar from zero on a logarithmic scale begins at the end of the plot.
      let start = position(of: start) ?? scale.range.0
      guard let end = position(of: end) else { return nil }
      return (start, end)
    case (.interval(let start, let end), _):
      guard let start = position(of: start), let end = position(of: end) else { return nil }
      return (start, end)
    case (.category, _): return nil
    }
  }

  /// The width of a category, in points; nil for other scales.
  package var bandwidth: Double? {
    if case .band(let scale) = self { scale.bandwidth } else { nil }
  }
}
