import QuartzCore
import Testing

@Suite("CGPath and CGMutablePath")
struct PathNameTests {
  /// The steps of a path as text.
  private func steps(_ path: CGPath) -> [String] {
    var result: [String] = []
    path.applyWithBlock { element in
      let count =
        switch element.pointee.type {
        case .moveToPoint, .addLineToPoint: 1
        case .addQuadCurveToPoint: 2
        case .addCurveToPoint: 3
        case .closeSubpath: 0
        }
      let points = (0..<count).map { element.pointee.points[$0] }
        .map { "\(Int($0.x)),\(Int($0.y))" }
      result.append(([letter(element.pointee.type)] + points).joined(separator: " "))
    }
    return result
  }

  private func letter(_ type: CGPathElementType) -> String {
    switch type {
    case .moveToPoint: "M"
    case .addLineToPoint: "L"
    case .addQuadCurveToPoint: "Q"
    case .addCurveToPoint: "C"
    case .closeSubpath: "Z"
    }
  }

  @Test("A path is built step by step, and read the same way")
  func building() {
    let path = CGMutablePath()
    #expect(path.isEmpty && path.currentPoint == .zero && path.boundingBox.isNull)
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 11, y: 2))
    path.addQuadCurve(to: CGPoint(x: 11, y: 22), control: CGPoint(x: 31, y: 12))
    path.addCurve(
      to: CGPoint(x: 1, y: 22), control1: CGPoint(x: 9, y: 42), control2: CGPoint(x: 5, y: 42))
    #expect(path.currentPoint == CGPoint(x: 1, y: 22))
    path.closeSubpath()
    path.addLines(between: [CGPoint(x: 3, y: 4), CGPoint(x: 5, y: 6)])
    path.addRects([CGRect(x: 7, y: 8, width: 2, height: 3)])
    #expect(
      steps(path) == [
        "M 1,2", "L 11,2", "Q 31,12 11,22", "C 9,42 5,42 1,22", "Z", "M 3,4", "L 5,6", "M 7,8",
        "L 9,8", "L 9,11", "L 7,11", "Z",
      ])
    #expect(path.boundingBox == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(path.boundingBoxOfPath == CGRect(x: 1, y: 2, width: 20, height: 35))
  }

  @Test("A transform moves what is added with it and nothing else")
  func transforms() {
    let move = CGAffineTransform(translationX: 100, y: 10)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4), transform: move)
    path.addLine(to: CGPoint(x: 5, y: 6))
    path.addQuadCurve(
      to: CGPoint(x: 7, y: 8), control: CGPoint(x: 9, y: 10), transform: move)
    path.addCurve(
      to: CGPoint(x: 1, y: 1), control1: CGPoint(x: 2, y: 2), control2: CGPoint(x: 3, y: 3),
      transform: move)
    path.addLines(between: [.zero, CGPoint(x: 1, y: 0)], transform: move)
    path.addRect(CGRect(x: 0, y: 0, width: 2, height: 3), transform: move)
    #expect(
      steps(path) == [
        "M 1,2", "L 103,14", "L 5,6", "Q 109,20 107,18", "C 102,12 103,13 101,11", "M 100,10",
        "L 101,10", "M 100,10", "L 102,10", "L 102,13", "L 100,13", "Z",
      ])

    let other = CGMutablePath()
    other.addPath(path, transform: move.inverted())
    #expect(steps(other).first == "M -99,-8")
    #expect(other != path)
    #expect(other.copy(using: [move]) == path)
    #expect(other.mutableCopy(using: nil) == other)
  }

  @Test("Arcs go the way that Core Graphics' flag says with y growing downwards")
  func arcs() {
    let path = CGMutablePath()
    path.addArc(
      center: CGPoint(x: 10, y: 20), radius: 5, startAngle: 0, endAngle: .pi / 2,
      clockwise: false)
    #expect(abs(path.currentPoint.x - 10) < 1e-12 && path.currentPoint.y == 25)
    #expect(path.boundingBoxOfPath.maxX == 15 && path.boundingBoxOfPath.minY == 20)

    let relative = CGMutablePath()
    relative.addRelativeArc(
      center: CGPoint(x: 10, y: 20), radius: 5, startAngle: 0, delta: -.pi / 2)
    #expect(relative.currentPoint.y == 15)
    #expect(relative.boundingBoxOfPath.height == 5)

    let scaled = CGMutablePath()
    scaled.move(to: .zero)
    scaled.addArc(
      center: .zero, radius: 5, startAngle: 0, endAngle: .pi, clockwise: false,
      transform: CGAffineTransform(scaleX: 2, y: 4))
    #expect(steps(scaled)[1] == "L 10,0")
    #expect(abs(scaled.boundingBoxOfPath.maxY - 20) < 0.01)
  }

  @Test("An arc between tangents rounds a corner")
  func tangents() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addArc(
      tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    let found = path.path.elements
    #expect(found[1] == .line(to: CGPoint(x: 6, y: 0)))
    #expect(found.count == 3)
    #expect(abs(path.currentPoint.x - 10) < 1e-12 && abs(path.currentPoint.y - 4) < 1e-12)
    // The middle of the arc is on the circle around (6, 4).
    let middle = CGPoint(x: 6 + 4 * 0.5.squareRoot(), y: 4 - 4 * 0.5.squareRoot())
    #expect(
      !path.contains(CGPoint(x: middle.x + 0.05, y: middle.y - 0.05))
        && path.contains(CGPoint(x: middle.x - 0.05, y: middle.y + 0.05)))
  }

  @Test("An arc between tangents that has no circle is a line to the corner")
  func degenerateTangents() {
    for (corner, end, radius) in [
      (CGPoint(x: 10, y: 0), CGPoint(x: 20, y: 0), 3.0),
      (CGPoint(x: 10, y: 0), CGPoint(x: 5, y: 0), 3),
      (CGPoint(x: 0, y: 0), CGPoint(x: 5, y: 9), 3),
      (CGPoint(x: 10, y: 5), CGPoint(x: 10, y: 5), 3),
      (CGPoint(x: 10, y: 5), CGPoint(x: 0, y: 9), 0),
    ] {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
      #expect(path.path.elements == [.move(to: .zero), .line(to: corner)])
    }
  }

  @Test("Shapes are made whole, with or without a transform")
  func shapes() {
    let rect = CGRect(x: 2, y: 3, width: 10, height: 6)
    var twice = CGAffineTransform(scaleX: 2, y: 2)
    #expect(CGPath(rect: rect, transform: nil).boundingBox == rect)
    #expect(
      CGPath(rect: rect, transform: &twice).boundingBox
        == CGRect(x: 4, y: 6, width: 20, height: 12))
    #expect(CGPath(ellipseIn: rect, transform: nil).boundingBox == rect)
    let rounded = CGPath(roundedRect: rect, cornerWidth: 2, cornerHeight: 3, transform: nil)
    #expect(rounded.boundingBox == rect)
    #expect(!rounded.contains(CGPoint(x: 2.1, y: 3.1)))
    let built = CGMutablePath()
    built.addRoundedRect(in: rect, cornerWidth: 2, cornerHeight: 3)
    #expect(built == rounded)
    built.addEllipse(in: rect)
    #expect(
      built.path.elements.suffix(6) == CGPath(ellipseIn: rect, transform: nil).path.elements[...])
  }

  @Test("Points are inside by a rule, after a transform")
  func containing() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 3, y: 3, width: 4, height: 4))
    #expect(path.contains(CGPoint(x: 5, y: 5)))
    #expect(!path.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
    #expect(path.contains(CGPoint(x: 1, y: 5), using: .evenOdd))
    let move = CGAffineTransform(translationX: 20, y: 0)
    #expect(!path.contains(CGPoint(x: 5, y: 5), transform: move))
    #expect(path.contains(CGPoint(x: 25, y: 5), using: .winding, transform: move))
  }

  @Test("Copies do not follow the original")
  func copies() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    let copy = path.copy()
    let mutable = path.mutableCopy()
    path.addLine(to: CGPoint(x: 2, y: 3))
    mutable?.addLine(to: CGPoint(x: 4, y: 5))
    #expect(copy.map(steps) == ["M 1,1"])
    #expect(mutable.map(steps) == ["M 1,1", "L 4,5"])
    #expect(Set([path, CGPath(path.path)]).count == 1)
    #expect(Path(path) == path.path)
  }

  @Test("The outline of a stroke covers what the stroke covers")
  func stroking() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 30, y: 10)])
    let outline = path.copy(
      strokingWithWidth: 4, lineCap: .square, lineJoin: .miter, miterLimit: 10)
    #expect(outline.boundingBox == CGRect(x: 8, y: 8, width: 24, height: 4))
    #expect(outline.contains(CGPoint(x: 9, y: 11)))
    #expect(
      path.copy(strokingWithWidth: 0, lineCap: .butt, lineJoin: .round, miterLimit: 10).isEmpty)

    let dashes = path.copy(dashingWithPhase: 2, lengths: [5, 3])
    #expect(steps(dashes) == ["M 10,10", "L 13,10", "M 16,10", "L 21,10", "M 24,10", "L 29,10"])
    #expect(path.copy(dashingWithPhase: 0, lengths: []) == path)
  }
}
