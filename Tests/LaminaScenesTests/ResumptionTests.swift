import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@testable import LaminaScenes

/// A scene of ten frames, in which a square moves as far in each step as an option says.
private struct Slide: Scene {
  static let scene = SceneConfiguration(size: CGSize(width: 24, height: 12), duration: 1)

  @Option var step = 0.25

  final class Root: Layer { let square = Layer() }

  func makeRoot(in context: SceneContext) -> Root {
    let root = Root()
    root.square.frame = CGRect(x: 0, y: 2, width: 6, height: 6)
    root.square.backgroundColor = .orange
    root.addSublayer(root.square)
    return root
  }

  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) {
    Transaction.run(disableActions: true) { root.square.position.x += step }
  }
}

@Suite("A run that resumes another")
struct ResumptionTests {
  private static func draw(_ path: String, _ arguments: String...) throws {
    try SceneCommand<Slide>.parse(
      ["--fps", "10", "--quiet", "--resume", "-o", path] + arguments
    ).run()
  }

  /// The numbers that files have in their file system: another for each file that is written.
  private static func identities(_ folder: TemporaryFolder) -> [String: UInt64] {
    var identities: [String: UInt64] = [:]
    for name in folder.names where name.hasSuffix(".png") {
      var status = stat()
      if stat(folder(name), &status) == 0 { identities[name] = UInt64(status.st_ino) }
    }
    return identities
  }

  private static func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    String(decoding: try #require(folder.bytes(name)), as: UTF8.self)
  }

  @Test("draws what is missing, damaged or in no manifest, and keeps the rest")
  func repair() throws {
    let (whole, folder) = (TemporaryFolder(), TemporaryFolder())
    try SceneCommand<Slide>.parse(["--fps", "10", "--quiet", "-o", whole("%02d.png")]).run()
    try Self.draw(folder("%02d.png"))
    let manifest = "manifests/00.png-09.png.sfv"
    let lines = try Self.text(folder, manifest)
    #expect(lines.split(separator: "\n").count == 11 && lines.hasPrefix("; "))
    let before = Self.identities(folder)
    #expect(before.count == 10)

    try Self.draw(folder("%02d.png"))
    #expect(Self.identities(folder) == before)
    #expect(try Self.text(folder, manifest) == lines)

    try FileManager.default.removeItem(atPath: folder("03.png"))
    _ = try folder.file("05.png", Array(try #require(folder.bytes("05.png")).dropLast()))
    // A line that a killed run has begun.
    let cut = try #require(lines.range(of: "09.png "))
    _ = try folder.file(manifest, Array(lines[..<cut.upperBound].utf8) + Array("0123".utf8))
    let damaged = Self.identities(folder)
    try Self.draw(folder("%02d.png"))
    let after = Self.identities(folder)
    for name in before.keys {
      #expect(
        (after[name] != damaged[name]) == ["03.png", "05.png", "09.png"].contains(name), "\(name)")
      #expect(folder.bytes(name) == whole.bytes(name) && whole.bytes(name) != nil, "\(name)")
    }
    #expect(
      try Set(Self.text(folder, manifest).split(separator: "\n"))
        == Set(lines.split(separator: "\n")))
  }

  @Test("keeps the frames of other ranges, and none of other options")
  func ranges() throws {
    let folder = TemporaryFolder()
    let path = folder("f %d.png")
    try Self.draw(path, "--frames", "0..<4")
    try Self.draw(path, "--frames", "4..<10")
    #expect(folder.names.count == 11)
    let before = Self.identities(folder)
    try Self.draw(path, "--frames", "2..<7")
    #expect(Self.identities(folder) == before)
    let manifests = try FrameNames(path).manifests(overlapping: 3..<4)
    #expect(manifests.map { $0.checksums.keys.sorted() } == [[0, 1, 2, 3], [2, 3, 4, 5, 6]])
    #expect(Set(manifests.map(\.source)).count == 1)

    for arguments in [["--step", "0.5"], ["--seed", "1"], ["--scale", "2"]] {
      let before = Self.identities(folder)
      try SceneCommand<Slide>.parse(
        ["--fps", "10", "--quiet", "--resume", "-o", path, "--frames", "0...1"] + arguments
      ).run()
      let after = Self.identities(folder)
      let redrawn = before.filter { after[$0.key] != $0.value }.keys.sorted()
      #expect(redrawn == ["f 0.png", "f 1.png"], "\(arguments)")
    }
  }

  @Test("leaves the same manifests for the next, wherever it fails")
  func failure() throws {
    let folder = TemporaryFolder()
    // The sixth frame cannot be written: a folder has its name.
    try FileManager.default.createDirectory(
      atPath: folder("5.png/x"), withIntermediateDirectories: true)
    #expect(throws: OutputError.self) { try Self.draw(folder("%d.png")) }
    let manifests = try FrameNames(folder("%d.png")).manifests()
    #expect(manifests.map { $0.checksums.keys.sorted() } == [[0, 1, 2, 3, 4]])
    let before = Self.identities(folder)
    try FileManager.default.removeItem(atPath: folder("5.png"))
    try Self.draw(folder("%d.png"))
    let after = Self.identities(folder)
    #expect(after.count == 10)
    for number in 0..<5 { #expect(after["\(number).png"] == before["\(number).png"]) }
  }

  @Test(
    "is refused where there is nothing to resume",
    arguments: [
      ["-o", "a.png"], ["-o", "a.apng"], ["-o", "%d/a.png"], ["-o", "-", "--format", "png"],
      ["-o", "%d.png", "--plan", "2"], ["-o", "%d.png", "--time", "0"], ["-o", "%d.y4m"],
      ["-o", "%d.png", "--contact-sheet", "2"], ["-o", "%d.png", "--record", "r"], ["--terminal"],
    ])
  func refusals(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try SceneCommand<Slide>.parse(["--resume"] + arguments)
    }
  }
}

@Suite("The name of a manifest")
struct FrameNamesTests {
  @Test(
    "tells its range, whatever the frames are called",
    arguments: ["%d.png", "a/%05d.png", "a-%d-b.ppm", "1-%d.png", "/x y/%%%03d-.webp"])
  func ranges(pattern: String) throws {
    let names = try FrameNames(pattern)
    for range in [0..<1, 0..<600, 17..<18, 99_998..<1_000_001] {
      let path = names.manifest(of: range)
      #expect(path.hasPrefix(names.manifestFolder))
      let name = String(path.dropFirst(names.manifestFolder.count))
      #expect(names.range(ofManifest: name) == range, "\(name)")
      #expect(names.range(ofManifest: name + "~") == nil)
    }
    #expect(names.range(ofManifest: names.name(0) + ".sfv") == nil)
    #expect(names.number(ofName: names.name(7)[...]) == 7)
  }

  @Test("is not made of a number in a folder's name")
  func folders() {
    for pattern in ["%d/a.png", "a.png", "%d/%d.png"] {
      #expect(throws: OutputError.self) { try FrameNames(pattern) }
    }
  }
}
