import ArgumentParser
import Foundation
import Lamina
import LaminaAudioGraphs
import LaminaImages
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("lamina waveform")
struct WaveformCommandTests {
  /// A WAV file of 16 bits, of samples that are together for each frame.
  private func wave(_ samples: [Int16], channels: Int = 1, rate: Int = 8_000) -> Data {
    var bytes = Data()
    func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func add(_ number: Int, _ count: Int) {
      for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    let size = samples.count * 2
    add("RIFF")
    add(36 + size, 4)
    add("WAVEfmt ")
    add(16, 4)
    add(1, 2)
    add(channels, 2)
    add(rate, 4)
    add(rate * channels * 2, 4)
    add(channels * 2, 2)
    add(16, 2)
    add("data")
    add(size, 4)
    for sample in samples { add(Int(sample), 2) }
    return bytes
  }

  /// Loud, soft, loud: a triangle of half of what there is, and a tenth of that.
  private var samples: [Int16] {
    (0..<8_000).map { index in
      let triangle = Int16(index % 40 < 20 ? index % 40 : 40 - index % 40) - 10
      return triangle * ((2_000..<6_000).contains(index) ? 100 : 1_000)
    }
  }

  private func run(_ arguments: [String], _ interruption: Interruption = Interruption()) throws {
    try WaveformCommand.parse(arguments + ["--quiet"]).work(interruption)
  }

  @Test("reads places: times, zooms and both")
  func places() throws {
    func place(_ text: String) throws -> [Double?] {
      let place = try WaveformPlace(parsing: text)
      return [place.time, place.zoom]
    }
    #expect(try place("12.5") == [12.5, nil])
    #expect(try place("1:30") == [90, nil])
    #expect(try place("1:02:03.5x40") == [3_723.5, 40])
    #expect(try place("x2.5") == [nil, 2.5])
    for text in ["", "x", "1:60", "-1", "1.5:10", "1:2:3:4", "5x0.5", "5xinf", "nan", "1x2x3"] {
      #expect(throws: ValidationError.self, "\(text)") { try WaveformPlace(parsing: text) }
    }
  }

  @Test("draws the whole sound into one picture, loud parts higher than soft ones")
  func picture() throws {
    try withFolder { folder in
      try wave(samples).write(to: URL(fileURLWithPath: folder + "/a.wav"))
      try run([
        folder + "/a.wav", "--output", folder + "/a.png", "--width", "80", "--height", "40",
        "--scale", "1", "--no-ruler", "--color", "ff0000",
      ])
      let picture = try Bitmap(contentsOfFile: folder + "/a.png")
      #expect(picture.width == 80 && picture.height == 40)
      let red: UInt32 = 0xFFFF_0000
      // A quarter of the sound, twenty columns, is loud, the next half is not.
      #expect(picture[10, 2] == red && picture[70, 37] == red)
      #expect(picture[40, 10] != red && picture[40, 19] == red)
    }
  }

  @Test("draws frames from one place to another, and the first is the picture of that place")
  func frames() throws {
    try withFolder { folder in
      try wave(samples).write(to: URL(fileURLWithPath: folder + "/a.wav"))
      let size = ["--width", "60", "--height", "30", "--scale", "1"]
      try run(
        [
          folder + "/a.wav", "--from", "0.2x5", "--to", "0.6x10", "--seconds", "1", "--fps", "4",
          "--output", folder + "/f-%02d.png",
        ] + size)
      try run([folder + "/a.wav", "--from", "0.6x10", "--output", folder + "/end.png"] + size)
      #expect(
        try names(in: folder).filter { $0.hasPrefix("f-") }
          == ["f-00.png", "f-01.png", "f-02.png", "f-03.png"])
      let pictures = try (0..<4).map { try Bitmap(contentsOfFile: folder + "/f-0\($0).png") }
      #expect(Set(pictures.map { $0.pixels.withUnsafeBufferPointer { Array($0) } }).count == 4)
      #expect(try pictures[3] == Bitmap(contentsOfFile: folder + "/end.png"))
    }
  }

  @Test("writes peaks, and draws peaks as the sound they are of", arguments: ["dat", "json"])
  func peaks(kind: String) throws {
    try withFolder { folder in
      try wave(samples + samples.map { $0 / 2 }, channels: 2)
        .write(to: URL(fileURLWithPath: folder + "/a.wav"))
      let file = folder + "/a." + kind
      try run([folder + "/a.wav", "--peaks", file, "--samples-per-pixel", "40"])
      let peaks = try PeaksFile(contentsOfFile: file, isStrict: true)
      #expect(peaks.samplesPerPixel == 40 && peaks.length == 200 && peaks.channelCount == 2)
      #expect(peaks.sampleRate == 8_000 && peaks.bits == .sixteen)
      // 100 columns of 80 samples are two points each.
      let size = ["--width", "100", "--height", "40", "--scale", "1"]
      try run([folder + "/a.wav", "--output", folder + "/sound.png"] + size)
      try run([file, "--output", folder + "/peaks.png"] + size)
      #expect(try data(folder + "/sound.png") == data(folder + "/peaks.png"))
    }
  }

  @Test("leaves nothing behind where it fails or is interrupted")
  func failures() throws {
    try withFolder { folder in
      try Data("no sound".utf8).write(to: URL(fileURLWithPath: folder + "/a.wav"))
      #expect(throws: AudioFileError.self) {
        try run([folder + "/a.wav", "--output", folder + "/x.png"])
      }
      try wave(samples).write(to: URL(fileURLWithPath: folder + "/b.wav"))
      let interruption = Interruption()
      interruption.request(SIGINT)
      #expect(throws: Interruption.Stop.self) {
        try run([folder + "/b.wav", "--output", folder + "/x.png"], interruption)
      }
      #expect(try names(in: folder) == ["a.wav", "b.wav"])
    }
  }

  @Test(
    "refuses what cannot be, before it reads",
    arguments: [
      ["--scale", "0"], ["--scale", "nan"], ["--width", "0"], ["--seconds", "-1"],
      ["--decibels", "0"], ["--bits", "7"], ["--samples-per-pixel", "0"], ["--color", "red"],
      ["--peaks", "a.csv"], ["--to", "5"], ["--output", "-"], ["--output", "a.gif"],
    ])
  func refusals(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try WaveformCommand.parse(["none.wav"] + arguments)
    }
  }

  @Test("refuses to make of peaks what only samples are good for")
  func refusedOfPeaks() {
    for option in ["--mono", "--mean"] {
      #expect(throws: (any Error).self) { try WaveformCommand.parse(["a.dat", option]) }
    }
  }
}
