import Foundation

extension MonotonePolylineRasterizer {
  /// Fills the block's envelopes with all parts of a line's stroke that extend into it.
  ///
  /// - Parameter lines: the indices of the first points of its segments.
  func addEnvelopes(
    of run: MonotonePolyline.Run, _ points: UnsafeBufferPointer<SIMD2<Double>>,
    _ lines: Range<Int>, _ block: Double
  ) {
    let origin = SIMD2(block, 0)
    let (first, last) = (run.points.lowerBound, run.points.upperBound - 1)
    if first == last { return addDisc(points[first] - origin) }
    let (top, bottom) = (top, bottom)
    var direction = Stroker.direction(points[lines.lowerBound + 1] - points[lines.lowerBound])
    for line in lines {
      var from = points[line] - origin
      var to = points[line + 1] - origin
      if style.cap == .square {
        if line == first { from -= direction * radius }
        if line + 1 == last { to += direction * radius }
      }
      let up = Stroker.left(direction) * radius
      extend(top, from + up, to + up)
      extend(bottom, from - up, to - up)
      if line == first { addCap(from, up, isStart: true) }
      if line + 1 == last {
        addCap(to, up, isStart: false)
        break
      }
      let next = Stroker.direction(points[line + 2] - points[line + 1])
      if style.join == .round, run.ends.contains(to.x + block) {
        addRoundJoin(to, direction, next, top, bottom)
      } else {
        addEnd(to, up, isStart: false)
        addEnd(to, Stroker.left(next) * radius, isStart: true)
        addCorner(to, direction, next)
      }
      direction = next
    }
  }

  /// Adds the round join of two lines.
  private func addRoundJoin(
    _ point: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>, _ top: Envelope,
    _ bottom: Envelope
  ) {
    // The outer side is the upper one where the line turns down, as it does from straight up.
    let cross = before.x * after.y - before.y * after.x
    let isUpper = cross > 0 || (cross == 0 && before.y < 0)
    let envelope = isUpper ? top : bottom
    let side = isUpper ? radius : -radius
    // One sample more on each side, where the arc continues the edges.
    let margin = 1 / density
    let left = max(point.x - radius, point.x + before.y * side - margin)
    let right = min(point.x + radius, point.x + after.y * side + margin)
    addArc(point, left, right, envelope)
  }

  // MARK: - Parts of the stroke

  private func addCap(_ point: SIMD2<Double>, _ up: SIMD2<Double>, isStart: Bool) {
    if style.cap == .round { addDisc(point) } else { addEnd(point, up, isStart: isStart) }
  }

  /// Adds the straight end of a line's box: an upper edge on one side of it, a lower edge on
  /// the other.
  private func addEnd(_ point: SIMD2<Double>, _ up: SIMD2<Double>, isStart: Bool) {
    let envelope = (up.x > 0) == isStart ? top : bottom
    if up.x > 0 {
      extend(envelope, point - up, point + up)
    } else {
      extend(envelope, point + up, point - up)
    }
  }

