import Foundation
import Lamina

/// An error that prevents a picture file from being read.
///
/// Offsets are in bytes from the start of the file.
@nonexhaustive
public enum PictureReadError: Error, Equatable {
  /// The first bytes are not those of a supported format.
  case unknownFormat
  /// The file ends before the picture is complete.
  case truncated(offset: Int)
  /// A part of the file is damaged: its checksum does not match its content.
  case wrongChecksum(part: String, offset: Int)
  /// The file violates its format.
  case invalid(String, offset: Int)
  /// The file is of a kind that its format allows and Lamina does not read.
  case unsupported(String, offset: Int)
  /// The file's format needs a trait of the package that was off when Lamina was built.
  case disabledTrait(String)
  /// The picture's size is not valid for a `Bitmap`.
  case invalidSize(width: Int, height: Int)
  /// The picture, or the file, is larger than the budget allows.
  case overBudget(PictureBudget.Quantity, actual: Int, limit: Int)
  /// The operating system refused; `code` is its `errno`.
  case system(path: String, code: Int32)
  /// The system has no memory for the picture; `byteCount` bytes were requested at once.
  case outOfMemory(byteCount: Int)
}

extension PictureReadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFormat:
      "not a picture of a known format: the file is neither PNG, JPEG, WebP nor GIF, nor PBM, PGM, "
        + "PPM or PAM"
    case .truncated(let offset):
      "the picture is cut off at byte \(offset)"
    case .wrongChecksum(let part, let offset):
      "the picture is damaged: the checksum of \(part.escaped) at byte \(offset) is wrong"
    case .invalid(let reason, let offset):
      "the picture is damaged at byte \(offset): \(reason.escaped)"
    case .unsupported(let kind, let offset):
      "the picture cannot be read: \(kind.escaped) is not supported (byte \(offset))"
    case .disabledTrait(let trait):
      "the picture cannot be read: Lamina was built without its package trait \(trait.escaped)"
    case .invalidSize(let width, let height):
      "a picture of \(width) x \(height) pixels: each side must be from 1 to "
        + "\(Bitmap.maximumSideLength)"
    case .overBudget(let quantity, let actual, let limit):
      "the picture has \(actual) \(quantity.rawValue), and at most \(limit) are allowed"
    case .outOfMemory(let byteCount):
      "cannot allocate \(byteCount) bytes of memory for the picture"
    case .system(let path, let code):
      "cannot read \(path.isEmpty ? "''" : path.escaped): "
        + "\(String(cString: strerror(code))) (errno \(code))"
    }
  }
}

extension PictureReadError: LocalizedError {
  public var errorDescription: String? { description }
}

/// The limits on a picture file, checked before memory for the picture is allocated.
///
/// The limits are inclusive.
public struct PictureBudget: Sendable, Equatable {
  /// The limited quantity.
  @nonexhaustive
  public enum Quantity: String, Sendable {
    case width = "pixels in a row"
    case height = "rows"
    case pixels
    case bytes
  }

  /// The largest number of pixels in a row.
  public var width: Int
  /// The largest number of rows.
  public var height: Int
  /// The largest number of pixels, width times height. Reading takes at most 12 bytes per pixel,
  /// besides the file and a copy of its data. Of an animation it limits the pixels of all frames
  /// together, each counted as at least 256; reading takes 4 bytes for each, and 9 per pixel of one
  /// frame.
  public var pixels: Int
  /// The largest size of a file in bytes. Of a file on disk, no more is read.
  public var bytes: Int

  /// Creates a budget; by default `Bitmap.maximumSideLength` for each side, 2^27 pixels (16,384 x
  /// 8,192) and 2^30 bytes.
  public init(
    width: Int = Bitmap.maximumSideLength, height: Int = Bitmap.maximumSideLength,
    pixels: Int = 1 << 27, bytes: Int = 1 << 30
  ) {
    self.width = width
    self.height = height
    self.pixels = pixels
    self.bytes = bytes
  }

  /// Checks the size that a file claims for its picture, or for each of several frames.
  ///
  /// - Throws: ``PictureReadError/invalidSize(width:height:)``,
  ///   ``PictureReadError/overBudget(_:actual:limit:)``, or
  ///   ``PictureReadError/outOfMemory(byteCount:)``.
  package func check(width: Int, height: Int, frames: Int = 1) throws(PictureReadError) {
    let sides = 1...Bitmap.maximumSideLength
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidSize(width: width, height: height)
    }
    let total = frames == 1 ? width * height : frames * max(256, width * height)
    let quantities: [(Quantity, Int, Int)] = [
      (.width, width, self.width), (.height, height, self.height),
      (.pixels, total, pixels),
    ]
    for (quantity, actual, limit) in quantities where actual > limit {
      throw .overBudget(quantity, actual: actual, limit: limit)
    }
    let byteCount = total * 4
    guard Memory.isAvailable(byteCount) else { throw .outOfMemory(byteCount: byteCount) }
  }

  /// Checks the size of a file.
  ///
  /// - Throws: ``PictureReadError/overBudget(_:actual:limit:)``.
  package func check(bytes count: Int) throws(PictureReadError) {
    guard count <= bytes else { throw .overBudget(.bytes, actual: count, limit: bytes) }
  }
}
