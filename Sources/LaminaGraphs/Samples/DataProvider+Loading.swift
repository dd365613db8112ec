import Foundation
import Lamina

/// Why a source could not be loaded.
public enum AudioLoadError: Error {
  /// The caller wanted no more, after so many frames.
  case cancelled(frames: Int64)
  /// The source could not be read on; what it threw, and where.
  case source(any Error, frame: Int64)
  /// The system has no memory for what is kept; `byteCount` bytes were asked for.
  case outOfMemory(byteCount: Int64)
}

extension AudioLoadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cancelled(let frames): "loading was cancelled after \(frames) frames"
    case .source(let error, let frame): "loading stopped at frame \(frame): \(error)"
    case .outOfMemory(let byteCount): "there are no \(byteCount) bytes of memory for the sound"
    }
  }
}

extension AudioLoadError: LocalizedError {
  public var errorDescription: String? { description }
}

extension DataProvider {
  /// How far loading has come.
  public struct LoadProgress: Sendable {
    /// From 0 to 1.
    public let fraction: Double
    /// What has been loaded so far, ready to be shown.
    public let provider: DataProvider
  }

  /// Reads a source from its beginning to its end, once.
  ///
  /// The samples of a short sound are kept in memory. Of a long one only peaks are kept, of buckets
  /// of 64 samples or as many more as it takes to have them in 64 MiB, and the source, from which
  /// samples are read again where somebody looks closely.
  ///
  /// It takes as long as reading does. Run it on another thread and hand the result over; nothing
  /// is left behind where it throws.
  ///
  /// - Parameters:
  ///   - memoryLimit: how many bytes of samples are kept in memory, if the system has so many. 256
  ///     MiB by default.
  ///   - isCancelled: asked before each piece of some 65,000 samples.
  ///   - progress: told after each piece.
  /// - Precondition: the source has a channel, and a rate that is finite and above 0.
  /// - Throws: ``AudioLoadError``.
  public init(
    source: some AudioSource, mix: ChannelMix = .separate, memoryLimit: Int = 256 << 20,
    isCancelled: () -> Bool = { false }, progress: (LoadProgress) -> Void = { _ in }
  ) throws(AudioLoadError) {
    let channels = source.channelCount
    require(channels >= 1, "there is no sound with \(channels) channels")
    let lanes = mix == .mono ? 1 : channels
    let total = source.frameCount
    let bytesPerFrame = Int64(4 * lanes)
    // The samples of a lane are in one piece.
    let isKept =
      total <= Int64(memoryLimit) / bytesPerFrame
      && Memory.isAvailable(Int(max(0, total) * bytesPerFrame))
    let bucket = Self.bucketSize(frames: total, lanes: lanes)
    // What a source says of itself may be wrong: no more memory is taken than it is allowed to need.
    let most = isKept ? total : min(total, Int64(bucket) * (Self.peaksLimit / Int64(lanes)))
    let capacity = Int(max(most, 0))
    if !isKept {
      let byteCount = Int64(capacity / bucket) * Int64(lanes) * 12
      guard Memory.isAvailable(Int(byteCount)) else { throw .outOfMemory(byteCount: byteCount) }
    }
    var pyramid =
      isKept
      ? PeaksPyramid(laneCount: lanes, frameCapacity: capacity)
      : PeaksPyramid(laneCount: lanes, samplesPerBucket: bucket, frameCapacity: capacity)
    let window =
      isKept ? nil : SampleWindow(source, mix: mix, capacity: Self.windowSamples / Int64(lanes))
    var reader = ChunkReader(source, mix: mix)
    while pyramid.frameCount < total {
      if isCancelled() { throw .cancelled(frames: pyramid.frameCount) }
      let count: Int
      do {
        count = try reader.append(
          from: pyramid.frameCount, atMost: total - pyramid.frameCount, to: &pyramid)
      } catch {
        throw .source(error, frame: pyramid.frameCount)
      }
      guard count > 0 else { break }
      progress(
        LoadProgress(
          fraction: Double(pyramid.frameCount) / Double(total),
          provider: DataProvider(
            pyramid: pyramid, window: window, sampleRate: source.sampleRate,
            channelCount: channels, mix: mix)))
    }
    self.init(
      pyramid: pyramid, window: window, sampleRate: source.sampleRate, channelCount: channels,
      mix: mix)
  }

  /// How many samples are read at once to look closely, at most: 16 MiB.
  static let windowSamples: Int64 = 1 << 22

  /// How many samples a bucket needs for the peaks of all to fit into 64 MiB.
  static func bucketSize(frames: Int64, lanes: Int) -> Int {
    var size: Int64 = 64
    while size < 1 << 40, frames / size > peaksLimit / Int64(lanes) { size *= 4 }
    return Int(size)
  }

  /// How many buckets 64 MiB hold: two numbers for each, and a third more for the levels above.
  private static let peaksLimit: Int64 = (64 << 20) * 3 / (4 * 8)
}
