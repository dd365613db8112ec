import Foundation
import LaminaTestSupport
import Testing

@Suite("A recording of a program")
struct ShrinkCommandTests {
  private let folder = TemporaryFolder()

  private func run(
    _ program: String, _ arguments: [String]
  ) throws -> (end: ChildProgram.End, output: String, errors: String) {
    let child = try ChildProgram(arguments, program: ChildProgram.path(program))
    child.closeInput()
    let (output, errors) = child.readBoth()
    return (child.wait(), output, errors)
  }

  /// Records a scene, and returns the hash of a frame.
  private func record(frame: Int) throws -> String {
    let arguments = ["--frames", "0..<12", "--size", "64x36", "--quiet", "--record", folder("a")]
    #expect(try run("Orbit", arguments).end == .exited(0))
    let text = String(decoding: try #require(folder.bytes("a")), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("{\"frame\":\(frame),") })
    return String(line.dropLast(2).suffix(16))
  }

  @Test("is reduced to another, and to a test in Swift")
  func files() throws {
    let hash = try record(frame: 5)
    let arguments = ["shrink", folder("a"), "--expect", "hash = \(hash)", "--limit", "80"]
    let short = try run(
      "lamina", arguments + ["-o", folder("b.lamina"), "-o", folder("orbit-5.swift")])
    #expect(short.end == .exited(0) && short.output == "")
    #expect(short.errors.contains(" changes, in 1 frame, after 80 tries"))
    #expect(short.errors.contains("--limit 80 ended the search"))
    #expect(try run("lamina", ["replay", folder("b.lamina"), "--check"]).end == .exited(0))
    let text = String(decoding: folder.bytes("b.lamina") ?? [], as: UTF8.self)
    #expect(text.hasSuffix("\"hash\":\"\(hash)\"}\n"))
    let test = String(decoding: folder.bytes("orbit-5.swift") ?? [], as: UTF8.self)
    #expect(test.contains("\nstruct Orbit5 {\n"))
    let printed = try run("lamina", arguments + ["--quiet"])
    #expect(printed.end == .exited(0) && printed.errors == "")
    #expect(printed.output == test.replacing("struct Orbit5 {", with: "struct ShrunkTests {"))
  }

  @Test("is reduced as long as a command says that its picture is wrong", .slow)
  func command() throws {
    _ = try record(frame: 0)
    // PNG begins with eight bytes, and a header of the size.
    try writeScript(
      "echo told >&2; head -c 8 \"$1\" | tail -c 7 | head -c 3 | grep -q PNG", to: folder("is-png"))
    let short = try run(
      "lamina",
      [
        "shrink", folder("a"), "--time", "0.1", "--expect-command", folder("is-png"),
        "-o", folder("b.lamina"),
      ])
    #expect(short.end == .exited(0) && short.output == "")
    #expect(short.errors.contains("told\n") && short.errors.contains("\nleft 1 of "))
    let cases = [
      ("exit 127", "ended with status or signal 127"), ("kill -9 $$", "status or signal 9"),
      ("exit 1", "does not show: exit 1; true"),
    ]
    for (command, sentence) in cases {
      let result = try run(
        "lamina", ["shrink", folder("a"), "--time", "0", "--expect-command", command + "; true"])
      #expect(result.end == .exited(1) && result.errors.contains(sentence), "\(result.errors)")
    }
    #expect(folder.names == ["a", "b.lamina", "is-png"])
  }

  @Test("that shows nothing wrong, or an expectation that is none, is refused")
  func refusals() throws {
    _ = try record(frame: 0)
    let none = try run("lamina", ["shrink", folder("a"), "--expect", "partial-redraw"])
    #expect(none.end == .exited(1) && none.errors.contains("no frame shows: partial-redraw"))
    for arguments in [
      [], ["--expect", "what"], ["--expect", "omission", "--limit", "0"],
      ["--expect", "omission", "-o", ""], ["--expect", "omission", "--time", "inf"],
    ] {
      let result = try run("lamina", ["shrink", folder("a")] + arguments)
      #expect(result.end == .exited(64), "\(arguments) \(result.errors)")
    }
  }
}
