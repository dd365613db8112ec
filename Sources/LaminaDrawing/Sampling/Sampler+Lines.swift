/// An affine map from the middles of device pixels to places in a bitmap, in 32.32 fixed point, so
/// that a place is the same wherever the row that it is read in begins.
package struct FixedPointAffineMap {
  private let x: SIMD4<Int64>
  private let y: SIMD4<Int64>

  /// Places on a line across the bitmap, one for each pixel of a row, counted from the middle of
  /// the bitmap's first pixel.
  fileprivate struct MappedLine {
    fileprivate var x: Int64
    fileprivate var y: Int64
    fileprivate let stepX: Int64
    fileprivate let stepY: Int64
  }

  /// - Parameter transform: from device pixels to the bitmap's.
  /// - Returns: nil for a perspective, and for numbers that fixed point is too short for.
  package init?(_ transform: ProjectiveTransform) {
    let t = transform
    guard t.m13 == 0, t.m23 == 0,
      let x = Self.fixed(t.m11 / t.m33, t.m21 / t.m33, t.m31 / t.m33),
      let y = Self.fixed(t.m12 / t.m33, t.m22 / t.m33, t.m32 / t.m33)
    else { return nil }
    self.x = x
    self.y = y
  }

  private static func fixed(_ alongX: Double, _ alongY: Double, _ start: Double) -> SIMD4<Int64>? {
    let first = (alongX + alongY) / 2 + start - 0.5
    // A frame has up to 2^15 pixels to a side: the sum keeps to 31 bits and a sign.
    guard abs(alongX) < 0x1p14, abs(alongY) < 0x1p14, abs(first) < 0x1p29 else { return nil }
    func fixed(_ number: Double) -> Int64 { Int64((number * 0x1p32).rounded(.toNearestOrEven)) }
    return SIMD4(fixed(alongX), fixed(alongY), fixed(first), 0)
  }

  /// The places of a row of device pixels from (`column`, `row`) on.
  fileprivate func line(fromX column: Int, y row: Int) -> MappedLine {
    let (column, row) = (Int64(column), Int64(row))
    return MappedLine(
      x: x[0] &* column &+ x[1] &* row &+ x[2], y: y[0] &* column &+ y[1] &* row &+ y[2],
      stepX: x[0], stepY: y[0])
  }
}

extension ProjectiveTransform {
  /// Reads a row of `count` device pixels, each at the place that this transform gives its middle.
  /// Where the plane is seen edge on there is nothing to read.
  func read(
    fromX column: Int, y: Int, into row: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ pixel: (_ x: Double, _ y: Double) -> UInt32
  ) {
    let centerY = Double(y) + 0.5
    for index in 0..<count {
      let centerX = Double(column + index) + 0.5
      let w = centerX * m13 + centerY * m23 + m33
      let x = (centerX * m11 + centerY * m21 + m31) / w
      let y = (centerX * m12 + centerY * m22 + m32) / w
      row[index] = x.isFinite && y.isFinite ? pixel(x, y) : 0
    }
  }
}

extension Sampler {
  /// Reads `count` places between the pixels, by the linear filter; beyond the edge
  /// its pixels go on.
  package func readLinearly(
    _ places: FixedPointAffineMap, fromX column: Int, y: Int,
    into row: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    let line = places.line(fromX: column, y: y)
    let storage = storage
    let (pixels, stride) = (storage.pixels, storage.stride)
    let lastX = Int64(storage.width - 1)
    let lastY = Int64(storage.height - 1)
    var (x, y) = (line.x, line.y)
    for index in 0..<count {
      let (left, top) = (x >> 32, y >> 32)
      let weightX = UInt32(truncatingIfNeeded: x >> 24) & 255
      let weightY = UInt32(truncatingIfNeeded: y >> 24) & 255
      if UInt64(bitPattern: left) < UInt64(bitPattern: lastX),
        UInt64(bitPattern: top) < UInt64(bitPattern: lastY)
      {
        let upper = pixels + Int(top) * stride + Int(left)
        row[index] = Self.mix(
          SIMD4(loadingTwo: upper), SIMD4(loadingTwo: upper + stride), weightX, weightY)
      } else {
        row[index] = pixel(
          Self.held(left, lastX, weightX), Self.held(top, lastY, weightY))
      }
      x &+= line.stepX
      y &+= line.stepY
    }
  }

  /// A place on an axis, brought back to it.
  private static func held(_ position: Int64, _ last: Int64, _ weight: UInt32) -> FilterTap {
    if position < 0 { return FilterTap(first: 0, second: 0, weight: 0) }
    if position >= last { return FilterTap(first: Int32(last), second: Int32(last), weight: 0) }
    return FilterTap(first: Int32(position), second: Int32(position + 1), weight: weight)
  }

  /// Two pixels, and the two below, in proportion.
  @inline(__always)
  static func mix(
    _ upper: SIMD4<UInt32>, _ lower: SIMD4<UInt32>, _ weightX: UInt32, _ weightY: UInt32
  ) -> UInt32 {
    let x = weights(weightX)
    // Sixteen bits for each component: left and right pixel above, left and right below.
    let above = upper.bytes.lowWords &* x
    let below = lower.bytes.lowWords &* x
    let columns = sum(above.lowHalves(followedBy: below), above.highHalves(followedBy: below))
    let rows = columns &* weights(weightY)
    let mixed = sum(rows, rows.highHalves(followedBy: rows))
    return mixed.bytes(followedBy: mixed).pixels[0]
  }

  /// `256 - weight` in the four low lanes, `weight` in the others.
  @inline(__always)
  static func weights(_ weight: UInt32) -> SIMD8<UInt16> {
    let all = SIMD8(repeating: UInt16(truncatingIfNeeded: weight))
    // In the low lanes ~weight + 257.
    return (all ^ SIMD8(0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0, 0, 0, 0))
      &+ SIMD8(257, 257, 257, 257, 0, 0, 0, 0)
  }

  /// Two products of 256ths added and rounded to the nearest.
  @inline(__always)
  static func sum(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    (a &+ b &+ SIMD8(repeating: 0x80)) &>> SIMD8(repeating: 8)
  }
}
