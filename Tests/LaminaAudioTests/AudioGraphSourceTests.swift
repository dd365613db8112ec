import Foundation
import LaminaAudioGraphs
import LaminaTestSupport
import Testing

@Suite("A sound file as the source of a waveform")
struct AudioGraphSourceTests {
  private let folder = TemporaryFolder()

  @Test("gives the same columns whether its samples are kept or read again")
  func keptOrNot() throws {
    let samples = (0..<120_000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 7) }
    let path = try folder.file("s.wav", WAV(channels: 2).bytes(samples))
    let kept = try DataProvider(source: AudioFile(path: path))
    let read = try DataProvider(source: AudioFile(path: path), memoryLimit: 0)
    #expect(kept.sampleRate == 44_100)
    #expect(kept.laneCount == 2)
    #expect(kept.pyramid.keepsSamples && !read.pyramid.keepsSamples)
    for samplesPerColumn in [0.7, 12.5, 300, 900.25] {
      let scale = ColumnScale(samplesPerColumn: samplesPerColumn)
      for kind in [Summary.Kind.peaks, .movingMean()] {
        #expect(
          kept.summary(kind, columns: 20..<60, scale: scale)
            == read.summary(kind, columns: 20..<60, scale: scale))
      }
    }
    #expect(kept.sample(at: 1, lane: 1) == read.sample(at: 1, lane: 1))
  }

  @Test("peaks made of whole numbers are those of the samples", arguments: [1, 2, 3, 4, 8, 11])
  func integers(_ channels: Int) throws {
    let samples = (0..<channels * 70_001).map { Int16(truncatingIfNeeded: ($0 &* 40_503) >> 4) }
    let path = try folder.file("i.wav", WAV(channels: UInt16(channels)).bytes(samples))
    let file = try AudioFile(path: path)
    #expect(file.hasIntegers)
    let peaks = try DataProvider(source: file, memoryLimit: 0)
    let kept = try DataProvider(source: file)
    #expect(peaks.frameCount == 70_001)
    #expect(!peaks.pyramid.keepsSamples)
    let scale = ColumnScale(samplesPerColumn: 192)
    #expect(
      peaks.summary(.peaks, columns: 0..<365, scale: scale)
        == kept.summary(.peaks, columns: 0..<365, scale: scale))
    #expect(peaks.minimum == kept.minimum)
    #expect(peaks.maximum == kept.maximum)
  }

  @Test("formats of up to 16 bits have whole numbers, others have none")
  func whichHaveIntegers() throws {
    let samples = (0..<900).map { Float(sin(Double($0) / 9)) }
    for stored in StoredFormat.all {
      let path = try folder.encoded(
        stored.name, stored.format, rate: stored.rate, channels: 1, samples)
      let file = try AudioFile(path: path)
      #expect(
        file.hasIntegers == (stored.name.hasPrefix("16") || stored.name.hasPrefix("u8")),
        "\(stored.name)")
      var integers = [Int16](repeating: 0, count: 400)
      let count = try integers.withUnsafeMutableBufferPointer {
        try file.readIntegers(from: 300, into: $0)
      }
      #expect(count == (file.hasIntegers ? 400 : nil))
      guard file.hasIntegers else { continue }
      #expect(try Array(file.readAll()[0][300..<700]) == integers.map { Float($0) / 32_768 })
    }
  }

  @Test("a file that is cut off fails where it ends")
  func cutOff() throws {
    let path = try folder.file("c.wav", WAV(promised: 500_000).bytes([1, 2, 3] as [Int16]))
    let file = try AudioFile(path: path, allowsTruncation: true)
    #expect(try DataProvider(source: file).frameCount == 3)
  }
}
