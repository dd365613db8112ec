import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// The engine's own loops, and every call of pixman, against the arithmetic that both promise:
/// `a * b / 255` rounded as `t = a * b + 128, (t + (t >> 8)) >> 8`.
///
/// The tests also run without pixman's SIMD code, so that pictures do not depend on the
/// processor.
@Suite("Blending")
struct PixelExactnessTests {
  /// All destination bytes in the three colours of a row of pixels, with an alpha that fits.
  private static let destinations: [UInt32] = (0...255).map { value in
    0xFF00_0000 | value << 16 | (255 - value) << 8 | value ^ 0x5A
  }

  private static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let t = a * b + 128
    return (t + (t >> 8)) >> 8
  }

  private static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let rest = 255 - source >> 24
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let sum = (source >> shift & 255) + multiply(destination >> shift & 255, rest)
      result |= min(sum, 255) << shift
    }
    return result
  }

  private static func times(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      result |= multiply(pixel >> shift & 255, factor) << shift
    }
    return result
  }

  /// A surface of one row.
  private static func withRow(
    _ pixels: [UInt32], _ body: (Surface, PixelRect) -> Void
  ) -> [UInt32] {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: pixels.count)
    defer { memory.deallocate() }
    memory.initialize(from: pixels, count: pixels.count)
    let rect = PixelRect(x: 0, y: 0, width: pixels.count, height: 1)
    body(Surface(pixels: memory, rect: rect, stride: pixels.count), rect)
    return Array(UnsafeBufferPointer(start: memory, count: pixels.count))
  }

  @Test("one colour over all bytes is exact for every alpha and component, with and without pixman")
  func colors() {
    for alpha: UInt32 in 0...255 {
      for step in 0..<8 {
        // Eight colours of each alpha reach from 0 to the alpha in each component.
        let a = alpha * UInt32(step) / 7
        let b = alpha * UInt32(7 - step) / 7
        let color = alpha << 24 | a << 16 | b << 8 | min(alpha, a ^ 1)
        let expected = Self.destinations.map { Self.over(color, $0) }
        let own = Self.withRow(Self.destinations) { surface, box in
          RowKernels.over(surface.row(0, 0), color: color, box.width)
        }
        let pixman = Self.withRow(Self.destinations) { surface, box in
          Pixman.blend(surface, box, color)
        }
        #expect(own == expected, "colour \(hex(color))")
        #expect(pixman == expected, "colour \(hex(color))")
      }
    }
  }

  @Test("pixels over pixels are exact for every alpha, source and destination byte")
  func pictures() throws {
    for alpha: UInt32 in 0...255 {
      // Each source byte up to the alpha meets each destination byte, shifted along the row.
      for shift in stride(from: 0, to: 256, by: 37) {
        let source: [UInt32] = (0..<256).map { index in
          let value = min(alpha, UInt32((index + shift) & 255))
          return alpha << 24 | value << 16 | (alpha - value) << 8 | value / 2
        }
        let expected = zip(source, Self.destinations).map { Self.over($0, $1) }
        let bitmap = try Bitmap(width: 256, height: 1, pixels: source)
        let own = Self.withRow(Self.destinations) { surface, box in
          RowKernels.over(surface.row(0, 0), bitmap.storage.pixels, box.width)
        }
        let pixman = Self.withRow(Self.destinations) { surface, box in
          Pixman.draw(
            bitmap.storage, originX: 0, originY: 0, alpha: 255, replacing: false, surface, box)
        }
        #expect(own == expected, "alpha \(alpha), shifted by \(shift)")
        #expect(pixman == expected, "alpha \(alpha), shifted by \(shift)")
      }
    }
  }

  @Test("a picture with an opacity, and a group, are multiplied first and then blended, exactly")
  func opacity() throws {
    for alpha: UInt32 in 0...255 {
      let source: [UInt32] = (0..<256).map { index in
        let own = UInt32(index * 7 & 255)
        return own << 24 | (own / 3) << 16 | own << 8 | own / 2
      }
      let expected = zip(source, Self.destinations).map {
        Self.over(Self.times($0, alpha), $1)
      }
      let bitmap = try Bitmap(width: 256, height: 1, pixels: source)
      let drawn = Self.withRow(Self.destinations) { surface, box in
        Pixman.draw(
          bitmap.storage, originX: 0, originY: 0, alpha: UInt8(alpha), replacing: false, surface,
          box)
      }
      let composed = Self.withRow(Self.destinations) { surface, box in
        let group = Surface(pixels: bitmap.storage.pixels, rect: box, stride: 256)
        Pixman.blend(group, alpha: UInt8(alpha), surface, box)
      }
      #expect(drawn == expected, "opacity \(alpha)")
      #expect(composed == expected, "opacity \(alpha)")
      let multiplied = Self.withRow(source) { surface, box in
        RowKernels.multiply(surface.row(0, 0), by: UInt8(alpha), box.width)
      }
      #expect(multiplied == source.map { Self.times($0, alpha) }, "opacity \(alpha)")
    }
  }

  @Test("one colour through a mask is multiplied by each coverage first, exactly")
  func coverage() {
    let coverage = (0...255).map { UInt8($0) }
    for alpha: UInt32 in 0...255 {
      let color = alpha << 24 | alpha << 16 | (alpha / 3) << 8 | min(alpha, 0x33)
      for shift in [0, 77] {
        let below = (0..<256).map { Self.destinations[($0 + shift) & 255] }
        let expected = below.indices.map {
          Self.over(Self.times(color, UInt32(coverage[$0])), below[$0])
        }
        let drawn = Self.withRow(below) { surface, box in
          Pixman.blend(color, coverage: coverage, coverageStride: 256, surface, box)
        }
        let own = Self.withRow(below) { surface, box in
          SpanKernels.blend(color, coverage, surface.row(0, 0), box.width)
        }
        #expect(drawn == expected, "colour \(hex(color)), shifted by \(shift)")
        #expect(own == expected, "colour \(hex(color)), shifted by \(shift)")
      }
    }
  }

  @Test("a row may begin and end anywhere: every length and every alignment gives the same")
  func alignment() {
    let colors: [UInt32] = (0..<40).map { 0x8000_0000 | UInt32($0) << 17 | UInt32($0) << 3 }
    for start in 0..<9 {
      for count in 0..<24 {
        let before = Array(Self.destinations[..<40])
        let result = Self.withRow(before) { surface, _ in
          colors.withUnsafeBufferPointer {
            RowKernels.over(surface.row(0, start), $0.baseAddress! + start, count)
          }
        }
        for index in 0..<40 {
          let isInside = index >= start && index < start + count
          #expect(
            result[index] == (isInside ? Self.over(colors[index], before[index]) : before[index]))
        }
      }
    }
  }
}
