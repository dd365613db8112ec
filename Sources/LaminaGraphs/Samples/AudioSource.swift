/// A sound that can be read from any position: a file, or a generator of samples.
///
/// The protocol decouples this module from file readers.
public protocol AudioSource: Sendable {
  /// The number of samples per second.
  var sampleRate: Double { get }
  /// The number of samples in a frame.
  var channelCount: Int { get }
  /// The number of frames.
  var frameCount: Int64 { get }

  /// Reads frames, from any thread.
  ///
  /// - Parameters:
  ///   - frame: the first frame to read, from 0 to ``frameCount``.
  ///   - buffer: receives the samples, interleaved by frame. Its size is a whole number of frames.
  /// - Returns: the number of frames read: as many as fit into `buffer`, fewer only at the end.
  func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int

  /// Reads frames as integers, if every sample is an integer divided by 32,768. This is faster
  /// where only peaks are needed.
  ///
  /// - Returns: nil if the samples are not of this form, and by default; else as
  ///   ``read(from:into:)``.
  func readIntegers(
    from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
  ) throws -> Int?
}

extension AudioSource {
  public func readIntegers(
    from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
  ) throws -> Int? { nil }
}

/// Reads a source in chunks.
struct ChunkReader {
  /// The number of samples in a chunk.
  static let chunk = 1 << 16

  private let source: any AudioSource
  private let mixes: Bool
  private var buffer: [Float]
  private var integers: [Int16] = []
  private var hasIntegers = true
  private let channels: Int

  init(_ source: any AudioSource, mix: DataProvider.ChannelMix) {
    self.source = source
    channels = source.channelCount
    mixes = mix == .mono && channels > 1
    buffer = Array(repeating: 0, count: max(Self.chunk / channels, 1) * channels)
  }

  /// Reads frames and appends them to a pyramid.
  ///
  /// - Returns: the number of frames appended; 0 only at the end of the source.
  mutating func append(
    from frame: Int64, atMost limit: Int64, to pyramid: inout PeaksPyramid
  ) throws -> Int {
    let (source, channels, mixes) = (self.source, self.channels, self.mixes)
    let frames = Int(min(Int64(buffer.count / channels), limit))
    if hasIntegers, !mixes, !pyramid.keepsSamples {
      if let count = try appendIntegers(from: frame, frames, to: &pyramid) { return count }
      hasIntegers = false
    }
    return try buffer.withUnsafeMutableBufferPointer { buffer in
      let part = UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * channels)])
      let count = min(try source.read(from: frame, into: part), frames)
      guard count > 0 else { return 0 }
      if mixes { Self.mix(part.baseAddress!, frames: count, channels: channels) }
      pyramid.append(
        interleaved: UnsafeBufferPointer(
          rebasing: UnsafeBufferPointer(part)[..<(mixes ? count : count * channels)]))
      return count
    }
  }

  private mutating func appendIntegers(
    from frame: Int64, _ frames: Int, to pyramid: inout PeaksPyramid
  ) throws -> Int? {
    let (source, channels) = (self.source, self.channels)
    if integers.isEmpty { integers = Array(repeating: 0, count: buffer.count) }
    return try integers.withUnsafeMutableBufferPointer { integers in
      let part = UnsafeMutableBufferPointer(rebasing: integers[..<(frames * channels)])
      guard let read = try source.readIntegers(from: frame, into: part) else { return nil }
      let count = min(read, frames)
      pyramid.append(integers: UnsafeBufferPointer(rebasing: part[..<(count * channels)]))
      return count
    }
  }

  /// Replaces the frames in place by the mean of each.
  private static func mix(_ samples: UnsafeMutablePointer<Float>, frames: Int, channels: Int) {
    let divisor = Float(channels)
    var frame = 0
    while channels == 2 && frame + 4 <= frames {
      let pairs = UnsafePointer(samples + 2 * frame)
      let (a, b) = (PeaksKernels.load(pairs), PeaksKernels.load(pairs + 4))
      PeaksKernels.store(
        (PeaksKernels.evens(a, b) + PeaksKernels.odds(a, b)) / 2, samples + frame)
      frame += 4
    }
    while frame < frames {
      var sum = samples[frame * channels]
      for channel in 1..<channels { sum += samples[frame * channels + channel] }
      samples[frame] = sum / divisor
      frame += 1
    }
  }
}
