import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Pictures, read by tasks")
struct BitmapLoadingTests {
  private let folder = TemporaryFolder()

  private func picture() throws -> Bitmap {
    try Bitmap(width: 40, height: 30, pixels: (0..<1_200).map { 0xFF00_0000 | $0 &* 5_003 })
  }

  @Test("are those that a thread reads, of a file or of its bytes")
  func same() async throws {
    let picture = try picture()
    try picture.write(toFile: folder("a.png"))
    try picture.write(toFile: folder("a.ppm"))
    for name in ["a.png", "a.ppm"] {
      #expect(try await Bitmap.load(contentsOfFile: folder(name)) == picture)
      #expect(try await Bitmap.load(encoded: #require(folder.bytes(name))) == picture)
    }
  }

  @Test("are read beside each other")
  func group() async throws {
    let picture = try picture()
    for number in 0..<12 { try picture.write(toFile: folder("\(number).png")) }
    let folder = folder
    let pictures = try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for number in 0..<12 {
        let path = folder("\(number).png")
        group.addTask { try await Bitmap.load(contentsOfFile: path) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pictures == Array(repeating: picture, count: 12))
  }

  @Test("throw the errors that a thread gets")
  func errors() async throws {
    let missing = folder("none.png")
    await #expect(throws: PictureReadError.system(path: missing, code: ENOENT)) {
      try await Bitmap.load(contentsOfFile: missing)
    }
    await #expect(throws: PictureReadError.unknownFormat) {
      try await Bitmap.load(encoded: [1, 2, 3])
    }
    try picture().write(toFile: folder("a.png"))
    await #expect(throws: PictureReadError.overBudget(.width, actual: 40, limit: 39)) {
      try await Bitmap.load(contentsOfFile: folder("a.png"), budget: PictureBudget(width: 39))
    }
  }

  @Test("are not begun by a cancelled task")
  func cancelled() async throws {
    let missing = folder("none.png")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await Bitmap.load(contentsOfFile: missing)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("do not hold up a cancelled task while a pipe gives nothing")
  func pipe() async throws {
    let path = folder("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let task = Task { try await Bitmap.load(contentsOfFile: path) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Whoever reads comes to an end.
    close(Foundation.open(path, O_WRONLY | O_NONBLOCK))
  }
}
