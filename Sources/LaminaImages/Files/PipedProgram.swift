import Foundation
import Lamina

/// A running program that reads standard input from this process, and whose last words on standard
/// error are kept. Its standard output is discarded.
///
/// It has a process group of its own, so that what is typed at the terminal interrupts this process
/// alone.
final class PipedProgram {
  /// A reason that a program ended.
  enum End: Equatable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)
    /// The process ignores SIGCHLD, so that the system keeps no status.
    case unknown

    var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal):
        "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
      case .unknown: "ended with an unknown status, as SIGCHLD is ignored"
      }
    }
  }

  /// The descriptor that the program's input is written to; -1 once it is closed.
  private(set) var input: Int32
  private var process: pid_t?
  private let words: LastWords

  /// Returns the path of a program in the folders of `PATH`; nil if there is none.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }

  /// Starts a program.
  ///
  /// - Throws: `POSIXError`.
  init(path: String, arguments: [String]) throws(POSIXError) {
    let (childInput, input) = try Self.pipe()
    defer { close(childInput) }
    let (errors, childErrors): (Int32, Int32)
    do {
      (errors, childErrors) = try Self.pipe()
    } catch {
      close(input)
      throw error
    }
    defer { close(childErrors) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, childErrors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // What this process ignores or holds back is none of the program's business.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT, SIGXFSZ] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &list, &environment)
    for text in list + environment { free(text) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    guard code == 0 else {
      close(input)
      close(errors)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    (self.input, process, words) = (input, child, LastWords(of: errors))
  }

  /// Ends the program if it still runs.
  deinit { kill() }

  private static func pipe() throws(POSIXError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Runs `body` without the signal SIGPIPE, which writing to a program that has ended sends to this
  /// thread; the write fails in any case.
  func withoutBrokenPipeSignal(_ body: () throws -> Void) rethrows {
    var signals = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &earlier)
    defer {
      var none = timespec()
      while sigtimedwait(&signals, nil, &none) == SIGPIPE {}
      pthread_sigmask(SIG_SETMASK, &earlier, nil)
    }
    try body()
  }

  /// Ends the program's input, and waits until the program has ended.
  ///
  /// - Returns: nil if it was waited for before.
  func finish() -> (end: End, lastWords: String)? {
    guard let process else { return nil }
    self.process = nil
    close(input)
    input = -1
    let lastWords = words.wait()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return (.unknown, lastWords) }
    }
    let signal = status & 0x7F
    return (signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal), lastWords)
  }

  /// Ends the program, and what it has started, at once.
  func kill() {
    guard let process else { return }
    Foundation.kill(-process, SIGKILL)
    _ = finish()
  }
}

/// The end of what a program says, which a thread reads so that the program never waits for it.
private final class LastWords: Sendable {
  private static let capacity = 2_048
  private let bytes = Locked<[UInt8]>([])
  private let end = DispatchSemaphore(value: 0)

  /// Reads a descriptor to its end, and closes it.
  init(of descriptor: Int32) {
    Thread.detachNewThread { [bytes, end] in
      var buffer = [UInt8](repeating: 0, count: Self.capacity)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes.withLock { $0 = Array(($0 + buffer[..<count]).suffix(Self.capacity)) }
      }
      close(descriptor)
      end.signal()
    }
  }

  /// Waits for the end. Called once.
  ///
  /// - Returns: the last three lines, joined by semicolons.
  func wait() -> String {
    end.wait()
    let text = String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.filter { !$0.isEmpty }.suffix(3).joined(separator: "; ")
  }
}
