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
    if framesPerChunk < 1 { fatalError("a chunk cannot have \(framesPerChunk) frames") }
    let size = Int(min(Int64(framesPerChunk), frameCount)) * channelCount
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: size)
    defer { buffer.deallocate() }
    var frames: Int64 = 0
    while true {
      if isCancelled() { throw AudioFileError.cancelled(file: name, frames: frames) }
      let count = try read(from: frames, into: buffer)
      guard count > 0 else { return }
      frames += Int64(count)
      try body(UnsafeBufferPointer(rebasing: buffer[..<(count * channelCount)]))
      progress(Progress(frames: frames, frameCount: frameCount))
      if frames == frameCount { return }
    }
  }

  /// Reads the whole file into memory, with an array for each channel.
  ///
  /// - Throws: ``AudioFileError``.
  public func readAll(
    isCancelled: () -> Bool = { false }, progress: (Progress) -> Void = { _ in }
  ) throws(AudioFileError) -> [[Float]] {
    var channels = [[Float]](repeating: [], count: channelCount)
    do {
      try readChunks(isCancelled: isCancelled, progress: progress) { chunk in
        for channel in channels.indices {
          var index = channel
          while index < chunk.count {
            channels[channel].append(chunk[index])
            index += channelCount
          }
        }
      }
    } catch let error as AudioFileError {
      throw error
    } catch {
      fatalError("reading threw \(error)")
    }
    return channels
  }
}
