/// An axis-aligned bilinear scaler that produces the rows of a stretched bitmap.
///
/// The two source rows around a row of the result are mixed along x first, and kept for the next
/// ones: an enlarged bitmap mixes each of its own rows once. The pixels are those of
/// ``Sampler/pixel(_:_:)``.
package struct BilinearScaler: ~Copyable {
  private var columns = ScratchArray<Sampler.FilterTap>()
  /// Two rows mixed along x, and a row of the result.
  private var pixels = ScratchArray<UInt32>()
  /// The indices of the kept rows in the bitmap; negative where none is kept.
  private var kept: (Int32, Int32) = (-1, -1)
  private var count: Int { columns.count }
  /// The factors of two neighbouring pixels, for each column, and the index of the left one.
  private var weights = ScratchArray<SIMD8<UInt16>>()
  private var lefts = ScratchArray<Int32>()

  package init() {}

  /// Discards the last bitmap; columns come next.
  package mutating func begin() {
    columns.count = 0
    kept = (-1, -1)
    weights.count = 0
    lefts.count = 0
  }

  /// Adds a column of the result.
  package mutating func append(_ column: Sampler.FilterTap) {
    columns.append(column)
    if column.first < column.second || column.first == 0 {
      lefts.append(column.first)
      weights.append(Sampler.weights(column.first < column.second ? column.weight : 0))
    } else {
      // The right one of a pair, so that nothing past the last pixel is read.
      lefts.append(column.first - 1)
      weights.append(Sampler.weights(256))
    }
  }

  /// Returns a row of the result, valid until the next call.
  package mutating func row(_ y: Sampler.FilterTap, of storage: PixelStorage)
    -> UnsafeMutablePointer<
      UInt32
    >
  {
    pixels.reserve(3 * count)
    let result = pixels.base + 2 * count
    let upper = mixed(y.first, keeping: y.second, of: storage)
    if y.weight == 0 {
      result.update(from: upper, count: count)
      return result
    }
    let lower = mixed(y.second, keeping: y.first, of: storage)
    RowKernels.mix(upper, lower, y.weight, into: result, count)
    return result
  }

  /// Returns a row of the bitmap mixed along x; it replaces the kept row other than `other`.
  private mutating func mixed(
    _ row: Int32, keeping other: Int32, of storage: PixelStorage
  ) -> UnsafeMutablePointer<UInt32> {
    if kept.0 == row { return pixels.base }
    let second = pixels.base + count
    if kept.1 == row { return second }
    let isFirst = kept.0 != other
    if isFirst { kept.0 = row } else { kept.1 = row }
    let result = isFirst ? pixels.base : second
    mix(storage.pixels + Int(row) * storage.stride, hasPairs: storage.width > 1, into: result)
    return result
  }

  private func mix(
    _ source: UnsafePointer<UInt32>, hasPairs: Bool, into result: UnsafeMutablePointer<UInt32>
  ) {
    var x = 0
    while hasPairs, x + 2 <= count {
      let a = SIMD4(loadingTwo: source + Int(lefts[x])).bytes.lowWords &* weights[x]
      let b = SIMD4(loadingTwo: source + Int(lefts[x + 1])).bytes.lowWords &* weights[x + 1]
      let two = Sampler.sum(a.lowHalves(followedBy: b), a.highHalves(followedBy: b))
      two.bytes(followedBy: two).pixels.storeTwo(to: result + x)
      x += 2
    }
    while x < count {
      let column = columns[x]
      result[x] = Sampler.mix(
        source[Int(column.first)], source[Int(column.second)], column.weight)
      x += 1
    }
  }
}

extension RowKernels {
  /// Mixes two rows in the proportion of `256 - weight` to `weight`. The result may alias either of
  /// them.
  package static func mix(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, _ weight: UInt32,
    into result: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    var x = 0
    let both = Sampler.weights(weight)
    let (rest, part) = (both.lowHalves(followedBy: both), both.highHalves(followedBy: both))
    while x + 4 <= count {
      let (a, b) = (SIMD4(loading: first + x).bytes, SIMD4(loading: second + x).bytes)
      let low = Sampler.sum(a.lowWords &* rest, b.lowWords &* part)
      let high = Sampler.sum(a.highWords &* rest, b.highWords &* part)
      low.bytes(followedBy: high).pixels.store(to: result + x)
      x += 4
    }
    while x < count {
      result[x] = Sampler.mix(first[x], second[x], weight)
      x += 1
    }
  }
}
