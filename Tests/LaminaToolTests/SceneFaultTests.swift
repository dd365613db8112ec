import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

/// Films whose program is interrupted, whose disk is full or whose reader goes away:
/// a file that has its final name is whole, nothing else is left, and the status tells it.
///
/// `LAMINA_FAULTS` is the number of runs, where there is time for many.
@Suite("A scene that something goes wrong with", .serialized)
struct SceneFaultTests {
  private static let count =
    ProcessInfo.processInfo.environment["LAMINA_FAULTS"].flatMap { Int($0) } ?? 12
  private static let frames = 40
  private static let outputs = ["o.y4m", "o.mp4", "o.apng", "o-%02d.png", "o.png"]
  private static let arguments = "--size 64x36 --quiet --report json"

  /// A folder with what undisturbed runs write, and with a script in place of ffmpeg that writes what
  /// it reads.
  private final class Reference {
    let folder = TemporaryFolder()

    init() throws {
      try writeScript("file=${!#}; cat > \"${file#file:}\"", to: folder("ffmpeg"))
      for output in SceneFaultTests.outputs {
        let run = try start(folder(output), "")
        _ = run.readBoth()
        #expect(run.wait() == .exited(0))
      }
      #expect(folder.bytes("o.y4m") == folder.bytes("o.mp4"))
    }

    /// Starts a run of the scene Orbit, after some words of bash.
    func start(_ output: String, _ words: String) throws -> ChildProgram {
      let frames = output.hasSuffix("/o.png") ? "39" : "0..<\(SceneFaultTests.frames)"
      return try ChildProgram(
        [
          "-c",
          "\(words) PATH='\(folder.path)':$PATH exec '\(ChildProgram.path("Orbit"))' --frames '\(frames)' "
            + "\(SceneFaultTests.arguments) -o '\(output)'",
        ], program: "/bin/bash")
    }

    /// Checks that all that is in a folder is whole.
    ///
    /// - Returns: the number of files.
    func check(_ other: TemporaryFolder, _ comment: Comment) throws -> Int {
      for name in other.names {
        let bytes = try #require(other.bytes(name))
        guard let whole = folder.bytes(name) else {
          Issue.record("\(name) is left: \(comment)")
          continue
        }
        switch name {
        case "o.y4m", "o.mp4":
          // A frame is its word, the luma and the chroma.
          let frame = 6 + 64 * 36 * 3 / 2
          #expect(whole.starts(with: bytes) && !bytes.isEmpty, comment)
          #expect((whole.count - bytes.count) % frame == 0, comment)
        case "o.apng":
          let end = Array("IEND".utf8)
          #expect(bytes.suffix(8).prefix(4) == end[...], comment)
          #expect(try Bitmap(contentsOfFile: other(name)).width == 64, comment)
          let data = Data(bytes)
          let place = try #require(data.range(of: Data("acTL".utf8))).upperBound
          let stated = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
          var found = 0
          var rest = data[...]
          while let next = rest.range(of: Data("fcTL".utf8)) {
            found += 1
            rest = rest[next.upperBound...]
          }
          #expect(stated == found && found > 0, comment)
        default: #expect(bytes == whole, comment)
        }
      }
      return other.names.count
    }
  }

  @Test("has a whole file or none after a signal at any moment", .slow)
  func signals() throws {
    let reference = try Reference()
    var ends: [String: Int] = [:]
    for seed in 0..<Self.count {
      var random = SeededGenerator(seed: UInt64(seed))
      let folder = TemporaryFolder()
      let output = Self.outputs[seed % Self.outputs.count]
      let program = try reference.start(folder(output), "")
      let signal = random.pick([SIGINT, SIGTERM])
      program.readLines(random.below(output == "o.png" ? 2 : Self.frames + 1))
      for _ in 0..<(random.chance(30) ? 2 : 1) {
        for _ in 0..<random.below(3_000) { sched_yield() }
        program.send(signal)
      }
      let (_, errors) = program.readBoth()
      let end = program.wait()
      ends["\(end)", default: 0] += 1
      let comment: Comment = "\(seed): \(output), signal \(signal), \(end): \(errors)"
      switch end {
      case .exited(0): #expect(try reference.check(folder, comment) > 0, comment)
      case .exited(128 + signal):
        let count = try reference.check(folder, comment)
        #expect(count == 0 || output.contains("%"), comment)
        #expect(!errors.isEmpty, comment)
      case .signalled(signal):
        // The signal came before it was caught, or once too often.
        #expect(folder.names.allSatisfy { !Self.outputs.contains($0) }, comment)
      default: Issue.record(comment)
      }
    }
    #expect(ends["exited(0)", default: 0] > 0)
  }

