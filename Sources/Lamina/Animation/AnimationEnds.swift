/// From where to where a basic animation runs.
enum AnimationEnds: Sendable, Equatable {
  /// Between two known values.
  case fixed(AnimatableValue, AnimatableValue)
  /// From a known value to the current one.
  case fromValue(AnimatableValue)
  /// From the current value to a known one.
  case toValue(AnimatableValue)
  /// From the current value to that and as much more.
  case byValue(AnimatableValue)
  /// Nowhere.
  case nothing
  /// The two values given cannot be combined.
  case mismatch(AnimatableValue, AnimatableValue)

  /// The ends that up to three values make; see ``BasicAnimation``.
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

  /// The value a part `f` of the way, where `current` is underneath; nil for no effect.
  func value(_ f: Double, current: AnimatableValue) -> AnimatableValue? {
    switch self {
    case .fixed(let a, let b):
      // Between equal kinds, what is underneath does not matter, but for Booleans and numbers.
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

  /// Whether the value depends on what is underneath.
  var needsCurrent: Bool {
    switch self {
    case .fromValue, .toValue, .byValue: true
    case .fixed, .nothing, .mismatch: false
    }
  }
}
