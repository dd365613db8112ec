import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaRecording

@Suite("A recording is reduced")
struct ShrinkTests {
  private let folder = TemporaryFolder()

  /// A recording of layers among others, in which a box turns red and is moved.
  private func session(_ options: RecordingOptions = RecordingOptions()) throws -> Recording {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("session"), options: options)
    let box = Layer()
    let panel = Layer()
    Transaction.run(disableActions: true) {
      panel.frame = CGRect(x: 2.5, y: 3.25, width: 30, height: 20)
      panel.backgroundColor = Color(white: 0.75)
      for index in 0..<6 {
        let other = Layer()
        other.frame = CGRect(x: 3 * index, y: index, width: 2, height: 2)
        other.backgroundColor = .green
        panel.addSublayer(other)
      }
      box.name = "box"
      box.frame = CGRect(x: 1, y: 1, width: 6, height: 5)
      box.backgroundColor = .blue
      panel.addSublayer(box)
      renderer.layer.addSublayer(panel)
    }
    for frame in 0..<20 {
      Transaction.run(disableActions: true) {
        if frame == 5 { box.backgroundColor = .red }
        if frame == 9 { box.position.x += 10 }
        panel.sublayers?[frame % 6].opacity = 0.5
      }
      try recorder.record(renderer.render(at: Double(frame) / 4))
    }
    try recorder.finish()
    return try Recording(contentsOf: folder("session"))
  }

  /// Draws the last frame of a reduced recording.
  private func replay(_ short: ShrunkRecording) throws -> Frame {
    let recording = try Recording(contentsOf: folder.file("short", Array(short.text.utf8)))
    #expect(recording.frames.count == short.frameCount)
    for index in recording.frames.indices {
      #expect(try recording.matches(recording.frame(at: index), at: index))
    }
    return try recording.frame(at: recording.frames.count - 1)
  }

  @Test("to the layers and properties that give a pixel its colour")
  func pixel() throws {
    let recording = try session()
    let wrong = FrameExpectation.pixel(x: 16, y: 7, .red)
    let index = try #require(try recording.firstFrame(showing: [wrong]))
    #expect(recording.frames[index].time == 2.25)
    let short = try recording.shrunk(at: index, showing: [wrong])
    #expect(try replay(short).bitmap[16, 7] == 0xFFFF_0000)
    #expect(short.isMinimal && short.frameCount == 1)
    // The box, and those that it is in.
    #expect(short.text.count(of: "\"kind\"") <= 3, "\(short.text)")
    #expect(short.originalEditCount > 40 && short.editCount < 12, "\(short.text)")
    #expect(try recording.shrunk(at: index, showing: [wrong]).text == short.text)
  }

  @Test("so that no change in it can be left out")
  func minimal() throws {
    try SampleSession.record(to: folder("sample"))
    let recording = try Recording(contentsOf: folder("sample"))
    let frame = try recording.frame(at: 11)
    let corners = [(4, 6), (20, 8)].map { x, y in
      let pixel = frame.bitmap[x, y]
      return FrameExpectation("pixel (\(x), \(y))") {
        x < $0.bitmap.width && y < $0.bitmap.height && $0.bitmap[x, y] == pixel
      }
    }
    let short = try recording.shrunk(at: 11, showing: corners)
    #expect(short.isMinimal && short.editCount < short.originalEditCount)
    let bitmaps = short.bitmaps
    for (place, step) in short.list.steps.enumerated() where step.layer != nil {
      if case .name = step { continue }
      var fewer = short.list
      fewer.steps.remove(at: place)
      let isShown = try corners.allSatisfy {
        guard let last = try? fewer.replayed(bitmaps).last else { return false }
        return try $0.isMet(by: last) { last.bitmap }
      }
      #expect(!isShown, "\(step)")
    }
  }

  @Test("to a few frames where what is wrong depends on those before")
  func history() throws {
    let recording = try session()
    let moved = FrameExpectation("the box is drawn where it was") {
      $0.damage.contains(x: 5, y: 6) && !$0.damage.contains(x: 0, y: 0)
        && $0.bitmap.width > 16 && $0.bitmap.height > 7 && $0.bitmap[16, 7] == 0xFFFF_0000
    }
    let short = try recording.shrunk(at: 9, showing: [moved])
    #expect(short.frameCount == 2 && short.isMinimal, "\(short.text)")
    let again = try Recording(contentsOf: folder.file("short", Array(short.text.utf8)))
    _ = try again.frame(at: 0)
    #expect(try again.frame(at: 1).damage.contains(x: 5, y: 6))
  }

  @Test("from the last checkpoint that is early enough")
  func checkpoints() throws {
    var options = RecordingOptions()
    options.checkpointInterval = 4
    let recording = try session(options)
    // The box is redrawn in the frame after a checkpoint, too.
    let wrong = FrameExpectation("frames before") { $0.damage.rects == [] && $0.time > 4 }
    let index = recording.frames.count - 1
    #expect(throws: RecordingError.self) { try recording.shrunk(at: 0, showing: [wrong]) }
    let short = try recording.shrunk(at: index, showing: [wrong])
    #expect(short.frameCount == 2)
    #expect(short.editCount == 1, "\(short.text)")
  }

  @Test("to the same picture where its hash is expected")
  func hash() throws {
    let recording = try session()
    let recorded = recording.frames[6]
    let short = try recording.shrunk(at: 6, showing: [.hash(recorded.hash)])
    #expect(try replay(short).bitmap.recordedHash == recorded.hash)
    #expect(short.frameCount == 1 && short.editCount < short.originalEditCount)
  }

  @Test("to the layer that a frame leaves out because of its numbers")
  func omission() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("huge"))
    try recorder.record(renderer.render(at: 0))
    let layers = (0..<8).map { _ in Layer() }
    Transaction.run(disableActions: true) {
      for layer in layers {
        layer.frame = CGRect(x: 5, y: 5, width: 9, height: 9)
        layer.backgroundColor = .orange
      }
      layers[3].name = "dial"
      layers[3].transform = Transform3D(scaleX: 1e300, y: 1e300)
      renderer.layer.sublayers = layers
    }
    try recorder.record(renderer.render(at: 1))
    try recorder.finish()
    let recording = try Recording(contentsOf: folder("huge"))
    let index = try #require(try recording.firstFrame(showing: [.omission]))
    let short = try recording.shrunk(at: index, showing: [.omission])
    #expect(try replay(short).report.omissions.map(\.layer) == ["Layer \"dial\""])
    #expect(short.text.count(of: "\"kind\"") == 1, "\(short.text)")
  }

  @Test("no further than a limit allows, and stays a recording")
  func limit() throws {
    let recording = try session()
    let wrong = [FrameExpectation.pixel(x: 16, y: 7, .red)]
    let whole = try recording.shrunk(at: 15, showing: wrong, limit: 0)
    #expect(whole.editCount == whole.originalEditCount && whole.tries == 0)
    #expect(try replay(whole).bitmap.recordedHash == recording.frames[15].hash)
    let short = try recording.shrunk(at: 15, showing: wrong, limit: 12)
    #expect(short.tries == 12 && !short.isMinimal && short.editCount < whole.editCount)
    #expect(try replay(short).bitmap[16, 7] == 0xFFFF_0000)
  }

  @Test("for none of what its frame does not show")
  func notShown() throws {
    let recording = try session()
    let wrong = FrameExpectation.pixel(x: 0, y: 0, .red)
    #expect(try recording.firstFrame(showing: [wrong]) == nil)
    #expect(
      throws: RecordingError.notShown("frame 3 at 0.75 s does not show: pixel 0,0 = #ff0000")
    ) { try recording.shrunk(at: 3, showing: [wrong]) }
    #expect(throws: RecordingError.self) { try recording.shrunk(at: 20, showing: [wrong]) }
    // No frame is wrong in the engine.
    #expect(try recording.firstFrame(showing: [.partialRedraw]) == nil)
  }

  @Test("for a frame whose partial redraw differs from a full one")
  func partialRedraw() throws {
    let recording = try session()
    let frame = try recording.frame(at: 7)
    #expect(try !FrameExpectation.partialRedraw.isMet(by: frame) { frame.bitmap })
    let other = try Bitmap(width: 1, height: 1, pixels: [0])
    #expect(try FrameExpectation.partialRedraw.isMet(by: frame) { other })
  }

  private static let texts = [
    "partial-redraw", "omission", "hash = 0123456789abcdef", "hash != 0123456789abcdef",
    "pixel 10,20 = #ff8000", "pixel 0,0 != #ff800080",
  ]

  @Test("for an expectation that a text says", arguments: texts)
  func expectation(text: String) throws {
    #expect(try FrameExpectation(text).description == text)
  }

  @Test(
    "for no text that says none",
    arguments: [
      "", "pixel", "pixel 1 = #ff0000", "pixel 1,2 = red", "pixel 1,2 = #ff00",
      "pixel -1,2 = #ff0000", "pixel 1,2 == #ff0000", "hash 12", "hash = 12",
      "hash = 0123456789abcdeg", "partial-redraw 1", "what", "pixel 1,2 = #+f0000",
    ])
  func noExpectation(text: String) {
    #expect(throws: RecordingError.unknownExpectation(text)) { try FrameExpectation(text) }
  }

  // MARK: - Swift

  @Test("to a test in Swift that draws the frame byte for byte")
  func swiftTest() throws {
    // The file is compiled, and run: it is the test ShrunkSampleTests. To write it again:
    // LAMINA_WRITE_GOLDEN=shrunk swift test
    let path =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/ShrunkSampleTests.swift"
    try SampleSession.record(to: folder("sample"), checkpointInterval: 300)
    let recording = try Recording(contentsOf: folder("sample"))
    let last = recording.frames.count - 1
    // It fails for every other picture.
    let wrong = FrameExpectation.hash(recording.frames[last].hash, isEqual: false)
    let list = try EditList(
      recording.source, recording.checkpoints[0]...recording.frames[last].line)
    let whole = ShrunkRecording(
      editCount: 0, originalEditCount: 0, frameCount: 0, tries: 0, isMinimal: true, text: "",
      list: list, expectations: [wrong], bitmaps: ShrunkBitmaps(recording.source))
    let test = try whole.swiftTest(named: "ShrunkSampleTests")
    #expect(test.files.isEmpty)
    if ProcessInfo.processInfo.environment["LAMINA_WRITE_GOLDEN"] == "shrunk" {
      try Data(test.source.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == test.source)
  }

  @Test("to a test in Swift with what was wrong, and no text gets out of its literal")
  func swiftLiterals() throws {
    let renderer = try Renderer(size: CGSize(width: 4, height: 3))
    let recorder = try Recorder(renderer, to: folder("names"))
    Transaction.run(disableActions: true) {
      for name in ["let", "a\"b\\(c)\n\u{202E}", "my layer", "my layer", "7", "scene"] {
        let layer = Layer()
        layer.name = name
        renderer.layer.addSublayer(layer)
      }
      renderer.layer.backgroundColor = .red
    }
    try recorder.record(renderer.render(at: 0))
    try recorder.finish()
    let recording = try Recording(contentsOf: folder("names"))
    let source = try recording.shrunk(
      at: 0,
      showing: [
        .pixel(x: 1, y: 2, .red), .hash("0000000000000000", isEqual: false),
        FrameExpectation("\")\n  fatalError()") { _ in true },
      ], limit: 0
    ).swiftTest(named: "NamesTests").source
    for line in [
      "    let layer2 = Layer()", "    let aBC = Layer()", "    let myLayer2 = Layer()",
      "      aBC.name = \"a\\\"b\\\\(c)\\u{a}\\u{202e}\"",
      "    #expect(frame.bitmap[1, 2] != 0xFFFF0000)",
      "    #expect(frame.bitmap.recordedHash == \"0000000000000000\")",
      "    try scene.expectPicture(named: \"NamesTests\")",
    ] {
      #expect(source.contains(line + "\n"), "\(line)\n\(source)")
    }
    #expect(!source.contains("\n  fatalError"))
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
