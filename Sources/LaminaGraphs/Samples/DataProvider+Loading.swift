import Foundation
import Lamina

/// An error that ends the loading of a source.
@nonexhaustive
public enum AudioLoadError: Error {
  /// The caller cancelled loading after `frames` frames.
  case cancelled(frames: Int64)
  /// Reading from the source failed at `frame`, with the error that the source threw.
  case source(any Error, frame: Int64)
  /// There is not enough memory for the data to keep; `byteCount` bytes were requested.
  case outOfMemory(byteCount: Int64)
}

extension AudioLoadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cancelled(let frames): "loading was cancelled after \(frames) frames"
    case .source(let error, let frame): "loading stopped at frame \(frame): \(error)"
    case .outOfMemory(let byteCount): "cannot allocate \(byteCount) bytes of memory for the sound"
    }
  }
}

extension AudioLoadError: LocalizedError {
  public var errorDescription: String? { description }
}

extension DataProvider {
  /// The progress of loading.
  public struct LoadProgress: Sendable {
    /// The fraction of the frames that is loaded, from 0 to 1.
    public let fraction: Double
    /// The samples loaded so far, ready for display.
    public let provider: DataProvider
  }

  /// Loads a source from beginning to end, in one pass.
  ///
  /// The samples of a short sound are kept in memory. For a long one only the peaks are kept, in
  /// buckets of 64 samples or as many more as it takes to fit them into 64 MiB, together with the
  /// source, from which samples are read again for a close view.
  ///
  /// This takes as long as reading the source. Run it on another thread and transfer the result; it
  /// leaves nothing behind if it throws.
  ///
  /// - Parameters:
  ///   - source: the sound to read.
  ///   - mix: whether channels are kept separate or mixed.
  ///   - memoryLimit: the maximum number of bytes of samples to keep in memory, if the system has
  ///     them available. 256 MiB by default.
  ///   - isCancelled: called before each piece of about 65,000 samples.
  ///   - progress: called after each piece.
  /// - Precondition: the source has at least one channel, and a rate that is finite and above 0.
  /// - Throws: ``AudioLoadError``.
  public init(
    source: some AudioSource, mix: ChannelMix = .separate, memoryLimit: Int = 256 << 20,
    isCancelled: () -> Bool = { false }, progress: (LoadProgress) -> Void = { _ in }
  ) throws(AudioLoadError) {
    let channels = source.channelCount
    require(channels >= 1, "a sound must have at least 1 channel, not \(channels)")
    let lanes = mix == .mono ? 1 : channels
    let total = source.frameCount
    let bytesPerFrame = Int64(4 * lanes)
    // The samples of a lane are contiguous.
    let isKept =
      total <= Int64(memoryLimit) / bytesPerFrame
      && Memory.isAvailable(Int(max(0, total) * bytesPerFrame))
    let bucket = Self.bucketSize(frames: total, lanes: lanes)
    // The length that a source reports may be wrong: no more memory is reserved than the limits
    // allow.
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

  /// The maximum number of samples in the window that is read for a close view: 16 MiB.
  static let windowSamples: Int64 = 1 << 22

  /// Returns the number of samples in a bucket with which the peaks of all fit into 64 MiB.
  static func bucketSize(frames: Int64, lanes: Int) -> Int {
    var size: Int64 = 64
    while size < 1 << 40, frames / size > peaksLimit / Int64(lanes) { size *= 4 }
    return Int(size)
  }

  /// The number of buckets in 64 MiB: two numbers for each, and a third more for the levels above.
  private static let peaksLimit: Int64 = (64 << 20) * 3 / (4 * 8)
}
