import Foundation
import LaminaAudio
import LaminaTestSupport
import Testing

@Suite("A sound file")
struct AudioFileTests {
  private let folder = TemporaryFolder()

  @Test("gives the samples that are in a WAV file, exactly")
  func sixteenBits() throws {
    let samples: [Int16] = [0, 1, -1, .max, .min, 12_345]
    let file = try AudioFile(path: try folder.file("a.wav", WAV(rate: 8000).bytes(samples)))
    #expect(file.sampleRate == 8000)
    #expect(file.channelCount == 1)
    #expect(file.frameCount == 6)
    #expect(file.duration == 6.0 / 8000)
    #expect(file.format == "WAV (Microsoft), Signed 16 bit PCM")
    #expect(try file.readAll() == [samples.map { Float($0) / 32_768 }])
  }

  @Test("gives NaN, the infinities and more than 1 as they are in a float file")
  func floats() throws {
    let samples: [Float] = [
      0.5, .nan, .infinity, -.infinity, 3.25, -1e38, -0.0, .leastNonzeroMagnitude,
    ]
    let path = try folder.file("f.wav", WAV(rate: 1, channels: 2, kind: .float).bytes(samples))
    let channels = try AudioFile(path: path).readAll()
    #expect(
      channels[0].map(\.bitPattern)
        == [samples[0], samples[2], samples[4], samples[6]].map(\.bitPattern))
    #expect(channels[1][0].isNaN)
    #expect(channels[1][1...] == [samples[3], samples[5], samples[7]])
  }

  @Test("has any rate from 1 Hz to 768 kHz, and 64 channels", arguments: [1, 44_100, 768_000])
  func rates(_ rate: UInt32) throws {
    let samples = (0..<64 * 10).map { Int16($0) }
    let path = try folder.file("r.wav", WAV(rate: rate, channels: 64).bytes(samples))
    let file = try AudioFile(path: path)
    #expect(file.sampleRate == Double(rate))
    #expect(file.channelCount == 64)
    let channels = try file.readAll()
    #expect(channels.count == 64)
    #expect(channels[63][9] == Float(639) / 32_768)
  }

  @Test("is read in pieces, from any frame, to its end")
  func pieces() throws {
    let samples = (0..<2000).map { Int16($0) }
    let file = try AudioFile(path: try folder.file("p.wav", WAV(channels: 2).bytes(samples)))
    var buffer = [Float](repeating: 7, count: 601)
    func read(_ from: Int64? = nil) throws -> [Int] {
      let count = try buffer.withUnsafeMutableBufferPointer { buffer in
        try from.map { try file.read(from: $0, into: buffer) } ?? file.read(into: buffer)
      }
      return buffer[..<(2 * count)].map { Int($0 * 32_768) }
    }
    #expect(try read() == Array(0..<600))
    #expect(file.position == 300)
    #expect(try read(900) == Array(1800..<2000))
    #expect(try read() == [])
    #expect(buffer[600] == 7)
    try file.seek(to: 999)
    #expect(try read() == [1998, 1999])
    #expect(try read(1000) == [])
  }

  @Test("tells how far it has been read, and stops when asked to")
  func progress() throws {
    let path = try folder.file("p.wav", WAV().bytes((0..<1000).map { Int16($0) }))
    let file = try AudioFile(path: path)
    var fractions: [Double] = []
    var counts: [Int] = []
    try file.readChunks(
      framesPerChunk: 400, progress: { fractions.append($0.fraction) }, { counts.append($0.count) })
    #expect(fractions == [0.4, 0.8, 1])
    #expect(counts == [400, 400, 200])
    var pieces = 0
    let error = audioError {
      try file.readChunks(framesPerChunk: 100, isCancelled: { pieces == 3 }) { _ in pieces += 1 }
    }
    #expect(error == .cancelled(path: path, frames: 300))
    #expect(folder.names == ["p.wav"])
  }

  @Test("a pipe is read like a file, and may be cancelled or too long")
  func pipe() throws {
    let bytes = WAV().bytes((0..<500).map { Int16($0) })
    func withPipe(_ body: (Int32) throws -> Void) throws {
      var ends: [Int32] = [0, 0]
      #expect(Glibc.pipe(&ends) == 0)
      // Less than a pipe holds.
      #expect(write(ends[1], bytes, bytes.count) == bytes.count)
      close(ends[1])
      defer { close(ends[0]) }
      try body(ends[0])
    }
    try withPipe { pipe in
      let file = try AudioFile(fileDescriptor: pipe, name: "pipe")
      #expect(try file.readAll()[0].map { Int($0 * 32_768) } == Array(0..<500))
    }
    try withPipe { pipe in
      let error = audioError { _ = try AudioFile(fileDescriptor: pipe, name: "p", pipeLimit: 99) }
      #expect(error == .tooLong(path: "p", limit: 99))
    }
    try withPipe { pipe in
      let error = audioError {
        _ = try AudioFile(fileDescriptor: pipe, name: "p", isCancelled: { true })
      }
      #expect(error == .cancelled(path: "p", frames: 0))
    }
  }

  @Test("a descriptor in the middle of a file is read from there")
  func middle() throws {
    let path = try folder.file("m", Array("12345".utf8) + WAV().bytes([3, 2, 1] as [Int16]))
    let descriptor = open(path, O_RDONLY)
    lseek(descriptor, 5, SEEK_SET)
    let file = try AudioFile(fileDescriptor: descriptor, name: "m")
    close(descriptor)
    #expect(try file.readAll()[0].map { Int($0 * 32_768) } == [3, 2, 1])
  }

  @Test("leaves no descriptor open, whether it can be read or not")
  func descriptors() throws {
    func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let good = try folder.file("g.wav", WAV().bytes([1, 2] as [Int16]))
    let bad = try folder.file("b.wav", Array("neither sound nor anything".utf8))
    let cut = try folder.file("c.wav", WAV(promised: 99).bytes([1, 2] as [Int16]))
    // Other tests open files meanwhile, so the fewest of many tries is what counts.
    func growth() throws -> Int {
      let before = try count()
      for _ in 0..<50 {
        for path in [good, bad, cut] { _ = try? AudioFile(path: path) }
      }
      return try count() - before
    }
    #expect(try growth() < 40)
  }

  @Test("is read on several threads at once")
  func threads() async throws {
    let path = try folder.file("t.wav", WAV().bytes((0..<5000).map { Int16($0) }))
    let file = try AudioFile(path: path)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 {
        group.addTask {
          var buffer = [Float](repeating: 0, count: 100)
          for step in 0..<50 {
            let first = (task * 977 + step * 61) % 4900
            let count = try? buffer.withUnsafeMutableBufferPointer {
              try file.read(from: Int64(first), into: $0)
            }
            guard count == 100, Int(buffer[0] * 32_768) == first else { return false }
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
