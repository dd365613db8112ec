import Foundation
import LaminaScenes
import LaminaTestSupport
import Testing

@testable import LaminaTool

@Suite("lamina farm")
struct FarmTests {
  private func run(
    _ arguments: [String], program: String? = nil, in folder: TemporaryFolder
  ) throws -> (end: ChildProgram.End, output: String, errors: String) {
    let child = try ChildProgram(
      [
        "-c", #"cd "$1" && shift && exec "$@""#, "bash", folder.path,
        program ?? ChildProgram.path(),
      ]
        + arguments, program: "/bin/bash")
    child.closeInput()
    let (output, errors) = child.readBoth()
    return (child.wait(), output, errors)
  }

  /// The ranges of the job in a folder.
  private static func plan(_ folder: TemporaryFolder) throws -> [Range<Int>] {
    let text = String(decoding: try #require(folder.bytes("farm/plan")), as: UTF8.self)
    return try FarmPlan(text: text, path: "plan").ranges
  }

  private static let scene = ["--size", "32x18", "--frames", "0..<12"]

  @Test("draws, checks, repairs and assembles the film of a single run, by xargs")
  func pictures() throws {
    let folder = TemporaryFolder()
    let orbit = try ChildProgram.path("Orbit")
    let write = try run(
      ["farm", "write", "--engine", "xargs", "--tasks", "3", "-o", "f/%03d.png", "--", orbit]
        + Self.scene, in: folder)
    #expect(write.end == .exited(0) && write.errors == "")
    #expect(write.output == "cd farm && sh xargs.sh\n")
    func draw() throws {
      #expect(try run(["farm/xargs.sh"], program: "/bin/sh", in: folder).end == .exited(0))
    }
    try draw()
    func verify() throws -> (end: ChildProgram.End, output: String, errors: String) {
      try run(["farm", "verify", "f/%03d.png"], in: folder)
    }
    let good = try verify()
    #expect(good.end == .exited(0) && good.output == "" && good.errors == "", "\(good.errors)")

    for number in [4, 5, 9] {
      try FileManager.default.removeItem(atPath: folder("f/00\(number).png"))
    }
    _ = try folder.file("f/000.png", [1, 2, 3])
    _ = try folder.file("f/012.png", [])
    let bad = try verify()
    #expect(bad.end == .exited(1) && bad.output == "0..<1\n4..<6\n9..<10\n")
    #expect(
      bad.errors == """
        f/000.png: other than its manifest says
        f/004.png to f/005.png: missing
        f/009.png: missing
        f/012.png: not of this film

        """)
    let early = try run(["farm", "assemble", "f/%03d.png", "-o", "a.y4m"], in: folder)
    #expect(early.end == .exited(1) && early.errors.contains("f/000.png is not as a manifest says"))
    #expect(folder.bytes("a.y4m") == nil)

    try FileManager.default.removeItem(atPath: folder("f/012.png"))
    try draw()
    #expect(try verify().end == .exited(0))
    for (index, range) in try Self.plan(folder).enumerated() {
      let log = String(
        decoding: try #require(folder.bytes("farm/logs/\(index + 1).log")), as: UTF8.self)
      let drawn = range.count { [0, 4, 5, 9].contains($0) }
      let lines = [
        "frames: \(range.count) drawn, 0 kept",
        "frames: \(drawn) drawn, \(range.count - drawn) kept",
      ]
      #expect(log.split(separator: "\n").map(String.init) == lines)
    }
    #expect(
      try run(Self.scene + ["--quiet", "-o", "whole.y4m"], program: orbit, in: folder).end
        == .exited(0))
    let assembly = try run(["farm", "assemble", "f/%03d.png", "-o", "a.y4m"], in: folder)
    #expect(assembly.end == .exited(0) && assembly.errors == "", "\(assembly.errors)")
    #expect(folder.bytes("a.y4m") != nil && folder.bytes("a.y4m") == folder.bytes("whole.y4m"))
  }

