import Foundation
import Lamina

/// The bitmaps that random layers show. Layers share them.
package enum TestBitmaps {
  package static let all: [Bitmap] = [
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
