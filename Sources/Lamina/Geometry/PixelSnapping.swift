/// The one place where points become pixels.
///
/// An upright box is drawn on whole pixels: both edges are rounded and the size is their
/// difference, so boxes that share an edge still share it on the screen. What is damaged is
/// rounded outwards.
enum PixelSnapping {
  /// Edges beyond this are all the same: far outside any framebuffer.
  static let limit = 1 << 24

  /// By how much a number may fall short of a half and still count as one, in pixels.
  ///
  /// Two layers that share an edge come to it by different sums, which differ in their last
  /// bits: 13.1 + 2.4 is 15.5, and 17.9 - 2.4 a little less. Where people's numbers put the edge
  /// in the middle of a pixel, these bits would decide, and there would be a seam. The number is 32
  /// times the last bit of the largest coordinates in a frame, and far less than can be seen.
  private static let halfTolerance = 0x1p-32

  /// What is added before a number is cut off to a whole one.
  @inline(__always) static var roundingOffset: Double { 0.5 + halfTolerance }

  /// The nearest whole pixel edge, halves and what is less than 2⁻³² below them going up;
  /// clamped to ±``limit``.
  ///
  /// NaN becomes an edge too, so that nothing here can trap; setters refuse it long before.
  @inline(__always)
  static func edge(_ value: Double) -> Int { floor(value + roundingOffset) }

  /// The nearest place that weights of two neighbouring pixels can express: they are 256ths.
  static func weight(_ value: Double) -> Double {
    (value * 256 + roundingOffset).rounded(.down) / 256
  }

  /// The whole pixel edge at or before `value`, clamped.
  @inline(__always)
  static func floor(_ value: Double) -> Int {
    let bounded = clamped(value)
    // Cut towards zero, then put right what that got wrong: without SSE4.1 a call of the C
    // library's `floor` would cost more than all the rest.
    let cut = Int(bounded)
    return Double(cut) > bounded ? cut - 1 : cut
  }

  /// The whole pixel edge at or after `value`, clamped.
  @inline(__always)
  static func ceil(_ value: Double) -> Int {
    let bounded = clamped(value)
    let cut = Int(bounded)
    return Double(cut) < bounded ? cut + 1 : cut
  }

  @inline(__always)
  private static func clamped(_ value: Double) -> Double {
    // In this order a NaN fails both comparisons of the first step and is replaced by the limit.
    let low = value > -Double(limit) ? value : -Double(limit)
    return low < Double(limit) ? low : Double(limit)
  }
}
