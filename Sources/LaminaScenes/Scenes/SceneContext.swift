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
  private var generator: SplitMix64

  /// Creates a generator. Similar seeds give unrelated numbers.
  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { generator.next() }
}
