import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("A clip changes no pixel inside it")
struct ClipIndependenceTests {
  static let width = 90
  static let height = 61

  /// Draws the same twice, whole and in `clip`, and compares what the clip holds.
  private func check(
    _ clip: PixelRect, _ seed: UInt64, _ draw: (DrawingContext) -> Void
  ) throws {
    let background = Color(red: 0.2, green: 0.4, blue: 0.1)
    let whole = try DrawingContext(
      width: Self.width, height: Self.height, background: background)
    let part = try DrawingContext(
      width: Self.width, height: Self.height, background: background)
    draw(whole)
    part.clip(to: CGRect(x: clip.minX, y: clip.minY, width: clip.width, height: clip.height))
    draw(part)
    let (a, b) = (whole.makeBitmap(), part.makeBitmap())
    let outside = background.premultipliedPixel
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let expected = clip.contains(x: x, y: y) ? a[x, y] : outside
        if b[x, y] != expected {
          Issue.record("seed \(seed), clip \(clip): pixel (\(x), \(y)) differs")
          return
        }
      }
    }
  }

  private func clip(_ numbers: inout SeededGenerator) -> PixelRect {
    let x = numbers.integer(in: 0...Self.width - 2)
    let y = numbers.integer(in: 0...Self.height - 2)
    return PixelRect(
      minX: x, minY: y, maxX: numbers.integer(in: x + 1...Self.width),
      maxY: numbers.integer(in: y + 1...Self.height))
  }

  @Test("for fills and strokes that cross themselves", .slow, arguments: 1...24)
  func paths(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var path = Path()
    for _ in 0..<3 {
      path.move(to: numbers.point(90, 61))
      for _ in 0..<4 {
        path.addLine(to: numbers.point(140, 90))
        path.addCurve(
          to: numbers.point(90, 61), control1: numbers.point(90, 61),
          control2: numbers.point(90, 61))
      }
      path.closeSubpath()
    }
    let style = StrokeStyle(
      width: numbers.number(in: 0.3...9), cap: .round,
      join: [.miter, .round, .bevel][seed % 3])
    for _ in 0..<4 {
      try check(clip(&numbers), UInt64(seed)) { context in
        context.fillColor = Color(red: 0.9, green: 0.3, blue: 0.5, alpha: 0.7)
        context.fill(path, rule: seed % 2 == 0 ? .nonZero : .evenOdd)
        context.strokeStyle = style
        context.stroke(path)
      }
    }
  }

  /// Areas are added later where the row before was mostly full. A row by itself has none before it.
  @Test("for rows in which most edges lie inside what is filled", .slow, arguments: 1...40)
  func rows(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed) &+ 4000)
    let width = numbers.integer(in: 5...90)
    var path = Path()
    for _ in 0..<numbers.integer(in: 20...60) {
      // All the same way round, so that none takes away from another.
      let center = numbers.point(Double(width), 40)
      path.addEllipse(
        in: CGRect(
          x: center.x, y: center.y, width: numbers.number(in: 4...60),
          height: numbers.number(in: 4...60)))
      path.addRect(
        CGRect(
          x: numbers.number(in: -99...99), y: numbers.number(in: -9...50),
          width: numbers.number(in: 2...200), height: numbers.number(in: 2...20)))
      let corner = numbers.point(Double(width), 40)
      path.addLines(between: [
        corner, CGPoint(x: corner.x + 3, y: corner.y),
        CGPoint(x: corner.x + numbers.number(in: -200...200), y: corner.y + 30),
      ])
      path.closeSubpath()
    }
    let flat = FlattenedPath(path, transform: .identity)
    let rasterizer = PathRasterizer()
    let whole = rasterizer.mask(
      flat, rule: .nonZero, clip: PixelRect(x: 0, y: 0, width: width, height: 40))
    for y in 0..<40 {
      let clip = PixelRect(x: 0, y: y, width: width, height: 1)
      let row = PathRasterizer().mask(flat, rule: .nonZero, clip: clip)
      #expect((0..<width).allSatisfy { row[$0, y] == whole[$0, y] }, "row \(y)")
    }
    // Nothing is left over for the next path.
    #expect((0..<rasterizer.areas.count).allSatisfy { rasterizer.areas[$0] == 0 })
    #expect((0..<rasterizer.cells.count).allSatisfy { rasterizer.cells[$0] == .zero })
    #expect((0..<rasterizer.touched.count).allSatisfy { rasterizer.touched[$0] == 0 })
    let noteCount = rasterizer.subsampledCells.lastNotes.count
    #expect((0..<noteCount).allSatisfy { rasterizer.subsampledCells.lastNotes[$0] == -1 })
  }

  @Test("for paths of which only a small part is inside", arguments: sampledCases(of: 1...60))
  func walks(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed) &+ 2000)
    var path = Path()
    for subpath in 0..<3 {
      var point = numbers.point(90, 61)
      path.move(to: point)
      for _ in 0..<150 {
        point.x = max(-600, min(600, point.x + numbers.number(in: -70...70)))
        point.y = max(-500, min(500, point.y + numbers.number(in: -50...50)))
        if numbers.integer(in: 0...4) == 0 {
          path.addCurve(
            to: point, control1: CGPoint(x: point.x + 40, y: point.y - 9),
            control2: CGPoint(x: point.x - 20, y: point.y + 33))
        } else {
          path.addLine(to: point)
        }
      }
      if subpath != seed % 3 { path.closeSubpath() }
    }
    var style = StrokeStyle(
      width: numbers.number(in: 0.3...4), cap: [.butt, .round, .square][seed / 3 % 3],
      join: [.miter, .round, .bevel][seed % 3], miterLimit: 3)
    if seed % 4 == 0 { style.dashPattern = [7, 3, 2] }
    for _ in 0..<4 {
      try check(clip(&numbers), UInt64(seed)) { context in
        if seed % 5 == 0 { context.scaleBy(x: 1.25, y: 0.75) }
        context.fillColor = Color(red: 0.9, green: 0.3, blue: 0.5, alpha: 0.7)
        context.fill(path, rule: seed % 2 == 0 ? .nonZero : .evenOdd)
        context.strokeStyle = style
        context.stroke(path)
      }
    }
  }

  @Test("for graphs", .slow, arguments: 1...24)
  func graphs(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed) &+ 1000)
    // Every other one is dense.
    let count = numbers.integer(in: seed % 2 == 0 ? 500...3000 : 2...300)
    let points = (0..<count).map { index in
      CGPoint(
        x: -7.3 + Double(index) * 110 / Double(count),
        y: numbers.below(40) == 0
          ? numbers.number(in: -29_000...29_000) : numbers.number(in: -30...90))
    }
    let style = StrokeStyle(
      width: numbers.number(in: 0.5...6), cap: [.butt, .round, .square][seed % 3],
      join: [.miter, .round, .bevel][seed / 3 % 3])
    for _ in 0..<4 {
      try check(clip(&numbers), UInt64(seed)) { context in
        context.strokeColor = Color(red: 0.1, green: 0.3, blue: 0.9, alpha: 0.8)
        context.strokeStyle = style
        context.strokeLines(between: points)
      }
    }
  }
}
