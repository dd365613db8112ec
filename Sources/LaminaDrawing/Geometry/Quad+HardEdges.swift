import Foundation

extension Quad {
  /// The rectangle's sides, the hard ones so far out that they cover nothing in part.
  package var sidesWidenedAtHardEdges: Sides {
    var sides = Sides(rect)
    let far = max(rect.width, rect.height) * 4096
    guard !hardEdges.isEmpty, far.isFinite else { return sides }
    if hardEdges.contains(.layerLeftEdge) { sides.minX -= far }
    if hardEdges.contains(.layerRightEdge) { sides.maxX += far }
    if hardEdges.contains(.layerBottomEdge) { sides.minY -= far }
    if hardEdges.contains(.layerTopEdge) { sides.maxY += far }
    return sides
  }

  /// Uncovers the pixels of a row whose middles lie outside a hard edge. A middle on the edge is
  /// inside where the edge is the left or the bottom one, so that of two layers that share an edge
  /// one has it.
  package func cutHardEdges(y: Int, from minX: Int, _ coverage: UnsafeMutableBufferPointer<UInt8>) {
    guard !hardEdges.isEmpty else { return }
    guard let back = transform.projectiveInverse() else {
      coverage.update(repeating: 0)
      return
    }
    let left = hardEdges.contains(.layerLeftEdge) ? Double(rect.minX) : -.infinity
    let right = hardEdges.contains(.layerRightEdge) ? Double(rect.maxX) : .infinity
    let top = hardEdges.contains(.layerBottomEdge) ? Double(rect.minY) : -.infinity
    let bottom = hardEdges.contains(.layerTopEdge) ? Double(rect.maxY) : .infinity
    let centerY = Double(y) + 0.5
    for index in coverage.indices where coverage[index] > 0 {
      let centerX = Double(minX + index) + 0.5
      let w = centerX * back.m13 + centerY * back.m23 + back.m33
      let x = (centerX * back.m11 + centerY * back.m21 + back.m31) / w
      let y = (centerX * back.m12 + centerY * back.m22 + back.m32) / w
      if !(x >= left && x < right && y >= top && y < bottom) { coverage[index] = 0 }
    }
  }
}
