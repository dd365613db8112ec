import Foundation
import Lamina
import LaminaImages
import Testing

/// The files of the folder `Pillow`, which `make.py` in it makes.
enum PillowFiles {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Pillow")

  static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: name)))
  }

  /// The pixels that Pillow reads from a file; the frames of an animation are one below the other.
  static func expected(_ name: String) throws -> Bitmap {
    try Bitmap(png: bytes(name + ".png"))
  }

  /// Frames one below the other.
  static func strip(_ animated: AnimatedBitmap) throws -> Bitmap {
    let first = animated.frames[0].bitmap
    return try Bitmap(
      width: first.width, height: first.height * animated.frames.count,
      pixels: animated.frames.flatMap(\.bitmap.pixels))
  }

  /// One file of each format and kind that is not PNG or PNM.
  static let all = [
    "420.jpg", "progressive.jpg", "cmyk.jpg", "orientation-6.jpg", "restarts.jpg", "gray.jpg",
    "lossy.webp", "lossy-alpha.webp", "lossless.webp", "lossless-alpha.webp", "animated.webp",
    "one.gif", "interlaced.gif", "disposal.gif", "flat.gif", "disposal-2.apng", "palette.apng",
  ]
}
