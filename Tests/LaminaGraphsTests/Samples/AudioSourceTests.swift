import Foundation
import Synchronization
import Testing

@testable import LaminaGraphs

/// A sound that is computed: frame and channel say what the sample is.
private struct ComputedSource: AudioSource {
  struct Broken: Error, Equatable {}

  var sampleRate = 48_000.0
  var channelCount = 1
  var frameCount: Int64
  /// The frame at which reading fails.
  var breaksAt = Int64.max
  /// The frame at which the sound ends, whatever length was promised.
  var endsAt = Int64.max
  let reads = Counter()

  final class Counter: Sendable {
    let value = Atomic(0)
  }

  static func sample(_ frame: Int64, _ channel: Int) -> Float {
    let mixed = UInt64(bitPattern: frame &* 31 &+ Int64(channel)) &* 0x9E37_79B9_7F4A_7C15
    return Float(Int64(bitPattern: mixed) >> 40) / Float(1 << 23)
  }

  func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
    reads.value.add(1, ordering: .relaxed)
    let end = min(frameCount, endsAt)
    let count = Int(min(Int64(buffer.count / channelCount), end - frame))
    if frame + Int64(count) > breaksAt { throw Broken() }
    for index in 0..<max(count, 0) {
      for channel in 0..<channelCount {
        buffer[index * channelCount + channel] = Self.sample(frame + Int64(index), channel)
      }
    }
    return max(count, 0)
  }
}

