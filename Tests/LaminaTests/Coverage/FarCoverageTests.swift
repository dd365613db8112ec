import Foundation
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("Coverage far from the origin")
struct FarCoverageTests {
  /// Triangles and a curve with corners in 256ths of a pixel, moved by whole pixels.
  private func path(movedBy offset: SIMD2<Double>) -> FlattenedPath {
    var path = Path()
    path.addLines(between: [
      CGPoint(x: 3.25, y: 1.5), CGPoint(x: 28.75, y: 9.125), CGPoint(x: 6.5, y: 19.0625),
    ])
    path.closeSubpath()
    path.addEllipse(in: CGRect(x: 9, y: 3, width: 20, height: 14))
    return FlattenedPath(path, transform: .identity).moved(by: offset)
  }

  @Test(
    "equals the coverage near the origin",
    arguments: [
      (300_000, 5), (-300_000, 262_144), (8_388_608, -8_388_609), (-16_777_000, 16_777_000),
    ])
  func moved(x: Int, y: Int) {
    let clip = PixelRect(x: 2, y: 1, width: 25, height: 17)
    let near = PathRasterizer().mask(path(movedBy: .zero), rule: .evenOdd, clip: clip)
    let far = PathRasterizer().mask(
      path(movedBy: SIMD2(Double(x), Double(y))), rule: .evenOdd, clip: clip.moved(byX: x, y: y))
    #expect(far.bounds == near.bounds.moved(byX: x, y: y))
    // A place is rounded to 1/256 pixel after it was moved.
    #expect(zip(far.bytes, near.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(near.bytes.contains(255))
  }
}
