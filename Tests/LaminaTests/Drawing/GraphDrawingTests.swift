import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("What graphs draw besides lines")
struct GraphDrawingTests {
  static let top = Color(red: 0.9, green: 0.2, blue: 0.1)
  static let bottom = Color(red: 0.1, green: 0.3, blue: 0.8, alpha: 0.5)

  private func context(_ scale: CGFloat = 1) throws -> DrawingContext {
    try DrawingContext(width: 60, height: 40, scale: scale, background: .white)
  }

  private func walk(_ count: Int, _ numbers: inout SeededGenerator) -> [CGPoint] {
    (0..<count).map { index in
      CGPoint(x: -5 + 70 * Double(index) / Double(count), y: numbers.number(in: -10...50))
    }
  }

  @Test("an area is the polygon below the line", arguments: [3, 40, 700])
  func area(count: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(count))
    let points = walk(count, &numbers)
    let drawn = try context()
    let fine = try DrawingContext(width: 480, height: 320, scale: 8, background: .white)
    drawn.fillArea(below: points, topColor: .black, bottomColor: .black)
    var path = Path()
    path.addLines(
      between: points + [CGPoint(x: points[count - 1].x, y: 41), CGPoint(x: points[0].x, y: 41)])
    fine.fill(path)
    let (a, b) = (drawn.makeBitmap(), try averaged(fine.makeBitmap(), by: 8))
    var sum = 0
    for y in 0..<40 { for x in 0..<60 { sum += largestDifference(a[x, y], b[x, y]) } }
    #expect(Double(sum) / 2400 <= 1)
    #expect(a.pixels.contains { $0 != .max })
  }

  @Test("an area ends far outside of the picture", arguments: [1e6, 1e9, 1e15, 1e20])
  func far(distance: Double) throws {
    let near = try context()
    near.fillArea(
      below: [CGPoint(x: -10, y: 12), CGPoint(x: 30, y: 20), CGPoint(x: 70, y: 12)],
      topColor: Self.top, bottomColor: Self.bottom)
    let wide = try context()
    wide.fillArea(
      below: [
        CGPoint(x: -distance, y: 20 - distance / 5 - 6), CGPoint(x: 30, y: 20),
        CGPoint(x: distance, y: 20 - distance / 5 + 6),
      ], topColor: Self.top, bottomColor: Self.bottom)
    #expect(near.makeBitmap().largestDifference(from: wide.makeBitmap()) <= 1)
  }

  @Test("an area has a colour for each row of the picture, whatever the transform")
  func gradient() throws {
    for scale in [1.0, 2] {
      let context = try context(scale)
      context.translateBy(x: -3, y: 4)
      let points = [CGPoint(x: -10, y: -20), CGPoint(x: 100, y: -20)]
      context.fillArea(below: points, topColor: .black, bottomColor: .white)
      let bitmap = context.makeBitmap()
      for y in 0..<40 {
        let level = Int(bitmap[30, y] & 255)
        #expect(abs(level - Int((Double(y) + 0.5) / 40 * 255)) <= 1)
      }
    }
  }

  @Test("an area looks the same in a clip, and as much of it as a mask leaves", arguments: 1...8)
  func clips(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let points = walk(120, &numbers)
    let (whole, part, masked) = (try context(), try context(), try context())
    let rect = CGRect(
      x: Double(numbers.integer(in: 0...40)), y: Double(numbers.integer(in: 0...20)), width: 15,
      height: 17)
    part.clip(to: rect)
    masked.clip(to: Path(rect: rect))
    for context in [whole, part, masked] {
      context.fillArea(below: points, topColor: Self.top, bottomColor: Self.bottom)
    }
    let (a, b) = (whole.makeBitmap(), part.makeBitmap())
    for y in 0..<40 {
      for x in 0..<60 {
        #expect(b[x, y] == (rect.contains(CGPoint(x: x, y: y)) ? a[x, y] : .max))
      }
    }
    #expect(b == masked.makeBitmap())
  }

  @Test("an area grows to the right without changing what is left of the new point")
  func growing() throws {
    var numbers = SeededGenerator(seed: 4)
    let points = walk(90, &numbers)
    let (before, after) = (try context(), try context())
    before.fillArea(below: Array(points[..<50]), topColor: Self.top, bottomColor: Self.bottom)
    after.fillArea(below: points, topColor: Self.top, bottomColor: Self.bottom)
    let (a, b) = (before.makeBitmap(), after.makeBitmap())
    let end = Int(points[49].x.rounded(.down))
    for y in 0..<40 { for x in 0..<end { #expect(a[x, y] == b[x, y]) } }
  }

  @Test("an area of fewer than two points, or outside the clip, draws nothing")
  func nothing() throws {
    let context = try context()
    let blank = context.makeBitmap()
    let lines: [[CGPoint]] = [
      [], [CGPoint(x: 3, y: 3)], [CGPoint(x: 3, y: 3), CGPoint(x: 3, y: 9)],
      [CGPoint(x: 70, y: 0), CGPoint(x: 90, y: 0)], [CGPoint(x: -9, y: 0), CGPoint(x: -1, y: 0)],
      [CGPoint(x: 0, y: 50), CGPoint(x: 60, y: 1e300)],
    ]
    for points in lines {
      context.fillArea(below: points, topColor: .black, bottomColor: .black)
    }
    #expect(context.makeBitmap() == blank)
    // Above the picture, however far, all of it is below the line.
    context.fillArea(
      below: [CGPoint(x: -1e9, y: -1e300), CGPoint(x: 1e9, y: -1e300)], topColor: .black,
      bottomColor: .black)
    #expect(context.makeBitmap().pixels.allSatisfy { $0 == 0xFF00_0000 })
  }

  @Test("refuses points that turn back or are not finite, and transforms that turn")
  func refusals() async {
    await #expect(processExitsWith: .failure) {
      try DrawingContext(width: 9, height: 9).fillArea(
        below: [CGPoint(x: 3, y: 1), CGPoint(x: 2, y: 1)], topColor: .black, bottomColor: .black)
    }
    await #expect(processExitsWith: .failure) {
      try DrawingContext(width: 9, height: 9).fillArea(
        below: [CGPoint(x: 3, y: 1), CGPoint(x: 4, y: Double.nan)], topColor: .black,
        bottomColor: .black)
    }
    await #expect(processExitsWith: .failure) {
      let context = try DrawingContext(width: 9, height: 9)
      context.rotate(by: 0.1)
      context.fillArea(
        below: [CGPoint(x: 3, y: 1), CGPoint(x: 4, y: 1)], topColor: .black, bottomColor: .black)
    }
    await #expect(processExitsWith: .failure) {
      try DrawingContext(width: 9, height: 9)
        .strokeLines(between: [CGPoint(x: 3, y: 1), CGPoint(x: Double.infinity, y: 1)])
    }
  }

  @Test("clearing to a colour replaces the pixels of the clip, and mixes them on its edges")
  func clearing() throws {
    let context = try context()
    context.clip(to: CGRect(x: 10, y: 5, width: 20, height: 10))
    context.alpha = 0.3
    context.clear(to: Self.bottom)
    let bitmap = context.makeBitmap()
    for y in 0..<40 {
      for x in 0..<60 {
        let isInside = (10..<30).contains(x) && (5..<15).contains(y)
        #expect(bitmap[x, y] == (isInside ? Self.bottom.premultipliedPixel : .max))
      }
    }
    let masked = try self.context()
    masked.clip(to: Path(rect: CGRect(x: 10, y: 5.5, width: 20, height: 10)))
    masked.clear(to: .black)
    let edge = masked.makeBitmap()
    #expect(edge[15, 4] == .max && edge[15, 6] == 0xFF00_0000)
    #expect(largestDifference(edge[15, 5], 0xFF80_8080) <= 1)
  }
}
