import Foundation
import Testing

@testable import LaminaGraphs

@Suite("Tiles")
struct TileArithmeticTests {
  @Test("have the documented numbers by default")
  func defaults() {
    let configuration = GraphView.Configuration()
    #expect(configuration.tileWidth == 32)
    #expect(configuration.pointsPerSample == 1)
    #expect(configuration.paddingSamples == 2)
    #expect(configuration.samplesPerTile == 32)
    #expect(configuration.movement == .instant)
  }

  @Test(
    "hold the samples from their number times 32, also to the left of the first sample",
    arguments: [
      (0, 0), (31, 0), (32, 1), (63, 1), (64, 2), (-1, -1), (-32, -1), (-33, -2), (-64, -2),
      (-65, -3), (10_000_000_031, 312_500_000), (Int.min + 32, Int.min / 32 + 1),
    ])
  func tileOfSample(sample: Int, tile: Int) {
    #expect(GraphView.Configuration().tile(ofSample: sample) == tile)
  }

  @Test("hold as many samples as fit across a layer")
  func samplesPerTile() {
    #expect(GraphView.Configuration(tileWidth: 30, pointsPerSample: 2.5).samplesPerTile == 12)
    #expect(GraphView.Configuration(tileWidth: 0.3, pointsPerSample: 0.1).samplesPerTile == 3)
    let narrow = GraphView.Configuration(tileWidth: 7, pointsPerSample: 7)
    #expect(narrow.samplesPerTile == 1)
    #expect((-2...2).map(narrow.tile(ofSample:)) == [-2, -1, 0, 1, 2])
  }

  @Test("take as many samples beyond their edges as reach over them")
  func padding() {
    func padding(_ width: CGFloat, _ pointsPerSample: CGFloat, _ least: Int) -> Int {
      TileFormat.padding(
        GraphView.Configuration(
          tileWidth: 32, pointsPerSample: pointsPerSample, paddingSamples: least),
        GraphStyle(lineWidth: width), scale: 1)
    }
    #expect(padding(1, 1, 2) == 2)
    #expect(padding(1, 1, 0) == 2)
    #expect(padding(1, 1, 9) == 9)
    #expect(padding(3, 1, 2) == 4)
    #expect(padding(3, 0.5, 2) == 7)
    #expect(padding(0, 1, 0) == 1)
  }

  @Test("to be redrawn form a set, taken out in ascending order")
  func set() {
    var set = TileSet()
    #expect(set.popFirst() == nil)
    for tile in [4, -2, 4, 7, -2, 5, 4] { set.insert(tile) }
    #expect(set.count == 4)
    #expect(set.contains(5) && !set.contains(6))
    set.removeAll { $0 == 5 }
    var drained: [Int] = []
    while let tile = set.popFirst() { drained.append(tile) }
    #expect(drained == [-2, 4, 7])
    #expect(set.isEmpty)
  }

  @Test("with invalid numbers are refused")
  func wrongNumbers() async throws {
    await #expect(processExitsWith: .failure) {
      _ = GraphView.Configuration(tileWidth: 32, pointsPerSample: 3)
    }
    await #expect(processExitsWith: .failure) {
      _ = GraphView.Configuration(tileWidth: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = GraphView.Configuration(paddingSamples: -1)
    }
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = GraphStyle(lineWidth: .infinity)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Fatal error: ") && message.contains(" inf"), "\(message)")
  }
}
