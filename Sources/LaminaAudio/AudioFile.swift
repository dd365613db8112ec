import CSndFile
import Foundation
import LaminaBase

/// A sound file, opened for reading: WAV, AIFF, FLAC, Ogg Vorbis, Opus, MP3 and any other format
/// that the installed libsndfile reads, at any sample rate and with any number of channels.
///
/// Samples are read as `Float`. Integer samples are scaled to -1..<1; floating-point samples are
/// returned as stored, even if they are out of that range, infinite or NaN. A frame is one sample
/// of each channel at the same moment, in the file's channel order.
///
/// A file may be used from several threads, which then wait for each other. It is closed when the
/// last reference is released.
///
/// `@unchecked Sendable`: libsndfile's handle is used only while the lock is held.
public final class AudioFile: @unchecked Sendable {
  /// The name under which the file was opened: its path, or the caller's name for a file
  /// descriptor.
  public let name: String
  /// The sample rate, in frames per second.
  public let sampleRate: Double
  /// The number of channels, and so of samples per frame.
  public let channelCount: Int
  /// The number of frames: as declared at the beginning of the file, or counted if it declares
  /// none.
  public let frameCount: Int64
  /// The format as libsndfile names it, such as "WAV (Microsoft), Signed 16 bit PCM".
  public let format: String
  /// A Boolean value indicating whether a truncated file is read as far as it goes instead of
  /// causing an error.
  public let allowsTruncation: Bool

  /// A Boolean value indicating whether every sample is an integer of 16 bits or fewer, divided by
  /// 32,768.
  public let hasIntegers: Bool

  private let lock = NSLock()
  private let bytes: AudioBytes
  private let file: OpaquePointer
  private var nextFrame: Int64 = 0
  /// The number of frames before the requested one that are decoded and discarded after a seek. The
  /// output of a lossy decoder depends on what it has decoded before; starting at a Vorbis page,
  /// libsndfile 1.2.0 returns up to a thousand frames of noise.
  private let leadIn: Int64

  /// The lock for opening: libsndfile has a single error for all files that could not be opened.
  private static let opening = NSLock()

  /// Opens the file at a path; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - allowsTruncation: true to read a truncated file as far as it goes, and a WAV file whose
  ///     header declares no samples up to its end.
  /// - Throws: ``AudioFileError``. Truncation of a WAV, AIFF or AU file is detected at once; that
  ///   of other files when reading reaches the end.
  public convenience init(
    path: String, allowsTruncation: Bool = false
  ) throws(AudioFileError) {
    try self.init(path: path, allowsTruncation: allowsTruncation, pipeLimit: 1 << 32)
  }

  /// Opens the file at a path; `-` is standard input. Data of a pipe are copied up to a limit.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - allowsTruncation: true to read a truncated file as far as it goes, and a WAV file whose
  ///     header declares no samples up to its end.
  ///   - pipeLimit: the maximum number of bytes to copy from a pipe.
  /// - Throws: ``AudioFileError``, as ``init(path:allowsTruncation:)`` does.
  public convenience init(
    path: String, allowsTruncation: Bool = false, pipeLimit: Int64
  ) throws(AudioFileError) {
    try self.init(
      path: path, allowsTruncation: allowsTruncation, pipeLimit: pipeLimit, isCancelled: { false })
  }

