import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaImages

/// Films that `ffmpeg` writes: what it is asked for and how it fails, by scripts in its place, and
/// what becomes of the frames where it is installed.
@Suite("A sink that writes films by ffmpeg")
struct FFmpegSinkTests {
  private static let ffmpeg = PipedProgram.find("ffmpeg")
  private static let ffprobe = PipedProgram.find("ffprobe")

  /// Writes a script that stands for ffmpeg. Its last argument is the name of the file.
  private func script(_ text: String, in folder: TemporaryFolder) throws -> String {
    let path = folder("ffmpeg")
    try writeScript("file=${!#}; file=${file#file:}\n\(text)", to: path)
    return path
  }

  private func sink(_ path: String, program: String?, format: FrameFormat = .mp4) throws
    -> FFmpegSink
  {
    try FFmpegSink(toFile: path, format: format, frameRate: FrameRate(25), program: program)
  }

  /// A picture of one colour.
  private func picture(_ width: Int, _ height: Int, _ pixel: UInt32 = 0xFF_00_00_FF) throws
    -> Bitmap
  {
    try Bitmap(width: width, height: height, pixels: Array(repeating: pixel, count: width * height))
  }

  @Test("gives the program its frames and the film its name at the end")
  func naming() throws {
    let folder = TemporaryFolder()
    let program = try script("cat > \"$file\"; echo \"$@\" > '\(folder("words"))'", in: folder)
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder("a b.mp4")))
    let film = try sink(folder("a b.mp4"), program: program)
    for number in 0..<3 { try film.write(picture(4, 2), at: Double(number)) }
    #expect(try String(contentsOfFile: folder("a b.mp4"), encoding: .utf8) == "old")
    try film.finish()
    try film.finish()
    let reference = folder("reference.y4m")
    let frames = try Y4MSink(to: .file(path: reference), frameRate: FrameRate(25))
    for number in 0..<3 { try frames.write(picture(4, 2), at: Double(number)) }
    try frames.finish()
    #expect(
      FileManager.default.contents(atPath: folder("a b.mp4"))
        == FileManager.default.contents(atPath: reference))
    #expect(folder.names == ["a b.mp4", "ffmpeg", "reference.y4m", "words"])
    let words = try String(contentsOfFile: folder("words"), encoding: .utf8)
    #expect(words.contains("-c:v libx264") && words.contains("-movflags +faststart "))
    #expect(words.contains("-color_trc bt709 -f mp4 file:"))
    #expect(!words.contains("pad="))
    #expect(throws: OutputError.finished(path: folder("a b.mp4"))) {
      try film.write(picture(4, 2), at: 3)
    }
  }

  @Test("pads frames of an odd size, and asks for the format")
  func arguments() throws {
    func words(_ format: FrameFormat, _ width: Int, _ height: Int) -> [String] {
      FFmpegSink.arguments(format.film!, width: width, height: height, path: "-p")
    }
    #expect(words(.mp4, 5, 4).contains { $0.hasPrefix("pad=6:4,fillborders=right=1:bottom=0:") })
    #expect(words(.mp4, 6, 3).contains { $0.hasPrefix("pad=6:4,fillborders=right=0:bottom=1:") })
    #expect(words(.mov, 6, 4).suffix(3) == ["-f", "mov", "file:-p"])
    #expect(words(.mkv, 6, 4).suffix(2) == ["matroska", "file:-p"])
    #expect(words(.webm, 6, 4).contains("libvpx-vp9"))
    for format in FrameFormat.allCases where format.film == nil {
      let error = #expect(throws: OutputError.self) { try sink("x", program: "/", format: format) }
      #expect(
        error == .unsuitableFormat(path: "x", reason: "ffmpeg is not used for the format \(format)")
      )
    }
  }

  @Test("says that there is no ffmpeg, and where to get it")
  func missing() throws {
    let folder = TemporaryFolder()
    let error = #expect(throws: OutputError.self) { try sink(folder("a.mp4"), program: nil) }
    #expect(
      error?.description
        == "cannot write \(folder("a.mp4")): ffmpeg is not in PATH; Debian has it in "
        + "the package ffmpeg")
    let other = try sink(folder("a.mp4"), program: folder("none"))
    let unstarted = #expect(throws: OutputError.self) { try other.write(picture(2, 2), at: 0) }
    #expect(
      unstarted?.description.hasSuffix("cannot be started: No such file or directory") == true)
    #expect(folder.names.isEmpty)
  }

  @Test(
    "says how the program has ended, and leaves nothing under the film's name",
    arguments: [
      (
        "cat >/dev/null; echo 'No such encoder' >&2; exit 3", "ended with status 3: No such encoder"
      ),
      ("cat >/dev/null; kill -9 $$", "was ended by signal 9 (Killed)"),
      ("cat >/dev/null", "has written nothing"),
      (
        "for n in {1..20000}; do echo line $n >&2; done; cat >/dev/null; printf 'a\\n\\n b\\n' >&2; exit 1",
        "ended with status 1: line 20000; a; b"
      ),
    ])
  func failures(text: String, reason: String) throws {
    let folder = TemporaryFolder()
    let film = try sink(folder("a.mp4"), program: script(text, in: folder))
    try film.write(picture(2, 2), at: 0)
    let expected = OutputError.programFailed(
      path: folder("a.mp4"), program: "ffmpeg", reason: reason)
    #expect(throws: expected) { try film.finish() }
    #expect(throws: expected) { try film.finish() }
    #expect(throws: expected) { try film.write(picture(2, 2), at: 0) }
    #expect(folder.names == ["ffmpeg"])
  }

  @Test(
    "says that the program has ended midway, with whatever status",
    arguments: [
      (
        "head -c 9 >/dev/null; echo no space >&2; exit 1",
        "ended with status 1 before the last frame: no space"
      ),
      ("exit 0", "ended with status 0 before the last frame"),
      (
        "head -c 9 >/dev/null; echo half > \"$file\"; kill $$",
        "was ended by signal 15 (Terminated) before the last frame"
      ),
    ])
  func midway(text: String, reason: String) throws {
    let folder = TemporaryFolder()
    let film = try sink(folder("a.webm"), program: script(text, in: folder), format: .webm)
    let frame = try picture(200, 200)
    let error = #expect(throws: OutputError.self) {
      // More than a pipe holds.
      for number in 0..<9 { try film.write(frame, at: Double(number)) }
    }
    #expect(
      error == .programFailed(path: folder("a.webm"), program: "ffmpeg", reason: reason))
    #expect(folder.names == ["ffmpeg"])
  }

  @Test("ends the program where the film is abandoned")
  func abandoning() throws {
    let folder = TemporaryFolder()
    let program = try script(
      "echo $$ > '\(folder("number"))'; cat > \"$file\"; sleep 1000", in: folder)
    var film: FFmpegSink? = try sink(folder("a.mp4"), program: program)
    try film?.write(picture(200, 200), at: 0)
    film = nil
    #expect(folder.names.filter { $0 != "number" } == ["ffmpeg"])
    let other = try sink(folder("a.mp4"), program: program)
    try other.write(picture(2, 2), at: 0)
    #expect(throws: OutputError.self) { try other.write(picture(3, 2), at: 0) }
    #expect(throws: OutputError.self) { try other.finish() }
    #expect(folder.names.filter { $0 != "number" } == ["ffmpeg"])
    let none = try sink(folder("a.mp4"), program: program)
    #expect(throws: OutputError.noFrames(path: folder("a.mp4"))) { try none.finish() }
    #expect(folder.names.filter { $0 != "number" } == ["ffmpeg"])
  }

  @Test("is made for a file alone")
  func files() throws {
    let folder = TemporaryFolder()
    #expect(throws: OutputError.self) { try sink("/dev/null", program: "/bin/true") }
    #expect(throws: OutputError.self) {
      try makeFrameSink(output: "-", format: .mp4, frameRate: FrameRate(1))
    }
    #expect(throws: OutputError.self) { try sink(folder("none/a.mp4"), program: "/bin/true") }
    #expect(throws: OutputError.self) {
      try makeFrameSink(output: folder("a%d.mp4"), frameRate: FrameRate(1))
    }
  }

  @Test(
    "makes films that have the frames, their rate, size and colours", .enabled(if: ffprobe != nil),
    arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm"])
  func films(name: String) throws {
    let folder = TemporaryFolder()
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0xFF80_8080]
    let film = try makeFrameSink(output: folder(name), frameRate: FrameRate("30000/1001")!)
    for (number, color) in colors.enumerated() {
      try film.write(picture(33, 19, color), at: Double(number))
    }
    try film.finish()
    #expect(folder.names == [name])
    func run(_ program: String?, _ words: String...) throws -> Data {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: try #require(program))
      process.arguments = words
      process.standardOutput = pipe
      process.standardInput = FileHandle.nullDevice
      // pixman, which ffmpeg has, too, prints to standard output what it was told to leave out.
      process.environment = ProcessInfo.processInfo.environment
        .filter { $0.key != "PIXMAN_DISABLE" }
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return data
    }
    let entries =
      "stream=codec_name,width,height,pix_fmt,color_range,color_space,color_transfer,"
      + "color_primaries,r_frame_rate,nb_read_frames"
    let text = String(
      decoding: try run(
        Self.ffprobe, "-v", "error", "-count_frames", "-show_entries", entries, "-of",
        "default=noprint_wrappers=1", folder(name)), as: UTF8.self)
    let lines = Set(text.split(separator: "\n").map(String.init))
    for line in [
      name == "a.webm" ? "codec_name=vp9" : "codec_name=h264", "width=34", "height=20",
      "pix_fmt=yuv420p", "color_range=tv", "color_space=bt709", "color_transfer=bt709",
      "color_primaries=bt709", "r_frame_rate=30000/1001", "nb_read_frames=5",
    ] {
      #expect(lines.contains(line), "\(line) is not in \(text)")
    }
    let bytes = try Array(
      run(
        Self.ffmpeg, "-v", "error", "-i", folder(name), "-vf", "scale=in_color_matrix=bt709", "-f",
        "rawvideo", "-pix_fmt", "bgra", "-"))
    try #require(bytes.count == 5 * 34 * 20 * 4)
    for (number, color) in colors.enumerated() {
      for corner in [0, 33, 19 * 34, 19 * 34 + 33] {
        for channel in 0..<3 {
          let found = Int(bytes[(number * 34 * 20 + corner) * 4 + channel])
          #expect(abs(found - Int(color >> (8 * UInt32(channel)) & 255)) <= 4)
        }
      }
    }
    if name == "a.mp4" || name == "a.mov" {
      // The index is in front of the frames.
      let data = try #require(FileManager.default.contents(atPath: folder(name)))
      let index = try #require(data.range(of: Data("moov".utf8)))
      let frames = try #require(data.range(of: Data("mdat".utf8)))
      #expect(index.lowerBound < frames.lowerBound)
    }
  }
}
