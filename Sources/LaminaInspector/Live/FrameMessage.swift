import Foundation
import Lamina
import LaminaImages

/// The pixels in one rectangle of a frame, or the place that they come from, as sent to a viewer.
struct FramePatch: Equatable {
  /// The forms of pixels, with their numbers in a message.
  enum Encoding: UInt32 {
    /// Four bytes for each pixel, red, green, blue and 255, in reading order.
    case raw = 0
    /// A PNG file.
    case png = 1
    /// The place in the picture that the pixels are copied from.
    case copy = 2
  }

  let rect: PixelRect
  let encoding: Encoding
  let bytes: [UInt8]

  /// Encodes a picture of the rectangle, in the form that takes fewer bytes.
  ///
  /// - Parameter picture: the opaque pixels of the rectangle.
  /// - Complexity: O(area of *rect*).
  init(_ rect: PixelRect, _ picture: Bitmap, encoder: PNGEncoder) {
    self.rect = rect
    // A PNG file has at least 67 bytes.
    let png = rect.area > 16 ? encoder.encode(picture) : []
    if rect.area > 16, png.count < 4 * rect.area {
      (encoding, bytes) = (.png, png)
    } else {
      (encoding, bytes) = (.raw, Self.raw(picture))
    }
  }

  init(_ copy: PixelCopy) {
    rect = copy.destination
    encoding = .copy
    bytes = [copy.source.minX, copy.source.minY].flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
  }

  private static func raw(_ picture: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * picture.width * picture.height)
    for y in 0..<picture.height {
      picture.withRow(y) { row in
        for pixel in row {
          bytes += [
            UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 8),
            UInt8(truncatingIfNeeded: pixel), 255,
          ]
        }
      }
    }
    return bytes
  }
}

/// A message that shows a frame to a viewer who has an earlier one.
///
/// The form is in the guide Browser, "Protocol".
struct FrameMessage {
  static let kind: UInt8 = 1

  let number: UInt32
  /// The time of the frame, in seconds.
  let time: Double
  let patches: [FramePatch]

  var bytes: [UInt8] {
    var bytes: [UInt8] = [Self.kind, 0]
    bytes.reserveCapacity(patches.reduce(16) { $0 + 16 + $1.bytes.count })
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    append(UInt16(patches.count))
    append(number)
    append(time.bitPattern)
    for patch in patches {
      for side in [patch.rect.minX, patch.rect.minY, patch.rect.width, patch.rect.height] {
        append(UInt16(side))
      }
      append(patch.encoding.rawValue)
      append(UInt32(patch.bytes.count))
      bytes += patch.bytes
    }
    return bytes
  }
}

/// A message with the bytes that belong to an answer, which follows.
///
/// The form is in the guide Browser, "Protocol".
struct AttachmentMessage {
  static let kind: UInt8 = 2

  let bytes: [UInt8]

  init(request: UInt32, _ attachment: InspectorAnswer.Attachment, encoder: PNGEncoder) {
    var bytes: [UInt8] = [Self.kind, 0, 0, 0]
    withUnsafeBytes(of: request.littleEndian) { bytes += $0 }
    switch attachment {
    case .file(let file): bytes += file
    case .picture(let bitmap):
      let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
      bytes += encoder.encode(bitmap.opaque(in: whole))
    }
    self.bytes = bytes
  }
}

extension Bitmap {
  /// Returns the pixels of a rectangle, over black.
  func opaque(in rect: PixelRect) -> Bitmap {
    Bitmap(width: rect.width, height: rect.height) { output in
      withPixels { pixels, stride in
        for y in 0..<rect.height {
          let row = pixels + (rect.minY + y) * stride + rect.minX
          for x in 0..<rect.width { output[y * rect.width + x] = row[x] | 0xFF00_0000 }
        }
      }
    }
  }
}

/// The message that a viewer gets before the first frame, and when the size changes.
struct HelloMessage: Encodable {
  let type = "hello"
  let version = 1
  let title: String
  /// The size of the picture, in pixels.
  let width: Int
  let height: Int
  /// The number of pixels per point.
  let scale: Double

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else { refuse("a size of a picture is not finite") }
    return String(decoding: data, as: UTF8.self)
  }
}
