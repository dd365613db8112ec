/// The values of a basic animation.
final class BasicSource: Sendable {
  let ends: AnimationEnds
  /// Two known transforms, taken apart.
  let blend: TransformBlend?

  init(ends: AnimationEnds) {
    self.ends = ends
    if case .fixed(.transform(let a), .transform(let b)) = ends, a != b {
      blend = TransformBlend(a, b)
    } else {
      blend = nil
    }
  }

  func value(_ fraction: Double, current: AnimatableValue) -> AnimatableValue? {
    if let blend { return .transform(blend.value(fraction)) }
    return ends.value(fraction, current: current)
  }
}
