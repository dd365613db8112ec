import Foundation
import Lamina

/// Numbers that look random and are the same for the same seed, on every machine.
///
/// Everything drawn from the generator by its own functions is defined here, so that a seed that a test
/// printed a year ago still gives the same walk.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  /// Begins the sequence of a seed.
  package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// Draws 64 bits.
  package mutating func next() -> UInt64 { generator.next() }

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
  package mutating func unit() -> Double { generator.unit() }

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
