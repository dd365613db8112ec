import LaminaBase

// What waits for a file, for tasks: the work is done on a background thread, and a cancelled task
// waits no longer.

extension AudioFile {
  /// Opens the file at a path, off the caller's isolation; `-` is standard input.
  ///
  /// A pipe is copied before, for as long as it takes to end. If the task is cancelled while the
  /// pipe gives nothing, the copying ends with the next bytes, and what was read is lost.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - allowsTruncation: as in ``init(path:allowsTruncation:)``.
  ///   - pipeLimit: the maximum number of bytes to copy. 4 GiB by default.
  /// - Throws: ``AudioFileError``, or `CancellationError`.
  public static func open(
    path: String, allowsTruncation: Bool = false, pipeLimit: Int64 = 1 << 32
  ) async throws -> AudioFile {
    try await inBackground { isCancelled in
      try AudioFile(
        path: path, allowsTruncation: allowsTruncation, pipeLimit: pipeLimit,
        isCancelled: isCancelled)
    }
  }

  /// Reads the whole file into memory, with an array for each channel, off the caller's isolation.
  ///
  /// - Parameter progress: called after each chunk, on the thread that reads.
  /// - Throws: ``AudioFileError``, or `CancellationError`.
  public func readAll(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> [[Float]] {
    try await inBackground { try self.readAll(isCancelled: $0, progress: progress) }
  }

  /// Returns the file's samples from a frame on, chunk by chunk, each read off the caller's
  /// isolation when it is asked for.
  ///
  ///     for try await samples in file.chunks() { … }  // Left, right, left, right…
  ///
  /// - Parameters:
  ///   - frame: the frame to begin with.
  ///   - framesPerChunk: the number of frames in a chunk; fewer at the end.
  /// - Precondition: `frame` is from 0 to ``frameCount``, and `framesPerChunk` is 1 or more.
  public func chunks(from frame: Int64 = 0, framesPerChunk: Int = 16_384) -> AudioChunks {
    requireFrame(frame)
    Self.requireChunk(framesPerChunk)
    return AudioChunks(file: self, start: frame, framesPerChunk: framesPerChunk)
  }
}

/// The samples of a sound file in chunks, interleaved by frame, in the file's channel order.
///
/// Nothing is read ahead. The loop ends with ``AudioFileError`` if a chunk cannot be read, and with
/// `CancellationError` if its task is cancelled. Several loops may read the same file; each keeps a
/// place of its own.
public struct AudioChunks: AsyncSequence, Sendable {
  let file: AudioFile
  let start: Int64
  let framesPerChunk: Int

  /// Begins with the first chunk.
  public func makeAsyncIterator() -> Iterator { Iterator(chunks: self, next: start) }

  /// A place in a file.
  public struct Iterator: AsyncIteratorProtocol {
    let chunks: AudioChunks
    var next: Int64
    private var isOver = false

    init(chunks: AudioChunks, next: Int64) {
      self.chunks = chunks
      self.next = next
    }

    /// Returns the next samples; nil at the end, and after an error.
    ///
    /// - Throws: ``AudioFileError``, or `CancellationError`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Float]? {
      let (file, first) = (chunks.file, next)
      let count = Int(Swift.min(Int64(chunks.framesPerChunk), file.frameCount - first))
      guard !isOver, count > 0 else { return nil }
      // Unless this chunk can be read.
      isOver = true
      let samples = try await inBackground { _ in
        try file.samples(from: first, count: count)
      }
      next += Int64(samples.count / file.channelCount)
      isOver = samples.isEmpty
      return samples.isEmpty ? nil : samples
    }
  }
}

extension AudioFile {
  /// Returns at most `count` frames; fewer at the end of a truncated file.
  fileprivate func samples(from frame: Int64, count: Int) throws(AudioFileError) -> [Float] {
    var failure: AudioFileError?
    let samples = [Float](unsafeUninitializedCapacity: count * channelCount) { buffer, filled in
      do throws(AudioFileError) {
        filled = try read(from: frame, into: buffer) * channelCount
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return samples
  }
}
