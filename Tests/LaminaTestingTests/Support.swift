import Foundation
import Lamina
import LaminaTestSupport
import Synchronization
import Testing

@testable import LaminaTesting

/// The messages of the issues that expectations record in `body`; none of them fails the test.
func messages(_ body: () throws -> Void) -> [String] {
  final class Found: Sendable { let texts = Mutex<[String]>([]) }
  let found = Found()
  do {
    try withKnownIssue(isIntermittent: true) {
      try body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      let error = issue.error.map { "\($0)" }
      found.texts.withLock { $0.append(error ?? text) }
      return true
    }
  } catch {
    Issue.record(error)
  }
  return found.texts.withLock { $0 }
}

/// The end of the message of an expectation that writes a page named after its line.
func linkToPage(line: Int, filePath: StaticString = #filePath) -> String {
  let page = SnapshotFolder(testFile: filePath).failures + "/line-\(line).html"
  return "\nwhat is wrong is in\n  " + URL(filePath: page).absoluteString
}

extension TemporaryFolder {
  /// A snapshot folder in it.
  func snapshots(_ environment: [String: String] = [:]) -> SnapshotFolder {
    SnapshotFolder(
      references: path + "/references", failures: path + "/failures", environment: environment)
  }

  /// The paths in it of all files with an extension, sorted.
  var files: [String] {
    let found = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    return found.filter { $0.contains(".") }.sorted()
  }
}

extension TestScene {
  /// A scene of 100 x 80 pixels with a red box in it, drawn at 0 s.
  static func withBox() throws -> (TestScene, Layer) {
    let scene = try TestScene(size: CGSize(width: 100, height: 80))
    let box = Layer()
    box.name = "box"
    box.frame = CGRect(x: 20, y: 30, width: 10, height: 12)
    box.backgroundColor = .red
    scene.layer.addSublayer(box)
    try scene.render()
    scene.clearLog()
    return (scene, box)
  }
}

extension Bitmap {
  /// A bitmap of one colour but for some pixels.
  static func plain(
    _ width: Int, _ height: Int, _ pixel: UInt32, _ others: [(Int, Int, UInt32)] = []
  ) throws -> Bitmap {
    var pixels = Array(repeating: pixel, count: width * height)
    for (x, y, other) in others { pixels[y * width + x] = other }
    return try Bitmap(width: width, height: height, pixels: pixels)
  }
}

extension Frame {
  /// The same frame with another picture.
  func replacing(_ bitmap: Bitmap) -> Frame {
    Frame(
      bitmap: bitmap, damage: damage, time: time, report: report, evidence: evidence)
  }

  /// The same frame as if nothing had been drawn again.
  func withoutDamage() -> Frame {
    Frame(
      bitmap: bitmap, damage: Region(), time: time, report: report, evidence: evidence)
  }
}
