import LaminaTestSupport
import Testing

@testable import Lamina

/// The items that the first, coarse search reports, worked out with whole numbers one item at a time.
@Suite("A bounds query")
struct BoundsQueryTests {
  /// A chunk with items of up to `largest` pixels, some of which show nothing.
  private static func items(
    _ count: Int, largest: Int, _ numbers: inout SeededGenerator
  ) -> (items: DisplayItems, boxes: [PixelRect?]) {
    let items = DisplayItems(count: count)
    let boxes = (0..<count).map { index -> PixelRect? in
      if numbers.chance(10) {
        items.setNothing(index)
        return nil
      }
      let box = PixelRect(
        x: numbers.integer(in: -300...4_400), y: numbers.integer(in: -300...3_000),
        width: numbers.integer(in: 1...largest), height: numbers.integer(in: 1...largest))
      items.setSolid(index, PixelBox(box), 0xFF00_0000)
      return box
    }
    return (items, boxes)
  }

  private static func found(_ query: BoundsQuery, _ items: DisplayItems) -> [Int] {
    var found: [Int] = []
    query.forEachMatch(items) { found.append($0) }
    return found
  }

  private static func rect(_ numbers: inout SeededGenerator) -> PixelRect {
    PixelRect(
      x: numbers.integer(in: 0...4_095), y: numbers.integer(in: 0...2_159),
      width: numbers.pick([1, 7, 64, 700]), height: numbers.pick([1, 5, 90, 500]))
  }

  @Test("among small items reports those that begin in reach, modulo 256 units of 8 pixels")
  func small() {
    var numbers = SeededGenerator(seed: 3)
    for count in [1, 15, 16, 17, 31, 512] {
      for largest in [1, 20, 256] {
        let (items, boxes) = Self.items(count, largest: largest, &numbers)
        defer { items.deallocate() }
        for _ in 0..<40 {
          let rect = Self.rect(&numbers)
          let query = BoundsQuery(rect, width: largest, height: largest)
          func isInReach(_ start: Int, _ from: Int, _ to: Int) -> Bool {
            let first = (from - largest + 1) >> 3
            let last = (to - 1) >> 3
            return ((start >> 3) - first) & 255 <= last - first
          }
          let expected = boxes.indices.filter {
            // An item that shows nothing has its place at the origin.
            let (x, y) = (boxes[$0]?.minX ?? 0, boxes[$0]?.minY ?? 0)
            return isInReach(x, rect.minX, rect.maxX) && isInReach(y, rect.minY, rect.maxY)
          }
          #expect(Self.found(query, items) == expected)
        }
      }
    }
  }

  @Test("among large items reports those whose edges, in units of 16 pixels up to 255, reach it")
  func large() {
    var numbers = SeededGenerator(seed: 4)
    for count in [1, 15, 16, 17, 31, 512] {
      let (items, boxes) = Self.items(count, largest: 2_000, &numbers)
      defer { items.deallocate() }
      for _ in 0..<40 {
        let rect = Self.rect(&numbers)
        let query = BoundsQuery(rect, width: 2_000, height: 2_000)
        func unit(_ value: Int) -> Int { min(255, max(0, value >> 4)) }
        let expected = boxes.indices.filter { index in
          guard let box = boxes[index] else { return false }
          return unit(box.minX) <= unit(rect.maxX - 1) && unit(box.maxX - 1) >= unit(rect.minX)
            && unit(box.minY) <= unit(rect.maxY - 1) && unit(box.maxY - 1) >= unit(rect.minY)
        }
        #expect(Self.found(query, items) == expected)
      }
    }
  }

  @Test("never leaves out an item that meets the rectangle")
  func complete() {
    var numbers = SeededGenerator(seed: 5)
    for largest in [1, 9, 255, 256, 257, 3_000] {
      let (items, boxes) = Self.items(300, largest: largest, &numbers)
      defer { items.deallocate() }
      for _ in 0..<60 {
        let rect = Self.rect(&numbers)
        let found = Set(Self.found(BoundsQuery(rect, width: largest, height: largest), items))
        let missed = boxes.indices.filter {
          boxes[$0]?.intersects(rect) == true && !found.contains($0)
        }
        #expect(missed.isEmpty, "\(rect), items of up to \(largest)")
      }
    }
  }
}
