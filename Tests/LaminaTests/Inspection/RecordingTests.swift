import Foundation
import LaminaRecording
import LaminaTestSupport
import Testing

@testable import Lamina

/// Recordings of trees, with what the tests of the engine have: every property, and random walks.
///
/// The seeds are the first of the other walks: `LAMINA_WALKS` and `LAMINA_WALK_SEED`.
@Suite("A recording")
struct RecordingTests {
  /// The maximum number of walks of each kind, in which every frame is drawn several times.
  private static let maximumWalkCount = 24

  /// A recording of a renderer in a file of its own.
  private struct Session {
    let folder = TemporaryFolder()
    let renderer: Renderer
    let recorder: Recorder
    var frames: [Frame] = []
    /// True if the recording has ended because a checkpoint takes more than its budget.
    var isFull = false
    var path: String { folder("session.lamina") }

    init(_ renderer: Renderer, _ options: RecordingOptions = RecordingOptions()) throws {
      self.renderer = renderer
      recorder = try Recorder(renderer, to: folder("session.lamina"), options: options)
    }

    mutating func draw(at time: Double) throws {
      let frame = try renderer.render(at: time)
      frames.append(frame)
      try recorder.record(frame)
    }

    /// Replays the recording, and returns words for the first frame that differs.
    func difference(in order: (Range<Int>) -> [Int]) throws -> String? {
      let recording = try Recording(contentsOf: path)
      let first = frames.count - recording.frames.count
      if recording.frames.last?.number != frames.count - 1 { return "the last frame is missing" }
      for index in order(recording.frames.indices) {
        let (old, new) = (frames[first + index], try recording.frame(at: index))
        if old.time != new.time { return "frame \(index) is at \(new.time), not \(old.time)" }
        if old.bitmap != new.bitmap { return "frame \(index) at \(old.time) differs" }
        if old.bitmap.recordedHash != recording.frames[index].hash { return "the hash differs" }
      }
      return nil
    }
  }

