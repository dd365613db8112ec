import Foundation
import LaminaWindow
import Synchronization

/// Whether somebody has asked the command to end: by control-C (SIGINT), SIGTERM, SIGQUIT, or by
/// closing the terminal (SIGHUP); or the system has, because a file may not be larger (SIGXFSZ).
///
/// The first request ends the input, so that what was drawn is finished and has its name. The
/// second gives up. After that, and for output that may not be taken any more already after the
/// first, the signals do what they do by themselves: they end the process.
final class Interruption: Sendable {
  /// Why nothing was written.
  enum Stop: Error, Equatable, CustomStringConvertible {
    /// The request came before there was anything to draw.
    case beforeFirstSample(signal: Int32)
    /// The second request came before all was written.
    case aborted(signal: Int32)

    var description: String {
      switch self {
      case .beforeFirstSample: "interrupted before the first sample: nothing was written"
      case .aborted: "aborted: the output is not finished"
      }
    }

    /// What a shell says of a process that the signal has ended.
    var exitStatus: Int32 {
      switch self {
      case .beforeFirstSample(let signal), .aborted(let signal): 128 + signal
      }
    }
  }

  private let requests = Atomic<Int>(0)
  private let lastSignal = Atomic<Int32>(0)
  /// After so many requests the signals get their own effect back.
  private let patience = Atomic<Int>(2)
  /// Whether a request is answered on standard error.
  private let speaks = Atomic<Bool>(false)
  /// A pipe that can be read from the first request on: it wakes who waits.
  private let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, waiting goes on to its end.
    _ = pipe(&ends)
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// A descriptor that can be read from the first request on.
  var descriptor: Int32 { readEnd }
  /// Whether the input is to end here.
  var isRequested: Bool { requests.load(ordering: .relaxed) > 0 }
  /// The last signal; 0 if there was none.
  var signal: Int32 { lastSignal.load(ordering: .relaxed) }

  /// Gives up if that was asked for.
  ///
  /// - Throws: ``Stop/aborted(signal:)``.
  func check() throws(Stop) {
    if requests.load(ordering: .relaxed) > 1 { throw .aborted(signal: signal) }
  }

  /// Waits until a descriptor can be read, or a request has come.
  func wait(forInputOn descriptor: Int32) {
    var files = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, 2, -1) < 0, errno == EINTR, !isRequested {}
  }

  /// Waits until a moment, or a request has come. A moment that has passed costs nothing.
  func wait(until moment: ContinuousClock.Instant) {
    while !isRequested {
      let left = ContinuousClock.now.duration(to: moment)
      guard left > .zero else { return }
      // In whole milliseconds, and not longer than a minute at a time.
      let milliseconds = min(60_000, (left / .milliseconds(1)).rounded(.up))
      var file = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      poll(&file, 1, Int32(milliseconds))
    }
  }

  /// Takes a request. It does nothing that a signal handler may not do.
  ///
  /// - Returns: how many there have been.
  @discardableResult
  func request(_ signal: Int32) -> Int {
    lastSignal.store(signal, ordering: .relaxed)
    let count = requests.wrappingAdd(1, ordering: .relaxed).newValue
    if count == 1 {
      var byte: UInt8 = 0
      write(writeEnd, &byte, 1)
    }
    return count
  }

  /// Takes a request from a signal handler.
  private func handle(_ signal: Int32) {
    let code = errno
    defer { errno = code }
    // The write that was too large fails, and says so.
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
      // It came while the one before was being handled.
      kill(getpid(), signal)
    } else if count == 1, speaks.load(ordering: .relaxed) {
      let text: StaticString = "\nfinishing; once more to abort\n"
      write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
  }

  /// Waits on a thread of its own for the first request, and then does something.
  final class Watch: Sendable {
    private let wakeUp = WakePipe()

    /// - Parameter action: called on that thread, once.
    init(_ interruption: Interruption, _ action: @escaping @Sendable () -> Void) {
      Thread.detachNewThread { [wakeUp] in
        interruption.wait(forInputOn: wakeUp.readEnd)
        if interruption.isRequested { action() }
      }
    }

    /// Ends the thread.
    func cancel() { wakeUp.wake() }
  }

  // MARK: - The process's signals

  /// The requests of the process.
  static let ofProcess = Interruption()

  /// Takes the process's signals, except those that it was started to ignore.
  ///
  /// - Parameters:
  ///   - patience: after how many of them they have their own effect.
  ///   - speaks: whether the first is answered on standard error.
  static func catchSignals(patience: Int, speaks: Bool) -> Interruption {
    let interruption = ofProcess
    interruption.patience.store(patience, ordering: .relaxed)
    interruption.speaks.store(speaks, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ] {
      var before = sigaction()
      sigaction(number, nil, &before)
      let handler = before.__sigaction_handler.sa_handler
      if unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.ofProcess.handle($0) }
      sigaction(number, &action, nil)
    }
    return interruption
  }
}
