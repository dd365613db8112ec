#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2

  /// The kernels of a blur in vectors of eight 16-bit numbers: one instruction multiplies pairs of
  /// numbers by pairs of weights and adds the products.
  struct BlurKernels: ~Copyable {
    /// The weights of pairs of pixels, each pair replicated to fill a vector.
    private var rowWeights = ScratchArray<__m128i>()
    /// The weights of pairs of rows, for each of four rows of the result in turn.
    private var columnWeights = ScratchArray<__m128i>()
    /// A row of the source widened to 16 bits, with a spare pixel at either end.
    private var wide = ScratchArray<Int16>()
    private var channels = 1
    private var bytes = 0
    private var reach = 0

    private static func pair(_ first: UInt32, _ second: UInt32) -> __m128i {
      _mm_set1_epi32(Int32(bitPattern: first | second << 16))
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
      let half = _mm_set1_epi32(128 - 32_768 << 8)
      var x = 0
      while x < bytes {
        let middle = UnsafePointer(wide.base + margin + x)
        // The pixel itself and its two neighbours, then two pixels on either side at a time.
        var even = (load(middle), load(middle + 8))
        var odd = Self.bothSides(of: middle, channels)
        var sums = (half, half, half, half)
        var index = 0
        while true {
          let weight = weights[index]
          sums.0 = _mm_add_epi32(
            sums.0, _mm_madd_epi16(_mm_unpacklo_epi16(even.0, odd.0), weight))
          sums.1 = _mm_add_epi32(
            sums.1, _mm_madd_epi16(_mm_unpackhi_epi16(even.0, odd.0), weight))
          sums.2 = _mm_add_epi32(
            sums.2, _mm_madd_epi16(_mm_unpacklo_epi16(even.1, odd.1), weight))
          sums.3 = _mm_add_epi32(
            sums.3, _mm_madd_epi16(_mm_unpackhi_epi16(even.1, odd.1), weight))
          index += 1
          if index == pairs { break }
          even = Self.bothSides(of: middle, 2 * index * channels)
          odd = Self.bothSides(of: middle, (2 * index + 1) * channels)
        }
        store(
          _mm_packs_epi32(_mm_srai_epi32(sums.0, 8), _mm_srai_epi32(sums.1, 8)), out + x)
        store(
          _mm_packs_epi32(_mm_srai_epi32(sums.2, 8), _mm_srai_epi32(sums.3, 8)), out + x + 8)
        x += 16
      }
    }

    /// Returns the sums of the 16 numbers at a distance to the left and those as far to the right.
    @inline(__always)
    private static func bothSides(
      of middle: UnsafePointer<Int16>, _ distance: Int
    ) -> (__m128i, __m128i) {
      let (left, right) = (middle - distance, middle + distance)
      return (
        _mm_add_epi16(load(left), load(right)), _mm_add_epi16(load(left + 8), load(right + 8))
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
    @inline(__always)
    private func blurFour(
      _ source: UnsafePointer<Int16>, _ stride: Int, into result: UnsafeMutablePointer<UInt8>,
      _ resultStride: Int, rows: Int, columns: Int
    ) {
      // Rounds, and adds 2^31, by which the sum is too small since each number is too small by
      // 32,768.
      let half = _mm_set1_epi32(Int32(bitPattern: 0x8080_0000))
      var (a0, a1, b0, b1) = (half, half, half, half)
      var (c0, c1, d0, d1) = (half, half, half, half)
      var row = source
      var weight = UnsafePointer(columnWeights.base)
      let end = weight + columnWeights.count
      while weight < end {
        let (first, second) = (load(row), load(row + stride))
        let low = _mm_unpacklo_epi16(first, second)
        let high = _mm_unpackhi_epi16(first, second)
        a0 = _mm_add_epi32(a0, _mm_madd_epi16(low, weight[0]))
        a1 = _mm_add_epi32(a1, _mm_madd_epi16(high, weight[0]))
        b0 = _mm_add_epi32(b0, _mm_madd_epi16(low, weight[1]))
        b1 = _mm_add_epi32(b1, _mm_madd_epi16(high, weight[1]))
        c0 = _mm_add_epi32(c0, _mm_madd_epi16(low, weight[2]))
        c1 = _mm_add_epi32(c1, _mm_madd_epi16(high, weight[2]))
        d0 = _mm_add_epi32(d0, _mm_madd_epi16(low, weight[3]))
        d1 = _mm_add_epi32(d1, _mm_madd_epi16(high, weight[3]))
        row += 2 * stride
        weight += 4
      }
      write(a0, a1, result, columns)
      if rows > 1 { write(b0, b1, result + resultStride, columns) }
      if rows > 2 { write(c0, c1, result + 2 * resultStride, columns) }
      if rows > 3 { write(d0, d1, result + 3 * resultStride, columns) }
    }

    /// Writes the most significant bytes of eight sums, or of the first `count`.
    @inline(__always)
    private func write(
      _ low: __m128i, _ high: __m128i, _ result: UnsafeMutablePointer<UInt8>, _ count: Int
    ) {
      let numbers = _mm_packs_epi32(_mm_srli_epi32(low, 24), _mm_srli_epi32(high, 24))
      let bytes = unsafeBitCast(_mm_packus_epi16(numbers, numbers), to: SIMD2<UInt64>.self)[0]
      if count >= 8 {
        UnsafeMutableRawPointer(result).storeBytes(of: bytes, as: UInt64.self)
      } else {
        for index in 0..<count {
          result[index] = UInt8(truncatingIfNeeded: bytes >> UInt64(8 * index))
        }
      }
    }
  }

  @inline(__always)
  private func load(_ pointer: UnsafePointer<Int16>) -> __m128i {
    UnsafeRawPointer(pointer).loadUnaligned(as: __m128i.self)
  }

  @inline(__always)
  private func store(_ vector: __m128i, _ pointer: UnsafeMutablePointer<Int16>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: vector, as: __m128i.self)
  }
#endif
