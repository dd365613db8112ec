import Foundation
import LaminaTestSupport
import ReferenceRenderer
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("A fill's coverage")
struct FillQualityTests {
  private func coverage(_ path: Path, _ rule: FillRule) -> [UInt8] {
    let clip = PixelRect(x: 0, y: 0, width: 80, height: 60)
    let mask = PathRasterizer().mask(path, transform: .identity, rule: rule, clip: clip)
    return (0..<80 * 60).map { mask[$0 % 80, $0 / 80] }
  }

  @Test(
    "is within 1/255 of 256 samples a pixel where a polygon overlaps itself", .slow,
    arguments: [FillRule.nonZero, .evenOdd], [9, 60])
  func polygons(rule: FillRule, corners: Int) {
    var numbers = SeededGenerator(seed: UInt64(corners))
    for _ in 0..<6 {
      let polygons = (0..<2).map { _ in (0..<corners).map { _ in numbers.point(80, 60) } }
      var path = Path()
      for polygon in polygons {
        path.addLines(between: polygon)
        path.closeSubpath()
      }
      // Where every pixel is full of corners, 256 samples are not enough to judge by.
      var reference = SampledCoverage(width: 80, height: 60, density: corners > 9 ? 64 : 16)
      reference.fill(polygons, rule)
      let error = reference.error(of: coverage(path, rule))
      #expect(error.touched > 1000)
      #expect(error.mean <= 1)
      #expect(error.shareOver16 <= 0.005)
    }
  }

  @Test("follows curves")
  func curves() {
    var reference = SampledCoverage(width: 80, height: 60, density: 32)
    let ellipse = (0..<2000).map { index in
      let angle = Double(index) / 2000 * 2 * Double.pi
      return CGPoint(x: 41.3 + 30.7 * cos(angle), y: 29.2 + 21.1 * sin(angle))
    }
    reference.fill([ellipse], .nonZero)
    let rect = CGRect(x: 41.3 - 30.7, y: 29.2 - 21.1, width: 61.4, height: 42.2)
    let error = reference.error(of: coverage(Path(ellipseIn: rect), .nonZero))
    #expect(error.touched > 2000)
    #expect(error.mean <= 0.2)
    #expect(error.shareOver16 == 0)
  }

  @Test("is the exact area of a slanted edge")
  func exactArea() {
    // From (2, 1) to (6, 3): under the line lie 1/4, 3/4 of the pixels it crosses.
    var path = Path()
    path.addLines(between: [
      CGPoint(x: 2, y: 1), CGPoint(x: 6, y: 3), CGPoint(x: 6, y: 4), CGPoint(x: 2, y: 4),
    ])
    let coverage = coverage(path, .nonZero)
    func row(_ y: Int, _ columns: ClosedRange<Int>) -> [UInt8] {
      columns.map { column in coverage[80 * y + column] }
    }
    #expect(row(1, 2...4) == [191, 64, 0])
    #expect(row(2, 3...5) == [255, 191, 64])
    #expect(row(3, 5...5) == [255])
    #expect(row(4, 3...3) == [0])
  }

  @Test("counts what is covered twice once, or not at all")
  func overlap() {
    var path = Path(rect: CGRect(x: 2, y: 3, width: 4.5, height: 4))
    path.addRect(CGRect(x: 5.25, y: 3, width: 4, height: 4))
    let start = 80 * 4 + 5
    #expect(coverage(path, .nonZero)[start...start + 1] == [255, 255])
    // In pixel 5 the last 3/4 are covered twice, in pixel 6 the first half.
    #expect(coverage(path, .evenOdd)[start...start + 1] == [64, 128])
  }
}
