import Foundation

/// A basic animation that moves like a mass on a spring: it may overshoot, and comes to rest by
/// itself.
///
/// The motion is not stretched to ``Animation/duration``: a shorter duration cuts it off. Set it to
/// ``settlingDuration`` to see all of the motion; as for every animation, 0 means the
/// transaction's.
open class SpringAnimation: BasicAnimation {
  private var curve = SpringCurve(
    mass: 1, stiffness: 100, damping: 10, initialVelocity: 0, allowsOverdamping: false)

  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property with mass 1, stiffness 100 and damping 10.
  public override init(keyPath: String?) { super.init(keyPath: keyPath) }

  /// Creates a spring from its perceived behaviour. Set ``PropertyAnimation/keyPath`` afterwards.
  ///
  /// The mass is 1, ``allowsOverdamping`` is true, and the duration is ``settlingDuration``.
  ///
  /// - Parameters:
  ///   - perceptualDuration: About how long the motion seems to take, in seconds.
  ///   - bounce: From -1 to 1: 0 is critical damping, 1 never comes to rest, below 0 is overdamped,
  ///     and -1 is damped so strongly that it never moves.
  /// - Precondition: `perceptualDuration` is greater than 0 and finite; `-1 <= bounce <= 1`.
  public convenience init(perceptualDuration: Double, bounce: CGFloat = 0) {
    require(
      perceptualDuration > 0 && perceptualDuration.isFinite,
      "a spring's perceptual duration must be finite and greater than 0, not "
        + "\(perceptualDuration)")
    require(
      bounce >= -1 && bounce <= 1, "a spring's bounce must be from -1 to 1, not \(bounce)")
    self.init()
    let damping =
      bounce >= 0
      ? 4 * .pi * (1 - bounce) / perceptualDuration
      : 4 * .pi / (perceptualDuration * (1 + bounce))
    let frequency = 2 * .pi / perceptualDuration
    curve = SpringCurve(
      mass: 1, stiffness: frequency * frequency, damping: damping, initialVelocity: 0,
      allowsOverdamping: true)
    duration = settlingDuration
  }

  /// The mass on the spring, 1 by default. Setting 0 or less keeps the old value, as in Core
  /// Animation.
  ///
  /// - Precondition: Finite.
  public var mass: CGFloat {
    get { curve.mass }
    set {
      checkFinite(newValue)
      willChange()
      if newValue > 0 { curve.mass = newValue }
    }
  }

  /// The stiffness of the spring, 100 by default. Setting 0 or less keeps the old value, as in Core
  /// Animation.
  ///
  /// - Precondition: Finite.
  public var stiffness: CGFloat {
    get { curve.stiffness }
    set {
      checkFinite(newValue)
      willChange()
      if newValue > 0 { curve.stiffness = newValue }
    }
  }

  /// The damping of the motion, 10 by default. With 0 it never ends, and with infinity it never
  /// begins if ``allowsOverdamping`` is true. Setting a negative value keeps the old one, as in
  /// Core Animation.
  ///
  /// - Precondition: Not NaN.
  public var damping: CGFloat {
    get { curve.damping }
    set {
      require(!newValue.isNaN, "damping of \(diagnosticName) must not be NaN")
      willChange()
      if newValue >= 0 { curve.damping = newValue }
    }
  }

  /// The initial velocity, in distances to the target per second; a negative velocity starts away
  /// from it. 0 by default.
  ///
  /// - Precondition: Finite.
  public var initialVelocity: CGFloat {
    get { curve.initialVelocity }
    set {
      checkFinite(newValue)
      willChange()
      curve.initialVelocity = newValue
    }
  }

  private func checkFinite(_ value: CGFloat, named name: String = #function) {
    require(value.isFinite, "\(name) of \(diagnosticName) must be finite, not \(value)")
  }

  /// A Boolean value indicating whether damping above the critical one slows the motion down;
  /// otherwise it counts as critical. False by default.
  public var allowsOverdamping: Bool {
    get { curve.allowsOverdamping }
    set {
      willChange()
      curve.allowsOverdamping = newValue
    }
  }

  /// The time in seconds after which the motion seems to have come to rest, within a thousandth;
  /// the largest `Float` if it never does.
  public var settlingDuration: Double { curve.settlingDuration }

  /// The time that the motion seems to take, in seconds: one undamped period.
  public var perceptualDuration: Double { 2 * .pi / curve.frequency }

  /// The bounciness of the spring: 1 without damping, 0 at critical damping, negative if
  /// overdamped.
  public var bounce: CGFloat {
    let ratio = curve.dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? SpringAnimation else { return }
    curve = other.curve
  }

  override func makeCommittedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] {
    var timing = timing
    // A fraction of an infinite leg would not tell how much time has passed.
    timing.duration = min(timing.duration, Double(Float.greatestFiniteMagnitude))
    return committedAnimations(
      timing: timing, within: groups,
      source: .spring(SpringSource(ends: ends, curve: curve, duration: timing.duration)))
  }
}

/// The values of a spring animation.
final class SpringSource: Sendable {
  let ends: AnimationEnds
  let curve: SpringCurve
  /// The length of a leg, in seconds.
  let duration: Double

  init(ends: AnimationEnds, curve: SpringCurve, duration: Double) {
    self.ends = ends
    self.curve = curve
    self.duration = duration
  }

  func value(_ fraction: Double, current: AnimatableValue) -> AnimatableValue? {
    ends.value(progress(fraction), current: current)
  }

  /// Returns the part of the distance covered at a fraction of the leg; greater than 1 if the
  /// spring overshoots.
  func progress(_ fraction: Double) -> Double { curve.value(at: fraction * duration) }
}
