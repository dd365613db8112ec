import Foundation

extension CGPoint {
  func interpolated(to b: CGPoint, _ f: Double) -> CGPoint {
    CGPoint(x: interpolate(x, b.x, f), y: interpolate(y, b.y, f))
  }
}

extension CGSize {
  func interpolated(to b: CGSize, _ f: Double) -> CGSize {
    CGSize(width: interpolate(width, b.width, f), height: interpolate(height, b.height, f))
  }
}

extension CGRect {
  func interpolated(to b: CGRect, _ f: Double) -> CGRect {
    CGRect(
      origin: origin.interpolated(to: b.origin, f), size: size.interpolated(to: b.size, f))
  }
}

extension AnimatableValue {
  /// The value a part `f` of the way from this one to `b`, or nil where the kinds differ.
  ///
  /// Numbers, points, sizes, rectangles and colours go component by component, colours as
  /// unpremultiplied red, green, blue and alpha. A Boolean is `b` as soon as `f` is more than 0.
  /// Where one end is no value the result is none, except for bitmaps, which fade. Paths that are made
  /// of the same steps go point by point; other paths, and arrays of different counts, change at the
  /// half.
  /// `f` may lie outside 0...1.
  func interpolated(to b: AnimatableValue, _ f: Double) -> AnimatableValue? {
    switch (self, b) {
    case (.scalar(let a), .scalar(let b)): .scalar(interpolate(a, b, f))
    case (.point(let a), .point(let b)): .point(a.interpolated(to: b, f))
    case (.size(let a), .size(let b)): .size(a.interpolated(to: b, f))
    case (.rect(let a), .rect(let b)): .rect(a.interpolated(to: b, f))
    case (.color(let a), .color(let b)): .color(a.interpolated(to: b, f))
    case (.transform(let a), .transform(let b)): .transform(a.interpolated(to: b, f))
    case (.bool(let a), .bool(let b)): .bool(f > 0 ? b : a)
    case (.numbers(let a), .numbers(let b)):
      a.count == b.count
        ? .numbers(zip(a, b).map { interpolate($0, $1, f) })
        : .numbers(f < 0.5 ? a : b)
    case (.colors(let a), .colors(let b)):
      a.count == b.count
        ? .colors(zip(a, b).map { $0.interpolated(to: $1, f) })
        : .colors(f < 0.5 ? a : b)
    case (.path(let a), .path(let b)):
      .path(a.interpolated(to: b, f) ?? (f < 0.5 ? a : b))
    case (.bitmap, _), (_, .bitmap), (.crossfade, _), (_, .crossfade):
      Self.fade(from: self, to: b, f)
    case (.none, _), (_, .none): AnimatableValue.none
    default: nil
    }
  }

  private static func fade(
    from: AnimatableValue, to: AnimatableValue, _ f: Double
  ) -> AnimatableValue? {
    switch (from, to) {
    case (.none, _), (_, .none): break
    default: guard from.isSameKind(as: to) else { return nil }
    }
    if f <= 0 { return from }
    if f >= 1 { return to }
    let a = from.bitmap
    let b = to.bitmap
    if let a, let b, a.storage === b.storage { return .bitmap(b) }
    return .crossfade(Crossfade(from: a, to: b, progress: f))
  }

  /// This value on top of `base`, as an additive animation shows it, or nil where the kinds
  /// differ.
  ///
  /// A transform is applied before `base`, in the space that `base` makes. Booleans, bitmaps
  /// and paths cannot be added; they replace.
  func added(to base: AnimatableValue) -> AnimatableValue? {
    switch (base, self) {
    case (.scalar(let a), .scalar(let b)): .scalar(a + b)
    case (.point(let a), .point(let b)): .point(CGPoint(x: a.x + b.x, y: a.y + b.y))
    case (.size(let a), .size(let b)):
      .size(CGSize(width: a.width + b.width, height: a.height + b.height))
    case (.rect(let a), .rect(let b)):
      .rect(
        CGRect(
          x: a.origin.x + b.origin.x, y: a.origin.y + b.origin.y,
          width: a.size.width + b.size.width, height: a.size.height + b.size.height))
    case (.color(let a), .color(let b)):
      .color(
        Color(
          red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue,
          alpha: a.alpha + b.alpha))
    case (.transform(let a), .transform(let b)): .transform(b.concatenating(a))
    case (.numbers(let a), .numbers(let b)):
      a.count == b.count ? .numbers(zip(a, b).map { $0 + $1 }) : base
    case (.colors(let a), .colors(let b)):
      a.count == b.count
        ? .colors(
          zip(a, b).map { a, b in
            Color(
              red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue,
              alpha: a.alpha + b.alpha)
          }) : base
    case (.none, _): self
    case (_, .none): base
    default: base.isSameKind(as: self) ? self : nil
    }
  }

  /// The value that adds as much as this one, the other way.
  var negated: AnimatableValue {
    if case .transform(let transform) = self { return .transform(transform.inverted()) }
    return scaled(by: -1)
  }

  /// This value added to nothing `count` times, as whole cycles of a cumulative animation add
  /// it.
  ///
  /// A transform is concatenated with itself, and only whole counts from 0 upwards count.
  func scaled(by count: Double) -> AnimatableValue {
    switch self {
    case .scalar(let a): .scalar(a * count)
    case .point(let a): .point(CGPoint(x: a.x * count, y: a.y * count))
    case .size(let a): .size(CGSize(width: a.width * count, height: a.height * count))
    case .rect(let a):
      .rect(
        CGRect(
          x: a.origin.x * count, y: a.origin.y * count, width: a.size.width * count,
          height: a.size.height * count))
    case .color(let a): .color(a.scaled(by: count))
    case .numbers(let a): .numbers(a.map { $0 * count })
    case .colors(let a): .colors(a.map { $0.scaled(by: count) })
    case .transform(let a): .transform(a.power(count))
    case .none, .bool, .bitmap, .crossfade, .path: self
    }
  }
}

extension Color {
  fileprivate func scaled(by count: Double) -> Color {
    Color(red: red * count, green: green * count, blue: blue * count, alpha: alpha * count)
  }
}

extension Transform3D {
  /// This transform concatenated with itself `count` times, by squaring; at most 2^62 times.
  fileprivate func power(_ count: Double) -> Transform3D {
    var remaining = count >= 1 ? UInt64(min(count, 0x1p62)) : 0
    var result = Transform3D.identity
    var factor = self
    while remaining > 0 {
      if remaining & 1 == 1 { result = result.concatenating(factor) }
      remaining >>= 1
      if remaining > 0 { factor = factor.concatenating(factor) }
    }
    return result
  }
}
