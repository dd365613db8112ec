import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaRecording

@Suite("A recording's file")
struct RecordingFileTests {
  /// The golden recordings, by the version that wrote them: each stays readable, and gives its frames.
  static let golden = ["version-1"]

  private static func goldenPath(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Golden/\(name).lamina"
  }

  @Test(
    "of an earlier version is read and gives the frames that it has the hashes of",
    arguments: golden)
  func goldenRecording(name: String) throws {
    // To write the recording of a new version: LAMINA_WRITE_GOLDEN=version-2 swift test
    if ProcessInfo.processInfo.environment["LAMINA_WRITE_GOLDEN"] == name {
      try SampleSession.record(to: Self.goldenPath(name))
    }
    let recording = try Recording(contentsOf: Self.goldenPath(name))
    #expect(recording.frames.count == SampleSession.times.count)
    #expect(recording.frames.map(\.time) == SampleSession.times)
    #expect(Set(recording.frames.map(\.hash)).count > 10)
    for index in recording.frames.indices.reversed() {
      #expect(try recording.matches(recording.frame(at: index), at: index), "frame \(index)")
    }
    #expect(recording.marks.contains { $0.transaction.label == "shuffle" && $0.time == 0.5 })
  }

  @Test("cut off anywhere is read up to there, or refused with the number of the line")
  func cuts() throws {
    let folder = TemporaryFolder()
    try SampleSession.record(to: folder("whole"))
    let bytes = try #require(folder.bytes("whole"))
    let lines = bytes.count { $0 == 10 }
    var refusals = 0
    for end in stride(from: 0, to: bytes.count, by: 97) {
      let path = try folder.file("cut", Array(bytes[..<end]))
      do {
        let recording = try Recording(contentsOf: path)
        for index in recording.frames.indices where index % 5 == 0 {
          #expect(try recording.matches(recording.frame(at: index), at: index))
        }
      } catch RecordingError.invalidLine(_, let line, let reason) {
        refusals += 1
        #expect(line == bytes[..<end].count { $0 == 10 } + 1 && line <= lines && !reason.isEmpty)
      } catch RecordingError.notARecording {
        #expect(end < 22)
      }
    }
    #expect(refusals > 0)
  }

  @Test(
    "with wrong bytes is refused or read, and ends no program", .slow,
    arguments: 1...4 as ClosedRange<UInt64>)
  func mutations(seed: UInt64) throws {
    let folder = TemporaryFolder()
    try SampleSession.record(to: folder("whole"))
    let bytes = try #require(folder.bytes("whole"))
    var numbers = SeededGenerator(seed: seed)
    var (errors, readings) = (0, 0)
    let alphabet = Array(#"0123456789-.e"{}[],:nulltrue abcLayersetpoint"#.utf8) + [0, 10, 0xFF]
    for _ in 0..<150 {
      var changed = bytes
      for _ in 0..<numbers.integer(in: 1...3) {
        let place = numbers.below(changed.count)
        switch numbers.below(4) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(numbers.pick(alphabet), at: place)
        case 2:
          let end = min(changed.count, place + numbers.below(60))
          changed.replaceSubrange(place..<end, with: changed[0..<0])
        default: changed[place] = numbers.pick(alphabet)
        }
      }
      let path = try folder.file("changed", changed)
      do {
        let recording = try Recording(contentsOf: path)
        for index in recording.frames.indices {
          _ = try recording.matches(recording.frame(at: index), at: index)
        }
        readings += 1
      } catch is RecordingError {
        errors += 1
      } catch is RenderError {
        errors += 1
      }
    }
    #expect(errors > 10 && readings > 0)
  }

  private static let header = "{\"lamina-recording\":1}\n"
  private static let refusedFiles: [(String, String)] = [
    ("", "not a Lamina recording"),
    ("GIF89a", "not a Lamina recording"),
    ("{}\n", "not a Lamina recording"),
    (
      "{\"lamina-recording\":2}\n",
      "a recording of version 2, and this version of Lamina reads version 1"
    ),
    (header + "{\"frame\":0", "line 2: the line is cut off"),
    (header + "{\"what\":0}\n", "line 2: 'what' is unknown"),
    (
      header + "{\"frame\":0,\"time\":0,\"hash\":\"0\"}",
      "line 2: no checkpoint is before the frame"
    ),
    (header + String(repeating: "[", count: 100_000), "line 2: the nesting is too deep"),
  ]