@Suite("A sound that is loaded from a source")
struct AudioSourceTests {
  @Test("a short one is kept, and is as exact as samples in memory", arguments: [1, 2, 3, 64])
  func kept(_ channels: Int) throws {
    let source = ComputedSource(channelCount: channels, frameCount: 5000)
    let provider = try DataProvider(source: source)
    let memory = DataProvider(
      channels: (0..<channels).map { channel in
        (0..<5000).map { ComputedSource.sample($0, channel) }
      }, sampleRate: 48_000)
    let scale = ColumnScale(samplesPerColumn: 77.7)
    #expect(provider.frameCount == 5000)
    #expect(
      provider.summary(.peaks, columns: -1..<70, scale: scale)
        == memory.summary(.peaks, columns: -1..<70, scale: scale))
    let mono = try DataProvider(source: source, mix: .mono)
    #expect(mono.laneCount == 1)
    let sums = (0..<5000).map { frame in
      (1..<channels).reduce(ComputedSource.sample(frame, 0)) {
        $0 + ComputedSource.sample(frame, $1)
      } / Float(channels)
    }
    #expect(mono.samples(0..<5000) == sums)
  }

  @Test("a long one keeps peaks, and reads samples at high zoom")
  func onDemand() throws {
    let source = ComputedSource(channelCount: 2, frameCount: 300_000)
    let provider = try DataProvider(source: source, memoryLimit: 1000)
    #expect(!provider.pyramid.keepsSamples)
    #expect(provider.pyramid.samplesPerBucket == 64)
    let reads = source.reads.value.load(ordering: .relaxed)
    #expect(reads == 10)
    for samplesPerColumn in [0.4, 3, 50, 700.5] {
      let scale = ColumnScale(samplesPerColumn: samplesPerColumn)
      let first = scale.column(of: 150_000)
      let summary = provider.summary(.peaks, columns: first..<first + 40, scale: scale)
      #expect(summary.isExact)
      for column in first..<first + 40 {
        for lane in 0..<2 {
          var expected = Peaks.empty
          for frame in scale.samples(in: column) {
            let sample = ComputedSource.sample(frame, lane)
            expected.formUnion(Peaks(minimum: sample, maximum: sample))
          }
          #expect(summary[column, lane: lane] == expected)
        }
      }
    }
    // All of these but the widest were near what had been read before.
    #expect(source.reads.value.load(ordering: .relaxed) - reads <= 4)
    #expect(provider.sample(index: 299_999, lane: 1) == ComputedSource.sample(299_999, 1))
    let mean = provider.summary(
      .movingMean(window: 2), columns: 100..<101, scale: ColumnScale(samplesPerColumn: 10))
    let (one, two) = (ComputedSource.sample(1000, 0), ComputedSource.sample(1001, 0))
    #expect(mean.kind == .movingMean(window: 2))
    #expect(mean[100].maximum == (abs(one) + abs(two)) / 2)
  }

  @Test("reads nothing for a caller that does not wait, and reports that")
  func withoutReading() throws {
    let source = ComputedSource(frameCount: 100_000)
    let provider = try DataProvider(source: source, memoryLimit: 0)
    let reads = source.reads.value.load(ordering: .relaxed)
    var scale = ColumnScale(samplesPerColumn: 100.5)
    var (low, high) = ([Float](repeating: 0, count: 9), [Float](repeating: 0, count: 9))
    func write(_ reading: Bool) -> Bool {
      low.withUnsafeMutableBufferPointer { low in
        high.withUnsafeMutableBufferPointer { high in
          provider.writeColumns(
            100..<109, scale: scale, minima: low, maxima: high, readsSamples: reading)
        }
      }
    }
    #expect(!write(false))
    #expect(source.reads.value.load(ordering: .relaxed) == reads)
    #expect(write(true))
    #expect(source.reads.value.load(ordering: .relaxed) > reads)
    let exact = (low, high)
    #expect(write(false))
    #expect(exact == (low, high))
    // Far from there; but columns of two buckets each need no samples.
    scale = ColumnScale(samplesPerColumn: 900.5)
    #expect(!write(false))
    scale = ColumnScale(samplesPerColumn: 128)
    #expect(write(false))
  }

  @Test("falls back to its peaks where the source cannot be read again")
  func gone() throws {
    final class Vanishing: AudioSource {
      let sound = ComputedSource(frameCount: 70_000)
      let isGone = Atomic(false)
      var sampleRate: Double { 1 }
      var channelCount: Int { 1 }
      var frameCount: Int64 { 70_000 }

      func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
        if isGone.load(ordering: .relaxed) { throw ComputedSource.Broken() }
        return try sound.read(from: frame, into: buffer)
      }
    }
    let source = Vanishing()
    let provider = try DataProvider(source: source, memoryLimit: 0)
    source.isGone.store(true, ordering: .relaxed)
    let scale = ColumnScale(samplesPerColumn: 63)
    let summary = provider.summary(.movingMean(), columns: 0..<10, scale: scale)
    #expect(summary.kind == .peaks)
    #expect(!summary.isExact)
    #expect(!summary[3].isEmpty)
    #expect(provider.sample(at: 5) == nil)
    #expect(provider.samples(0..<10) == nil)
  }

  @Test("shows what has been read while it loads, and stops when asked to")
  func progress() throws {
    let source = ComputedSource(frameCount: 200_000)
    var fractions: [Double] = []
    var first: DataProvider?
    let provider = try DataProvider(
      source: source,
      progress: {
        fractions.append($0.fraction)
        if first == nil { first = $0.provider }
      })
    #expect(fractions.count == 4)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
    let begun = try #require(first)
    #expect(begun.frameCount == 65_536)
    #expect(begun.samples(65_000..<70_000)?.count == 536)
    #expect(begun.samples(0..<65_536) == provider.samples(0..<65_536))
    var pieces = 0
    do {
      _ = try DataProvider(
        source: source, isCancelled: { pieces == 2 }, progress: { _ in pieces += 1 })
      Issue.record("it was not cancelled")
    } catch {
      guard case .cancelled(frames: 131_072) = error else { throw error }
    }
  }

  @Test("several threads read one sound, here and there, while it loads")
  func threads() async throws {
    let source = ComputedSource(frameCount: 150_000)
    var copies: [DataProvider] = []
    let whole = try DataProvider(
      source: source, memoryLimit: 0, progress: { copies.append($0.provider) })
    copies.append(whole)
    let scale = ColumnScale(samplesPerColumn: 3.5)
    func isRight(_ provider: DataProvider, _ first: Int64) -> Bool {
      let summary = provider.summary(.peaks, columns: first..<first + 20, scale: scale)
      guard summary.isExact else { return false }
      return (first..<first + 20).allSatisfy { column in
        var expected = Peaks.empty
        for frame in scale.samples(in: column) {
          let sample = ComputedSource.sample(frame, 0)
          expected.formUnion(Peaks(minimum: sample, maximum: sample))
        }
        return summary[column] == expected
      }
    }
    await withTaskGroup(of: Bool.self) { group in
      for (number, copy) in copies.enumerated() {
        for step in 0..<6 as Range<Int64> {
          group.addTask { isRight(copy, 3000 * step + 500 * Int64(number)) }
        }
      }
      group.addTask {
        // Loaded again meanwhile, with samples: what it appends others do not see.
        let kept = try? DataProvider(
          source: source, progress: { _ = isRight($0.provider, 100) })
        return kept.map { isRight($0, 40_000) } ?? false
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("reports where the source failed, and accepts less than was announced")
  func broken() throws {
    do {
      _ = try DataProvider(source: ComputedSource(frameCount: 200_000, breaksAt: 100_000))
      Issue.record("it did not break")
    } catch {
      guard case .source(let reason, frame: 65_536) = error else { throw error }
      #expect(reason as? ComputedSource.Broken == ComputedSource.Broken())
    }
    let short = try DataProvider(
      source: ComputedSource(frameCount: .max, endsAt: 1000), memoryLimit: 0)
    #expect(short.frameCount == 1000)
    #expect(try DataProvider(source: ComputedSource(frameCount: 0)).frameCount == 0)
  }

  @Test("buckets are as large as memory asks for, a day of sound included")
  func buckets() {
    #expect(DataProvider.bucketSize(frames: 44_100 * 3600, lanes: 2) == 64)
    let day: Int64 = 24 * 3600 * 192_000
    #expect(DataProvider.bucketSize(frames: day, lanes: 1) == 4096)
    #expect(DataProvider.bucketSize(frames: day, lanes: 64) == 1 << 18)
    #expect(DataProvider.bucketSize(frames: .max, lanes: 64) == 1 << 40)
  }
}
