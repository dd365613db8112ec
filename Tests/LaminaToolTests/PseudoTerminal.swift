import Foundation
import Testing

/// A terminal that a thread of the test sits at: it takes what is written, and answers questions.
final class PseudoTerminal: Sendable {
  /// The side of the program.
  let program: Int32
  private let user: Int32
  private let state: NSCondition
  private nonisolated(unsafe) var bytes: [UInt8] = []
  private nonisolated(unsafe) var hasEnded = false

  /// - Parameters:
  ///   - answers: what it says for a text that it is sent; where that is nil, it hangs up.
  init(
    columns: UInt16 = 20, rows: UInt16 = 7, cell: (UInt16, UInt16) = (0, 0),
    answers: [String: String?] = [:]
  ) throws {
    var (user, program): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: rows, ws_col: columns, ws_xpixel: columns * cell.0, ws_ypixel: rows * cell.1)
    try #require(openpty(&user, &program, nil, nil, &size) == 0)
    for end in [user, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (self.user, self.program) = (user, program)
    state = NSCondition()
    Thread.detachNewThread { [self, user] in sit(at: user, answers) }
  }

  private func sit(at user: Int32, _ answers: [String: String?]) {
    var asked: Set<String> = []
    var isHere = true
    while isHere {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(user, &chunk, chunk.count)
      isHere = count > 0
      let text = state.withLock {
        bytes += chunk.prefix(max(0, count))
        state.broadcast()
        return String(decoding: bytes, as: UTF8.self)
      }
      for (question, answer) in answers where text.contains(question) {
        guard asked.insert(question).inserted else { continue }
        if let answer { type(answer) } else { isHere = false }
      }
    }
    close(user)
    state.withLock {
      hasEnded = true
      state.broadcast()
    }
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(user, bytes, bytes.count)
  }

  /// Waits until a text was written, or nobody is there to write it.
  func wait(for text: String) {
    state.lock()
    defer { state.unlock() }
    while !hasEnded, !String(decoding: bytes, as: UTF8.self).contains(text) { state.wait() }
  }

  /// Makes it another size; the program is not told.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(program, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the program's side.
  ///
  /// - Returns: all that was written.
  func finish() -> String {
    close(program)
    state.lock()
    defer { state.unlock() }
    while !hasEnded { state.wait() }
    return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\u{1B}", with: "^")
  }

  /// The terminal's treatment of typed input: its flags and special characters.
  var ways: [UInt32] {
    var ways = termios()
    tcgetattr(program, &ways)
    return [ways.c_iflag, ways.c_oflag, ways.c_lflag]
      + withUnsafeBytes(of: ways.c_cc) { $0.map(UInt32.init) }
  }
}
