import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Random walks of layers in each other, in small pictures.
///
/// How many is up to the environment: `LAMINA_NESTED_WALKS` or else `LAMINA_WALKS` seeds (200 without
/// them, 25 in a debug build), the first with the seed `LAMINA_WALK_SEED` (1 without it), or those of
/// them in the regions of ``NestingWalkMaker`` that `LAMINA_WALK_REGIONS` names by number. With
/// `LAMINA_WALK_PROGRESS` each says on standard error when it begins and when it is done, so that one
/// that ends the process can be told. `.scripts/walk` runs two million edits.
@Suite("A random walk of nested layers", .slow)
struct NestingWalkTests {
  static let editsPerWalk = 130

  private static let environment = ProcessInfo.processInfo.environment

  static var seeds: [UInt64] {
    let count: UInt64? =
      environmentNumber("LAMINA_NESTED_WALKS") ?? environmentNumber("LAMINA_WALKS")
    let first = firstWalkSeed
    let seeds = count.map { Array(first..<first + $0) } ?? sampledCases(of: first..<first + 200)
    guard let chosen = environment["LAMINA_WALK_REGIONS"] else { return seeds }
    return seeds.filter { chosen.contains("\(NestingWalkMaker.region(ofSeed: $0).rawValue)") }
  }

  @Test(
    "draws the same in part and whole, with all switches off, in bands, made anew and written out",
    arguments: seeds)
  func walk(seed: UInt64) throws {
    Self.tell("begins", seed)
    let walk = NestingWalkMaker(seed: seed, edits: Self.editsPerWalk).walk
    try WalkCheck.expectNoFailure(of: walk, seed: seed, rebuildInterval: 4)
    Self.tell("done", seed)
  }

  private static func tell(_ what: String, _ seed: UInt64) {
    if environment["LAMINA_WALK_PROGRESS"] != nil {
      FileHandle.standardError.write(Data("walk \(what) \(seed)\n".utf8))
    }
  }
}
