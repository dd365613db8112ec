import LaminaBase

extension AudioFile {
  /// The progress of reading a file.
  public struct Progress: Sendable, Equatable {
    /// The number of frames that have been read.
    public let frames: Int64
    /// The number of frames in the file.
    public let frameCount: Int64

    /// The fraction that has been read, from 0 to 1.
    public var fraction: Double { Double(frames) / Double(frameCount) }
  }

  /// Reads the whole file from its beginning, chunk by chunk.
  ///
  /// - Parameters:
  ///   - framesPerChunk: the number of frames read at once; fewer at the end.
  ///   - isCancelled: called before each chunk; returns true to cancel the reading.
  ///   - progress: called after each chunk.
  ///   - body: receives the interleaved samples of each chunk. An error that it throws ends the
  ///     reading.
  /// - Precondition: `framesPerChunk` is 1 or more.
  /// - Throws: ``AudioFileError``, and any error that `body` throws.
  public func readChunks(
    framesPerChunk: Int = 16_384, isCancelled: () -> Bool = { false },
    progress: (Progress) -> Void = { _ in }, _ body: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    var reader = FileChunkReader(self, framesPerChunk: framesPerChunk)
    defer { reader.deallocate() }
    while let chunk = try reader.next(isCancelled) {
      try body(chunk)
      progress(Progress(frames: reader.frames, frameCount: frameCount))
    }
  }

  /// Reads the whole file into memory, with an array for each channel.
  ///
  /// - Throws: ``AudioFileError``.
  public func readAll(
    isCancelled: () -> Bool = { false }, progress: (Progress) -> Void = { _ in }
  ) throws(AudioFileError) -> [[Float]] {
    var channels = [[Float]](repeating: [], count: channelCount)
    var reader = FileChunkReader(self, framesPerChunk: 16_384)
    defer { reader.deallocate() }
    while let chunk = try reader.next(isCancelled) {
      for channel in channels.indices {
        var index = channel
        while index < chunk.count {
          channels[channel].append(chunk[index])
          index += channelCount
        }
      }
      progress(Progress(frames: reader.frames, frameCount: frameCount))
    }
    return channels
  }

  /// Ends the program unless a chunk can have so many frames.
  static func requireChunk(_ frames: Int) {
    require(frames >= 1, "a chunk of \(frames) frames: it must have at least 1")
  }
}

/// Reads a file from its beginning, chunk by chunk.
private struct FileChunkReader {
  /// The number of frames that have been read.
  private(set) var frames: Int64 = 0
  private let file: AudioFile
  private let buffer: UnsafeMutableBufferPointer<Float>

  init(_ file: AudioFile, framesPerChunk: Int) {
    AudioFile.requireChunk(framesPerChunk)
    self.file = file
    buffer = .allocate(
      capacity: Int(min(Int64(framesPerChunk), file.frameCount)) * file.channelCount)
  }

  func deallocate() { buffer.deallocate() }

  /// Returns the next samples, which are overwritten by those after them; nil at the end.
  mutating func next(
    _ isCancelled: () -> Bool
  ) throws(AudioFileError) -> UnsafeBufferPointer<Float>? {
    if frames == file.frameCount { return nil }
    if isCancelled() { throw .cancelled(path: file.name, frames: frames) }
    let count = try file.read(from: frames, into: buffer)
    guard count > 0 else { return nil }
    frames += Int64(count)
    return UnsafeBufferPointer(rebasing: buffer[..<(count * file.channelCount)])
  }
}
