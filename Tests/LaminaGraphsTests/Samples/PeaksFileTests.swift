import Foundation
import LaminaGraphs
import LaminaTestSupport
import Testing

/// The bytes of whole numbers, the lowest first.
private func little(_ values: [any FixedWidthInteger]) -> [UInt8] {
  func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
  return values.flatMap { bytes($0) }
}

/// The error of reading bytes; nil if they can be read.
private func failure(_ bytes: [UInt8], isStrict: Bool = false) -> PeaksFileError? {
  do throws(PeaksFileError) {
    _ = try PeaksFile(bytes: bytes, isStrict: isStrict)
    return nil
  } catch {
    return error
  }
}

@Suite("A file of peaks")
struct PeaksFileTests {
  /// Version 1, 16 bits, 44,100 Hz, 256 samples in a point, 2 points.
  static let mono =
    little([Int32(1), UInt32(0), Int32(44_100), Int32(256), UInt32(2)])
    + little([Int16(-32_768), Int16(32_767), Int16(-1), Int16(256)])

  /// Version 2, 8 bits, 8,000 Hz, 64 samples in a point, 2 points, 2 channels.
  static let stereo =
    little([Int32(2), UInt32(1), Int32(8000), Int32(64), UInt32(2), Int32(2)])
    + little([Int8(-128), Int8(127), Int8(-1), Int8(1), Int8(0), Int8(0), Int8(-64), Int8(64)])

  @Test("the binary form is read, and written with the same bytes")
  func binary() throws {
    let mono = try PeaksFile(bytes: Self.mono, isStrict: true)
    #expect(mono.version == 1)
    #expect(mono.bits == .sixteen)
    #expect(mono.sampleRate == 44_100)
    #expect(mono.samplesPerPixel == 256)
    #expect(mono.channelCount == 1)
    #expect(mono.length == 2)
    #expect(mono.peaks(at: 0) == Peaks(minimum: -1, maximum: 32_767 / 32_768))
    #expect(mono.peaks(at: 1) == Peaks(minimum: -1 / 32_768, maximum: 256 / 32_768))
    #expect(mono.dat() == Self.mono)
    let stereo = try PeaksFile(bytes: Self.stereo, isStrict: true)
    #expect(stereo.version == 2)
    #expect(stereo.bits == .eight)
    #expect(stereo.channelCount == 2)
    #expect(stereo.length == 2)
    #expect(stereo.peaks(at: 0, channel: 1) == Peaks(minimum: -1 / 128, maximum: 1 / 128))
    #expect(stereo.peaks(at: 1, channel: 1) == Peaks(minimum: -0.5, maximum: 0.5))
    #expect(stereo.dat() == Self.stereo)
    // A flag that says nothing is kept.
    var flags = Self.mono
    flags[7] = 0x80
    #expect(try PeaksFile(bytes: flags).dat() == flags)
  }

  @Test("the JSON form is written as audiowaveform writes it, and read")
  func json() throws {
    let text = """
      {"version":2,"channels":2,"sample_rate":8000,"samples_per_pixel":64,"bits":8,"length":2,\
      "data":[-128,127,-1,1,0,0,-64,64]}

      """
    let stereo = try PeaksFile(bytes: Self.stereo)
    #expect(String(decoding: stereo.json(), as: UTF8.self) == text)
    #expect(try PeaksFile(bytes: Array(text.utf8), isStrict: true) == stereo)
    #expect(try PeaksFile(bytes: Array(text.utf8)).json() == Array(text.utf8))
    // Version 1 had neither a version nor channels. What is not known is passed over.
    let old = """
       { "sample_rate" : 1, "data" : [ -32768 , 32767 ] , "x\\"y": [{"a": null}, 1.5e3, "]"],
        "samples_per_pixel":2,"bits":16,"length":1, "z": {} }
      """
    let mono = try PeaksFile(bytes: Array(old.utf8), isStrict: true)
    #expect(mono.version == 1)
    #expect(mono.channelCount == 1)
    #expect(mono.peaks(at: 0) == Peaks(minimum: -1, maximum: 32_767 / 32_768))
  }

