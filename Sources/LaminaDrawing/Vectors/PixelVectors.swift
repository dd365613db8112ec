/// Four pixels.
extension SIMD4<UInt32> {
  init(loading pixels: UnsafePointer<UInt32>) {
    self = UnsafeRawPointer(pixels).loadUnaligned(as: Self.self)
  }

  /// Loads two pixels into the first lanes, and nothing after them.
  init(loadingTwo pixels: UnsafePointer<UInt32>) {
    let two = UnsafeRawPointer(pixels).loadUnaligned(as: UInt64.self)
    self = unsafeBitCast(SIMD2(two, 0), to: Self.self)
  }

  func store(to pixels: UnsafeMutablePointer<UInt32>) {
    UnsafeMutableRawPointer(pixels).storeBytes(of: self, as: Self.self)
  }

  /// Stores the first two pixels.
  func storeTwo(to pixels: UnsafeMutablePointer<UInt32>) {
    UnsafeMutableRawPointer(pixels).storeBytes(of: halves[0], as: UInt64.self)
  }

  private var halves: SIMD2<UInt64> {
    get { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
  }

  /// True if every bit is 0.
  var isZero: Bool {
    get { halves[0] | halves[1] == 0 }
  }

  var bytes: SIMD16<UInt8> {
    get { unsafeBitCast(self, to: SIMD16<UInt8>.self) }
  }

  var words: SIMD8<UInt16> {
    get { unsafeBitCast(self, to: SIMD8<UInt16>.self) }
  }
}

extension SIMD16<UInt8> {
  var pixels: SIMD4<UInt32> {
    get { unsafeBitCast(self, to: SIMD4<UInt32>.self) }
  }
}

/// The components of two pixels.
extension SIMD8<UInt16> {
  var pixels: SIMD4<UInt32> {
    get { unsafeBitCast(self, to: SIMD4<UInt32>.self) }
  }

  /// Returns the first four lanes of this vector and of another.
  func lowHalves(followedBy other: Self) -> Self {
    unsafeBitCast(SIMD2(quadwords[0], other.quadwords[0]), to: Self.self)
  }

  /// Returns the last four lanes of this vector and of another.
  func highHalves(followedBy other: Self) -> Self {
    unsafeBitCast(SIMD2(quadwords[1], other.quadwords[1]), to: Self.self)
  }

  private var quadwords: SIMD2<UInt64> {
    get { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
  }
}

/// Eight signed words.
extension SIMD8<Int16> {
  init(loading words: UnsafePointer<Int16>) {
    self = UnsafeRawPointer(words).loadUnaligned(as: Self.self)
  }

  func store(to words: UnsafeMutablePointer<Int16>) {
    UnsafeMutableRawPointer(words).storeBytes(of: self, as: Self.self)
  }
}
