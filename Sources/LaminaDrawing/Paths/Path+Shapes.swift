import Foundation

extension Path {
  /// Adds a closed rectangle: from the top left corner to the right, then down.
  ///
  /// A rectangle of negative size is standardised first; a null one adds nothing.
  public mutating func addRect(_ rect: CGRect) {
    guard let rect = Self.checked(rect) else { return }
    move(to: CGPoint(x: rect.minX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    closeSubpath()
  }

  /// Adds the closed ellipse inscribed in `rect`, clockwise from its rightmost point.
  ///
  /// It consists of four cubic curves, which deviate from the true ellipse by at most 0.03 % of its
  /// radius. A rectangle of negative size is standardised; a null one adds nothing.
  public mutating func addEllipse(in rect: CGRect) {
    guard let rect = Self.checked(rect) else { return }
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    // Not midX, which adds both edges before halving, and may overflow a Double.
    let (x, y) = (rect.minX + rx, rect.minY + ry)
    let (kx, ky) = (rx * Self.quarterArc, ry * Self.quarterArc)
    move(to: CGPoint(x: rect.maxX, y: y))
    addCurve(
      to: CGPoint(x: x, y: rect.maxY), control1: CGPoint(x: rect.maxX, y: y + ky),
      control2: CGPoint(x: x + kx, y: rect.maxY))
    addCurve(
      to: CGPoint(x: rect.minX, y: y), control1: CGPoint(x: x - kx, y: rect.maxY),
      control2: CGPoint(x: rect.minX, y: y + ky))
    addCurve(
      to: CGPoint(x: x, y: rect.minY), control1: CGPoint(x: rect.minX, y: y - ky),
      control2: CGPoint(x: x - kx, y: rect.minY))
    addCurve(
      to: CGPoint(x: rect.maxX, y: y), control1: CGPoint(x: x + kx, y: rect.minY),
      control2: CGPoint(x: rect.maxX, y: y - ky))
    closeSubpath()
  }

  /// Adds a closed rectangle whose corners are quarters of ellipses.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in points.
  ///   - cornerWidth: the length of a corner along the top and bottom edges, in points; clamped to
  ///     between 0 and half the width.
  ///   - cornerHeight: the same along the left and right edges.
  public mutating func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat
  ) {
    Self.check(cornerWidth, "corner width")
    Self.check(cornerHeight, "corner height")
    guard let rect = Self.checked(rect) else { return }
    let rx = max(0, min(cornerWidth, rect.width / 2))
    let ry = max(0, min(cornerHeight, rect.height / 2))
    guard rx > 0, ry > 0 else {
      addRect(rect)
      return
    }
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let (kx, ky) = (rx * (1 - Self.quarterArc), ry * (1 - Self.quarterArc))
    move(to: CGPoint(x: left + rx, y: top))
    addLine(to: CGPoint(x: right - rx, y: top))
    addCurve(
      to: CGPoint(x: right, y: top + ry), control1: CGPoint(x: right - kx, y: top),
      control2: CGPoint(x: right, y: top + ky))
    addLine(to: CGPoint(x: right, y: bottom - ry))
    addCurve(
      to: CGPoint(x: right - rx, y: bottom), control1: CGPoint(x: right, y: bottom - ky),
      control2: CGPoint(x: right - kx, y: bottom))
    addLine(to: CGPoint(x: left + rx, y: bottom))
    addCurve(
      to: CGPoint(x: left, y: bottom - ry), control1: CGPoint(x: left + kx, y: bottom),
      control2: CGPoint(x: left, y: bottom - ky))
    addLine(to: CGPoint(x: left, y: top + ry))
    addCurve(
      to: CGPoint(x: left + rx, y: top), control1: CGPoint(x: left, y: top + ky),
      control2: CGPoint(x: left + kx, y: top))
    closeSubpath()
  }

  /// Adds an arc of a circle, after a line to its start if there is a current point.
  ///
  /// Angles are in radians from the positive x axis towards the positive y axis, so in the picture,
  /// where y grows downwards, increasing angles turn clockwise. The flag is that of Core Graphics
  /// and assumes a picture whose y grows upwards: `clockwise: false` goes from `startAngle` through
  /// increasing angles to `endAngle`, which looks clockwise here, and `clockwise: true` goes
  /// through decreasing angles.
  ///
  /// If `endAngle` lies in the wrong direction from `startAngle`, full turns are added until it
  /// does not; an arc of more than one turn is drawn as one turn.
  ///
  /// - Precondition: `radius` is not negative; all numbers are finite.
  public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    Self.check(center)
    Self.check(startAngle, "start angle")
    Self.check(endAngle, "end angle")
    require(radius.isFinite && radius >= 0, "an arc's radius must be 0 or more, not \(radius)")
    let turn = 2 * CGFloat.pi
    let start = startAngle.truncatingRemainder(dividingBy: turn)
    var sweep = endAngle - startAngle
    if clockwise { sweep = -sweep }
    if sweep < 0 {
      // The remainder of infinity is not a number.
      sweep = max(sweep, -.greatestFiniteMagnitude).truncatingRemainder(dividingBy: turn)
      if sweep < 0 { sweep += turn }
    }
    sweep = min(sweep, turn)
    if clockwise { sweep = -sweep }

    func point(_ angle: CGFloat) -> CGPoint {
      Self.held(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    let first = point(start)
    if currentPoint == nil { move(to: first) } else { addLine(to: first) }
    guard sweep != 0, radius > 0 else { return }
    let pieces = Int((abs(sweep) / (turn / 4)).rounded(.up))
    let step = sweep / CGFloat(pieces)
    let reach = radius * 4 / 3 * tan(step / 4)
    for piece in 0..<pieces {
      let (a, b) = (start + CGFloat(piece) * step, start + CGFloat(piece + 1) * step)
      let (p, q) = (point(a), point(b))
      addCurve(
        to: q,
        control1: Self.held(x: p.x - reach * sin(a), y: p.y + reach * cos(a)),
        control2: Self.held(x: q.x + reach * sin(b), y: q.y - reach * cos(b)))
    }
  }

  /// Adds an arc of a circle that rounds the corner at `tangent1End`, after a line to its start.
  ///
  /// The circle is tangent to the line from the current point to `tangent1End` and to the one from
  /// there to `tangent2End`. If there is no such circle, because the lines are parallel, a length
  /// is 0 or the centre is beyond the range of `Double`, a line to `tangent1End` is added instead.
  ///
  /// - Precondition: the path has a current point; `radius` is not negative; all numbers are
  ///   finite.
  public mutating func addArc(
    tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: CGFloat
  ) {
    Self.check(corner)
    Self.check(end)
    require(radius.isFinite && radius >= 0, "an arc's radius must be 0 or more, not \(radius)")
    guard let start = currentPoint else {
      refuse("an arc between tangents needs a current point: call move(to:) first")
    }
    let before = SIMD2<Double>(start.x - corner.x, start.y - corner.y)
    let after = SIMD2<Double>(end.x - corner.x, end.y - corner.y)
    guard radius > 0, before != .zero, after != .zero else {
      addLine(to: corner)
      return
    }
    let (u, v) = (Stroker.direction(before), Stroker.direction(after))
    let cross = u.x * v.y - u.y * v.x
    let dot = u.x * v.x + u.y * v.y
    guard abs(cross) > 1e-12 else {
      addLine(to: corner)
      return
    }
    // Half the angle between the lines has this tangent.
    let reach = radius * (1 + dot) / abs(cross)
    let first = SIMD2(corner.x, corner.y) + u * reach
    let last = SIMD2(corner.x, corner.y) + v * reach
    // From the first line towards the other, perpendicular to it.
    let inwards = cross > 0 ? SIMD2(-u.y, u.x) : SIMD2(u.y, -u.x)
    let center = first + inwards * radius
    guard center.x.isFinite, center.y.isFinite else {
      addLine(to: corner)
      return
    }
    addArc(
      center: CGPoint(x: center.x, y: center.y), radius: radius,
      startAngle: atan2(first.y - center.y, first.x - center.x),
      endAngle: atan2(last.y - center.y, last.x - center.x), clockwise: cross > 0)
  }

  /// The distance along the tangent of the control points of a quarter of the unit circle.
  static let quarterArc: CGFloat = 4.0 / 3.0 * (2.0.squareRoot() - 1)

  /// Returns a point with coordinates clamped to the finite range of `Double`.
  static func held(x: CGFloat, y: CGFloat) -> CGPoint {
    let most = CGFloat.greatestFiniteMagnitude
    return CGPoint(x: max(-most, min(x, most)), y: max(-most, min(y, most)))
  }

  /// Returns the standardised rectangle, with edges clamped to the finite range of `Double`, or
  /// `nil` for the null rectangle.
  private static func checked(_ rect: CGRect) -> CGRect? {
    if rect.isNull { return nil }
    require(
      rect.origin.x.isFinite && rect.origin.y.isFinite && rect.size.width.isFinite
        && rect.size.height.isFinite, "a rectangle in a path must be finite, not \(rect)")
    let rect = rect.standardized
    let low = held(x: rect.minX, y: rect.minY)
    let high = held(x: rect.maxX, y: rect.maxY)
    guard low != rect.origin || high.x != rect.maxX || high.y != rect.maxY else { return rect }
    let size = held(x: high.x - low.x, y: high.y - low.y)
    return CGRect(x: low.x, y: low.y, width: size.x, height: size.y)
  }
}
