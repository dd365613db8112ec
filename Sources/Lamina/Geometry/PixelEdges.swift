/// The four edges of a box on whole pixels, processed together.
struct PixelEdges {
  /// The minimum x and y, then the maximum ones.
  private var lanes: SIMD4<Int32>

  var minX: Int32 { lanes.x }
  var minY: Int32 { lanes.y }
  var maxX: Int32 { lanes.z }
  var maxY: Int32 { lanes.w }

  @inline(__always)
  init(_ rect: PixelRect) {
    lanes = SIMD4(
      Int32(clamping: rect.minX), Int32(clamping: rect.minY), Int32(clamping: rect.maxX),
      Int32(clamping: rect.maxY))
  }

  /// Creates edges by snapping each one as ``PixelSnapping/edge(_:)`` does.
  @inline(__always)
  init(snapping low: SIMD2<Double>, _ high: SIMD2<Double>) {
    lanes = floors(Self.bounded(low), Self.bounded(high))
  }

  /// Returns the numbers plus the rounding offset, clamped; a NaN becomes the negative limit.
  @inline(__always)
  private static func bounded(_ values: SIMD2<Double>) -> SIMD2<Double> {
    let limit = SIMD2(repeating: Double(PixelSnapping.limit))
    return laneMin(laneMax(values + SIMD2(repeating: PixelSnapping.roundingOffset), -limit), limit)
  }

  /// The edges of the box grown by a pixel on each side.
  var grown: PixelEdges {
    var result = self
    result.lanes &+= SIMD4(-1, -1, 1, 1)
    return result
  }

  /// Returns the intersection with another box, which ``isEmpty`` if they do not overlap.
  @inline(__always)
  func clipped(to clip: PixelEdges) -> PixelEdges {
    var result = self
    result.lanes.lowHalf = pointwiseMax(lanes.lowHalf, clip.lanes.lowHalf)
    result.lanes.highHalf = pointwiseMin(lanes.highHalf, clip.lanes.highHalf)
    return result
  }

  var isEmpty: Bool { minX >= maxX || minY >= maxY }
  /// True if a minimum edge lies beyond the opposite one.
  var isInverted: Bool { minX > maxX || minY > maxY }

  var rect: PixelRect {
    PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
  }

  /// The edges clamped to 16 bits.
  var narrowed: PixelBox {
    PixelBox(lanes: lanes.clampedWords(followedBy: lanes).lowHalf)
  }

  /// The first and the last column and row in units of 16 pixels, clamped to one byte each; minX is
  /// in the lowest byte.
  @inline(__always) var coarse: UInt32 {
    // Taken from the last pixel, so that a box that ends on a border does not extend beyond it.
    ((lanes &- SIMD4(0, 0, 1, 1)) &>> SIMD4(repeating: 4)).clampedBytes
  }
}
