import Foundation
import LaminaAudioGraphs
import Testing

@Suite("A sound file as the source of a waveform")
struct AudioGraphSourceTests {
  private let folder = AudioFolder()

  @Test("gives the same columns whether its samples are kept or read again")
  func keptOrNot() throws {
    let samples = (0..<120_000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 7) }
    let path = folder.file("s.wav", WAV(channels: 2).bytes(samples))
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

  @Test("a file that is cut off fails where it ends")
  func cutOff() throws {
    let path = folder.file("c.wav", WAV(promised: 500_000).bytes([1, 2, 3] as [Int16]))
    let file = try AudioFile(path: path, allowsTruncation: true)
    #expect(try DataProvider(source: file).frameCount == 3)
  }
}
