import Foundation

extension TimeZone {
  /// Returns the offset from Greenwich of a local time, in seconds.
  ///
  /// Of a local time that occurs twice when clocks are set back, the first is meant. One that is skipped
  /// when clocks are set forward has the offset before, which makes it later.
  ///
  /// - Parameter seconds: the local time in seconds since 1970, given as if it were Greenwich's.
  package func offset(ofLocal seconds: Int) -> Int {
    let before = offset(at: seconds - 86_400)
    let after = offset(at: seconds + 86_400)
    if before == after || offset(at: seconds - before) == before { return before }
    return offset(at: seconds - after) == after ? after : before
  }

  /// Returns the offset from Greenwich at a time, in seconds.
  ///
  /// - Parameter seconds: the time in seconds since 1970.
  package func offset(at seconds: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}
