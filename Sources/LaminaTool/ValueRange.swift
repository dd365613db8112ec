import ArgumentParser
import Foundation

/// The values at the lower and the upper edge of a graph.
struct ValueRange: Equatable {
  let lower: Double
  let upper: Double

  init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Parses `LO..HI`.
  ///
  /// - Throws: `ValidationError`, which describes the problem.
  init(parsing text: String) throws {
    guard let dots = text.range(of: ".."), let lower = Double(text[..<dots.lowerBound]),
      let upper = Double(text[dots.upperBound...])
    else { throw ValidationError("expected two numbers, such as 0..100") }
    guard lower.isFinite, upper.isFinite, (upper - lower).isFinite else {
      throw ValidationError("the numbers and their difference must be finite")
    }
    guard lower < upper else { throw ValidationError("\(lower) is not less than \(upper)") }
    self.init(lower: lower, upper: upper)
  }

  /// Creates the range of some samples, gaps excluded. If all are alike, or there are none, it is
  /// widened by at least one half on both sides.
  init(around samples: [Double]) {
    let finite = samples.filter(\.isFinite)
    var lower = finite.min() ?? 0
    var upper = finite.max() ?? 0
    if !(upper - lower).isFinite {
      // The difference overflows.
      lower /= 2
      upper /= 2
    }
    let least = max(abs(lower), abs(upper)) * 1e-12
    if upper - lower <= least {
      let half = max(0.5, least)
      lower -= half
      upper += half
    }
    self.init(lower: lower, upper: upper)
  }

  /// Returns the position of a value in a graph of the given height, in points from the top; larger
  /// values are higher up. A gap stays a gap.
  func place(_ value: Double, height: Double, margin: Double) -> Double {
    margin + (upper - value) / (upper - lower) * (height - 2 * margin)
  }

  /// Returns the position of a value in a graph of the given height with a margin above and below
  /// the range, in points from the top.
  func place(_ value: Double, height: Double) -> Double {
    place(value, height: height, margin: min(12, height / 10))
  }

  /// Returns the positions of grid lines in such a graph, at round numbers.
  func levels(height: Double) -> [Double] {
    niceLevels(count: max(1, Int(height / 48))).map { place($0, height: height) }
  }

  /// Returns about `count` round numbers inside the range.
  func niceLevels(count: Int) -> [Double] {
    let rough = (upper - lower) / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    guard power > 0, power.isFinite else { return [] }
    let step = ([1, 2, 5, 10].first { $0 * power >= rough } ?? 10) * power
    var levels: [Double] = []
    var index = (lower / step).rounded(.up)
    while index * step <= upper, levels.count < 64 {
      levels.append(index * step)
      index += 1
    }
    return levels
  }
}
