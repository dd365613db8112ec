import Foundation

/// How a stroke ends.
public enum LineCap: String, Sendable, Hashable, CaseIterable {
  /// Straight, at the end point.
  case butt
  /// With half a disc around the end point.
  case round
  /// Straight, half a line width behind the end point.
  case square
}

/// How two parts of a stroke meet.
public enum LineJoin: String, Sendable, Hashable, CaseIterable {
  /// With a sharp corner, or a bevel past the miter limit.
  case miter
  /// With a disc around the common point.
  case round
  /// With the corner cut off.
  case bevel
}

/// How the outline of a path is drawn.
public struct StrokeStyle: Sendable, Hashable {
  /// The width in points, half of it on each side of the path. 0 draws nothing.
  ///
  /// - Precondition: finite, 0 or more.
  public var width: CGFloat {
    didSet { check() }
  }
  /// How open ends look. A subpath of length 0 is drawn as a dot by `.round` and `.square`
  /// and not at all by `.butt`.
  public var cap: LineCap
  /// How corners look.
  public var join: LineJoin
  /// The longest miter, as a multiple of ``width``; corners that would need a longer one are
  /// bevelled. 10, the default, bevels corners sharper than 11.478°.
  ///
  /// - Precondition: finite.
  public var miterLimit: CGFloat {
    didSet { check() }
  }
  /// The lengths of dashes and gaps in turn, in points, repeated along each subpath. Empty, or
  /// all zero, is a solid line. An odd count is repeated with dashes and gaps swapped.
  ///
  /// At most 131,072 dashes are cut off a subpath, and fewer with round caps: 43,690 where they are
  /// a pixel wide, 13,797 at 20 pixels, 3,912 at 200. The rest of the subpath is solid.
  ///
  /// - Precondition: each finite, 0 or more.
  public var dashPattern: [CGFloat] {
    didSet { check() }
  }
  /// How far into the pattern each subpath begins, in points; may be negative.
  ///
  /// - Precondition: finite.
  public var dashPhase: CGFloat {
    didSet { check() }
  }

  /// Creates a style.
  public init(
    width: CGFloat = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: CGFloat = 10,
    dashPattern: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
    check()
  }

  private func check() {
    require(width.isFinite && width >= 0, "a line width must be 0 or more, not \(width)")
    require(miterLimit.isFinite, "a miter limit must be finite, not \(miterLimit)")
    require(dashPhase.isFinite, "a dash phase must be finite, not \(dashPhase)")
    for length in dashPattern {
      require(length.isFinite && length >= 0, "a dash length must be 0 or more, not \(length)")
    }
  }
}
