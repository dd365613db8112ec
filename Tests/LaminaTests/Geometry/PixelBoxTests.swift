import Foundation
import Lamina
import Testing

@Suite("Edges on whole pixels")
struct PixelBoxTests {
  /// Numbers around all that is special: halves, the limits of 8, 16 and 24 bits, and no numbers.
  private static let numbers: [Double] = {
    var numbers: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    ]
    for base in [0.0, 1, 15, 16, 255, 4095, 4096, 32_767, 32_768, 65_536, 16_777_215, 16_777_216] {
      for shift in [0, 0.25, 0.5, 0.5 - 0x1p-32, 0.5 - 0x1p-31, 0.75] {
        numbers += [base + shift, -base + shift]
      }
    }
    return numbers
  }()

  @Test("are where each edge is by itself")
  func snapping() {
    let numbers = Self.numbers
    for (index, number) in numbers.enumerated() {
      let others = (1...3).map { numbers[(index + 7 * $0) % numbers.count] }
      let box = PixelBox(snapping: SIMD2(number, others[0]), SIMD2(others[1], others[2]))
      let edges = ([number] + others).map { Int16(clamping: PixelSnapping.edge($0)) }
      #expect([box.minX, box.minY, box.maxX, box.maxY] == edges, "\(number), \(others)")
      if box.isInverted { continue }
      #expect(box.mayBeClamped == edges.contains { $0 == .min || $0 == .max })
    }
  }

  @Test("are cut off where 16 bits and bytes end")
  func clamping() {
    let numbers = Self.numbers.map(PixelSnapping.edge)
    for (index, number) in numbers.enumerated() {
      let other = numbers[(index + 11) % numbers.count]
      let rect = PixelRect(minX: number, minY: other, maxX: number + 16, maxY: other + 1)
      let box = PixelBox(rect)
      #expect([box.minX, box.minY] == [Int16(clamping: rect.minX), Int16(clamping: rect.minY)])
      #expect([box.maxX, box.maxY] == [Int16(clamping: rect.maxX), Int16(clamping: rect.maxY)])
      if box.isEmpty { continue }
      let coarse = [rect.minX, rect.minY, rect.maxX - 1, rect.maxY - 1].map {
        UInt8(clamping: $0 >> 4)
      }
      for place in 0..<4 {
        #expect(UInt8(truncatingIfNeeded: box.coarse >> (8 * place)) == coarse[place])
      }
    }
  }

  @Test("inside of others are those of the intersection")
  func clipping() {
    let clip = PixelRect(minX: -3, minY: 2, maxX: 20, maxY: 9)
    for minX in -6...22 {
      for width in -2...6 {
        let rect = PixelRect(minX: minX, minY: minX / 2, maxX: minX + width, maxY: minX / 2 + 3)
        let box = PixelBox(rect).clipped(to: PixelBox(clip))
        #expect(box.isEmpty == rect.intersection(clip).isEmpty)
        #expect(PixelBox(rect).isInverted == (width < 0))
        if !box.isEmpty { #expect(box.rect == rect.intersection(clip)) }
      }
    }
  }

  @Test("of boxes have a hull")
  func hull() {
    var hull = BoxHull()
    #expect(hull.rect == .empty)
    var union = PixelRect.empty
    for (x, y) in [(3, 4), (-9, 20), (32_000, -32_000), (5, 5)] {
      let box = PixelRect(x: x, y: y, width: 7, height: 2)
      hull.add(PixelBox(box))
      union = union.union(box)
      #expect(hull.rect == union)
    }
  }
}
