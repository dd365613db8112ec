import Foundation
import Lamina
import LaminaImages

/// The pixels in one rectangle of a frame, as they are sent to a viewer.
struct FramePatch: Equatable {
  /// The forms of pixels, with their numbers in a message.
  enum Encoding: UInt32 {
    /// Four bytes for each pixel, red, green, blue and 255, in reading order.
    case raw = 0
    /// A PNG file.
    case png = 1
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
