import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("A wide stroke of a curve that turns tightly")
struct TightTurnTests {
  /// Curves that stop and turn back, or all but do so.
  private static let curves: [[CGPoint]] = [
    [(40, 130), (160, 10), (40, 10), (160, 130)], [(40, 130), (180, 10), (20, 10), (160, 130)],
    [(40, 130), (110, -10), (110, -10), (60, 130)], [(40, 130), (180, 30), (180, 28), (45, 128)],
    [(40, 100), (190, 60), (180, 65), (60, 90)],
  ].map { $0.map { CGPoint(x: $0.0, y: $0.1) } }

  private func picture(_ curve: [CGPoint], _ style: StrokeStyle, scale: CGFloat) throws -> Bitmap {
    let context = try DrawingContext(
      width: Int(200 * scale), height: Int(160 * scale), background: .white)
    context.scaleBy(x: scale, y: scale)
    var path = Path()
    path.move(to: curve[0])
    path.addCurve(to: curve[3], control1: curve[1], control2: curve[2])
    context.strokeStyle = style
    context.stroke(path)
    return context.makeBitmap()
  }

  @Test(
    "is as round there as its pen, whatever its joins", .slow, arguments: 0..<5, LineJoin.allCases)
  func roundTurns(index: Int, join: LineJoin) throws {
    let curve = Self.curves[index]
    let style = StrokeStyle(width: 40, cap: .round, join: join)
    let found = try picture(curve, style, scale: 1).pixels
    let inside = try discs(along: curve, radius: 19).pixels
    let around = try discs(along: curve, radius: 21).pixels
    let missing = zip(found, inside).filter { $1 == 0xFF00_0000 && $0 != $1 }.count
    let excess = zip(found, around).filter { $1 == 0xFFFF_FFFF && $0 != $1 }.count
    #expect(missing == 0)
    #expect(excess == 0)
  }

  /// Returns a picture of the area that a round pen covers on its way along a curve.
  private func discs(along curve: [CGPoint], radius: CGFloat) throws -> Bitmap {
    let context = try DrawingContext(width: 200, height: 160, background: .white)
    for step in 0...300 {
      let t = CGFloat(step) / 300
      let weights = [
        (1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t,
      ]
      let x = zip(weights, curve).reduce(0) { $0 + $1.0 * $1.1.x }
      let y = zip(weights, curve).reduce(0) { $0 + $1.0 * $1.1.y }
      context.fill(
        Path(
          ellipseIn: CGRect(
            x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)))
    }
    return context.makeBitmap()
  }

  @Test("looks as it does drawn eight times as large", .slow, arguments: 0..<5, LineJoin.allCases)
  func scales(index: Int, join: LineJoin) throws {
    let style = StrokeStyle(width: 40, join: join)
    let small = try picture(Self.curves[index], style, scale: 1)
    let large = try averaged(picture(Self.curves[index], style, scale: 8), by: 8)
    #expect(small.largestDifference(from: large) <= 12)
  }
}
