/// The one place where points become pixels.
///
/// An upright box is drawn on whole pixels: both edges are rounded and the size is their
/// difference, so boxes that share an edge still share it on the screen. What is damaged is
/// rounded outwards.
enum PixelSnapping {
  /// Edges beyond this are all the same: far outside any framebuffer.
  static let limit = 1 << 24

  /// The nearest whole pixel edge, halves going up; clamped to ±``limit``.
  ///
  /// NaN becomes 0, so that nothing here can trap; setters refuse it long before.
  @inline(__always)
  static func edge(_ value: Double) -> Int {
    let bounded = max(-Double(limit), min(Double(limit), value))
    return bounded == bounded ? Int((bounded + 0.5).rounded(.down)) : 0
  }

  /// The whole pixel edge at or before `value`, clamped.
  @inline(__always)
  static func floor(_ value: Double) -> Int {
    let bounded = max(-Double(limit), min(Double(limit), value))
    return bounded == bounded ? Int(bounded.rounded(.down)) : 0
  }

  /// The whole pixel edge at or after `value`, clamped.
  @inline(__always)
  static func ceil(_ value: Double) -> Int {
    let bounded = max(-Double(limit), min(Double(limit), value))
    return bounded == bounded ? Int(bounded.rounded(.up)) : 0
  }
}
