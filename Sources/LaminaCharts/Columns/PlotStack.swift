/// The two ends of the bars, or the two edges of the area, of a plot that is stacked on others.
package struct PlotSpan: Sendable {
  /// The points at which the plot begins, with the gaps of ``end``.
  package let start: PlotColumns
  /// The points at which it ends.
  package let end: PlotColumns
}

/// Plots of columns, each of which begins at an x value where those before it end.
struct PlotStack {
  let method: MarkStackingMethod
  /// The columns, from the first to the last in the stack.
  let members: [(x: PlotPlaces, y: PlotValues)]
  /// The ends of each.
  let spans: [PlotSpan]

  /// Stacks columns: values at equal x values, whether or not those are in the same order. A gap adds
  /// nothing.
  ///
  /// - Complexity: O(*n*).
  init(_ columns: [PlotColumns], _ method: MarkStackingMethod) {
    self.method = method
    members = columns.map { ($0.x, $0.y) }
    let slots = Self.slots(columns)
    var totals = [Double](repeating: 0, count: method == .standard ? 0 : slots.count)
    if method != .standard {
      for (columns, slots) in zip(columns, slots.indices) {
        columns.forEachValue { index, y in totals[slots[index]] += abs(y) }
      }
    }
    var up = [Double](repeating: 0, count: slots.count)
    var down = up
    if method == .center { for slot in up.indices { up[slot] = -totals[slot] / 2 } }
    spans = zip(columns, slots.indices).map { columns, slots in
      var start = [Double](repeating: .nan, count: columns.count)
      var end = start
      columns.forEachValue { index, y in
        let slot = slots[index]
        var part = method == .center ? abs(y) : y
        if method == .normalized { part = totals[slot] > 0 ? part / totals[slot] : 0 }
        let from = part >= 0 ? up[slot] : down[slot]
        // Beyond the largest number there is a gap.
        guard (from + part).isFinite else { return }
        (start[index], end[index]) = (from, from + part)
        if part >= 0 { up[slot] = from + part } else { down[slot] = from + part }
      }
      return PlotSpan(
        start: PlotColumns(columns.x, PlotValues(NumberColumn(start))),
        end: PlotColumns(columns.x, PlotValues(NumberColumn(end))))
    }
  }

  /// True if the stack is that of some columns.
  func isStack(of columns: [PlotColumns], _ method: MarkStackingMethod) -> Bool {
    self.method == method && members.count == columns.count
      && zip(members, columns).allSatisfy { $0.x == $1.x && $0.y == $1.y }
  }

  /// The number of an x value among the different ones, for each point of columns.
  private enum Slots {
    /// The number of the point itself.
    case same
    case numbers([Int])

    subscript(index: Int) -> Int {
      switch self {
      case .same: index
      case .numbers(let numbers): numbers[index]
      }
    }
  }

  private static func slots(_ columns: [PlotColumns]) -> (count: Int, indices: [Slots]) {
    guard let first = columns.first else { return (0, []) }
    if first.x.isStrictlyRising, columns.allSatisfy({ $0.x == first.x }) {
      return (first.count, columns.map { _ in .same })
    }
    var numbers: [Double: Int] = [:]
    let indices = columns.map { columns -> Slots in
      var slots = [Int](repeating: 0, count: columns.count)
      columns.x.withReader { places in
        for index in slots.indices where places[index].isFinite {
          let next = numbers.count
          slots[index] = numbers[places[index], default: next]
          if slots[index] == next { numbers[places[index]] = next }
        }
      }
      return .numbers(slots)
    }
    return (max(numbers.count, 1), indices)
  }
}

extension PlotColumns {
  /// Calls `body` with the index and the y value of every point that is no gap, in order.
  fileprivate func forEachValue(_ body: (Int, Double) -> Void) {
    var index = 0
    forEachPoint { x, y in
      if x.isFinite, y.isFinite { body(index, y) }
      index += 1
    }
  }

  /// Returns the ends of columns in a stack, of which these are the first. The last stack is kept, so that
  /// zooming costs nothing here.
  func spans(of columns: [PlotColumns], _ method: MarkStackingMethod) -> [PlotSpan] {
    if let stack, stack.isStack(of: columns, method) { return stack.spans }
    let new = PlotStack(columns, method)
    stack = new
    return new.spans
  }
}

extension PlotPlaces {
  /// True if each value is greater than the one before it.
  fileprivate var isStrictlyRising: Bool {
    guard isRising, count > 0 else { return false }
    return withReader { places in (1..<max(count, 1)).allSatisfy { places[$0 - 1] < places[$0] } }
  }
}
