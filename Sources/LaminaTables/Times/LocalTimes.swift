import Foundation
import LaminaBase

/// Finds the offsets from Greenwich of local times, as `TimeZone.offset(ofLocal:)` does, and keeps them
/// from one time to the next.
struct LocalTimes {
  private let zone: TimeZone
  /// The offset of a zone that has only one.
  private let fixedOffset: Int?
  /// The offsets of days on which nothing changes, by their number.
  private var offsets: [Int: Int] = [:]
  private var lastDay = Int.min
  private var lastOffset = 0

  init(_ zone: TimeZone) {
    self.zone = zone
    let isFixed = ["GMT", "UTC"].contains(zone.identifier)
    fixedOffset = isFixed ? 0 : nil
  }

  /// Returns the offset in seconds of a local time, given as if it were Greenwich's.
  mutating func offset(ofLocal seconds: Int) -> Int {
    if let fixedOffset { return fixedOffset }
    let day = seconds.flooredQuotient(86_400)
    if day == lastDay { return lastOffset }
    if let known = offsets[day] {
      (lastDay, lastOffset) = (day, known)
      return known
    }
    let before = zone.offset(at: (day - 1) * 86_400)
    let after = zone.offset(at: (day + 2) * 86_400)
    if before == after {
      if offsets.count > 100_000 { offsets.removeAll() }
      offsets[day] = before
      (lastDay, lastOffset) = (day, before)
      return before
    }
    return zone.offset(ofLocal: seconds)
  }
}
