import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("A picture of all samples")
struct GraphPictureTests {
  private static func picture(
    _ width: Double, _ height: Double, range: ValueRange? = nil, rate: FrameRate? = nil,
    hasAxes: Bool = false
  ) -> GraphPicture {
    GraphPicture(
      size: CGSize(width: width, height: height), scale: 1, style: .classic, range: range,
      rate: rate, hasAxes: hasAxes)
  }

  private static func draw(
    _ samples: some Sequence<Double>, _ picture: GraphPicture, first: Int = 0,
    column: String? = nil
  ) throws -> Bitmap {
    var reduction = picture.emptyReduction
    for sample in samples { reduction.append(sample) }
    return try picture.frame(of: reduction, first: first, column: column).bitmap
  }

  /// The rows of a column of pixels that have part of the line.
  private static func rows(_ bitmap: Bitmap, _ x: Int) -> [Int] {
    let background = Color.orange.premultipliedPixel
    return (0..<bitmap.height).filter { bitmap[x, $0] != background }
  }

  @Test("has the smallest and the largest sample of each column", arguments: 0..<6)
  func extremes(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (40, 120)
    let count = [width * 3, 1_000, 5_120, 5_121, 60_000, 300_001][Int(seed)]
    // A smooth curve, with rare events.
    let samples = (0..<count).map { index in
      10 * sin(Double(index) / Double(count) * 9)
        + (Int.random(in: 0..<(count / 12), using: &random) == 0
          ? Double.random(in: -40...40, using: &random) : 0)
    }
    let range = ValueRange(lower: -50, upper: 50)
    let bitmap = try Self.draw(
      samples, Self.picture(Double(width), Double(height), range: range))
    for x in 1..<width - 1 {
      func index(_ x: Double) -> Int {
        Int((x / Double(width) * Double(count - 1)).rounded())
      }
      // The line to the next sample, half its width, and a part of a bucket may reach in.
      let inner = samples[index(Double(x) + 0.1)...index(Double(x) + 0.9)]
      let outer = samples[index(Double(x) - 0.6)...index(Double(x) + 1.6)]
      let rows = Self.rows(bitmap, x)
      let highest = range.place(inner.max() ?? 0, height: Double(height))
      let lowest = range.place(inner.min() ?? 0, height: Double(height))
      #expect(try Double(#require(rows.first)) <= highest, "column \(x)")
      #expect(try Double(#require(rows.last)) + 1 >= lowest, "column \(x)")
      let above = range.place(outer.max() ?? 0, height: Double(height)) - 2
      let below = range.place(outer.min() ?? 0, height: Double(height)) + 2
      #expect(try Double(#require(rows.first)) >= above, "column \(x)")
      #expect(try Double(#require(rows.last)) <= below, "column \(x)")
    }
  }

  @Test("reaches from side to side, whatever the number of samples")
  func sides() throws {
    for count in [1, 2, 3, 39, 40, 41, 5_121, 100_000] {
      let bitmap = try Self.draw((0..<count).map { Double($0 % 2) }, Self.picture(40, 60))
      let columns = (0..<40).filter { !Self.rows(bitmap, $0).isEmpty }
      #expect(columns == (count == 1 ? [19, 20] : Array(0..<40)), "\(count) samples")
    }
  }

  @Test("has gaps where a column has no sample, and nothing where none is finite")
  func gaps() throws {
    let samples = (0..<40_000).map { (10_000..<20_000).contains($0) ? Double.nan : 1 }
    let bitmap = try Self.draw(samples, Self.picture(40, 60))
    let columns = (0..<40).filter { !Self.rows(bitmap, $0).isEmpty }
    #expect(columns.filter { $0 < 9 || $0 > 21 }.count == 27)
    #expect(!columns.contains { (11..<19).contains($0) })
    let empty = try Self.draw([.nan, .infinity, -.infinity], Self.picture(40, 60))
    #expect((0..<40).allSatisfy { Self.rows(empty, $0).isEmpty })
  }

  @Test("has axes of values, and of samples or time")
  func axes() throws {
    let samples = (0..<300).map { Double($0 % 50) }
    func draw(_ rate: FrameRate?, first: Int = 0, column: String? = nil) throws -> Bitmap {
      try Self.draw(
        samples, Self.picture(300, 150, rate: rate, hasAxes: true), first: first, column: column)
    }
    let plain = try draw(nil)
    let pictures = try [
      plain, draw(FrameRate(1)), draw(FrameRate(10)), draw(nil, first: 1000),
      draw(nil, column: "cpu"), Self.draw(samples, Self.picture(300, 150)),
    ]
    for (index, picture) in pictures.enumerated() {
      #expect(pictures[..<index].allSatisfy { $0 != picture }, "picture \(index)")
    }
    // The labels are at the left and below.
    #expect((0..<20).contains { !Self.rows(plain, $0).isEmpty })
    #expect((0..<300).contains { x in Self.rows(plain, x).contains { $0 > 130 } })
  }

  @Test("is drawn at any size, for any values")
  func sizes() throws {
    for (width, height) in [(1, 1), (3, 40), (60, 4), (30, 20)] {
      for samples in [
        [1], [.nan], [-1.7e308, 1.7e308], [1e300, 1e300], [.leastNonzeroMagnitude, 0], [7, 7, 7],
      ] {
        for hasAxes in [false, true] {
          for rate in [nil, FrameRate(60), FrameRate(1, over: 100_000)] {
            let bitmap = try Self.draw(
              samples,
              Self.picture(Double(width), Double(height), rate: rate, hasAxes: hasAxes))
            #expect(bitmap.width == width && bitmap.height == height)
          }
        }
      }
    }
  }
}

@Suite("The reduction of samples")
struct SampleReductionTests {
  @Test("has each sample between the extremes at its place", arguments: 0..<20)
  func extremes(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let capacity = Int.random(in: 2...40, using: &random)
    let count = Int.random(in: 1...3_000, using: &random)
    let samples = (0..<count).map { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? .nan : Double.random(in: -9...9, using: &random)
    }
    var reduction = SampleReduction(capacity: capacity)
    for sample in samples { reduction.append(sample) }
    #expect(reduction.count == count)
    let finite = samples.filter(\.isFinite)
    #expect(reduction.extremes?.lowerBound == finite.min())
    #expect(reduction.extremes?.upperBound == finite.max())
    let vertices = reduction.vertices
    let size = reduction.bucketSize
    #expect(size <= max(1, 2 * (count - 1) / (capacity - 1)))
    guard size > 1 else {
      #expect(vertices.map(\.bitPattern) == samples.map(\.bitPattern))
      return
    }
    #expect(vertices.count == (count + size - 1) / size * 2)
    #expect(vertices.count <= 2 * capacity)
    for bucket in 0..<vertices.count / 2 {
      let members = samples[bucket * size..<min(count, (bucket + 1) * size)].filter(\.isFinite)
      #expect(vertices[2 * bucket].isNaN == members.isEmpty)
      if members.isEmpty { continue }
      #expect(vertices[2 * bucket] == members.min())
      #expect(vertices[2 * bucket + 1] == members.max())
    }
  }
}
