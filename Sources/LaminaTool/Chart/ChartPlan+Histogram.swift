import Foundation
import LaminaCharts
import LaminaTables

extension ChartPlan {
  /// Bars for the bins of each column, or of each group, translucent if there are several.
  var histogram: Chart {
    var members: [(name: String?, values: [Double])] = []
    var indices: [String?: Int] = [:]
    for column in y {
      for (row, value) in numbers(column).enumerated() where hasBin(value) {
        let name = series(column, row)
        if let index = indices[name] {
          members[index].values.append(value)
        } else {
          indices[name] = members.count
          members.append((name, [value]))
        }
      }
    }
    let edges = edges(of: members.flatMap(\.values))
    let stacking: MarkStackingMethod = command.stack ? .standard : .unstacked
    return Chart {
      for member in members {
        for (bin, count) in HistogramBins.counts(of: member.values, edges: edges).enumerated() {
          let bar = BarMark(
            x: .value(y[0].name, edges[bin]..<edges[bin + 1]), y: .value("Rows", count),
            stacking: stacking)
          if let name = member.name {
            bar.foregroundStyle(by: .value("Series", name))
              .opacity(members.count > 1 && !command.stack ? 0.6 : 1)
          } else {
            bar
          }
        }
      }
    }
  }

  /// True if a value has a bin: if it is within `--range-x`.
  func hasBin(_ value: Double) -> Bool { range?.contains(value) != false }

  /// A warning if nearly all values are in a small part of the axis, which others far away make long.
  var crowdedBins: String? {
    guard kind == .histogram, range == nil, !command.log.contains(.x) else { return nil }
    let values = y.flatMap(numbers).filter(\.isFinite)
    guard values.count >= 200, let first = values.min(), let last = values.max() else { return nil }
    // Of a long column, every so many values.
    let step = max(1, values.count / 10_000)
    let sample = stride(from: 0, to: values.count, by: step).map { values[$0] }.sorted()
    let spare = sample.count / 200
    let (low, high) = (sample[spare], sample[sample.count - 1 - spare])
    guard (high - low) * 20 < last - first else { return nil }
    let edges = HistogramBins.count(10).edges(of: [low, high])
    let name = y.map(\.name).joined(separator: ", ").escaped
    return "99% of the values of \(name) are in less than 1/20 of the x axis; "
      + "--range-x \(Self.text(edges[0]))..\(Self.text(edges[edges.count - 1])) shows them"
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A warning if the bins would be too many.
  var widenedBins: String? {
    guard case .width(let width)? = command.binWidth else { return nil }
    let edges = edges(of: y.flatMap(numbers).filter(hasBin))
    guard edges.count > 1, edges[1] - edges[0] > 1.5 * width, edges.count > 2 else { return nil }
    let count = TextExcerpt.grouped(HistogramBins.maximumCount)
    return "bins of --bin-width \(width) would be more than \(count), and are wider"
  }

  /// True if all values are whole, so that labels between them would mean nothing.
  var hasWholeNumbers: Bool {
    y.allSatisfy { numbers($0).allSatisfy { !$0.isFinite || $0 == $0.rounded() } }
  }

  /// Returns the edges of the bins: by the rule that the options give, of the logarithms on a logarithmic
  /// axis; without one, whole numbers are in the middle of their bins, if those would not be wider than 1.
  /// Bins of durations are as wide as clocks divide them.
  private func edges(of values: [Double]) -> [Double] {
    let chosenRule = command.bins ?? command.binWidth
    let rule = chosenRule ?? .freedmanDiaconis
    if command.log.contains(.x) {
      let positive = values.filter { $0 > 0 && $0.isFinite }
      let edges = rule.edges(of: positive.map { log10($0) }).map { pow(10, $0) }
      // Powers that are nearly equal, or too large for a number, are no edges.
      let rises = edges.allSatisfy(\.isFinite) && zip(edges, edges.dropFirst()).allSatisfy(<)
      return rises ? edges : rule.edges(of: positive)
    }
    let edges = rule.edges(of: values)
    if command.binWidth == nil, edges.count > 2, areDurations(y[...]) {
      let step = DurationStep.dividing(
        edges[edges.count - 1] - edges[0], count: Double(edges.count - 1))
      return HistogramBins.width(step).edges(of: values)
    }
    let finite = values.filter(\.isFinite)
    guard chosenRule == nil, edges.count > 2, edges[1] - edges[0] <= 1, let low = finite.min(),
      let high = finite.max(),
      // Larger numbers have no halves between them.
      max(abs(low), abs(high)) < 0x1p51, finite.allSatisfy({ $0 == $0.rounded() })
    else { return edges }
    return (0...Int(high - low) + 1).map { low + Double($0) - 0.5 }
  }
}
