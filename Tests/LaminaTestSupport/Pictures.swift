import Foundation
import Lamina

/// The place where two pictures first differ, in reading order.
package struct PictureDifference: CustomStringConvertible {
  /// The column of the first pixel that differs.
  package var x: Int
  /// Its row.
  package var y: Int
  /// The pixel there of the picture that is looked at.
  package var actual: UInt32
  /// The pixel there of the picture that it should be.
  package var expected: UInt32
  /// The number of pixels that differ.
  package var count: Int
  /// The smallest rectangle that holds all pixels that differ.
  package var bounds: PixelRect

  package var description: String {
    "\(count) pixels differ, the first at (\(x), \(y)): \(hex(actual)) instead of \(hex(expected))"
  }
}

/// A pixel as `AARRGGBB`.
package func hex(_ pixel: UInt32) -> String {
  let digits = String(pixel, radix: 16, uppercase: true)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

/// The most that a component of two pixels differs by, from 0 to 255.
package func largestDifference(_ a: UInt32, _ b: UInt32) -> Int {
  var largest = 0
  for shift in stride(from: UInt32(0), to: 32, by: 8) {
    largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
  }
  return largest
}

extension Bitmap {
  /// Finds where this picture differs from another of the same size; nil where nowhere.
  package func difference(from expected: Bitmap) -> PictureDifference? {
    difference(from: expected) { _, _ in true }
  }

  /// Finds where this picture differs from another outside a region; nil where nowhere.
  package func difference(from expected: Bitmap, outside region: Region) -> PictureDifference? {
    guard self != expected else { return nil }
    return difference(from: expected) { x, y in !region.contains(x: x, y: y) }
  }

  private func difference(
    from expected: Bitmap, where isLookedAt: (Int, Int) -> Bool
  ) -> PictureDifference? {
    var result: PictureDifference?
    for y in 0..<height {
      withRow(y) { actual in
        expected.withRow(y) { expected in
          for x in 0..<actual.count where actual[x] != expected[x] && isLookedAt(x, y) {
            var next =
              result
              ?? PictureDifference(
                x: x, y: y, actual: actual[x], expected: expected[x], count: 0,
                bounds: PixelRect(x: x, y: y, width: 1, height: 1))
            next.count += 1
            next.bounds.include(x, y)
            result = next
          }
        }
      }
    }
    return result
  }

  /// The size, and a number that stands for all pixels in reading order: FNV-1a, a pixel at a time.
  package var fingerprint: String {
    let hash = pixels.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(width)x\(height) \(String(hash, radix: 16))"
  }

  /// The most that a component of a pixel differs by, from 0 to 255.
  package func largestDifference(from other: Bitmap) -> Int {
    var largest = 0
    for (a, b) in zip(pixels, other.pixels) where a != b {
      largest = max(largest, LaminaTestSupport.largestDifference(a, b))
    }
    return largest
  }

  /// The smallest rectangle that holds all pixels that are not clear; nil where all are.
  package var ink: PixelRect? {
    var ink: PixelRect?
    for y in 0..<height {
      for x in 0..<width where self[x, y] >> 24 > 0 {
        if ink == nil { ink = PixelRect(x: x, y: y, width: 1, height: 1) }
        ink?.include(x, y)
      }
    }
    return ink
  }
}

extension PixelRect {
  /// Grows to hold a pixel.
  fileprivate mutating func include(_ x: Int, _ y: Int) {
    self = PixelRect(
      minX: min(minX, x), minY: min(minY, y), maxX: max(maxX, x + 1), maxY: max(maxY, y + 1))
  }
}

/// Returns a picture whose pixels are the averages of squares of another's.
///
/// - Parameter factor: the side of the squares, by which width and height can be divided.
public func averaged(_ bitmap: Bitmap, by factor: Int) throws -> Bitmap {
  let (width, height) = (bitmap.width / factor, bitmap.height / factor)
  let source = bitmap.pixels
  let pixels = (0..<width * height).map { index in
    var sums = SIMD4<UInt32>(0, 0, 0, 0)
    let start = index / width * factor * bitmap.width + index % width * factor
    for row in 0..<factor {
      for pixel in source[start + row * bitmap.width..<start + row * bitmap.width + factor] {
        sums &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      }
    }
    let area = UInt32(factor * factor)
    let mean = (sums &+ area / 2) / area
    return mean[0] << 24 | mean[1] << 16 | mean[2] << 8 | mean[3]
  }
  return try Bitmap(width: width, height: height, pixels: pixels)
}
