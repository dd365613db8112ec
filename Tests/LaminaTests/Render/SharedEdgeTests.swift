import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Seams between layers that touch in a rotated plane.
@Suite("Rotated layers that share edges")
struct SharedEdgeTests {
  /// The boxes of a plane: one on the left, and two on the right that meet in the middle of its
  /// edge.
  private struct Boxes {
    let whole = CGRect(x: 0, y: 0, width: 36, height: 36)
    let parts: [CGRect]
    let transform: Transform3D

    init(_ numbers: inout SeededGenerator) {
      let (x, y) = (numbers.number(in: 6...30), numbers.number(in: 6...30))
      parts = [
        CGRect(x: 0, y: 0, width: x, height: 36),
        CGRect(x: x, y: 0, width: 36 - x, height: y),
        CGRect(x: x, y: y, width: 36 - x, height: 36 - y),
      ]
      var tilt = Transform3D(rotation: numbers.number(in: -1...1), x: 0, y: 1, z: 0)
      if numbers.chance(50) { tilt.m34 = -1 / 90 }
      transform = Transform3D(rotation: numbers.number(in: -3...3), x: 0, y: 0, z: 1)
        .concatenating(tilt)
    }

    /// Returns the alphas of a picture that shows some boxes of the plane.
    func alphas(of boxes: [CGRect]) throws -> [Int] {
      let renderer = try Renderer(size: CGSize(width: 60, height: 60))
      let plane = Layer()
      plane.bounds = whole
      plane.position = CGPoint(x: 30.2, y: 29.7)
      plane.transform = transform
      for box in boxes {
        let layer = Layer()
        layer.frame = box
        layer.backgroundColor = .red
        plane.addSublayer(layer)
      }
      renderer.layer.addSublayer(plane)
      let picture = try renderer.render(at: 0).bitmap
      return (0..<60 * 60).map { Int(picture[$0 % 60, $0 / 60] >> 24) }
    }
  }

  @Test("cover each pixel inside their union once, to two 255ths", .slow)
  func sums() throws {
    var numbers = SeededGenerator(seed: 31)
    var count = 0
    var worst = 0
    for _ in 0..<150 {
      let boxes = Boxes(&numbers)
      let whole = try boxes.alphas(of: [boxes.whole])
      let parts = try boxes.parts.map { try boxes.alphas(of: [$0]) }
      for index in whole.indices where whole[index] == 255 {
        let alphas = parts.map { $0[index] }
        if alphas.contains(255) { continue }
        count += 1
        worst = max(worst, abs(alphas.reduce(0, +) - 255))
      }
    }
    #expect(count > 5_000)
    #expect(worst <= 2)
  }

  @Test("show no more of what is behind them than source-over does at exact coverage")
  func seams() throws {
    var numbers = SeededGenerator(seed: 32)
    var worst = 255
    for _ in 0..<150 {
      let boxes = Boxes(&numbers)
      let whole = try boxes.alphas(of: [boxes.whole])
      let picture = try boxes.alphas(of: boxes.parts)
      for index in whole.indices where whole[index] == 255 { worst = min(worst, picture[index]) }
    }
    // Where three layers meet, (2/3)³ of the background remains at most; along an edge, (1/2)².
    #expect(worst < 195)
    #expect(worst >= 255 * 19 / 27 - 1)
  }
}
