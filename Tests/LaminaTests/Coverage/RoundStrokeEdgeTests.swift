import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("The round edge of a stroke")
struct RoundStrokeEdgeTests {
  enum Line: CaseIterable { case walk, noise, spikes, needles, steps, far }

  /// Returns points from x = -9 to 41, the line upside down if it is the lower edge that is traced.
  private static func points(_ line: Line, _ numbers: inout SeededGenerator) -> [SIMD2<Double>] {
    let count = numbers.integer(in: 100...400)
    var level = 0.0
    return (0..<count).map { index in
      var x = -9 + 50 * Double(index) / Double(count)
      switch line {
      case .walk: level += numbers.number(in: -2...2)
      case .noise: level = numbers.number(in: -30...30)
      case .spikes: level = numbers.below(20) == 0 ? numbers.number(in: -50...50) : 0
      case .needles: level = index % 9 == 0 ? -40 : 10
      case .steps:
        x = -9 + 50 * Double(index / 5 * 5) / Double(count)
        level = numbers.number(in: -9...9)
      case .far: level = numbers.below(9) == 0 ? numbers.number(in: -29_000...29_000) : level / 2
      }
      return SIMD2(x, level)
    }
  }

  /// Returns the height of the stroke's upper edge: the highest of all discs and all boxes.
  private static func height(
    _ points: [SIMD2<Double>], _ radius: Double, at x: Double
  ) -> Double {
    var result = Double.infinity
    for (index, point) in points.enumerated() {
      let side = x - point.x
      if abs(side) <= radius {
        result = min(result, point.y - (radius * radius - side * side).squareRoot())
      }
      guard index + 1 < points.count, points[index + 1].x > point.x else { continue }
      let d = points[index + 1] - point
      let start = point + Stroker.left(Stroker.direction(d)) * radius
      if x >= start.x, x <= start.x + d.x {
        result = min(result, start.y + (x - start.x) * d.y / d.x)
      }
    }
    return result
  }

  @Test("is as high as the highest disc or box", .slow, arguments: Line.allCases, 1...12)
  func heights(line: Line, seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let points = Self.points(line, &numbers)
    let radius = [0.25, 0.6, 1, 2, 5, 9][Int(seed) % 6]
    let isUpper = seed % 2 == 0
    var edge = RoundStrokeEdge()
    let drawn = isUpper ? points : points.map { SIMD2($0.x, -$0.y) }
    drawn.withUnsafeBufferPointer {
      edge.trace(
        UnsafeBufferPointer(rebasing: $0[...]), radius: radius, block: 0, between: (0, 32),
        isUpper: isUpper)
    }
    var width: Int32 = 0
    for column in 0..<32 {
      var x = Double(column)
      edge.forEachLine(in: column) { start, end, lineWidth in
        width += lineWidth
        let length = Double(lineWidth) / 65_536
        let y = Double(start + end) / 512 * (isUpper ? 1 : -1)
        // The places of corners are rounded, and lines differ from arcs, where these may be steep.
        let middle = x + length / 2
        let offset = 0.0001 + 0.004 * radius
        // Lines to and from far away may meet anywhere near.
        let places = line == .far ? [x, middle, x + length] : [middle]
        let around = places.flatMap { place in
          [-offset, 0, offset].map { Self.height(points, radius, at: place + $0) }
        }
        let tolerance = 0.01 + 0.004 * radius
        #expect(y >= around.min()! - tolerance && y <= around.max()! + tolerance, "\(middle)")
        x += length
      }
    }
    #expect(width == 32 * 65_536)
  }

  @Test("of a point is an arc; it has the area of a disc", arguments: [0.25, 1, 2, 7, 15])
  func disc(radius: Double) {
    var edge = RoundStrokeEdge()
    [SIMD2(16, 3)].withUnsafeBufferPointer {
      edge.trace(
        $0, radius: radius, block: 0, between: (16 - radius, 16 + radius), isUpper: true)
    }
    var area = 0.0
    for column in 0..<32 {
      edge.forEachLine(in: column) { start, end, width in
        area += (3 - Double(start + end) / 512) * Double(width) / 65_536
      }
    }
    #expect(abs(area - .pi * radius * radius / 2) < 0.002 * radius + 0.0002 * radius * radius)
  }
}
