/// The kernels of a blur in vectors of eight 16-bit numbers: one instruction multiplies pairs of
/// numbers by pairs of weights and adds the products.
struct BlurKernels: ~Copyable {
  /// The weights of pairs of pixels, each pair replicated to fill a vector.
  private var rowWeights = ScratchArray<SIMD8<Int16>>()
  /// The weights of pairs of rows, for each of four rows of the result in turn.
  private var columnWeights = ScratchArray<SIMD8<Int16>>()
  /// A row of the source widened to 16 bits, with a spare pixel at either end.
  private var wide = ScratchArray<Int16>()
  private var channels = 1
  private var bytes = 0
  private var reach = 0

  /// Returns two weights of 15 bits, four times.
  private static func pair(_ first: UInt32, _ second: UInt32) -> SIMD8<Int16> {
    let (first, second) = (Int16(first), Int16(second))
    return SIMD8(first, second, first, second, first, second, first, second)
  }

  /// Returns true if there is more than one weight, and all fit into 15 bits.
  private static func areSuitable(_ weights: [UInt32]) -> Bool {
    weights.count > 1 && weights.allSatisfy { $0 < 32_768 }
  }

  // MARK: - Along x

  /// Prepares the weights for rows.
  ///
  /// - Returns: false if the weights are unsuitable for vectors.
  mutating func setRowWeights(_ weights: [UInt32], channels: Int, bytes: Int) -> Bool {
    guard Self.areSuitable(weights) else { return false }
    self.channels = channels
    self.bytes = bytes
    reach = weights.count - 1
    rowWeights.count = 0
    for offset in stride(from: 0, to: weights.count, by: 2) {
      let next = offset + 1 < weights.count ? weights[offset + 1] : 0
      rowWeights.append(Self.pair(weights[offset], next))
    }
    wide.reserve(((bytes + 15) & ~15) + (2 * reach + 2) * channels, repeating: 0)
    return true
  }

  /// Blurs a row into 256ths minus 32,768. The number of values written is rounded up to a
  /// multiple of 16.
  func blurRow(_ source: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<Int16>) {
    let margin = (reach + 1) * channels
    let first = wide.base + channels
    for x in 0..<bytes + 2 * reach * channels { first[x] = Int16(source[x]) }
    let pairs = rowWeights.count
    let weights = rowWeights.base
    let half = SIMD4<Int32>(repeating: 128 - 32_768 << 8)
    var x = 0
    while x < bytes {
      let middle = UnsafePointer(wide.base + margin + x)
      // The pixel itself and its two neighbours, then two pixels on either side at a time.
      var even = (SIMD8(loading: middle), SIMD8(loading: middle + 8))
      var odd = Self.bothSides(of: middle, channels)
      var sums = (half, half, half, half)
      var index = 0
      while true {
        let weight = weights[index]
        sums.0 &+= even.0.lowPairs(with: odd.0).sumsOfPairs(times: weight)
        sums.1 &+= even.0.highPairs(with: odd.0).sumsOfPairs(times: weight)
        sums.2 &+= even.1.lowPairs(with: odd.1).sumsOfPairs(times: weight)
        sums.3 &+= even.1.highPairs(with: odd.1).sumsOfPairs(times: weight)
        index += 1
        if index == pairs { break }
        even = Self.bothSides(of: middle, 2 * index * channels)
        odd = Self.bothSides(of: middle, (2 * index + 1) * channels)
      }
      let eight = SIMD4<Int32>(repeating: 8)
      (sums.0 &>> eight).clampedWords(followedBy: sums.1 &>> eight).store(to: out + x)
      (sums.2 &>> eight).clampedWords(followedBy: sums.3 &>> eight).store(to: out + x + 8)
      x += 16
    }
  }

  /// Returns the sums of the 16 numbers at a distance to the left and those as far to the right.
  private static func bothSides(
    of middle: UnsafePointer<Int16>, _ distance: Int
  ) -> (SIMD8<Int16>, SIMD8<Int16>) {
    let (left, right) = (middle - distance, middle + distance)
    return (
      SIMD8(loading: left) &+ SIMD8(loading: right),
      SIMD8(loading: left + 8) &+ SIMD8(loading: right + 8)
    )
  }

