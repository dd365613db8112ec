import Foundation

/// A part of a view's width, in points from its left edge.
struct ViewSpan: Equatable {
  var x: CGFloat
  var width: CGFloat
  /// Whether the beginning, and the end, is in the view.
  var showsStart: Bool
  var showsEnd: Bool
}

extension ViewPort {
  /// A length in points that is a whole number of device pixels, and at least one.
  func wholePixels(_ length: CGFloat) -> CGFloat {
    max(1, (length * screenScale).rounded()) / screenScale
  }

  /// Where a time is that is brought into the content before.
  private func clampedX(of time: TimeInterval, _ duration: TimeInterval) -> CGFloat {
    x(of: min(max(time, 0), duration), duration: duration)
  }

  /// What is seen of a range of time, on whole device pixels: at least one is, where any of it is in
  /// the view.
  ///
  /// What is out of view is cut off, so that numbers stay small however long the content is.
  ///
  /// - Returns: nil where nothing is seen.
  func span(of range: Range<TimeInterval>, duration: TimeInterval) -> ViewSpan? {
    guard duration > 0, duration.isFinite, totalXUnits > 0 else { return nil }
    let (begin, end) = (range.lowerBound, range.upperBound)
    let isInContent =
      range.isEmpty ? begin >= 0 && begin <= duration : begin < duration && end > 0
    guard isInContent else { return nil }
    return span(from: begin, to: end, duration)
  }

  private func span(
    from begin: TimeInterval, to end: TimeInterval, _ duration: TimeInterval
  ) -> ViewSpan? {
    let pixel = 1 / screenScale
    // The end of the content has the last pixel.
    let start = min(clampedX(of: begin, duration), x(of: duration, duration: duration) - pixel)
    let end = max(clampedX(of: end, duration), start + pixel)
    guard end > 0, start < visibleWidth else { return nil }
    let left = max(start, 0)
    return ViewSpan(
      x: left, width: min(end, visibleWidth) - left, showsStart: start >= 0,
      showsEnd: end <= visibleWidth)
  }
}