  @Test("any file of peaks round-trips through either form")
  func roundTrip() throws {
    var numbers = SeededGenerator(seed: sampleSeed)
    for _ in 0..<40 {
      let channels = Int.random(in: 1...24, using: &numbers)
      let isWide = Bool.random(using: &numbers)
      let length = Int.random(in: 0...50, using: &numbers)
      var bytes = little([
        Int32(2), UInt32(isWide ? 0 : 1), Int32.random(in: 1...(.max), using: &numbers),
        Int32.random(in: 1...(.max), using: &numbers), UInt32(length), Int32(channels),
      ])
      for _ in 0..<length * channels * 2 * (isWide ? 2 : 1) {
        bytes.append(UInt8.random(in: 0...255, using: &numbers))
      }
      let file = try PeaksFile(bytes: bytes, isStrict: true)
      #expect(file.dat() == bytes, "seed \(sampleSeed)")
      let text = file.json()
      let read = try PeaksFile(bytes: text, isStrict: true)
      #expect(read == file, "seed \(sampleSeed)")
      #expect(read.json() == text, "seed \(sampleSeed)")
      let object = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
      #expect((object?["data"] as? [Int])?.count == length * channels * 2)
    }
  }

  @Test("equals integer arithmetic for 16-bit sound")
  func fromSamples() throws {
    var numbers = SeededGenerator(seed: sampleSeed)
    let channels = (0..<2).map { _ in
      (0..<1000).map { _ in Int.random(in: -32_768...32_767, using: &numbers) }
    }
    let floats = channels.map { $0.map { Float($0) / 32_768 } }
    let sums = zip(channels[0], channels[1]).map { ($0 + $1) / 2 }
    for bits in [PeaksFile.Bits.eight, .sixteen] {
      let step = bits == .eight ? 256 : 1
      let separate = try PeaksFile(
        DataProvider(channels: floats, sampleRate: 100), samplesPerPixel: 30, bits: bits)
      let mixed = try PeaksFile(
        DataProvider(channels: floats, sampleRate: 100, mix: .mono), samplesPerPixel: 30, bits: bits
      )
      #expect(separate.version == 2 && separate.channelCount == 2 && separate.length == 34)
      #expect(mixed.version == 1 && mixed.channelCount == 1 && mixed.sampleRate == 100)
      let size = bits == .eight ? 128 : 32_768
      for point in 0..<34 {
        let range = point * 30..<min(point * 30 + 30, 1000)
        func expected(_ samples: [Int]) -> Peaks {
          Peaks(
            minimum: Float(samples[range].min()! / step) / Float(size),
            maximum: Float(samples[range].max()! / step) / Float(size))
        }
        #expect(mixed.peaks(at: point) == expected(sums), "seed \(sampleSeed)")
        for channel in 0..<2 {
          #expect(
            separate.peaks(at: point, channel: channel) == expected(channels[channel]),
            "seed \(sampleSeed)")
        }
      }
    }
  }

  @Test("clips samples beyond 1, and has zeros for a gap")
  func clipping() throws {
    let samples: [Float] = [2, -2, .infinity, -.infinity, .nan, .nan, 1, -1]
    let file = try PeaksFile(
      DataProvider(samples: samples, sampleRate: 44_100), samplesPerPixel: 2, bits: .sixteen)
    let whole = Peaks(minimum: -1, maximum: 32_767 / 32_768)
    #expect(
      (0..<4).map { file.peaks(at: $0) } == [whole, whole, Peaks(minimum: 0, maximum: 0), whole])
    #expect(try PeaksFile(DataProvider()).length == 0)
    let wide = DataProvider(channels: Array(repeating: [0], count: 25), sampleRate: 1)
    #expect(throws: PeaksFileError.invalid(field: "channels", value: 25)) {
      _ = try PeaksFile(wide)
    }
  }

  @Test("a file that declares more than it contains is an error, however much it declares")
  func truncated() {
    #expect(failure([]) == .notPeaks)
    #expect(failure(Array("RIFF and so on".utf8)) == .notPeaks)
    #expect(failure(Array(Self.mono[..<19])) == .missing(field: "whole header"))
    #expect(failure(Array(Self.mono.dropLast())) == .truncated(found: 1, promised: 2))
    #expect(failure(Self.mono + [0]) == nil)
    #expect(failure(Self.mono + [0], isStrict: true) == .trailing(count: 1))
    let huge = little([Int32(2), UInt32(0), Int32(1), Int32(1), UInt32.max, Int32(24)])
    #expect(failure(huge) == .truncated(found: 0, promised: 4_294_967_295))
    let text = """
      {"version":2,"channels":24,"sample_rate":1,"samples_per_pixel":1,"bits":8,\
      "length":4294967295,"data":[0,0]}
      """
    #expect(failure(Array(text.utf8)) == .truncated(found: 0, promised: 4_294_967_295))
  }

  @Test("errors name fields with invalid values")
  func invalid() {
    func changed(_ offset: Int, _ value: Int32) -> PeaksFileError? {
      var bytes = Self.stereo
      bytes.replaceSubrange(offset..<offset + 4, with: little([value]))
      return failure(bytes)
    }
    #expect(changed(0, 0x0101) == .unsupportedVersion(257))
    #expect(changed(8, 0) == .invalid(field: "sample rate", value: 0))
    #expect(changed(8, -5) == .invalid(field: "sample rate", value: -5))
    #expect(changed(12, 0) == .invalid(field: "samples per pixel", value: 0))
    #expect(changed(20, 0) == .invalid(field: "channels", value: 0))
    #expect(changed(20, 25) == .invalid(field: "channels", value: 25))
    func json(_ text: String) -> PeaksFileError? { failure(Array(text.utf8)) }
    #expect(json("{}") == .missing(field: "sample rate"))
    #expect(
      json(#"{"version":2,"sample_rate":1,"samples_per_pixel":1,"bits":8,"length":0,"data":[]}"#)
        == .missing(field: "channels"))
    #expect(
      json(#"{"sample_rate":1,"samples_per_pixel":1,"bits":8,"length":1,"data":[1,128]}"#)
        == .invalid(field: "data", value: 128))
    #expect(json(#"{"bits":12.5}"#) == .invalidJSON("a number that is not an integer", offset: 10))
    #expect(json(#"{"data":[1,2"#) == .invalidJSON("expected ']'", offset: 12))
    #expect(json(#"{"data":[40000]}"#) == .invalidJSON("40000 is not a 16-bit number", offset: 9))
    #expect(json(#"{"a":1,"a":2}"#) == .invalidJSON(#"a second "a""#, offset: 11))
    #expect(json(#"{"a":1}x"#) == .invalidJSON("unexpected text after the end", offset: 7))
    #expect(
      json("{\"a\":" + String(repeating: "[", count: 100_000))
        == .invalidJSON("values nested too deeply", offset: 37))
  }

  @Test("arbitrary bytes are peaks or an error")
  func damaged() throws {
    var numbers = SeededGenerator(seed: sampleSeed)
    let text = try PeaksFile(bytes: Self.stereo).json()
    for original in [Self.mono, Self.stereo, text] {
      for _ in 0..<400 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
          let index = Int.random(in: 0..<bytes.count, using: &numbers)
          bytes[index] = UInt8.random(in: 0...255, using: &numbers)
        }
        bytes.removeLast(Int.random(in: 0...2, using: &numbers))
        guard let file = try? PeaksFile(bytes: bytes) else { continue }
        #expect(try PeaksFile(bytes: file.dat()) == file, "seed \(sampleSeed)")
      }
    }
  }

  @Test("is read from a path, and a path without a file is an error")
  func paths() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder("peaks.dat")
    #expect(throws: PeaksFileError.system(path: path, code: ENOENT)) {
      _ = try PeaksFile(contentsOfFile: path)
    }
    #expect(try folder.file("peaks.dat", Self.stereo) == path)
    #expect(try PeaksFile(contentsOfFile: path).dat() == Self.stereo)
  }
}
