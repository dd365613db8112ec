import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("Curve flattening")
struct CurveAreaTests {
  /// The area inside polygons that all turn the same way.
  private static func area(_ flat: FlattenedPath) -> Double {
    flat.subpaths.reduce(0) { sum, subpath in
      let points = flat.points[subpath.start..<subpath.end]
      let area = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, line in
        sum + line.0.x * line.1.y - line.0.y * line.1.x
      }
      return sum + abs(area) / 2
    }
  }

  private static func outline(_ points: [CGPoint], _ style: StrokeStyle) -> FlattenedPath {
    var path = Path()
    path.addLines(between: points)
    return Stroker.outline(path, style: style, transform: .identity)
  }

  /// Returns the largest error in the area of an arc of at most half a turn, in square pixels. A large
  /// arc goes through many pixels, which share it.
  private static func largestError(_ radius: Double) -> Double {
    0.032 + 0.0035 * radius.squareRoot()
  }

  static let radii = [0.3, 0.5, 1, 1.7, 3, 8, 25, 100, 700, 5000]

  @Test("has the area of a dot", arguments: radii)
  func dots(radius: Double) {
    let dot = Self.outline(
      [CGPoint(x: 20, y: 30), CGPoint(x: 20, y: 30)], StrokeStyle(width: 2 * radius, cap: .round))
    #expect(abs(Self.area(dot) - .pi * radius * radius) <= 2 * Self.largestError(radius))
  }

  @Test("has the area of a round join, on average over its turns", arguments: radii)
  func joins(radius: Double) {
    var sum = 0.0
    let count = 500
    for index in 1...count {
      let turn = (Double(index) - 0.5) / Double(count) * Double.pi
      // Lines so long that the inner sides meet.
      let length = radius * min(1e6, 4 / max(1e-9, cos(turn / 2))) + 10
      let points = [
        CGPoint(x: -length, y: 0), .zero, CGPoint(x: length * cos(turn), y: length * sin(turn)),
      ]
      // Without the join there are two boxes, which overlap by a kite.
      let kite = radius * radius * tan(turn / 2)
      let expected = 4 * length * radius - kite + turn * radius * radius / 2
      let error =
        Self.area(Self.outline(points, StrokeStyle(width: 2 * radius, join: .round))) - expected
      // Turns of nearly half are not cut off where the sides meet.
      if cos(turn) > -0.98 {
        #expect(
          abs(error) <= Self.largestError(radius) + expected * 1e-12, "a turn of \(turn)")
        sum += error
      }
    }
    #expect(abs(sum) / Double(count) <= Self.largestError(radius) / 4)
  }

  @Test("has the area of an ellipse", arguments: radii)
  func ellipses(radius: Double) {
    let rect = CGRect(x: -3, y: 5, width: 2 * radius, height: 2.6 * radius)
    let flat = FlattenedPath(Path(ellipseIn: rect), transform: .identity)
    // Four cubic curves are 1.00029 times as large as the ellipse they stand for.
    let expected = Double.pi * 1.3 * radius * radius * 1.000_286
    #expect(abs(Self.area(flat) - expected) <= 0.03 + expected * 2e-5)
  }

  /// A curve and the line back to its start, as it is flattened and as 4,000 lines.
  private static func filled(_ points: [CGPoint]) -> (curve: Mask, lines: Mask) {
    var curve = Path()
    curve.move(to: points[0])
    curve.addCurve(to: points[3], control1: points[1], control2: points[2])
    curve.closeSubpath()
    var lines = Path()
    lines.addLines(
      between: (0...4_000).map { index in
        let t = Double(index) / 4_000
        let u = 1 - t
        let weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        return zip(points, weights).reduce(into: CGPoint.zero) { sum, part in
          sum.x += part.0.x * part.1
          sum.y += part.0.y * part.1
        }
      })
    let clip = PixelRect(x: 0, y: 0, width: 300, height: 300)
    func mask(_ path: Path) -> Mask {
      PathRasterizer().mask(path, transform: .identity, rule: .nonZero, clip: clip)
    }
    return (mask(curve), mask(lines))
  }

  @Test(
    "subtracts almost nothing from a pixel's coverage and adds little", .slow,
    arguments: [4.0, 30, 290],
    1...2)
  func pixels(size: Double, seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var (largest, sum, touched) = (0, 0, 0)
    for _ in 0..<60 {
      let points = (0..<4).map { _ in numbers.point(size, size) }
      let (curve, lines) = Self.filled(points)
      for y in 0..<Int(size) + 1 {
        for x in 0..<Int(size) + 1 where curve[x, y] != 0 || lines[x, y] != 0 {
          let error = abs(Int(curve[x, y]) - Int(lines[x, y]))
          if curve[x, y] != 255 || lines[x, y] != 255 { touched += 1 }
          largest = max(largest, error)
          sum += error
        }
      }
    }
    // A lobe between a curve and a line is 4/255 of a pixel at most; a pixel may have several, and
    // where edges meet in it both pictures are within 8/255.
    #expect(largest <= 18)
    // In a small curve most lobes lie in a single pixel.
    #expect(Double(sum) <= (size < 10 ? 1.4 : 1) * Double(touched))
    #expect(touched > 200)
  }

  @Test("is right in a pixel that it leaves and comes back to in the same row")
  func comingBack() {
    // The curve turns back right of pixel (16, 12) and crosses itself there. In each of 400 lines
    // through the pixel, exactly in x, 32.09/255 are covered.
    let (curve, lines) = Self.filled([
      CGPoint(x: 3.354701995073175, y: 20.441917603662198),
      CGPoint(x: 23.250183398182088, y: 1.8319042022125087),
      CGPoint(x: 24.414232998620637, y: 24.755170529731313),
      CGPoint(x: 1.612731235289705, y: 1.3527977160460036),
    ])
    #expect(abs(Int(curve[16, 12]) - 32) <= 8)
    #expect(abs(Int(lines[16, 12]) - 32) <= 8)
  }

  @Test("is the same on both sides of a mirror", .slow, arguments: radii)
  func mirrored(radius: Double) {
    var numbers = SeededGenerator(seed: 5)
    let points = (0..<40).map { _ in numbers.point(60 + 8 * radius, 60 + 8 * radius) }
    let style = StrokeStyle(width: 2 * radius, cap: .round, join: .round)
    let one = Self.outline(points, style)
    let other = Self.outline(points.map { CGPoint(x: -$0.x, y: $0.y) }, style)
    #expect(one.points.count == other.points.count)
    let nearness = 1e-9 * (1 + radius)
    // The other outline runs the other way round.
    for point in one.points {
      #expect(
        other.points.contains {
          abs($0.x + point.x) <= nearness && abs($0.y - point.y) <= nearness
        })
    }
  }

  @Test("computes cube roots", arguments: [0, 1e-300, 1e-9, 0.3, 1, 2, 27, 5e4, 1e12, 1e300])
  func cubeRoots(value: Double) {
    let root = FlattenedPath.cubeRoot(value)
    #expect(root >= cbrt(value) * (1 - 1e-12))
    #expect(root <= cbrt(value) * 1.002 + 1e-90)
  }
}
