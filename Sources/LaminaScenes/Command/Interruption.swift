import Foundation
import LaminaWindow
import Synchronization

/// The requests to end the command: control-C (SIGINT), SIGTERM, SIGQUIT, closing the terminal
/// (SIGHUP), or a file that has reached its size limit (SIGXFSZ).
///
/// The first request ends the input, so that what was drawn is finished and gets its final name.
/// The second aborts. After that, the signals have their default effect and end the process. For
/// standard output, which may no longer be accepted, they have it after the first request.
package final class Interruption: Sendable {
  /// The reason that nothing was written.
  package enum Stop: Error, Equatable, CustomStringConvertible {
    /// The request came before there was anything to draw.
    case beforeFirstSample(signal: Int32)
    /// The second request came before everything was written.
    case aborted(signal: Int32)
    /// The request came before all frames of a range were drawn that can be resumed.
    case unfinished(signal: Int32)

    package var description: String {
      switch self {
      case .beforeFirstSample: "interrupted before there was anything to draw: nothing was written"
      case .aborted: "aborted: the output is incomplete"
      case .unfinished: "interrupted: run it again to draw the frames that are missing"
      }
    }

    /// The exit status that a shell reports for a process that the signal has ended.
    package var exitStatus: Int32 {
      switch self {
      case .beforeFirstSample(let signal), .aborted(let signal), .unfinished(let signal):
        128 + signal
      }
    }
  }

  private let requests = Atomic<Int>(0)
  private let lastSignal = Atomic<Int32>(0)
  /// The number of requests after which the signals have their default effect again.
  private let patience = Atomic<Int>(2)
  /// True if the first request is answered on standard error.
  private let speaks = Atomic<Bool>(false)
  /// The read end of a pipe that becomes readable at the first request and wakes the waiting
  /// thread.
  private let readEnd: Int32
  private let writeEnd: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, a wait is not cut short.
    _ = pipe(&ends)
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// A descriptor that becomes readable at the first request.
  package var descriptor: Int32 { readEnd }
  /// True if the input is to end.
  package var isRequested: Bool { requests.load(ordering: .relaxed) > 0 }
  /// The last signal; 0 if there was none.
  package var signal: Int32 { lastSignal.load(ordering: .relaxed) }

  /// Throws if a second request has come.
  ///
  /// - Throws: ``Stop/aborted(signal:)``.
  package func check() throws(Stop) {
    if requests.load(ordering: .relaxed) > 1 { throw .aborted(signal: signal) }
  }

  /// Waits until a descriptor is readable or a request has come.
  package func wait(forInputOn descriptor: Int32) {
    var files = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, 2, -1) < 0, errno == EINTR, !isRequested {}
  }

  /// Waits until an instant or a request has come. Returns at once if the instant has passed.
  package func wait(until moment: ContinuousClock.Instant) {
    while !isRequested {
      let left = ContinuousClock.now.duration(to: moment)
      guard left > .zero else { return }
      // In whole milliseconds, and at most a minute at a time.
      let milliseconds = min(60_000, (left / .milliseconds(1)).rounded(.up))
      var file = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      poll(&file, 1, Int32(milliseconds))
    }
  }

  /// Records a request. Async-signal-safe.
  ///
  /// - Returns: the number of requests so far.
  @discardableResult
  package func request(_ signal: Int32) -> Int {
    lastSignal.store(signal, ordering: .relaxed)
    let count = requests.wrappingAdd(1, ordering: .relaxed).newValue
    if count == 1 {
      var byte: UInt8 = 0
      write(writeEnd, &byte, 1)
    }
    return count
  }

  /// Handles a signal as a request.
  private func handle(_ signal: Int32) {
    let code = errno
    defer { errno = code }
    // The oversized write fails and reports the error.
    if signal == SIGXFSZ {
      if !isRequested { request(signal) }
      return
    }
    let count = request(signal)
    let patience = patience.load(ordering: .relaxed)
    if count >= patience {
      Foundation.signal(SIGINT, SIG_DFL)
      Foundation.signal(SIGTERM, SIG_DFL)
      Foundation.signal(SIGHUP, SIG_DFL)
      Foundation.signal(SIGQUIT, SIG_DFL)
    }
    if count > patience {
      // The signal arrived while the previous one was being handled.
      kill(getpid(), signal)
    } else if count == 1, speaks.load(ordering: .relaxed) {
      let text: StaticString = "\nfinishing; interrupt again to abort\n"
      write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
  }

  /// A thread that waits for the first request, and then runs an action.
  package final class Watch: Sendable {
    private let wakeUp = WakePipe()

    /// - Parameter action: the action, called once on that thread.
    package init(_ interruption: Interruption, _ action: @escaping @Sendable () -> Void) {
      Thread.detachNewThread { [wakeUp] in
        interruption.wait(forInputOn: wakeUp.readEnd)
        if interruption.isRequested { action() }
      }
    }

    /// Ends the thread.
    package func cancel() { wakeUp.wake() }
  }

  // MARK: - The process's signals

  /// The requests that the process receives as signals.
  package static let ofProcess = Interruption()

  /// Gives SIGQUIT its default effect, to end the process, instead of that which Swift's runtime gives
  /// it: to print a backtrace, which takes seconds. If it is ignored, it stays so.
  package static func restoreQuitSignal() {
    if !isIgnored(SIGQUIT) { Foundation.signal(SIGQUIT, SIG_DFL) }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Installs handlers for the process's signals, except for those ignored when it was started.
  ///
  /// - Parameters:
  ///   - patience: the number of signals after which they have their default effect.
  ///   - speaks: true if the first is answered on standard error.
  package static func catchSignals(patience: Int, speaks: Bool) -> Interruption {
    let interruption = ofProcess
    interruption.patience.store(patience, ordering: .relaxed)
    interruption.speaks.store(speaks, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ] where !isIgnored(number) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.ofProcess.handle($0) }
      sigaction(number, &action, nil)
    }
    return interruption
  }
}
