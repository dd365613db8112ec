import Foundation

extension CGRect {
  /// The part of the rectangle inside another, in the coordinates of both; `.null` where there is
  /// none, or where an edge of it is not finite.
  ///
  /// Unlike `intersection(_:)` it takes edges that overflow or are NaN.
  package func clipped(to other: CGRect) -> CGRect {
    if isNull || other.isNull { return .null }
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    let (width, height) = (right - left, bottom - top)
    guard width >= 0, height >= 0, left.isFinite, top.isFinite, width.isFinite, height.isFinite
    else { return .null }
    return CGRect(x: left, y: top, width: width, height: height)
  }
}
