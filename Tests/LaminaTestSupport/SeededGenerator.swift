import Foundation

/// Numbers that look random and are the same for the same seed, on every machine.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014). Everything drawn from it by its own functions is defined here, so that a seed
/// that a test printed a year ago still gives the same walk.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins the sequence of a seed.
  package init(seed: UInt64) { state = seed }

  /// Draws 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Draws a whole number from 0 to `limit - 1`.
  package mutating func below(_ limit: Int) -> Int {
    let bits: UInt64 = next()
    return Int(bits % UInt64(limit))
  }

  /// Draws a whole number of a range.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Draws a number in 0..<1.
  package mutating func unit() -> Double {
    let bits: UInt64 = next()
    return Double(bits >> 11) / Double(1 << 53)
  }

  /// Draws a number of a range.
  package mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// Draws a point between the origin and a corner.
  package mutating func point(_ width: Double, _ height: Double) -> CGPoint {
    CGPoint(x: number(in: 0...width), y: number(in: 0...height))
  }

  /// Draws true in so many of 100 cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Draws one of some elements.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
