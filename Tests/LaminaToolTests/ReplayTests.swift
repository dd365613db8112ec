import Foundation
import LaminaTestSupport
import Testing

@Suite("A recording of a scene")
struct ReplayTests {
  private func run(
    _ program: String, _ arguments: [String]
  ) throws -> (end: ChildProgram.End, output: String, errors: String) {
    let child = try ChildProgram(arguments, program: ChildProgram.path(program))
    child.closeInput()
    let (output, errors) = child.readBoth()
    return (child.wait(), output, errors)
  }

  private static let frames = ["--frames", "0..<20", "--size", "64x36", "--quiet"]

  @Test("is made alone or beside an output, and replayed as the same frames")
  func roundTrip() throws {
    let folder = TemporaryFolder()
    let alone = try run("Orbit", Self.frames + ["--record", folder("a.lamina")])
    #expect(alone.end == .exited(0) && alone.errors == "")
    #expect(folder.names == ["a.lamina"])
    let beside = try run(
      "Orbit", Self.frames + ["--record", folder("b.lamina"), "-o", folder("b.y4m"), "--check"])
    #expect(beside.end == .exited(0))
    #expect(folder.bytes("a.lamina") == folder.bytes("b.lamina"))
    let replay = try run(
      "lamina", ["replay", folder("b.lamina"), "--check", "-o", folder("c.y4m"), "--quiet"])
    #expect(replay.end == .exited(0) && replay.errors == "")
    #expect(folder.bytes("b.y4m") != nil && folder.bytes("c.y4m") == folder.bytes("b.y4m"))
    let moment = try run(
      "lamina", ["replay", folder("a.lamina"), "--time", "0.2", "-o", folder("d.png")])
    #expect(moment.end == .exited(0) && folder.bytes("d.png") != nil)
    let checked = try run("lamina", ["replay", folder("a.lamina"), "--check"])
    #expect(checked.end == .exited(0) && checked.output == "")
    #expect(checked.errors == "all 20 frames are as recorded\n")
    let one = try run("lamina", ["replay", folder("a.lamina"), "--check", "--time", "0.2"])
    #expect(one.end == .exited(0) && one.errors == "the frame is as recorded\n")
    let summary = try run("lamina", ["replay", folder("a.lamina")])
    #expect(summary.end == .exited(0) && summary.output.hasPrefix("frames        0...19\n"))
  }

  @Test("that differs, is damaged or is none ends the command with a sentence and status 1")
  func failures() throws {
    let folder = TemporaryFolder()
    #expect(try run("Orbit", Self.frames + ["--record", folder("a")]).end == .exited(0))
    let text = String(decoding: try #require(folder.bytes("a")), as: UTF8.self)
    let place = try #require(text.range(of: "{\"frame\":7,"))
    let end = try #require(text[place.upperBound...].firstIndex(of: "\n"))
    let changed = text.replacingCharacters(
      in: place.lowerBound..<end, with: "{\"frame\":7,\"time\":0.1,\"hash\":\"0123456789abcdef\"}")
    _ = try folder.file("differs", Array(changed.utf8))
    _ = try folder.file("cut", Array(text.utf8.dropLast(5)))
    let cases = [
      ("differs", "frame 7 at 0.1 s differs from the recorded one"),
      ("cut", "the line is cut off"), ("missing", "No such file or directory"),
    ]
    for (name, sentence) in cases {
      let result = try run("lamina", ["replay", folder(name), "--check"])
      #expect(result.end == .exited(1) && result.errors.contains(sentence), "\(result.errors)")
      #expect(result.output == "")
    }
    let misuse = [
      ("Orbit", ["--record", ""]), ("Orbit", ["--record", "x", "--loops", "2"]),
      ("lamina", ["replay", "x", "--fps", "30"]),
      ("lamina", ["replay", ""]), ("lamina", ["replay", "x", "--time", "nan"]),
    ]
    for (program, arguments) in misuse {
      #expect(try run(program, arguments).end == .exited(64), "\(arguments)")
    }
  }
}
