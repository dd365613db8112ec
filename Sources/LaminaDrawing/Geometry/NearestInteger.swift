/// Rounding to the nearest integer, ties to even, by an addition: the sum with ``shift`` has the
/// integer in its last bits. It costs less than a conversion, which takes another instruction set to
/// be rounded in one step.
@usableFromInline enum NearestInteger {
  /// 1.5 · 2⁵², to whose neighbours all integers within ±2⁵¹ are exact distances.
  static let shift = 6_755_399_441_055_744.0

  /// Returns the integer nearest to a value within ±2³¹.
  @usableFromInline static func int32(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + shift).bitPattern)
  }

  /// Returns the integer nearest to a value within ±2⁵⁰.
  static func int64(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + shift).bitPattern &- 0x4338_0000_0000_0000)
  }
}
