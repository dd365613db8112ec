import Foundation
import LaminaAudio
import LaminaTestSupport
import Testing

@Suite("Files without sound")
struct AudioFailureTests {
  private let folder = TemporaryFolder()

  private func error(_ path: String) -> AudioFileError? {
    audioError { _ = try AudioFile(path: path).readAll() }
  }

  @Test("no file, a folder and an empty file are told apart")
  func missing() throws {
    let path = folder.path + "/none.wav"
    #expect(error(path) == .system(path: path, code: ENOENT))
    #expect(error(folder.path) == .system(path: folder.path, code: EISDIR))
    let empty = try folder.file("e.wav", [])
    #expect(error(empty) == .empty(path: empty, byteCount: 0))
  }

  @Test("text, and bytes of no known format, are not audio")
  func notAudio() throws {
    for bytes in [
      Array("a sound file, it is not\n".utf8), [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10],
    ] {
      let path = try folder.file("n.wav", bytes)
      #expect(error(path) == .notAudio(path: path))
    }
  }

  @Test("a header without a sample is empty")
  func noSamples() throws {
    let bytes = WAV().bytes([] as [Int16])
    let path = try folder.file("n.wav", bytes)
    #expect(error(path) == .empty(path: path, byteCount: Int64(bytes.count)))
  }

  @Test("a header that promises more than there is says how much")
  func truncated() throws {
    let path = try folder.file("t.wav", WAV(promised: 1000).bytes([1, 2, 3] as [Int16]))
    #expect(error(path) == .truncated(path: path, found: 6, promised: 1000, unit: .bytes))
    let lenient = try AudioFile(path: path, allowsTruncation: true)
    #expect(try lenient.readAll() == [[1, 2, 3].map { $0 / 32_768 }])
    // Behind other chunks, one of them with an odd length and a byte to fill up.
    var behind = WAV(promised: 10)
    behind.chunksBefore = Array("LIST".utf8) + little(UInt32(3)) + [1, 2, 3, 0]
    let second = try folder.file("u.wav", behind.bytes([1, 2, 3] as [Int16]))
    #expect(error(second) == .truncated(path: second, found: 6, promised: 10, unit: .bytes))
  }

  @Test("a header whose length is 0xFFFFFFFF stands for an unknown length")
  func unknownLength() throws {
    let path = try folder.file("s.wav", WAV(promised: 0xFFFF_FFFF).bytes([1, 2, 3] as [Int16]))
    #expect(try AudioFile(path: path).readAll() == [[1, 2, 3].map { $0 / 32_768 }])
  }

  @Test("a header cut off anywhere, or with any byte wrong, is an error or a sound")
  func damaged() throws {
    let bytes = WAV(channels: 2).bytes([1, 2, 3, 4] as [Int16])
    for length in 1..<bytes.count {
      #expect(error(try folder.file("d.wav", Array(bytes[..<length]))) != nil, "\(length) bytes")
    }
    for index in bytes.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var wrong = bytes
        wrong[index] = value
        let path = try folder.file("d.wav", wrong)
        guard let file = try? AudioFile(path: path), file.frameCount < 100 else { continue }
        #expect(((try? file.readAll())?.count ?? file.channelCount) == file.channelCount)
      }
    }
  }

  @Test("errors are sentences with the number that explains them")
  func sentences() {
    #expect(
      "\(AudioFileError.truncated(path: "a.wav", found: 6, promised: 1000, unit: .bytes))"
        == "a.wav is cut off: its header promises 1000 bytes of sound, but there are 6")
    #expect(
      "\(AudioFileError.damaged(path: "a.flac", reason: "lost", frame: 7))"
        == "a.flac is damaged at frame 7: lost")
    #expect(
      "\(AudioFileError.empty(path: "a", byteCount: 44))" == "a has no samples in its 44 bytes")
  }
}
