import LaminaScenes

/// The bytes of the files of a chart, one file after the other.
final class ChartInput {
  private var files: ArraySlice<String>
  private let follows: Bool
  private let interruption: Interruption
  private var input: ByteInput?

  /// - Parameter follows: true if the end of the last file is not the end.
  init(files: [String], follows: Bool, interruption: Interruption) {
    self.files = files[...]
    self.follows = follows
    self.interruption = interruption
  }

  /// Returns what comes next, waiting if there is nothing yet.
  ///
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``.
  func next() throws -> ByteInput.Part {
    guard let input else {
      try openNext()
      return try next()
    }
    let part = try input.next()
    guard part == .end, !files.isEmpty else { return part }
    try openNext()
    return .beginning
  }

  private func openNext() throws {
    input = try ByteInput(
      path: files.removeFirst(), follows: follows && files.isEmpty, interruption: interruption)
  }
}
