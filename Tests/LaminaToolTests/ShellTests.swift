import Foundation
import Lamina
import LaminaTestSupport
import LaminaTool
import Testing

/// The program as shells start it: with streams that are closed, full or have nobody at their other
/// end, little memory, and texts that mean to do something to a terminal.
@Suite("The program in a shell")
struct ShellTests {
  /// The result of a command, as a shell reports it.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs a line of bash; `$L` is the program, `$D` a folder. Standard input is empty.
  @discardableResult
  private func shell(_ line: String, in folder: String) throws -> Outcome {
    let program = try ChildProgram(
      ["-c", "L='\(try ChildProgram.path())'; D='\(folder)'; cd \"$D\"; \(line)"],
      program: "/bin/bash")
    program.closeInput()
    let (output, errors) = program.readBoth()
    guard case .exited(let status) = program.wait() else {
      Issue.record("bash was ended by a signal: \(line)")
      return Outcome(status: -1, output: output, errors: errors)
    }
    return Outcome(status: status, output: output, errors: errors)
  }

  private func numbers(_ text: String, in folder: String, _ name: String = "n") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  // MARK: - Streams

  @Test(
    "writes its picture where standard error is gone",
    arguments: ["2> >(true)", "2>&-", "2>/dev/full", "2>&1 >/dev/null | true"])
  func standardErrorGone(redirection: String) throws {
    try withFolder { folder in
      try numbers("1\n2\n3\n", in: folder)
      let outcome = try shell(
        "set -o pipefail; \"$L\" graph n -o p.png --width 30 --height 20 \(redirection)", in: folder
      )
      #expect(outcome.status == 0)
      #expect(try Bitmap(contentsOfFile: folder + "/p.png").width == 30)
    }
  }

  @Test("ends with a message's status where the message cannot be written", .slow)
  func messageLost() throws {
    try withFolder { folder in
      for redirection in ["2>&-", "2>/dev/full", "2> >(true)"] {
        let missing = try shell("\"$L\" graph none \(redirection)", in: folder)
        #expect(missing.status == 1)
        let wrong = try shell("\"$L\" graph --wrong \(redirection)", in: folder)
        #expect(wrong.status == 64)
      }
    }
  }