  /// Adds a miter or a bevel.
  private func addCorner(
    _ point: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>
  ) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    // The outer side is the upper one where the line turns down.
    let isUpper = cross > 0
    let side = isUpper ? radius : -radius
    let a = point + Stroker.left(before) * side
    let b = point + Stroker.left(after) * side
    let limit = style.miterLimit
    let envelope = isUpper ? top : bottom
    if style.join == .round {
      addArc(point, a.x, b.x, envelope)
    } else if style.join == .miter, limit >= 1, limit * limit * (1 + dot) >= 2 {
      let tip = point + (Stroker.left(before) + Stroker.left(after)) * (side / (1 + dot))
      extend(envelope, a, tip)
      extend(envelope, tip, b)
    } else {
      extend(envelope, a, b)
    }
  }

  /// Moves an envelope out to the edge from `a` to `b`, `a` being left.
  @inline(__always)
  private func extend(_ envelope: Envelope, _ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let (a, b) = (a * envelope.mirror, b * envelope.mirror)
    let origin = Self.ceiling(a.x * density)
    let right = b.x * density
    if right - a.x * density < 1 {
      extend(envelope, a, b, narrow: origin, to: right)
    } else {
      extend(envelope, a, b, wide: origin)
    }
  }

  /// Moves an envelope up to an edge over several samples.
  ///
  /// - Parameter origin: the first of them.
  private func extend(
    _ envelope: Envelope, _ a: SIMD2<Double>, _ b: SIMD2<Double>, wide origin: Int
  ) {
    let first = max(firstSample, origin)
    let last = min(lastSample, Self.ceiling(b.x * density) - 1)
    if first > last { return }
    // Each sample is worked out from the edge's own first one, which no clip changes.
    let slope = (b.y - a.y) / (b.x - a.x)
    let start = SIMD4(repeating: Float(a.y + (Double(origin) / density - a.x) * slope))
    let change = Float(slope / density)
    let low = SIMD4(repeating: Float(min(a.y, b.y)))
    let high = SIMD4(repeating: Float(max(a.y, b.y)))
    let end = Float(last - origin)
    var position = SIMD4<Float>(0, 1, 2, 3) + Float(first - origin)
    var place = UnsafeMutableRawPointer(envelope.samples + first)
    for _ in 0...(last - first) / 4 {
      let y = laneMin(laneMax(start + position * change, low), high)
      Self.move(place, y, position .> end)
      position += 4
      place += 16
    }
  }

  /// Moves an envelope up to an edge that is narrower than the distance of two samples, and notes
  /// where it is if it is steep.
  ///
  /// - Parameters:
  ///   - origin: the first sample from its left end on.
  ///   - right: its right end, in samples.
  @inline(__always)
  private func extend(
    _ envelope: Envelope, _ a: SIMD2<Double>, _ b: SIMD2<Double>, narrow origin: Int,
    to right: Double
  ) {
    let crosses = Double(origin) < right
    let x = Double(origin) / density
    if crosses, origin >= firstSample, origin <= lastSample {
      let y = a.y + (x - a.x) * ((b.y - a.y) / (b.x - a.x))
      let sample = Float(max(min(a.y, b.y), min(max(a.y, b.y), y)))
      if sample < envelope.samples[origin] { envelope.samples[origin] = sample }
    }
    if abs(b.y - a.y) < Self.steepness * (b.x - a.x) { return }
    note(envelope, origin - 1, a.x, crosses ? x : b.x)
    if crosses { note(envelope, origin, x, b.x) }
  }

  /// The slope from which an edge is steep.
  private static let steepness = 4.0

  /// Notes a steep edge inside an interval between two samples.
  private func note(_ envelope: Envelope, _ interval: Int, _ left: Double, _ right: Double) {
    guard interval >= firstSample, interval < lastSample else { return }
    let span = envelope.spans[interval]
    envelope.spans[interval] = SIMD2(min(span.x, Float(left)), max(span.y, Float(right)))
  }

  /// Moves four samples of an envelope up to `y`, except where `mask` is set.
  private static func move(
    _ place: UnsafeMutableRawPointer, _ y: SIMD4<Float>, _ mask: SIMDMask<SIMD4<Int32>>
  ) {
    let samples = place.loadUnaligned(as: SIMD4<Float>.self)
    place.storeBytes(
      of: laneMin(samples, y.replacing(with: nowhere, where: mask)), as: SIMD4<Float>.self)
  }

  /// Moves both envelopes out to a disc.
  private func addDisc(_ center: SIMD2<Double>) {
    addArc(center, center.x - radius, center.x + radius, top)
    addArc(center, center.x - radius, center.x + radius, bottom)
  }

  /// Moves an envelope out to the part of a disc between two places.
  private func addArc(
    _ center: SIMD2<Double>, _ left: Double, _ right: Double, _ envelope: Envelope
  ) {
    let first = max(firstSample, Self.ceiling(left * density))
    let last = min(lastSample, Self.ceiling(right * density) - 1)
    if first > last { return }
    let square = SIMD4(repeating: Float(radius * radius))
    let y = SIMD4(repeating: Float(center.y * envelope.mirror.y))
    let x = SIMD4(repeating: Float(center.x))
    let distance = Float(1 / density)
    let end = Float(last)
    var position = SIMD4<Float>(0, 1, 2, 3) + Float(first)
    var place = UnsafeMutableRawPointer(envelope.samples + first)
    for _ in 0...(last - first) / 4 {
      let side = position * distance - x
      let height = laneMax(square - side * side, .zero).squareRoot()
      Self.move(place, y - height, position .> end)
      position += 4
      place += 16
    }
  }

  /// The least whole number not below `value`, which is within ±2²⁰ or so.
  private static func ceiling(_ value: Double) -> Int {
    let nearest = Int(NearestInteger.int32(value))
    return Double(nearest) < value ? nearest + 1 : nearest
  }
}
