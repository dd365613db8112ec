import LaminaBase

/// A column of values and the name of what they are values of.
public struct PlottableColumn<Value: PlottableColumnValue>: Sendable {
  /// The name, which titles an axis.
  public let label: String
  let places: PlotPlaces

  /// Creates a column of values.
  ///
  /// - Parameters:
  ///   - label: the name of the quantity.
  ///   - values: the values. An array of `Double` is referred to, others are converted once, to 8
  ///     bytes a value. NaN and the infinities are gaps.
  public static func value(_ label: String, _ values: [Value]) -> Self {
    Self(label: label, places: PlotPlaces(NumberColumn(Value.columnNumbers(values))))
  }

  /// Creates a column of evenly spaced values, as many as the other column has.
  ///
  /// - Parameters:
  ///   - label: the name of the quantity.
  ///   - start: the first value.
  ///   - step: the distance from one value to the next, for dates in seconds.
  /// - Precondition: `start` and `step` are finite, and `step` is more than 0.
  public static func value(_ label: String, from start: Value, by step: Double) -> Self {
    Self(label: label, places: PlotPlaces(from: Value.columnNumbers([start])[0], by: step))
  }
}

/// A property of the elements of a collection and the name of what it is.
public struct PlottableProjection<Element, Value: PlottableColumnValue> {
  let label: String
  let path: KeyPath<Element, Value>

  /// Creates a projection.
  ///
  /// - Parameters:
  ///   - label: the name of the quantity, which titles an axis.
  ///   - path: the property.
  public static func value(_ label: String, _ path: KeyPath<Element, Value>) -> Self {
    Self(label: label, path: path)
  }

  func column(of data: some Collection<Element>) -> PlottableColumn<Value> {
    .value(label, data.map { $0[keyPath: path] })
  }
}
