import Foundation
import LaminaTestSupport
import ReferenceRenderer
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("The coverage of paths")
struct PathCoverageTests {
  static let width = 60
  static let height = 44

  private func coverage(_ path: Path, _ rule: FillRule = .nonZero) -> [UInt8] {
    let clip = PixelRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let mask = PathRasterizer().mask(path, transform: .identity, rule: rule, clip: clip)
    return (0..<Self.width * Self.height).map { mask[$0 % Self.width, $0 / Self.width] }
  }

  private func path(_ polygon: [CGPoint], times: Int = 1) -> Path {
    var path = Path()
    for _ in 0..<times {
      path.addLines(between: polygon)
      path.closeSubpath()
    }
    return path
  }

  /// A polygon that does not cross itself: corners at growing angles around a point.
  private func star(_ numbers: inout SeededGenerator) -> [CGPoint] {
    let corners = numbers.integer(in: 3...40)
    return (0..<corners).map { index in
      let angle = (Double(index) + numbers.number(in: 0...0.9)) / Double(corners) * 2 * .pi
      let radius = numbers.number(in: 2...20)
      return CGPoint(x: 31.3 + 1.3 * radius * cos(angle), y: 21.7 + radius * sin(angle))
    }
  }

  @Test("add up to a polygon's area, by either rule", arguments: 1...60)
  func area(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let polygon = star(&numbers)
    var area = 0.0
    var length = 0.0
    for (index, b) in polygon.enumerated() {
      let a = polygon[index == 0 ? polygon.count - 1 : index - 1]
      area += (a.x * b.y - b.x * a.y) / 2
      length += abs(b.x - a.x) + abs(b.y - a.y) + 2
    }
    for rule in [FillRule.nonZero, .evenOdd] {
      let sum = coverage(path(polygon), rule).reduce(0) { $0 + Double($1) / 255 }
      // An edge pixel is rounded by half of 1/255, and the corners by half of 1/256. Where
      // several edges meet, samples are off by some 255ths more; the errors go both ways.
      #expect(abs(sum - abs(area)) <= length * 0.75 / 255)
    }
  }

  @Test("do not depend on the orientation of a polygon", arguments: 1...40)
  func direction(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed) &+ 500)
    let polygon = (0..<numbers.integer(in: 3...30)).map { _ in numbers.point(60, 44) }
    for rule in [FillRule.nonZero, .evenOdd] {
      #expect(coverage(path(polygon), rule) == coverage(path(polygon.reversed()), rule))
    }
  }

  @Test("do not depend on where a polygon begins", arguments: 1...40)
  func beginning(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed) &+ 900)
    // Small ones, too, that lie within a row or a few.
    let size = numbers.number(in: 0.2...44)
    let polygon = (0..<numbers.integer(in: 3...12)).map { _ in numbers.point(60, size) }
    let turned = Array(polygon[2...] + polygon[..<2])
    for rule in [FillRule.nonZero, .evenOdd] {
      #expect(coverage(path(polygon), rule) == coverage(path(turned), rule))
    }
  }

  @Test(
    "are the same for one shape and for very many copies of it", .slow,
    arguments: [2, 255, 256, 700])
  func copies(count: Int) {
    var numbers = SeededGenerator(seed: 77)
    for _ in 0..<3 {
      let polygon = star(&numbers)
      let single = coverage(path(polygon))
      let many = coverage(path(polygon, times: count))
      // Samples stand for the areas where as many edges meet.
      for (one, other) in zip(single, many) { #expect(abs(Int(one) - Int(other)) <= 12) }
      let oddCopies = coverage(path(polygon, times: count | 1), .evenOdd)
      for (one, other) in zip(single, oddCopies) { #expect(abs(Int(one) - Int(other)) <= 12) }
      let evenCopies = coverage(path(polygon, times: (count + 1) & ~1), .evenOdd)
      #expect(evenCopies.allSatisfy { $0 == 0 })
    }
  }

  @Test("of an upright rectangle are exact wherever its edges are")
  func uprightRectangles() {
    // Thin ones within a row, others over several, with all edges on the grid of 1/256.
    for (top, bottom) in [(3.25, 3.75), (3.25, 4.5), (2, 7), (2.0625, 6.9375)] {
      let rect = CGRect(x: 2.5, y: top, width: 10.25, height: bottom - top)
      let coverage = coverage(Path(rect: rect))
      for y in 1..<8 {
        let part = max(0, min(bottom, Double(y + 1)) - max(top, Double(y)))
        #expect(coverage[Self.width * y + 1] == 0)
        #expect(coverage[Self.width * y + 2] == UInt8((part * 0.5 * 255).rounded()))
        #expect(coverage[Self.width * y + 7] == UInt8((part * 255).rounded()))
        #expect(coverage[Self.width * y + 12] == UInt8((part * 0.75 * 255).rounded()))
        #expect(coverage[Self.width * y + 13] == 0)
      }
    }
  }

  @Test(
    "are near 256 samples a pixel for fills and strokes of all kinds", .slow,
    arguments: sampledCases(of: 0..<20))
  func randomPaths(part: Int) {
    var numbers = SeededGenerator(seed: UInt64(part) &+ 4000)
    var total = 0.0
    var over = 0.0
    var touched = 0
    for index in 0..<100 {
      let points = (0..<numbers.integer(in: 3...9)).map { _ in numbers.point(60, 44) }
      var reference = SampledCoverage(width: Self.width, height: Self.height)
      let drawn: [UInt8]
      if index % 2 == 0 {
        let rule = index % 4 == 0 ? FillRule.nonZero : .evenOdd
        reference.fill([points], rule)
        drawn = coverage(path(points), rule)
      } else {
        let style = StrokeStyle(
          width: numbers.number(in: 0.8...9),
          cap: [LineCap.butt, .round, .square][numbers.integer(in: 0...2)],
          join: [LineJoin.miter, .round, .bevel][numbers.integer(in: 0...2)],
          miterLimit: numbers.number(in: 1...12))
        let isClosed = numbers.integer(in: 0...1) == 1
        reference.stroke(points, style, isClosed: isClosed)
        var line = Path()
        line.addLines(between: points)
        if isClosed { line.closeSubpath() }
        drawn = coverage(line.stroked(style))
      }
      let error = reference.error(of: drawn)
      total += error.mean * Double(error.touched)
      over += error.shareOver16 * Double(error.touched)
      touched += error.touched
    }
    #expect(total / Double(touched) <= 1)
    #expect(over / Double(touched) <= 0.005)
  }

  @Test(
    "is empty where an outline of many lines in one row goes there and back", arguments: [1, 40])
  func thereAndBack(reach: Int) {
    // Down and up in many short lines, then level to the right and level back.
    let steps = (0...6).map { Double($0) / 6 }
    let down = steps.map { CGPoint(x: 2 + 0.4 * $0, y: 3.3 + 0.5 * $0) }
    let up = steps.dropFirst().map { CGPoint(x: 2.4 + 0.5 * $0, y: 3.8 - 0.5 * $0) }
    let points = down + up + [CGPoint(x: 4.5 + Double(reach), y: 3.3)]
    for rule in [FillRule.nonZero, .evenOdd] {
      let drawn = coverage(path(points), rule)
      let row = Array(drawn[3 * Self.width..<4 * Self.width])
      // A triangle, 0.9 wide and 0.5 high, along 16 lines.
      #expect(abs(Int(row[2]) - 57) <= 4)
      #expect(row[3...].allSatisfy { $0 == 0 })
      #expect(drawn.reduce(0) { $0 + Int($1) } == Int(row[2]))
    }
  }
}
