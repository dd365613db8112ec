import Foundation

/// The cases of a test with many that are much alike: all of them in a release build, every eighth in
/// a debug build, which takes up to ten times as long for each.
package func sampledCases<Cases: Collection>(of cases: Cases) -> [Cases.Element] {
  #if DEBUG
    cases.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
  #else
    Array(cases)
  #endif
}

/// A number that the environment gives; nil where it gives none.
package func environmentNumber<Number: FixedWidthInteger>(
  _ name: String, as type: Number.Type = Number.self
) -> Number? {
  ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
}

/// The seed of the first random walk: `LAMINA_WALK_SEED`, 1 without it.
package let firstWalkSeed: UInt64 = environmentNumber("LAMINA_WALK_SEED") ?? 1
