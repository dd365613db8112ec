import Foundation
import LaminaAudio
import LaminaAudioGraphs
import LaminaBase
import LaminaTestSupport
import Testing

/// Sound files that tasks read.
@Suite("Sound files, read by tasks")
struct AudioTaskTests {
  private let folder = TemporaryFolder()

  private func sound(_ name: String = "s.wav", frames: Int = 1_000) throws -> String {
    try folder.file(
      name, WAV(channels: 2).bytes((0..<2 * frames).map { Int16(truncatingIfNeeded: $0 * 37) }))
  }

  @Test("are opened, and read to the end, as by a thread")
  func same() async throws {
    let path = try sound()
    let file = try await AudioFile.open(path: path)
    #expect(file.name == path)
    #expect(file.frameCount == 1_000)
    let expected = try readOnThread(path)
    #expect(try await file.readAll() == expected)
    let progress = Progress()
    _ = try await file.readAll { progress.note($0.frames) }
    #expect(progress.frames == [1_000])
  }

  /// The samples, by the functions that block.
  private func readOnThread(_ path: String) throws -> [[Float]] {
    try AudioFile(path: path).readAll()
  }

  @Test("in chunks are what they are in whole", arguments: [1, 7, 999, 1_000, 5_000])
  func chunks(size: Int) async throws {
    let file = try await AudioFile.open(path: try sound())
    let all = try await file.readAll()
    for start in [0, 1, 993, 1_000] as [Int64] {
      var samples: [Float] = []
      var sizes: [Int] = []
      for try await chunk in file.chunks(from: start, framesPerChunk: size) {
        sizes.append(chunk.count / 2)
        samples += chunk
      }
      let whole = (Int(start)..<1_000).flatMap { (frame: Int) -> [Float] in
        [all[0][frame], all[1][frame]]
      }
      #expect(samples == whole)
      #expect(sizes.dropLast().allSatisfy { $0 == size })
    }
  }

  @Test("two loops over one file do not disturb each other")
  func twoLoops() async throws {
    let file = try await AudioFile.open(path: try sound())
    var one = file.chunks(framesPerChunk: 30).makeAsyncIterator()
    var two = file.chunks(from: 500, framesPerChunk: 11).makeAsyncIterator()
    let all = try await file.readAll()
    for step in 0..<20 {
      #expect(try await one.next()?.first == all[0][30 * step])
      #expect(try await two.next()?.first == all[0][500 + 11 * step])
    }
  }

  @Test("throw the errors that a thread gets")
  func errors() async throws {
    let missing = folder.path + "/none.wav"
    await #expect(throws: AudioFileError.system(path: missing, code: ENOENT)) {
      try await AudioFile.open(path: missing)
    }
    // A FLAC file that is cut off says so only where it ends.
    let whole = try folder.encoded(
      "a.flac", Int32(0x17_0000 | 0x0002), rate: 8_000, channels: 1,
      (0..<40_000).map { sin(Float($0 * $0)) })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let path = try folder.file("b.flac", Array(bytes.prefix(bytes.count / 2)))
    let file = try await AudioFile.open(path: path)
    await #expect(throws: AudioFileError.self) { try await file.readAll() }
    var iterator = file.chunks(framesPerChunk: 1_000).makeAsyncIterator()
    var count = 0
    do {
      while try await iterator.next() != nil { count += 1 }
      Issue.record("the end was no error")
    } catch {
      #expect(error is AudioFileError)
      #expect((1..<40).contains(count))
    }
    #expect(try await iterator.next() == nil)
  }

  @Test("do not hold up a cancelled task: not when it begins, nor between chunks")
  func cancellation() async throws {
    let path = try sound()
    let file = try await AudioFile.open(path: path)
    let task = Task {
      var iterator = file.chunks(framesPerChunk: 10).makeAsyncIterator()
      _ = try await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { _ = try await iterator.next() }
      await #expect(throws: CancellationError.self) { _ = try await AudioFile.open(path: path) }
      await #expect(throws: CancellationError.self) { _ = try await file.readAll() }
      await #expect(throws: CancellationError.self) { _ = try await DataProvider.load(file) }
      return try await iterator.next() == nil
    }
    #expect(try await task.value)
  }

  @Test("do not hold up a cancelled task while a pipe gives nothing")
  func pipe() async throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let task = Task { try await AudioFile.open(path: path) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Whoever reads comes to an end.
    close(Foundation.open(path, O_WRONLY | O_NONBLOCK))
  }

  @Test("are loaded for a graph as by a thread")
  func provider() async throws {
    let file = try await AudioFile.open(path: try sound(frames: 100_000))
    let progress = Progress()
    let provider = try await DataProvider.load(file, mix: .mono) {
      progress.note($0.provider.frameCount)
    }
    let expected = try DataProvider(source: file, mix: .mono)
    #expect(provider.frameCount == 100_000)
    #expect(provider.minimum == expected.minimum)
    #expect(provider.maximum == expected.maximum)
    let scale = ColumnScale(samplesPerColumn: 333)
    let columns: Range<Int64> = 0..<300
    #expect(
      columns.map { provider.summary(.peaks, columns: columns, scale: scale)[$0] }
        == columns.map { expected.summary(.peaks, columns: columns, scale: scale)[$0] })
    #expect(progress.frames.last == 100_000)
    #expect(progress.frames == progress.frames.sorted())
  }
}

/// The reports made on other threads.
private final class Progress: Sendable {
  private let noted = Locked<[Int64]>([])

  func note(_ frames: Int64) { noted.withLock { $0.append(frames) } }
  var frames: [Int64] { noted.withLock { $0 } }
}