  @Test("holds every property of every kind", arguments: DeclaredProperty.all)
  func properties(_ declared: DeclaredProperty) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    var session = try Session(renderer)
    let layer = declared.makeLayer()
    let child = Layer()
    Transaction.run(disableActions: true) {
      layer.frame = CGRect(x: 5, y: 5, width: 20, height: 15)
      layer.backgroundColor = .red
      child.frame = CGRect(x: 2, y: 3, width: 9, height: 8)
      child.backgroundColor = .blue
      layer.addSublayer(child)
      renderer.layer.addSublayer(layer)
    }
    try session.draw(at: 0)
    Transaction.run(label: "change") { layer.setValue(declared.otherValue, forKey: declared.name) }
    for time in [1, 1.1, 1.2, 1.5] { try session.draw(at: time) }
    try session.recorder.finish()
    #expect(try session.difference { Array($0) } == nil)
    #expect(try session.difference { $0.reversed() } == nil)
    let recording = try Recording(contentsOf: session.path)
    #expect(recording.marks.contains { $0.transaction.label == "change" && $0.time == 1 })
    // The model has the value again, not only the pixels.
    let file = try String(contentsOfFile: session.path, encoding: .utf8)
    #expect(file.contains("\"\(declared.name)\":"))
  }

  @Test(
    "holds every property of every animation",
    arguments: DeclaredAnimationProperty.all.filter { $0.property.valueType != nil })
  func animationProperty(_ declared: DeclaredAnimationProperty) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    var session = try Session(renderer)
    let layer = Layer()
    Transaction.run(disableActions: true) {
      layer.frame = CGRect(x: 5, y: 5, width: 20, height: 15)
      layer.borderWidth = 1
      renderer.layer.addSublayer(layer)
    }
    try session.draw(at: 0)
    let isOfBasic = declared.property.belongs(BasicAnimation.self)
    let animation = isOfBasic ? BasicAnimation() : declared.makeAnimation()
    animation.duration = 2
    (animation as? PropertyAnimation)?.keyPath =
      ["path": "position", "valueFunction": "transform"][declared.key] ?? "borderWidth"
    (animation as? BasicAnimation)?.toValue = 3
    if declared.key != "path" { (animation as? KeyframeAnimation)?.values = [1, 2, 3] }
    (animation as? AnimationGroup)?.animations = [BasicAnimation(.opacity, to: 0.5)]
    animation.setValue(declared.otherValue, forKey: declared.key)
    layer.add(animation, forKey: "animation")
    for time in [1, 1.5, 2.5, 4] { try session.draw(at: time) }
    try session.recorder.finish()
    #expect(try session.difference { Array($0) } == nil)
    let file = try String(contentsOfFile: session.path, encoding: .utf8)
    #expect(file.contains("\"\(declared.key)\":"))
  }

  @Test(
    "holds every property of a cell", arguments: EmitterCellValues.properties.keys.sorted())
  func cellProperty(_ key: String) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    var session = try Session(renderer)
    let property = try #require(EmitterCellValues.properties[key])
    var cell = EmitterCellValues()
    let picture = try Bitmap(width: 1, height: 1, pixels: [0xFF00_00FF])
    let other: PropertyValue =
      switch property.read(cell) {
      case .word: .word("nearest")
      case .value(.scalar(.infinity)): .value(.scalar(3))
      case .value(.scalar(let number)): .value(.scalar(number + 0.5))
      case .value(.bool(let flag)): .value(.bool(!flag))
      case .value(.rect): .value(.rect(CGRect(x: 0.25, y: 0, width: 0.5, height: 1)))
      case .value(.color): .value(.color(.red))
      default: .value(.bitmap(picture))
      }
    #expect(property.write(&cell, other))
    let layer = EmitterLayer()
    layer.emitterCells = [EmitterCell(cell)]
    Transaction.run(disableActions: true) { renderer.layer.addSublayer(layer) }
    try session.draw(at: 0)
    try session.recorder.finish()
    #expect(try session.difference { Array($0) } == nil)
    let recording = try Recording(contentsOf: session.path)
    _ = try recording.frame(at: 0)
    let replayed = try #require(recording.layers.values.compactMap { $0 as? EmitterLayer }.first)
    #expect(property.read(try #require(replayed.cells)[0]) == other || key == "contents")
    #expect(try #require(replayed.cells)[0] != EmitterCellValues())
  }

  @Test(
    "of a random walk draws the same frames again, in any order", .slow,
    arguments: WalkTests.seeds.prefix(maximumWalkCount))
  func walk(seed: UInt64) throws {
    try Self.check(WalkMaker(seed: seed, edits: 60).walk, seed: seed)
  }

  @Test(
    "of nested layers draws the same frames again, in any order", .slow,
    arguments: NestingWalkTests.seeds.prefix(maximumWalkCount))
  func nestedWalk(seed: UInt64) throws {
    try Self.check(NestingWalkMaker(seed: seed, edits: 80).walk, seed: seed)
  }

  private static func check(_ walk: Walk, seed: UInt64) throws {
    try RandomWalk(seed: seed, edits: walk.edits, setting: walk.setting).expectNoFailure {
      edits, _ in try run(walk.with(edits.edits), seed: seed)
    }
  }

  /// Records a walk.
  private static func record(_ walk: Walk, _ options: RecordingOptions) throws -> Session {
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: walk.size)
    let renderer = try Renderer(
      layer: root, width: walk.width, height: walk.height, scale: walk.scale)
    let scene = try EditedScene(walk, renderer)
    defer { scene.closeTransactions() }
    var session = try Session(renderer, options)
    for (index, edit) in walk.edits.enumerated() {
      scene.apply(edit)
      guard case .draw(let time) = edit else { continue }
      do {
        try session.draw(at: time)
      } catch RecordingError.budgetExceeded {
        session.isFull = true
        return session
      } catch {
        throw WalkFailure(edit: index, text: "\(error)")
      }
    }
    return session
  }

  private static func run(_ walk: Walk, seed: UInt64) throws -> WalkFailure? {
    var numbers = SeededGenerator(seed: seed)
    var options = RecordingOptions()
    options.checkpointInterval = numbers.pick([1, 3, 7, 300])
    if numbers.chance(30) { options.byteBudget = numbers.pick([1_000, 20_000]) }
    let session: Session
    do {
      session = try record(walk, options)
    } catch let failure as WalkFailure {
      return failure
    }
    if session.frames.isEmpty { return nil }
    if !session.isFull { try session.recorder.finish() }
    let last = walk.edits.count - 1
    do {
      if let text = try session.difference(in: { Array($0) }) {
        return WalkFailure(edit: last, text: "in order: \(text)")
      }
      if let text = try session.difference(in: { $0.shuffled(using: &numbers) }) {
        return WalkFailure(edit: last, text: "in any order: \(text)")
      }
    } catch {
      return WalkFailure(edit: last, text: "\(error)")
    }
    return nil
  }

  /// The seeds of walks that are reduced, and the number of tries for each.
  private static let reducedSeeds = (0..<UInt64(shrunkTests == nil ? 3 : 12)).map {
    firstWalkSeed + $0
  }
  private static let tries = shrunkTests == nil ? 20 : 100
  /// The folder to write tests in Swift into, for `.scripts/check-shrink`.
  private static let shrunkTests = ProcessInfo.processInfo.environment["LAMINA_SHRUNK_TESTS"]

  @Test(
    "of a random walk is reduced to a recording of the same picture, and to a test in Swift", .slow,
    arguments: reducedSeeds)
  func reducedWalk(seed: UInt64) throws {
    let walk =
      seed % 2 == 0
      ? WalkMaker(seed: seed, edits: 60).walk : NestingWalkMaker(seed: seed, edits: 80).walk
    let session = try Self.record(walk, RecordingOptions())
    try session.recorder.finish()
    guard let last = session.frames.last else { return }
    let recording = try Recording(contentsOf: session.path)
    let index = session.frames.count - 1
    let hash = last.bitmap.recordedHash
    let short = try recording.shrunk(at: index, showing: [.hash(hash)], limit: Self.tries)
    let path = try session.folder.file("short", Array(short.text.utf8))
    let replayed = try Recording(contentsOf: path)
    #expect(try replayed.frame(at: replayed.frames.count - 1).bitmap == last.bitmap)
    #expect(short.editCount <= short.originalEditCount)
    guard let folder = Self.shrunkTests else { return }
    let whole = try recording.shrunk(at: index, showing: [.hash(hash)], limit: 0)
    for (name, recording) in [("Whole", whole), ("Short", short)] {
      let test = try recording.swiftTest(named: "\(name)Walk\(seed)Tests")
      let source = [("\(name)Walk\(seed)Tests.swift", Array(test.source.utf8))]
      for (name, bytes) in source + test.files {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
    }
    // The test that the inspector offers replays the recording itself.
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(seed % 26)))
    let replay = try recording.test(ofFrameAt: index, titled: "Walk\(letter)")
    for (name, bytes) in [
      (replay.recordingName, replay.recording), (replay.sourceName, Data(replay.source.utf8)),
    ] {
      try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }
}
