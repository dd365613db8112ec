import Lamina

/// Writes each frame to a file of its own.
///
/// Every file is whole when it has its name (see ``OutputFile``), so a run that fails leaves
/// the frames before the failure and nothing else.
public final class PictureSequenceSink: FrameSink {
  private let pattern: FileNamePattern
  private let encoder: any PictureEncoder
  private let createsFolder: Bool
  private var failure: OutputError?
  /// The number that the next frame's file has.
  public private(set) var nextNumber: Int

  /// A sink for files such as `frames/%05d.png`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern of the files' names.
  ///   - encoder: the format of the pictures.
  ///   - firstNumber: the first file's number, not negative.
  ///   - createsFolder: whether missing folders on the way to a file are made.
  public init(
    pattern: FileNamePattern, encoder: any PictureEncoder, firstNumber: Int = 0,
    createsFolder: Bool = false
  ) {
    require(firstNumber >= 0, "the file number \(firstNumber) is negative")
    self.pattern = pattern
    self.encoder = encoder
    self.createsFolder = createsFolder
    nextNumber = firstNumber
  }

  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    if let failure { throw failure }
    do {
      let file = try OutputFile(
        .file(path: pattern.name(nextNumber)), createsFolder: createsFolder)
      try file.write(encoder.encode(bitmap, for: file.name))
      try file.finish()
    } catch {
      failure = error
      throw error
    }
    nextNumber += 1
  }

  /// Does nothing if every frame was written, else throws the error of the first that was not.
  public func finish() throws(OutputError) {
    if let failure { throw failure }
  }
}

/// Writes the last frame it was given, when it is finished.
public final class LastPictureSink: FrameSink {
  private let destination: OutputDestination
  private let encoder: any PictureEncoder
  private let createsFolder: Bool
  private var last: Bitmap?
  private var isFinished = false

  /// A sink for one picture.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - encoder: the format of the picture.
  ///   - createsFolder: whether missing folders on the way to a file are made.
  public init(
    to destination: OutputDestination, encoder: any PictureEncoder, createsFolder: Bool = false
  ) {
    self.destination = destination
    self.encoder = encoder
    self.createsFolder = createsFolder
  }

  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    if isFinished { throw .finished(path: destination.name) }
    last = bitmap
  }

  /// Writes the last frame. Calling it again does nothing.
  ///
  /// - Throws: ``OutputError``, among them ``OutputError/noFrames(path:)`` if there was none.
  public func finish() throws(OutputError) {
    if isFinished { return }
    guard let last else { throw .noFrames(path: destination.name) }
    isFinished = true
    let file = try OutputFile(destination, createsFolder: createsFolder)
    try file.write(encoder.encode(last, for: file.name))
    try file.finish()
  }
}

/// Writes frames one after the other into one file or pipe, each as a whole picture.
///
///     program | ffmpeg -f image2pipe -c:v ppm -framerate 60 -i - video.mp4
public final class PictureStreamSink: FrameSink {
  private let file: OutputFile
  private let encoder: any PictureEncoder
  private var isEmpty = true

  /// Opens the destination.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - encoder: the format of the pictures.
  ///   - createsFolder: whether missing folders on the way to a file are made.
  /// - Throws: ``OutputError`` if it cannot be opened.
  public init(
    to destination: OutputDestination, encoder: any PictureEncoder, createsFolder: Bool = false
  ) throws(OutputError) {
    file = try OutputFile(destination, createsFolder: createsFolder)
    self.encoder = encoder
  }

  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    do {
      try file.write(encoder.encode(bitmap, for: file.name))
    } catch {
      throw file.fail(error)
    }
    isEmpty = false
  }

  /// Closes the file and gives it its name.
  ///
  /// - Throws: ``OutputError``, among them ``OutputError/noFrames(path:)`` if there was none.
  public func finish() throws(OutputError) {
    if isEmpty {
      throw file.fail(.noFrames(path: file.name))
    }
    try file.finish()
  }
}
