/// Steps of durations as clocks divide them.
package enum DurationStep {
  /// The steps in seconds, rising.
  private static let choices: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    172_800, 604_800,
  ]

  /// Returns the step, in seconds, that divides a length in about so many parts: below a second and
  /// above a week, 1, 2 or 5 times a power of ten, of seconds and of days.
  package static func dividing(_ length: Double, count: Double) -> Double {
    let target = length / count
    guard let above = choices.firstIndex(where: { $0 > target }) else {
      return max(604_800, TickStep.step(0, length / 86_400, count: count) * 86_400)
    }
    if above == 0 { return TickStep.step(0, length, count: count) }
    let (shorter, longer) = (choices[above - 1], choices[above])
    return target / shorter < longer / target ? shorter : longer
  }

  /// Returns the multiples of a step in a rising interval.
  static func multiples(of step: Double, _ low: Double, _ high: Double) -> [Double] {
    // A step below a second is the reciprocal of a whole number, whose multiples are exact.
    let parts = step < 1 ? (1 / step).rounded() : 1
    let units = step < 1 ? 1 : step
    let first = (low * parts / units).rounded(.up)
    let last = (high * parts / units).rounded(.down)
    guard last >= first, last - first < 2 * TickStep.maximumCount else { return [] }
    var multiples: [Double] = []
    for index in 0...Int(last - first) {
      let multiple = (first + Double(index)) * units / parts
      if multiple >= low, multiple <= high, multiple > multiples.last ?? -.infinity {
        multiples.append(multiple)
      }
    }
    return multiples
  }

  /// Returns the number of parts into which minor ticks divide a step.
  static func parts(of step: Double) -> Int? {
    switch step {
    case 1, 5, 10, 300, 600: 5
    case 2, 60, 120, 3600, 7200, 172_800, 86_400: 4
    case 15, 30, 900, 1800, 10_800: 3
    case 21_600: 6
    case 43_200: 4
    case 604_800: 7
    default: nil
    }
  }
}
