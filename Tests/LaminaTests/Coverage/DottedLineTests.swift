import Foundation
import Testing

@testable import Lamina
@testable import LaminaDrawing

/// Dashes of length 0.
@Suite("A dash of length 0")
struct DottedLineTests {
  /// The columns of row `y` that are as dark as the middle of a dot.
  private func darkColumns(_ bitmap: Bitmap, y: Int) -> [Int] {
    (0..<bitmap.width).filter { bitmap[$0, y] == 0xFF00_0000 }
  }

  private func picture(_ path: Path, _ cap: LineCap, pattern: [CGFloat] = [0, 10], phase: CGFloat)
    throws -> Bitmap
  {
    let context = try DrawingContext(width: 100, height: 60, background: .white)
    context.strokeStyle = StrokeStyle(width: 6, cap: cap, dashPattern: pattern, dashPhase: phase)
    context.stroke(path)
    return context.makeBitmap()
  }

  private func line(_ points: (CGFloat, CGFloat)...) -> Path {
    var path = Path()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    return path
  }

  /// Discs, or squares, of 6 points around places.
  private func dots(_ places: [(CGFloat, CGFloat)], _ cap: LineCap) throws -> Bitmap {
    let context = try DrawingContext(width: 100, height: 60, background: .white)
    for (x, y) in places {
      let box = CGRect(x: x - 3, y: y - 3, width: 6, height: 6)
      context.fill(cap == .round ? Path(ellipseIn: box) : Path(rect: box))
    }
    return context.makeBitmap()
  }

  @Test(
    "is a dot, also at both ends of a line",
    arguments: [
      (0, [10, 20, 30, 40, 50, 60, 70, 80, 90]), (10, [10, 20, 30, 40, 50, 60, 70, 80, 90]),
      (-10, [10, 20, 30, 40, 50, 60, 70, 80, 90]), (5, [15, 25, 35, 45, 55, 65, 75, 85]),
      (-3, [13, 23, 33, 43, 53, 63, 73, 83]),
    ] as [(Double, [Double])])
  func ends(phase: Double, places: [Double]) throws {
    let path = line((10, 12), (90, 12))
    #expect(path.dashed([0, 10], phase: phase).elements.count == 2 * places.count)
    let square = try picture(path, .square, phase: phase)
    #expect(try square == dots(places.map { ($0, 12) }, .square))
    let round = try picture(path, .round, phase: phase)
    for place in places {
      let column = Int(place)
      #expect(darkColumns(round, y: 12).filter { abs($0 - column) < 4 }.count == 4, "\(place)")
    }
    #expect(darkColumns(round, y: 12).count == 4 * places.count)
    #expect(try picture(path, .butt, phase: phase) == dots([], .square))
  }

  @Test("is there whatever lengths are rounded to", arguments: [0.1, 0.7, 1.1, 3.3, 1e3 / 7])
  func rounding(step: Double) {
    for count in 1...40 {
      var path = Path()
      path.move(to: CGPoint(x: 3.1, y: -7.7))
      let length = step * Double(count)
      path.addLine(to: CGPoint(x: 3.1 + 0.6 * length, y: -7.7 + 0.8 * length))
      let dots = path.dashed([0, step]).elements.count / 2
      #expect(dots == count + 1, "\(count) times \(step)")
    }
  }

  @Test("is a square along the line with square caps")
  func alongLine() throws {
    let path = line((20, 10), (50, 50))
    let found = try picture(path, .square, pattern: [0, 25], phase: 0)
    let context = try DrawingContext(width: 100, height: 60, background: .white)
    for place in [(20.0, 10.0), (35, 30), (50, 50)] {
      // A side along (3, 4), and one across.
      let (x, y) = place
      var square = Path()
      square.addLines(between: [
        CGPoint(x: x - 1.8 - 2.4, y: y - 2.4 + 1.8), CGPoint(x: x - 1.8 + 2.4, y: y - 2.4 - 1.8),
        CGPoint(x: x + 1.8 + 2.4, y: y + 2.4 - 1.8), CGPoint(x: x + 1.8 - 2.4, y: y + 2.4 + 1.8),
      ])
      context.fill(square)
    }
    let expected = context.makeBitmap()
    for y in 0..<60 {
      for x in 0..<100 {
        let difference = Int(found[x, y] & 255) - Int(expected[x, y] & 255)
        #expect(abs(difference) <= 2, "pixel \(x), \(y)")
      }
    }
  }

  @Test("turns with the line at a corner, and is there once where a line is closed")
  func corners() throws {
    var path = line((20, 10), (50, 10), (50, 40), (20, 40))
    #expect(path.dashed([0, 30]).elements.count == 2 * 4)
    path.closeSubpath()
    #expect(path.dashed([0, 30]).elements.count == 2 * 4)
    #expect(path.dashed([0, 30], phase: 15).elements.count == 2 * 4)
    // A gap that ends where the line was closed.
    #expect(path.dashed([0, 50], phase: 30).elements.count == 2 * 3)
    let found = try picture(path, .square, pattern: [0, 30], phase: 0)
    #expect(try found == dots([(20, 10), (50, 10), (50, 40), (20, 40)], .square))
  }

  @Test("ends a trimmed shape, too")
  func trimmed() throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 30))
    renderer.layer.backgroundColor = .white
    let shape = ShapeLayer()
    shape.path = line((10, 12), (90, 12))
    shape.strokeColor = .black
    shape.lineWidth = 6
    shape.lineCap = .square
    shape.lineDashPattern = [0, 10]
    shape.strokeStart = 0.25
    shape.strokeEnd = 0.75
    renderer.layer.addSublayer(shape)
    let columns = darkColumns(try renderer.render(at: 0).bitmap, y: 12)
    let expected: [Int] = [30, 40, 50, 60, 70].flatMap { (x: Int) in x - 3..<x + 3 }
    #expect(columns == expected)
  }

  @Test("is once where a closed curve begins and ends")
  func curve() {
    var path = Path()
    path.addEllipse(in: CGRect(x: 10, y: 10, width: 40, height: 20))
    // The lines that stand for the curve have a length of their own.
    let flat = FlattenedPath(path, transform: .identity, pen: Stroker.Pen(StrokeStyle(), .identity))
    let length = zip(flat.points, flat.points.dropFirst()).reduce(0) {
      $0 + Stroker.length($1.1 - $1.0)
    }
    for count in [3, 8, 17] {
      let dots = path.dashed([0, length / CGFloat(count)]).elements.count / 2
      #expect(dots == count, "the last is the first")
    }
  }
}
