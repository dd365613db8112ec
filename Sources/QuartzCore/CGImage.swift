import Foundation
import Lamina

/// Where alpha stands in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable, Hashable {
  /// No alpha: red, green and blue, or grey alone.
  case none
  /// The last component, and the others were multiplied by it.
  case premultipliedLast
  /// The first component, and the others were multiplied by it.
  case premultipliedFirst
  /// The last component.
  case last
  /// The first component.
  case first
  /// The last component is left out.
  case noneSkipLast
  /// The first component is left out.
  case noneSkipFirst
  /// Nothing but alpha.
  case alphaOnly
}

/// How the components of a pixel stand in memory.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of the ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// A pixel is a little-endian number of 32 bits: its last component comes first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// A pixel is a big-endian number of 32 bits: its first component comes first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

  /// Where alpha stands; nil for a number that means nothing.
  var alpha: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue)
  }

  /// What is not alpha.
  var order: CGBitmapInfo { subtracting(.alphaInfoMask) }
}

/// What an image may be shown as; it makes no difference here.
public enum CGColorRenderingIntent: Int32, Sendable, Hashable {
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// Bytes for an image, or from one.
public final class CGDataProvider: Sendable {
  private let bytes: Data

  /// Creates a provider of a copy of the bytes.
  public init?(data: CFData) { bytes = Data(referencing: data) }

  /// Creates a provider of the bytes.
  public init?(data: Data) { bytes = data }

  /// The bytes.
  public var data: CFData? { NSData(data: bytes) }

  var content: Data { bytes }
}

extension CGImage {
  /// Creates an image from bytes.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bitsPerPixel: 32; 24 for red, green and blue without alpha; 8 for grey without alpha.
  ///   - bytesPerRow: from one row to the next; the last row may end with its last pixel.
  ///   - space: what the components mean; all are taken as sRGB-encoded.
  ///   - bitmapInfo: where alpha stands, and for 32 bits the order of the bytes.
  ///   - provider: rows from the top to the bottom.
  ///   - decode: nil.
  ///   - shouldInterpolate: not looked at: layers have filters.
  ///   - intent: not looked at.
  /// - Returns: nil where a parameter is another, there are too few bytes, or a side is less
  ///   than 1 or more than ``Bitmap/maximumSideLength``.
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

  /// The part of the image in a rectangle of pixels, counted from the top left; edges between
  /// pixels go outwards. Nil where nothing of the image is in it.
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

  /// Another name for the same pixels.
  public func copy() -> CGImage? { self }

  /// 8.
  public var bitsPerComponent: Int { 8 }
  /// 32.
  public var bitsPerPixel: Int { 32 }
  /// Four times the width.
  public var bytesPerRow: Int { width * 4 }
  /// sRGB.
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }
  /// First, premultiplied.
  public var alphaInfo: CGImageAlphaInfo { .premultipliedFirst }
  /// What ``dataProvider`` gives: numbers of 32 bits, little-endian, alpha highest.
  public var bitmapInfo: CGBitmapInfo {
    [.byteOrder32Little, CGBitmapInfo(rawValue: alphaInfo.rawValue)]
  }

  /// A copy of the pixels, row by row: blue, green, red and alpha, premultiplied.
  ///
  /// - Complexity: O(*width* × *height*).
  public var dataProvider: CGDataProvider? {
    let bytes = pixels.map(\.littleEndian).withUnsafeBytes { Data($0) }
    return CGDataProvider(data: bytes)
  }
}

/// Where the components of a pixel are, in bytes from its beginning.
private struct PixelLayout {
  let size: Int
  let red: Int
  let green: Int
  let blue: Int
  let alpha: Int?
  let isPremultiplied: Bool

  /// Nil where it is none that is known.
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

  /// The pixel that begins at an offset, `0xAARRGGBB`, premultiplied.
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
