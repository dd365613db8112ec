/// Numbers and the name of what they are numbers of: what a ``BoxPlotMark`` or a ``HistogramMark``
/// summarizes.
public struct PlottableValues: Sendable, Equatable {
  /// The name of the quantity, which titles its axis.
  public let label: String
  /// The numbers. Those that are not finite are left out.
  public let values: [Double]

  /// Creates numbers with their name.
  public static func values(_ label: String, _ values: [Double]) -> PlottableValues {
    PlottableValues(label: label, values: values)
  }
}
