import LaminaBase
import Testing

@Suite("SplitMix64")
struct SplitMix64Tests {
  @Test("gives the numbers of its author's program for the seed 0")
  func reference() {
    var random = SplitMix64(seed: 0)
    let numbers = (0..<3).map { _ in random.next() as UInt64 }
    #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    #expect(SplitMix64.mix(0) == numbers[0])
    #expect(SplitMix64.mix(SplitMix64.increment) == numbers[1])
  }

  @Test("draws numbers from 0 to below 1")
  func units() {
    var random = SplitMix64(seed: 7)
    let numbers = (0..<10_000).map { _ in random.unit() }
    let (sum, range): (Double, Range<Double>) = (numbers.reduce(0, +), 0..<1)
    #expect(numbers.allSatisfy(range.contains))
    #expect(abs(sum / 10_000 - 0.5) < 0.01)
  }
}
