import Foundation

/// The width, height or radius of a mark.
public enum MarkDimension: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  /// The chart's own choice.
  case automatic
  /// A length in points.
  case fixed(CGFloat)
  /// The whole of what there is, less so many points at each side.
  case inset(CGFloat)
  /// A fraction of what there is.
  case ratio(CGFloat)

  /// Creates a length in points.
  public init(integerLiteral points: Int) { self = .fixed(CGFloat(points)) }
  /// Creates a length in points.
  public init(floatLiteral points: Double) { self = .fixed(points) }

  /// Returns the length in points.
  ///
  /// - Parameters:
  ///   - whole: what there is, in points.
  ///   - automatic: the fraction of it that is used by default.
  func length(of whole: Double, automatic: Double) -> Double {
    let length =
      switch self {
      case .automatic: whole * automatic
      case .fixed(let points): Double(points)
      case .inset(let points): whole - 2 * Double(points)
      case .ratio(let fraction): whole * Double(fraction)
      }
    return length.isFinite ? max(0, length) : 0
  }
}