  @Test("says that standard input is closed", arguments: ["graph", "waveform", "chart"])
  func standardInputClosed(command: String) throws {
    try withFolder { folder in
      let outcome = try shell("timeout 60 \"$L\" \(command) - -o p.png <&-", in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("cannot read standard input: Bad file descriptor"))
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("says that standard output is closed or full, and is silent where its reader has gone")
  func standardOutputGone() throws {
    try withFolder { folder in
      let closed = try shell("\"$L\" show --list >&-", in: folder)
      #expect(closed.status == 1 && closed.errors.contains("Bad file descriptor"))
      let full = try shell("\"$L\" --help >/dev/full", in: folder)
      #expect(full.status == 1 && full.errors.contains("No space left on device"))
      let gone = try shell("\"$L\" show --list | true; echo ${PIPESTATUS[0]}", in: folder)
      #expect(["0\n", "141\n"].contains(gone.output) && gone.errors.isEmpty)
    }
  }

  @Test(
    "ends silently where the reader of its frames has gone",
    arguments: ["graph --replay", "waveform a.wav --from 0 --to 0.9", "chart a.csv"])
  func frameReaderGone(command: String) throws {
    try withFolder { folder in
      try sound(frames: 8_000).write(to: URL(fileURLWithPath: folder + "/a.wav"))
      try numbers((1...99).map { "\($0)\n" }.joined(), in: folder, "a.csv")
      let outcome = try shell(
        "\"$L\" \(command) -q -o - --format ppm | head -c 9 >/dev/null; echo ${PIPESTATUS[0]}",
        in: folder)
      #expect(outcome.output == "141\n" && outcome.errors.isEmpty, "\(outcome.errors)")
    }
  }

  @Test("says that standard input is a folder", arguments: ["graph", "waveform", "chart"])
  func standardInputFolder(command: String) throws {
    try withFolder { folder in
      let outcome = try shell("\"$L\" \(command) - -o p.png <.", in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("cannot read standard input: Is a directory"))
    }
  }

  @Test("draws a chart of what a pipe brings, whichever way it is named")
  func chartOfPipe() throws {
    try withFolder { folder in
      try numbers("a,b\n1,2\n2,4\n", in: folder, "n.csv")
      let options = "-q --title t --width 90 --height 60"
      for line in [
        "\"$L\" chart n.csv", "\"$L\" chart <(cat n.csv)", "cat n.csv | \"$L\" chart -",
        "cat n.csv | \"$L\" chart /dev/stdin", "\"$L\" chart - <n.csv",
      ] {
        let outcome = try shell("\(line) \(options) -o p.png; cmp p.png first.png", in: folder)
        if line.hasSuffix("chart n.csv") {
          _ = try shell("mv p.png first.png", in: folder)
        } else {
          #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(line): \(outcome.errors)")
        }
      }
    }
  }

  // MARK: - Texts from outside

  @Test(
    "escapes what a terminal would obey, in every message", .slow,
    arguments: [
      "printf '1\\n\\033]0;x\\007\\n' | \"$L\" graph - -o p.png",
      "\"$L\" graph $'\\033]0;x\\007'", "\"$L\" waveform $'\\033]0;x\\007.wav'",
      "\"$L\" waveform $'\\033]0;x\\007.dat'", "\"$L\" show $'\\033]0;x\\007.png'",
      "\"$L\" show $'\\033]0;x\\007%d.png'", "\"$L\" graph $'--\\033]0;x\\007'",
      "\"$L\" graph --width $'\\033]0;x\\007'", "\"$L\" $'\\033]0;x\\007'",
      "\"$L\" graph --replay -o $'\\033]0;x\\007.gif'",
      "\"$L\" graph --replay -o $'\\033]0;x\\007%q.png'",
      "printf x > $'\\033]0;x\\007.wav'; \"$L\" waveform $'\\033]0;x\\007.wav'",
      "\"$L\" graph --replay -o $'\\033]0;x\\007.png'; exit 1",
      "LAMINA_SCALE=$'\\033]0;x\\007' DISPLAY=:no \"$L\" graph --replay --window",
      "DISPLAY=$'\\033]0;x\\007' \"$L\" graph --replay --window",
      "TERM=$'\\033]0;x\\007' \"$L\" graph --replay --terminal",
    ])
  func escaping(line: String) throws {
    try withFolder { folder in
      let outcome = try shell("unset WAYLAND_DISPLAY; " + line, in: folder)
      #expect(outcome.status != 0)
      let said = outcome.output + outcome.errors
      #expect(!said.isEmpty)
      #expect(!said.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    }
  }

  @Test("writes out a line break in a file's name")
  func lineBreak() throws {
    try withFolder { folder in
      let outcome = try shell("\"$L\" graph $'a\\nError: b'", in: folder)
      #expect(outcome.errors == "Error: cannot read a\\nError: b: No such file or directory\n")
    }
  }

  @Test(
    "says of negative numbers that they are negative", .slow,
    arguments: [
      "graph --width -5", "graph --height -1", "graph --scale -2", "graph --fps -60",
      "graph --loops -1", "graph --samples-per-second -3", "graph --points-per-sample -1",
      "graph --duration -1.5", "waveform x --width -5", "waveform x --seconds -1",
      "waveform x --decibels -60", "waveform x --from -5", "waveform x --to -1:30",
      "waveform x --peaks p.dat --bits -8", "waveform x --peaks p.dat --samples-per-pixel -1",
      "waveform x --amplitude-scale -1", "show x --fps -1", "show x --scale -1",
      "graph --terminal --frames -1", "chart x --width -5", "chart x --height -1",
      "chart x --scale -2", "chart x --resample -5m", "graph --width -1e3", "chart x --height -1e3",
      "waveform x --width -1e3", "graph --last -1e1", "graph --loops -1e1",
    ])
  func negativeNumbers(arguments: String) throws {
    try withFolder { folder in
      let outcome = try shell("\"$L\" \(arguments)", in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("cannot be negative"))
      #expect(!outcome.errors.contains("Missing value"))
    }
  }

  @Test("takes values that begin with a minus, and says what is wrong with them", .slow)
  func textsWithMinus() throws {
    try withFolder { folder in
      try numbers("-a,b\n1,2\n-999,4\n", in: folder)
      for arguments in [
        "graph n --missing -999", "graph n --column -a",
        "chart n -x -a -y b --missing -998 --title -5",
        "chart n -y -a --y2 b --x-label -x --y-label -q --unit -C",
      ] {
        let outcome = try shell("\"$L\" \(arguments) -q -o p.png", in: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
      }
      for (arguments, status, sentence) in [
        ("graph n --column -1", 1, "there is no column -1: the columns are -a, b"),
        ("chart n -x -1", 64, "-x -1: there is no such column"),
        ("chart n --time-format -%d", 1, "n: no column has times of the form '-%d': '1' in line 2"),
        ("chart n -y -1", 64, "-y -1: there is no such column"),
        ("chart n --group -1", 64, "--group -1: there is no such column"),
        ("chart n --kind -5", 64, "The value '-5' is invalid for '--kind <kind>'"),
        ("chart n --timezone -5", 64, "there is no time zone of this name"),
        ("graph n --style -5", 64, "The value '-5' is invalid for '--style <style>'"),
        ("waveform n --color -5", 64, "expected six hexadecimal digits"),
        ("waveform n --peaks -5", 64, "the name must end in"),
      ] as [(String, Int32, String)] {
        let outcome = try shell("\"$L\" \(arguments) -o p.png", in: folder)
        #expect(outcome.status == status, "\(arguments)")
        #expect(outcome.errors.contains(sentence), "\(arguments): \(outcome.errors)")
      }
    }
  }

  @Test(
    "says of numbers that are none what they must be",
    arguments: ["waveform x --amplitude-scale nan", "waveform x --amplitude-scale inf"])
  func noNumbers(arguments: String) throws {
    try withFolder { folder in
      let outcome = try shell("\"$L\" \(arguments)", in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("it must be from"))
    }
  }

  @Test("says what is wrong with empty names, UTF-16, NUL bytes and numbers that are none", .slow)
  func input() throws {
    try withFolder { folder in
      func errors(_ line: String) throws -> String { try shell(line, in: folder).errors }
      #expect(try errors("\"$L\" graph n -o ''").contains("--output '': the name is empty"))
      #expect(try errors("\"$L\" graph ''").contains("the input's name is empty"))
      #expect(try errors("\"$L\" waveform ''").contains("the input's name is empty"))
      for form in ["UTF-16", "UTF-16LE", "UTF-16BE"] {
        let said = try errors("printf '1\\n2\\n' | iconv -t \(form) | \"$L\" graph - -o p.png")
        #expect(said.contains("standard input is text in UTF-16"), "\(form)")
      }
      #expect(
        try errors("printf '12\\0003\\n' | \"$L\" graph - -o p.png")
          .contains("line 1: a table cannot contain a NUL byte"))
      #expect(try names(in: folder).isEmpty)
      let bad = try errors(
        "printf 'load\\n1\\n\\033[2J\\n3\\n' | \"$L\" graph - -o p.png --skip-bad")
      #expect(
        bad == """
          warning: 1 bad row has gaps instead: standard input, line 3, column 1 (load): \
          '\\u{1B}[2J' is not a number
          wrote p.png: 3 samples of load

          """)
      let newest = try errors("seq 900 | \"$L\" graph - -o p.png --bare")
      #expect(newest == "wrote p.png: the last 768 of 900 samples\n")
      #expect(try errors("seq 900 | \"$L\" graph - -o p.png") == "wrote p.png: 900 samples\n")
      let infinite = try errors("printf '1\\ninf\\n2\\n-inf\\n' | \"$L\" graph - -o p.png -q")
      #expect(infinite == "warning: 2 of the samples are infinite and are drawn as gaps\n")
      let chart = "\"$L\" chart - -o p.png -q"
      #expect(
        try errors("printf '1\\ninf\\n2\\n' | \(chart)")
          == "warning: 1 of the values of column 1 are infinite and are not drawn\n")
      #expect(
        try errors("printf 'nan\\n-inf\\n' | \(chart)")
          == "warning: none of the values of column 1 is a finite number\n")
      let gaps = try errors("printf 'nan\\nnan\\ninf\\n' | \"$L\" graph - -o p.png -q")
      #expect(
        gaps == "warning: none of the samples is a finite number: 2 NaN or empty, 1 infinite\n")
    }
  }

  // MARK: - Memory

  @Test("says of an input without lines that it has a row that is too long", .slow)
  func endlessRow() throws {
    try withFolder { folder in
      let outcome = try shell("ulimit -v 800000; \"$L\" graph /dev/zero -o p.png", in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          Error: /dev/zero, line 1: a row that begins here does not end within 67,108,864 bytes

          """)
    }
  }

  @Test(
    "says how much memory there is not", .slow,
    arguments: [
      "graph --replay --width 16000 --height 8000 -o p.png",
      "graph --replay --width 16000 --height 8000 -o p.y4m",
      "waveform a.wav --width 8000 --height 8000 --scale 1 -o p.png",
      "waveform a.wav --width 8000 --height 8000 --scale 1 -o p.ppm", "show b.ppm --terminal",
      "chart c.csv --width 8000 --height 8000 -o p.png",
      "chart c.csv --width 8000 --height 8000 -o p.ppm", "yes 1,2 | chart - -o p.png",
      "cat /dev/zero | chart - -o p.png",
    ])
  func littleMemory(arguments: String) throws {
    try withFolder { folder in
      try sound(frames: 1_000).write(to: URL(fileURLWithPath: folder + "/a.wav"))
      var picture = Array("P4\n11000 11000\n".utf8)
      picture += [UInt8](repeating: 0, count: 1_375 * 11_000)
      try Data(picture).write(to: URL(fileURLWithPath: folder + "/b.ppm"))
      try numbers("1,2\n2,3\n", in: folder, "c.csv")
      let parts = arguments.split(separator: "| ")
      let line = parts.dropLast().map { $0 + "| " }.joined() + "\"$L\" " + parts.last!
      let outcome = try shell("ulimit -v 400000; \(line)", in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("Error: "))
      #expect(outcome.errors.contains(" bytes of memory"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(try names(in: folder) == ["a.wav", "b.ppm", "c.csv"])
    }
  }

  /// Below these limits the libraries for fonts end the process themselves.
  @Test(
    "draws a graph or says how much memory there is not, whatever the limit", .slow,
    arguments: [
      "--width 4000 --height 4000 -o p.png", "--width 2000 --height 2000 -o p.png",
      "--width 2000 --height 2000 --range 0..9 -o p.apng",
    ])
  func memoryLimits(options: String) throws {
    try withFolder { folder in
      try numbers("1\n2\n3\n", in: folder)
      var statuses: Set<Int32> = []
      for limit in [340_000, 400_000, 460_000, 600_000] {
        let outcome = try shell(
          "ulimit -v \(limit); \"$L\" graph n -q \(options) && rm p.*", in: folder)
        statuses.insert(outcome.status)
        let said = Comment(rawValue: "\(limit): \(outcome.status) \(outcome.errors.prefix(300))")
        if outcome.status == 0 {
          #expect(outcome.errors.isEmpty, said)
        } else {
          #expect(outcome.status == 1, said)
          #expect(outcome.errors.hasPrefix("Error: "), said)
          #expect(outcome.errors.contains(" bytes of memory"), said)
          #expect(outcome.errors.split(separator: "\n").count == 1, said)
        }
        #expect(try names(in: folder) == ["n"], said)
      }
      #expect(statuses.contains(0))
    }
  }
}

/// A WAV file of 16 bits and one channel.
func sound(frames: Int) -> Data {
  var bytes: [UInt8] = Array("RIFF".utf8)
  func add(_ number: Int, _ count: Int) {
    bytes += (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  add(36 + 2 * frames, 4)
  bytes += Array("WAVEfmt ".utf8)
  for (number, count) in [(16, 4), (1, 2), (1, 2), (8_000, 4), (16_000, 4), (2, 2), (16, 2)] {
    add(number, count)
  }
  bytes += Array("data".utf8)
  add(2 * frames, 4)
  for index in 0..<frames { add(index * 37 % 20_000 - 10_000, 2) }
  return Data(bytes)
}
