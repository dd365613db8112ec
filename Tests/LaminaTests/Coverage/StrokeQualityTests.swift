import Foundation
import LaminaTestSupport
import ReferenceRenderer
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("A stroke's coverage", .slow)
struct StrokeQualityTests {
  static let width = 160
  static let height = 100

  /// The lines of section 5 of the measurements, in a smaller picture.
  enum Line: CaseIterable, CustomTestStringConvertible {
    case smooth768, smooth10000, walk768, zigzag768, zigzag10000

    var testDescription: String { "\(self)" }

    var points: [CGPoint] {
      var numbers = SeededGenerator(seed: 71)
      func graph(_ count: Int, _ y: (Int, Double) -> Double) -> [CGPoint] {
        (0..<count).map { index in
          let part = Double(index) / Double(count)
          return CGPoint(x: part * Double(width), y: y(index, part))
        }
      }
      func smooth(_ part: Double) -> Double { 50 + 31 * sin(part * 11) + 12 * sin(part * 29) }
      func zigzag(_ index: Int, _ part: Double, _ numbers: inout SeededGenerator) -> Double {
        let envelope = 6 + 38 * abs(sin(part * 5))
        let size = numbers.number(in: 0.4...1) * envelope
        return 50 + (index % 2 == 0 ? size : -size)
      }
      switch self {
      case .smooth768: return graph(768) { smooth($1) }
      case .smooth10000: return graph(10_000) { smooth($1) }
      case .zigzag768: return graph(768) { zigzag($0, $1, &numbers) }
      case .zigzag10000: return graph(10_000) { zigzag($0, $1, &numbers) }
      case .walk768:
        var point = CGPoint(x: 80, y: 50)
        return (0..<768).map { _ in
          point.x += numbers.number(in: -3...3)
          point.y += numbers.number(in: -3...3)
          return point
        }
      }
    }
  }

  static func drawn(_ points: [CGPoint], _ style: StrokeStyle) throws -> [UInt8] {
    let context = try DrawingContext(width: width, height: height, background: .black)
    context.strokeColor = .white
    context.strokeStyle = style
    context.strokeLines(between: points)
    return context.makeBitmap().pixels.map { UInt8($0 & 255) }
  }

  static func outlined(_ path: Path, _ style: StrokeStyle) -> [UInt8] {
    let clip = PixelRect(x: 0, y: 0, width: width, height: height)
    let mask = PathRasterizer().mask(
      Stroker.outline(path, style: style, transform: .identity), rule: .nonZero, clip: clip)
    return (0..<width * height).map { mask[$0 % width, $0 / width] }
  }

  static func check(_ coverage: [UInt8], _ reference: SampledCoverage, atLeast touched: Int) {
    let error = reference.error(of: coverage)
    #expect(error.touched >= touched)
    #expect(error.mean <= 1)
    #expect(error.shareOver16 <= 0.005)
  }

  @Test("is within 1/255 of 256 samples a pixel", arguments: Line.allCases, [1.0, 2.0])
  func linesAsDrawn(line: Line, lineWidth: Double) throws {
    for join in lineWidth == 1 ? [LineJoin.round] : [.miter, .bevel] {
      let style = StrokeStyle(width: lineWidth, join: join)
      var reference = SampledCoverage(width: Self.width, height: Self.height)
      reference.stroke(line.points, style)
      Self.check(try Self.drawn(line.points, style), reference, atLeast: 300)
    }
  }

  @Test("is as near through its outline", arguments: [Line.smooth768, .walk768, .zigzag768])
  func linesAsOutlines(line: Line) {
    let style = StrokeStyle(width: 2, join: .round)
    var path = Path()
    path.addLines(between: line.points)
    var reference = SampledCoverage(width: Self.width, height: Self.height)
    reference.stroke(line.points, style)
    Self.check(Self.outlined(path, style), reference, atLeast: 300)
  }

