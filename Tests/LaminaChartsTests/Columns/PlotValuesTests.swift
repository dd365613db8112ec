import Foundation
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The values of a plot") struct PlotValuesTests {
  /// Returns numbers of several kinds: noise, a walk, few different ones, or noise far from zero; some have
  /// gaps.
  static func numbers(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    let kind = random.below(4)
    var value = random.number(in: -10...10)
    let gaps = random.pick([0, 0, 1, 30])
    return (0..<count).map { _ in
      if gaps > 0, random.chance(gaps) { return random.pick([.nan, .infinity, -.infinity]) }
      switch kind {
      case 0: return random.number(in: -1...1)
      case 1:
        value += random.number(in: -1...1)
        return value
      case 2: return Double(random.below(3))
      default: return 1e9 + random.unit()
      }
    }
  }

  /// Returns values that have got the numbers in portions.
  static func values(_ numbers: [Double], _ random: inout SeededGenerator) -> PlotValues {
    var done = random.below(numbers.count + 1)
    var values = PlotValues(NumberColumn(Array(numbers[..<done])))
    while done < numbers.count {
      let end = min(numbers.count, done + 1 + random.below(random.pick([1, 40, 9000])))
      numbers[done..<end].withUnsafeBufferPointer { values.append($0) }
      done = end
    }
    return values
  }

  @Test(
    "have the extremes and runs of their numbers, however these are appended", .slow,
    arguments: 0..<60)
  func bruteForce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = Self.numbers(random.pick([1, 5, 33, 700, 20_000]), &random)
    let values = Self.values(numbers, &random)
    let finite = numbers.filter(\.isFinite)
    #expect(values.count == numbers.count)
    #expect(values.low == finite.min() ?? .infinity)
    #expect(values.high == finite.max() ?? -.infinity)
    #expect(values.isWhole == finite.allSatisfy { $0 == $0.rounded() })
    #expect(values.isExact(to: max(1e-3, (values.high - values.low) / 1e4)))
    // What `Float` loses of the differences from the base.
    let error = finite.isEmpty ? 0 : (values.high - values.low + 1e-9) * 0x1p-22
    for _ in 0..<30 {
      let start = random.below(numbers.count + 1)
      let range = start..<start + random.below(numbers.count - start + 1)
      var runs: [Range<Int>] = []
      values.forEachRun(in: range) { runs.append($0) }
      #expect(runs.flatMap { $0 } == range.filter { numbers[$0].isFinite })
      for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.upperBound < next.lowerBound) }
      for run in runs {
        values.withReader(usesPyramid: true) { reader in
          let (lowest, highest) = reader.extremes(in: run)
          #expect(run.contains(lowest) && run.contains(highest))
          let part = numbers[run]
          #expect(numbers[lowest] - (part.min() ?? .nan) <= error)
          #expect((part.max() ?? .nan) - numbers[highest] <= error)
          // The numbers of these kinds are the same as `Float`.
          if values.isWhole { #expect(numbers[lowest] == part.min()) }
        }
        values.withReader(usesPyramid: false) { reader in
          let (lowest, highest) = reader.extremes(in: run)
          #expect(numbers[lowest] == numbers[run].min())
          #expect(numbers[highest] == numbers[run].max())
        }
      }
    }
  }

  @Test("are compared one by one where Float does not tell them apart")
  func precision() {
    let far = PlotValues(NumberColumn((0..<10_000).map { 1e9 + Double($0 % 100) / 1000 }))
    #expect(far.isExact(to: 1e-4))
    let mixed = PlotValues(NumberColumn((0..<10_000).map { $0 < 5000 ? 0 : 1e9 + Double($0) }))
    #expect(mixed.isExact(to: 1e6) && !mixed.isExact(to: 1))
    #expect(!PlotValues(NumberColumn([1e300, -1e300, 0, 1])).isExact(to: 1e298))
    #expect(!PlotValues(NumberColumn([1e-300, -1e-300, 0, 1e-301])).isExact(to: 1e-303))
    #expect(PlotValues(NumberColumn([4, 4, 4, 4])).isExact(to: 1e-9))
    // On a logarithmic scale small values matter as much as large ones.
    #expect(PlotValues(NumberColumn([1e-6, 1, 1e6, 3])).isExact(to: nil))
  }

  @Test("of a copy do not change when others are appended")
  func copies() {
    var values = PlotValues(NumberColumn([1, 2, .nan]))
    let copy = values
    [5.0, .nan, 7].withUnsafeBufferPointer { values.append($0) }
    #expect(copy.count == 3 && copy.high == 2)
    #expect(values.count == 6 && values.high == 7)
    var runs: [Range<Int>] = []
    copy.forEachRun(in: 0..<3) { runs.append($0) }
    #expect(runs == [0..<2])
    #expect(copy == PlotValues(NumberColumn([1, 2, .nan])) && copy != values)
  }
}
