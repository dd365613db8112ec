import Foundation

extension PathRasterizer {
  /// Makes ``lines`` the lines of closed polygons that touch the rows of the clip.
  func addLines(_ flat: FlatPath) {
    lines.removeAll(keepingCapacity: true)
    for subpath in flat.subpaths {
      var from = flat.points[subpath.end - 1]
      for to in flat.points[subpath.start..<subpath.end] {
        addClipped(from, to)
        from = to
      }
    }
  }

  /// Adds a line after cutting off what lies outside ±`FlatPath.reach`. Left and right of
  /// that it is moved to the edge, where it keeps its part in the winding.
  private func addClipped(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let reach = FlatPath.reach
    let low = pointwiseMin(a, b)
    let high = pointwiseMax(a, b)
    if low.x >= -reach, low.y >= -reach, high.x <= reach, high.y <= reach {
      addLine(a, b)
      return
    }
    guard low.y < reach, high.y > -reach, low.y < high.y else { return }
    let direction = b - a
    func point(atY y: Double) -> SIMD2<Double> {
      SIMD2(a.x + (y - a.y) / direction.y * direction.x, y)
    }
    let from = abs(a.y) > reach ? point(atY: a.y < 0 ? -reach : reach) : a
    let to = abs(b.y) > reach ? point(atY: b.y < 0 ? -reach : reach) : b
    var previous = from
    // Where it crosses the left and right edges, in its own order.
    var edges = [-reach, reach]
    if direction.x < 0 { edges.reverse() }
    for edge in edges where min(from.x, to.x) < edge && edge < max(from.x, to.x) {
      let y = from.y + (edge - from.x) / (to.x - from.x) * (to.y - from.y)
      let crossing = SIMD2(edge, max(min(from.y, to.y), min(max(from.y, to.y), y)))
      addLine(Self.bounded(previous), Self.bounded(crossing))
      previous = crossing
    }
    addLine(Self.bounded(previous), Self.bounded(to))
  }

  private static func bounded(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(max(-FlatPath.reach, min(FlatPath.reach, point.x)), point.y)
  }

  @inline(__always)
  private func addLine(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let scale = Double(Self.unit)
    let ay = Int(Self.nearest(a.y * scale))
    let by = Int(Self.nearest(b.y * scale))
    if ay == by { return }
    let (top, bottom) = (min(ay, by), max(ay, by))
    guard top < clip.maxY << 8, bottom > clip.minY << 8 else { return }
    let start = (ay < by ? a.x : b.x) * scale
    let end = (ay < by ? b.x : a.x) * scale
    lines.append(
      Line(
        top: top, bottom: bottom, x: start, slope: (end - start) / Double(bottom - top),
        direction: ay < by ? 1 : -1))
  }

  /// Adds `sign` times what lies right of a line from (`x0`, `y0`) to (`x1`, `y1`), in steps,
  /// y from the row's top.
  @inline(__always)
  func add(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ sign: Int) {
    let left = clip.minX << 8
    let first = x0 - left
    let last = x1 - left
    let (a, b) = (first >> 8, last >> 8)
    if a == b {
      addCell(a, first + last - a << 9, (y1 - y0) * sign)
      return
    }
    addAcross(first, y0, last, y1, sign)
  }

  /// As ``add(_:_:_:_:_:)``, through several columns; x from the clip's left edge.
  private func addAcross(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ sign: Int) {
    let slope = Double(y1 - y0) / Double(x1 - x0)
    let width = clip.width
    var x = x0
    var y = y0
    // The part left of the clip counts as a whole; the part right of it not at all.
    let forwards = x1 > x0
    while x != x1 {
      let column = forwards ? x >> 8 : (x - 1) >> 8
      var next = forwards ? (column + 1) << 8 : column << 8
      if column < 0 {
        next = forwards ? min(0, x1) : x1
      } else if column >= width {
        next = forwards ? x1 : max(width << 8, x1)
      } else {
        next = forwards ? min(next, x1) : max(next, x1)
      }
      let nextY =
        next == x1 ? y1 : y0 + Int(Self.nearest(Double(next - x0) * slope))
      if column < width {
        addCell(column, x + next - column << 9, (nextY - y) * sign)
      }
      x = next
      y = nextY
    }
  }

  /// Adds a line within one column: `sides` is the sum of its ends' distances from the column's
  /// left edge.
  @inline(__always)
  private func addCell(_ column: Int, _ sides: Int, _ height: Int) {
    if column >= clip.width { return }
    let place = max(0, column)
    cover[place] += Int32(truncatingIfNeeded: height)
    if column >= 0 { area[place] += Int32(truncatingIfNeeded: height * sides) }
    if place < firstColumn { firstColumn = place }
    if place > lastColumn { lastColumn = place }
  }

  /// The coverage of `path` inside `clip`.
  func mask(
    _ path: Path, transform: Transform2D, rule: FillRule, clip: PixelRect
  ) -> Mask {
    mask(FlatPath(path, transform: transform), rule: rule, clip: clip)
  }

  /// The coverage of polygons inside `clip`; each subpath is closed by a line.
  func mask(_ flat: FlatPath, rule: FillRule, clip: PixelRect) -> Mask {
    var mask = Mask(bounds: (Self.bounds(flat) ?? .empty).intersection(clip))
    let bounds = mask.bounds
    rows(of: flat, rule: rule, clip: clip) { y, x, coverage in
      let start = (y - bounds.minY) * mask.stride + x - bounds.minX
      for index in coverage.indices { mask.bytes[start + index] = coverage[index] }
    }
    return mask
  }
}
