/// An animation of a layer, with the course of its values.
package struct InspectedAnimation: Sendable, Equatable {
  /// The line of ``Layer/treeDescription(at:)``.
  package let description: String
  /// The part of its course that ``curve`` shows, in seconds of the layer's local time from now on:
  /// all of it, or the seconds around now of one that is longer than a minute. Nil if it has not begun.
  package let range: ClosedRange<Double>?
  /// All of its course, in seconds of frames; nil if it has not begun, or its layer's time stands still.
  package let course: ClosedRange<Double>?
  /// The values at even steps of the range, from 0 for the least to 1 for the greatest; of a value of
  /// several numbers, the one that changes most. Empty if no number changes.
  package let curve: [Double]
}

extension Layer {
  /// Returns the layer's animations at a frame's time, in seconds.
  ///
  /// - Complexity: O(animations of the layer).
  package final func inspectedAnimations(at time: Double) -> [InspectedAnimation] {
    let local = clock.time(at: time)
    let values = self.values
    return storage.animations.entries.map { entry in
      let range = entry.shownRange(around: local)
      return InspectedAnimation(
        description: entry.inspected(at: local, over: values),
        range: range.map { $0.lowerBound - local...$0.upperBound - local },
        course: entry.course.flatMap { frames(of: $0) },
        curve: range.map { entry.curve(in: $0, over: values) } ?? [])
    }
  }
}

extension Layer {
  /// Returns the seconds of frames that show a range of the layer's local seconds; nil if none do.
  fileprivate final func frames(of range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let ends = [range.lowerBound, range.upperBound].map { convertTime($0, to: nil) }
    guard ends[0].isFinite, !ends[1].isNaN, ends[0] < ends[1] else { return nil }
    return ends[0]...ends[1]
  }
}

extension AnimationEntry {
  /// The course of the animation, in seconds of the layer's local time.
  fileprivate var course: ClosedRange<Double>? {
    hasBegun && start.isFinite && start < end ? start...end : nil
  }

  private static let sampleCount = 49
  /// The longest animation that is shown as a whole, and what is shown around now of others, in seconds.
  private static let longest = 60.0
  private static let surroundings = 2.0

  fileprivate func shownRange(around now: Double) -> ClosedRange<Double>? {
    guard course != nil, now.isFinite else { return nil }
    if end - start <= Self.longest { return start...end }
    let first = max(start, min(now, end) - Self.surroundings)
    let last = min(end, first + 2 * Self.surroundings)
    // Far from now, numbers may have no room for seconds.
    return first < last ? first...last : nil
  }

  fileprivate func curve(in range: ClosedRange<Double>, over values: LayerValues) -> [Double] {
    let length = range.upperBound - range.lowerBound
    let samples = (0..<Self.sampleCount).map { index -> [Double] in
      let time = range.lowerBound + length * Double(index) / Double(Self.sampleCount - 1)
      let value = committedAnimations.lazy.compactMap { animation in
        values.animatableValue(of: animation.property).flatMap {
          animation.value(at: time, over: $0)
        }
      }.first
      return value?.numbersToPlot ?? []
    }
    guard let count = samples.first?.count, samples.allSatisfy({ $0.count == count }) else {
      return []
    }
    var best: (least: Double, range: Double, index: Int)?
    for index in 0..<count {
      let column = samples.map { $0[index] }
      guard let least = column.min(), let greatest = column.max() else { continue }
      let range = greatest - least
      if range.isFinite, range > best?.range ?? 0 { best = (least, range, index) }
    }
    guard let best else { return [] }
    return samples.map { ($0[best.index] - best.least) / best.range }
  }
}

extension AnimatableValue {
  /// The numbers of the value whose course can be plotted.
  fileprivate var numbersToPlot: [Double] {
    switch self {
    case .bool(let flag): [flag ? 1 : 0]
    case .scalar(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.minX, rect.minY, rect.width, rect.height]
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .transform(let transform):
      [
        transform.m11, transform.m12, transform.m21, transform.m22, transform.m41, transform.m42,
      ]
    case .crossfade(let fade): [fade.progress]
    case .numbers(let numbers): numbers
    case .none, .bitmap, .path, .colors: []
    }
  }
}