  /// Opens the file at a path. If that is a pipe, copying it can be limited and cancelled.
  convenience init(
    path: String, allowsTruncation: Bool, pipeLimit: Int64, isCancelled: () -> Bool
  ) throws(AudioFileError) {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path: path, code: errno) }
    defer { if !isInput { close(descriptor) } }
    try self.init(
      fileDescriptor: descriptor, name: isInput ? "standard input" : path,
      allowsTruncation: allowsTruncation, pipeLimit: pipeLimit, isCancelled: isCancelled)
  }

  /// Opens a file descriptor: that of a file, which is read from the descriptor's position on, or
  /// of a pipe.
  ///
  /// libsndfile has to seek, so the data of a pipe is first copied, until the pipe ends, to a
  /// temporary file that has no name and disappears when it is closed.
  ///
  /// The descriptor remains the caller's, and may be closed at once. The position of a file does
  /// not change.
  ///
  /// - Parameters:
  ///   - fileDescriptor: the descriptor of the file or pipe.
  ///   - name: the name used in errors.
  ///   - allowsTruncation: true to read a truncated file as far as it goes.
  ///   - pipeLimit: the maximum number of bytes to copy. 4 GiB by default.
  ///   - isCancelled: called repeatedly while a pipe is copied.
  /// - Throws: ``AudioFileError``.
  public convenience init(
    fileDescriptor: Int32, name: String, allowsTruncation: Bool = false,
    pipeLimit: Int64 = 1 << 32, isCancelled: () -> Bool = { false }
  ) throws(AudioFileError) {
    let own = try Self.seekable(
      fileDescriptor, name: name, pipeLimit: pipeLimit, isCancelled: isCancelled)
    let bytes = try AudioBytes(owning: own, from: Int64(lseek(own, 0, SEEK_CUR)), name)
    try self.init(bytes, name, allowsTruncation)
  }

  /// Returns a seekable descriptor of the same bytes: of the same file, or of a copy of a pipe's
  /// data. The caller closes it.
  ///
  /// - Throws: ``AudioFileError``.
  package static func seekable(
    _ descriptor: Int32, name: String, pipeLimit: Int64 = 1 << 32, isCancelled: () -> Bool
  ) throws(AudioFileError) -> Int32 {
    guard lseek(descriptor, 0, SEEK_CUR) >= 0, isRegular(descriptor) else {
      return try copyOfPipe(descriptor, name, limit: pipeLimit, isCancelled)
    }
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .system(path: name, code: errno) }
    return own
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private init(
    _ bytes: AudioBytes, _ name: String, _ allowsTruncation: Bool
  ) throws(AudioFileError) {
    guard bytes.count > 0 else { throw .empty(path: name, byteCount: 0) }
    let header = AudioHeader(bytes)
    if allowsTruncation {
      bytes.replacement = header.correctedLength
    } else {
      try header.checkLength(name)
    }
    var info = SF_INFO()
    let file = try Self.open(bytes, name, &info)
    do throws(AudioFileError) {
      var count = info.frames
      if count >= 1 << 60 { count = try Self.countFrames(file, info, name) }
      guard count > 0, info.channels > 0, info.samplerate > 0 else {
        throw .empty(path: name, byteCount: bytes.count)
      }
      frameCount = count
    } catch {
      sf_close(file)
      throw error
    }
    self.bytes = bytes
    self.file = file
    self.name = name
    self.allowsTruncation = allowsTruncation
    sampleRate = Double(info.samplerate)
    channelCount = Int(info.channels)
    format = Self.formatName(info.format)
    hasIntegers = [SF_FORMAT_PCM_16, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8]
      .contains(Int(info.format) & SF_FORMAT_SUBMASK)
    let container = Int(info.format) & SF_FORMAT_TYPEMASK
    leadIn = container == SF_FORMAT_OGG || container == SF_FORMAT_MPEG ? 16_384 : 0
  }

  deinit { sf_close(file) }

  private static func open(
    _ bytes: AudioBytes, _ name: String, _ info: inout SF_INFO
  ) throws(AudioFileError) -> OpaquePointer {
    opening.lock()
    defer { opening.unlock() }
    if let file = bytes.open(&info) { return file }
    let reason = String(cString: sf_strerror(nil))
    switch Int(sf_error(nil)) {
    case SF_ERR_UNRECOGNISED_FORMAT: throw .notAudio(path: name)
    case SF_ERR_UNSUPPORTED_ENCODING: throw .unsupportedEncoding(path: name, reason: reason)
    default: throw .damaged(path: name, reason: reason, frame: nil)
    }
  }

  /// Returns the number of frames in a file that does not declare it, by reading the file to its
  /// end.
  private static func countFrames(
    _ file: OpaquePointer, _ info: SF_INFO, _ name: String
  ) throws(AudioFileError) -> Int64 {
    var buffer = [Float](repeating: 0, count: 4096 * Int(info.channels))
    var count: Int64 = 0
    while true {
      let new = sf_readf_float(file, &buffer, 4096)
      guard new > 0 else { break }
      count += new
    }
    guard sf_seek(file, 0, SEEK_SET) == 0 else {
      throw .damaged(path: name, reason: String(cString: sf_strerror(file)), frame: 0)
    }
    return count
  }

  private static func formatName(_ format: Int32) -> String {
    let parts = [Int32(SF_FORMAT_TYPEMASK), Int32(SF_FORMAT_SUBMASK)]
      .compactMap { mask -> String? in
        var info = SF_FORMAT_INFO()
        info.format = format & mask
        let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
        guard sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0, let name = info.name
        else {
          return nil
        }
        return String(cString: name)
      }
    return parts.joined(separator: ", ")
  }

  // MARK: - Reading

  /// The duration of the sound, in seconds.
  public var duration: TimeInterval { Double(frameCount) / sampleRate }

  /// The frame that ``read(into:)`` reads next.
  public var position: Int64 {
    lock.lock()
    defer { lock.unlock() }
    return nextFrame
  }

  /// Moves to a frame, which ``read(into:)`` then reads first.
  ///
  /// - Precondition: `frame` is from 0 to ``frameCount``.
  /// - Throws: ``AudioFileError``.
  public func seek(to frame: Int64) throws(AudioFileError) {
    lock.lock()
    defer { lock.unlock() }
    try move(to: frame)
  }

  /// Reads the next frames.
  ///
  /// - Parameter buffer: receives the interleaved samples. Room for less than a frame is left
  ///   unchanged.
  /// - Returns: the number of frames read: as many as there is room for, fewer at the end, 0 after
  ///   it.
  /// - Throws: ``AudioFileError``, ``AudioFileError/truncated(path:found:promised:unit:)`` if the
  ///   file ends before its last frame.
  public func read(
    into buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    return try readFrames(buffer)
  }

  /// Reads frames, starting at the given one.
  ///
  /// - Precondition: `frame` is from 0 to ``frameCount``.
  /// - Throws: ``AudioFileError``.
  public func read(
    from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    if frame != nextFrame { try move(to: frame) }
    return try readFrames(buffer)
  }

  /// Ends the program unless reading can begin at a frame.
  func requireFrame(_ frame: Int64) {
    require(
      frame >= 0 && frame <= frameCount, "frame \(frame) is out of range: there are \(frameCount)")
  }

  private func move(to frame: Int64) throws(AudioFileError) {
    requireFrame(frame)
    let start = max(frame - leadIn, 0)
    guard sf_seek(file, start, SEEK_SET) == start else {
      // If the file ends early, there is nothing to move to.
      if allowsTruncation {
        nextFrame = frameCount
        return
      }
      throw .damaged(path: name, reason: String(cString: sf_strerror(file)), frame: frame)
    }
    nextFrame = start
    guard frame > start else { return }
    let skipped = UnsafeMutableBufferPointer<Float>.allocate(
      capacity: Int(frame - start) * channelCount)
    defer { skipped.deallocate() }
    _ = try readFrames(skipped)
  }

  private func readFrames(
    _ buffer: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) -> Int {
    try readFrames(buffer) { sf_readf_float(file, $0, $1) }
  }

  /// Reads frames as integers, samples times 32,768, starting at the given one.
  ///
  /// - Precondition: `frame` is from 0 to ``frameCount``.
  /// - Returns: as ``read(from:into:)``; nil unless ``hasIntegers``.
  /// - Throws: ``AudioFileError``.
  public func readIntegers(
    from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>
  ) throws(AudioFileError) -> Int? {
    guard hasIntegers else { return nil }
    lock.lock()
    defer { lock.unlock() }
    if frame != nextFrame { try move(to: frame) }
    return try readFrames(buffer) { sf_readf_short(file, $0, $1) }
  }

  private func readFrames<Sample>(
    _ buffer: UnsafeMutableBufferPointer<Sample>,
    _ read: (UnsafeMutablePointer<Sample>, Int64) -> Int64
  ) throws(AudioFileError) -> Int {
    let room = min(Int64(buffer.count / channelCount), frameCount - nextFrame)
    var count: Int64 = 0
    while count < room {
      let new = read(buffer.baseAddress! + Int(count) * channelCount, room - count)
      guard new > 0 else { break }
      count += new
    }
    nextFrame += count
    if count < room && !allowsTruncation {
      guard sf_error(file) == 0 else {
        throw .damaged(path: name, reason: String(cString: sf_strerror(file)), frame: nextFrame)
      }
      throw .truncated(path: name, found: nextFrame, promised: frameCount, unit: .frames)
    }
    return Int(count)
  }
}