  @Test(
    "is right for every join and cap, open and closed",
    arguments: [LineJoin.miter, .round, .bevel], [LineCap.butt, .round, .square])
  func joinsAndCaps(join: LineJoin, cap: LineCap) throws {
    var numbers = SeededGenerator(seed: 19)
    // A line thinner than a pixel is all edges: 16 x 16 points are off by 1/255 by themselves.
    let density = 32
    for lineWidth in [0.7, 3.3, 14] {
      let style = StrokeStyle(width: lineWidth, cap: cap, join: join)
      let points = (0..<7).map { _ in numbers.point(160, 100) }
      let graph = points.sorted { $0.x < $1.x }
      var open = SampledCoverage(
        width: Self.width, height: Self.height, density: density)
      open.stroke(points, style)
      Self.check(try Self.drawn(points, style), open, atLeast: 300)

      var graphReference = SampledCoverage(
        width: Self.width, height: Self.height, density: density)
      graphReference.stroke(graph, style)
      Self.check(try Self.drawn(graph, style), graphReference, atLeast: 100)

      var closed = SampledCoverage(
        width: Self.width, height: Self.height, density: density)
      closed.stroke(points, style, isClosed: true)
      var path = Path()
      path.addLines(between: points)
      path.closeSubpath()
      Self.check(Self.outlined(path, style), closed, atLeast: 300)
    }
  }

  @Test("does not depend on the direction of a graph")
  func backwards() throws {
    let style = StrokeStyle(width: 1.5, cap: .round, join: .round)
    let points = Line.zigzag768.points
    #expect(try Self.drawn(points, style) == Self.drawn(points.reversed(), style))
  }

  @Test("is right for a wide pen on many short lines")
  func widePenOnShortLines() throws {
    let points = (0..<400).map { index in
      let angle = Double(index) / 400 * 6
      return CGPoint(x: 80 + 6 * cos(angle), y: 50 + 7 * sin(angle))
    }
    for join in [LineJoin.round, .miter] {
      let style = StrokeStyle(width: 40, join: join)
      var reference = SampledCoverage(width: Self.width, height: Self.height)
      reference.stroke(points, style)
      Self.check(try Self.drawn(points, style), reference, atLeast: 2000)
    }
  }

  @Test("ends a curve across the way that the curve goes", arguments: [LineCap.butt, .square])
  func curveEnds(cap: LineCap) {
    var path = Path()
    path.addArc(
      center: CGPoint(x: 80, y: 50), radius: 30, startAngle: -.pi / 2, endAngle: 0,
      clockwise: false)
    let coverage = Self.outlined(path, StrokeStyle(width: 24, cap: cap))
    let reach = cap == .butt ? 0 : 12
    for place in 10..<31 {
      // The beginning is on the edge between two columns, the end between two rows.
      #expect(coverage[place * Self.width + 79 - reach] == 0)
      #expect(coverage[place * Self.width + 80 - reach] == 255)
      #expect(coverage[(49 + reach) * Self.width + 90 + place] == 255)
      #expect(coverage[(50 + reach) * Self.width + 90 + place] == 0)
    }
  }

  @Test("joins curves to lines in the direction in which the curves go")
  func curveJoins() {
    let (a, b, c, d) = (
      CGPoint(x: 20, y: 80), CGPoint(x: 30, y: 50), CGPoint(x: 60, y: 25), CGPoint(x: 95, y: 25)
    )
    var path = Path()
    path.move(to: CGPoint(x: 50, y: 85))
    path.addLine(to: a)
    path.addCurve(to: d, control1: b, control2: c)
    path.addLine(to: CGPoint(x: 70, y: 70))
    let curve = (0...2000).map { step in
      let t = Double(step) / 2000
      let u = 1 - t
      func blend(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
      }
      return CGPoint(x: blend(a.x, b.x, c.x, d.x), y: blend(a.y, b.y, c.y, d.y))
    }
    for join in [LineJoin.miter, .bevel] {
      let style = StrokeStyle(width: 14, join: join)
      var reference = SampledCoverage(width: Self.width, height: Self.height)
      reference.stroke([CGPoint(x: 50, y: 85)] + curve + [CGPoint(x: 70, y: 70)], style)
      let error = reference.error(of: Self.outlined(path, style))
      #expect(error.mean <= 1)
      #expect(error.shareOver16 == 0)
    }
  }
}
