import Foundation

/// A part of a view's width, in points from its left edge.
struct ViewSpan: Equatable {
  var x: CGFloat
  var width: CGFloat
  /// True if the start or the end, respectively, is in the view.
  var showsStart: Bool
  var showsEnd: Bool
}

extension ViewPort {
  /// Returns a length in points rounded to a whole number of device pixels, at least one.
  func wholePixels(_ length: CGFloat) -> CGFloat {
    max(1, (length * scale).rounded()) / scale
  }

  /// Returns the position of a time after clamping it to the content.
  private func clampedX(of time: TimeInterval, _ duration: TimeInterval) -> CGFloat {
    x(of: min(max(time, 0), duration), duration: duration)
  }

  /// Returns the visible part of a range of time, on whole device pixels: at least one, if any of
  /// it is in the view.
  ///
  /// Parts out of view are cut off, so that the numbers stay small however long the content is.
  ///
  /// - Returns: nil if nothing is visible.
  func span(of range: Range<TimeInterval>, duration: TimeInterval) -> ViewSpan? {
    guard duration > 0, duration.isFinite, columnCount > 0 else { return nil }
    let (begin, end) = (range.lowerBound, range.upperBound)
    let isInContent =
      range.isEmpty ? begin >= 0 && begin <= duration : begin < duration && end > 0
    guard isInContent else { return nil }
    return span(from: begin, to: end, duration)
  }

  private func span(
    from begin: TimeInterval, to end: TimeInterval, _ duration: TimeInterval
  ) -> ViewSpan? {
    let pixel = 1 / scale
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
