import Foundation
import Lamina
import LaminaWindow

/// The reason that nothing can be shown in the terminal.
package enum TerminalError: Error, Equatable, CustomStringConvertible {
  case noTerminal
  case tooSimple(kind: String)

  package var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw in"
    case .tooSimple(let kind): "a terminal of type '\(kind)' cannot position a picture"
    }
  }
}

/// A terminal as the surface of a window.
///
/// It uses the terminal's alternate screen, and reads input as it is typed, without echo.
/// ``close()`` restores the primary screen and the terminal's settings.
package final class TerminalSurface: WindowSurface {
  package let pictures: TerminalPictures
  package let framesPerSecond = 30.0
  package let displayScale: CGFloat = 1

  private let input: Int32
  private let output: Int32
  /// The terminal's settings before it was taken over.
  private var before = termios()
  private let interruption: Interruption
  private let start = ContinuousClock.now
  private var reader = TerminalInput()
  private var events: [WindowEvent] = []
  private var columns = 0
  private var rows = 0
  private var isOpen = true
  /// True if the screen still shows content of another size.
  private var needsClearing = false
  package let wakeUp: WakePipe

  /// Takes over a terminal.
  ///
  /// - Parameters:
  ///   - pictures: the picture protocol; if it is nil, the terminal is queried.
  ///   - patience: the time to wait for its answer, in seconds.
  ///   - environment: the environment variables, which name the kind of terminal.
  /// - Throws: ``TerminalError``, and `WindowError.displayFailed(reason:)` if the terminal accepts
  ///   no output.
  package init(
    input: Int32, output: Int32, pictures chosen: TerminalPictures? = nil,
    environment: [String: String], patience: Double = 0.5, interruption: Interruption
  ) throws {
    let kind = environment["TERM"] ?? ""
    if ["", "dumb"].contains(kind) { throw TerminalError.tooSimple(kind: kind) }
    guard isatty(input) != 0, isatty(output) != 0, tcgetattr(input, &before) == 0 else {
      throw TerminalError.noTerminal
    }
    self.input = input
    self.output = output
    self.interruption = interruption
    var raw = before
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON)
    // Control-C and the like remain signals, but nothing may suspend the program while it draws.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
    tcsetattr(input, TCSANOW, &raw)
    wakeUp = WakePipe()
    var asked = TerminalInput()
    if chosen != .blocks {
      events = Self.ask(input, output, &asked, patience: patience, interruption)
    }
    pictures = chosen ?? asked.answers.pictures
    reader = asked
    try? measure(asked.answers.cell)
    do {
      // The alternate screen, no cursor, the mouse while a button is held, in decimal.
      try write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J")
    } catch {
      close()
      throw error
    }
    wakeUp.receivesResizes()
  }

  deinit { close() }

  /// Takes over the terminal that the program was started in.
  package static func ofProcess(
    pictures: TerminalPictures?, interruption: Interruption
  ) throws -> TerminalSurface {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    defer { if terminal >= 0 { Foundation.close(terminal) } }
    func descriptor(_ standard: Int32) throws -> Int32 {
      let own = isatty(standard) != 0 ? standard : terminal
      guard own >= 0 else { throw TerminalError.noTerminal }
      return fcntl(own, F_DUPFD_CLOEXEC, 3)
    }
    return try TerminalSurface(
      input: descriptor(STDIN_FILENO), output: descriptor(STDOUT_FILENO), pictures: pictures,
      environment: ProcessInfo.processInfo.environment, interruption: interruption)
  }

  /// Queries the terminal's capabilities and waits for the last answer, up to a timeout.
  private static func ask(
    _ input: Int32, _ output: Int32, _ reader: inout TerminalInput, patience: Double,
    _ interruption: Interruption
  ) -> [WindowEvent] {
    let questions = TerminalAnswers.questions
    guard Foundation.write(output, questions, questions.count) == questions.count else { return [] }
    var events: [WindowEvent] = []
    let end = ContinuousClock.now + .seconds(patience)
    while !reader.answers.isComplete, !interruption.isRequested {
      let left = (ContinuousClock.now.duration(to: end) / .milliseconds(1)).rounded(.up)
      guard left > 0 else { break }
      var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, Int32(left)) > 0 else { continue }
      guard let bytes = readSome(input) else { break }
      events += reader.read(bytes)
    }
    return events
  }

  // MARK: - Size and time

  /// Queries the system for the terminal's size.
  private func measure(_ cell: PixelSize? = nil) throws {
    var size = winsize()
    _ = ioctl(output, UInt(TIOCGWINSZ), &size)
    columns = max(1, min(4096, size.ws_col == 0 ? 80 : Int(size.ws_col)))
    rows = max(1, min(4096, size.ws_row == 0 ? 24 : Int(size.ws_row)))
    guard pictures != .blocks else { return }
    if let cell {
      reader.cell = cell
    } else if size.ws_xpixel > 0, size.ws_ypixel > 0 {
      reader.cell = PixelSize(
        width: max(1, Int(size.ws_xpixel) / columns), height: max(1, Int(size.ws_ypixel) / rows))
    } else if reader.cell == PixelSize(width: 1, height: 2) {
      reader.cell = PixelSize(width: 10, height: 20)
    }
  }

  package var time: TimeInterval { start.duration(to: .now) / .seconds(1) }

  /// The size in pixels without the last row, which stays free so that a picture never scrolls the
  /// screen.
  package var pixelSize: PixelSize {
    PixelSize(
      width: min(Bitmap.maximumSideLength, columns * reader.cell.width),
      height: min(Bitmap.maximumSideLength, max(1, rows - 1) * reader.cell.height))
  }

  // MARK: - Events

  package func nextEvent(until deadline: TimeInterval?) throws(WindowError) -> WindowEvent? {
    while true {
      if interruption.isRequested { return .closeRequested }
      if !events.isEmpty { return events.removeFirst() }
      var left = deadline.map { max(0, min(60_000, (($0 - time) * 1000).rounded(.up))) } ?? -1
      // The rest of a sequence arrives together with its Escape.
      if reader.isWaiting, left < 0 || left > 30 { left = 30 }
      var files = [input, wakeUp.readEnd, interruption.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&files, 3, Int32(left))
      if count < 0, errno != EINTR {
        throw .displayFailed(reason: String(cString: strerror(errno)))
      }
      if count > 0, files[0].revents != 0 {
        guard let bytes = Self.readSome(input) else { return .closeRequested }
        events += reader.read(bytes)
      } else if count == 0, reader.isWaiting {
        events += reader.finish()
      }
      if count > 0, files[1].revents != 0 {
        wakeUp.drain()
        let size = pixelSize
        try? measure()
        let isAnother = pixelSize != size
        if isAnother { needsClearing = true }
        events.append(isAnother ? .resized : .woken)
      }
      if count == 0, events.isEmpty, let deadline, deadline <= time { return nil }
    }
  }

  package var wake: @Sendable () -> Void { { [wakeUp] in wakeUp.wake() } }

  /// Reads the bytes that are available; nil at the end of the input.
  private static func readSome(_ descriptor: Int32) -> [UInt8]? {
    while true {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 { return Array(bytes.prefix(count)) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return nil
    }
  }

  // MARK: - Pictures

  package func show(_ bitmap: Bitmap, in rects: [PixelRect]) throws(WindowError) {
    var bytes = Array((needsClearing ? "\u{1B}[?2026h\u{1B}[2J" : "\u{1B}[?2026h").utf8)
    needsClearing = false
    switch pictures {
    case .blocks: bytes += HalfBlocks.bytes(for: bitmap, in: rects)
    case .kitty: bytes += Array("\u{1B}[H".utf8) + KittyGraphics.bytes(for: bitmap)
    case .sixel: bytes += Array("\u{1B}[H".utf8) + Sixels.bytes(for: bitmap)
    }
    try write(bytes + Array("\u{1B}[?2026l".utf8))
  }

  /// Does nothing: a terminal keeps its contents.
  package func showAgain() {}

  /// Leaves a picture in the terminal's primary screen.
  package func leave(_ bitmap: Bitmap) throws(WindowError) {
    switch pictures {
    case .blocks: try write(HalfBlocks.lines(for: bitmap))
    case .kitty:
      let lines = (bitmap.height + reader.cell.height - 1) / reader.cell.height
      let room = String(repeating: "\n", count: lines) + "\u{1B}[\(lines)A"
      let after = "\u{1B}[\(lines)B\r"
      let number = Int.random(in: 1_000...1_000_000_000)
      try write(
        Array(room.utf8) + KittyGraphics.bytes(for: bitmap, number: number) + Array(after.utf8))
    case .sixel: try write(Sixels.bytes(for: bitmap) + Array("\n".utf8))
    }
  }

  private func write(_ text: String) throws(WindowError) { try write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) throws(WindowError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(output, $0.baseAddress! + written, bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno != EINTR, errno != EAGAIN {
        throw .displayFailed(
          reason: "the terminal accepts no output: \(String(cString: strerror(errno)))")
      }
    }
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    wakeUp.receivesNoResizes()
    let removal = pictures == .kitty ? KittyGraphics.removal() : []
    // Restores colours, the mouse, the cursor and the primary screen.
    try? write(
      removal + Array("\u{1B}[0m\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l".utf8))
    // Input typed meanwhile was meant for the program, and is discarded.
    tcsetattr(input, TCSAFLUSH, &before)
  }
}
