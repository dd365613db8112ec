import Foundation
import LaminaBase

/// The columns of a plot at a moment.
package final class PlotColumns: Sendable {
  package let x: PlotPlaces
  package let y: PlotValues
  /// The parts that only some charts need, made when they are first asked for.
  private let details = Locked(Details())

  private struct Details {
    var step: Double??
    var lowestPositive: (x: Double?, y: Double?)?
    var bins: PlotBins??
    var stack: PlotStack?
  }

  package var count: Int { y.count }

  init(_ x: PlotPlaces, _ y: PlotValues) {
    self.x = x
    self.y = y
  }

  convenience init<X: PlottableColumnValue, Y: PlottableColumnNumber>(
    _ x: PlottableColumn<X>, _ y: PlottableColumn<Y>
  ) {
    var places = x.places
    let values = y.places.numbers ?? y.places.even(count: x.places.count)
    if places.isEven { places.extend(to: values.count) }
    require(
      places.count == values.count,
      "the columns of a plot must be equally long, not \(places.count) and \(values.count) values")
    self.init(places, PlotValues(values))
  }

  /// The smallest distance of different x values; nil if there are no two. It is found once.
  var step: Double? {
    details.withLock { details in
      if let known = details.step { return known }
      let step = x.smallestStep()
      details.step = .some(step)
      return step
    }
  }

  /// The points by their x values; nil for few points. They are sorted once.
  var bins: PlotBins? {
    details.withLock { details in
      if let known = details.bins { return known }
      let bins = PlotBins(self)
      details.bins = .some(bins)
      return bins
    }
  }

  /// The last stack of which these columns were the first.
  var stack: PlotStack? {
    get { details.withLock { $0.stack } }
    set { details.withLock { $0.stack = newValue } }
  }

  /// The smallest numbers above zero; nil for none. They are found once.
  private var lowestPositive: (x: Double?, y: Double?) {
    details.withLock { details in
      if let known = details.lowestPositive { return known }
      let found = (
        x: x.numbers.map(Self.lowestPositive)
          ?? x.withReader { reader in
            (0..<count).first { reader[$0] > 0 }.map { reader[$0] }
          },
        y: Self.lowestPositive(y.numbers)
      )
      details.lowestPositive = found
      return found
    }
  }

  private static func lowestPositive(_ column: NumberColumn) -> Double? {
    let lowest = column.withNumbers { numbers in
      numbers.reduce(Double.infinity) { $1 > 0 && $1 < $0 ? $1 : $0 }
    }
    return lowest.isFinite ? lowest : nil
  }

  /// Extends the intervals of two axes.
  func include(
    x axisX: inout PreparedAxis, y axisY: inout PreparedAxis, isLogarithmic: (x: Bool, y: Bool)
  ) {
    if x.low <= x.high {
      axisX.include(x.low)
      axisX.include(x.high)
      if !x.isWhole { axisX.isWhole = false }
      if x.low <= 0, isLogarithmic.x, let lowest = lowestPositive.x { axisX.include(lowest) }
    }
    if y.low <= y.high {
      axisY.include(y.low)
      axisY.include(y.high)
      if !y.isWhole { axisY.isWhole = false }
      if y.low <= 0, isLogarithmic.y, let lowest = lowestPositive.y { axisY.include(lowest) }
    }
  }

  /// Extends the interval of the y axis to the values within an interval of x, and to those of lines between
  /// the points.
  ///
  /// - Complexity: O(log *n*) in the number of points, if their x values rise, for each run between gaps.
  func include(
    y axis: inout PreparedAxis, within shown: ClosedRange<Double>, isConnected: Bool
  ) {
    guard x.isRising else {
      var last: SIMD2<Double>?
      return forEachPoint { x, y in
        let point = SIMD2(x, y)
        if shown.contains(x) { axis.include(y) }
        if isConnected, let last { axis.includeSegment(from: last, to: point, in: shown) }
        last = point
      }
    }
    x.withReader { places in
      let first = (0..<count).partitioningIndex { places[$0] >= shown.lowerBound }
      let end = (first..<count).partitioningIndex { places[$0] > shown.upperBound }
      y.withReader(usesPyramid: true) { values in
        y.forEachRun(in: first..<end) { run in
          let (lowest, highest) = values.extremes(in: run)
          axis.include(values.numbers[lowest])
          axis.include(values.numbers[highest])
        }
        // The points at both sides of each end of the interval.
        for index in [first, end] where isConnected && index > 0 && index < count {
          axis.includeSegment(
            from: SIMD2(places[index - 1], values.numbers[index - 1]),
            to: SIMD2(places[index], values.numbers[index]), in: shown)
        }
      }
    }
  }

  /// Calls `body` with the x and y values of every point, gaps among them, in order.
  func forEachPoint(_ body: (Double, Double) -> Void) {
    x.withReader { places in
      y.numbers.withNumbers { values in
        for index in values.indices { body(places[index], values[index]) }
      }
    }
  }
}

extension PlotColumns {
  /// The correlation of y with x values; nil for fewer than three points, or equal values.
  var correlation: Double? {
    var (n, x, y) = (0.0, 0.0, 0.0)
    // The means, and the sums of products of differences from them, as they grow (Welford, 1962).
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    forEachPoint { px, py in
      guard px.isFinite, py.isFinite else { return }
      n += 1
      let (dx, dy) = (px - x, py - y)
      x += dx / n
      y += dy / n
      xx += dx * (px - x)
      xy += dx * (py - y)
      yy += dy * (py - y)
    }
    guard n > 2 else { return nil }
    let result = xy / (xx * yy).squareRoot()
    return result.isFinite ? result : nil
  }
}

extension PlotColumns: Equatable {
  package static func == (left: PlotColumns, right: PlotColumns) -> Bool {
    left === right || (left.x == right.x && left.y == right.y)
  }
}

extension PlotPlaces {
  /// Returns so many evenly spaced values, one by one.
  func even(count: Int) -> NumberColumn {
    withReader { reader in NumberColumn((0..<count).map { reader[$0] }) }
  }
}
