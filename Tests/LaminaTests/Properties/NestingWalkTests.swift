import Foundation
import Testing

@testable import Lamina

/// Random walks of layers in each other, in small pictures. How many is up to the environment:
/// `LAMINA_WALKS` walks, the first with the seed `LAMINA_WALK_SEED` (1 without it); with
/// `LAMINA_WALK_PROGRESS` each says on standard error when it begins and when it is done, so that one
/// that ends the process can be told. `.scripts/walk` runs two million edits.
@Suite("A random walk of nested layers")
struct NestingWalkTests {
  static let editsPerWalk = 130

  private static let environment = ProcessInfo.processInfo.environment

  static var seeds: [UInt64] {
    let count = environment["LAMINA_WALKS"].flatMap(UInt64.init) ?? 1_540
    let first = environment["LAMINA_WALK_SEED"].flatMap(UInt64.init) ?? 1
    let all = Array(first..<first + count)
    guard let region = environment["LAMINA_WALK_REGION"].flatMap(Int.init) else { return all }
    return all.filter { NestingWalkMaker(seed: $0, edits: 0).region.rawValue == region }
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
