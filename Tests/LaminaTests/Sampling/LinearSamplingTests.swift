import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("Linear sampling along a line")
struct LinearSamplingTests {
  private let storage: PixelStorage
  private let bitmap: Bitmap

  init() throws {
    var random = SeededGenerator(seed: 7)
    bitmap = try Bitmap(
      width: 13, height: 9,
      pixels: (0..<13 * 9).map { _ in
        let alpha = random.below(256)
        let parts = (0..<3).map { _ in random.below(alpha + 1) }
        return UInt32(alpha << 24 | parts[0] << 16 | parts[1] << 8 | parts[2])
      })
    storage = bitmap.storage
  }

  private func read(_ places: FixedPointAffineMap, fromX column: Int, y: Int, _ count: Int)
    -> [UInt32]
  {
    var row = [UInt32](repeating: 0, count: count)
    row.withUnsafeMutableBufferPointer { row in
      Sampler(storage, filter: .linear).readLinearly(
        places, fromX: column, y: y, into: row.baseAddress!, count)
    }
    return row
  }

  /// The mean of the four pixels around a place, those at the edge going on, in exact arithmetic.
  private func exact(_ x: Double, _ y: Double, _ shift: UInt32) -> Double {
    func component(_ column: Double, _ row: Double) -> Double {
      let pixel = bitmap[Int(max(0, min(12, column))), Int(max(0, min(8, row)))]
      return Double(pixel >> shift & 255)
    }
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (u, v) = (x - 0.5 - left, y - 0.5 - top)
    return (component(left, top) * (1 - u) + component(left + 1, top) * u) * (1 - v)
      + (component(left, top + 1) * (1 - u) + component(left + 1, top + 1) * u) * v
  }

  @Test("gives the mean of four pixels, within what 256 steps leave")
  func mean() throws {
    for angle in stride(from: 0.1, to: 6.3, by: 0.7) {
      let back = ProjectiveTransform(
        Transform2D(translationX: -6.2, y: -11.7)
          .concatenating(Transform2D(rotationAngle: angle))
          .concatenating(Transform2D(scaleX: 0.8, y: 0.6))
          .concatenating(Transform2D(translationX: 6.5, y: 4.5)))
      let places = try #require(FixedPointAffineMap(back))
      for y in 0..<24 {
        for (x, pixel) in read(places, fromX: 0, y: y, 24).enumerated() {
          let place = back.apply(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
          for shift in [24, 16, 8, 0] as [UInt32] {
            let difference = Double(pixel >> shift & 255) - exact(place.x, place.y, shift)
            // A step of 1/256 in x and one in y, of at most 255 each, and two roundings.
            #expect(abs(difference) <= 3, "at (\(x), \(y))")
          }
        }
      }
    }
  }

  @Test("gives the pixels themselves where it hits them")
  func pixels() throws {
    let places = try #require(
      FixedPointAffineMap(ProjectiveTransform(translationX: -30_000, y: -20_000)))
    for y in 0..<9 {
      #expect(
        read(places, fromX: 30_000, y: 20_000 + y, 13) == (0..<13).map { bitmap[$0, y] })
    }
  }

  @Test("gives the same wherever a row begins")
  func starts() throws {
    let back = ProjectiveTransform(
      Transform2D(rotationAngle: 0.3).concatenating(Transform2D(scaleX: 0.011, y: 0.007)))
    let places = try #require(FixedPointAffineMap(back))
    let whole = read(places, fromX: 0, y: 700, 1_200)
    for start in [1, 2, 3, 517, 1_199] {
      #expect(read(places, fromX: start, y: 700, 1_200 - start) == Array(whole[start...]))
    }
  }

  @Test("is left to floating point for perspectives and numbers that are too large")
  func refusal() {
    var perspective = ProjectiveTransform.identity
    perspective.m13 = 1e-3
    #expect(FixedPointAffineMap(perspective) == nil)
    for number in [1e30, -1e30, Double.infinity, .nan] {
      #expect(FixedPointAffineMap(ProjectiveTransform(translationX: number, y: 0)) == nil)
      #expect(FixedPointAffineMap(ProjectiveTransform(Transform2D(scaleX: 1, y: number))) == nil)
    }
  }
}
