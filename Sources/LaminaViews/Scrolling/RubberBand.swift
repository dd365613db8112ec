import Foundation

/// The resistance of content that a finger pulls past its edge.
///
/// A pull of *x* points shows *f*(*x*) = (1 - 1 / (*x* · 0.55 / *d* + 1)) · *d* points beyond the
/// edge, where *d* is the length of the view along that axis: 0.55 of a short pull, and never *d*.
/// This is the commonly known curve of UIKit.
enum RubberBand {
  static let coefficient: CGFloat = 0.55

  /// Returns the offset to show for the offset that a finger asks for.
  static func apply(_ offset: CGFloat, to range: ClosedRange<CGFloat>, length: CGFloat) -> CGFloat {
    if offset < range.lowerBound {
      return range.lowerBound - shown(of: range.lowerBound - offset, length)
    }
    if offset > range.upperBound {
      return range.upperBound + shown(of: offset - range.upperBound, length)
    }
    return offset
  }

  /// Returns the offset that a finger asks for, given the offset shown.
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
    // No pull shows the full length.
    let part = min(shown / length, 0.99)
    return length * part / (coefficient * (1 - part))
  }
}
