import Lamina
import LaminaTestSupport
import Testing

@Suite("A region")
struct RegionTests {
  private func region(_ rects: [PixelRect]) -> Region {
    var region = Region()
    for rect in rects { region.insert(rect) }
    return region
  }

  @Test("without rectangles is empty, and empty rectangles add nothing")
  func empty() {
    #expect(Region().isEmpty)
    #expect(Region(PixelRect(x: 5, y: 6, width: 0, height: 9)).isEmpty)
    #expect(Region(PixelRect(x: 5, y: 6, width: 3, height: -2)).rects == [])
    #expect(Region().bounds == .empty)
    #expect(Region().contains(.empty))
    #expect(!Region().contains(x: 0, y: 0))
  }

  @Test("keeps rectangles that are apart, by top edge and then left edge")
  func apart() {
    let low = PixelRect(x: 1, y: 50, width: 4, height: 5)
    let left = PixelRect(x: 2, y: 10, width: 6, height: 7)
    let right = PixelRect(x: 90, y: 10, width: 6, height: 7)
    let region = region([low, right, left])
    #expect(region.rects == [left, right, low])
    #expect(region.area == 20 + 42 + 42)
    #expect(region.bounds == PixelRect(minX: 1, minY: 10, maxX: 96, maxY: 55))
  }

  @Test("replaces rectangles that overlap by the one around them")
  func overlap() {
    let result = region([
      PixelRect(x: 0, y: 0, width: 10, height: 10), PixelRect(x: 8, y: 9, width: 10, height: 10),
    ])
    #expect(result.rects == [PixelRect(x: 0, y: 0, width: 18, height: 19)])
  }

  @Test("joins rectangles that touch along a whole side")
  func touching() {
    let result = region([
      PixelRect(x: 0, y: 0, width: 10, height: 10), PixelRect(x: 10, y: 0, width: 7, height: 10),
    ])
    #expect(result.rects == [PixelRect(x: 0, y: 0, width: 17, height: 10)])
  }

  @Test("takes up what a larger rectangle covers")
  func swallowing() {
    var result = region([
      PixelRect(x: 5, y: 5, width: 2, height: 2), PixelRect(x: 50, y: 5, width: 2, height: 2),
    ])
    result.insert(PixelRect(x: 0, y: 0, width: 100, height: 90))
    #expect(result.rects == [PixelRect(x: 0, y: 0, width: 100, height: 90)])
    result.insert(PixelRect(x: 3, y: 4, width: 5, height: 6))
    #expect(result.rects.count == 1)
  }

  @Test("never holds more rectangles than its limit, nor loses a pixel, nor overlaps itself")
  func limit() {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var region = Region()
      var inserted: [PixelRect] = []
      for _ in 0..<numbers.integer(in: 1...60) {
        let rect = PixelRect(
          x: numbers.integer(in: -50...500), y: numbers.integer(in: -50...500),
          width: numbers.integer(in: 0...40), height: numbers.integer(in: 0...40))
        region.insert(rect)
        inserted.append(rect)
      }
      #expect(region.rects.count <= Region.maximumCount)
      for rect in inserted { #expect(region.contains(rect)) }
      for (index, rect) in region.rects.enumerated() {
        #expect(!rect.isEmpty)
        for other in region.rects[(index + 1)...] {
          #expect(!rect.intersects(other))
          #expect((rect.minY, rect.minX) < (other.minY, other.minX))
        }
      }
    }
  }

  @Test("contains a rectangle that several of its own cover together")
  func containsAcross() {
    let region = region([
      PixelRect(x: 0, y: 0, width: 10, height: 30), PixelRect(x: 10, y: 2, width: 20, height: 5),
    ])
    #expect(region.contains(PixelRect(x: 4, y: 2, width: 20, height: 5)))
    #expect(!region.contains(PixelRect(x: 4, y: 1, width: 20, height: 5)))
    #expect(region.contains(x: 29, y: 6))
    #expect(!region.contains(x: 30, y: 6))
  }

  @Test("cut by a rectangle keeps what is inside")
  func intersection() {
    let region = region([
      PixelRect(x: 0, y: 0, width: 10, height: 10), PixelRect(x: 40, y: 40, width: 10, height: 10),
    ])
    #expect(
      region.intersection(PixelRect(x: 5, y: 6, width: 38, height: 37)).rects == [
        PixelRect(x: 5, y: 6, width: 5, height: 4), PixelRect(x: 40, y: 40, width: 3, height: 3),
      ])
    #expect(region.intersection(PixelRect(x: 11, y: 0, width: 5, height: 5)).isEmpty)
  }

  @Test("without a hole is four rectangles around it")
  func subtraction() {
    let whole = PixelRect(x: 0, y: 0, width: 20, height: 30)
    #expect(
      whole.subtracting(PixelRect(x: 5, y: 7, width: 3, height: 4)) == [
        PixelRect(x: 0, y: 0, width: 20, height: 7),
        PixelRect(x: 0, y: 11, width: 20, height: 19),
        PixelRect(x: 0, y: 7, width: 5, height: 4),
        PixelRect(x: 8, y: 7, width: 12, height: 4),
      ])
    #expect(whole.subtracting(whole).isEmpty)
    #expect(whole.subtracting(PixelRect(x: 20, y: 0, width: 9, height: 9)) == [whole])
  }
}
