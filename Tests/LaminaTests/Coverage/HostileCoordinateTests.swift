import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("Hostile coordinates", .slow)
struct HostileCoordinateTests {
  static let numbers: [Double] = [
    0, -0.0, Double.leastNonzeroMagnitude, 1e-9, -1e-9, 32_767, 32_768, -32_769, 2_147_483_648,
    -2_147_483_648,
    0x1p53 + 2, 1e9, -1e9, 1e300, -1e300,
  ]

  @Test("are drawn or left out, and never trap", arguments: numbers)
  func anything(number: Double) throws {
    let context = try DrawingContext(width: 33, height: 21)
    context.alpha = 0.5
    for (index, other) in sampledCases(of: Self.numbers.enumerated()) {
      var path = Path()
      path.move(to: CGPoint(x: number, y: other))
      path.addLine(to: CGPoint(x: 3, y: 4))
      path.addCurve(
        to: CGPoint(x: other, y: number), control1: CGPoint(x: number, y: number),
        control2: CGPoint(x: -other, y: other))
      path.addQuadCurve(to: CGPoint(x: 5, y: other), control: CGPoint(x: number, y: 9))
      path.closeSubpath()
      context.fill(path, rule: .evenOdd)
      context.strokeStyle = StrokeStyle(
        width: abs(other), cap: [.square, .round][index % 2],
        join: [.miter, .round, .bevel][index % 3], miterLimit: number)
      context.stroke(path)
      context.strokeLines(between: [
        CGPoint(x: number, y: 3), CGPoint(x: 7, y: other), CGPoint(x: 9, y: number),
      ])
      context.strokeStyle = StrokeStyle(
        width: 2, dashPattern: [abs(number), 3, abs(other)], dashPhase: other)
      context.stroke(path)
      context.fill(CGRect(x: number, y: other, width: abs(other), height: 6))
      context.saveState()
      context.translateBy(x: number, y: other)
      context.rotate(by: 0.3)
      context.fill(CGRect(x: 0, y: 0, width: 10, height: abs(number)))
      context.stroke(path)
      context.clip(to: CGRect(x: 0, y: 0, width: abs(number), height: 5))
      context.fill(path)
      context.restoreState()
    }
    #expect(context.makeBitmap().width == 33)
  }

  @Test("leave no trace where a line goes there and straight back", arguments: numbers)
  func thereAndBack(number: Double) throws {
    for clip in [
      CGRect(x: 0, y: 0, width: 33, height: 21), CGRect(x: 7, y: 5, width: 11, height: 9),
    ] {
      let context = try DrawingContext(width: 33, height: 21)
      context.clip(to: clip)
      for x in Self.numbers {
        for end in [CGPoint(x: 1e300, y: 1e300), CGPoint(x: -1e300, y: 2), CGPoint(x: x, y: 1e9)] {
          var path = Path()
          path.move(to: CGPoint(x: x, y: number))
          path.addLine(to: end)
          path.closeSubpath()
          context.fill(path)
        }
      }
      #expect(context.makeBitmap().pixels.allSatisfy { $0 == 0 })
    }
  }

  @Test("make ellipses and arcs whose points are still finite")
  func finiteShapes() {
    let most = CGFloat.greatestFiniteMagnitude
    let edge = CGRect(x: -most, y: most, width: 40, height: -most)
    // The width is lost in the rounding of numbers as large as its edges.
    #expect(Path(ellipseIn: edge).boundingBox == CGRect(x: -most, y: 0, width: 0, height: most))

    var path = Path()
    path.addArc(
      center: CGPoint(x: most, y: 3), radius: most, startAngle: 0, endAngle: 7, clockwise: false)
    path.addArc(
      center: .zero, radius: 2, startAngle: most, endAngle: -most, clockwise: false)
    path.addArc(
      tangent1End: CGPoint(x: -most, y: most), tangent2End: CGPoint(x: most, y: -1), radius: most)
    let isFinite = path.elements.allSatisfy { element in
      guard case .curve(let end, let control1, let control2) = element else { return true }
      return [end, control1, control2].allSatisfy { $0.x.isFinite && $0.y.isFinite }
    }
    #expect(isFinite)
  }

  @Test("make rectangles and moved paths whose points are still finite")
  func finiteRectangles() {
    let most = CGFloat.greatestFiniteMagnitude
    let past = CGRect(x: most, y: 3, width: most, height: 5)
    #expect(Path(rect: past).boundingBox == CGRect(x: most, y: 3, width: 0, height: 5))
    let wide = CGRect(x: -most, y: 3, width: most, height: 5)
    #expect(Path(rect: wide).boundingBox == wide)
    let rounded = Path(
      roundedRect: CGRect(x: most, y: most, width: most, height: -most), cornerWidth: most,
      cornerHeight: 2)
    #expect(rounded.elements.count > 0)

    let moved = Path(rect: wide).applying(Transform2D(a: 4, b: -4, c: 1, d: 0, tx: 0, ty: -most))
    let isFinite = moved.elements.allSatisfy { element in
      switch element {
      case .move(let point), .line(let point): point.x.isFinite && point.y.isFinite
      default: true
      }
    }
    #expect(isFinite)
  }

