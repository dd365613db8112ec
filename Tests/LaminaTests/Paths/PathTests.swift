import Foundation
import Lamina
import Testing

@Suite("A path")
struct PathTests {
  @Test("begins empty and knows where it ends")
  func currentPoint() {
    var path = Path()
    #expect(path.isEmpty)
    #expect(path.currentPoint == nil)
    #expect(path.boundingBox.isNull)
    path.closeSubpath()
    #expect(path.isEmpty)
    path.move(to: CGPoint(x: 3, y: 4))
    path.addLine(to: CGPoint(x: 9, y: 5))
    #expect(path.currentPoint == CGPoint(x: 9, y: 5))
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 3, y: 4))
    path.addLine(to: CGPoint(x: 1, y: 2))
    #expect(
      path.elements == [
        .move(to: CGPoint(x: 3, y: 4)), .line(to: CGPoint(x: 9, y: 5)), .closeSubpath,
        .move(to: CGPoint(x: 3, y: 4)), .line(to: CGPoint(x: 1, y: 2)),
      ])
  }

  @Test("has a box of its control points and one of its curve")
  func boxes() {
    var path = Path()
    path.move(to: CGPoint(x: 10, y: 20))
    path.addQuadCurve(to: CGPoint(x: 30, y: 20), control: CGPoint(x: 20, y: 60))
    #expect(path.boundingBox == CGRect(x: 10, y: 20, width: 20, height: 40))
    // A quadratic curve comes half as far as its control point.
    let box = path.boundingBoxOfPath
    #expect(box.minX == 10 && box.minY == 20 && box.width == 20)
    #expect(abs(box.height - 20) < 1e-12)
  }

  @Test("tells inside from outside by either rule")
  func contains() {
    var path = Path(rect: CGRect(x: 0, y: 0, width: 10, height: 8))
    path.addRect(CGRect(x: 2, y: 3, width: 5, height: 2))
    #expect(path.contains(CGPoint(x: 4, y: 4)))
    #expect(!path.contains(CGPoint(x: 4, y: 4), rule: .evenOdd))
    #expect(path.contains(CGPoint(x: 1, y: 4), rule: .evenOdd))
    #expect(!path.contains(CGPoint(x: 11, y: 4)))
    #expect(path.contains(CGPoint(x: 0, y: 0)))
    #expect(!path.contains(CGPoint(x: 10, y: 8)))
    #expect(!path.contains(CGPoint(x: CGFloat.nan, y: 1)))
    let ellipse = Path(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 10))
    #expect(ellipse.contains(CGPoint(x: 3, y: 2.2)))
    #expect(!ellipse.contains(CGPoint(x: 3, y: 1.3)))
  }

  @Test("draws arcs the way Core Graphics' flag says, seen with y downwards")
  func arcs() {
    func box(_ clockwise: Bool) -> CGRect {
      var path = Path()
      path.addArc(
        center: CGPoint(x: 50, y: 40), radius: 10, startAngle: 0, endAngle: .pi / 2,
        clockwise: clockwise)
      return path.boundingBoxOfPath
    }
    // Through growing angles: the quarter right of and below the centre.
    #expect(abs(box(false).minX - 50) < 1e-9 && abs(box(false).minY - 40) < 1e-9)
    #expect(abs(box(false).width - 10) < 1e-9 && abs(box(false).height - 10) < 1e-9)
    // The other way round: the other three quarters, which reach every side.
    #expect(abs(box(true).minX - 40) < 0.01 && abs(box(true).minY - 30) < 0.01)
    #expect(abs(box(true).width - 20) < 0.02 && abs(box(true).height - 20) < 0.02)
  }

  @Test("moves all its points with a transform, and compares by value")
  func applying() {
    let rect = Path(rect: CGRect(x: 1, y: 2, width: 3, height: 5))
    let moved = rect.applying(Transform2D(a: 2, b: 0, c: 0, d: 3, tx: 10, ty: 20))
    #expect(moved.boundingBox == CGRect(x: 12, y: 26, width: 6, height: 15))
    #expect(moved.currentPoint == CGPoint(x: 12, y: 26))
    #expect(rect == Path(rect: CGRect(x: 1, y: 2, width: 3, height: 5)))
    #expect(rect != moved)
  }

  @Test("rounds corners by no more than half a side")
  func roundedRect() {
    let rect = CGRect(x: 2, y: 3, width: 20, height: 10)
    let round = Path(roundedRect: rect, cornerWidth: 99, cornerHeight: 99)
    #expect(round.boundingBoxOfPath == rect)
    #expect(!round.contains(CGPoint(x: 3, y: 4)))
    #expect(Path(roundedRect: rect, cornerWidth: 0, cornerHeight: 4) == Path(rect: rect))
  }
}
