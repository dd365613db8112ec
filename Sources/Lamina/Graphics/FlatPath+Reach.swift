extension FlatPath {
  /// Gives each subpath's points to `body`, with what lies outside ±``reach`` cut off.
  ///
  /// Above, below, left and right of that, lines are moved to the edge, where they keep their
  /// part in the winding of what is inside.
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

  /// Adds the corners of a line within ±``reach``, all but its first.
  private static func clip(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ corners: inout [SIMD2<Double>]
  ) {
    let low = pointwiseMin(a, b)
    let high = pointwiseMax(a, b)
    if low.x >= -reach, low.y >= -reach, high.x <= reach, high.y <= reach {
      corners.append(b)
      return
    }
    // From the end that is nearer, whichever way the line goes: far away sums lose what is small,
    // and there and back have to be the same.
    func point(atY y: Double) -> SIMD2<Double> {
      let (near, far) = abs(a.y) < abs(b.y) || (a.y == -b.y && a.y < b.y) ? (a, b) : (b, a)
      return SIMD2(near.x + (y - near.y) / (far.y - near.y) * (far.x - near.x), y)
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
    // Where it crosses the left and right edges, in its own order.
    for edge in b.x < a.x ? [reach, -reach] : [-reach, reach]
    where min(from.x, to.x) < edge && edge < max(from.x, to.x) {
      let (near, far) =
        abs(from.x) < abs(to.x) || (from.x == -to.x && from.x < to.x) ? (from, to) : (to, from)
      let y = near.y + (edge - near.x) / (far.x - near.x) * (far.y - near.y)
      corners.append(SIMD2(edge, max(min(from.y, to.y), min(max(from.y, to.y), y))))
    }
    corners.append(bounded(to))
  }

  private static func bounded(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(max(-reach, min(reach, point.x)), point.y)
  }
}
