/// The two ends of the bars, or the two edges of the area, of a plot that is stacked on others.
package struct PlotSpan: Sendable {
  /// The points at which the plot begins, with the x values and gaps of ``end``.
  package let start: PlotColumns
  /// The points at which it ends.
  package let end: PlotColumns
  /// The points at which it ends where it has values: as many as it has, with gaps.
  package let points: PlotColumns
}

/// Plots of columns, each of which begins at an x value where those before it end.
struct PlotStack {
  let method: MarkStackingMethod
  let fillsGaps: Bool
  /// The columns, from the first to the last in the stack.
  let members: [(x: PlotPlaces, y: PlotValues)]
  /// The ends of each.
  let spans: [PlotSpan]

  /// Stacks columns: values at equal x values, whether or not those are in the same order. A gap adds
  /// nothing.
  ///
  /// - Parameter fillsGaps: true to give each of several members a point wherever one of them has one:
  ///   zero where it has none. Otherwise a member has gaps there.
  /// - Complexity: O(*n*), and O(*n* log *n*) to fill gaps at different x values.
  init(_ columns: [PlotColumns], _ method: MarkStackingMethod, fillsGaps: Bool) {
    self.method = method
    self.fillsGaps = fillsGaps
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
    let filling = fillsGaps && columns.count > 1 ? StackFilling(columns, slots) : nil
    spans = zip(columns, slots.indices).map { columns, slots in
      let base = filling == nil ? [] : up
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
      let points = PlotColumns(columns.x, PlotValues(NumberColumn(end)))
      guard let filling else {
        return PlotSpan(
          start: PlotColumns(columns.x, PlotValues(NumberColumn(start))), end: points,
          points: points)
      }
      return filling.span(of: columns, slots, from: start, to: points, base: base)
    }
  }

  /// True if the stack is that of some columns.
  func isStack(
    of columns: [PlotColumns], _ method: MarkStackingMethod, fillsGaps: Bool
  ) -> Bool {
    self.method == method && self.fillsGaps == fillsGaps && members.count == columns.count
      && zip(members, columns).allSatisfy { $0.x == $1.x && $0.y == $1.y }
  }

  /// The number of an x value among the different ones, for each point of columns.
  fileprivate enum Slots {
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

/// The points that the areas of a stack get where they have no value.
private struct StackFilling {
  /// The different x values in ascending order, each with its number.
  private let places: [(x: Double, slot: Int)]
  /// The index in ``places`` of each number.
  private let ranks: [Int]

  init?(_ columns: [PlotColumns], _ slots: (count: Int, indices: [PlotStack.Slots])) {
    var xs = [Double](repeating: .nan, count: slots.count)
    var hasGaps = false
    for (columns, slots) in zip(columns, slots.indices) {
      var hasValue = [Bool](repeating: false, count: xs.count)
      var index = 0
      columns.forEachPoint { x, y in
        if x.isFinite {
          xs[slots[index]] = x
          if y.isFinite { hasValue[slots[index]] = true } else { hasGaps = true }
        }
        index += 1
      }
      hasGaps = hasGaps || hasValue.contains(false)
    }
    if !hasGaps { return nil }
    places = xs.enumerated().filter { $1.isFinite }.map { (x: $1, slot: $0) }
      .sorted { $0.x < $1.x }
    var ranks = [Int](repeating: 0, count: xs.count)
    for (rank, place) in places.enumerated() { ranks[place.slot] = rank }
    self.ranks = ranks
  }

  /// Returns the ends of one area.
  ///
  /// - Parameter base: where an area without a value begins and ends, by the numbers of x values.
  func span(
    of columns: PlotColumns, _ slots: PlotStack.Slots, from start: [Double],
    to points: PlotColumns, base: [Double]
  ) -> PlotSpan {
    // The area's own points in the order of their x values.
    var own: [(rank: Int, index: Int)] = []
    var index = 0
    columns.forEachPoint { x, _ in
      if x.isFinite { own.append((ranks[slots[index]], index)) }
      index += 1
    }
    own.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
    var (x, low, high): ([Double], [Double], [Double]) = ([], [], [])
    let end = points.y.numbers
    var next = 0
    for (rank, place) in places.enumerated() {
      let first = next
      repeat {
        let index = next < own.count && own[next].rank == rank ? own[next].index : nil
        let value = index.flatMap { end[$0].isFinite ? $0 : nil }
        x.append(place.x)
        low.append(value.map { start[$0] } ?? base[place.slot])
        high.append(value.map { end[$0] } ?? base[place.slot])
        if index != nil { next += 1 }
      } while next > first && next < own.count && own[next].rank == rank
    }
    let places = PlotPlaces(NumberColumn(x))
    return PlotSpan(
      start: PlotColumns(places, PlotValues(NumberColumn(low))),
      end: PlotColumns(places, PlotValues(NumberColumn(high))), points: points)
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
  func spans(
    of columns: [PlotColumns], _ method: MarkStackingMethod, fillsGaps: Bool
  ) -> [PlotSpan] {
    if let stack, stack.isStack(of: columns, method, fillsGaps: fillsGaps) { return stack.spans }
    let new = PlotStack(columns, method, fillsGaps: fillsGaps)
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
