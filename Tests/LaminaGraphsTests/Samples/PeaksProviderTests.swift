import Foundation
import LaminaGraphs
import LaminaTestSupport
import Testing

/// Samples in memory, as a source.
private struct MemorySource: AudioSource {
  let samples: [Float]
  var sampleRate = 100.0
  var channelCount: Int { 1 }
  var frameCount: Int64 { Int64(samples.count) }

  func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
    let part = samples[Int(frame)...].prefix(buffer.count)
    _ = buffer.update(fromContentsOf: part)
    return part.count
  }
}

@Suite("A waveform of peaks")
struct PeaksProviderTests {
  /// 1,000 samples that 16 bits hold exactly.
  private func samples() -> [Float] {
    var numbers = SeededGenerator(seed: sampleSeed)
    return (0..<1000).map { _ in Float(Int16.random(in: -32_768...32_767, using: &numbers)) / 32_768
    }
  }

  @Test("has the points of the file, at any zoom")
  func points() throws {
    let samples = samples()
    let file = try PeaksFile(DataProvider(samples: samples, sampleRate: 100), samplesPerPixel: 16)
    let provider = try DataProvider(peaks: file)
    // The file does not say that the last point is of eight samples.
    #expect(provider.frameCount == 1008)
    #expect(provider.duration == 10.08)
    #expect(provider.minimum == samples.min())
    #expect(provider.maximum == samples.max())
    #expect(provider.samples(0..<10) == nil)
    for points in [1, 3, 16] as [Int64] {
      let scale = ColumnScale(samplesPerColumn: Double(16 * points))
      let summary = provider.summary(.peaks, columns: 0..<5, scale: scale)
      #expect(summary.isExact)
      for column in 0..<5 as Range<Int64> {
        #expect(summary[column] == scannedPeaks(samples, scale.samples(in: column)))
      }
    }
    // Closer than a point: the point that a column begins in.
    let close = provider.summary(
      .movingMean(), columns: 0..<20, scale: ColumnScale(samplesPerColumn: 4))
    #expect(close.kind == .peaks && !close.isExact)
    #expect((0..<20).allSatisfy { close[$0] == file.peaks(at: Int($0) / 4) })
  }

  @Test("is exact where a source has the samples")
  func withSource() throws {
    let samples = samples()
    let file = try PeaksFile(DataProvider(samples: samples, sampleRate: 100), samplesPerPixel: 16)
    let provider = try DataProvider(peaks: file, source: MemorySource(samples: samples))
    #expect(provider.frameCount == 1000)
    let scale = ColumnScale(samplesPerColumn: 7.5)
    let summary = provider.summary(.peaks, columns: 0..<134, scale: scale)
    #expect(summary.isExact)
    for column in 0..<134 as Range<Int64> {
      #expect(summary[column] == scannedPeaks(samples, scale.samples(in: column)))
    }
    #expect(try PeaksFile(provider, samplesPerPixel: 16) == file)
    let other = try PeaksFile(provider, samplesPerPixel: 10)
    #expect(
      other == (try PeaksFile(DataProvider(samples: samples, sampleRate: 100), samplesPerPixel: 10))
    )
    #expect(
      throws: PeaksFileError.wrongSource(field: "number of points", peaks: 63, source: 62)
    ) {
      _ = try DataProvider(peaks: file, source: MemorySource(samples: Array(samples[..<992])))
    }
    #expect(throws: PeaksFileError.wrongSource(field: "sample rate", peaks: 100, source: 50)) {
      _ = try DataProvider(peaks: file, source: MemorySource(samples: samples, sampleRate: 50))
    }
  }

  @Test("peaks of fewer samples cannot be made of peaks, those of more can")
  func rebucketing() throws {
    let samples = samples()
    let file = try PeaksFile(DataProvider(samples: samples, sampleRate: 100), samplesPerPixel: 16)
    let provider = try DataProvider(peaks: file)
    let wide = try PeaksFile(provider, samplesPerPixel: 48)
    #expect(
      wide == (try PeaksFile(DataProvider(samples: samples, sampleRate: 100), samplesPerPixel: 48)))
    #expect(throws: PeaksFileError.notKnown(samplesPerPixel: 24, bucket: 16)) {
      _ = try PeaksFile(provider, samplesPerPixel: 24)
    }
  }

  @Test("24 hours at 192 kHz: columns are where they should be, to the sample")
  func day() throws {
    // A point of 2^20 samples each, whose value is its number.
    let size = 1 << 20
    let day = 24 * 3600 * 192_000
    let points = (day + size - 1) / size
    var bytes: [UInt8] = []
    for field in [2, 0, 192_000, size, points, 1] as [Int] {
      withUnsafeBytes(of: Int32(field).littleEndian) { bytes += $0 }
    }
    for point in 0..<points {
      for _ in 0..<2 { withUnsafeBytes(of: Int16(point).littleEndian) { bytes += $0 } }
    }
    let provider = try DataProvider(peaks: PeaksFile(bytes: bytes, isStrict: true))
    #expect(provider.frameCount == Int64(points * size))
    #expect(provider.duration > 86_400)
    for perColumn in [Double(1).nextUp, 1000.1, 192_000, 4_194_303.999] {
      let scale = ColumnScale(samplesPerColumn: perColumn)
      let last = scale.column(of: Int64(day))
      let first = last - 100
      let summary = provider.summary(.peaks, columns: first..<last, scale: scale)
      for column in first..<last {
        let range = scale.samples(in: column)
        let low = range.lowerBound / Int64(size)
        let high = max(range.upperBound / Int64(size), low + 1) - 1
        #expect(
          summary[column] == Peaks(minimum: Float(low) / 32_768, maximum: Float(high) / 32_768))
      }
    }
  }
}
