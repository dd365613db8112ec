/// A half-open rectangle of whole pixels in 8 bytes: edges are clamped to 16 bits.
@usableFromInline package struct PixelBox: BitwiseCopyable, Equatable {
  /// The minimum x and y, then the maximum ones.
  @usableFromInline var lanes: SIMD4<Int16>

  @inlinable init(lanes: SIMD4<Int16>) { self.lanes = lanes }

  @inlinable package static func == (left: PixelBox, right: PixelBox) -> Bool {
    left.lanes == right.lanes
  }

  @inlinable package init(_ rect: PixelRect) {
    // Clamped to 32 bits, and then together: clamping each to 16 bits took 6 % of `scattered`.
    let edges = SIMD4(
      Int32(clamping: rect.minX), Int32(clamping: rect.minY), Int32(clamping: rect.maxX),
      Int32(clamping: rect.maxY))
    lanes = edges.clampedWords(followedBy: edges).lowHalf
  }

  /// Creates a box by snapping each edge as ``PixelSnapping/edge(_:)`` does.
  @inlinable package init(snapping low: SIMD2<Double>, _ high: SIMD2<Double>) {
    let edges = floors(Self.bounded(low), Self.bounded(high))
    lanes = edges.clampedWords(followedBy: edges).lowHalf
  }

  /// Returns the numbers plus the rounding offset, clamped; a NaN becomes the negative limit.
  @inlinable static func bounded(_ values: SIMD2<Double>) -> SIMD2<Double> {
    let limit = SIMD2(repeating: Double(PixelSnapping.limit))
    return laneMin(laneMax(values + SIMD2(repeating: PixelSnapping.roundingOffset), -limit), limit)
  }

  @inlinable package var minX: Int16 { lanes.x }
  @inlinable package var minY: Int16 { lanes.y }
  @inlinable package var maxX: Int16 { lanes.z }
  @inlinable package var maxY: Int16 { lanes.w }

  @inlinable package var isEmpty: Bool { minX >= maxX || minY >= maxY }
  /// True if a minimum edge lies beyond the opposite one.
  @inlinable package var isInverted: Bool { minX > maxX || minY > maxY }
  /// True if edges may have been clamped, in a box that is not inverted.
  @inlinable package var mayBeClamped: Bool {
    min(minX, minY) == .min || max(maxX, maxY) == .max
  }
  @inlinable package var width: Int { Int(maxX) &- Int(minX) }
  @inlinable package var height: Int { Int(maxY) &- Int(minY) }
  /// The number of pixels of a box that is not inverted.
  @inlinable package var area: Int { width &* height }

  @inlinable package var rect: PixelRect {
    PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
  }

  /// Returns the intersection with another box, which ``isEmpty`` if they do not overlap.
  @inlinable package func clipped(to clip: PixelBox) -> PixelBox {
    PixelBox(
      lanes: SIMD4(
        lowHalf: pointwiseMax(lanes.lowHalf, clip.lanes.lowHalf),
        highHalf: pointwiseMin(lanes.highHalf, clip.lanes.highHalf)))
  }

  /// Returns the columns by which the box is right of another of the same size, and the rows by which
  /// it is below; nil if their sizes differ.
  @inlinable package func offset(from other: PixelBox) -> SIMD2<Int16>? {
    let offset = lanes &- other.lanes
    return offset.lowHalf == offset.highHalf ? offset.lowHalf : nil
  }

  /// The first and the last column and row in units of 16 pixels, clamped to one byte each; minX is
  /// in the lowest byte.
  @inlinable @inline(__always) package var coarse: UInt32 {
    // Taken from the last pixel, so that a box that ends on a border does not extend beyond it.
    ((lanes &- SIMD4(0, 0, 1, 1)) &>> SIMD4(repeating: 4)).clampedBytes
  }
}

/// The bounding box of boxes added one by one.
@usableFromInline package struct BoxHull {
  @usableFromInline var low = SIMD4<Int16>(repeating: .max)
  @usableFromInline var high = SIMD4<Int16>(repeating: .min)

  @inlinable package init() {}

  /// Adds a box that is not empty.
  @inlinable package mutating func add(_ box: PixelBox) {
    low = pointwiseMin(low, box.lanes)
    high = pointwiseMax(high, box.lanes)
  }

  /// The bounding box; empty if no box was added.
  @inlinable package var rect: PixelRect {
    if low.x > high.z { return .empty }
    return PixelRect(minX: Int(low.x), minY: Int(low.y), maxX: Int(high.z), maxY: Int(high.w))
  }
}
