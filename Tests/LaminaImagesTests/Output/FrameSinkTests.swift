import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Frame sinks")
struct FrameSinkTests {
  let folder = TemporaryFolder()
  let red: Bitmap
  let blue: Bitmap
  let wide: Bitmap

  init() throws {
    red = try Bitmap(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFF80_0000])
    blue = try Bitmap(width: 2, height: 1, pixels: [0xFF00_00FF, 0xFF00_0080])
    wide = try Bitmap(width: 3, height: 1, pixels: [0xFF01_0203, 0, 0x8001_0203])
  }

  @Test("a sequence numbers its files")
  func sequence() throws {
    let sink = PictureSequenceSink(
      pattern: try FileNamePattern(folder("f/g-%03d.ppm")), encoder: PPMEncoder(),
      firstNumber: 9, createsFolder: true)
    try sink.write(red, at: 0)
    try sink.write(blue, at: 0.5)
    #expect(sink.nextNumber == 11)
    try sink.finish()
    #expect(folder.bytes("f/g-009.ppm") == red.ppmData())
    #expect(folder.bytes("f/g-010.ppm") == blue.ppmData())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("f")).count == 2)
  }

  @Test("a sequence that failed keeps what was whole, and throws the same error again")
  func sequenceFails() throws {
    let sink = PictureSequenceSink(
      pattern: try FileNamePattern(folder("g-%d.ppm")), encoder: PPMEncoder())
    try sink.write(red, at: 0)
    #expect(mkdir(folder("g-1.ppm"), 0o777) == 0)
    let expected = OutputError.system(.open, path: folder("g-1.ppm"), code: EISDIR)
    #expect(throws: expected) { try sink.write(blue, at: 1) }
    #expect(throws: expected) { try sink.write(blue, at: 2) }
    #expect(throws: expected) { try sink.finish() }
    #expect(folder.names == ["g-0.ppm", "g-1.ppm"])
  }

  @Test("the last picture is written when it is finished")
  func last() throws {
    let sink = LastPictureSink(to: .file(path: folder("a.ppm")), encoder: PPMEncoder())
    try sink.write(red, at: 0)
    try sink.write(wide, at: 1)
    #expect(folder.names == [])
    try sink.finish()
    #expect(folder.bytes("a.ppm") == wide.ppmData())
    #expect(throws: OutputError.finished(path: folder("a.ppm"))) { try sink.write(red, at: 2) }
  }

  @Test("no frame at all is an error, and no file")
  func noFrames() throws {
    let destination = OutputDestination.file(path: folder("a"))
    let expected = OutputError.noFrames(path: folder("a"))
    let last = LastPictureSink(to: destination, encoder: PPMEncoder())
    #expect(throws: expected) { try last.finish() }
    let stream = try PictureStreamSink(to: destination, encoder: PPMEncoder())
    #expect(throws: expected) { try stream.finish() }
    #expect(throws: expected) { try stream.finish() }
    let video = try Y4MSink(to: destination, frameRate: FrameRate(60))
    #expect(throws: expected) { try video.finish() }
    #expect(folder.names == [])
  }

  @Test("an encoder that fails ends in an error that says why, and leaves no file")
  func failingEncoder() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "too green" } }
    struct Encoder: PictureEncoder {
      func encode(_ bitmap: Bitmap) throws -> [UInt8] { throw Refusal() }
    }
    let expected = OutputError.encodingFailed(path: folder("a"), reason: "too green")
    #expect("\(expected)".hasSuffix("a: cannot encode a picture: too green"))
    let destination = OutputDestination.file(path: folder("a"))
    #expect(throws: expected) { try red.write(to: destination, encoder: Encoder()) }
    let stream = try PictureStreamSink(to: destination, encoder: Encoder())
    #expect(throws: expected) { try stream.write(red, at: 0) }
    let last = LastPictureSink(to: destination, encoder: Encoder())
    try last.write(red, at: 0)
    #expect(throws: expected) { try last.finish() }
    #expect(folder.names == [])
  }

  @Test("a stream is one picture after the other")
  func stream() throws {
    let sink = try PictureStreamSink(
      to: .file(path: folder("a.ppm")), encoder: PPMEncoder(matte: .white))
    try sink.write(red, at: 0)
    try sink.write(wide, at: 1)
    #expect(folder.bytes("a.ppm") == nil)
    try sink.finish()
    #expect(folder.bytes("a.ppm") == red.ppmData() + wide.ppmData(matte: .white))
  }
}