  @Test("has a whole file or none where the disk is full at any byte", .slow)
  func fullDisk() throws {
    let reference = try Reference()
    for index in 0..<Self.count {
      let output = Self.outputs[index % Self.outputs.count]
      let folder = TemporaryFolder()
      // In units of 1,024 bytes, of which an uncompressed film has 138.
      let limit = output.hasSuffix("png") ? index % 7 : index * 150 / Self.count
      let program = try reference.start(folder(output), "ulimit -f \(limit);")
      let (_, errors) = program.readBoth()
      let end = program.wait()
      let comment: Comment = "\(output), \(limit) KiB, \(end): \(errors)"
      let count = try reference.check(folder, comment)
      if end == .exited(0) {
        #expect(count > 0 && errors.isEmpty, comment)
      } else {
        #expect(end == .exited(1), comment)
        #expect(errors.hasPrefix("Error: cannot write "), comment)
        #expect(
          errors.contains("File too large") || errors.contains("ffmpeg ended with status"), comment)
        #expect(count == 0 || output.contains("%"), comment)
      }
    }
  }

  /// A library that makes one call fail: the one of the number `FAULT_CALL`, among those by which a
  /// process writes, closes and renames the files of the folder `FAULT_FOLDER`.
  private static let failingCalls = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static int fails(const char *path) {
      static atomic_int calls;
      const char *folder = getenv("FAULT_FOLDER"), *call = getenv("FAULT_CALL");
      if (strncmp(path, folder, strlen(folder)) != 0) return 0;
      errno = EIO;
      return ++calls == atoi(call);
    }

    static int fails_at(int descriptor) {
      char link[64], path[4096] = "";
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      return readlink(link, path, sizeof path - 1) > 0 && fails(path);
    }

    #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

    ssize_t write(int descriptor, const void *bytes, size_t count) {
      return fails_at(descriptor) ? -1 : REAL(write)(descriptor, bytes, count);
    }

    ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
      return fails_at(descriptor) ? -1 : REAL(pwrite)(descriptor, bytes, count, offset);
    }

    int rename(const char *old, const char *new) {
      return fails(new) ? -1 : REAL(rename)(old, new);
    }

    // As Linux does, it closes the file all the same.
    int close(int descriptor) {
      int failed = fails_at(descriptor), result = REAL(close)(descriptor);
      if (!failed) return result;
      errno = EIO;
      return -1;
    }
    """#

  @Test("has a whole file or none where any one write, close or rename fails", .slow)
  func writes() throws {
    let reference = try Reference()
    let tools = TemporaryFolder()
    try Self.failingCalls.write(toFile: tools("calls.c"), atomically: true, encoding: .utf8)
    let compiler = try ChildProgram(
      ["-c", "exec clang -shared -fPIC -o '\(tools("calls.so"))' '\(tools("calls.c"))'"],
      program: "/bin/bash")
    let messages = compiler.readBoth().errors
    try #require(compiler.wait() == .exited(0), "\(messages)")

    for output in Self.outputs {
      // Each call in turn, up to the number that there are; or a few of them.
      let step = Self.count >= 200 ? 1 : 29
      var isComplete = false
      for call in stride(from: 1, through: 1_000, by: step) where !isComplete {
        let folder = TemporaryFolder()
        let program = try reference.start(
          folder(output),
          "export FAULT_FOLDER='\(folder.path)/' FAULT_CALL=\(call) LD_PRELOAD='\(tools("calls.so"))';"
        )
        let (_, errors) = program.readBoth()
        let end = program.wait()
        let comment: Comment = "\(output), call \(call), \(end): \(errors)"
        let count = try reference.check(folder, comment)
        isComplete = end == .exited(0)
        if isComplete {
          #expect(call > 1 && count > 0 && errors.isEmpty, comment)
        } else {
          #expect(end == .exited(1), comment)
          #expect(
            errors.contains("Input/output error") || errors.contains("ffmpeg ended with status"),
            comment)
          #expect(count == 0 || output.contains("%"), comment)
        }
      }
      #expect(isComplete, "\(output)")
    }
  }

  @Test("ends as shells expect, without a file, where a reader has gone or a device is full")
  func readers() throws {
    let folder = TemporaryFolder()
    func bash(_ line: String) throws -> (output: String, errors: String) {
      let program = try ChildProgram(
        ["-c", "S='\(ChildProgram.path("Orbit")) --quiet --size 64x36'; \(line)"],
        program: "/bin/bash")
      defer { _ = program.wait() }
      return program.readBoth()
    }
    for count in [0, 1, 7_000, 70_000] {
      let (output, errors) = try bash(
        "$S --format y4m -o - | head -c \(count) >/dev/null; echo ${PIPESTATUS[0]}")
      #expect(output == "141\n" && errors.isEmpty, "\(count): \(errors)")
    }
    let (report, words) = try bash(
      "$S --report json -o '\(folder("o.apng"))' | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}")
    #expect(report == "141\n" && words.isEmpty && folder.names.isEmpty, "\(words)")
    let (full, errors) = try bash("$S --format y4m -o - >/dev/full; echo $? >&2")
    #expect(full.isEmpty && errors.contains("No space left on device"))
    #expect(errors.hasSuffix("1\n"))
  }

  @Test("says that ffmpeg is missing or was killed, and leaves no file")
  func encoder() throws {
    let folder = TemporaryFolder()
    let script = folder("ffmpeg")
    func run(_ text: String?, _ path: String) throws -> (ChildProgram.End, String) {
      try? FileManager.default.removeItem(atPath: script)
      if let text { try writeScript(text, to: script) }
      let program = try ChildProgram(
        [
          "-c",
          "PATH=\(path) exec '\(ChildProgram.path("Orbit"))' --quiet --size 64x36 -o '\(folder("o.mp4"))'",
        ], program: "/bin/bash")
      let errors = program.readBoth().errors
      return (program.wait(), errors)
    }
    let (missing, word) = try run(nil, folder.path)
    #expect(missing == .exited(1) && word.contains("is not in PATH; Debian has it in the package"))
    let path = folder.path + ":/usr/bin:/bin"
    let (killed, words) = try run("head -c 9999 >/dev/null; kill -9 $$", path)
    #expect(killed == .exited(1) && words.contains("ffmpeg was ended by signal 9 (Killed)"))
    let (failed, said) = try run("cat >/dev/null; echo 'no space' >&2; exit 7", path)
    #expect(failed == .exited(1) && said.contains("ffmpeg ended with status 7: no space\n"))
    #expect(folder.names == ["ffmpeg"])
  }
}
