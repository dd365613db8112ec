import Foundation
import Lamina
import LaminaTestSupport
import LaminaTool
import Testing

/// The effects of control-C (SIGINT) and SIGTERM above all. The program's messages tell when it has read
/// as much of its input as it can.
@Suite("The program in a process of its own", .serialized)
struct ProgramTests {
  private static let shape = ["--width", "30", "--height", "20"]
  private static let numbers = (0..<10).map { "\($0 * 3 % 10)\n" }.joined()

  @Test(
    "ends a stream at a signal, after the samples that have come", .slow,
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ])
  func stream(signal: Int32) throws {
    let program = try ChildProgram(
      ["graph", "-", "--range", "0..10", "-o", "-", "--format", "ppm"] + Self.shape)
    program.write("1\n2\n3\n")
    let frame = "P6\n30 20\n255\n".utf8.count + 30 * 20 * 3
    #expect(program.readOutput(3 * frame).count == 3 * frame)
    program.send(signal)
    #expect(program.readOutput().isEmpty)
    #expect(program.wait() == .exited(0))
    #expect(
      program.readErrors().hasSuffix(
        "interrupted; wrote standard output: 3 frames of 3 samples\n"))
  }

  @Test("draws each line when it comes")
  func lines() throws {
    let program = try ChildProgram(
      ["graph", "-", "--range", "0..10", "-o", "-", "--format", "ppm"] + Self.shape)
    let frame = "P6\n30 20\n255\n".utf8.count + 30 * 20 * 3
    for line in ["1\n", "\n2\n", "N/A\n", "3\n"] {
      program.write(line)
      let frames = line == "\n2\n" ? 2 : 1
      #expect(program.readOutput(frames * frame).count == frames * frame)
    }
    program.write("x\n")
    #expect(program.readOutput().isEmpty)
    #expect(program.wait() == .exited(1))
    #expect(
      program.readErrors() == """
        ended by an error; wrote standard output: 5 frames of 5 samples
        Error: standard input, line 6, column 1 (column 1): 'x' is not a number

        """)
  }

  @Test(
    "gives what was drawn until a signal its name", .slow,
    arguments: ["out.y4m", "out.png", "out-%d.png", "out.apng"],
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func files(output: String, signal: Int32) throws {
    try withFolder { folder in
      let arguments = ["--range", "0..10"] + Self.shape
      let program = try ChildProgram(
        ["graph", "-", "-o", folder + "/" + output] + arguments, terminal: true)
      program.write(Self.numbers)
      program.readErrors(until: "\r10 ")
      program.send(signal)
      #expect(program.readErrors().contains("interrupted; wrote \(folder)/\(output): "))
      #expect(program.wait() == .exited(0))
      // It is what the same numbers give when they are all there are.
      try Self.numbers.write(toFile: folder + "/n", atomically: true, encoding: .utf8)
      try draw([folder + "/n", "-o", folder + "/whole/" + output] + arguments)
      let files = try names(in: folder + "/whole")
      #expect(files.count == (output == "out-%d.png" ? 10 : 1))
      #expect(try names(in: folder) == (files + ["n", "whole"]).sorted())
      for file in files {
        #expect(try data(folder + "/" + file) == data(folder + "/whole/" + file))
      }
    }
  }

  @Test("ends a measurement at a signal, and writes what was measured")
  func measurement() throws {
    try withFolder { folder in
      let program = try ChildProgram(
        [
          "graph", "-o", folder + "/load.png", "--duration", "86400", "--samples-per-second",
          "1000",
        ] + Self.shape, terminal: true)
      program.readErrors(until: "\r10 of 86400000 samples")
      program.send(SIGINT)
      #expect(program.readErrors().contains("interrupted; wrote \(folder)/load.png: "))
      #expect(program.wait() == .exited(0))
      let picture = try Bitmap(contentsOfFile: folder + "/load.png")
      #expect(picture.width == 30 && picture.height == 20)
      #expect(try names(in: folder) == ["load.png"])
    }
  }

  @Test("says how to use the command whose arguments do not suit the file")
  func usage() throws {
    try withFolder { folder in
      try "time,cpu\n1,2\n".write(toFile: folder + "/a.csv", atomically: false, encoding: .utf8)
      let program = try ChildProgram(["chart", folder + "/a.csv", "-y", "disk"])
      program.closeInput()
      #expect(
        program.readErrors() == """
          Error: -y disk: there is no such column; there are time, cpu
          Usage: lamina chart [<options>] <files> ...
            See 'lamina chart --help' for more information.

          """)
      #expect(program.wait() == .exited(64))
      // The arguments are right where the file has nothing to show.
      try "name\nx\ny\n".write(toFile: folder + "/b.csv", atomically: false, encoding: .utf8)
      let other = try ChildProgram(["chart", folder + "/b.csv"])
      #expect(
        other.readErrors()
          == "Error: there is no column of numbers to show; --aggregate count counts the rows\n")
      #expect(other.wait() == .exited(1))
    }
  }

  @Test("ends at the second signal where nobody takes what it writes")
  func stalled() throws {
    let program = try ChildProgram(["graph", "--replay", "-o", "-", "--format", "ppm"])
    // More than a pipe holds is under way when the first byte has come.
    #expect(program.readOutput(1) == Array("P".utf8))
    program.send(SIGINT)
    program.readErrors(until: "again to abort\n")
    program.send(SIGINT)
    #expect(program.wait() == .signalled(SIGINT))
  }

  @Test(
    "leaves nothing where a file may not be as large as its video or picture",
    arguments: [("graph --replay -q", "a.y4m"), ("chart - -q", "a.ppm"), ("chart - -q", "a.svg")])
  func fileSizeLimit(arguments: String, name: String) throws {
    try withFolder { folder in
      let program = try ChildProgram(
        [
          "-c",
          "ulimit -f 1; exec '\(try ChildProgram.path())' \(arguments) -o '\(folder)/\(name)'",
        ], program: "/bin/bash")
      program.write("a,b\n1,2\n2,3\n")
      program.closeInput()
      #expect(program.readErrors().contains("cannot write \(folder)/\(name): File too large"))
      #expect(program.wait() == .exited(1))
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test(
    "ends at a signal while it reads the columns of a chart, without a word",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func chartInput(signal: Int32) throws {
    try withFolder { folder in
      let program = try ChildProgram(["chart", "-", "-o", folder + "/c.png"])
      program.write("1,2\n")
      program.send(signal)
      #expect(program.wait() == .signalled(signal))
      #expect(program.readErrors().isEmpty)
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("ends the frames of a file at a signal, and completes them", arguments: [SIGINT, SIGTERM])
  func chartFrames(signal: Int32) throws {
    try withFolder { folder in
      let rows = (0..<1000).map { "\($0),\($0 % 7)\n" }.joined()
      try ("n,v\n" + rows).write(toFile: folder + "/a.csv", atomically: false, encoding: .utf8)
      let program = try ChildProgram(
        ["chart", folder + "/a.csv", "-o", "-", "--format", "ppm"] + Self.shape)
      // A pipe does not hold all of them.
      let frame = "P6\n30 20\n255\n".utf8.count + 30 * 20 * 3
      #expect(program.readOutput(2 * frame).count == 2 * frame)
      program.send(signal)
      let byteCount = 2 * frame + program.readOutput().count
      let count = byteCount / frame
      #expect(byteCount == count * frame && count < 1000)
      #expect(
        program.readErrors().hasSuffix(
          "interrupted; wrote standard output: \(count) frames of \(count) rows\n"))
      #expect(program.wait() == .exited(0))
    }
  }

  @Test("tells the bad rows of a chart once")
  func chartWarnings() throws {
    try withFolder { folder in
      let bad =
        "1 bad row has gaps instead: \(folder)/a.csv, line 3, column 2 (v): 'x' is not a number"
      try "n,v\n1,4\n2,x\n3,5\n".write(
        toFile: folder + "/a.csv", atomically: false, encoding: .utf8)
      for (options, warns) in [
        ([], false), (["-q"], true), (["--format", "y4m"], false),
        (["--format", "y4m", "-q"], true),
      ] {
        let program = try ChildProgram(
          ["chart", folder + "/a.csv", "--skip-bad", "-o", folder + "/c.png"] + options + Self.shape
        )
        let said = program.readErrors()
        #expect(program.wait() == .exited(0))
        #expect(said.components(separatedBy: bad).count == 2, "\(said)")
        #expect(said.hasPrefix("warning: \(bad)\n") == warns)
      }
    }
  }

  @Test("removes what a killed run has left, and nothing that is being written")
  func leftovers() throws {
    try withFolder { folder in
      func start(_ name: String) throws -> ChildProgram {
        let program = try ChildProgram(
          ["graph", "-", "--range", "0..10", "-o", folder + "/" + name] + Self.shape,
          terminal: true)
        program.write(Self.numbers)
        program.readErrors(until: "\r10 ")
        return program
      }
      let killed = try start("a.y4m")
      killed.send(SIGKILL)
      #expect(killed.wait() == .signalled(SIGKILL))
      let running = try start("b.y4m")
      // The second run has removed what the first left; its own file is there.
      let before = try names(in: folder)
      #expect(before.count == 1)
      let foreign = ".lamina-another.host-7-1.tmp"
      for name in [foreign, ".lamina-12-1.tmp", ".lamina.tmp"] {
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      }
      let next = try ChildProgram(["graph", "--replay", "-o", folder + "/c.png", "-q"])
      next.closeInput()
      let said = next.readErrors()
      #expect(next.wait() == .exited(0))
      #expect(said.split(separator: "\n").count == 2)
      #expect(said.contains("warning: \(folder)/\(foreign) is left"))
      #expect(said.contains("warning: \(folder)/.lamina-12-1.tmp is left"))
      running.closeInput()
      #expect(running.wait() == .exited(0))
      #expect(
        try names(in: folder)
          == [
            ".lamina-12-1.tmp", foreign, ".lamina.tmp", "b.y4m", "c.png",
          ].sorted())
    }
  }

  @Test("has the series that it replays in itself, wherever it is")
  func copiedProgram() throws {
    try withFolder { folder in
      let copy = folder + "/copy"
      // A file that this process writes cannot be run while a child of another test holds it open.
      let copying = try ChildProgram([try ChildProgram.path(), copy], program: "/bin/cp")
      #expect(copying.wait() == .exited(0))
      let program = try ChildProgram(
        ["graph", "--replay", "-o", folder + "/a.ppm", "--quiet"], program: copy)
      #expect(program.wait() == .exited(0))
      #expect(program.readErrors() == "")
      try draw(["--replay", "-o", folder + "/b.ppm"])
      #expect(try data(folder + "/a.ppm") == data(folder + "/b.ppm"))
    }
  }
}
