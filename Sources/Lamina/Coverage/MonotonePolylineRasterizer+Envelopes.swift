import Foundation

extension MonotonePolylineRasterizer {
  /// Adds one line of the stroke, with the join at its end, or the caps at the ends.
  func addLine(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, _ index: Int, _ block: Double
  ) {
    let origin = SIMD2(block, 0)
    var from = points[index] - origin
    var to = points[index + 1] - origin
    let direction = Stroker.direction(to - from)
    let isFirst = index == 0
    let isLast = index == points.count - 2
    if style.cap == .square {
      if isFirst { from -= direction * radius }
      if isLast { to += direction * radius }
    }
    let up = Stroker.left(direction) * radius
    extend(top, from + up, to + up, true)
    extend(bottom, from - up, to - up, false)
    if style.cap == .round {
      if isFirst { addDisc(from) }
      if isLast { addDisc(to) }
    } else {
      if isFirst { addEnd(from, up, isStart: true) }
      if isLast { addEnd(to, up, isStart: false) }
    }
    if isLast { return }
    if style.join == .round, ends.contains(to.x + block) {
      addDisc(to)
      return
    }
    let next = Stroker.direction(points[index + 2] - points[index + 1])
    addEnd(to, up, isStart: false)
    addEnd(to, Stroker.left(next) * radius, isStart: true)
    addCorner(to, direction, next)
  }

  /// Adds the straight end of a line's box: an upper edge on one side of it, a lower edge on
  /// the other.
  private func addEnd(_ point: SIMD2<Double>, _ up: SIMD2<Double>, isStart: Bool) {
    let isUpper = (up.x > 0) == isStart
    if up.x > 0 {
      extend(isUpper ? top : bottom, point - up, point + up, isUpper)
    } else {
      extend(isUpper ? top : bottom, point + up, point - up, isUpper)
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
      addDisc(point, a.x, b.x, isUpper ? top : nil, isUpper ? nil : bottom)
    } else if style.join == .miter, limit >= 1, limit * limit * (1 + dot) >= 2 {
      let tip = point + (Stroker.left(before) + Stroker.left(after)) * (side / (1 + dot))
      extend(envelope, a, tip, isUpper)
      extend(envelope, tip, b, isUpper)
    } else {
      extend(envelope, a, b, isUpper)
    }
  }

  /// Moves an envelope out to the edge from `a` to `b`, `a` being left.
  @inline(__always)
  private func extend(
    _ envelope: UnsafeMutablePointer<Float>, _ a: SIMD2<Double>, _ b: SIMD2<Double>,
    _ isUpper: Bool
  ) {
    let origin = Self.ceiling(a.x * density)
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
    var place = UnsafeMutableRawPointer(envelope + first)
    for _ in 0...(last - first) / 4 {
      var y = start + position * change
      y.replace(with: low, where: y .< low)
      y.replace(with: high, where: y .> high)
      Self.move(place, y, position .<= end, isUpper)
      position += 4
      place += 16
    }
  }

  /// Moves four samples of an envelope out to `y`, where `mask` says so.
  private static func move(
    _ place: UnsafeMutableRawPointer, _ y: SIMD4<Float>, _ mask: SIMDMask<SIMD4<Int32>>,
    _ isUpper: Bool
  ) {
    var samples = place.loadUnaligned(as: SIMD4<Float>.self)
    samples.replace(with: y, where: (isUpper ? y .< samples : y .> samples) .& mask)
    place.storeBytes(of: samples, as: SIMD4<Float>.self)
  }

  /// Moves both envelopes out to a disc.
  private func addDisc(_ center: SIMD2<Double>) {
    addDisc(center, center.x - radius, center.x + radius, top, bottom)
  }

  /// Moves envelopes out to the part of a disc between two places.
  private func addDisc(
    _ center: SIMD2<Double>, _ left: Double, _ right: Double,
    _ top: UnsafeMutablePointer<Float>?, _ bottom: UnsafeMutablePointer<Float>?
  ) {
    let first = max(firstSample, Self.ceiling(left * density))
    let last = min(lastSample, Self.ceiling(right * density) - 1)
    if first > last { return }
    let square = Float(radius * radius)
    let y = SIMD4(repeating: Float(center.y))
    let x = SIMD4(repeating: Float(center.x))
    let distance = Float(1 / density)
    let end = Float(last)
    var position = SIMD4<Float>(0, 1, 2, 3) + Float(first)
    var index = first
    for _ in 0...(last - first) / 4 {
      let side = position * distance - x
      var height = square - side * side
      height.replace(with: 0, where: height .< 0)
      height = height.squareRoot()
      let mask = position .<= end
      if let top { Self.move(UnsafeMutableRawPointer(top + index), y - height, mask, true) }
      if let bottom {
        Self.move(UnsafeMutableRawPointer(bottom + index), y + height, mask, false)
      }
      position += 4
      index += 4
    }
  }

  /// The least whole number not below `value`, which is within ±2²⁰ or so.
  private static func ceiling(_ value: Double) -> Int {
    let nearest = Int(NearestInteger.int32(value))
    return Double(nearest) < value ? nearest + 1 : nearest
  }
}
