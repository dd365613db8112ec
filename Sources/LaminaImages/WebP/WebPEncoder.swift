import Foundation
import Lamina

#if WebP
  import CWebP
#endif

/// An encoder for lossless WebP: RGB if every pixel is opaque, otherwise RGBA.
///
/// The same pixels and ``compressionLevel`` produce the same bytes with the same version of libwebp.
/// Reading the file restores the bitmap's pixels. A side can have at most
/// ``maximumSideLength`` pixels.
///
/// Drawn pictures take 0.55 to 0.7 of the bytes that ``PNGEncoder`` needs, and 20 to 40 times as long.
public struct WebPEncoder: MeasuredPictureEncoder, Equatable {
  /// The largest width or height of a WebP, in pixels.
  public static let maximumSideLength = 16_383

  /// The compression level, from 0, the fastest, to 9, which gives the smallest files.
  public let compressionLevel: Int

  /// Creates an encoder.
  ///
  /// - Precondition: `compressionLevel` is from 0 to 9.
  public init(compressionLevel: Int = 1) {
    require(
      (0...9).contains(compressionLevel), "a WebP compression of \(compressionLevel): use 0 to 9")
    self.compressionLevel = compressionLevel
  }

  /// Returns the size of the pixels and that of libwebp's copies of them.
  package func leastMemory(for bitmap: Bitmap) -> Int { bitmap.width * bitmap.height * 12 }

  /// Returns the bitmap as a WebP file.
  ///
  /// - Throws: ``WebPError``.
  /// - Complexity: O(*width* × *height*), in time and in memory.
  public func encode(_ bitmap: Bitmap) throws(WebPError) -> [UInt8] {
    #if WebP
      let result = try withPicture(of: bitmap) { picture, config in
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        return withUnsafeMutablePointer(to: &writer) { writer in
          picture.writer = WebPMemoryWrite
          picture.custom_ptr = UnsafeMutableRawPointer(writer)
          guard WebPEncode(&config, &picture) != 0 else {
            return Result<[UInt8], WebPError>.failure(.encoding(code: picture.error_code.rawValue))
          }
          return .success(
            Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size)))
        }
      }
      return try result.get()
    #else
      throw .disabledTrait
    #endif
  }
}

/// An error that prevents a picture from being encoded as WebP.
@nonexhaustive
public enum WebPError: LocalizedError, Equatable, CustomStringConvertible {
  /// The picture has a side of more than ``WebPEncoder/maximumSideLength`` pixels.
  case tooLarge(width: Int, height: Int)
  /// libwebp fails; `code` is its `WebPEncodingError`.
  case encoding(code: UInt32)
  /// Lamina was built without its package trait `WebP`.
  case disabledTrait

  public var description: String {
    switch self {
    case .tooLarge(let width, let height):
      "\(width) x \(height) pixels: each side of a WebP has at most "
        + "\(WebPEncoder.maximumSideLength)"
    case .encoding(let code): "libwebp reports error \(code)"
    case .disabledTrait: "Lamina was built without its package trait WebP"
    }
  }

  public var errorDescription: String? { description }
}

#if WebP
  extension WebPEncoder {
    /// Calls `body` with the bitmap as a picture of libwebp, not premultiplied, and with the settings
    /// that encode it.
    func withPicture<Value>(
      of bitmap: Bitmap, _ body: (inout WebPPicture, inout WebPConfig) -> Value
    ) throws(WebPError) -> Value {
      let (width, height) = (bitmap.width, bitmap.height)
      guard max(width, height) <= Self.maximumSideLength else {
        throw .tooLarge(width: width, height: height)
      }
      var config = WebPConfig()
      var picture = WebPPicture()
      require(
        WebPConfigInit(&config) != 0 && WebPPictureInit(&picture) != 0
          && WebPConfigLosslessPreset(&config, Int32(compressionLevel)) != 0,
        "libwebp is older than its headers")
      // Transparent pixels keep their colour, which is 0.
      config.exact = 1
      picture.use_argb = 1
      picture.width = Int32(width)
      picture.height = Int32(height)
      guard WebPPictureAlloc(&picture) != 0, let argb = picture.argb else {
        throw .encoding(code: picture.error_code.rawValue)
      }
      defer { WebPPictureFree(&picture) }
      for y in 0..<height {
        bitmap.withRow(y) { row in
          PNGFilter.unpremultiply(
            row.baseAddress!, count: width, to: argb + y * Int(picture.argb_stride))
        }
      }
      return body(&picture, &config)
    }
  }
#endif
