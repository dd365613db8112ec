/// When an animation is in which of several segments.
struct KeyframeTimes: Sendable, Equatable {
  /// The boundaries of the segments, ascending, at least two.
  private let times: [Double]

  /// Boundaries as given: clamped to 0...1 and made ascending.
  ///
  /// - Precondition: At least two.
  init(_ times: some Sequence<Double>) {
    var last = 0.0
    self.times = times.map { time in
      last = max(last, min(time, 1))
      return last
    }
    require(self.times.count >= 2, "a segment has two ends")
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

  /// The length of a segment, as a part of the whole.
  func length(_ index: Int) -> Double { times[index + 1] - times[index] }

  /// The first boundary past a part of the whole, with another segment behind it; nil past all.
  func boundary(after fraction: Double) -> Double? {
    times.dropFirst().dropLast().first { $0 > fraction }
  }

  /// The segment at a part of the whole, and how much of it is done.
  ///
  /// At a boundary the later segment has begun. Before the first boundary it is the start and
  /// after the last one the end; but a `fraction` outside 0...1 goes past a boundary at 0 or 1.
  func locate(_ fraction: Double) -> (index: Int, part: Double) {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= fraction { low = middle } else { high = middle - 1 }
    }
    let length = self.length(low)
    guard length > 0 else { return (low, fraction < times[low] ? 0 : 1) }
    let part = (fraction - times[low]) / length
    if part < 0 { return (low, times[0] == 0 ? part : 0) }
    if part > 1 { return (low, times[count] == 1 ? part : 1) }
    return (low, part)
  }
}
