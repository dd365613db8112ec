/// The cases of a test with many that are much alike: all of them in a release build, every fourth in
/// a debug build, which takes up to ten times as long for each.
func sampledCases<Cases: Collection>(of cases: Cases) -> [Cases.Element] {
  #if DEBUG
    cases.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
  #else
    Array(cases)
  #endif
}
