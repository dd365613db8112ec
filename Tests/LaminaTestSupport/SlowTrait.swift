import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// The trait of tests that take more than about two seconds in a debug build: random walks, sweeps
  /// over many inputs, and those that wait for programs.
  ///
  /// `.ci/run quick` leaves them out, by setting `LAMINA_SKIPS_SLOW_TESTS`.
  public static var slow: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["LAMINA_SKIPS_SLOW_TESTS"] != nil,
      "LAMINA_SKIPS_SLOW_TESTS is set")
  }
}
