import Foundation
import Lamina

/// The frames that a scene is drawn into, and its random numbers.
public final class SceneContext {
  /// The size of a frame in points.
  public let size: CGSize
  /// Pixels per point.
  public let scale: CGFloat
  /// The number that the random numbers follow from: the same seed gives the same film.
  public let seed: UInt64
  /// Random numbers that are the same in each run with the same seed.
  public var random: SeededRandomNumberGenerator

  /// Creates a context.
  public init(size: CGSize, scale: CGFloat, seed: UInt64) {
    (self.size, self.scale, self.seed) = (size, scale, seed)
    random = SeededRandomNumberGenerator(seed: seed)
  }
}

/// A generator whose numbers follow from a seed, the same on every machine: SplitMix64.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator. Similar seeds give unrelated numbers.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
