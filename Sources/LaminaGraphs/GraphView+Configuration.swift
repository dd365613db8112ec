import Foundation
import Lamina

extension GraphView {
  /// The numbers that the machine of tiles is built on. They stay the same in a view's life.
  public struct Configuration: Sendable, Hashable {
    /// The width of one tile's layer, in points.
    public let layerWidth: CGFloat
    /// The distance from one sample to the next, in points.
    public let pointsPerSample: CGFloat
    /// How many samples beyond each edge of a tile are drawn with it at least, because the
    /// lines to them cross the edge. Where wide lines reach further, more are drawn.
    public let paddingSamples: Int
    /// How the tiles move when samples arrive.
    public let movement: TileMovement

    /// How many samples make one tile: `layerWidth / pointsPerSample`.
    public let samplesPerTile: Int

    /// Creates a configuration.
    ///
    /// - Precondition: `layerWidth` and `pointsPerSample` are finite and greater than 0, the
    ///   first is a whole multiple, 1 to 1,000,000, of the second, and `paddingSamples` is from
    ///   0 to 1,000,000.
    public init(
      layerWidth: CGFloat = 32, pointsPerSample: CGFloat = 1, paddingSamples: Int = 2,
      movement: TileMovement = .instant
    ) {
      require(
        layerWidth.isFinite && layerWidth > 0 && pointsPerSample.isFinite && pointsPerSample > 0,
        "a graph's layers of \(layerWidth) points with \(pointsPerSample) points to a sample: "
          + "both must be finite and greater than 0")
      let ratio = layerWidth / pointsPerSample
      let count = ratio.rounded()
      require(
        count >= 1 && count <= 1_000_000 && abs(ratio - count) <= 1e-9 * count,
        "a graph's layers of \(layerWidth) points with \(pointsPerSample) points to a sample: "
          + "a layer must hold a whole number of samples, from 1 to 1000000")
      require(
        (0...1_000_000).contains(paddingSamples),
        "\(paddingSamples) padding samples: there can be 0 to 1000000")
      self.layerWidth = layerWidth
      self.pointsPerSample = pointsPerSample
      self.paddingSamples = paddingSamples
      self.movement = movement
      samplesPerTile = Int(count)
    }

    /// The tile that holds a sample: the index divided by ``samplesPerTile``, rounded towards
    /// minus infinity, so that it counts on to the left of the first sample.
    public func tile(ofSample index: Int) -> Int {
      let quotient = index / samplesPerTile
      return index % samplesPerTile < 0 ? quotient - 1 : quotient
    }

    /// The index of a tile's first sample.
    func firstSample(of tile: Int) -> Int { tile * samplesPerTile }

    /// The slot of `count` that a tile has in a ring of layers.
    static func slot(of tile: Int, in count: Int) -> Int {
      let remainder = tile % count
      return remainder < 0 ? remainder + count : remainder
    }
  }

  /// How the tiles of a graph move to their new places when samples arrive.
  public enum TileMovement: Sendable, Hashable {
    /// At once.
    case instant
    /// Evenly over a time in seconds, which should be the time from one sample to the next. The
    /// layer of a new tile goes at once to where it meets the others, and comes in with them.
    ///
    /// A slide that is interrupted by the next sample goes on from where the tiles were seen at
    /// the time of the last commit: commit a frame's time before you append its samples, and they
    /// go on from where they would be seen in it.
    case linear(duration: Double = 0.1)
  }

  /// Where and when tiles are drawn.
  public enum DrawingMode: Sendable {
    /// On the owner's thread, before a frame is committed: every frame shows every sample, and
    /// the same samples give the same bytes. For headless runs.
    case offline
    /// On a dispatch queue, so that the owner never waits. A frame shows the tiles that are
    /// finished; ``GraphView/update()`` takes them over. Nil is a serial queue of the view's own.
    case live(queue: DispatchQueue? = nil)
  }
}
