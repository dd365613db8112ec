/// Blending one colour through a row of coverage, rounded as ``Pixel`` rounds.
package enum SpanKernels {
  /// From how many pixels on a look for empty and full groups pays.
  private static let longest = 64

  /// Blends `pixel` times `coverage` over `row`.
  @inline(__always)
  package static func blend(
    _ pixel: UInt32, _ coverage: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    var index = 0
    // Long parts where nothing or everything may be covered.
    if count >= longest {
      let isOpaque = pixel >> 24 == 255
      while index &+ 8 <= count {
        let eight = UInt64(
          littleEndian: UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt64.self))
        if eight == UInt64.max, isOpaque {
          (row + index).update(repeating: pixel, count: 8)
        } else if eight != 0 {
          blendFour(pixel, UInt32(truncatingIfNeeded: eight), row + index)
          blendFour(pixel, UInt32(truncatingIfNeeded: eight >> 32), row + index + 4)
        }
        index &+= 8
      }
    }
    while index &+ 4 <= count {
      blendFour(
        pixel,
        UInt32(
          littleEndian: UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt32.self)),
        row + index)
      index &+= 4
    }
    while index < count {
      blendOne(pixel, coverage[index], row + index)
      index &+= 1
    }
  }

  /// Sets `count` pixels.
  static func fill(_ pixel: UInt32, _ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if count < 8 {
      for place in 0..<count { row[place] = pixel }
      return
    }
    let eight = SIMD8(repeating: pixel)
    let row = UnsafeMutableRawPointer(row)
    let end = count &* 4
    var offset = 0
    while offset &+ 32 < end {
      row.storeBytes(of: eight, toByteOffset: offset, as: SIMD8<UInt32>.self)
      offset &+= 32
    }
    // The last ones may have been set already.
    row.storeBytes(of: eight, toByteOffset: end &- 32, as: SIMD8<UInt32>.self)
  }

  static func blendOne(
    _ pixel: UInt32, _ coverage: UInt8, _ place: UnsafeMutablePointer<UInt32>
  ) {
    if coverage > 0 {
      place.pointee = Pixel.over(Pixel.multiply(pixel, coverage), place.pointee)
    }
  }

  /// Blends four pixels; their coverage is in `coverage`, the first in the lowest byte.
  @inline(__always)
  static func blendFour(
    _ pixel: UInt32, _ coverage: UInt32, _ row: UnsafeMutablePointer<UInt32>
  ) {
    let below = SIMD4(loading: row).bytes
    // Each coverage four times, for the components of its pixel.
    let all = SIMD16(fourfold: coverage)
    let color = SIMD4(repeating: pixel).bytes.lowWords
    let alpha = pixel >> 24 == 255 ? nil : SIMD8(repeating: UInt16(pixel >> 24))
    let low = blendTwo(color, alpha, all.lowWords, below.lowWords)
    let high = blendTwo(color, alpha, all.highWords, below.highWords)
    low.source.bytes(followedBy: high.source)
      .saturatingSum(low.below.bytes(followedBy: high.below)).pixels.store(to: row)
  }

  /// The two terms of source-over for two pixels of 16-bit components.
  ///
  /// - Parameter alpha: the colour's; `nil` if it is opaque.
  @inline(__always)
  private static func blendTwo(
    _ color: SIMD8<UInt16>, _ alpha: SIMD8<UInt16>?, _ coverage: SIMD8<UInt16>,
    _ below: SIMD8<UInt16>
  ) -> (source: SIMD8<UInt16>, below: SIMD8<UInt16>) {
    let covered = alpha.map { multiply($0, coverage) } ?? coverage
    let inverse = SIMD8(repeating: 255) &- covered
    return (multiply(color, coverage), multiply(below, inverse))
  }

  /// `a * b / 255` for eight components, to the nearest.
  @inline(__always)
  static func multiply(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let eight = SIMD8<UInt16>(repeating: 8)
    let product = a &* b &+ SIMD8(repeating: 128)
    return (product &+ product &>> eight) &>> eight
  }
}
