import Lamina
import LaminaImages

extension FuzzTarget {
  /// A JPEG is read within the budget, or refused by an error.
  package static let jpeg = FuzzTarget(name: "FuzzJPEG") { bytes in
    try checkPicture([0xFF, 0xD8] + bytes.dropFirst(2))
  }

  /// A WebP is read within the budget, or refused by an error; and what was read is the same after it
  /// was written and read again.
  package static let webp = FuzzTarget(name: "FuzzWebP") { bytes in
    guard bytes.count > 12 else { return }
    // The size of the file is right, as hardly any change would get past it.
    let size = UInt32(bytes.count - 8).littleEndian
    let header = Array("RIFF".utf8) + withUnsafeBytes(of: size, Array.init) + Array("WEBP".utf8)
    for bitmap in try checkPicture(header + bytes.dropFirst(12)).prefix(1) {
      let again = try Bitmap(webp: WebPEncoder(compressionLevel: 0).encode(bitmap))
      try require(again == bitmap, "another picture after writing and reading")
    }
  }

  /// A GIF is read within the budget, or refused by an error.
  package static let gif = FuzzTarget(name: "FuzzGIF") { bytes in
    try checkPicture(Array("GIF89a".utf8) + bytes.dropFirst(6))
  }

  /// Reads a file as an animation and as a picture, which is the first frame but for PNG.
  ///
  /// - Returns: the frames; none if the file is refused.
  @discardableResult
  static func checkPicture(_ file: [UInt8]) throws -> [Bitmap] {
    let budget = PictureBudget(width: 256, height: 256, pixels: 16_384, bytes: 1 << 20)
    guard let animated = try? AnimatedBitmap(encoded: file, budget: budget) else { return [] }
    let frames = animated.frames.map(\.bitmap)
    for bitmap in frames {
      try require(bitmap.width <= 256 && bitmap.height <= 256, "a side beyond the budget")
      for pixel in bitmap.pixels {
        let alpha = pixel >> 24
        try require(
          [16, 8, 0].allSatisfy { pixel >> $0 & 255 <= alpha }, "a pixel that is not premultiplied")
      }
    }
    let pixels = frames.reduce(0) { $0 + $1.width * $1.height }
    try require(pixels <= 16_384, "more pixels than the budget")
    try require(animated.frames.allSatisfy { $0.duration > 0 }, "a frame without duration")
    // The default image of a PNG need not be a frame, and is not read for them.
    if file.first == PNGFile.signature[0] { return frames }
    let first = try Bitmap(encoded: file, budget: budget)
    try require(first == frames[0], "another picture than the first frame")
    return frames
  }
}
