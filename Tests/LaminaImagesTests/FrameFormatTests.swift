import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Frame format")
struct FrameFormatTests {
  @Test("follows from a file's extension", arguments: FrameFormat.allCases)
  func format(expected: FrameFormat) throws {
    let name = expected.rawValue
    for path in ["a.\(name)", "b/c.\(name.uppercased())", ".\(name)", "x.tar.\(name)"] {
      #expect(try FrameFormat(path: path) == expected)
    }
  }

  @Test("any other extension is an error", arguments: ["a", "a.jpg", "png", "a.png/b", ""])
  func unknownFormat(path: String) {
    let expected = OutputError.unknownExtension(
      path: path, supported: FrameFormat.allCases.map { ".\($0.rawValue)" })
    #expect(throws: expected) { try FrameFormat(path: path) }
    #expect(throws: expected) { try makeFrameSink(output: path, frameRate: FrameRate(1)) }
  }

  @Test("one bitmap is not a video")
  func videoOfOne() throws {
    let bitmap = try Bitmap(width: 1, height: 1, pixels: [0])
    #expect(
      throws: OutputError.unsuitableFormat(path: "a.y4m", reason: "one picture is not a video")
    ) { try bitmap.write(toFile: "a.y4m") }
  }

  @Test("the name says what is written")
  func sinks() throws {
    let folder = TemporaryFolder()
    let frames = try (1...2).map { number in
      try Bitmap(
        width: number, height: 3, pixels: [UInt32](repeating: 0xFF12_3456, count: number * 3))
    }
    func write(_ name: String, _ format: FrameFormat? = nil, frames: [Bitmap]) throws {
      let sink = try makeFrameSink(
        output: folder(name), format: format, frameRate: FrameRate(25),
        createsFolder: true)
      for (index, frame) in frames.enumerated() { try sink.write(frame, at: Double(index)) }
      try sink.finish()
    }
    func bytes(_ name: String) -> [UInt8]? {
      FileManager.default.contents(atPath: folder(name)).map(Array.init)
    }
    try write("f/%02d.png", frames: frames)
    #expect(bytes("f/00.png") == frames[0].pngData())
    #expect(bytes("f/01.png") == frames[1].pngData())
    try write("last.ppm", frames: frames)
    #expect(bytes("last.ppm") == frames[1].ppmData())
    try write("picture", .png, frames: frames)
    #expect(bytes("picture") == frames[1].pngData())
    try write("video.y4m", frames: [frames[1], frames[1]])
    #expect(bytes("video.y4m")?.starts(with: "YUV4MPEG2 W2 H3 F25:1 ".utf8) == true)
    // The header is 60 bytes; each frame is 10, after 6 of its own.
    #expect(bytes("video.y4m")?.count == 92)
  }

  @Test("a format that does not suit the name is an error")
  func unsuitable() {
    #expect(
      throws: OutputError.unsuitableFormat(
        path: "%d.y4m", reason: "a video is one file, and this is a pattern for many")
    ) { try makeFrameSink(output: "%d.y4m", frameRate: FrameRate(1)) }
    let error = #expect(throws: OutputError.self) {
      try makeFrameSink(output: "-", frameRate: FrameRate(1))
    }
    #expect(
      error?.description == "cannot write standard output: its name does not determine a format; "
        + "give one: " + FrameFormat.allCases.map(\.rawValue).joined(separator: ", "))
    #expect(throws: OutputError.invalidPattern("50%.png", reason: "has a '%.'")) {
      try makeFrameSink(output: "50%.png", frameRate: FrameRate(1))
    }
  }
}
