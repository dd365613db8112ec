import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@testable import LaminaScenes

/// A scene whose second half draws far more than its first: a large layer that turns.
private struct Burst: Scene {
  static let scene = SceneConfiguration(
    size: CGSize(width: 60, height: 40), duration: 2, timeStep: 0.1)

  final class Root: Layer { let square = Layer() }

  func makeRoot(in context: SceneContext) -> Root {
    let root = Root()
    root.square.frame = CGRect(x: 10, y: 0, width: 40, height: 40)
    root.square.backgroundColor = .black
    root.square.shadowOpacity = 1
    root.addSublayer(root.square)
    return root
  }

  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) {
    guard time >= 1 else { return }
    Transaction.run(disableActions: true) {
      root.square.transform = Transform3D(rotation: time, x: 0, y: 0, z: 1)
    }
  }
}

@Suite("Plan of a film")
struct ScenePlanTests {
  private static func command(_ arguments: String...) throws -> SceneCommand<Burst> {
    try SceneCommand<Burst>.parse(arguments)
  }

  @Test("covers all frames, each range with no more than its share and a frame", arguments: 1...40)
  func shares(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let costs = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      pow(Double.random(in: 0.1...10, using: &random), 3)
    }
    let count = Int.random(in: 1...50, using: &random)
    let first = Int.random(in: 0...1000, using: &random)
    let ranges = ScenePlan(first: first, costs: costs, count: count).ranges
    #expect(ranges.count == min(count, costs.count))
    #expect(ranges.flatMap { Array($0) } == Array(first..<first + costs.count))
    #expect(ranges.allSatisfy { !$0.isEmpty })
    let share = costs.reduce(0, +) / Double(ranges.count)
    for range in ranges {
      let cost = costs[range.lowerBound - first..<range.upperBound - first].reduce(0, +)
      #expect(cost <= share + costs.max()! * 1.001)
    }
  }

  @Test("gives expensive frames to more tasks")
  func expensiveFrames() throws {
    let command = try Self.command("--fps", "10", "--plan", "4")
    let ranges = try command.makePlan(of: 4).ranges
    #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == 20)
    // The first ten frames cost less than the eleventh.
    #expect(try #require(ranges.first).count > 9)
    #expect(ranges.dropFirst().allSatisfy { (2...4).contains($0.count) })
    #expect(try command.makePlan(of: 4).ranges == ranges)
  }

  @Test("is of the frames that the options name")
  func frames() throws {
    let command = try Self.command("--fps", "10", "--plan", "3", "--frames", "12...17")
    #expect(try command.makePlan(of: 3).ranges == [12..<14, 14..<16, 16..<18])
    #expect(try command.makePlan(of: 9).ranges == (12..<18).map { $0..<$0 + 1 })
  }

  @Test("draws the same frames, range by range, as the whole film")
  func parts() throws {
    try withTemporaryFolder { folder in
      func draw(_ path: String, _ arguments: [String] = []) throws {
        let command = try SceneCommand<Burst>.parse(
          ["--fps", "10", "--quiet", "-o", folder("\(path)/%03d.png")] + arguments)
        try command.run()
      }
      try draw("whole")
      for range in try Self.command("--fps", "10", "--plan", "3").makePlan(of: 3).ranges {
        try draw("parts", ["--frames", "\(range.lowerBound)..<\(range.upperBound)"])
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder("whole")).sorted()
      #expect(files.count == 20)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder("parts")).sorted() == files)
      for file in files {
        #expect(
          FileManager.default.contentsEqual(
            atPath: folder("whole/\(file)"), andPath: folder("parts/\(file)")), "\(file)")
      }
    }
  }

  @Test(
    "refuses what has no effect on it",
    arguments: [
      ["--plan", "0"], ["--plan", "-1"], ["--plan", "x"], ["--plan", "2", "--time", "1"],
      ["--plan", "2", "--contact-sheet", "3"], ["--plan", "2", "--check"],
      ["--plan", "2", "--report", "json"], ["--plan", "2", "--profile"],
      ["--plan", "2", "--terminal"],
    ])
  func refusals(arguments: [String]) {
    #expect(throws: (any Error).self) { try SceneCommand<Burst>.parse(arguments) }
  }
}
