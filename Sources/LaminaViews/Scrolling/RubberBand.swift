import Foundation

/// How far content follows a finger that pulls it past its edge.
///
/// A pull of *x* points shows *f*(*x*) = (1 - 1 / (*x* · 0.55 / *d* + 1)) · *d* points of what is
/// beyond the edge, where *d* is the length of the view along that axis: 0.55 of a short pull, and
/// never *d*. That is the curve of UIKit as it is commonly known.
enum RubberBand {
  static let coefficient: CGFloat = 0.55

  /// The offset that is shown where a finger asks for another one.
  static func apply(_ offset: CGFloat, to range: ClosedRange<CGFloat>, length: CGFloat) -> CGFloat {
    if offset < range.lowerBound {
      return range.lowerBound - shown(of: range.lowerBound - offset, length)
    }
    if offset > range.upperBound {
      return range.upperBound + shown(of: offset - range.upperBound, length)
    }
    return offset
  }

  /// The offset that a finger asks for where another one is shown.
  static func undo(_ offset: CGFloat, to range: ClosedRange<CGFloat>, length: CGFloat) -> CGFloat {
    if offset < range.lowerBound {
      return range.lowerBound - pull(for: range.lowerBound - offset, length)
    }
    if offset > range.upperBound {
      return range.upperBound + pull(for: offset - range.upperBound, length)
    }
    return offset
  }

  private static func shown(of pull: CGFloat, _ length: CGFloat) -> CGFloat {
    length > 0 ? (1 - 1 / (pull * coefficient / length + 1)) * length : 0
  }

  private static func pull(for shown: CGFloat, _ length: CGFloat) -> CGFloat {
    guard length > 0 else { return 0 }
    // No pull shows as much as the length.
    let part = min(shown / length, 0.99)
    return length * part / (coefficient * (1 - part))
  }
}
