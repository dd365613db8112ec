import Lamina

extension DataProvider {
  /// Loads a source from beginning to end, off the caller's isolation; see
  /// ``init(source:mix:memoryLimit:isCancelled:progress:)``.
  ///
  ///     graph.dataProvider = try await DataProvider.load(AudioFile.open(path: "song.mp3"))
  ///
  /// The work is done on a background thread, and ends with the piece being read if the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - source: the source to read.
  ///   - mix: the channels to keep or mix.
  ///   - memoryLimit: the maximum memory of the samples, in bytes.
  ///   - progress: called after each piece, on the thread that reads.
  /// - Precondition: the source has at least one channel, and a rate that is finite and above 0.
  /// - Throws: ``AudioLoadError``, or `CancellationError`.
  public static func load(
    _ source: some AudioSource, mix: ChannelMix = .separate, memoryLimit: Int = 256 << 20,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws -> DataProvider {
    try await inBackground { isCancelled in
      try DataProvider(
        source: source, mix: mix, memoryLimit: memoryLimit, isCancelled: isCancelled,
        progress: progress)
    }
  }
}

extension PeaksFile {
  /// Reads a file of peaks in either form, off the caller's isolation, on a background thread. A
  /// cancelled task waits no longer.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - isStrict: as in ``init(contentsOfFile:isStrict:)``.
  /// - Throws: ``PeaksFileError``, or `CancellationError`.
  public static func load(
    contentsOfFile path: String, isStrict: Bool = false
  ) async throws -> PeaksFile {
    try await inBackground { _ in try PeaksFile(contentsOfFile: path, isStrict: isStrict) }
  }
}