  // MARK: - Along y

  /// Prepares the weights for columns.
  ///
  /// - Returns: false if the weights are unsuitable for vectors.
  mutating func setColumnWeights(_ weights: [UInt32]) -> Bool {
    guard Self.areSuitable(weights) else { return false }
    reach = weights.count - 1
    columnWeights.count = 0
    func weight(_ distance: Int) -> UInt32 {
      abs(distance) <= reach ? weights[abs(distance)] : 0
    }
    for row in stride(from: -reach, to: reach + 4, by: 2) {
      for result in 0..<4 {
        columnWeights.append(Self.pair(weight(row - result), weight(row + 1 - result)))
      }
    }
    return true
  }

  /// The number of columns that are blurred from top to bottom before the next ones, so that rows
  /// that are read again are still in the cache.
  private static let stripe = 256

  /// Blurs the columns of the rows from ``blurRow(_:into:)``. May read three rows beyond the last
  /// one.
  func blurColumns(
    _ middle: UnsafePointer<Int16>, stride: Int, into result: UnsafeMutablePointer<UInt8>,
    _ resultStride: Int, bytes: Int, rows: Int
  ) {
    var left = 0
    while left < bytes {
      let right = min(left + Self.stripe, bytes)
      for y in Swift.stride(from: 0, to: rows, by: 4) {
        for x in Swift.stride(from: left, to: right, by: 8) {
          blurFour(
            middle + y * stride + x, stride, into: result + y * resultStride + x, resultStride,
            rows: rows - y, columns: bytes - x)
        }
      }
      left = right
    }
  }

  /// Blurs eight columns in four rows, and writes only those inside the result.
  private func blurFour(
    _ source: UnsafePointer<Int16>, _ stride: Int, into result: UnsafeMutablePointer<UInt8>,
    _ resultStride: Int, rows: Int, columns: Int
  ) {
    // Rounds, and adds 2^31, by which the sum is too small since each number is too small by
    // 32,768.
    let half = SIMD4(repeating: Int32(bitPattern: 0x8080_0000))
    var (a0, a1, b0, b1) = (half, half, half, half)
    var (c0, c1, d0, d1) = (half, half, half, half)
    var row = source
    var weight = UnsafePointer(columnWeights.base)
    let end = weight + columnWeights.count
    while weight < end {
      let (first, second) = (SIMD8(loading: row), SIMD8(loading: row + stride))
      let low = first.lowPairs(with: second)
      let high = first.highPairs(with: second)
      a0 &+= low.sumsOfPairs(times: weight[0])
      a1 &+= high.sumsOfPairs(times: weight[0])
      b0 &+= low.sumsOfPairs(times: weight[1])
      b1 &+= high.sumsOfPairs(times: weight[1])
      c0 &+= low.sumsOfPairs(times: weight[2])
      c1 &+= high.sumsOfPairs(times: weight[2])
      d0 &+= low.sumsOfPairs(times: weight[3])
      d1 &+= high.sumsOfPairs(times: weight[3])
      row += 2 * stride
      weight += 4
    }
    write(a0, a1, result, columns)
    if rows > 1 { write(b0, b1, result + resultStride, columns) }
    if rows > 2 { write(c0, c1, result + 2 * resultStride, columns) }
    if rows > 3 { write(d0, d1, result + 3 * resultStride, columns) }
  }

  /// Writes the most significant bytes of eight sums, or of the first `count`.
  private func write(
    _ low: SIMD4<Int32>, _ high: SIMD4<Int32>, _ result: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    let (shift, byte) = (SIMD4<Int32>(repeating: 24), SIMD4<Int32>(repeating: 255))
    let words = ((low &>> shift) & byte).clampedWords(followedBy: (high &>> shift) & byte)
    let numbers = unsafeBitCast(words, to: SIMD8<UInt16>.self)
    let bytes = numbers.bytes(followedBy: numbers)
    if count >= 8 {
      UnsafeMutableRawPointer(result).storeBytes(
        of: unsafeBitCast(bytes, to: SIMD2<UInt64>.self)[0], as: UInt64.self)
    } else {
      for index in 0..<count { result[index] = bytes[index] }
    }
  }
}