  @Test("names frames that another program or other options have drawn")
  func sources() throws {
    let folder = TemporaryFolder()
    let orbit = try ChildProgram.path("Orbit")
    for (frames, seed) in [("0..<3", "0"), ("3..<5", "1")] {
      let arguments = ["--size", "32x18", "--frames", frames, "--seed", seed]
      #expect(
        try run(arguments + ["--resume", "-o", "%d.png"], program: orbit, in: folder).end
          == .exited(0))
    }
    let check = try run(["farm", "verify", "%d.png", "--frames", "0..<5"], in: folder)
    #expect(check.end == .exited(1) && check.output == "3..<5\n")
    #expect(check.errors.hasPrefix("3.png to 4.png: drawn by another program"))
  }

  @Test("ends a task that is interrupted with a status, and its frames in the manifest")
  func interruption() throws {
    let folder = TemporaryFolder()
    let program = try ChildProgram(
      [
        "--size", "32x18", "--frames", "0..<600", "--resume", "--report", "json", "-o",
        folder("%03d.png"),
      ], program: ChildProgram.path("Orbit"))
    // The report has more bytes than a pipe.
    program.readLines(5)
    program.send(SIGTERM)
    let (_, errors) = program.readBoth()
    #expect(program.wait() == .exited(128 + SIGTERM))
    #expect(errors.contains("run it again to draw the frames that are missing"))
    let check = try run(["farm", "verify", "%03d.png", "--frames", "0..<600"], in: folder)
    #expect(check.end == .exited(1))
    let count = folder.names.count - 1
    #expect(count > 4 && count < 600 && check.output == "\(count)..<600\n", "\(count)")
  }

  @Test("joins pieces of a Y4M video to that of a single run, by make")
  func pieces() throws {
    let folder = TemporaryFolder()
    let orbit = try ChildProgram.path("Orbit")
    #expect(
      try run(
        ["farm", "submit", "--engine", "make", "--tasks", "3", "-o", "p/%03d.y4m", "--", orbit]
          + Self.scene, in: folder
      ).end == .exited(0))
    #expect(
      try run(Self.scene + ["--quiet", "-o", "whole.y4m"], program: orbit, in: folder).end
        == .exited(0))
    #expect(try run(["farm", "verify", "p/%03d.y4m"], in: folder).end == .exited(0))
    func assemble() throws -> (end: ChildProgram.End, output: String, errors: String) {
      try run(["farm", "assemble", "p/%03d.y4m", "-o", "a.y4m"], in: folder)
    }
    #expect(try assemble().end == .exited(0))
    #expect(folder.bytes("a.y4m") != nil && folder.bytes("a.y4m") == folder.bytes("whole.y4m"))

    let range = try Self.plan(folder)[1]
    let name = "p/00\(range.lowerBound).y4m"
    let piece = try #require(folder.bytes(name))
    for (bytes, sentence) in [
      (Array(piece.dropLast()), "is no whole Y4M video"),
      (
        Array(piece.dropLast(6 + 32 * 18 * 3 / 2)),
        "has \(range.count - 1) frames, not the \(range.count) of the plan"
      ),
      (Array("YUV4MPEG2 W32 H18 F60:1 C422\nFRAME\n".utf8), "is no whole Y4M video"),
      ([], "is no whole Y4M video"),
    ] {
      _ = try folder.file(name, bytes)
      let result = try assemble()
      #expect(result.end == .exited(1) && result.errors.contains(sentence), "\(result.errors)")
      let check = try run(["farm", "verify", "p/%03d.y4m"], in: folder)
      #expect(
        check.end == .exited(1) && check.output == "\(range.lowerBound)..<\(range.upperBound)\n")
    }
    try FileManager.default.removeItem(atPath: folder(name))
    #expect(try assemble().errors.contains("\(name) is missing"))
  }

  @Test(
    "passes any arguments on to the program, in folders of any name",
    arguments: ["xargs", "make", "parallel"])
  func quoting(engine: String) throws {
    guard let tool = executablePath(engine) else { return }
    let folder = TemporaryFolder()
    let name = "a b'c\"d $HOME;#"
    try FileManager.default.createDirectory(
      atPath: folder(name), withIntermediateDirectories: true)
    try writeScript(
      #"""
      case "${*: -2:1}" in --plan) printf '0..<5\n5..<7\n'; exit;; esac
      printf '%s\0' "$PWD" "$@" >"out$(printf '%s' "${@: -4:1}" | tr -d '.<')"
      """#, to: folder(name + "/my scene"))
    let odd = [
      "", " ", "it's", "\"", "$HOME `id` \\ \\n", "a\nb", "{} {1} {#} {=1=}", "%d %", "*", "~",
      "&|;<>()",
      "-", "ä@name@", "$(1) $@ $<",
    ]
    let pattern = "o '\" %% \\/%02d.png"
    let child = try ChildProgram(
      [
        "-c", #"cd "$1" && shift && exec "$@""#, "bash", folder(name), ChildProgram.path(), "farm",
        "submit", "--engine", engine, "--tasks", "2", "-o", pattern, "--folder", "j 'x",
      ] + (engine == "parallel" ? ["--jobs", "1"] : []) + ["--", "./my scene"] + odd,
      program: "/bin/bash")
    child.closeInput()
    let (output, errors) = child.readBoth()
    #expect(child.wait() == .exited(0), "\(tool): \(output) \(errors)")
    for (file, frames) in [("out05", "0..<5"), ("out57", "5..<7")] {
      let bytes = folder.bytes(name + "/" + file) ?? []
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      #expect(
        words == [folder(name)] + odd + ["--frames", frames, "-o", pattern, "--resume", ""],
        "\(file)")
    }
  }

  @Test("fills templates line by line")
  func templates() throws {
    let template = FarmTemplate(text: "#@a@ @@ @b@\nx @c@\n\n@c@@a@\ny@a@@a@\n")
    #expect(
      try template.filled(with: ["a": "1", "b": "it's", "c": nil]) == "#1 @ 'it'\\''s'\n\ny11\n")
    for text in ["@d@", "a@", "@a b@", "x\n@a@ @"] {
      #expect(throws: FarmTemplate.UnknownName.self, "\(text)") {
        try FarmTemplate(text: text).filled(with: ["a": "1"])
      }
    }
    for engine in FarmEngine.allCases {
      let values: KeyValuePairs = [
        "name": "n" as String?, "tasks": "3", "retries": "1", "tries": "2", "jobs": nil,
        "sshlogin": nil,
        "time": nil,
      ]
      let text = try FarmTemplate(text: engine.template).filled(with: values)
      #expect(text.contains("3") && !text.contains("--time") && !text.contains("--sshlogin"))
      #expect(text.hasSuffix("\n") && !text.contains("@tasks@"))
    }
  }

  @Test("uses a template of one's own, and says where it is wrong")
  func ownTemplate() throws {
    let folder = TemporaryFolder()
    try writeScript("echo '0..<2'; echo '2..<4'", to: folder("scene"))
    func write(_ text: String) throws -> (end: ChildProgram.End, output: String, errors: String) {
      _ = try folder.file("t", Array(text.utf8))
      return try run(
        [
          "farm", "write", "--engine", "slurm", "--tasks", "2", "--template", "t", "--time", "30",
          "-o",
          "%d.png", "--", "./scene",
        ], in: folder)
    }
    #expect(try write("@name@ @tasks@ @time@ @retries@\n@sshlogin@\n").end == .exited(0))
    #expect(folder.bytes("farm/slurm.sh") == Array("scene 2 30 3\n".utf8))
    #expect(folder.bytes("farm/plan") == Array("0..<2\n2..<4\n".utf8))
    let wrong = try write("a\n@partition@\n")
    #expect(
      wrong.end == .exited(1) && wrong.errors.contains("line 2 of the template: '@partition@'"))
  }

  @Test(
    "refuses what it cannot do",
    arguments: [
      (["write"], "--engine"),
      (["write", "--engine", "pbs", "--tasks", "1", "-o", "%d.png", "--", "x"], "pbs"),
      (["write", "--engine", "make", "--tasks", "0", "-o", "%d.png", "--", "x"], "--tasks 0"),
      (["write", "--engine", "make", "--tasks", "1", "-o", "%d.png"], "after '--'"),
      (["write", "--engine", "make", "--tasks", "1", "-o", "a.png", "--", "x"], "has no number"),
      (
        ["write", "--engine", "make", "--tasks", "1", "-o", "%d.mp4", "--", "x"], "pictures or Y4M"
      ),
      (
        ["write", "--engine", "make", "--tasks", "1", "-o", "%d.png", "--time", "1", "--", "x"],
        "--time"
      ),
      (
        ["write", "--engine", "slurm", "--tasks", "1", "-o", "%d.png", "--time", "x;", "--", "x"],
        "'x;'"
      ),
      (
        ["write", "--engine", "slurm", "--tasks", "1", "-o", "%d.png", "--jobs", "1", "--", "x"],
        "--jobs"
      ),
      (["verify", "%d.png", "--frames", "4..."], "needs an end"),
      (["verify", "a/%d.y4m", "--frames", "0..<4"], "--frames has no effect"),
      (["assemble", "%d.png"], "--output is missing"),
      (["assemble", "%d.png", "-o", "a.png"], "cannot write a film to one picture"),
      (["assemble", "%d.y4m", "-o", "a.mp4"], "pieces make a Y4M video"),
      (["assemble", "%d.y4m", "-o", "a.y4m", "--fps", "2"], "--fps has no effect"),
    ])
  func refusals(arguments: [String], sentence: String) throws {
    let folder = TemporaryFolder()
    let result = try run(["farm"] + arguments, in: folder)
    #expect(result.end == .exited(64) && result.errors.contains(sentence), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test("says what is missing")
  func failures() throws {
    let folder = TemporaryFolder()
    try writeScript("echo '0..<2'; exit ${1-0}", to: folder("scene"))
    try writeScript("echo Usage: scene", to: folder("other"))
    let job = ["farm", "write", "--engine", "make", "--tasks", "2", "-o", "%d.png", "--"]
    for (arguments, sentence) in [
      (job + ["./scene", "3"], "./scene --plan ended with status 3: there is no job"),
      (job + ["./absent"], "./absent --plan ended with status 127: there is no job"),
      (job + ["./other"], "line 1 of ./other --plan: expected a range of frames"),
      (["farm", "verify", "%d.png"], "farm/plan"),
      (["farm", "assemble", "%d.png", "-o", "a.y4m", "--frames", "0..<2"], "0.png"),
    ] {
      let result = try run(arguments, in: folder)
      #expect(result.end == .exited(1) && result.errors.contains(sentence), "\(result.errors)")
    }
    #expect(folder.names == ["other", "scene"])
  }
}
