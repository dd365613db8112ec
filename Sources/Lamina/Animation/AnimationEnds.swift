/// The start and end of a basic animation.
enum AnimationEnds: Sendable, Equatable {
  /// Between two known values.
  case fixed(AnimatableValue, AnimatableValue)
  /// From a known value to the underlying one.
  case fromValue(AnimatableValue)
  /// From the underlying value to a known one.
  case toValue(AnimatableValue)
  /// From the underlying value to that plus a known one.
  case byValue(AnimatableValue)
  /// No ends: nothing changes.
  case nothing
  /// The two values given cannot be combined.
  case mismatch(AnimatableValue, AnimatableValue)

  /// Creates the ends from up to three values; see ``BasicAnimation``.
  init(
    from: AnimatableValue?, to: AnimatableValue?, by: AnimatableValue?, isAdditive: Bool
  ) {
    switch (from, to, by) {
    case (let from?, let to?, _):
      let matches = to.matching(from) != nil && from.matching(to) != nil
      self = matches ? .fixed(from, to) : .mismatch(from, to)
    case (let from?, nil, let by?):
      self = by.added(to: from).map { .fixed(from, $0) } ?? .mismatch(from, by)
    case (nil, let to?, let by?):
      self = by.negated.added(to: to).map { .fixed($0, to) } ?? .mismatch(by, to)
    case (let from?, nil, nil):
      self = isAdditive ? .fixed(from, from.zero) : .fromValue(from)
    case (nil, let to?, nil):
      self = isAdditive ? .fixed(to.zero, to) : .toValue(to)
    case (nil, nil, let by?):
      self = isAdditive ? .fixed(by.zero, by) : .byValue(by)
    case (nil, nil, nil):
      self = .nothing
    }
  }

  /// Returns the value at progress `f` over the underlying value `current`; nil for no effect.
  func value(_ f: Double, current: AnimatableValue) -> AnimatableValue? {
    switch self {
    case .fixed(let a, let b):
      // Between equal kinds the underlying value does not matter, except for Booleans and numbers.
      if case .bool = current {
        guard let a = a.matching(current), let b = b.matching(current) else { return nil }
        return a.interpolated(to: b, f)
      }
      return a.interpolated(to: b, f)
    case .fromValue(let a):
      return a.matching(current)?.interpolated(to: current, f)
    case .toValue(let b):
      return b.matching(current).flatMap { current.interpolated(to: $0, f) }
    case .byValue(let d):
      return d.added(to: current).flatMap { current.interpolated(to: $0, f) }
    case .nothing, .mismatch:
      return nil
    }
  }

  /// True if the value depends on the underlying one.
  var needsCurrent: Bool {
    switch self {
    case .fromValue, .toValue, .byValue: true
    case .fixed, .nothing, .mismatch: false
    }
  }
}
