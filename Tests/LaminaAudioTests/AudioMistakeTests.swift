import Foundation
import LaminaAudio
import LaminaTestSupport
import Testing

@Suite("A mistake in reading a sound")
struct AudioMistakeTests {
  /// A mistake that ends the program, with the sentence for it.
  enum Mistake: String, Codable, CaseIterable {
    case chunk = "a chunk of 0 frames: it must have at least 1"
    case asynchronousChunk = "a chunk of -1 frames: it must have at least 1"
    case seek = "frame 4 is out of range: there are 3"
    case start = "frame -1 is out of range: there are 3"

    func make(_ file: AudioFile) throws {
      switch self {
      case .chunk: try file.readChunks(framesPerChunk: 0) { _ in }
      case .asynchronousChunk: _ = file.chunks(framesPerChunk: -1)
      case .seek: try file.seek(to: 4)
      case .start: _ = file.chunks(from: -1)
      }
    }
  }

  @Test("ends the program by a trap, with its sentence", arguments: Mistake.allCases)
  func mistake(mistake: Mistake) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent, \.exitStatus]
    ) { [mistake] in
      let folder = TemporaryFolder()
      let path = try folder.file("s.wav", WAV().bytes([1, 2, 3] as [Int16]))
      try mistake.make(AudioFile(path: path))
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Fatal error: \(mistake.rawValue)"), "\(message.suffix(300))")
    #expect([.signal(SIGILL), .signal(SIGTRAP)].contains(result.exitStatus))
  }
}
