import Foundation
import LaminaGraphs
import LaminaTestSupport
import Testing

@Suite("A data provider")
struct DataProviderTests {
  @Test("has the duration, and the minimum and maximum of finite samples")
  func whole() {
    let provider = DataProvider(
      channels: [[0.5, .nan, -0.25, .infinity], [0.125, -0.75, 0, 0.25]], sampleRate: 8)
    #expect(provider.duration == 0.5)
    #expect(provider.frameCount == 4)
    #expect(provider.laneCount == 2)
    #expect(provider.minimum == -0.75)
    #expect(provider.maximum == 0.5)
    #expect(provider.largestMagnitude == 0.75)
  }

  @Test("has zeros for a sound without samples, or with none that is finite")
  func nothing() {
    for samples in [[], [Float.nan], [.infinity, -.infinity]] {
      let provider = DataProvider(samples: samples, sampleRate: 44_100)
      #expect(provider.minimum == 0)
      #expect(provider.maximum == 0)
      #expect(provider.largestMagnitude == 0)
      #expect(provider.sample(at: -0.1) == nil)
      #expect(provider.sample(at: 1) == nil)
      let scale = ColumnScale(samplesPerColumn: 3)
      #expect(provider.summary(.movingMean(), columns: -1..<5, scale: scale)[0].isEmpty)
    }
    #expect(DataProvider().sample(at: 0) == nil)
    #expect(DataProvider().duration == 0)
  }

  @Test("silence, and a single sample, are samples like others")
  func little() {
    let silence = DataProvider(samples: Array(repeating: 0, count: 1000), sampleRate: 1)
    #expect(silence.largestMagnitude == 0)
    #expect(silence.duration == 1000)
    let scale = ColumnScale(samplesPerColumn: 100)
    for kind in [Summary.Kind.peaks, .movingMean()] {
      let summary = silence.summary(kind, columns: 0..<10, scale: scale)
      #expect((0..<10).allSatisfy { summary[$0] == Peaks(minimum: 0, maximum: 0) })
    }
    let single = DataProvider(samples: [-0.5], sampleRate: 768_000)
    #expect(single.largestMagnitude == 0.5)
    #expect(single.duration == 1 / 768_000.0)
    #expect(single.sample(at: 0) == -0.5)
    #expect(single.sample(at: 1 / 768_000) == nil)
  }

  @Test("finds the sample of a time, also where its time is rounded down")
  func sampleAtTime() {
    for rate in [1, 3, 8000, 22_050, 44_100, 48_000, 768_000] as [Double] {
      let provider = DataProvider(samples: (0..<2000).map { Float($0) }, sampleRate: rate)
      for index in 0..<2000 {
        #expect(provider.sample(at: Double(index) / rate) == Float(index), "\(rate) Hz")
        #expect(provider.sample(at: (Double(index) + 0.5) / rate) == Float(index), "\(rate) Hz")
      }
    }
  }

  @Test("folds channels down to their mean, and to a gap where one is NaN")
  func mono() {
    let provider = DataProvider(
      channels: [[1, 0.5, .nan, -1], [0, 0.25, 1, -1], [-0.25, 0, 0, -1]], sampleRate: 10,
      mix: .mono)
    #expect(provider.laneCount == 1)
    #expect(provider.channelCount == 3)
    #expect(provider.sample(index: 0) == 0.25)
    #expect(provider.sample(index: 1) == 0.25)
    #expect(provider.sample(index: 2)?.isNaN == true)
    #expect(provider.sample(at: 0.2) == nil)
    #expect(provider.minimum == -1)
    #expect(provider.maximum == 0.25)
  }

  @Test("a moving mean is that of the magnitudes of 128 samples from the column's first one on")
  func movingMean() {
    // Each 256 samples: 128 of 0.5 with changing signs, 128 of 0.25.
    let samples = (0..<1024).map { index in
      Float(index % 256 < 128 ? (index % 2 == 0 ? 0.5 : -0.5) : 0.25)
    }
    let provider = DataProvider(samples: samples, sampleRate: 1000)
    let summary = provider.summary(
      .movingMean(), columns: -1..<17, scale: ColumnScale(samplesPerColumn: 64))
    let cycle: [Float] = [0.5, 0.375, 0.25, 0.375]
    #expect(summary[-1].isEmpty)
    for column in 0..<15 {
      let mean = cycle[column % 4]
      #expect(summary[Int64(column)] == Peaks(minimum: -mean, maximum: mean))
    }
    // The last window has 64 samples only.
    #expect(summary[15] == Peaks(minimum: -0.25, maximum: 0.25))
    #expect(summary[16].isEmpty)
    #expect(summary.kind == .movingMean())
    let one = provider.summary(
      .movingMean(window: 1), columns: 0..<1024, scale: ColumnScale(samplesPerColumn: 1))
    #expect((0..<1024).allSatisfy { one[Int64($0)].maximum == abs(samples[$0]) })
  }

  @Test("a moving mean leaves out what is not finite, and does not overflow")
  func oddMean() {
    let large = Float.greatestFiniteMagnitude
    let provider = DataProvider(
      samples: [.nan, 1, .infinity, -3] + Array(repeating: .nan, count: 200)
        + Array(repeating: -large, count: 128), sampleRate: 1)
    let summary = provider.summary(
      .movingMean(), columns: 0..<300, scale: ColumnScale(samplesPerColumn: 1))
    #expect(summary[0] == Peaks(minimum: -2, maximum: 2))
    #expect(summary[50].isEmpty)
    #expect(summary[204] == Peaks(minimum: -large, maximum: large))
  }

  @Test("the sample of a time is that of the summary, if there is one")
  func sampleOfSummary() {
    var provider = DataProvider(samples: [0.25, -0.5, 0.75, 0.125, .nan, .nan], sampleRate: 2)
    provider.summary = provider.summary(
      .peaks, columns: 0..<3, scale: ColumnScale(samplesPerColumn: 2))
    #expect(provider.sample(at: 0) == -0.5)
    #expect(provider.sample(at: 0.5) == -0.5)
    #expect(provider.sample(at: 1) == 0.75)
    #expect(provider.sample(at: 2) == nil)
    provider.append([1])
    #expect(provider.summary == nil)
    #expect(provider.sample(at: 0) == 0.25)
    #expect(provider.sample(at: 3) == 1)
    #expect(provider.maximum == 1)
  }

  @Test("summaries have all lanes, and use the memory of others")
  func lanes() {
    var numbers = SeededGenerator(seed: sampleSeed)
    let channels = (0..<64).map { _ in numbers.samples(700) }
    let provider = DataProvider(channels: channels, sampleRate: 44_100)
    var summary = Summary()
    for _ in 0..<3 {
      let scale = numbers.scale(0.5...300)
      provider.summarize(.peaks, columns: -2..<20, scale: scale, into: &summary)
      #expect(summary.isExact)
      for (lane, samples) in channels.enumerated() {
        let expected = (Int64(-2)..<20).map { scannedPeaks(samples, scale.samples(in: $0)) }
        #expect((Int64(-2)..<20).map { summary[$0, lane: lane] } == expected, "seed \(sampleSeed)")
        summary.withValues(lane: lane) { minima, maxima in
          #expect(minima.elementsEqual(expected.map(\.minimum)))
          #expect(maxima.elementsEqual(expected.map(\.maximum)))
        }
      }
    }
  }
}
