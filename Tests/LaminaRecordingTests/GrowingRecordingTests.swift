import Foundation
import Lamina
import LaminaRecording
import LaminaTestSupport
import Testing

@Suite("A recording that is being made")
struct GrowingRecordingTests {
  /// A recorder of a renderer whose tree changes with each frame.
  private struct Session {
    let folder = TemporaryFolder()
    let renderer: Renderer
    let recorder: Recorder
    private(set) var frames: [Frame] = []

    var path: String { folder("session") }

    init(byteBudget: Int? = nil, checkpointInterval: Int = 10) throws {
      renderer = try Renderer(size: CGSize(width: 40, height: 30))
      var options = RecordingOptions()
      options.checkpointInterval = checkpointInterval
      options.byteBudget = byteBudget
      recorder = try Recorder(renderer, to: folder("session"), options: options)
    }

    mutating func advance() throws {
      let number = frames.count
      Transaction.run(label: number % 7 == 0 ? "step" : nil, disableActions: true) {
        let layer = Layer()
        layer.name = "dot"
        layer.frame = CGRect(x: number % 30, y: number % 11, width: 9, height: 8)
        layer.contents = TestBitmaps.all[number % TestBitmaps.all.count]
        renderer.layer.sublayers = [layer]
      }
      let frame = try renderer.render(at: Double(number) / 60)
      try recorder.record(frame)
      frames.append(frame)
    }

    func check(_ recording: Recording, at index: Int) throws {
      let frame = try recording.frame(at: index)
      #expect(frame.bitmap == frames[recording.frames[index].number].bitmap)
      #expect(try recording.matches(frame, at: index))
    }
  }

  @Test("is read frame by frame, and gives each, the newest and those before")
  func following() throws {
    var session = try Session()
    let recording = try Recording(growing: session.path)
    #expect(recording.frames.isEmpty && recording.renderer == nil)
    for number in 0..<35 {
      try session.advance()
      #expect(try recording.update())
      #expect(recording.frames.count == number + 1)
      try session.check(recording, at: number)
      if number % 6 == 5 { try session.check(recording, at: number / 2) }
    }
    #expect(recording.marks.count { $0.transaction.label == "step" } == 5)
    let whole = try Recording(contentsOf: session.path)
    #expect(recording.frames == whole.frames && recording.marks == whole.marks)
  }

  @Test("is read up to its last whole line, wherever that is")
  func partialLines() throws {
    var session = try Session()
    for _ in 0..<12 { try session.advance() }
    let bytes = try #require(session.folder.bytes("session"))
    let header = try #require(bytes.firstIndex(of: 10)) + 1
    let path = try session.folder.file("partial", Array(bytes[..<header]))
    let recording = try Recording(growing: path)
    let file = try #require(FileHandle(forWritingAtPath: path))
    var end = header
    var numbers = SeededGenerator(seed: 3)
    while end < bytes.count {
      let next = min(bytes.count, end + numbers.integer(in: 1...700))
      try file.seekToEnd()
      try file.write(contentsOf: Data(bytes[end..<next]))
      end = next
      #expect(try recording.update())
      let lines = bytes[..<end].split(separator: 10, omittingEmptySubsequences: false).dropLast()
      let count = lines.count { $0.starts(with: Array(#"{"frame""#.utf8)) }
      #expect(recording.frames.count == count)
      if count > 0 { try session.check(recording, at: count - 1) }
    }
    #expect(recording.frames.count == 12)
  }

  @Test("is to be read anew once its oldest part is dropped, and what was read stays", .slow)
  func dropping() throws {
    var session = try Session(byteBudget: 12_000)
    try session.advance()
    var recording = try Recording(growing: session.path)
    var dropCount = 0
    for _ in 0..<300 {
      try session.advance()
      if try !recording.update() {
        dropCount += 1
        try session.check(recording, at: 0)
        recording = try Recording(growing: session.path)
        #expect(recording.frames[0].number > 0)
      }
      try session.check(recording, at: recording.frames.count - 1)
    }
    #expect(dropCount > 2)
    for index in recording.frames.indices.reversed() { try session.check(recording, at: index) }
  }

  @Test("explains each frame but the first as a change of the one before")
  func explanations() throws {
    var session = try Session()
    for _ in 0..<25 { try session.advance() }
    let recording = try Recording(contentsOf: session.path)
    for index in [3, 4, 10, 7, 11, 20, 17, 5, 24, 10, 9, 1] {
      let frame = try recording.explainedFrame(at: index)
      #expect(frame.bitmap == session.frames[index].bitmap)
      #expect(frame.damage == session.frames[index].damage)
      let explanation = try #require(frame.explanation)
      let cause = try #require(explanation.causes.first { $0.layer?.contains("dot") == true })
      // The recorder was there from the first transaction on.
      let transaction = try #require(cause.changes.first?.transaction)
      #expect(transaction.number == index + 1)
      #expect(transaction.label == (index == 7 ? "step" : nil))
      #expect(explanation.passes.map(\.rect) == frame.damage.rects)
      for pass in explanation.passes {
        #expect(pass.operations.count > 0 && pass.cost > 0)
        #expect(pass.operations.allSatisfy { pass.rect.contains($0) })
      }
      #expect(try recording.frame(at: index).explanation == nil)
    }
    let first = try recording.explainedFrame(at: 0)
    #expect(first.bitmap == session.frames[0].bitmap)
    #expect(first.damage == Region(PixelRect(x: 0, y: 0, width: 40, height: 30)))
    #expect(recording.layers.values.contains { $0.name == "dot" })
  }

  @Test("gives a test of a frame: a recording up to it, and a source that names its hash")
  func tests() throws {
    var session = try Session()
    for _ in 0..<25 { try session.advance() }
    let recording = try Recording(contentsOf: session.path)
    for index in [0, 9, 10, 17, 24] {
      let test = try recording.test(ofFrameAt: index, titled: "Orbit")
      #expect(test.recordingName == "Orbit-\(index).lamina")
      #expect(test.sourceName == "Orbit\(index)Tests.swift")
      #expect(test.source.contains(recording.frames[index].hash))
      let path = try session.folder.file(test.recordingName, Array(test.recording))
      let part = try Recording(contentsOf: path)
      let last = part.frames.count - 1
      #expect(part.frames[last].number == index)
      #expect(last <= 10)
      #expect(try part.frame(at: last).bitmap == session.frames[index].bitmap)
      #expect(try part.matches(part.frame(at: last), at: last))
    }
    // What is not needed is left out.
    let bytes = try recording.test(ofFrameAt: 11, titled: "").recording
    #expect(try bytes.count * 3 < #require(session.folder.bytes("session")).count)
    #expect(throws: RecordingError.self) { try recording.test(ofFrameAt: 25, titled: "") }
  }

  @Test("gives a test whose source is valid whatever the title")
  func hostileTitles() throws {
    var session = try Session()
    try session.advance()
    let recording = try Recording(contentsOf: session.path)
    for title in ["", "\"\\(exit(1))\n", "../../etc/passwd", "日本", "\u{0}*/\u{202E}"] {
      let test = try recording.test(ofFrameAt: 0, titled: title)
      #expect(test.recordingName.allSatisfy { $0.isASCII && ($0.isLetter || "0-.".contains($0)) })
      #expect(!test.recordingName.contains(".."))
      let line = try #require(test.source.split(separator: "\n").first { $0.hasPrefix("@Test(") })
      let expected = "shows frame 0 of \(title) as it was recorded".debugDescription
      #expect(line == "@Test(\(expected))")
      #expect(test.source.split(separator: "\n").count == 12)
    }
  }
}
