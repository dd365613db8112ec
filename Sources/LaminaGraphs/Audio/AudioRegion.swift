import Foundation
import Lamina
import LaminaBase

/// A named part of a sound, or a mark in it.
public struct AudioRegion: Sendable, Hashable {
  /// The name of the region. An empty name has no label.
  public var name: String
  /// The time range of the region, in seconds from the beginning of the sound. An empty range is a
  /// mark.
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

/// The regions sorted by their starts, so that those in a part of the sound are found without
/// examining all of them.
struct RegionIndex {
  /// Indices into the array from which the index was made, sorted by the starts of the regions.
  private let order: [Int]
  private let starts: [TimeInterval]
  /// For each place in `order`, the latest end of any region up to there.
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

  /// Returns the regions that may reach into a part of the sound, the earliest first: all that do,
  /// and others only if they lie between those.
  ///
  /// - Complexity: O(log n).
  func candidates(from begin: TimeInterval, to end: TimeInterval) -> ArraySlice<Int> {
    let first = lastEnds.partitioningIndex { $0 >= begin }
    let last = starts.partitioningIndex { $0 > end }
    return first < last ? order[first..<last] : []
  }
}
