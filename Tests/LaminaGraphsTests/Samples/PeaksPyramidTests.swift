import Foundation
import LaminaGraphs
import LaminaTestSupport
import Testing

@Suite("A pyramid of peaks")
struct PeaksPyramidTests {
  @Test("gives what comparing every sample gives, at any zoom and offset")
  func equalsScanning() {
    var numbers = SeededGenerator(seed: sampleSeed)
    for length in [0, 1, 2, 31, 32, 33, 127, 128, 1000, 4096, 70_001] {
      let samples = numbers.samples(length)
      let pyramid = PeaksPyramid(lanes: [samples])
      for _ in 0..<12 {
        let scale = numbers.scale(0.05...Double(length + 2) * 1.5)
        let last = scale.column(of: Int64(length))
        let first = Int64.random(in: -3...max(last, 0), using: &numbers)
        let range = first..<first + Int64.random(in: 1...40, using: &numbers)
        #expect(
          columns(pyramid, range, scale)
            == range.map { scannedPeaks(samples, scale.samples(in: $0)) },
          "seed \(sampleSeed), \(length) samples, \(scale.samplesPerColumn) in columns \(range)")
      }
    }
  }

  @Test("gives what comparing every sample gives, for columns of every width")
  func everyWidth() {
    var numbers = SeededGenerator(seed: sampleSeed)
    let samples = numbers.samples(3000, rarity: 20)
    let pyramid = PeaksPyramid(lanes: [samples])
    for width in 1..<400 {
      let first = Int64.random(in: 0..<2600, using: &numbers)
      let range = first..<first + Int64(width)
      #expect(pyramid.peaks(in: range) == scannedPeaks(samples, range), "seed \(sampleSeed)")
    }
  }

  @Test("scrolling by columns shifts what it gives by as many")
  func scrolling() {
    var numbers = SeededGenerator(seed: sampleSeed)
    let pyramid = PeaksPyramid(lanes: [numbers.samples(50_000)])
    for _ in 0..<20 {
      let scale = numbers.scale(0.1...900)
      let first = Int64.random(in: -10...200, using: &numbers)
      let all = columns(pyramid, first..<first + 300, scale)
      let shift = Int.random(in: 1..<200, using: &numbers)
      let later = columns(pyramid, first + Int64(shift)..<first + Int64(shift) + 100, scale)
      #expect(Array(all[shift..<shift + 100]) == later, "seed \(sampleSeed)")
    }
  }

  @Test("is the same whether samples come together or in pieces, in any number of lanes")
  func appending() {
    var numbers = SeededGenerator(seed: sampleSeed)
    for laneCount in [1, 2, 3, 64] {
      let lanes = (0..<laneCount).map { _ in numbers.samples(9000 / laneCount) }
      let frames = lanes[0].count
      let whole = PeaksPyramid(lanes: lanes)
      var grown = PeaksPyramid(laneCount: laneCount)
      var extended = PeaksPyramid(lanes: lanes.map { Array($0[..<(frames / 3)]) })
      var mixed = PeaksPyramid(laneCount: laneCount, frameCapacity: 100)
      var first = 0
      while first < frames {
        let end = min(first + Int.random(in: 1...200, using: &numbers), frames)
        grown.append(lanes: lanes.map { Array($0[first..<end]) })
        let interleaved = (first..<end).flatMap { frame in lanes.map { $0[frame] } }
        interleaved.withUnsafeBufferPointer { mixed.append(interleaved: $0) }
        first = end
      }
      extended.append(lanes: lanes.map { Array($0[(frames / 3)...]) })
      let scale = numbers.scale(0.5...700)
      for pyramid in [grown, extended, mixed] {
        #expect(pyramid.frameCount == Int64(frames))
        for lane in 0..<laneCount {
          let expected = columns(whole, 0..<60, scale, lane: lane)
          #expect(
            columns(pyramid, 0..<60, scale, lane: lane) == expected,
            "seed \(sampleSeed), \(laneCount) lanes, \(scale.samplesPerColumn)")
          #expect(pyramid.finitePeaks(lane: lane) == whole.finitePeaks(lane: lane))
        }
      }
    }
  }

  @Test("a copy is unchanged while others grow from the same samples")
  func copies() {
    var numbers = SeededGenerator(seed: sampleSeed)
    let samples = numbers.samples(5000)
    var pyramid = PeaksPyramid(frameCapacity: 20_000)
    pyramid.append(lanes: [samples])
    let before = pyramid
    var other = pyramid
    let (ones, twos) = (numbers.samples(3000), numbers.samples(3000))
    for first in stride(from: 0, to: 3000, by: 100) {
      pyramid.append(lanes: [Array(ones[first..<first + 100])])
      other.append(lanes: [Array(twos[first..<first + 100])])
    }
    let scale = ColumnScale(samplesPerColumn: 33.3)
    func scanned(_ samples: [Float]) -> [Peaks] {
      (0..<300).map { scannedPeaks(samples, scale.samples(in: $0)) }
    }
    #expect(columns(before, 0..<300, scale) == scanned(samples))
    #expect(columns(pyramid, 0..<300, scale) == scanned(samples + ones))
    #expect(columns(other, 0..<300, scale) == scanned(samples + twos))
  }

  @Test("one thread appends while another reads a copy")
  func threads() async {
    var numbers = SeededGenerator(seed: 7)
    let samples = numbers.samples(2000)
    var pyramid = PeaksPyramid()
    pyramid.append(lanes: [samples])
    let copy = pyramid
    let scale = ColumnScale(samplesPerColumn: 41)
    async let read = (0..<200).map { _ in columns(copy, 0..<50, scale) }
    for _ in 0..<200 { pyramid.append(lanes: [Array(samples[..<50])]) }
    let expected = (0..<50).map { scannedPeaks(samples, scale.samples(in: $0)) }
    #expect(await read.allSatisfy { $0 == expected })
    #expect(pyramid.frameCount == 12_000)
  }

  @Test("ignores NaN, includes the infinities, and has the finite peaks")
  func oddSamples() {
    let gap = [Float](repeating: .nan, count: 200)
    let pyramid = PeaksPyramid(lanes: [gap + [0.5, .infinity, -0.25] + gap + [-.infinity]])
    #expect(pyramid.peaks(in: 0..<200) == .empty)
    #expect(pyramid.peaks(in: 0..<201) == Peaks(minimum: 0.5, maximum: 0.5))
    #expect(pyramid.peaks(in: 0..<300) == Peaks(minimum: -0.25, maximum: .infinity))
    #expect(pyramid.peaks(in: 0..<1000) == Peaks(minimum: -.infinity, maximum: .infinity))
    #expect(pyramid.finitePeaks() == Peaks(minimum: -0.25, maximum: 0.5))
    #expect(PeaksPyramid(lanes: [gap]).finitePeaks().isEmpty)
    #expect(PeaksPyramid(lanes: [[]]).peaks(in: -5..<5).isEmpty)
  }

  @Test("frames of two samples go to their lanes where samples are not kept, too")
  func pairs() {
    var numbers = SeededGenerator(seed: sampleSeed)
    for size in [1, 7, 32, 100, 256] {
      let lanes = (0..<2).map { _ in numbers.samples(6000, rarity: 50) }
      var together = PeaksPyramid(laneCount: 2, samplesPerBucket: size)
      var apart = PeaksPyramid(laneCount: 2, samplesPerBucket: size)
      var first = 0
      while first < 6000 {
        let end = min(first + Int.random(in: 1...1500, using: &numbers), 6000)
        let frames = (first..<end).flatMap { [lanes[0][$0], lanes[1][$0]] }
        frames.withUnsafeBufferPointer { together.append(interleaved: $0) }
        apart.append(lanes: lanes.map { Array($0[first..<end]) })
        first = end
      }
      let scale = numbers.scale(1...900)
      for lane in 0..<2 {
        let expected = columns(apart, 0..<30, scale, lane: lane)
        #expect(columns(together, 0..<30, scale, lane: lane) == expected, "seed \(sampleSeed)")
        #expect(together.finitePeaks(lane: lane) == apart.finitePeaks(lane: lane))
        let finite = lanes[lane].filter(\.isFinite)
        #expect(together.finitePeaks(lane: lane).maximum == finite.max())
      }
    }
  }

  @Test("without samples a column has the buckets that begin in it")
  func buckets() {
    var numbers = SeededGenerator(seed: sampleSeed)
    for size in [1, 7, 32, 100, 256] {
      let samples = numbers.samples(12_345)
      var pyramid = PeaksPyramid(samplesPerBucket: size)
      var first = 0
      while first < samples.count {
        let end = min(first + Int.random(in: 1...999, using: &numbers), samples.count)
        samples[first..<end].withUnsafeBufferPointer { pyramid.append(interleaved: $0) }
        first = end
      }
      #expect(pyramid.sample(at: 0) == nil)
      #expect(pyramid.peaks(in: -9..<0).isEmpty)
      #expect(!pyramid.peaks(in: -9..<1).isEmpty)
      let scale = numbers.scale(0.3...2000)
      let step = Int64(size)
      let expected = (Int64(-1)..<50).map { column in
        let range = scale.samples(in: column).clamped(to: 0..<12_345)
        guard column >= 0, range.lowerBound < 12_345 else { return Peaks.empty }
        let low = range.lowerBound / step * step
        let high = range.upperBound == 12_345 ? 12_345 : range.upperBound / step * step
        return scannedPeaks(samples, low..<max(high, low + step))
      }
      #expect(
        columns(pyramid, -1..<50, scale) == expected,
        "seed \(sampleSeed), buckets of \(size), \(scale.samplesPerColumn)")
    }
  }
}
