#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// The bounds of a set of points. NaN coordinates are ignored.
struct PathBounds {
  private(set) var low = SIMD2<Double>(repeating: .infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// Creates the extent of no points.
  @inline(__always)
  init() {}

  /// True if there are no points.
  var isEmpty: Bool { !(low.x <= high.x && low.y <= high.y) }

  @inline(__always)
  mutating func add(_ point: SIMD2<Double>) {
    low = Self.least(point, low)
    high = Self.greatest(point, high)
  }

  /// Returns, lane by lane, `a` if it is lower, else `b`.
  @inline(__always)
  static func least(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    #if arch(x86_64) && !LAMINA_PORTABLE
      return _mm_min_pd(a, b)
    #else
      return b.replacing(with: a, where: a .< b)
    #endif
  }

  /// Returns, lane by lane, `a` if it is higher, else `b`.
  @inline(__always)
  static func greatest(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    #if arch(x86_64) && !LAMINA_PORTABLE
      return _mm_max_pd(a, b)
    #else
      return b.replacing(with: a, where: a .> b)
    #endif
  }
}
