import Foundation
import LaminaGraphs
import LaminaTestSupport
import Testing

@Suite("The first sample of each column")
struct ColumnScaleTests {
  @Test("a border is the product rounded down, on both sides of 0")
  func borders() {
    let scale = ColumnScale(samplesPerColumn: 2.5)
    #expect((-3...3).map { scale.firstSample(of: $0) } == [-8, -5, -3, 0, 2, 5, 7])
    #expect(scale.samples(in: 1) == 2..<5)
    let narrow = ColumnScale(samplesPerColumn: 0.25)
    #expect((-5...5).map { narrow.firstSample(of: $0) } == [-2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1])
  }

  @Test("borders are exact where the product of two doubles is not")
  func exact() {
    // The largest Double below 3: 3 - 2^-51. As a Double its product with 2^34 + 1 is rounded up.
    let scale = ColumnScale(samplesPerColumn: 3.0.nextDown)
    let column: Int64 = 1 << 34 + 1
    #expect(Int64(Double(column) * 3.0.nextDown) == 3 * column - 1)
    #expect(scale.firstSample(of: column) == 3 * column - 1)
    let far: Int64 = 1 << 51 + 1
    #expect(Int64((Double(far) * 3.0.nextDown).rounded(.down)) != 3 * far - 2)
    #expect(scale.firstSample(of: far) == 3 * far - 2)
    // 24 hours at 192 kHz in 2,048 columns of a third of a sample more than whole.
    let day: Int64 = 24 * 3600 * 192_000
    let third = ColumnScale(samplesPerColumn: Double(day) / 2048)
    #expect(third.firstSample(of: 2048) == day)
  }

  @Test("widths of any size give borders, without overflow")
  func extremes() {
    for width in [Double.leastNonzeroMagnitude, 1e-300, 1e-9, 1e9, 1e300, .greatestFiniteMagnitude]
    {
      let scale = ColumnScale(samplesPerColumn: width)
      #expect(scale.firstSample(of: 0) == 0)
      for column in [Int64.min, -1, 1, Int64.max] {
        let border = scale.firstSample(of: column)
        #expect(border.signum() == column.signum() || (border == 0 && width < 1))
        #expect(border.magnitude <= 1 << 62)
      }
    }
    #expect(ColumnScale(samplesPerColumn: 1e300).firstSample(of: 1) == 1 << 62)
    #expect(ColumnScale(samplesPerColumn: 1e-300).firstSample(of: .max) == 0)
    #expect(ColumnScale(samplesPerColumn: 1e-300).firstSample(of: .min) == -1)
  }

  @Test("every sample is in the one column that is said to hold it")
  func columnOfSample() {
    var numbers = SeededGenerator(seed: sampleSeed)
    for _ in 0..<300 {
      let scale = numbers.scale(0.001...1e7)
      let sample = Int64.random(in: -1_000_000...20_000_000_000, using: &numbers)
      let column = scale.column(of: sample)
      #expect(
        scale.samples(in: column).contains(sample),
        "seed \(sampleSeed), \(scale.samplesPerColumn), \(sample)")
    }
  }
}
