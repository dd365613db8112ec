import Foundation

/// The shape of the ends of a stroke.
public enum LineCap: String, Sendable, Hashable, CaseIterable {
  /// A straight end at the end point.
  case butt
  /// A half disc around the end point.
  case round
  /// A straight end, half a line width beyond the end point.
  case square
}

/// The shape of the joins between segments of a stroke.
public enum LineJoin: String, Sendable, Hashable, CaseIterable {
  /// A sharp corner, or a bevel beyond the miter limit.
  case miter
  /// A disc around the common point.
  case round
  /// A cut-off corner.
  case bevel
}

/// The attributes with which a path is stroked.
public struct StrokeStyle: Sendable, Hashable {
  /// The width in points, half of it on each side of the path. 0 draws nothing.
  ///
  /// - Precondition: finite, 0 or more.
  public var width: CGFloat {
    didSet { check() }
  }
  /// The shape of open ends. A subpath of length 0 is drawn as a dot by `.round` and `.square` and
  /// not at all by `.butt`.
  public var cap: LineCap
  /// The shape of corners.
  public var join: LineJoin
  /// The maximum miter length, as a multiple of ``width``; corners that would need a longer one are
  /// bevelled. 10, the default, bevels corners sharper than 11.478°.
  ///
  /// - Precondition: finite.
  public var miterLimit: CGFloat {
    didSet { check() }
  }
  /// The alternating lengths of dashes and gaps, in points, repeated along each subpath. An empty
  /// or all-zero pattern is a solid line. An odd count is repeated with dashes and gaps swapped.
  ///
  /// A dash of length 0 is a dot, also at either end of a subpath: `[0, 10]` puts one every 10
  /// points, the first at the start of the subpath. With round caps it is a disc, with square caps
  /// a square aligned with the path, with butt caps nothing.
  ///
  /// A subpath has at most 131,072 dashes, and fewer with round caps: 43,690 if they are a pixel
  /// wide, 13,797 at 20 pixels, 3,912 at 200. The rest of the subpath is solid.
  ///
  /// - Precondition: each finite, 0 or more.
  public var dashPattern: [CGFloat] {
    didSet { check() }
  }
  /// The offset into the pattern at which each subpath begins, in points; may be negative.
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
