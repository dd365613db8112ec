/// The division of a film into ranges of frames that cost about the same.
struct ScenePlan {
  /// The numbers of the frames, in ranges that follow each other.
  let ranges: [Range<Int>]

  /// Divides frames into ranges.
  ///
  /// - Parameters:
  ///   - first: the number of the first frame.
  ///   - costs: the cost of each frame, more than 0.
  ///   - count: the number of ranges; of fewer frames, one range for each.
  /// - Complexity: O(frames).
  init(first: Int, costs: [Double], count: Int) {
    let count = min(count, costs.count)
    let total = costs.reduce(0, +)
    var ranges: [Range<Int>] = []
    var (start, end, sum) = (0, 0, 0.0)
    for number in 1...max(1, count) where !costs.isEmpty {
      let share = total * Double(number) / Double(count)
      // Each range after this one needs a frame, too.
      let limit = costs.count - (count - number)
      while end < limit, number == count || end == start || sum + costs[end] / 2 <= share {
        sum += costs[end]
        end += 1
      }
      ranges.append(first + start..<first + end)
      start = end
    }
    self.ranges = ranges
  }
}
