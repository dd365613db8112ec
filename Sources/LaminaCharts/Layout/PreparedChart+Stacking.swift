import Foundation
import Lamina

// Stacks of bars and areas.

extension PreparedChart {
  /// Turns the single values of bars and areas into intervals from zero, stacked on each other.
  mutating func stack(_ records: [MarkRecord]) {
    /// Marks that share a place.
    struct Key: Hashable {
      var isBar: Bool
      var isVertical: Bool
      var along: Double
      var end: Double
      var slot: Int
      var facet: Int?
      var isSecondary: Bool
      var isPlot: Bool
    }
    fillStackedAreas(records)
    var stacks: [Key: [Int]] = [:]
    var order: [Key] = []
    for index in marks.indices {
      let mark = marks[index]
      guard mark.kind == .bar || mark.kind == .area else { continue }
      guard case .value(let value) = mark.isVertical ? mark.y : mark.x else { continue }
      let method = records[mark.record].stacking ?? .standard
      setLength(index, 0, value)
      guard method != .unstacked else { continue }
      let isPlot = records[mark.record].columns != nil
      let (along, end): (Double, Double) =
        switch isPlot ? .all : mark.isVertical ? mark.x : mark.y {
        case .value(let value): (value, value)
        case .interval(let start, let end): (start, end)
        case .category(let number): (Double(number), Double(number))
        case .all: (0, 0)
        case .missing: (.nan, .nan)
        }
      if along.isNaN { continue }
      let key = Key(
        isBar: mark.kind == .bar, isVertical: mark.isVertical, along: along, end: end,
        slot: mark.slot.index, facet: mark.facet, isSecondary: mark.isSecondary,
        isPlot: isPlot)
      if stacks[key, default: []].isEmpty { order.append(key) }
      stacks[key, default: []].append(index)
    }
    for key in order {
      guard var members = stacks[key] else { continue }
      let method = records[marks[members[0]].record].stacking ?? .standard
      if members.count == 1, method == .standard { continue }
      // In the order of the legend, or else of the series.
      func rank(_ index: Int) -> Int {
        colors.index(of: records[marks[index].record]) ?? marks[index].series
      }
      members.sort { (rank($0), $0) < (rank($1), $1) }
      if key.isPlot {
        let columns = members.compactMap { records[marks[$0].record].columns }
        let spans = columns[0].spans(of: columns, method, fillsGaps: !key.isBar)
        for (member, span) in zip(members, spans) {
          marks[member].span = span
          setLength(
            member, min(span.start.y.low, span.end.y.low), max(span.start.y.high, span.end.y.high))
        }
        continue
      }
      let values = members.map { length(of: $0) }
      let total = values.reduce(0) { $0 + abs($1) }
      let unit = method == .normalized ? (total > 0 ? 1 / total : 0) : 1
      var (up, down) = (0.0, 0.0)
      if method == .center { up = -total / 2 }
      for (member, value) in zip(members, values) {
        let part = (method == .center ? abs(value) : value) * unit
        if part >= 0 {
          setLength(member, up, up + part)
          up += part
        } else {
          setLength(member, down, down + part)
          down += part
        }
      }
    }
  }

  /// Gives the areas of each stack a value wherever one of them has one: zero where there is none.
  private mutating func fillStackedAreas(_ records: [MarkRecord]) {
    /// A stack of areas.
    struct Stack: Hashable {
      var isVertical: Bool
      var facet: Int?
      var isSecondary: Bool
    }
    func position(_ mark: PreparedMark) -> Double? {
      switch mark.isVertical ? mark.x : mark.y {
      case .value(let value): value
      case .category(let number): Double(number)
      case .all, .interval, .missing: nil
      }
    }
    var stacks: [Stack: [Int: [Int]]] = [:]
    for (index, mark) in marks.enumerated() where mark.kind == .area {
      let record = records[mark.record]
      guard record.columns == nil, record.stacking != .unstacked, position(mark) != nil else {
        continue
      }
      switch mark.isVertical ? mark.y : mark.x {
      case .value, .missing: break
      case .all, .interval, .category: continue
      }
      let stack = Stack(
        isVertical: mark.isVertical, facet: mark.facet, isSecondary: mark.isSecondary)
      stacks[stack, default: [:]][mark.series, default: []].append(index)
    }
    // The areas with the marks that they lack, by the index of the first mark.
    var filled: [Int: [PreparedMark]] = [:]
    var replaced: Set<Int> = []
    for areas in stacks.values where areas.count > 1 {
      let all = Set(areas.values.joined().compactMap { position(marks[$0]) })
      let isComplete = areas.values.allSatisfy { indices in
        indices.allSatisfy { marks[$0].hasValue }
          && Set(indices.compactMap { position(marks[$0]) }).count == all.count
      }
      if isComplete { continue }
      for indices in areas.values {
        var area = indices.map { marks[$0] }
        for index in area.indices where !area[index].hasValue { area[index].setFilled() }
        for missing in all.subtracting(area.compactMap(position)) {
          var mark = area[0]
          mark.setFilled(at: missing)
          area.append(mark)
        }
        filled[indices[0]] = area.enumerated().sorted {
          (position($0.element) ?? 0, $0.offset) < (position($1.element) ?? 0, $1.offset)
        }.map(\.element)
        replaced.formUnion(indices)
      }
    }
    if filled.isEmpty { return }
    marks = marks.indices.flatMap { index in
      filled[index] ?? (replaced.contains(index) ? [] : [marks[index]])
    }
  }

  private func length(of index: Int) -> Double {
    if case .interval(let start, let end) = marks[index].isVertical
      ? marks[index].y : marks[index].x
    {
      return end - start
    }
    return 0
  }

  private mutating func setLength(_ index: Int, _ start: Double, _ end: Double) {
    marks[index].isFromZero = start == 0
    if marks[index].isVertical {
      marks[index].y = .interval(start, end)
    } else {
      marks[index].x = .interval(start, end)
    }
  }
}
