import ArgumentParser
import Foundation
import Lamina
import LaminaAudioGraphs
import LaminaImages
import LaminaTestSupport
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("lamina waveform and its files")
struct WaveformPeaksTests {
  private func run(_ arguments: [String]) throws {
    try WaveformCommand.parse(arguments + ["--quiet"]).work(Interruption())
  }

  private func write(_ data: Data, _ path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try data(path), as: UTF8.self)
  }

  /// Gives a program what is in a file as standard input, through a pipe.
  private func pipe(_ file: String, _ arguments: [String]) throws -> String {
    let program = try ChildProgram(arguments)
    let bytes = Array(try data(file))
    #expect(bytes.count < 60_000)
    program.write(bytes)
    program.closeInput()
    let said = program.readErrors()
    #expect(program.wait() == .exited(0))
    return said
  }

  @Test(
    "reads sounds and peaks of either form from standard input", .slow,
    arguments: ["wav", "dat", "json"])
  func standardInput(kind: String) throws {
    try withFolder { folder in
      try write(sound(frames: 8_000), folder + "/a.wav")
      if kind != "wav" {
        try run([folder + "/a.wav", "--peaks", folder + "/a." + kind, "--samples-per-pixel", "40"])
      }
      let size = ["--width", "100", "--height", "40", "--scale", "1", "--quiet"]
      try run([folder + "/a." + kind, "--output", folder + "/read.png"] + size.dropLast())
      for input in ["-", "/dev/stdin"] {
        let said = try pipe(
          folder + "/a." + kind, ["waveform", input, "--output", folder + "/piped.png"] + size)
        #expect(said.isEmpty)
        #expect(try data(folder + "/piped.png") == data(folder + "/read.png"))
        try FileManager.default.removeItem(atPath: folder + "/piped.png")
      }
    }
  }

  @Test("keeps resolution and bits between .dat and .json unless told otherwise")
  func conversion() throws {
    try withFolder { folder in
      func path(_ name: String) -> String { folder + "/" + name }
      try write(sound(frames: 8_000), path("a.wav"))
      try run(
        [path("a.wav"), "--peaks", path("a.dat"), "--samples-per-pixel", "64", "--bits", "8"])
      try run([path("a.dat"), "--peaks", path("a.json")])
      let json = try PeaksFile(contentsOfFile: path("a.json"))
      #expect(json.samplesPerPixel == 64 && json.bits == .eight && json.length == 125)
      try run([path("a.json"), "--peaks", path("b.json")])
      #expect(try data(path("a.json")) == data(path("b.json")))
      try run([path("a.json"), "--peaks", path("b.dat")])
      #expect(try data(path("a.dat")) == data(path("b.dat")))
      try run([path("a.json"), "--peaks", path("b2.dat"), "--peaks-version", "2"])
      #expect(try PeaksFile(contentsOfFile: path("b2.dat")).version == 2)
      try run([path("b2.dat"), "--peaks", path("b1.DAT")])
      #expect(try data(path("a.dat")) == data(path("b1.DAT")))
      try run([path("a.dat"), "--peaks", path("c.dat"), "--samples-per-pixel", "128"])
      let coarse = try PeaksFile(contentsOfFile: path("c.dat"))
      #expect(coarse.samplesPerPixel == 128 && coarse.bits == .eight && coarse.length == 63)
      try run([path("a.dat"), "--peaks", path("d.dat"), "--bits", "16"])
      let wide = try PeaksFile(contentsOfFile: path("d.dat"))
      #expect(wide.bits == .sixteen && wide.samplesPerPixel == 64)
      #expect(wide.peaks(at: 3) == (try PeaksFile(contentsOfFile: path("a.dat"))).peaks(at: 3))
    }
  }

  @Test("writes version 2 for one channel where that is asked for, with the same points")
  func version() throws {
    try withFolder { folder in
      try write(sound(frames: 8_000), folder + "/a.wav")
      try run([folder + "/a.wav", "--peaks", folder + "/1.dat"])
      try run([folder + "/a.wav", "--peaks", folder + "/2.dat", "--peaks-version", "2"])
      let (one, two) = (try data(folder + "/1.dat"), try data(folder + "/2.dat"))
      #expect(one[0] == 1 && two[0] == 2)
      #expect(two[1..<20] == one[1..<20])
      #expect(Array(two[20..<24]) == [1, 0, 0, 0])
      #expect(two.dropFirst(24) == one.dropFirst(20))
    }
  }

  @Test("writes peaks as lines of text")
  func lines() throws {
    try withFolder { folder in
      try write(sound(frames: 600), folder + "/a.wav")
      try run([folder + "/a.wav", "--peaks", folder + "/a.txt"])
      // 256 samples go up by 37 each, from -10,000 on.
      #expect(try text(folder + "/a.txt") == "-10000,-565\n-528,8907\n-9983,9980\n")
      try run([folder + "/a.wav", "--peaks", folder + "/b.txt", "--bits", "8"])
      #expect(try text(folder + "/b.txt") == "-39,-2\n-2,34\n-38,38\n")
    }
  }

  @Test("multiplies peaks and pictures by a factor, or so that the loudest sample fills the height")
  func amplitudeScale() throws {
    try withFolder { folder in
      try write(sound(frames: 600), folder + "/a.wav")
      try run([folder + "/a.wav", "--peaks", folder + "/a.txt", "--amplitude-scale", "2"])
      #expect(try text(folder + "/a.txt") == "-20000,-1130\n-1056,17814\n-19966,19960\n")
      try run([folder + "/a.wav", "--peaks", folder + "/b.txt", "--amplitude-scale", "auto"])
      #expect(try text(folder + "/b.txt") == "-32768,-1851\n-1730,29186\n-32712,32702\n")
      try run([folder + "/a.wav", "--peaks", folder + "/c.txt", "--amplitude-scale", "10"])
      #expect(try text(folder + "/c.txt").hasPrefix("-32768,-5650\n"))
      func picture(_ name: String, _ factor: String?) throws -> Bitmap {
        try run(
          [
            folder + "/a.wav", "-o", folder + "/" + name, "--width", "30", "--height", "40",
            "--scale", "1", "--no-ruler",
          ] + (factor.map { ["--amplitude-scale", $0] } ?? []))
        return try Bitmap(contentsOfFile: folder + "/" + name)
      }
      let automatic = try picture("a.png", "auto")
      #expect(try automatic == picture("b.png", nil))
      #expect(try automatic == picture("c.png", "3.2768"))
      let fixed = try picture("d.png", "1")
      #expect(fixed != automatic)
      // 10,000 of 32,768 are six of twenty pixels.
      let background = fixed[0, 0]
      #expect((0..<14).allSatisfy { y in (0..<30).allSatisfy { fixed[$0, y] == background } })
      #expect((0..<30).contains { fixed[$0, 14] != background })
    }
  }

  @Test("reads sounds that are cut off or whose length is wrong, with a warning, where it may")
  func truncated() throws {
    try withFolder { folder in
      let whole = sound(frames: 8_000)
      try write(whole, folder + "/whole.wav")
      try write(whole.prefix(44 + 8_000), folder + "/cut.wav")
      var unknown = whole
      unknown.replaceSubrange(40..<44, with: [0, 0, 0, 0])
      try write(unknown, folder + "/unknown.wav")
      for (name, points) in [("cut", 16), ("unknown", 32)] {
        let file = folder + "/\(name).wav"
        #expect(throws: AudioFileError.self) { try run([file, "--peaks", folder + "/x.dat"]) }
        let program = try ChildProgram(
          ["waveform", file, "--peaks", folder + "/\(name).dat", "--allow-truncated", "-q"])
        program.closeInput()
        let said = program.readErrors()
        #expect(said.hasPrefix("warning: \(file) ") && said.split(separator: "\n").count == 1)
        #expect(program.wait() == .exited(0))
        #expect(try PeaksFile(contentsOfFile: folder + "/\(name).dat").length == points)
      }
      try run([folder + "/whole.wav", "--peaks", folder + "/whole.dat"])
      #expect(try data(folder + "/unknown.dat") == data(folder + "/whole.dat"))
    }
  }

  @Test(
    "refuses options that would have no effect together", .slow,
    arguments: [
      ["--peaks", "a.dat", "--output", "a.png"], ["--bits", "8"], ["--samples-per-pixel", "64"],
      ["--peaks-version", "2"], ["--peaks", "a.json", "--peaks-version", "2"],
      ["--peaks", "a.dat", "--from", "1"], ["--peaks", "a.dat", "--decibels", "60"],
      ["--peaks", "a.dat", "--mean"], ["--window", "--output", "a.png"],
      ["--terminal", "--to", "5"], ["--peaks", "a.dat", "--peaks-version", "3"],
      ["--amplitude-scale", "loud"], ["--amplitude-scale", "0"],
      ["--peaks", "a.dat", "--width", "30"], ["--peaks", "a.dat", "--height", "30"],
      ["--peaks", "a.dat", "--seconds", "3"], ["--peaks", "a.dat", "--fps", "30"],
      ["--peaks", "a.dat", "--loops", "3"], ["--peaks", "a.dat", "--style", "light"],
      ["--peaks", "a.dat", "--ruler"], ["--peaks", "a.dat", "--no-ruler"],
      ["--seconds", "3"], ["--fps", "30"], ["--loops", "3"], ["--seconds", "3", "-o", "a.y4m"],
      ["--to", "5", "-o", "a.y4m", "--loops", "3"], ["--window", "--seconds", "3"],
      ["--window", "--fps", "30"], ["--window", "--loops", "3"], ["--terminal", "--format", "png"],
    ])
  func idleOptions(arguments: [String]) {
    #expect(throws: (any Error).self) { try WaveformCommand.parse(["a.wav"] + arguments) }
  }
}
