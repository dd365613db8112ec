import Foundation
import LaminaScenes

/// The bytes of a file or of standard input, read as they arrive.
final class ByteInput {
  /// An event of the input.
  enum Event: Equatable {
    case bytes([UInt8])
    /// The file begins again: it was replaced by another of its name, or shortened.
    case beginning
    case end
    /// The wait was ended by a request to end the command.
    case interruption
  }

  /// The time between looks at a file that is followed, in milliseconds.
  private static let interval = 100

  /// The name for messages.
  let name: String
  /// The path of a file; nil for standard input.
  private let path: String?
  private var descriptor: Int32
  /// True if there is no file yet, and it is waited for.
  private(set) var isAbsent = false
  private let follows: Bool
  private let interruption: Interruption

  /// Opens an input; `-` is standard input.
  ///
  /// - Parameters:
  ///   - follows: true if the end of a file is not the end, but waits for more: in the file, or in
  ///     another that replaces it. Pipes and terminals end as always. A file that does not exist is
  ///     waited for.
  ///   - interruption: ends the wait for bytes.
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  init(path: String, follows: Bool = false, interruption: Interruption) throws {
    name = path == "-" ? "standard input" : path
    self.path = path == "-" ? nil : path
    self.follows = follows
    self.interruption = interruption
    descriptor = -1
    try openFile()
  }

  /// Opens the input, unless it is a file to wait for.
  private func openFile() throws {
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? dup(STDIN_FILENO)
    isAbsent = descriptor < 0 && errno == ENOENT && follows
    guard descriptor >= 0 || isAbsent else { throw failure }
  }

  /// True if the end of the file is not the end.
  var isFollowed: Bool { follows && isPlainFile }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns what comes next, waiting if there is nothing yet.
  ///
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  func next() throws -> Event {
    while true {
      if isAbsent {
        try openFile()
        guard isAbsent else { continue }
        interruption.wait(until: .now + .milliseconds(Self.interval))
        if interruption.isRequested { return .interruption }
        continue
      }
      let bytes = try available()
      guard let bytes else { return .interruption }
      if !bytes.isEmpty { return .bytes(bytes) }
      guard follows, isPlainFile else { return .end }
      if beginsAgain() { return .beginning }
      interruption.wait(until: .now + .milliseconds(Self.interval))
      if interruption.isRequested { return .interruption }
    }
  }

  /// Returns the bytes that can be read, none at the end; nil if the wait for them was interrupted.
  private func available() throws -> [UInt8]? {
    var isInterrupted = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      while true {
        interruption.wait(forInputOn: descriptor)
        isInterrupted = interruption.isRequested
        if isInterrupted { return }
        let got = read(descriptor, buffer.baseAddress, buffer.count)
        if got >= 0 {
          count = got
          return
        }
        if errno != EINTR, errno != EAGAIN { throw failure }
      }
    }
    return isInterrupted ? nil : bytes
  }

  private var isPlainFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// At the end of a file, looks for another of its name, or whether it has become shorter.
  ///
  /// - Returns: true if reading begins again.
  private func beginsAgain() -> Bool {
    var (opened, named) = (stat(), stat())
    // In this order: what was written before the file was renamed is read first.
    let isNamed = path.map { stat($0, &named) == 0 } ?? false
    let position = lseek(descriptor, 0, SEEK_CUR)
    guard fstat(descriptor, &opened) == 0, opened.st_size <= position else { return false }
    if let path, isNamed, named.st_dev != opened.st_dev || named.st_ino != opened.st_ino {
      let other = open(path, O_RDONLY | O_CLOEXEC)
      guard other >= 0 else { return false }
      close(descriptor)
      descriptor = other
      return true
    }
    return opened.st_size < position && lseek(descriptor, 0, SEEK_SET) == 0
  }

  private var failure: SampleInputError {
    .notReadable(name: name, reason: String(cString: strerror(errno)))
  }
}
