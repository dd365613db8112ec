import CSndFile
import Foundation
import Lamina
import LaminaAudio
import LaminaAudioGraphs
import LaminaGraphs

// The cost of computing the peaks of a sound: of samples in memory, and of a file.

/// A limit that reads four minutes of samples at 44.1 kHz once.
final class ReadingLimit: Competitor {
  let peer = "limit: reading once"
  private let samples: [Float]
  /// The sum of the samples, kept so that the reads are not optimized away.
  private(set) var sum: Float = 0

  init(_ samples: [Float]) { self.samples = samples }

  func draw(frame: Int) {
    samples.withUnsafeBytes { bytes in
      // Four sums at a time, so that none waits for the one before it.
      var sums = (
        SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero
      )
      let size = MemoryLayout<SIMD8<Float>>.size
      for offset in stride(from: 0, through: bytes.count - 4 * size, by: 4 * size) {
        sums.0 += bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        sums.1 += bytes.loadUnaligned(fromByteOffset: offset + size, as: SIMD8<Float>.self)
        sums.2 += bytes.loadUnaligned(fromByteOffset: offset + 2 * size, as: SIMD8<Float>.self)
        sums.3 += bytes.loadUnaligned(fromByteOffset: offset + 3 * size, as: SIMD8<Float>.self)
      }
      sum = (sums.0 + sums.1 + sums.2 + sums.3).sum()
    }
  }
}

/// A competitor that builds the pyramid of the same samples.
final class PyramidScene: Competitor {
  let peer = "lamina"
  private let samples: [Float]
  private(set) var largest: Float = 0

  init(_ samples: [Float]) { self.samples = samples }

  func draw(frame: Int) {
    let pyramid = PeaksPyramid(lanes: [samples])
    largest = pyramid.finitePeaks(lane: 0).maximum
  }

  /// Returns 10.6 million samples of noise.
  static func makeSamples() -> [Float] {
    var random = Xorshift(state: 7)
    return (0..<240 * 44_100).map { _ in Float(random.unit() * 2 - 1) }
  }
}

/// An hour of stereo sound, 16 bits at 44.1 kHz, in a temporary file of 635 MB.
final class SoundFile {
  static let frameCount = 3600 * 44_100
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "lamina-bench-\(UUID().uuidString).wav"
    let size = UInt32(Self.frameCount * 4)
    var header = Data("RIFF".utf8)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { header.append(contentsOf: $0) }
    }
    append(size + 36)
    header.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(1))
    append(UInt16(2))
    append(UInt32(44_100))
    append(UInt32(44_100 * 4))
    append(UInt16(4))
    append(UInt16(16))
    header.append(contentsOf: "data".utf8)
    append(size)
    // One second of noise, repeated.
    var random = Xorshift(state: 3)
    let second = (0..<2 * 44_100).map { _ in Int16(truncatingIfNeeded: random.next()).littleEndian }
    let bytes = second.withUnsafeBytes { Data($0) }
    guard FileManager.default.createFile(atPath: path, contents: header) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    for _ in 0..<Self.frameCount / 44_100 { try handle.write(contentsOf: bytes) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A limit with libsndfile alone, which reads the file as `Float` samples.
final class SoundReadingLimit: Competitor {
  let peer = "limit: libsndfile, Float"
  private let file: SoundFile
  private var buffer = [Float](repeating: 0, count: 2 * 65_536)

  init(_ file: SoundFile) { self.file = file }

  func draw(frame: Int) throws {
    var info = SF_INFO()
    guard let sound = sf_open(file.path, Int32(SFM_READ), &info) else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { sf_close(sound) }
    var count = 0
    while true {
      let new = Int(sf_readf_float(sound, &buffer, 65_536))
      if new <= 0 { break }
      count += new
    }
    require(count == SoundFile.frameCount, "\(count) frames were read")
  }
}

/// A competitor that opens the file and summarizes the columns of its first picture.
final class SoundOpeningScene: Competitor {
  let peer: String
  private let file: SoundFile
  private let mix: DataProvider.ChannelMix

  init(_ file: SoundFile, _ mix: DataProvider.ChannelMix) {
    self.file = file
    self.mix = mix
    peer = mix == .mono ? "lamina, mono" : "lamina"
  }

  func draw(frame: Int) throws {
    let provider = try DataProvider(source: AudioFile(path: file.path), mix: mix)
    let scale = ColumnScale(samplesPerColumn: Double(provider.frameCount) / 2048)
    let summary = provider.summary(.peaks, columns: 0..<2048, scale: scale)
    require(summary[2047] != .empty, "the last column is empty")
  }
}
