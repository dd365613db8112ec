import CSndFile
import Foundation
import LaminaAudio
import LaminaTestSupport
import Testing

/// Ways to store a sound, and how far samples may be from what was stored.
struct StoredFormat: Sendable, CustomTestStringConvertible {
  let name: String
  let format: Int32
  let rate: Int32
  let tolerance: Float

  var testDescription: String { name }

  private init(
    _ name: String, _ major: Int, _ minor: Int, rate: Int32 = 44_100, tolerance: Float
  ) {
    self.name = name
    format = Int32(major | minor)
    self.rate = rate
    self.tolerance = tolerance
  }

  static let all: [StoredFormat] = [
    .init("16.wav", SF_FORMAT_WAV, SF_FORMAT_PCM_16, tolerance: 1 / 32_768),
    .init("24.wav", SF_FORMAT_WAV, SF_FORMAT_PCM_24, tolerance: 1e-6),
    .init("64.wav", SF_FORMAT_WAV, SF_FORMAT_DOUBLE, tolerance: 0),
    .init("u8.wav", SF_FORMAT_WAV, SF_FORMAT_PCM_U8, tolerance: 1 / 64),
    .init("16.rf64", SF_FORMAT_RF64, SF_FORMAT_PCM_16, tolerance: 1 / 32_768),
    .init("16.aiff", SF_FORMAT_AIFF, SF_FORMAT_PCM_16, tolerance: 1 / 32_768),
    .init("32.aifc", SF_FORMAT_AIFF, SF_FORMAT_FLOAT, tolerance: 0),
    .init("16.au", SF_FORMAT_AU, SF_FORMAT_PCM_16, tolerance: 1 / 32_768),
    .init("24.flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_24, tolerance: 1e-6),
    .init("a.ogg", SF_FORMAT_OGG, SF_FORMAT_VORBIS, tolerance: 0.1),
    .init("a.opus", SF_FORMAT_OGG, SF_FORMAT_OPUS, rate: 48_000, tolerance: 0.1),
    .init("a.mp3", SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III, tolerance: 0.1),
  ]
}

@Suite("Formats of sound files")
struct AudioFormatTests {
  private let folder = TemporaryFolder()

  /// A tone of 440 Hz on the left and one of 660 Hz on the right.
  private func tones(_ frames: Int, rate: Int32) -> [Float] {
    (0..<frames).flatMap { frame -> [Float] in
      let time = 2 * Double.pi * Double(frame) / Double(rate)
      return [Float(0.5 * sin(440 * time)), Float(0.25 * sin(660 * time))]
    }
  }

  /// Of a tone, however long, lossy formats make a single block.
  private func noise(_ frames: Int) -> [Float] {
    var numbers = SeededGenerator(seed: 1)
    return (0..<2 * frames).map { _ in Float(numbers.below(65_536) - 32_768) / 65_536 }
  }

  @Test("what was stored is read, all of it", arguments: StoredFormat.all)
  func roundTrip(_ stored: StoredFormat) throws {
    let frames = 20_000
    let samples = tones(frames, rate: stored.rate)
    let path = try folder.encoded(
      stored.name, stored.format, rate: stored.rate, channels: 2, samples)
    let file = try AudioFile(path: path)
    #expect(file.sampleRate == Double(stored.rate))
    #expect(file.channelCount == 2)
    // MP3 has whole blocks of 1,152 frames, unless the file says what to leave out.
    #expect(abs(file.frameCount - Int64(frames)) <= (stored.name == "a.mp3" ? 2304 : 0))
    let channels = try file.readAll()
    #expect(channels.allSatisfy { $0.count == file.frameCount })
    guard file.frameCount == frames else { return }
    // Not the first frames, which lossy formats have to swing into.
    var furthest: Float = 0
    for frame in 2000..<18_000 {
      furthest = max(
        furthest, abs(channels[0][frame] - samples[2 * frame]),
        abs(channels[1][frame] - samples[2 * frame + 1]))
    }
    #expect(furthest <= stored.tolerance)
  }

  @Test("reading from the middle gives what reading on gives", arguments: StoredFormat.all)
  func seeking(_ stored: StoredFormat) throws {
    let path = try folder.encoded(
      stored.name, stored.format, rate: stored.rate, channels: 2, tones(90_000, rate: stored.rate))
    let file = try AudioFile(path: path)
    let channels = try file.readAll()
    var buffer = [Float](repeating: 0, count: 2 * 500)
    for first in [60_000, 3000, 0, 40_000, 89_000] {
      let count = try buffer.withUnsafeMutableBufferPointer {
        try file.read(from: Int64(first), into: $0)
      }
      #expect(count == 500)
      let furthest = (0..<500).map { abs(buffer[2 * $0] - channels[0][first + $0]) }.max()!
      #expect(furthest <= (stored.tolerance < 0.1 ? 0 : 0.0001), "\(stored.name) at \(first)")
    }
  }

  @Test(
    "a file that is cut off is an error, or read as far as it goes", arguments: StoredFormat.all)
  func cutOff(_ stored: StoredFormat) throws {
    let path = try folder.encoded(
      stored.name, stored.format, rate: stored.rate, channels: 2, noise(90_000))
    let whole = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let cut = try folder.file("cut-" + stored.name, Array(whole[..<(whole.count * 6 / 10)]))
    let lenient = try AudioFile(path: cut, allowsTruncation: true)
    let count = try lenient.readAll()[0].count
    #expect(count > 30_000 && count < 89_000)
    let error = audioError { _ = try AudioFile(path: cut).readAll() }
    switch error {
    case .truncated(_, let found, let promised, _): #expect(found < promised)
    case .damaged: #expect(stored.name.hasSuffix("flac"))
    // A stream of Ogg or MP3 frames says nowhere how long it is: cut off, it is a shorter one.
    case nil: #expect(["ogg", "opus", "mp3"].contains { stored.name.hasSuffix($0) })
    default: Issue.record("\(error!)")
    }
  }
}
