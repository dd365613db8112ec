import Foundation
import Lamina
import LaminaTestSupport
import Testing

@testable import LaminaRecording

@Suite("A recording of transitions")
struct TransitionRecordingTests {
  private let folder = TemporaryFolder()

  private func recorder(
    of renderer: Renderer, interval: Int, budget: Int? = nil
  ) throws -> Recorder {
    var options = RecordingOptions()
    options.checkpointInterval = interval
    options.byteBudget = budget
    return try Recorder(renderer, to: folder("session"), options: options)
  }

  private func lineCount(_ start: String) -> Int {
    String(decoding: folder.bytes("session") ?? [], as: UTF8.self).split(separator: "\n")
      .count { $0.hasPrefix(start) }
  }

  @Test(
    "has checkpoints while they run, inside each other too, and gives each frame from these",
    arguments: 4...5 as ClosedRange<UInt64>)
  func checkpoints(seed: UInt64) throws {
    let recording = try transitions(seed: seed)
    #expect(recording.frames.count == 33)
    #expect(recording.checkpoints.count == 11)
    for index in recording.frames.indices.reversed() {
      #expect(try recording.matches(recording.frame(at: index), at: index), "frame \(index)")
      let explained = try recording.explainedFrame(at: index)
      #expect(try recording.matches(explained, at: index), "frame \(index)")
      #expect((explained.explanation != nil) == (index > 0))
    }
    // Commits that were made up have no transactions.
    #expect(Set(recording.marks).count == recording.marks.count)
  }

  @Test("is reduced from a checkpoint in their middle", .slow)
  func shrunk() throws {
    let recording = try transitions(seed: 4)
    for index in [14, 26] {
      let hash = recording.frames[index].hash
      let short = try recording.shrunk(at: index, showing: [.hash(hash)])
      let again = try Recording(contentsOf: folder.file("short", Array(short.text.utf8)))
      let last = try again.frame(at: again.frames.count - 1)
      #expect(last.bitmap.recordedHash == hash, "frame \(index)")
      #expect(short.editCount < short.originalEditCount)
    }
  }

  /// A recording of 33 frames in which transitions begin and end at random.
  private func transitions(seed: UInt64) throws -> Recording {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try recorder(of: renderer, interval: 3)
    var numbers = SeededGenerator(seed: seed)
    var layers = [renderer.layer]
    for frame in 0..<50 {
      Transaction.run(disableActions: true) {
        for _ in 0..<(frame == 0 ? 0 : numbers.below(4)) { change(&layers, &numbers) }
      }
      let drawn = try renderer.render(at: Double(frame) / 20)
      if frame % 3 > 0 { try recorder.record(drawn) }
    }
    try recorder.finish()
    return try Recording(contentsOf: folder("session"))
  }

  /// Changes one of some layers, of which the first is the root.
  private func change(_ layers: inout [Layer], _ numbers: inout SeededGenerator) {
    let layer = layers[numbers.below(layers.count)]
    switch numbers.below(8) {
    case 0, 1, 2:
      let transition = Transition()
      transition.type = numbers.pick(Array(Transition.Kind.allCases))
      transition.subtype = numbers.pick(Array(Transition.Direction.allCases))
      transition.duration = numbers.chance(25) ? .infinity : 0.1 + numbers.unit()
      transition.isRemovedOnCompletion = numbers.chance(50)
      layer.add(transition, forKey: nil)
      layer.backgroundColor = Color(rgb: UInt32(numbers.below(1 << 24)))
    case 3, 4:
      let new = Layer()
      new.frame = CGRect(
        x: numbers.below(20), y: numbers.below(12), width: 4 + numbers.below(20),
        height: 4 + numbers.below(16))
      new.backgroundColor = Color(rgb: UInt32(numbers.below(1 << 24)))
      if numbers.chance(33) { new.contents = numbers.pick(TestBitmaps.all) }
      layer.addSublayer(new)
      layers.append(new)
    case 5:
      let root = layers[0]
      if layer !== root {
        layer.removeFromSuperlayer()
        layer.sublayers = nil
        layers.removeAll { $0.superlayer == nil && $0 !== root }
      }
    case 6:
      layer.position.x += CGFloat(numbers.below(7)) - 3
      layer.opacity = 0.5 + Float(numbers.unit()) / 2
    default: layer.removeAllAnimations()
    }
  }

  @Test("that do not end stays within its budget, and each of its frames is near a checkpoint")
  func endless() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try recorder(of: renderer, interval: 300, budget: 6_000)
    let (box, dot) = (Layer(), Layer())
    Transaction.run(disableActions: true) {
      box.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
      box.backgroundColor = .red
      dot.frame = CGRect(x: 3, y: 3, width: 8, height: 8)
      box.addSublayer(dot)
      renderer.layer.addSublayer(box)
    }
    try recorder.record(renderer.render(at: 0))
    let push = Transition()
    push.type = .push
    push.duration = 2
    push.repeatCount = .infinity
    Transaction.run(disableActions: true) {
      box.add(push, forKey: nil)
      box.backgroundColor = .blue
    }
    var largest = 0
    for frame in 1...300 {
      Transaction.run(disableActions: true) {
        dot.backgroundColor = Color(white: Double(frame % 50) / 50)
        dot.name = "step \(frame)"
      }
      try recorder.record(renderer.render(at: Double(frame) / 60))
      largest = max(largest, folder.bytes("session")?.count ?? 0)
    }
    try recorder.finish()
    #expect(largest <= 6_000)
    let recording = try Recording(contentsOf: folder("session"))
    #expect(recording.frames.last?.number == 300)
    #expect(recording.frames.count < 100)
    for index in recording.frames.indices.reversed() where index % 5 == 0 {
      #expect(try recording.matches(recording.frame(at: index), at: index), "frame \(index)")
    }
  }

  @Test("that are over needs no states from before them")
  func ended() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try recorder(of: renderer, interval: 8)
    try recorder.record(renderer.render(at: 0))
    for frame in 1...40 {
      if frame == 5 {
        Transaction.run(disableActions: true) {
          renderer.layer.add(Transition(), forKey: nil)
          renderer.layer.backgroundColor = .red
        }
      }
      try recorder.record(renderer.render(at: Double(frame) / 20))
    }
    try recorder.finish()
    // One for the first checkpoint, two for each other, three for the one meanwhile; its beginning and
    // its end.
    #expect(lineCount(#"{"checkpoint""#) == 6)
    #expect(lineCount(#"{"commit""#) == 14)
  }

  @Test("whose layers take more than the budget ends with a message")
  func tooLarge() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let recorder = try recorder(of: renderer, interval: 10, budget: 5_000)
    try recorder.record(renderer.render(at: 0))
    Transaction.run(disableActions: true) {
      for number in 0..<100 {
        let layer = Layer()
        layer.position = CGPoint(x: number, y: 3)
        renderer.layer.addSublayer(layer)
      }
    }
    for time in [1.0, 2] { try recorder.record(renderer.render(at: time)) }
    let error = #expect(throws: RecordingError.self) {
      try recorder.record(renderer.render(at: 3))
    }
    guard case .budgetExceeded(let checkpoint, budget: 5000) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(checkpoint > 5000)
    #expect(throws: RecordingError.self) { try recorder.record(renderer.render(at: 4)) }
  }
}
