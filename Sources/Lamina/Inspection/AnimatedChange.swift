/// The effect of an animation on one property: its first and last value.
package struct AnimatedChange: Equatable {
  /// The key path of the property, or of a part of it, such as `position.x`.
  package let keyPath: String
  /// The first and the last value, as ``Readable`` writes them; no value is written as `nil`.
  package let from: String
  package let to: String
}

extension Animation {
  /// Returns the changes that the animation makes to a layer's current values: one for each
  /// property, those of a group in order; none for an animation without effect.
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
  /// Returns the first and the last value, or nil if nothing changes.
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
