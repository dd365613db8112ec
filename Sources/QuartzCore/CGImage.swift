import Foundation
import Lamina

/// The position of alpha in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable, Hashable {
  /// No alpha: red, green and blue, or grey alone.
  case none
  /// The last component; the others are premultiplied by it.
  case premultipliedLast
  /// The first component; the others are premultiplied by it.
  case premultipliedFirst
  /// The last component; the others are not premultiplied.
  case last
  /// The first component; the others are not premultiplied.
  case first
  /// No alpha: the last component is ignored.
  case noneSkipLast
  /// No alpha: the first component is ignored.
  case noneSkipFirst
  /// Alpha alone.
  case alphaOnly
}

/// The layout of the components of a pixel in memory.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of the ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The option for floating-point components.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// A pixel is a little-endian 32-bit number: its last component comes first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// A pixel is a big-endian 32-bit number: its first component comes first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

  /// The position of alpha; nil for an undefined value.
  var alpha: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue)
  }

  /// The options other than the position of alpha.
  var order: CGBitmapInfo { subtracting(.alphaInfoMask) }
}

/// The rendering intent of an image, which has no effect here.
public enum CGColorRenderingIntent: Int32, Sendable, Hashable {
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// A provider of an image's bytes.
public final class CGDataProvider: Sendable {
  private let bytes: Data

  /// Creates a provider with a copy of the bytes.
  public init?(data: CFData) { bytes = Data(referencing: data) }

  /// Creates a provider with the bytes.
  public init?(data: Data) { bytes = data }

  /// The bytes.
  public var data: CFData? { NSData(data: bytes) }

  var content: Data { bytes }
}

extension CGImage {
  /// Creates an image from bytes.
  ///
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bitsPerPixel: 32; 24 for RGB without alpha; 8 for grey without alpha.
  ///   - bytesPerRow: the distance from one row to the next; the last row may end with its last
  ///     pixel.
  ///   - space: the meaning of the components; all are treated as sRGB-encoded.
  ///   - bitmapInfo: the position of alpha, and for 32 bits the byte order.
  ///   - provider: the rows from top to bottom.
  ///   - decode: nil.
  ///   - shouldInterpolate: ignored: layers have filters.
  ///   - intent: ignored.
  /// - Returns: nil if a parameter has another value, there are too few bytes, or a side is less
  ///   than 1 or more than `Bitmap.maximumSideLength`.
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    let sides = 1...Bitmap.maximumSideLength
    guard sides.contains(width), sides.contains(height), bitsPerComponent == 8, decode == nil,
      let layout = PixelLayout(bitsPerPixel: bitsPerPixel, space: space, info: bitmapInfo),
      bytesPerRow >= width * layout.size, bytesPerRow < 1 << 40
    else { return nil }
    let bytes = provider.content
    guard bytes.count >= bytesPerRow * (height - 1) + width * layout.size else { return nil }
    self = bytes.withUnsafeBytes { source in
      CGImage(width: width, height: height) { pixels in
        for y in 0..<height {
          for x in 0..<width {
            pixels[y * width + x] = layout.pixel(source, at: y * bytesPerRow + x * layout.size)
          }
        }
      }
    }
  }

  /// Returns the part of the image in a rectangle of pixels, measured from the top left and rounded
  /// outwards to whole pixels; nil if it does not intersect the image.
  public func cropping(to rect: CGRect) -> CGImage? {
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let part = rect.standardized.integral.intersection(whole)
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    let (left, top) = (Int(part.minX), Int(part.minY))
    let (columns, rows) = (Int(part.width), Int(part.height))
    return CGImage(width: columns, height: rows) { pixels in
      for y in 0..<rows {
        withRow(top + y) { row in
          for x in 0..<columns { pixels[y * columns + x] = row[left + x] }
        }
      }
    }
  }

  /// Returns this image, which shares the same pixels.
  public func copy() -> CGImage? { self }

  /// The number of bits per component: 8.
  public var bitsPerComponent: Int { 8 }
  /// The number of bits per pixel: 32.
  public var bitsPerPixel: Int { 32 }
  /// The number of bytes per row: four times the width.
  public var bytesPerRow: Int { width * 4 }
  /// The colour space: sRGB.
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }
  /// The position of alpha: first, premultiplied.
  public var alphaInfo: CGImageAlphaInfo { .premultipliedFirst }
  /// The pixel layout of ``dataProvider``: 32-bit numbers, little-endian, alpha in the highest
  /// byte.
  public var bitmapInfo: CGBitmapInfo {
    [.byteOrder32Little, CGBitmapInfo(rawValue: alphaInfo.rawValue)]
  }

  /// A provider with a copy of the pixels, row by row: blue, green, red and alpha, premultiplied.
  ///
  /// - Complexity: O(*width* × *height*).
  public var dataProvider: CGDataProvider? {
    let bytes = pixels.map(\.littleEndian).withUnsafeBytes { Data($0) }
    return CGDataProvider(data: bytes)
  }
}

/// The offsets of a pixel's components, in bytes from its beginning.
private struct PixelLayout {
  let size: Int
  let red: Int
  let green: Int
  let blue: Int
  let alpha: Int?
  let isPremultiplied: Bool

  /// Creates the layout of a pixel format, or nil if it is not supported.
  init?(bitsPerPixel: Int, space: CGColorSpace, info: CGBitmapInfo) {
    guard let alpha = info.alpha else { return nil }
    var places: [Int?]
    switch (bitsPerPixel, space.model, alpha) {
    case (8, .monochrome, .none): places = [0, 0, 0, nil]
    case (24, .rgb, .none): places = [0, 1, 2, nil]
    case (32, .rgb, .last), (32, .rgb, .premultipliedLast): places = [0, 1, 2, 3]
    case (32, .rgb, .first), (32, .rgb, .premultipliedFirst): places = [1, 2, 3, 0]
    case (32, .rgb, .noneSkipLast): places = [0, 1, 2, nil]
    case (32, .rgb, .noneSkipFirst): places = [1, 2, 3, nil]
    default: return nil
    }
    switch info.order {
    case [], .byteOrder32Big: break
    case .byteOrder32Little where bitsPerPixel == 32:
      places = places.map { place in place.map { 3 - $0 } }
    default: return nil
    }
    size = bitsPerPixel / 8
    (red, green, blue, self.alpha) = (places[0]!, places[1]!, places[2]!, places[3])
    isPremultiplied = alpha == .premultipliedLast || alpha == .premultipliedFirst
  }

  /// Returns the pixel at a byte offset, `0xAARRGGBB`, premultiplied.
  func pixel(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    let a = alpha.map { UInt32(bytes[offset + $0]) } ?? 255
    func component(_ place: Int) -> UInt32 {
      let value = UInt32(bytes[offset + place])
      if isPremultiplied { return min(value, a) }
      let product = value * a + 128
      return (product + product >> 8) >> 8
    }
    return a << 24 | component(red) << 16 | component(green) << 8 | component(blue)
  }
}
