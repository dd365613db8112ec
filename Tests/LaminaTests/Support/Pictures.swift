import Foundation
import Lamina
import LaminaTestSupport

/// The picture of one layer in a frame of so many points, at 0 s.
func layerPicture(
  _ width: Int, _ height: Int, scale: CGFloat = 1, background: Color? = nil,
  _ prepare: (Layer) -> Void
) throws -> Bitmap {
  let renderer = try Renderer(size: CGSize(width: width, height: height), scale: scale)
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
