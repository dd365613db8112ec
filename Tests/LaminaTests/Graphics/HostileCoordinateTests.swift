import Foundation
import Testing

@testable import Lamina

@Suite("Numbers no picture has")
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
    for (index, other) in Self.numbers.enumerated() {
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
}
