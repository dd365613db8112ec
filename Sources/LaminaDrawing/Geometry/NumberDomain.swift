import Foundation

/// The numbers that layers are drawn with: sums and products of a few of them neither overflow nor
/// vanish.
@usableFromInline package enum NumberDomain {
  /// The largest coordinate, in points and in pixels, and the largest element of a transform.
  @inlinable package static var limit: Double { 1e15 }
  /// The smallest element of a transform that counts: with the largest coordinate it makes far less
  /// than a pixel.
  static let smallest = 0x1p-200
}

extension Double {
  /// True if the number is finite and not beyond ``NumberDomain/limit``.
  @inlinable package var isInDomain: Bool { abs(self) <= NumberDomain.limit }
}

extension ProjectiveTransform {
  /// True if all nine elements are in the domain.
  @inlinable package var isInDomain: Bool {
    m11.isInDomain && m12.isInDomain && m13.isInDomain && m21.isInDomain && m22.isInDomain
      && m23.isInDomain && m31.isInDomain && m32.isInDomain && m33.isInDomain
  }

  /// The transform with the elements that are too small to count replaced by 0.
  package var withoutTinyElements: ProjectiveTransform {
    if isTranslation { return self }
    func kept(_ element: Double) -> Double {
      abs(element) < NumberDomain.smallest ? 0 : element
    }
    return ProjectiveTransform(
      m11: kept(m11), m12: kept(m12), m13: kept(m13), m21: kept(m21), m22: kept(m22),
      m23: kept(m23), m31: kept(m31), m32: kept(m32), m33: kept(m33))
  }
}
