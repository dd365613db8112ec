/// The single place where the edges of layers and of damage become whole pixels.
///
/// An axis-aligned box is drawn on whole pixels: both edges are rounded and the size is their
/// difference, so boxes that share an edge still share it on the screen. Damage is rounded
/// outwards.
@usableFromInline package enum PixelSnapping {
  /// The largest edge, far outside any framebuffer; edges beyond it are clamped.
  @inlinable package static var limit: Int { 1 << 24 }

  /// The amount by which a number may fall short of a half and still round up, in pixels.
  ///
  /// Two layers that share an edge compute it as different sums, which differ in their last bits:
  /// 13.1 + 2.4 is 15.5, and 17.9 - 2.4 a little less. If an edge is meant to be at the middle of a
  /// pixel, these bits would decide the rounding and leave a seam. The tolerance is 32 times the
  /// last bit of the largest coordinates in a frame, and far too small to be visible.
  @inlinable static var halfTolerance: Double { 0x1p-32 }

  /// The offset added before a number is rounded down.
  @inlinable package static var roundingOffset: Double { 0.5 + halfTolerance }

  /// Returns the nearest whole pixel edge, clamped to ±``limit``; halves, and values less than 2⁻³²
  /// below them, round up.
  ///
  /// NaN gives an edge too, so that nothing here can trap; setters reject it long before.
  @inlinable package static func edge(_ value: Double) -> Int { floor(value + roundingOffset) }

  /// Returns the nearest multiple of 1/256, the precision of the weights of two neighbouring
  /// pixels.
  @inlinable package static func weight(_ value: Double) -> Double {
    (value * 256 + roundingOffset).rounded(.down) / 256
  }

  /// Returns the whole pixel edge at or before `value`, clamped.
  @inlinable package static func floor(_ value: Double) -> Int {
    let bounded = clamped(value)
    // Truncate, then correct negative numbers: without SSE4.1 a call of the C library's `floor`
    // would cost more than all the rest.
    let cut = Int(bounded)
    return Double(cut) > bounded ? cut - 1 : cut
  }

  /// Returns the whole pixel edge at or after `value`, clamped.
  @inlinable package static func ceil(_ value: Double) -> Int {
    let bounded = clamped(value)
    let cut = Int(bounded)
    return Double(cut) < bounded ? cut + 1 : cut
  }

  @inlinable static func clamped(_ value: Double) -> Double {
    // In this order a NaN fails the first comparison and becomes the negative limit.
    let low = value > -Double(limit) ? value : -Double(limit)
    return low < Double(limit) ? low : Double(limit)
  }
}
