import Foundation
import Synchronization

/// A pipe that wakes who waits for its one end.
package final class WakePipe: Sendable {
  package let readEnd: Int32
  private let writeEnd: Int32
  /// The pipe that hears of changes of the terminal's size.
  private static let resized = Atomic<Int32>(-1)

  package init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// A full pipe wakes as well as one with another byte.
  package func wake() { Self.wake(writeEnd) }

  private static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
  }

  /// Takes all wakes that have come.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var isWoken = false
    while true {
      let count = read(readEnd, &bytes, bytes.count)
      if count > 0 { isWoken = true }
      if count < bytes.count { return isWoken }
    }
  }

  /// Wakes also when the system says that the terminal has another size.
  package func receivesResizes() {
    Self.resized.store(writeEnd, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let code = errno
      WakePipe.wake(WakePipe.resized.load(ordering: .relaxed))
      errno = code
    }
    sigaction(SIGWINCH, &action, nil)
  }

  package func receivesNoResizes() {
    let (isMine, _) = Self.resized.compareExchange(
      expected: writeEnd, desired: -1, ordering: .sequentiallyConsistent)
    if isMine { signal(SIGWINCH, SIG_DFL) }
  }
}
