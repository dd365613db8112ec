import Foundation
import Lamina
import LaminaImages

@testable import LaminaInspector

/// The picture on a page: the guide's protocol, read without the code that writes it.
struct ViewerPicture {
  struct Malformed: Error {
    let reason: String
  }

  private struct Hello: Decodable {
    let type: String
    let version: Int
    let title: String
    let width: Int
    let height: Int
    let scale: Double
  }

  private(set) var title = ""
  private(set) var width = 0
  private(set) var height = 0
  private(set) var scale = 0.0
  private(set) var pixels: [UInt32] = []
  /// The number of the frame that is shown, and of the frames that came.
  private(set) var number: UInt32?
  private(set) var frameCount = 0
  private(set) var copyCount = 0
  private(set) var time = 0.0
  private(set) var rects: [PixelRect] = []
  private(set) var byteCount = 0

  var bitmap: Bitmap {
    get throws { try Bitmap(width: width, height: height, pixels: pixels) }
  }

  mutating func apply(_ message: FrameBroadcast.Message) throws {
    switch message {
    case .text(let text): try apply(text: text)
    case .binary(let bytes): try apply(binary: bytes)
    }
  }

  mutating func apply(text: String) throws {
    let hello = try JSONDecoder().decode(Hello.self, from: Data(text.utf8))
    guard hello.type == "hello", hello.version == 1 else { throw Malformed(reason: text) }
    (title, width, height, scale) = (hello.title, hello.width, hello.height, hello.scale)
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  mutating func apply(binary bytes: [UInt8]) throws {
    var rest = bytes[...]
    func number<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
      let size = MemoryLayout<Number>.size
      guard rest.count >= size else { throw Malformed(reason: "a number is cut off") }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }
    guard try number(UInt8.self) == 1, try number(UInt8.self) == 0 else {
      throw Malformed(reason: "another kind of message")
    }
    let count = try number(UInt16.self)
    let frame = try number(UInt32.self)
    if let last = self.number, frame <= last { throw Malformed(reason: "an earlier frame") }
    self.number = frame
    time = Double(bitPattern: try number(UInt64.self))
    rects = []
    for _ in 0..<count {
      let x = Int(try number(UInt16.self))
      let y = Int(try number(UInt16.self))
      let width = Int(try number(UInt16.self))
      let height = Int(try number(UInt16.self))
      let encoding = try number(UInt32.self)
      let length = Int(try number(UInt32.self))
      guard rest.count >= length, x + width <= self.width, y + height <= self.height else {
        throw Malformed(reason: "a rectangle is cut off or outside")
      }
      let content = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      let patch: [UInt32]
      switch encoding {
      case 0:
        patch = (0..<length / 4).map { index in
          let bytes = content[4 * index..<4 * index + 4].map(UInt32.init)
          return bytes[3] << 24 | bytes[0] << 16 | bytes[1] << 8 | bytes[2]
        }
      case 1:
        let picture = try Bitmap(encoded: content)
        guard picture.width == width, picture.height == height else {
          throw Malformed(reason: "a picture of another size")
        }
        patch = picture.pixels
      case 2:
        guard content.count == 4 else { throw Malformed(reason: "a copy of \(length) bytes") }
        let fromX = Int(content[0]) | Int(content[1]) << 8
        let fromY = Int(content[2]) | Int(content[3]) << 8
        guard fromX + width <= self.width, fromY + height <= self.height else {
          throw Malformed(reason: "a copy from outside")
        }
        // All is read before anything is written.
        patch = (fromY..<fromY + height).flatMap { row in
          let start = row * self.width + fromX
          return pixels[start..<start + width]
        }
        copyCount += 1
      default: throw Malformed(reason: "encoding \(encoding)")
      }
      guard patch.count == width * height else { throw Malformed(reason: "too few pixels") }
      for row in 0..<height {
        let start = (y + row) * self.width + x
        pixels.replaceSubrange(
          start..<start + width, with: patch[row * width..<(row + 1) * width])
      }
      rects.append(PixelRect(x: x, y: y, width: width, height: height))
    }
    guard rest.isEmpty else { throw Malformed(reason: "more than the rectangles") }
    frameCount += 1
    byteCount += bytes.count
  }
}

extension Bitmap {
  /// The picture over black, as pages show it.
  func overBlack() throws -> Bitmap {
    try Bitmap(width: width, height: height, pixels: pixels.map { $0 | 0xFF00_0000 })
  }
}
