import Foundation
import Lamina

extension GraphView {
  /// The parameters of a graph's tiling. They do not change during a view's lifetime.
  public struct Configuration: Sendable, Hashable {
    /// The width of one tile's layer, in points.
    public let tileWidth: CGFloat
    /// The distance from one sample to the next, in points.
    public let pointsPerSample: CGFloat
    /// The minimum number of samples beyond each edge of a tile that are drawn with it, since the
    /// lines to them cross the edge. Where wide lines extend further, more are drawn.
    public let paddingSamples: Int
    /// The movement of the tiles when samples arrive.
    public let movement: TileMovement

    /// The number of samples in one tile: `tileWidth / pointsPerSample`.
    public let samplesPerTile: Int

    /// Creates a configuration.
    ///
    /// - Precondition: `tileWidth` and `pointsPerSample` are finite and greater than 0, the
    ///   first is a whole multiple, 1 to 1,000,000, of the second, and `paddingSamples` is from
    ///   0 to 1,000,000.
    public init(
      tileWidth: CGFloat = 32, pointsPerSample: CGFloat = 1, paddingSamples: Int = 2,
      movement: TileMovement = .instant
    ) {
      require(
        tileWidth.isFinite && tileWidth > 0 && pointsPerSample.isFinite && pointsPerSample > 0,
        "a graph's layers of \(tileWidth) points with \(pointsPerSample) points per sample: "
          + "both must be finite and greater than 0")
      let ratio = tileWidth / pointsPerSample
      let count = ratio.rounded()
      require(
        count >= 1 && count <= 1_000_000 && abs(ratio - count) <= 1e-9 * count,
        "a graph's layers of \(tileWidth) points with \(pointsPerSample) points per sample: "
          + "a layer must hold a whole number of samples, from 1 to 1000000")
      require(
        (0...1_000_000).contains(paddingSamples),
        "\(paddingSamples) padding samples: there must be from 0 to 1000000")
      self.tileWidth = tileWidth
      self.pointsPerSample = pointsPerSample
      self.paddingSamples = paddingSamples
      self.movement = movement
      samplesPerTile = Int(count)
    }

    /// Returns the tile that contains a sample: the index divided by ``samplesPerTile``, rounded
    /// towards minus infinity, so that tiles to the left of the first sample have negative numbers.
    func tile(ofSample index: Int) -> Int {
      let quotient = index / samplesPerTile
      return index % samplesPerTile < 0 ? quotient - 1 : quotient
    }

    /// Returns the index of a tile's first sample.
    func firstSample(of tile: Int) -> Int { tile * samplesPerTile }

    /// Returns the slot of a tile in a ring of `count` layers.
    static func slot(of tile: Int, in count: Int) -> Int {
      let remainder = tile % count
      return remainder < 0 ? remainder + count : remainder
    }
  }

  /// The movement of a graph's tiles to their new positions when samples arrive.
  @nonexhaustive
  public enum TileMovement: Sendable, Hashable {
    /// Immediate movement.
    case instant
    /// Movement at constant speed over `duration` seconds, which should be the time from one sample
    /// to the next. The layer of a new tile is placed next to the others without animation and
    /// slides in with them.
    ///
    /// A slide that is interrupted by the next sample continues from the position that the tiles
    /// had at the time of the last commit. Commit at a frame's time before you append its samples,
    /// and the slide continues from the tiles' position in that frame.
    case linear(duration: Double = 0.1)
  }
}
