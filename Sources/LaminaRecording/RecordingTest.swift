import Foundation

/// A test of a recorded frame, in two files: the recording up to the frame, and a source in Swift that
/// replays it and compares the frame's hash.
package struct RecordingTest: Sendable {
  /// The names of the files, which belong in the same folder.
  package let recordingName: String
  package let sourceName: String
  /// The recording, from the last checkpoint before the frame on.
  package let recording: Data
  package let source: String
}

extension Recording {
  /// Makes a test of a frame.
  ///
  /// - Parameters:
  ///   - index: the index of the frame among ``frames``.
  ///   - title: the name of what the recording shows.
  /// - Throws: ``RecordingError``.
  /// - Complexity: O(bytes since the last checkpoint).
  package func test(ofFrameAt index: Int, titled title: String) throws -> RecordingTest {
    let bytes = try excerpt(upTo: index)
    let frame = frames[index]
    let letters = title.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
    let name = letters.isEmpty ? "Scene" : String(String.UnicodeScalarView(letters.prefix(40)))
    let display = "shows frame \(frame.number) of \(title.prefix(80)) as it was recorded"
    let recordingName = "\(name)-\(frame.number).lamina"
    let source = """
      import Foundation
      import LaminaRecording
      import Testing

      @Test(\(display.debugDescription))
      func show\(name)Frame\(frame.number)() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let recording = try Recording(
          contentsOf: folder.appendingPathComponent("\(recordingName)").path)
        let last = try #require(recording.frames.indices.last)
        #expect(recording.frames[last].hash == "\(frame.hash.filter(\.isHexDigit))")
        #expect(try recording.matches(recording.frame(at: last), at: last))
      }

      """
    return RecordingTest(
      recordingName: recordingName, sourceName: "\(name)\(frame.number)Tests.swift",
      recording: bytes, source: source)
  }

  /// Returns a recording that ends with a frame, and begins with the last checkpoint before it and the
  /// bitmaps that it needs.
  private func excerpt(upTo index: Int) throws -> Data {
    guard frames.indices.contains(index) else { throw missing(index) }
    let frame = frames[index]
    let lines = (checkpoint(before: frame)...frame.line).filter { !source.isBitmap($0) }
    var bitmaps: Set<Int> = []
    for line in lines {
      try source.json(ofLine: line).forEachText { text in
        if let line = source.line(ofBitmap: text) { bitmaps.insert(line) }
      }
    }
    return ([0] + bitmaps.sorted() + lines).reduce(into: Data()) { $0 += source.bytes(ofLine: $1) }
  }
}

extension JSONValue {
  /// Calls a function with each text in the value.
  fileprivate func forEachText(_ body: (String) -> Void) {
    switch self {
    case .text(let text): body(text)
    case .list(let list): for value in list { value.forEachText(body) }
    case .object(let members): for member in members { member.value.forEachText(body) }
    case .null, .bool, .number: break
    }
  }
}