  @Test("leave the visible part of a shape as it is", arguments: [1e6, 1e9])
  func farCorners(far: Double) throws {
    func picture(_ reach: Double) throws -> Bitmap {
      let context = try DrawingContext(width: 40, height: 30, background: .white)
      var path = Path()
      path.addLines(between: [
        CGPoint(x: 3.25, y: -reach), CGPoint(x: 3.25, y: reach), CGPoint(x: 17.5, y: reach),
        CGPoint(x: 17.5, y: -reach),
      ])
      context.fill(path)
      context.lineWidth = 2.5
      context.strokeLines(between: [CGPoint(x: -reach, y: 9.25), CGPoint(x: reach, y: 9.25)])
      return context.makeBitmap()
    }
    #expect(try picture(far) == picture(100))
  }

  @Test("fill everything when a pen is wider than the picture is far away")
  func widePen() throws {
    let context = try DrawingContext(width: 12, height: 9, background: .white)
    context.lineWidth = 1e9
    context.stroke(Path(rect: CGRect(x: 2, y: 3, width: 4, height: 5)))
    #expect(Set(context.makeBitmap().pixels) == [0xFF00_0000])
  }

  @Test("make no more dashes than can be shown, the last one up to the end")
  func manyDashes() {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 200_000, y: 0))
    let dashed = path.dashed([0.25, 0.25])
    let moves = dashed.elements.filter { if case .move = $0 { true } else { false } }
    #expect(moves.count == Dasher.maximumCount + 1)
    #expect(dashed.boundingBox == CGRect(x: 0, y: 0, width: 200_000, height: 0))
  }

  @Test("have dashes as far as curves are followed")
  func reachOfDashes() {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 300_000, y: 0))
    let elements = path.dashed([10, 10]).elements
    // 262,144 / 20 dashes, and one that may begin before that. At the end of the line a gap ends.
    #expect((2 * 13_107...2 * 13_108).contains(elements.count))
    var farthest = 0.0
    for (index, element) in elements.prefix(2 * 13_107).enumerated() {
      switch element {
      case .move(let point) where index % 2 == 0, .line(let point) where index % 2 == 1:
        farthest = max(farthest, abs(point.x - CGFloat(10 * index)) + abs(point.y))
      default: farthest = .infinity
      }
    }
    // Rounding of numbers of six digits.
    #expect(farthest < 1e-9)
  }

  @Test("leave the dashes in culling as they are", arguments: [0, 1e5, 1e9, 1e15])
  func farDashes(far: CGFloat) throws {
    let context = try DrawingContext(width: 40, height: 30)
    context.lineWidth = 2
    context.strokeStyle.dashPattern = [5, 3, 2, 6]
    // A whole number of patterns before what is seen.
    let start = -(far / 16).rounded(.down) * 16
    context.strokeLines(between: [CGPoint(x: start, y: 9), CGPoint(x: 100, y: 9)])
    let picture = context.makeBitmap()
    for x in 0..<18 {
      let isDrawn = x % 16 < 5 || (8..<10).contains(x % 16)
      #expect(picture[x, 8] == (isDrawn ? 0xFF00_0000 : 0), "column \(x)")
    }
  }

  @Test("leave curves between their control points", arguments: [1e10, 1e18, 1e50, 1e150])
  func farCurves(far: CGFloat) {
    let ends = [CGPoint(x: 45, y: 29), CGPoint(x: 63.125, y: 63.125)]
    for control in [CGPoint(x: 10, y: 63.125), CGPoint(x: far / 3, y: far / 3)] {
      var path = Path()
      path.move(to: CGPoint(x: far, y: far))
      path.addCurve(to: ends[0], control1: control, control2: ends[1])
      let low = min(control.x, ends[0].x)
      for point in FlattenedPath(path, transform: .identity).points {
        // Corners may be moved out by what a pixel can show.
        #expect(point.x > low - 1 && point.x <= far && point.y > 28 && point.y <= far)
      }
    }
  }

  @Test("go through the picture where they should", arguments: [1e6, 1e18, 1e100, 1e150])
  func farLines(far: CGFloat) throws {
    let context = try DrawingContext(width: 40, height: 30)
    var path = Path()
    path.addLines(between: [
      CGPoint(x: -far, y: -far), CGPoint(x: far, y: far), CGPoint(x: -far, y: far),
    ])
    context.fill(path)
    let picture = context.makeBitmap()
    for y in 0..<30 {
      for x in 0..<40 where x != y {
        #expect(picture[x, y] == (x < y ? 0xFF00_0000 : 0), "pixel \(x), \(y)")
      }
    }
  }

  @Test("make an outline of a bounded size", arguments: [3, 200, 1e4, 1e6, 1e150], [1.0, 0.7])
  func outlinesOfDashes(width: CGFloat, stretch: CGFloat) {
    var path = Path()
    path.move(to: CGPoint(x: -30_000, y: 5))
    path.addLine(to: CGPoint(x: 30_000, y: 6))
    let style = StrokeStyle(width: width, cap: .round, dashPattern: [0.5, 0.5])
    let outline = Stroker.outline(
      path, style: style, transform: Transform2D(scaleX: 1, y: stretch))
    #expect(outline.subpaths.count > 150)
    // Beside its caps a dash has its four corners.
    #expect(outline.points.count <= Dasher.maximumCapCorners + 4 * Dasher.maximumCount)
    #expect(outline.points.allSatisfy { abs($0.x) < 1e151 && abs($0.y) < 1e151 })
  }
}
