import Lamina

/// The permitted difference between a picture and the expected one. Exact by default.
public struct PictureTolerance: Sendable, Equatable {
  /// The largest difference in a component (red, green, blue or alpha, premultiplied, 0 to 255) at
  /// which a pixel still counts as equal.
  public let channel: Int
  /// The fraction of pixels, from 0 to 1, that may differ by more than that.
  public let share: Double

  /// The tolerance under which no pixel may differ.
  public static let exact = PictureTolerance(channel: 0, share: 0)

  /// - Precondition: `channel` is from 0 to 255, and `share` from 0 to 1.
  public init(channel: Int = 0, share: Double = 0) {
    require(
      (0...255).contains(channel),
      "the tolerance per channel must be from 0 to 255, not \(channel)")
    require(
      share >= 0 && share <= 1,
      "the share of pixels that may differ must be from 0 to 1, not \(share)")
    self.channel = channel
    self.share = share
  }
}

/// The difference between two pictures of the same size.
struct PictureDifference {
  /// The number of pixels that differ by more than the tolerance allows for a pixel.
  private(set) var count = 0
  /// The position of the first such pixel, in reading order.
  private(set) var first: (x: Int, y: Int)?
  /// The largest difference in a component of any pixel.
  private(set) var largest = 0
  /// The bounding box of the counted pixels.
  private(set) var bounds = PixelRect.empty
  private let expected: Bitmap
  private let found: Bitmap
  private let tolerance: PictureTolerance

  /// - Precondition: both pictures have the same size.
  init(expected: Bitmap, found: Bitmap, tolerance: PictureTolerance) {
    self.expected = expected
    self.found = found
    self.tolerance = tolerance
    for y in 0..<expected.height {
      expected.withRow(y) { a in
        found.withRow(y) { b in
          for x in a.indices where a[x] != b[x] { add(a[x], b[x], x, y) }
        }
      }
    }
  }

  private mutating func add(_ a: UInt32, _ b: UInt32, _ x: Int, _ y: Int) {
    let distance = Self.distance(a, b)
    largest = max(largest, distance)
    if distance <= tolerance.channel { return }
    if first == nil { first = (x, y) }
    count += 1
    bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
  }

  /// Returns the largest difference in a component.
  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    var largest = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let difference = Int(a >> shift & 255) - Int(b >> shift & 255)
      largest = max(largest, abs(difference))
    }
    return largest
  }

  /// True if more pixels differ than the tolerance allows.
  var isTooLarge: Bool {
    Double(count) > tolerance.share * Double(expected.width * expected.height)
  }

  /// A text with the extent of the difference, and the first pixel that differs.
  var description: String {
    let total = expected.width * expected.height
    guard let first else { return "no pixel differs" }
    let share = Double(count) / Double(total) * 100
    var text =
      "\(count) of \(Readable.count(total, "pixel")) \(count == 1 ? "differs" : "differ") "
      + "(\(Readable.number((share * 100).rounded() / 100)) %), in \(bounds); "
      + "the first at (\(first.x), \(first.y)): "
      + "expected \(PixelText.hex(expected[first.x, first.y])), "
      + "found \(PixelText.hex(found[first.x, first.y])); largest difference \(largest)"
    if tolerance != .exact {
      text +=
        "; allowed: \(tolerance.channel) per channel and "
        + "\(Readable.number(tolerance.share * 100)) % of the pixels"
    }
    return text
  }

  /// Creates a picture of the difference: red where pixels differ, otherwise the expected picture
  /// in pale grey.
  func makePicture() -> Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(expected.width * expected.height)
    for y in 0..<expected.height {
      for x in 0..<expected.width {
        let pixel = expected[x, y]
        if Self.distance(pixel, found[x, y]) > tolerance.channel {
          pixels.append(0xFFFF_0000)
          continue
        }
        // Composited over white, as most pictures are viewed; then a quarter of the contrast.
        let white = 255 - pixel >> 24
        let sum = (pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255) + 3 * white
        let grey = 191 + sum / 12
        pixels.append(0xFF00_0000 | grey << 16 | grey << 8 | grey)
      }
    }
    guard let picture = try? Bitmap(width: expected.width, height: expected.height, pixels: pixels)
    else { return expected }
    return picture
  }
}

enum PixelText {
  /// Returns a pixel in the form `0xAARRGGBB`.
  static func hex(_ pixel: UInt32) -> String { "0x" + Readable.hex(pixel, digits: 8) }
}
