/// Pseudorandom numbers that follow from a seed, the same on every machine.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
@usableFromInline
package struct SplitMix64: RandomNumberGenerator, Sendable {
  /// The distance from one state to the next.
  @inlinable package static var increment: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  @usableFromInline var state: UInt64

  /// Begins the sequence of a seed. Similar seeds give unrelated numbers.
  @inlinable package init(seed: UInt64) { state = seed }

  /// Returns the first number of the sequence of a seed.
  @inlinable package static func mix(_ seed: UInt64) -> UInt64 {
    var z = seed &+ increment
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Draws 64 bits.
  @inlinable package mutating func next() -> UInt64 {
    defer { state &+= Self.increment }
    return Self.mix(state)
  }

  /// Draws a number in 0..<1.
  @inlinable package mutating func unit() -> Double {
    let bits: UInt64 = next()
    return Double(bits >> 11) * 0x1p-53
  }
}
