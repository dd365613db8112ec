import QuartzCore
import Testing

@Suite("CGImage")
struct ImageNameTests {
  private func image(
    _ bytes: [UInt8], width: Int = 2, height: Int = 1, bits: Int = 32, bytesPerRow: Int? = nil,
    gray: Bool = false, alpha: CGImageAlphaInfo, order: CGBitmapInfo = []
  ) -> CGImage? {
    CGDataProvider(data: Data(bytes)).flatMap { provider in
      CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bits,
        bytesPerRow: bytesPerRow ?? width * bits / 8,
        space: gray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: [order, CGBitmapInfo(rawValue: alpha.rawValue)], provider: provider,
        decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
  }

  @Test("Bytes become pixels as their layout says")
  func layouts() {
    let bytes: [UInt8] = [0x40, 0x30, 0x20, 0x80, 0xF0, 0xE0, 0xD0, 0xFF]
    #expect(image(bytes, alpha: .premultipliedLast)?.pixels == [0x8040_3020, 0xFFF0_E0D0])
    // 0x40 × 0x80 / 255 = 32.1
    #expect(image(bytes, alpha: .last)?.pixels == [0x8020_1810, 0xFFF0_E0D0])
    #expect(image(bytes, alpha: .noneSkipLast)?.pixels == [0xFF40_3020, 0xFFF0_E0D0])
    #expect(image(bytes, alpha: .premultipliedFirst)?.pixels == [0x4030_2040, 0xF0E0_D0F0])
    #expect(image(bytes, alpha: .noneSkipFirst)?.pixels == [0xFF30_2080, 0xFFE0_D0FF])
    #expect(
      image(bytes, alpha: .premultipliedFirst, order: .byteOrder32Little)?.pixels
        == [0x8020_3040, 0xFFD0_E0F0])
    #expect(
      image(bytes, alpha: .premultipliedLast, order: .byteOrder32Big)?.pixels
        == [0x8040_3020, 0xFFF0_E0D0])
    #expect(
      image([1, 2, 3, 4, 5, 6], bits: 24, alpha: .none)?.pixels == [0xFF01_0203, 0xFF04_0506])
    #expect(
      image([7, 9], bits: 8, gray: true, alpha: .none)?.pixels == [0xFF07_0707, 0xFF09_0909])
    // The second row begins after five bytes; nothing follows its last pixel.
    #expect(
      image(
        [7, 9, 0, 0, 0, 11, 13], height: 2, bits: 8, bytesPerRow: 5, gray: true, alpha: .none)?
        .pixels == [0xFF07_0707, 0xFF09_0909, 0xFF0B_0B0B, 0xFF0D_0D0D])
  }

  @Test("What is not known gives nil")
  func refusals() {
    let bytes = [UInt8](repeating: 9, count: 8)
    #expect(image(bytes, alpha: .premultipliedLast) != nil)
    #expect(image(Array(bytes.dropLast()), alpha: .premultipliedLast) == nil)
    #expect(image(bytes, bytesPerRow: 7, alpha: .premultipliedLast) == nil)
    #expect(image(bytes, bytesPerRow: -8, alpha: .premultipliedLast) == nil)
    #expect(image(bytes, width: 0, alpha: .premultipliedLast) == nil)
    #expect(image(bytes, height: -1, alpha: .premultipliedLast) == nil)
    #expect(image(bytes, width: 40_000, alpha: .premultipliedLast) == nil)
    #expect(image(bytes, alpha: .alphaOnly) == nil)
    #expect(image(bytes, alpha: .none) == nil)
    #expect(image(bytes, gray: true, alpha: .premultipliedLast) == nil)
    #expect(image(bytes, bits: 24, alpha: .none, order: .byteOrder32Little) == nil)
    #expect(image(bytes, alpha: .premultipliedLast, order: .floatComponents) == nil)
  }

  @Test("An image gives its bytes back in the layout that it names")
  func roundTrip() throws {
    let image = try CGImage(
      width: 2, height: 2, pixels: [0x8040_3020, 0xFF01_0203, 0, 0xFF99_8877])
    #expect(image.bitsPerComponent == 8 && image.bitsPerPixel == 32 && image.bytesPerRow == 8)
    #expect(image.alphaInfo == .premultipliedFirst)
    let provider = try #require(image.dataProvider)
    let data = try #require(provider.data)
    #expect(data.length == 16)
    #expect(Array(Data(referencing: data).prefix(4)) == [0x20, 0x30, 0x40, 0x80])
    let again = CGImage(
      width: 2, height: 2, bitsPerComponent: image.bitsPerComponent,
      bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow,
      space: try #require(image.colorSpace), bitmapInfo: image.bitmapInfo,
      provider: try #require(CGDataProvider(data: data)), decode: nil, shouldInterpolate: false,
      intent: .perceptual)
    #expect(again == image)
    #expect(image.copy() == image)
  }

  @Test("cropping takes a rectangle of pixels, as far as there are any")
  func cropping() throws {
    let image = try CGImage(width: 3, height: 2, pixels: (0..<6).map { 0xFF00_0000 | $0 })
    #expect(
      image.cropping(to: CGRect(x: 1, y: 0, width: 2, height: 2))?.pixels
        == [0xFF00_0001, 0xFF00_0002, 0xFF00_0004, 0xFF00_0005])
    let part = image.cropping(to: CGRect(x: 1.5, y: 1.25, width: 9, height: 0.5))
    #expect(part?.width == 2 && part?.height == 1)
    #expect(part?.pixels == [0xFF00_0004, 0xFF00_0005])
    #expect(image.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: CGRect(x: 0, y: 0, width: 0, height: 2)) == nil)
    #expect(image.cropping(to: .null) == nil)
    #expect(image.cropping(to: .infinite) == image)
  }
}
