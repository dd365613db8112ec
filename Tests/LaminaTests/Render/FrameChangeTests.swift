import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("The difference of frames")
struct FrameChangeTests {
  private static let side = 12

  /// A picture that differs from another by a change, in which pixels that are drawn are new.
  private func next(
    _ pixels: [UInt32], _ change: FrameChange, _ random: inout SeededGenerator
  ) -> [UInt32] {
    var result = moved(pixels, change)
    for y in 0..<Self.side {
      for x in 0..<Self.side where change.region.contains(x: x, y: y) {
        result[y * Self.side + x] = UInt32(truncatingIfNeeded: random.next())
      }
    }
    return result
  }

  private func moved(_ pixels: [UInt32], _ change: FrameChange) -> [UInt32] {
    guard let copy = change.copy else { return pixels }
    var result = pixels
    for y in copy.destination.minY..<copy.destination.maxY {
      for x in copy.destination.minX..<copy.destination.maxX {
        result[y * Self.side + x] = pixels[(y - copy.dy) * Self.side + x - copy.dx]
      }
    }
    return result
  }

  private func rect(_ random: inout SeededGenerator) -> PixelRect {
    let (x, y) = (random.below(Self.side), random.below(Self.side))
    return PixelRect(
      minX: x, minY: y, maxX: x + 1 + random.below(Self.side - x),
      maxY: y + 1 + random.below(Self.side - y))
  }

  private func change(_ random: inout SeededGenerator) -> FrameChange {
    var region = Region()
    for _ in 0..<random.below(3) { region.insert(rect(&random)) }
    if random.chance(30) { return FrameChange(region: region) }
    let frame = PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)
    let (dx, dy) = (random.integer(in: -2...2), random.integer(in: -2...2))
    let source = rect(&random).intersection(frame.moved(byX: -dx, y: -dy))
    if source.isEmpty { return FrameChange(region: region) }
    return FrameChange(
      copy: PixelCopy(destination: source.moved(byX: dx, y: dy), dx: dx, dy: dy), region: region)
  }

  @Test("several changes are made at once, and the rest of the picture is as before")
  func sequence() {
    for seed in 0..<3000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let first = (0..<Self.side * Self.side).map { UInt32($0) }
      var last = first
      var total = FrameChange()
      for _ in 0..<1 + random.below(4) {
        let change = change(&random)
        last = next(last, change, &random)
        total = total.followed(by: change)
      }
      let pixels = moved(first, total)
      for (index, pixel) in pixels.enumerated() where pixel != last[index] {
        let (x, y) = (index % Self.side, index / Self.side)
        #expect(total.region.contains(x: x, y: y), "seed \(seed): (\(x), \(y))")
      }
    }
  }

  @Test("two copies in a row are one")
  func copies() {
    let first = FrameChange(
      copy: PixelCopy(destination: PixelRect(x: 0, y: 0, width: 9, height: 12), dx: -1, dy: 0),
      region: Region(PixelRect(x: 9, y: 0, width: 3, height: 12)))
    let both = first.followed(by: first)
    #expect(
      both.copy
        == PixelCopy(destination: PixelRect(x: 0, y: 0, width: 8, height: 12), dx: -2, dy: 0))
    #expect(both.region.rects == [PixelRect(x: 8, y: 0, width: 4, height: 12)])
  }
}
