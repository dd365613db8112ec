/// What an animation does to one property, from where to where.
package struct AnimatedChange: Equatable {
  /// The property, or the part of it, such as `position.x`.
  package let keyPath: String
  /// The first and the last value, as ``Readable`` writes them; `nil` is no value.
  package let from: String
  package let to: String
}

extension Animation {
  /// What the animation changes over a layer's present values: one for each property, those of a
  /// group in order; none for what changes nothing.
  package func changes(on layer: Layer) -> [AnimatedChange] {
    switch self {
    case let group as AnimationGroup:
      return (group.animations ?? []).flatMap { $0.changes(on: layer) }
    case let transition as Transition:
      return [
        AnimatedChange(
          keyPath: "transition", from: Readable.number(Double(transition.startProgress)),
          to: Readable.number(Double(transition.endProgress)))
      ]
    case let property as PropertyAnimation:
      guard let keyPath = property.keyPath, let (from, to) = property.extremes(on: layer) else {
        return []
      }
      return [AnimatedChange(keyPath: keyPath, from: from, to: to)]
    default: return []
    }
  }
}

extension PropertyAnimation {
  /// The first and the last value; nil where nothing changes.
  fileprivate func extremes(on layer: Layer) -> (String, String)? {
    let current = keyPath.flatMap { layer.value(forKeyPath: $0) }
    if let basic = self as? BasicAnimation {
      let now = (try? AnimatableValue(current)) ?? .none
      switch basic.ends {
      case .fixed(let from, let to): return (Readable.text(from), Readable.text(to))
      case .fromValue(let from): return (Readable.text(from), Readable.value(current))
      case .toValue(let to): return (Readable.value(current), Readable.text(to))
      case .byValue(let by):
        return (Readable.value(current), by.added(to: now).map(Readable.text) ?? "nil")
      case .nothing, .mismatch: return nil
      }
    }
    guard let keyframes = self as? KeyframeAnimation else { return nil }
    if let path = keyframes.path {
      let whole = "along a \(Readable.text(.path(path)))"
      return (whole, whole)
    }
    guard let first = keyframes.values?.first, let last = keyframes.values?.last else { return nil }
    return (Readable.value(first), Readable.value(last))
  }
}
