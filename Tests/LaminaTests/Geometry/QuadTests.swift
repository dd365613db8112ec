import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("A quad")
struct QuadTests {
  private let region = PixelRect(x: 0, y: 0, width: 100, height: 80)

  private func area(_ polygon: [SIMD2<Double>]) -> Double {
    var sum = 0.0
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      sum += point.x * next.y - next.x * point.y
    }
    return abs(sum) / 2
  }

  @Test("inside the region is its four corners")
  func inside() {
    let quad = Quad(
      transform: ProjectiveTransform(translationX: 10, y: 20),
      rect: CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(
      quad.polygon(in: region) == [
        SIMD2(11, 22), SIMD2(41, 22), SIMD2(41, 62), SIMD2(11, 62),
      ])
    #expect(quad.pixelBounds(in: region) == PixelRect(x: 11, y: 22, width: 30, height: 40))
  }

  @Test("is cut at the region's edges")
  func cut() {
    let quad = Quad(
      transform: .identity, rect: CGRect(x: -50, y: 10.5, width: 90, height: 1_000))
    #expect(quad.pixelBounds(in: region) == PixelRect(minX: 0, minY: 10, maxX: 40, maxY: 80))
    #expect(area(quad.polygon(in: region)) == 40 * 69.5)
  }

  @Test("outside the region, or without extent, is nothing")
  func outside() {
    let right = Quad(transform: .identity, rect: CGRect(x: 101, y: 0, width: 9, height: 9))
    #expect(right.polygon(in: region).isEmpty)
    #expect(right.pixelBounds(in: region) == .empty)
    let flat = Quad(transform: .identity, rect: CGRect(x: 1, y: 2, width: 9, height: 0))
    #expect(flat.polygon(in: region).isEmpty)
    let point = Quad(
      transform: ProjectiveTransform(Transform2D(scaleX: 0, y: 0)),
      rect: CGRect(x: 1, y: 2, width: 9, height: 9))
    #expect(area(point.polygon(in: region)) == 0)
  }

  @Test("turned by an eighth has eight corners where the region cuts all of its own")
  func octagon() {
    let turn = Transform2D(rotationAngle: .pi / 4).concatenating(
      Transform2D(translationX: 50, y: 50))
    let quad = Quad(
      transform: ProjectiveTransform(turn), rect: CGRect(x: -60, y: -60, width: 120, height: 120))
    let square = PixelRect(x: -20, y: -20, width: 140, height: 140)
    let polygon = quad.polygon(in: square)
    #expect(polygon.count == 8)
    // A corner that sticks out by h is a triangle of h * h.
    let h = 60 * 2.0.squareRoot() - 70
    #expect(abs(area(polygon) - (120 * 120 - 4 * h * h)) < 1e-6)
  }

  @Test("in perspective loses what is behind the viewer")
  func perspective() {
    // w = 1 - x / 50: the plane passes the viewer at x = 50, and x' = x / w.
    var transform = ProjectiveTransform.identity
    transform.m13 = -1.0 / 50
    let quad = Quad(transform: transform, rect: CGRect(x: 0, y: 0, width: 200, height: 8))
    let polygon = quad.polygon(in: region)
    // x' = 100 where x = 100 / 3, and there y' runs to 8 / (1 / 3) = 24.
    #expect(quad.pixelBounds(in: region) == PixelRect(x: 0, y: 0, width: 100, height: 24))
    #expect(abs(area(polygon) - 100 * (8 + 24) / 2) < 1e-6)
    let behind = Quad(transform: transform, rect: CGRect(x: 60, y: 0, width: 200, height: 8))
    #expect(behind.polygon(in: region).isEmpty)
  }

  @Test("of vast extent keeps the edges that are seen exactly where they are")
  func vast() {
    for length in [1e9, 1e18, 1e300] {
      let turn = Transform2D(rotationAngle: 0.5).concatenating(
        Transform2D(translationX: 50, y: 40))
      let strip = Quad(
        transform: ProjectiveTransform(turn),
        rect: CGRect(x: -length / 2, y: -6, width: length, height: 12))
      let short = Quad(
        transform: ProjectiveTransform(turn), rect: CGRect(x: -500, y: -6, width: 1_000, height: 12)
      )
      let a = strip.polygon(in: region)
      let b = short.polygon(in: region)
      #expect(abs(area(a) - area(b)) < 1e-6, "length \(length)")
      #expect(strip.pixelBounds(in: region) == short.pixelBounds(in: region))
    }
  }

  @Test("stays inside the region, whatever the numbers are")
  func hostile() {
    var numbers = SeededGenerator(seed: 3)
    let values = HostileNumbers.finite + [1, 50, -7.5]
    for _ in 0..<20_000 {
      func any() -> Double { numbers.pick(values) }
      let quad = Quad(
        transform: ProjectiveTransform(
          m11: any(), m12: any(), m13: any(), m21: any(), m22: any(), m23: any(), m31: any(),
          m32: any(), m33: any()),
        rect: CGRect(x: any(), y: any(), width: abs(any()), height: abs(any())))
      for point in quad.polygon(in: region) {
        guard point.x >= 0, point.x <= 100, point.y >= 0, point.y <= 80 else {
          Issue.record("\(quad) reaches \(point)")
          return
        }
      }
      #expect(region.contains(quad.pixelBounds(in: region)))
    }
  }
}
