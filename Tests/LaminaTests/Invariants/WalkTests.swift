import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Random trees and random edits. How many is up to the environment: `LAMINA_WALKS` walks
/// (40 without it, 5 in a debug build), the first with the seed `LAMINA_WALK_SEED` (1 without it).
@Suite("A random walk", .slow)
struct WalkTests {
  static let editsPerWalk = 130

  static var seeds: [UInt64] {
    let first = firstWalkSeed
    guard let count: UInt64 = environmentNumber("LAMINA_WALKS") else {
      return sampledCases(of: first..<first + 40)
    }
    return Array(first..<first + count)
  }

  @Test(
    "draws the same bytes in part and whole, with every switch, and of a tree made anew",
    arguments: seeds)
  func walk(seed: UInt64) throws {
    let walk = WalkMaker(seed: seed, edits: Self.editsPerWalk).walk
    try WalkCheck.expectNoFailure(of: walk, seed: seed, rebuildInterval: 16)
  }
}
