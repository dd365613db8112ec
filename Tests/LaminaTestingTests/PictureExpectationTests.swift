import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@testable import LaminaTesting

@Suite("Expected pictures")
struct PictureExpectationTests {
  private let folder: TemporaryFolder
  private let snapshots: SnapshotFolder

  init() throws {
    folder = TemporaryFolder()
    snapshots = folder.snapshots()
    try Bitmap.plain(5, 4, 0xFF00_00FF).write(
      toFile: folder.path + "/references/blue.png", createsFolder: true)
  }

  private func wrong() throws -> Bitmap {
    try .plain(5, 4, 0xFF00_00FF, [(3, 1, 0xFF00_10F0), (2, 2, 0xFF00_00FE)])
  }

  @Test("are the recorded ones")
  func met() throws {
    #expect(expectPicture(try .plain(5, 4, 0xFF00_00FF), named: "blue", in: snapshots))
    #expect(folder.files == ["references/blue.png"])
  }

  @Test("that differ leave the picture found, the one expected and the difference")
  func different() throws {
    let picture = try wrong()
    let found = messages { expectPicture(picture, named: "blue", in: snapshots) }
    #expect(
      found == [
        """
        the picture "blue" is not as recorded: 2 of 20 pixels differ (10 %), in (2, 1, 2, 2); \
        the first at (3, 1): expected 0xFF0000FF, found 0xFF0010F0; largest difference 16
        if the new one is right, run the tests with LAMINA_RECORD=all
        what differs is in
          \(folder.path)/failures/blue.actual.png
          \(folder.path)/failures/blue.expected.png
          \(folder.path)/failures/blue.difference.png
          file://\(folder.path)/failures/blue.html
        """
      ])
    let failures = folder.path + "/failures/blue."
    #expect(try Bitmap(contentsOfFile: failures + "actual.png") == picture)
    #expect(try Bitmap(contentsOfFile: failures + "expected.png") == .plain(5, 4, 0xFF00_00FF))
    let grey: UInt32 = 0xFFD4_D4D4
    #expect(
      try Bitmap(contentsOfFile: failures + "difference.png")
        == .plain(5, 4, grey, [(3, 1, 0xFFFF_0000), (2, 2, 0xFFFF_0000)]))
  }

  @Test("may differ as far as the tolerance says, and no further")
  func tolerance() throws {
    let picture = try wrong()
    func passes(_ channel: Int, _ share: Double) -> Bool {
      messages {
        expectPicture(
          picture, named: "blue", tolerance: PictureTolerance(channel: channel, share: share),
          in: snapshots)
      }.isEmpty
    }
    #expect(passes(16, 0))
    #expect(!passes(15, 0))
    #expect(passes(15, 0.05))
    #expect(!passes(15, 0.049))
    #expect(passes(0, 0.1))
    #expect(!passes(0, 0.09))
    let found = messages {
      expectPicture(
        picture, named: "blue", tolerance: PictureTolerance(channel: 1, share: 0.01), in: snapshots)
    }
    #expect(
      found[0].hasPrefix(
        """
        the picture "blue" is not as recorded: 1 of 20 pixels differs (5 %), in (3, 1, 1, 1); \
        the first at (3, 1): expected 0xFF0000FF, found 0xFF0010F0; largest difference 16; \
        allowed: 1 per channel and 1 % of the pixels

        """))
  }

  @Test("of another size are told by their sizes")
  func size() throws {
    let found = messages { expectPicture(try .plain(4, 5, 0), named: "blue", in: snapshots) }
    #expect(
      found[0].hasPrefix(
        "the picture \"blue\" is not as recorded: it has 4 x 5 pixels, not 5 x 4\n"))
    #expect(
      folder.files == [
        "failures/blue.actual.png", "failures/blue.expected.png", "failures/blue.html",
        "references/blue.png",
      ])
  }

  @Test("that were never recorded say how to record them")
  func missing() throws {
    let found = messages { expectPicture(try wrong(), named: "new", in: snapshots) }
    #expect(
      found == [
        """
        there is no recorded picture "new": \(folder.path)/references/new.png does not exist
        run the tests with LAMINA_RECORD=missing to record it
        this run's picture is in
          \(folder.path)/failures/new.actual.png
          \(URL(filePath: folder.path + "/failures/new.html").absoluteString)
        """
      ])
    let page = String(decoding: try #require(folder.bytes("failures/new.html")), as: UTF8.self)
    #expect(page.contains("there is no recorded picture &quot;new&quot;"))
    #expect(page.contains("To record it</h2>") && page.contains("<figure class=\"actual\">"))
    #expect(!page.contains("<figure class=\"expected\">"))
  }

  @Test("are recorded on request, and that run fails")
  func recording() throws {
    let missing = folder.snapshots(["LAMINA_RECORD": "missing"])
    let all = folder.snapshots(["LAMINA_RECORD": "all", "CI": "false"])
    let picture = try wrong()
    func said(_ name: String) -> [String] {
      [
        "recorded the picture \"\(name)\": look at \(folder.path)/references/\(name).png, "
          + "and run the tests again without LAMINA_RECORD"
      ]
    }
    #expect(messages { expectPicture(picture, named: "new", in: missing) } == said("new"))
    #expect(messages { expectPicture(picture, named: "new", in: missing) } == [])
    // What differs is left alone.
    #expect(messages { expectPicture(picture, named: "blue", in: missing) }.count == 1)
    #expect(messages { expectPicture(picture, named: "new", in: all) } == [])
    #expect(messages { expectPicture(picture, named: "blue", in: all) } == said("blue"))
    #expect(try Bitmap(contentsOfFile: folder.path + "/references/blue.png") == picture)
    #expect(try Bitmap(contentsOfFile: folder.path + "/references/new.png") == picture)
  }

  @Test("are never recorded where CI is set", arguments: ["1", "true", "yes"])
  func ci(value: String) throws {
    let ci = folder.snapshots(["LAMINA_RECORD": "all", "CI": value])
    let picture = try wrong()
    let problem = "LAMINA_RECORD has no effect where CI is set: nothing is recorded there"
    #expect(messages { expectPicture(picture, named: "blue", in: ci) }[0].contains(problem))
    #expect(messages { expectPicture(picture, named: "new", in: ci) }[0].contains(problem))
    #expect(
      messages { expectPicture(try .plain(5, 4, 0xFF00_00FF), named: "blue", in: ci) } == [problem])
    #expect(try Bitmap(contentsOfFile: folder.path + "/references/blue.png") != picture)
    #expect(folder.files.contains("references/new.png") == false)
  }

  @Test("are not recorded for an unknown value of the variable")
  func unknownWish() throws {
    let unsure = folder.snapshots(["LAMINA_RECORD": "yes"])
    #expect(
      messages { expectPicture(try .plain(5, 4, 0xFF00_00FF), named: "blue", in: unsure) }
        == ["LAMINA_RECORD must be \"missing\" or \"all\", not \"yes\""])
  }

  @Test(
    "have names that stay in their folder",
    arguments: ["", "../up", "a/b", ".hidden", "a\nb", "ä", String(repeating: "a", count: 101)])
  func names(name: String) throws {
    let found = messages { expectPicture(try wrong(), named: name, in: snapshots) }
    #expect(
      found == [
        "\(name.debugDescription) cannot name a snapshot: use up to 100 letters, digits, spaces, "
          + "dots, dashes and underscores, not starting with a dot"
      ])
    #expect(folder.files == ["references/blue.png"])
  }

  @Test("that cannot be read or written say why")
  func broken() throws {
    let path = folder.path + "/references/broken.png"
    try "no picture".write(toFile: path, atomically: true, encoding: .utf8)
    let unreadable = messages { expectPicture(try wrong(), named: "broken", in: snapshots) }
    #expect(unreadable.count == 1)
    #expect(unreadable[0].hasPrefix("the recorded picture \(path) cannot be read: "))
    let blocked = SnapshotFolder(
      references: path, failures: path, environment: ["LAMINA_RECORD": "missing"])
    #expect(messages { expectPicture(try wrong(), named: "x", in: blocked) }.count == 1)
    let nowhere = SnapshotFolder(references: folder.path, failures: path, environment: [:])
    let kept = messages { expectPicture(try wrong(), named: "x", in: nowhere) }
    #expect(kept[0].contains("\n  x.actual.png was not written: "))
  }

  @Test("may be compared with each other")
  func pair() throws {
    let blue = try Bitmap.plain(5, 4, 0xFF00_00FF)
    #expect(expectPicture(blue, equals: blue))
    let picture = try wrong()
    #expect(
      messages { expectPicture(picture, equals: blue) } == [
        "the pictures differ: 2 of 20 pixels differ (10 %), in (2, 1, 2, 2); the first at (3, 1): "
          + "expected 0xFF0000FF, found 0xFF0010F0; largest difference 16"
          + linkToPage(line: 194)
      ])
    #expect(
      messages { expectPicture(try .plain(1, 2, 0), equals: blue) }
        == ["the picture has 1 x 2 pixels, not 5 x 4"])
  }

  @Test("go by the environment and by the test's file where nothing else is said")
  func defaults() {
    let plain = SnapshotFolder(references: "/a/Snapshots/MenuTests", environment: [:])
    #expect(plain.failures == NSTemporaryDirectory() + "LaminaTesting/MenuTests")
    #expect(plain.recording == .nothing)
    let named = SnapshotFolder(
      references: "/a/Snapshots/MenuTests",
      environment: ["LAMINA_FAILURES": "/out", "LAMINA_RECORD": "", "CI": "1"])
    #expect(named.failures == "/out/MenuTests")
    #expect(named.problem == nil)
    #expect(
      SnapshotFolder(testFile: #filePath).references.hasSuffix(
        "Tests/LaminaTestingTests/Snapshots/PictureExpectationTests"))
  }
}
