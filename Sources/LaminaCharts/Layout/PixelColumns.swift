/// The points of a plot in columns of a part of a pixel.
struct PixelColumns {
  /// A column: its first point, and the smallest and the largest y value.
  typealias Column = (first: Int, low: Double, high: Double)

  let x: PlotAxis
  let places: PlaceReader
  let values: ValueReader
  /// -1 if x values grow to the left.
  private let sign: Double
  private let density: Double

  /// - Parameter perPoint: the number of columns per point of the chart.
  init(
    _ places: PlaceReader, _ values: ValueReader, _ x: PlotAxis, sign: Double, perPoint: Double
  ) {
    (self.places, self.values, self.x) = (places, values, x)
    (self.sign, density) = (sign, perPoint)
  }

  /// The distance of a point along the x axis, in the direction in which x values grow.
  private func key(_ index: Int) -> Double { sign * (x.position(of: places[index]) ?? 0) }

  /// Calls `body` with each column that has points of a run.
  func forEachColumn(in run: Range<Int>, _ body: (Column) -> Void) {
    var first = run.lowerBound
    var guess = 1
    while first < run.upperBound {
      let number = (key(first) * density).rounded(.down)
      let end = firstIndex(
        after: first, before: run.upperBound, atOrBeyond: (number + 1) / density, guess: guess)
      let (lowest, highest) = values.extremes(in: first..<end)
      body((first, values.numbers[lowest], values.numbers[highest]))
      guess = end - first
      first = end
    }
  }

  /// The number of points in a column up to which they are looked at one by one.
  private static let fewPoints = 16

  /// Returns the first point after one that is at or beyond a border, searched around a guess.
  private func firstIndex(
    after first: Int, before upper: Int, atOrBeyond border: Double, guess: Int
  ) -> Int {
    var (low, high) = (first, upper)
    var distance = 1
    var guess = guess
    if guess <= Self.fewPoints {
      var index = first + 1
      let end = min(upper, first + 2 * Self.fewPoints)
      if let numbers = places.numbers, let value = x.value(at: sign * border) {
        // Most of them are told by their values, and those near the border by their places.
        while index < end, numbers[index] < value { index += 1 }
        while index > first + 1, key(index - 1) >= border { index -= 1 }
      }
      while index < end, key(index) < border { index += 1 }
      if index < end || index == upper { return index }
      guess = index - 1 - first
    }
    if first + guess < upper, key(first + guess) < border {
      low = first + guess
      while low + distance < upper, key(low + distance) < border {
        low += distance
        distance *= 2
      }
      high = min(upper, low + distance)
    } else {
      high = min(upper, first + guess)
      while high - distance > low, key(high - distance) >= border {
        high -= distance
        distance *= 2
      }
      low = max(low, high - distance)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if key(middle) < border { low = middle } else { high = middle }
    }
    return high
  }
}
