import Foundation
import Lamina

/// W6: paths, drawn by a context without a tree.
enum PathData {
  static let width = 1_920
  static let height = 1_080
  static let pointCount = 10_000
  static let contourCount = 200
  static let curveCount = 24

  /// Returns a random walk, scattered points, and closed contours of curves, each with its start
  /// followed by three points per curve.
  static func make() -> (walk: [CGPoint], anywhere: [CGPoint], contours: [[CGPoint]]) {
    var random = Xorshift(state: 4_242)
    var point = CGPoint(x: 960, y: 540)
    var walk: [CGPoint] = []
    var anywhere: [CGPoint] = []
    for _ in 0..<pointCount {
      point.x = folded(point.x + (random.unit() - 0.5) * 40, Double(width))
      point.y = folded(point.y + (random.unit() - 0.5) * 40, Double(height))
      walk.append(point)
      let x = random.unit() * Double(width)
      anywhere.append(CGPoint(x: x, y: random.unit() * Double(height)))
    }
    return (walk, anywhere, (0..<contourCount).map { _ in contour(&random) })
  }

  private static func folded(_ value: Double, _ end: Double) -> Double {
    value < 0 ? -value : value > end ? 2 * end - value : value
  }

  private static func contour(_ random: inout Xorshift) -> [CGPoint] {
    let x = random.unit() * Double(width)
    let center = CGPoint(x: x, y: random.unit() * Double(height))
    let size = 20 + random.unit() * 130
    let radii = (0..<curveCount).map { _ in size * (0.6 + 0.4 * random.unit()) }
    func point(_ third: Int, _ radius: Double) -> CGPoint {
      let angle = 2 * Double.pi * (Double(third) / 3) / Double(curveCount)
      return CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    var points = [point(0, radii[0])]
    for curve in 0..<curveCount {
      let next = radii[(curve + 1) % curveCount]
      for third in 1...2 {
        let between = (radii[curve] * Double(3 - third) + next * Double(third)) / 3
        points.append(point(3 * curve + third, between * (1 + 0.15 * (random.unit() - 0.5))))
      }
      points.append(point(3 * curve + 3, next))
    }
    return points
  }
}

/// A competitor that clears a picture, builds a path and draws it.
final class PathScene: Competitor {
  /// The geometry that is drawn.
  enum Subject { case walk, anywhere, contours }

  let peer = "lamina"
  private let context: DrawingContext
  private let subject: Subject
  private let points: [CGPoint]
  private let contours: [[CGPoint]]

  init(_ subject: Subject) throws {
    let data = PathData.make()
    self.subject = subject
    points = subject == .walk ? data.walk : data.anywhere
    contours = data.contours
    context = try DrawingContext(
      width: PathData.width, height: PathData.height, background: .black)
    context.strokeColor = .white
    context.strokeStyle = StrokeStyle(width: 2, join: .round)
  }

  func draw(frame: Int) {
    context.fillColor = .black
    context.fill(CGRect(x: 0, y: 0, width: PathData.width, height: PathData.height))
    var path = Path()
    if subject != .contours {
      path.addLines(between: points)
      context.stroke(path)
      return
    }
    for contour in contours {
      path.move(to: contour[0])
      for curve in stride(from: 1, to: contour.count, by: 3) {
        path.addCurve(
          to: contour[curve + 2], control1: contour[curve], control2: contour[curve + 1])
      }
      path.closeSubpath()
    }
    context.fillColor = Color(rgb: 0x4080C0)
    context.fill(path)
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result {
    let bitmap = context.makeBitmap()
    return bitmap.pixels.withUnsafeBufferPointer { buffer in
      body(
        Picture(
          pixels: buffer.baseAddress!, width: bitmap.width, height: bitmap.height,
          stride: bitmap.width))
    }
  }
}
