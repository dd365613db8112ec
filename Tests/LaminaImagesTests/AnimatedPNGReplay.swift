import Foundation
import Lamina
import Testing

@testable import LaminaImages

/// An animated PNG, taken apart and played as its standard says, by code that shares nothing with
/// what writes it but the check of chunks' frames.
struct AnimatedPNGReplay {
  struct Shown: Equatable {
    let rect: PixelRect
    let numerator: Int
    let denominator: Int
    /// The whole picture while this frame is shown.
    let picture: Bitmap
  }

  let loopCount: Int
  let colorType: UInt8
  /// The types of all chunks in their order.
  let chunks: [String]
  let frames: [Shown]

  init(_ file: [UInt8]) throws {
    var reader = PNGChunkReader(file)
    var types: [String] = []
    var header: [UInt8] = []
    var control: [UInt8] = []
    var frames: [(control: [UInt8], data: [UInt8])] = []
    var sequence = 0
    func count(_ content: [UInt8]) {
      #expect(bigEndian(content.prefix(4)) == sequence, "numbers count up without a gap")
      sequence += 1
    }
    while types.last != "IEND" {
      let chunk = try reader.next()
      let content = Array(file[chunk.content])
      types.append(chunk.type)
      switch chunk.type {
      case "IHDR": header = content
      case "acTL": control = content
      case "fcTL":
        count(content)
        #expect(content.count == 26)
        frames.append((content, []))
      case "IDAT":
        #expect(frames.count == 1, "the default picture is the first frame")
        frames[0].data += content
      case "fdAT":
        count(content)
        #expect(frames.count > 1)
        frames[frames.count - 1].data += content.dropFirst(4)
      case "IEND": #expect(content.isEmpty)
      default: Issue.record("a chunk \(chunk.type)")
      }
    }
    #expect(reader.offset == file.count)
    #expect(bigEndian(control.prefix(4)) == frames.count)
    loopCount = bigEndian(control.suffix(4))
    colorType = header[9]
    chunks = types
    let (width, height) = (bigEndian(header.prefix(4)), bigEndian(header[4..<8]))
    var pixels = [UInt32](repeating: 0, count: width * height)
    self.frames = try frames.enumerated().map { index, frame in
      func number(_ start: Int) -> Int { bigEndian(frame.control[start..<(start + 4)]) }
      let rect = PixelRect(x: number(12), y: number(16), width: number(4), height: number(8))
      #expect(PixelRect(x: 0, y: 0, width: width, height: height).contains(rect))
      #expect(index > 0 || rect.area == width * height, "the first frame is whole")
      #expect(frame.control[24...] == [0, 0], "frames stay, and replace what is there")
      var builder = PNGBuilder()
      builder.addHeader(rect.width, rect.height, Array(header[8...]))
      builder.add("IDAT", frame.data)
      builder.add("IEND", [])
      let part = try Bitmap(png: builder.bytes)
      for y in 0..<rect.height {
        for x in 0..<rect.width { pixels[(rect.minY + y) * width + rect.minX + x] = part[x, y] }
      }
      return Shown(
        rect: rect, numerator: bigEndian(frame.control[20..<22]),
        denominator: bigEndian(frame.control[22..<24]),
        picture: try Bitmap(width: width, height: height, pixels: pixels))
    }
  }

  /// Returns the picture shown at each time of a frame rate, from the first frame to the end.
  func pictures(_ rate: FrameRate) -> [Bitmap] {
    frames.flatMap { frame in
      let ticks = frame.numerator * rate.numerator / (frame.denominator * rate.denominator)
      #expect(
        ticks * frame.denominator * rate.denominator == frame.numerator * rate.numerator,
        "a frame is shown for a whole number of the rate's times")
      return [Bitmap](repeating: frame.picture, count: ticks)
    }
  }
}
