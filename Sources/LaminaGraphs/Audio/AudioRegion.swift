import Foundation
import Lamina

/// A named part of a sound, or a mark in it.
public struct AudioRegion: Sendable, Hashable {
  /// What the region is called. An empty name has no label.
  public var name: String
  /// Which part it is, in seconds from the beginning of the sound. An empty range is a mark.
  public var range: Range<TimeInterval>
  /// The colour of its line and label, and, made translucent, of the part itself.
  public var color: Color

  /// Creates a region.
  public init(name: String, range: Range<TimeInterval>, color: Color = Color(rgb: 0x30D158)) {
    self.name = name
    self.range = range
    self.color = color
  }
}

/// Regions in the order of their beginnings, so that those in a part of the sound are found without
/// looking at all.
struct RegionIndex {
  /// Places in the array that the index was made of, by the beginnings of the regions there.
  private let order: [Int]
  private let starts: [TimeInterval]
  /// For each place in `order`, the last end of any region up to there.
  private let lastEnds: [TimeInterval]

  /// - Complexity: O(n log n).
  init(_ regions: [AudioRegion]) {
    order = regions.indices.sorted {
      let (a, b) = (regions[$0].range.lowerBound, regions[$1].range.lowerBound)
      return a == b ? $0 < $1 : a < b
    }
    starts = order.map { regions[$0].range.lowerBound }
    var last = -TimeInterval.infinity
    lastEnds = order.map {
      last = max(last, regions[$0].range.upperBound)
      return last
    }
  }

  /// The regions that may reach into a part of the sound, the earliest first: all that do, and of
  /// the others only such as lie between those.
  ///
  /// - Complexity: O(log n + what is returned).
  func candidates(from begin: TimeInterval, to end: TimeInterval) -> ArraySlice<Int> {
    let first = Self.first(in: lastEnds) { $0 >= begin }
    let last = Self.first(in: starts) { $0 > end }
    return first < last ? order[first..<last] : []
  }

  /// The first index of a sorted array from which on `isAfter` holds.
  private static func first(in values: [TimeInterval], _ isAfter: (TimeInterval) -> Bool) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(values[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
