import Foundation
import LaminaBase

/// Points that grow in number: the columns of plots, to which one appends.
///
///     let load = ChartSeries(from: Date.now, by: 0.1)
///     load.append(0.7)
///     layer.chart = Chart { LinePlot(load, x: "Time", y: "Load") }
///
/// A plot shows the points that the series has when the plot is created; a chart with a new plot
/// shows those that have been appended since. What a plot needs to know of its points is found out
/// once: appending costs the new points only, and creating a plot of a series costs nothing,
/// however long it is.
///
/// Any thread may use a series.
public final class ChartSeries<X: PlottableColumnValue>: Sendable {
  private struct State: Sendable {
    var places: PlotPlaces
    var values: PlotValues
    /// The columns as they are, once a plot has asked for them.
    var columns: PlotColumns?
  }

  private let state: Locked<State>

  /// Creates a series of points. Arrays of `Double` are referred to; others are converted.
  ///
  /// - Parameters:
  ///   - x: the x values. Unless they rise, or are equal, from each to the next, plots draw all
  ///     points, one by one.
  ///   - y: the y values. NaN and the infinities are gaps.
  /// - Precondition: both arrays have the same length.
  /// - Complexity: O(*n*).
  public init<Y: PlottableColumnNumber>(x: [X], y: [Y]) {
    require(
      x.count == y.count,
      "the columns of a series must be equally long, not \(x.count) and \(y.count) values")
    state = Locked(
      State(
        places: PlotPlaces(NumberColumn(X.columnNumbers(x))),
        values: PlotValues(NumberColumn(Y.columnNumbers(y)))))
  }

  /// Creates a series without points.
  public convenience init() { self.init(x: [], y: [Double]()) }

  /// Creates a series of points with evenly spaced x values.
  ///
  /// - Parameters:
  ///   - start: the first x value.
  ///   - step: the distance from one x value to the next, for dates in seconds.
  ///   - y: the y values. NaN and the infinities are gaps.
  /// - Precondition: `start` and `step` are finite, and `step` is more than 0.
  /// - Complexity: O(*n*).
  public init<Y: PlottableColumnNumber>(from start: X, by step: Double, y: [Y]) {
    let values = PlotValues(NumberColumn(Y.columnNumbers(y)))
    var places = PlotPlaces(from: X.columnNumbers([start])[0], by: step)
    places.extend(to: values.count)
    state = Locked(State(places: places, values: values))
  }

  /// Creates a series without points whose x values will be evenly spaced.
  ///
  /// - Parameters:
  ///   - start: the first x value.
  ///   - step: the distance from one x value to the next, for dates in seconds.
  /// - Precondition: `start` and `step` are finite, and `step` is more than 0.
  public convenience init(from start: X, by step: Double) {
    self.init(from: start, by: step, y: [Double]())
  }

  /// The number of points, gaps among them.
  public var count: Int { state.withLock { $0.values.count } }

  // MARK: - Appending

  /// Appends a point.
  ///
  /// - Precondition: the x values of the series are not evenly spaced.
  /// - Complexity: O(1), amortised.
  public func append(x: X, y: Double) { append(x: [x], y: [y]) }

  /// Appends points.
  ///
  /// - Precondition: the x values of the series are not evenly spaced, and both arrays have the
  ///   same length.
  /// - Complexity: O(number of new points), amortised.
  public func append<Y: PlottableColumnNumber>(x: [X], y: [Y]) {
    require(
      x.count == y.count,
      "the new columns must be equally long, not \(x.count) and \(y.count) values")
    let (x, y) = (X.columnNumbers(x), Y.columnNumbers(y))
    let isEven = state.withLock { state in
      if state.places.isEven { return true }
      state.columns = nil
      x.withUnsafeBufferPointer { state.places.append($0) }
      y.withUnsafeBufferPointer { state.values.append($0) }
      return false
    }
    require(!isEven, "a series of evenly spaced x values takes y values only")
  }

  /// Appends a point at the next of the evenly spaced x values.
  ///
  /// - Precondition: the x values of the series are evenly spaced.
  /// - Complexity: O(1), amortised.
  public func append(_ y: Double) { append(contentsOf: [y]) }

  /// Appends points at the next of the evenly spaced x values.
  ///
  /// - Precondition: the x values of the series are evenly spaced.
  /// - Complexity: O(number of new points), amortised.
  public func append<Y: PlottableColumnNumber>(contentsOf y: [Y]) {
    let y = Y.columnNumbers(y)
    let isEven = state.withLock { state in
      guard state.places.isEven else { return false }
      state.columns = nil
      y.withUnsafeBufferPointer { state.values.append($0) }
      state.places.extend(to: state.values.count)
      return true
    }
    require(isEven, "the points of a series need x values unless these are evenly spaced")
  }

  /// The columns at this moment.
  var columns: PlotColumns {
    state.withLock { state in
      if let columns = state.columns { return columns }
      let columns = PlotColumns(state.places, state.values)
      state.columns = columns
      return columns
    }
  }
}
