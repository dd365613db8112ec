import Foundation

/// The curve through the vertices of a line or the edge of an area.
///
/// A step of marks lasts for its whole interval, also if the value at the other end is missing.
public enum InterpolationMethod: Sendable, Hashable {
  /// Straight lines.
  case linear
  /// Steps that rise at the start of each interval.
  case stepStart
  /// Steps that rise in the middle of each interval.
  case stepCenter
  /// Steps that rise at the end of each interval.
  case stepEnd
  /// A cubic curve without overshoot, as d3's `curveMonotoneX` draws it (Steffen, 1990).
  case monotone
  /// A Catmull-Rom spline; `alpha` is 0 for uniform, 0.5 for centripetal and 1 for chordal
  /// parametrisation.
  case catmullRom(alpha: CGFloat)
  /// A cardinal spline; a tension of 1 gives straight lines.
  case cardinal(tension: CGFloat)

  /// A centripetal Catmull-Rom spline.
  public static var catmullRom: Self { .catmullRom(alpha: 0.5) }
  /// A cardinal spline without tension.
  public static var cardinal: Self { .cardinal(tension: 0) }
}
