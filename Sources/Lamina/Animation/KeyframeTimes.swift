import LaminaBase

/// The times at which the segments of a keyframe animation begin and end.
struct KeyframeTimes: Sendable, Equatable {
  /// The boundaries of the segments, as given; at least two.
  private let times: [Double]
  /// The least of the boundaries from each segment's start on, ascending: the last segment that has
  /// begun is the last one whose entry has passed.
  private let starts: [Double]

  /// Boundaries as given, in any order and outside 0...1, too.
  ///
  /// - Precondition: At least two.
  init(_ times: some Sequence<Double>) {
    self.times = Array(times)
    require(self.times.count >= 2, "a segment has two ends")
    var starts = self.times.dropLast() as [Double]
    for index in starts.indices.dropLast().reversed() {
      starts[index] = min(starts[index], starts[index + 1])
    }
    self.starts = starts
  }

  /// Boundaries that make `count` segments of equal length.
  init(even count: Int) {
    self.init((0...count).map { Double($0) / Double(count) })
  }

  /// Boundaries that give each segment a time in proportion to its length, or equal times where
  /// there is no length.
  init(lengths: [Double]) {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else {
      self.init(even: lengths.count)
      return
    }
    var sum = 0.0
    var times = [0.0]
    for length in lengths.dropLast() {
      sum += length
      times.append(sum / total)
    }
    self.init(times + [1])
  }

  /// The number of segments.
  var count: Int { times.count - 1 }

  /// The length of a segment, as a part of the whole; 0 for one that ends before it begins.
  func length(_ index: Int) -> Double { max(0, times[index + 1] - times[index]) }

  /// The first time past a part of the whole at which another segment begins; nil past all.
  func boundary(after fraction: Double) -> Double? {
    starts.dropFirst().first { $0 > fraction }
  }

  /// The segment at a part of the whole, and how much of it is done.
  ///
  /// The segment is the last one whose time has come, the first one before all of them (measured:
  /// rule 7.4b). Before its beginning it is at its start and after its end at its end; but a
  /// `fraction` outside 0...1 goes past a boundary at 0 or 1.
  func locate(_ fraction: Double) -> (index: Int, part: Double) {
    let index = max(1, starts.partitioningIndex { $0 > fraction }) - 1
    let length = self.length(index)
    guard length > 0 else { return (index, fraction < times[index] ? 0 : 1) }
    let part = (fraction - times[index]) / length
    if part < 0 { return (index, fraction < 0 && times[index] == 0 ? part : 0) }
    if part > 1 { return (index, fraction > 1 && times[index + 1] == 1 ? part : 1) }
    return (index, part)
  }
}
