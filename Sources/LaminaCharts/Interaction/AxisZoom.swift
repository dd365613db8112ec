import Foundation

/// The visible interval of an axis, which is within that of the axis as its chart describes it.
struct AxisZoom {
  /// The axis as it is shown.
  let shown: AxisScale
  /// The axis without zoom.
  let whole: AxisScale

  /// The smallest part of the axis that is shown.
  private static let narrowest = 1e-6

  /// Returns the interval after magnification about a place.
  ///
  /// - Parameters:
  ///   - factor: more than 1 to show less of the axis, more than 0.
  ///   - place: the place that stays, in points.
  /// - Returns: nil in place of an interval for the whole axis; nil if the axis cannot be zoomed, or
  ///   not further.
  func magnified(by factor: Double, about place: Double) -> ClosedRange<Double>?? {
    guard factor > 0, factor.isFinite, place.isFinite else { return nil }
    let (start, end) = shown.range
    return interval(place + (start - place) / factor, place + (end - place) / factor)
  }

  /// Returns the interval after moving the content, in points.
  func moved(by distance: Double) -> ClosedRange<Double>?? {
    guard let (low, high) = bounds, distance.isFinite, distance != 0 else { return nil }
    var (start, end) = shown.range
    (start, end) = (start - distance, end - distance)
    // The content stops at its ends.
    guard let first = shown.position(of: low), let last = shown.position(of: high) else {
      return nil
    }
    let (near, far) = (min(first, last), max(first, last))
    let excess =
      min(start, end) < near
      ? near - min(start, end) : max(start, end) > far ? far - max(start, end) : 0
    return interval(start + excess, end + excess)
  }

  /// The ends of the whole axis.
  private var bounds: (low: Double, high: Double)? {
    whole.ends.map { (min($0.0, $0.1), max($0.0, $0.1)) }
  }

  /// Returns the values between two places, within those of the whole axis.
  private func interval(_ start: Double, _ end: Double) -> ClosedRange<Double>?? {
    guard let (low, high) = bounds, let a = shown.value(at: start)?.scalar,
      let b = shown.value(at: end)?.scalar, a.isFinite, b.isFinite
    else { return nil }
    let (from, to) = (max(min(a, b), low), min(max(a, b), high))
    if from <= low, to >= high { return .some(nil) }
    guard let first = whole.position(of: from), let last = whole.position(of: to) else {
      return nil
    }
    let length = abs(whole.range.end - whole.range.start)
    guard to > from, abs(last - first) > length * Self.narrowest,
      to - from > max(abs(from), abs(to)) * 1e-12
    else { return nil }
    return .some(from...to)
  }
}
