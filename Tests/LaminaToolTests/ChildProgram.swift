import Foundation
import Testing

/// The command `lamina` in a process of its own, with pipes to write its input and read what it
/// says.
final class ChildProgram {
  /// A way in which a process ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  private let process: pid_t
  private var input: Int32
  private let output: Int32
  private let errors: Int32

  /// The path of a program that is tested: beside the one that runs the tests.
  static func path(_ name: String = "lamina") throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/" + name
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - terminal: whether its standard error is a terminal.
  ///   - screen: a terminal for its standard input and output.
  init(
    _ arguments: [String], program: String? = nil, terminal: Bool = false, screen: Int32? = nil
  ) throws {
    let path = try program ?? Self.path()
    let (childInput, input) = try screen.map { (dup($0), -1) } ?? Self.pipe()
    let (output, childOutput) = try screen.map { (-1, dup($0)) } ?? Self.pipe()
    let (errors, childErrors) = try terminal ? Self.terminal() : Self.pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, childOutput, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, childErrors, STDERR_FILENO)
    // The tests may ignore the signals that are tested, and their threads may hold them back.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT, SIGXFSZ] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    // Where it is set, pixman tells of it on standard output, which is the program's.
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.filter { $0.key != "PIXMAN_DISABLE" }
      .merging(screen == nil ? [:] : ["TERM": "xterm"]) { $1 }
      .map { strdup("\($0.key)=\($0.value)") } + [nil]
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &words, &environment)
    for word in words + environment { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for descriptor in [childInput, childOutput, childErrors] { close(descriptor) }
    (process, self.input, self.output, self.errors) = (child, input, output, errors)
    try #require(code == 0, "cannot start \(path): \(String(cString: strerror(code)))")
  }

  deinit {
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    #expect(Foundation.write(input, bytes, bytes.count) == bytes.count)
  }

  func closeInput() {
    close(input)
    input = -1
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Reads so many bytes of the output, or fewer where it ends.
  func readOutput(_ count: Int) -> [UInt8] { Self.read(output) { $0.count == count } }
  /// Reads so many lines of the output, or fewer where it ends.
  func readLines(_ count: Int) {
    var left = count
    _ =
      count > 0
      ? Self.read(output) { bytes in
        if bytes.last == UInt8(ascii: "\n") { left -= 1 }
        return left == 0
      } : []
  }
  /// Reads the output to its end.
  func readOutput() -> [UInt8] { Self.read(output) { _ in false } }

  /// Reads what is said on standard error until a text is in it, or to its end.
  @discardableResult
  func readErrors(until text: String? = nil) -> String {
    let end = text.map { Array($0.utf8) }
    let bytes = Self.read(errors) { bytes in end.map { bytes.suffix($0.count) == $0[...] } ?? false
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads both what it writes and what it says, each to its end.
  func readBoth() -> (output: String, errors: String) {
    var texts: [[UInt8]] = [[], []]
    var files = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while files.contains(where: { $0.fd >= 0 }) {
      guard poll(&files, 2, -1) > 0 else { continue }
      for index in files.indices where files[index].fd >= 0 && files[index].revents != 0 {
        let count = Foundation.read(files[index].fd, &buffer, buffer.count)
        if count > 0 {
          texts[index] += buffer[..<count]
        } else if count == 0 || errno != EINTR {
          files[index].fd = -1
        }
      }
    }
    return (String(decoding: texts[0], as: UTF8.self), String(decoding: texts[1], as: UTF8.self))
  }

  func wait() -> End {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }

  /// Reads byte by byte until there is enough. A terminal whose other side is closed is at its
  /// end, too.
  private static func read(_ descriptor: Int32, until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !isEnough(bytes) {
      let count = Foundation.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes.append(byte)
    }
    return bytes
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(Foundation.pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// A terminal that nobody sits at: what is written to its one side can be read on the other.
  private static func terminal() throws -> (reading: Int32, writing: Int32) {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (master, slave)
  }
}
