import LaminaScenes

/// The bytes of the files of a chart, one file after the other.
final class ChartInput {
  private var files: ArraySlice<String>
  private let follows: Bool
  private let interruption: Interruption
  private let speaks: Bool
  private var input: ByteInput?
  /// True if the next bytes are the first of a file.
  private var isAtStart = true

  /// - Parameters:
  ///   - follows: true if the end of the last file is not the end.
  ///   - speaks: true if a file that does not exist yet is told on standard error.
  init(files: [String], follows: Bool, interruption: Interruption, speaks: Bool = false) {
    self.files = files[...]
    self.follows = follows
    self.interruption = interruption
    self.speaks = speaks
  }

  /// Returns what comes next, waiting if there is nothing yet.
  ///
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  func next() throws -> ByteInput.Event {
    guard let input else {
      try openNext()
      return try next()
    }
    let event = try input.next()
    // Compressed data can be read only when they are complete.
    if isAtStart, input.isFollowed, case .bytes(let bytes) = event,
      bytes.starts(with: [0x1F, 0x8B])
    {
      throw SampleInputError.notReadable(
        name: input.name, reason: "--follow cannot follow a file that is compressed by gzip")
    }
    isAtStart = event == .beginning
    guard event == .end, !files.isEmpty else { return event }
    try openNext()
    return .beginning
  }

  private func openNext() throws {
    let path = files.removeFirst()
    let input = try ByteInput(
      path: path, follows: follows && files.isEmpty, interruption: interruption)
    self.input = input
    isAtStart = true
    if speaks, input.isAbsent {
      StandardStreams.say("\(input.name.escaped) does not exist yet: waiting for it")
    }
  }
}
