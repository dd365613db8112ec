import Foundation

/// An error that prevents a chart from being drawn.
@nonexhaustive
public enum ChartError: Error, Equatable {
  /// The values of an axis are of several types.
  case mixedValues(axis: String, types: [String])
  /// A scale cannot show the values; `reason` is a sentence.
  case unsuitableScale(axis: String, reason: String)
  /// The size is not finite, or not more than 0.
  case invalidSize(width: Double, height: Double)
  /// Sectors, which have no axes, are mixed with marks that have.
  case sectorsWithAxes
}

extension ChartError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .mixedValues(let axis, let types):
      "the \(axis) axis cannot show \(types.joined(separator: " and ")) at once: all values of an "
        + "axis must be of one type"
    case .unsuitableScale(let axis, let reason): "the scale of the \(axis) axis: \(reason)"
    case .invalidSize(let width, let height):
      "a chart cannot be \(width) x \(height) points: both must be finite and more than 0"
    case .sectorsWithAxes:
      "a chart of sectors has no axes, so that it cannot have other marks"
    }
  }
}

extension ChartError: LocalizedError {
  public var errorDescription: String? { description }
}
