import Foundation

/// The visible interval of an axis, which is within that of the axis as its chart describes it.
struct AxisZoom {
  /// The part of the axis to show next.
  enum Domain {
    /// That which is shown: the axis cannot be zoomed, or not further.
    case same
    case whole
    case part(ClosedRange<Double>)

    /// Changes a domain, nil for the whole axis, to this one.
    func apply(to domain: inout ClosedRange<Double>?) {
      switch self {
      case .same: break
      case .whole: domain = nil
      case .part(let interval): domain = interval
      }
    }
  }

  /// The axis as it is shown.
  let shown: AxisScale
  /// The axis without zoom.
  let whole: AxisScale

  /// The smallest part of the axis that is shown.
  private static let narrowest = 1e-6

  /// Returns the domain after magnification about a place.
  ///
  /// - Parameters:
  ///   - factor: more than 1 to show less of the axis, more than 0.
  ///   - place: the place that stays, in points.
  func magnified(by factor: Double, about place: Double) -> Domain {
    guard factor > 0, factor.isFinite, place.isFinite else { return .same }
    let (start, end) = shown.range
    return domain(place + (start - place) / factor, place + (end - place) / factor)
  }

  /// Returns the domain after moving the content, in points.
  func moved(by distance: Double) -> Domain {
    guard distance.isFinite, distance != 0 else { return .same }
    let (start, end) = shown.range
    return domain(start - distance, end - distance)
  }

  /// The ends of the whole axis.
  private var bounds: (low: Double, high: Double)? {
    whole.coordinateEnds.map { (min($0.0, $0.1), max($0.0, $0.1)) }
  }

  /// Returns the values between two places, which are moved to be within those of the whole axis.
  private func domain(_ start: Double, _ end: Double) -> Domain {
    guard let (low, high) = bounds, let lowest = shown.place(ofCoordinate: low),
      let highest = shown.place(ofCoordinate: high)
    else { return .same }
    let (near, far) = (min(lowest, highest), max(lowest, highest))
    if abs(end - start) > (far - near) * (1 - 1e-12) { return .whole }
    let excess =
      min(start, end) < near
      ? near - min(start, end) : max(start, end) > far ? far - max(start, end) : 0
    guard let a = shown.coordinate(at: start + excess), let b = shown.coordinate(at: end + excess),
      a.isFinite, b.isFinite
    else { return .same }
    let (from, to) = (max(min(a, b), low), min(max(a, b), high))
    guard let first = whole.place(ofCoordinate: from),
      let last = whole.place(ofCoordinate: to)
    else { return .same }
    // Of categories, at least one is shown.
    if whole.bandwidth != nil, to - from < 1 { return .same }
    let length = abs(whole.range.end - whole.range.start)
    guard to > from, abs(last - first) > length * Self.narrowest,
      to - from > max(abs(from), abs(to)) * 1e-12
    else { return .same }
    return .part(from...to)
  }
}

/// The coordinates in which zoom divides an axis: its values or, for categories, bands from its lower
/// end.
extension AxisScale {
  /// The coordinates of the ends of the range; nil for an axis without values.
  var coordinateEnds: (Double, Double)? {
    guard case .band(let scale) = self else { return ends }
    return scale.categories.isEmpty
      ? nil : (scale.bands(at: scale.range.0), scale.bands(at: scale.range.1))
  }

  /// Returns the coordinate at a place, in points.
  func coordinate(at position: Double) -> Double? {
    if case .band(let scale) = self { return scale.bands(at: position) }
    return value(at: position)?.scalar
  }

  /// Returns the place of a coordinate, in points.
  func place(ofCoordinate coordinate: Double) -> Double? {
    if case .band(let scale) = self { return scale.position(ofBands: coordinate) }
    return position(of: coordinate)
  }
}
