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

  /// Adds the closed ellipse that fits into `rect`, from its rightmost point down.
  ///
  /// It is made of four cubic curves and is never further than 0.03 % of its radius from the
  /// true ellipse. A rectangle of negative size is standardised; a null one adds nothing.
  public mutating func addEllipse(in rect: CGRect) {
    guard let rect = Self.checked(rect) else { return }
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    // Not midX, which adds both edges before it halves, and may leave what a Double can hold.
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
  ///   - cornerWidth: how much of the top and bottom edge a corner takes, in points; taken as
  ///     0 when negative, as half the width when larger than that.
  ///   - cornerHeight: the same along the left and right edge.
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
  /// Angles are in radians from the positive x axis towards the positive y axis, so on the
  /// picture, where y grows downwards, growing angles turn clockwise. The flag is Core
  /// Graphics': it speaks of a picture whose y grows upwards. `clockwise: false` goes from
  /// `startAngle` through growing angles to `endAngle`, which looks clockwise here, and
  /// `clockwise: true` goes through falling angles.
  ///
  /// If `endAngle` lies the wrong way from `startAngle`, turns are added until it does not; an
  /// arc of more than one turn is drawn as one turn.
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
  /// The circle touches the line from the current point to `tangent1End` and the one from there
  /// to `tangent2End`. Where there is no such circle, because the lines lie in one direction, a
  /// length is 0 or its centre is beyond what a `Double` can hold, it is a line to `tangent1End`.
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
    // From the first line towards the other, square to it.
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

  /// How far along the tangent the control points of a quarter of the unit circle lie.
  static let quarterArc: CGFloat = 4.0 / 3.0 * (2.0.squareRoot() - 1)

  /// A point of an arc; one beyond what a `Double` can hold is brought back to the largest number.
  private static func held(x: CGFloat, y: CGFloat) -> CGPoint {
    let most = CGFloat.greatestFiniteMagnitude
    return CGPoint(x: max(-most, min(x, most)), y: max(-most, min(y, most)))
  }

  /// The standardised rectangle; `nil` for the null rectangle.
  private static func checked(_ rect: CGRect) -> CGRect? {
    if rect.isNull { return nil }
    let rect = rect.standardized
    require(
      rect.minX.isFinite && rect.minY.isFinite && rect.maxX.isFinite && rect.maxY.isFinite,
      "a rectangle in a path must be finite, not \(rect)")
    return rect
  }
}
