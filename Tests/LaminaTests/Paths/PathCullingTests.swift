import Foundation
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("The part of a path outside the clip")
struct PathCullingTests {
  private let clip = PixelRect(x: 500, y: 0, width: 10, height: 10)

  @Test("is left out, but for the corners next to what it shows")
  func zigzag() {
    // From y = -100 to y = 100 and back, 128 corners in a pixel.
    let line: [CGPoint] = (0..<100_000).map { (index: Int) -> CGPoint in
      let y: CGFloat = index % 2 == 0 ? -100 : 100
      return CGPoint(x: CGFloat(index) / 128, y: y)
    }
    let flat = FlattenedPath(
      line: line, transform: .identity, culling: FlattenedPath.ClipCulling(clip))
    // From x = 498 to x = 512, and two corners at each end of what is aside.
    #expect(flat.points.count == 4 + 1_793 + 4)
    #expect(flat.points.first == SIMD2(0, -100))
    #expect(flat.points.last == SIMD2<Double>(99_999 / 128, 100))
  }

  @Test("is not flattened")
  func curves() {
    var path = Path()
    for row in 0..<50 {
      path.addEllipse(in: CGRect(x: 460, y: -4_000 + 200 * row, width: 90, height: 170))
    }
    path.addEllipse(in: CGRect(x: 5, y: 6, width: 300, height: 200))
    let whole = FlattenedPath(path, transform: .identity)
    let seen = FlattenedPath(path, transform: .identity, culling: FlattenedPath.ClipCulling(clip))
    #expect(whole.subpaths.count == 51)
    // The ellipse from y = 0 on.
    #expect(seen.subpaths.count == 1)
    #expect(seen.points.count * 51 < whole.points.count * 2)
  }

  @Test("in other rows is two points at each end, wherever it is")
  func rows() {
    var line = [CGPoint(x: 505, y: 5)]
    line += (0..<1_000).map { CGPoint(x: 505 + Double($0 % 7), y: 20 + Double($0 % 11)) }
    line.append(CGPoint(x: 503, y: 4))
    let flat = FlattenedPath(
      line: line, transform: .identity, culling: FlattenedPath.ClipCulling(clip))
    #expect(
      flat.points == [
        SIMD2(505, 5), SIMD2(505, 20), SIMD2(506, 21), SIMD2(509, 28), SIMD2(510, 29),
        SIMD2(503, 4),
      ])
  }

  @Test("keeps the direction of a stroke's corners where points are there several times")
  func repeatedPoints() {
    let below = [400, 410, 420, 420, 430, 440, 440, 440].map { CGPoint(x: $0, y: 90) }
    let line = [CGPoint(x: 505, y: 5)] + [below[0]] + below + [CGPoint(x: 503, y: 4)]
    let flat = FlattenedPath(
      line: line, transform: .identity, culling: FlattenedPath.ClipCulling(clip, margin: 1))
    #expect(flat.points.map(\.x) == [505, 400, 400, 410, 430, 440, 440, 440, 503])
  }

  private func line(of style: StrokeStyle) -> FlattenedPath {
    var path = Path()
    path.move(to: CGPoint(x: -1e9, y: 4))
    path.addLine(to: CGPoint(x: 1e9, y: 4))
    return Stroker.outline(
      path, style: style, transform: .identity,
      clip: PixelRect(x: 0, y: 0, width: 40, height: 30))
  }

  @Test("makes no dashes")
  func dashes() {
    let style = StrokeStyle(width: 1, join: .bevel, dashPattern: [3, 2])
    // What is seen goes 11 pixels beyond the clip.
    #expect((12...14).contains(line(of: style).subpaths.count))
  }

  @Test("nor do dashes of a millionth of a point, which are a line")
  func tinyDashes() {
    let style = StrokeStyle(width: 1, join: .bevel, dashPattern: [1e-6])
    #expect(line(of: style) == line(of: StrokeStyle(width: 1, join: .bevel)))
    #expect(line(of: style).points.count == 4)
  }
}
