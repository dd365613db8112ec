/// The bounds of a set of points. NaN coordinates are ignored.
struct PathBounds {
  private(set) var low = SIMD2<Double>(repeating: .infinity)
  private(set) var high = SIMD2<Double>(repeating: -.infinity)

  /// Creates empty bounds.
  init() {}

  /// True if there are no points.
  var isEmpty: Bool { !(low.x <= high.x && low.y <= high.y) }

  mutating func add(_ point: SIMD2<Double>) {
    low = laneMin(point, low)
    high = laneMax(point, high)
  }
}
