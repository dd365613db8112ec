extension AudioFile {
  /// How far reading has come.
  public struct Progress: Sendable, Equatable {
    /// How many frames have been read.
    public let frames: Int64
    /// How many there are.
    public let frameCount: Int64

    /// From 0 to 1.
    public var fraction: Double { Double(frames) / Double(frameCount) }
  }

  /// Reads the whole file from its beginning, piece by piece.
  ///
  /// - Parameters:
  ///   - framesPerChunk: how many frames are read at once; fewer at the end.
  ///   - isCancelled: asked before each piece.
  ///   - progress: told after each piece.
  ///   - body: gets the samples of each piece, those of a frame together. What it throws ends the
  ///     reading.
  /// - Precondition: `framesPerChunk` is 1 or more.
  /// - Throws: ``AudioFileError``, and what `body` throws.
  public func readChunks(
    framesPerChunk: Int = 16_384, isCancelled: () -> Bool = { false },
    progress: (Progress) -> Void = { _ in }, _ body: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    if framesPerChunk < 1 { fatalError("a piece cannot have \(framesPerChunk) frames") }
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

  /// Reads the whole file into memory, an array for each channel.
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
