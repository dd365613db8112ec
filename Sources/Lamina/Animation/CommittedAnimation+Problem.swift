extension CommittedAnimation {
  /// Returns a sentence explaining why this animation cannot change a property that holds
  /// `underlying`; nil if it can.
  ///
  /// Adding such an animation is a mistake of the caller; evaluating it has no effect.
  func problem(over underlying: AnimatableValue) -> String? {
    if case .mismatch(let a, let b)? = source.ends {
      return "an animation of \(property) cannot combine \(a.kindName) and \(b.kindName)"
    }
    var part = underlying
    var name = property
    if let component {
      guard let value = component.read(from: underlying) else {
        return "\(property) is \(underlying.kindName), which has no \(component.rawValue)"
      }
      part = value
      name += "." + component.rawValue
    }
    if let function = valueFunction {
      guard let arguments = function.arguments(of: underlying) else {
        return "\(property) is \(underlying.kindName), but a value function makes a transform"
      }
      part = arguments
      name = "the value function \(function.name.rawValue)"
    }
    // An explicit end determines the kind of value; the underlying value always fits.
    guard let given = source.sampleValue, given.matching(part) == nil else { return nil }
    return "the animation gives \(name) \(given.kindName), but it takes \(part.kindName)"
  }
}

extension CommittedAnimation.ValueSource {
  /// One of the explicit values of the animation, or nil if it has none.
  fileprivate var sampleValue: AnimatableValue? {
    switch self {
    case .nothing, .transition: nil
    case .keyframes(let source): source.first
    case .path(let source): source.value(0)
    case .pathRotation: .transform(.identity)
    case .basic, .spring:
      switch ends {
      case .fixed(let value, _)?, .fromValue(let value)?, .toValue(let value)?,
        .byValue(let value)?:
        value
      case .nothing?, .mismatch?, nil: nil
      }
    }
  }

  /// The ends of a basic or spring animation.
  fileprivate var ends: AnimationEnds? {
    switch self {
    case .basic(let source): source.ends
    case .spring(let source): source.ends
    case .nothing, .keyframes, .path, .pathRotation, .transition: nil
    }
  }
}
