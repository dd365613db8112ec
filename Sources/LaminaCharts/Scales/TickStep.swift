import Foundation

/// Steps of 1, 2 or 5 times a power of ten, as d3-array 3.2 chooses them.
package enum TickStep {
  /// Returns the distance of ticks that divide a rising interval in about so many parts.
  ///
  /// It is a number if it is at least 1, and otherwise given as the negative of its reciprocal,
  /// which is a whole number, so that multiples are exact. Zero, infinite or NaN if there is no
  /// such step.
  static func increment(_ start: Double, _ stop: Double, count: Double) -> Double {
    let step = (stop - start) / max(0, count)
    let power = (log(step) / log(10)).rounded(.down)
    let factor = factor(step / pow(10, power))
    return power >= 0 ? factor * powerOfTen(power) : -powerOfTen(-power) / factor
  }

  /// Returns the distance of ticks that divide an interval in about so many parts.
  static func step(_ start: Double, _ stop: Double, count: Double) -> Double {
    let step = abs(stop - start) / max(0, count)
    let power = (log(step) / log(10)).rounded(.down)
    return powerOfTen(power) * factor(step / pow(10, power))
  }

  /// Returns a whole power of ten. From 10^23 on, `pow` may be off by the last bit.
  static func powerOfTen(_ exponent: Double) -> Double {
    guard abs(exponent) > 22, exponent.isFinite else { return pow(10, exponent) }
    return Double("1e\(Int(exponent))") ?? pow(10, exponent)
  }

  private static func factor(_ ratio: Double) -> Double {
    // The geometric means of 5 and 10, of 2 and 5, and of 1 and 2.
    if ratio >= 50.0.squareRoot() { return 10 }
    if ratio >= 10.0.squareRoot() { return 5 }
    return ratio >= 2.0.squareRoot() ? 2 : 1
  }

  /// The largest number of ticks that callers may aim for: more are no help to a reader.
  package static let maximumCount = 10_000.0

  /// Returns the round numbers in an interval, in its direction: about `count`, or none if `count`
  /// is not positive or an end is not finite.
  ///
  /// Numbers that differ by less than the precision of their interval are left out.
  package static func ticks(_ start: Double, _ stop: Double, count: Double) -> [Double] {
    guard start.isFinite, stop.isFinite, count > 0 else { return [] }
    if start == stop { return [start] }
    if stop < start { return ticks(stop, start, count: count).reversed() }
    let increment = increment(start, stop, count: min(count, maximumCount))
    guard increment.isFinite, increment != 0 else { return [] }
    let step = abs(increment)
    let isWhole = increment > 0
    func multiple(_ index: Double) -> Double { isWhole ? index * step : index / step }
    var first = half(isWhole ? start / step : start * step)
    var last = half(isWhole ? stop / step : stop * step)
    if multiple(first) < start { first += 1 }
    if multiple(last) > stop { last -= 1 }
    guard last >= first, last - first < 2 * maximumCount else { return [] }
    var ticks: [Double] = []
    ticks.reserveCapacity(Int(last - first) + 1)
    for index in 0...Int(last - first) {
      let tick = multiple(first + Double(index))
      if let previous = ticks.last, tick <= previous { continue }
      if tick >= start, tick <= stop { ticks.append(tick) }
    }
    return ticks
  }

  /// Rounds to the nearest whole number, and halves up.
  private static func half(_ value: Double) -> Double {
    let down = value.rounded(.down)
    return value - down >= 0.5 ? down + 1 : down
  }

  /// Returns a rising interval with its ends moved out to round numbers.
  ///
  /// An end that is a round number but for the last bit stays where it is.
  ///
  /// - Parameter settles: true to go on until the step no longer grows with the interval, as
  ///   d3-array does for bins; false to round twice, as d3-scale 2.2 does.
  package static func nice(
    _ start: Double, _ stop: Double, count: Double, settles: Bool = false
  ) -> (Double, Double) {
    var (low, high) = (start, stop)
    var last = 0.0
    for _ in 0..<(settles ? 100 : 2) {
      let step = increment(low, high, count: min(count, maximumCount))
      guard step.isFinite, step != 0, !settles || step != last else { break }
      last = step
      if step > 0 {
        low = (low / step).rounded(.down) * step
        high = (high / step).rounded(.up) * step
      } else {
        low = (low * step).rounded(.up) / step
        high = (high * step).rounded(.down) / step
      }
    }
    guard low.isFinite, high.isFinite else { return (start, stop) }
    // Division may have rounded to a whole number from beyond it.
    return (min(low, start) + 0, max(high, stop) + 0)
  }
}
