import QuartzCore
import Testing

@Suite("CGColor")
struct ColorNameTests {
  @Test("Colours have four components, in sRGB")
  func components() throws {
    let color = CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    #expect(color.components == [0.25, 0.5, 0.75, 1])
    #expect(color.numberOfComponents == 4)
    #expect(color.alpha == 1)
    #expect(color.copy(alpha: 0.125)?.components == [0.25, 0.5, 0.75, 0.125])
    #expect(color.copy() == color)
    #expect(CGColor(gray: 0.25, alpha: 0.5).components == [0.25, 0.25, 0.25, 0.5])
    #expect(
      CGColor(genericGrayGamma2_2Gray: 0.25, alpha: 0.5) == CGColor(gray: 0.25, alpha: 0.5))
    #expect(CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1) == color)
    #expect(CGColor.black.components == [0, 0, 0, 1])
    #expect(CGColor.white.components == [1, 1, 1, 1])
    #expect(CGColor.clear.components == [0, 0, 0, 0])
    let tint: CGFloat = 0.5
    let gray = CGColor(red: tint, green: tint, blue: tint, alpha: tint)
    #expect(gray.components == [tint, tint, tint, tint])
  }

  @Test("A colour space is red, green and blue, or grey, or not there")
  func spaces() throws {
    let color = try #require(
      CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [0.25, 0.5, 0.75, 0.125]))
    #expect(color.components == [0.25, 0.5, 0.75, 0.125])
    let gray = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.25, 0.5])
    #expect(gray == CGColor(gray: 0.25, alpha: 0.5))
    #expect(color.colorSpace == CGColorSpace(name: CGColorSpace.sRGB))
    #expect(CGColorSpace(name: CGColorSpace.genericRGB)?.numberOfComponents == 3)
    #expect(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)?.model == .monochrome)
    #expect(CGColorSpaceCreateDeviceGray().numberOfComponents == 1)
    #expect(CGColorSpace(name: "kCGColorSpaceDisplayP3") == nil)
    #expect(Set([CGColorSpaceCreateDeviceRGB(), CGColorSpaceCreateDeviceRGB()]).count == 1)
  }
}
