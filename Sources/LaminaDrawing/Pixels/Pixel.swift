/// Arithmetic on premultiplied 8-bit pixels, rounded exactly as pixman does.
@usableFromInline package enum Pixel {
  /// `a * b / 255`, rounded to the nearest.
  @inlinable package static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let t = UInt32(a) * UInt32(b) + 0x80
    return UInt8(truncatingIfNeeded: (t + (t >> 8)) >> 8)
  }

  /// All four components of `pixel` times `alpha / 255`.
  @inline(__always)
  @inlinable package static func multiply(_ pixel: UInt32, _ alpha: UInt8) -> UInt32 {
    if alpha == 255 { return pixel }
    let a = UInt32(alpha)
    var low = (pixel & 0x00FF_00FF) &* a &+ 0x0080_0080
    low = (low &+ ((low >> 8) & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    var high = (pixel >> 8 & 0x00FF_00FF) &* a &+ 0x0080_0080
    high = (high &+ ((high >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }

  /// `source` over `destination`.
  static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let inverse = UInt8(truncatingIfNeeded: 255 - (source >> 24))
    let below = multiply(destination, inverse)
    // Each component saturates by itself; only pixels that are not premultiplied need it.
    let low = (source & 0x00FF_00FF) &+ (below & 0x00FF_00FF)
    let high = (source >> 8 & 0x00FF_00FF) &+ (below >> 8 & 0x00FF_00FF)
    return saturated(low) | saturated(high) << 8
  }

  /// Two 16-bit sums of bytes, each cut off at 255.
  private static func saturated(_ sums: UInt32) -> UInt32 {
    let carry = sums & 0x0100_0100
    return (sums | (carry &- (carry >> 8))) & 0x00FF_00FF
  }
}
