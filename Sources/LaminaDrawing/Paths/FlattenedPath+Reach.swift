extension FlattenedPath {
  /// Passes each subpath's points, clipped to ±``reach``, to `body`.
  ///
  /// Lines above, below, left and right of that are moved to the edge, where they keep their
  /// contribution to the winding inside.
  func forEachPolygon(
    isWithinReach: Bool, _ body: (UnsafeBufferPointer<SIMD2<Double>>) -> Void
  ) {
    points.withUnsafeBufferPointer { points in
      var clipped: [SIMD2<Double>] = []
      for subpath in subpaths {
        let part = UnsafeBufferPointer(rebasing: points[subpath.start..<subpath.end])
        if isWithinReach {
          body(part)
          continue
        }
        clipped.removeAll(keepingCapacity: true)
        var from = part[part.count - 1]
        for to in part {
          Self.clip(from, to, &clipped)
          from = to
        }
        clipped.withUnsafeBufferPointer(body)
      }
    }
  }

  /// Adds the corners of a line clipped to ±``reach``, except the first.
  private static func clip(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ corners: inout [SIMD2<Double>]
  ) {
    let low = pointwiseMin(a, b)
    let high = pointwiseMax(a, b)
    if low.x >= -reach, low.y >= -reach, high.x <= reach, high.y <= reach {
      corners.append(b)
      return
    }
    func point(atY y: Double) -> SIMD2<Double> {
      SIMD2(value(at: y, (a.y, a.x), (b.y, b.x)), y)
    }
    func inside(_ end: SIMD2<Double>) -> SIMD2<Double> {
      let y = max(-reach, min(reach, end.y))
      // A line that stays above or below the picture is level there.
      return y == end.y || low.y >= reach || high.y <= -reach
        ? SIMD2(end.x, y) : point(atY: y)
    }
    let from = inside(a)
    let to = inside(b)
    corners.append(bounded(from))
    // The crossings of the left and right edges, in the line's order.
    for edge in b.x < a.x ? [reach, -reach] : [-reach, reach]
    where min(from.x, to.x) < edge && edge < max(from.x, to.x) {
      let y = value(at: edge, (from.x, from.y), (to.x, to.y))
      corners.append(SIMD2(edge, max(min(from.y, to.y), min(max(from.y, to.y), y))))
    }
    corners.append(bounded(to))
  }

  /// Returns the part of a line within ±`limit`, or nil if there is none.
  static func part(
    of line: (SIMD2<Double>, SIMD2<Double>), within limit: Double
  ) -> (SIMD2<Double>, SIMD2<Double>)? {
    var (from, to) = line
    for axis in 0..<2 {
      let (a, b) = (from, to)
      let (low, high) = (min(a[axis], b[axis]), max(a[axis], b[axis]))
      if low >= -limit, high <= limit { continue }
      if low > limit || high < -limit { return nil }
      func moved(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let edge = max(-limit, min(limit, point[axis]))
        if edge == point[axis] { return point }
        let other = value(at: edge, (a[axis], a[1 - axis]), (b[axis], b[1 - axis]))
        return axis == 0 ? SIMD2(edge, other) : SIMD2(other, edge)
      }
      (from, to) = (moved(a), moved(b))
    }
    return (from, to)
  }

  /// Returns the value at `place` on the line through two places and their values.
  ///
  /// Sums of large numbers lose small ones. That two lines through the picture lie on different
  /// sides of its origin is in the difference of two products, which is rounded once here. Both
  /// directions must give the same result: the end nearer to 0 comes first.
  private static func value(
    at place: Double, _ a: (place: Double, value: Double), _ b: (place: Double, value: Double)
  ) -> Double {
    let isFirstNearer =
      abs(a.place) < abs(b.place) || (a.place == -b.place && a.place < b.place)
    let (near, far) = isFirstNearer ? (a, b) : (b, a)
    let product = near.place * far.value
    let lost = product.addingProduct(-near.place, far.value)
    let cross = (-product).addingProduct(near.value, far.place) + lost
    return (cross + place * (far.value - near.value)) / (far.place - near.place)
  }

  private static func bounded(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(max(-reach, min(reach, point.x)), point.y)
  }
}
