/// A half-open rectangle of whole pixels in 8 bytes: edges are clamped to 16 bits.
struct PixelBox: Equatable {
  fileprivate var lanes: SIMD4<Int16>

  init(minX: Int16, minY: Int16, maxX: Int16, maxY: Int16) {
    lanes = SIMD4(minX, minY, maxX, maxY)
  }

  init(lanes: SIMD4<Int16>) { self.lanes = lanes }

  var minX: Int16 { lanes.x }
  var minY: Int16 { lanes.y }
  var maxX: Int16 { lanes.z }
  var maxY: Int16 { lanes.w }

  @inline(__always) var isEmpty: Bool { minX >= maxX || minY >= maxY }
  var width: Int { Int(maxX) &- Int(minX) }
  var height: Int { Int(maxY) &- Int(minY) }

  var rect: PixelRect {
    PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
  }

  /// Returns the intersection with another box, which is empty if they do not overlap.
  @inline(__always)
  func clipped(to clip: PixelBox) -> PixelBox {
    PixelBox(
      lanes: SIMD4(
        lowHalf: pointwiseMax(lanes.lowHalf, clip.lanes.lowHalf),
        highHalf: pointwiseMin(lanes.highHalf, clip.lanes.highHalf)))
  }
}

/// The bounding box of boxes added one by one.
struct BoxHull {
  private var low = SIMD4<Int16>(repeating: .max)
  private var high = SIMD4<Int16>(repeating: .min)

  /// Adds a box that is not empty.
  mutating func add(_ box: PixelBox) {
    low = pointwiseMin(low, box.lanes)
    high = pointwiseMax(high, box.lanes)
  }

  /// The bounding box; empty if no box was added.
  var rect: PixelRect {
    if low.x > high.z { return .empty }
    return PixelRect(minX: Int(low.x), minY: Int(low.y), maxX: Int(high.z), maxY: Int(high.w))
  }
}
