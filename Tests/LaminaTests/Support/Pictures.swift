import Foundation

@testable import Lamina

/// Where two pictures first differ, in reading order.
struct PictureDifference: CustomStringConvertible {
  var x: Int
  var y: Int
  var actual: UInt32
  var expected: UInt32
  /// How many pixels differ.
  var count: Int

  var description: String {
    "\(count) pixels differ, the first at (\(x), \(y)): \(hex(actual)) instead of \(hex(expected))"
  }
}

/// A pixel as `AARRGGBB`.
func hex(_ pixel: UInt32) -> String {
  let digits = String(pixel, radix: 16, uppercase: true)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

extension Bitmap {
  /// Where this picture differs from another of the same size; nil where nowhere.
  func difference(from expected: Bitmap) -> PictureDifference? {
    var result: PictureDifference?
    for y in 0..<height {
      withRow(y) { actual in
        expected.withRow(y) { expected in
          for x in 0..<actual.count where actual[x] != expected[x] {
            if result == nil {
              result = PictureDifference(
                x: x, y: y, actual: actual[x], expected: expected[x], count: 0)
            }
            result!.count += 1
          }
        }
      }
    }
    return result
  }

  /// A number that stands for all pixels in reading order: FNV-1a, a pixel at a time.
  var fingerprint: String {
    let hash = pixels.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }

  /// By how much a component of a pixel differs at most, from 0 to 255.
  func largestDifference(from other: Bitmap) -> Int {
    var largest = 0
    for (a, b) in zip(pixels, other.pixels) where a != b {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
      }
    }
    return largest
  }

  /// The first pixel outside `region` in which the two differ.
  func difference(from other: Bitmap, outside region: Region) -> PictureDifference? {
    guard self != other else { return nil }
    for y in 0..<height {
      for x in 0..<width where self[x, y] != other[x, y] && !region.contains(x: x, y: y) {
        return PictureDifference(
          x: x, y: y, actual: self[x, y], expected: other[x, y], count: 1)
      }
    }
    return nil
  }
}

/// The picture of one layer in a frame of so many points, at 0 s.
func layerPicture(
  _ width: Int, _ height: Int, scale: CGFloat = 1, background: Color? = nil,
  _ prepare: (Layer) -> Void
) throws -> Bitmap {
  let renderer = try Renderer(width: CGFloat(width), height: CGFloat(height), scale: scale)
  renderer.layer.backgroundColor = background
  let layer = Layer()
  prepare(layer)
  renderer.layer.addSublayer(layer)
  return try renderer.render(at: 0).bitmap
}

/// Makes a layer a red square.
func square(_ layer: Layer, _ x: CGFloat, _ y: CGFloat, _ side: CGFloat) {
  layer.frame = CGRect(x: x, y: y, width: side, height: side)
  layer.backgroundColor = .red
}

/// The bitmaps that random layers show. Layers share them.
enum TestBitmaps {
  static let all: [Bitmap] = [
    make(1, 1, opaque: true), make(16, 16, opaque: true), make(3, 5, opaque: false),
    make(24, 9, opaque: false), make(40, 30, opaque: true), make(130, 90, opaque: true),
    make(7, 11, opaque: false, transparent: true), make(2, 300, opaque: false),
  ]

  private static func make(
    _ width: Int, _ height: Int, opaque: Bool, transparent: Bool = false
  ) -> Bitmap {
    var numbers = SeededGenerator(seed: UInt64(width * 1000 + height))
    let pixels = (0..<width * height).map { _ in
      let noise = UInt32(truncatingIfNeeded: numbers.next())
      return transparent ? 0 : opaque ? noise | 0xFF00_0000 : noise
    }
    // Sizes and counts are right by construction.
    return try! Bitmap(width: width, height: height, pixels: pixels)
  }
}