  @Test(
    "that is none, is not there, or is of another version is refused in a sentence",
    arguments: refusedFiles)
  func refusals(text: String, sentence: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.file("bad", Array(text.utf8))
    let error = #expect(throws: RecordingError.self) { try Recording(contentsOf: path) }
    #expect(error?.description.hasSuffix(sentence) == true, "\(error?.description ?? "")")
    #expect(throws: RecordingError.self) { try Recording(contentsOf: folder("missing")) }
  }

  @Test("holds the bitmap of a claimed size only if its data can")
  func bitmapSize() throws {
    let bitmap = try Bitmap(width: 3, height: 2, pixels: [1, 0xFF00_0000, 0x8040_2010, 0, 7, 9])
    let json = try BitmapCoding.json(bitmap, hash: bitmap.recordedHash)
    #expect(try BitmapCoding.bitmap(json) == bitmap)
    for size in [[32_767, 32_767], [0, 1], [2, 3, 4], [3], [3, 3]] {
      let changed = JSONValue.object([
        "bitmap": json["bitmap"], "size": .list(size.map(JSONValue.integer)), "data": json["data"],
      ])
      #expect(throws: UnusableRecord.self) { try BitmapCoding.bitmap(changed) }
    }
  }

  @Test("has numbers and texts that come back bit by bit")
  func numbers() throws {
    var numbers = SeededGenerator(seed: 5)
    var values: [Double] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .ulpOfOne, 0x1p53, 1e300, .leastNonzeroMagnitude,
    ]
    for _ in 0..<2_000 {
      let value = Double(bitPattern: numbers.next())
      if !value.isNaN { values.append(value) }
    }
    for value in values {
      let parsed = try parse(JSONValue.number(value).line)
      #expect(parsed.number?.bitPattern == value.bitPattern, "\(value)")
    }
    for text in ["", "a\"b\\c", "\n\t\u{0}\u{7F}\u{2028}", "Grüße 🙂"] {
      #expect(try parse(JSONValue.text(text).line) == .text(text))
    }
  }

  private func parse(_ line: String) throws -> JSONValue {
    try Array(line.utf8.dropLast()).withUnsafeBufferPointer { try JSONParser.parse($0) }
  }

  @Test("stays within its budget, and gives the last frames", .slow)
  func budget() throws {
    let folder = TemporaryFolder()
    var options = RecordingOptions()
    options.checkpointInterval = 10
    options.byteBudget = 150_000
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("long"), options: options)
    var largest = 0
    var hashes: [String] = []
    for frame in 0..<1_200 {
      Transaction.run(disableActions: true) {
        renderer.layer.backgroundColor = Color(white: Double(frame % 50) / 50)
        // A picture that is set once, and others that come and go.
        if frame == 0 { renderer.layer.contents = TestBitmaps.all[0] }
        let layer = Layer()
        layer.frame = CGRect(x: frame % 30, y: 3, width: 8, height: 8)
        layer.contents = TestBitmaps.all[frame % TestBitmaps.all.count]
        renderer.layer.sublayers = [layer]
      }
      let drawn = try renderer.render(at: Double(frame) / 60)
      try recorder.record(drawn)
      hashes.append(drawn.bitmap.recordedHash)
      largest = max(largest, folder.bytes("long")?.count ?? 0)
    }
    try recorder.finish()
    #expect(largest <= 150_000)
    #expect(folder.names == ["long"])
    let recording = try Recording(contentsOf: folder("long"))
    #expect(recording.frames.count >= 10 && recording.frames.count < 1_200)
    #expect(recording.frames.last?.number == 1_199)
    for index in recording.frames.indices {
      #expect(try recording.matches(recording.frame(at: index), at: index))
      #expect(recording.frames[index].hash == hashes[recording.frames[index].number])
    }
  }

  @Test("stays within its budget, too, where an animation goes on without commits")
  func endlessAnimation() throws {
    let folder = TemporaryFolder()
    var options = RecordingOptions()
    options.checkpointInterval = 20
    options.byteBudget = 6_000
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("endless"), options: options)
    let box = Layer()
    Transaction.run(disableActions: true) {
      box.bounds.size = CGSize(width: 10, height: 10)
      box.backgroundColor = .red
      renderer.layer.addSublayer(box)
    }
    let move = BasicAnimation(keyPath: "position.x")
    move.fromValue = 0
    move.toValue = 40
    move.duration = 3
    move.repeatCount = .infinity
    box.add(move, forKey: "move")
    var largest = 0
    for frame in 0..<500 {
      try recorder.record(renderer.render(at: Double(frame) / 60))
      largest = max(largest, folder.bytes("endless")?.count ?? 0)
    }
    try recorder.finish()
    #expect(largest <= 6_000)
    let recording = try Recording(contentsOf: folder("endless"))
    #expect(recording.frames.count >= 20 && recording.frames.last?.number == 499)
    for index in recording.frames.indices.reversed() {
      #expect(try recording.matches(recording.frame(at: index), at: index))
    }
  }

  @Test("has no line for a commit that changes nothing, and each bitmap once")
  func idleFrames() throws {
    let folder = TemporaryFolder()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("idle"))
    for frame in 0..<20 {
      if frame % 5 == 0 {
        Transaction.run(disableActions: true) {
          renderer.layer.contents = frame % 10 == 0 ? TestBitmaps.all[0] : nil
        }
      }
      try recorder.record(renderer.render(at: Double(frame)))
    }
    try recorder.finish()
    let lines = String(decoding: folder.bytes("idle") ?? [], as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix(#"{"bitmap""#) } == 1)
    #expect(lines.count { $0.hasPrefix(#"{"frame""#) } == 20)
    #expect(lines.count { $0.hasPrefix(#"{"commit""#) } == 4)
  }

  @Test("has the events of input, in order")
  func inputs() throws {
    let folder = TemporaryFolder()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("inputs"))
    let place = CGPoint(x: 3.25, y: -0.1)
    var kinds: [InputEvent.Kind] = Touch.Phase.allCases.map {
      .touch(id: 2, phase: $0, location: place)
    }
    kinds += [
      .touch(id: -1, phase: .began, location: place),
      .scroll(location: place, translation: CGPoint(x: 0, y: 12)),
      .magnify(location: place, factor: 1.25), .hover(location: place), .hover(location: nil),
      .key(.pageDown, isDown: true, modifiers: [.shift, .command]),
      .key(.character("ß"), isDown: false, modifiers: []), .key(.plus, isDown: true, modifiers: []),
    ]
    let events = kinds.enumerated().map { index, kind in
      var event = InputEvent(time: Double(index) / 3, kind: kind)
      if index % 2 == 1, case .touch = kind { event.modifiers = [.control] }
      return event
    }
    try recorder.record(renderer.render(at: 0))
    for event in events { try recorder.record(event) }
    try recorder.record(InputEvent(time: .nan, kind: .hover(location: nil)))
    try recorder.record(renderer.render(at: 1))
    try recorder.finish()
    let recording = try Recording(contentsOf: folder("inputs"))
    #expect(recording.inputs.map(\.event) == events)
    #expect(recording.inputs.allSatisfy { $0.frameIndex == 1 })
    #expect(try recording.matches(recording.frame(at: 1), at: 1))
  }

  @Test("has no more than a thousand events of input for each frame: the last ones")
  func inputLimit() throws {
    let folder = TemporaryFolder()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("inputs"))
    try recorder.record(renderer.render(at: 0))
    let size = folder.bytes("inputs")?.count
    for number in 0..<1_200 {
      try recorder.record(InputEvent(time: Double(number), kind: .hover(location: nil)))
    }
    #expect(folder.bytes("inputs")?.count == size)
    try recorder.finish()
    let recording = try Recording(contentsOf: folder("inputs"))
    #expect(recording.inputs.map(\.event.time) == (200..<1_200).map(Double.init))
    #expect(recording.inputs.allSatisfy { $0.frameIndex == 1 } && recording.frames.count == 1)
  }

  @Test("can come through a pipe, and is refused if it is a folder")
  func pipe() throws {
    let folder = TemporaryFolder()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.goldenPath("version-1")))
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let recording = try Recording(contentsOf: "/proc/self/fd/\(descriptor)")
    #expect(recording.frames.count == SampleSession.times.count)
    #expect(throws: RecordingError.file(path: folder(""), reason: "it cannot be read")) {
      try Recording(contentsOf: folder(""))
    }
  }

  @Test("has the hash of each frame, though frames between them are not recorded")
  func skippedFrames() throws {
    let folder = TemporaryFolder()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("skips"))
    try recorder.record(renderer.render(at: 0))
    Transaction.run(disableActions: true) { renderer.layer.backgroundColor = .red }
    _ = try renderer.render(at: 1)
    let frame = try renderer.render(at: 2)
    try recorder.record(frame)
    try recorder.finish()
    let recording = try Recording(contentsOf: folder("skips"))
    #expect(recording.frames.map(\.hash)[1] == frame.bitmap.recordedHash)
    #expect(recording.frames[0].hash != recording.frames[1].hash)
    #expect(try recording.matches(recording.frame(at: 1), at: 1))
  }

  @Test("follows the size, the scale, the alignment and the root")
  func viewport() throws {
    let folder = TemporaryFolder()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try Recorder(renderer, to: folder("sizes"))
    let box = Layer()
    func draw(_ time: Double) throws { try recorder.record(renderer.render(at: time)) }
    Transaction.run(disableActions: true) {
      box.frame = CGRect(x: 3.25, y: 4.5, width: 20, height: 15)
      box.contents = TestBitmaps.all[0]
      renderer.layer.addSublayer(box)
    }
    try draw(0)
    renderer.options.contentsAlignment = .never
    try draw(1)
    try renderer.resize(width: 66, height: 51, scale: 1.5)
    try draw(2)
    Transaction.run(disableActions: true) {
      let old = renderer.layer
      let root = Layer()
      root.frame = CGRect(x: 0, y: 0, width: 44, height: 34)
      root.backgroundColor = .green
      renderer.layer = root
      root.addSublayer(old)
    }
    try draw(3)
    try recorder.finish()
    let recording = try Recording(contentsOf: folder("sizes"))
    for index in [0, 1, 2, 3, 1, 0, 3] {
      #expect(try recording.matches(recording.frame(at: index), at: index), "\(index)")
    }
    #expect(try recording.frame(at: 2).bitmap.width == 66)
    #expect(throws: RecordingError.self) { try recording.frame(at: 4) }
    #expect([-1, 0, 1.5, 9].map { recording.index(atTime: $0) } == [0, 0, 1, 3])
  }

  @Test("has none of what cannot be recorded, which is an error")
  func unrecordable() throws {
    let folder = TemporaryFolder()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    _ = try renderer.render(at: 0)
    let box = Layer()
    box.name = "box"
    Transaction.run(disableActions: true) { renderer.layer.addSublayer(box) }
    _ = try renderer.render(at: 1)
    box.add(Transition(), forKey: nil)
    _ = try renderer.render(at: 2)
    let late = try Recorder(renderer, to: folder("late"))
    let frame = try renderer.render(at: 2.1)
    #expect(
      throws: RecordingError.unrecordable(
        "Layer \"box\", which is in a transition that began before the recording")
    ) { try late.record(frame) }
    try? late.finish()
    let recorder = try Recorder(renderer, to: folder("tint"))
    renderer.options.damageTint = .red
    let tinted = try renderer.render(at: 9)
    #expect(throws: RecordingError.self) { try recorder.record(tinted) }
    #expect(throws: RecordingError.self) { try Recorder(renderer, to: folder("no/such/folder")) }
  }
}
