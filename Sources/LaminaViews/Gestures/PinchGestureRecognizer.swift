import Foundation
import Lamina

/// A continuous gesture of two fingers that move apart or together. The counterpart of UIKit's
/// `UIPinchGestureRecognizer`.
///
/// It begins when the distance between the first two touches has changed by more than
/// ``hysteresis``, and ends when all are lifted. While one of the two is lifted, the ``scale`` is
/// unchanged.
///
/// Each step of the wheel with the control key is a gesture of its own: `began` with a scale of 1,
/// `changed` with the factor, and `ended`.
///
///     pinch.addAction { pinch in
///       zoom *= pinch.scale
///       pinch.scale = 1          // The next scale is relative to this one.
///     }
open class PinchGestureRecognizer: GestureRecognizer {
  /// The change of the distance, in points of the picture, before the pinch begins. 8 by default.
  /// It is not part of the ``scale``.
  public final var hysteresis: CGFloat = 8

  /// The scale at the reference distance.
  private var base: CGFloat = 1
  /// The distance at which the scale is ``base``.
  private var reference: CGFloat?
  private var distance: CGFloat = 0
  private var tracker = VelocityTracker()
  /// The location and the factor of a turn of the wheel; nil if touches make the gesture.
  private var wheel: (place: CGPoint, factor: CGFloat)?

  /// The ratio of the current distance between the touches to that at the beginning of the gesture:
  /// 2 for twice. Set it to 1 in an action to make the next scale relative to this one.
  ///
  /// - Precondition: a new value is finite, and greater than 0.
  public final var scale: CGFloat {
    get {
      if let wheel { return base * wheel.factor }
      guard let reference else { return base }
      return base * distance / reference
    }
    set {
      guard newValue > 0 && newValue.isFinite else {
        refuse("the scale of a pinch must be finite and greater than 0, not \(newValue)")
      }
      base = newValue
      wheel?.factor = 1
      if reference != nil { reference = distance }
    }
  }

  /// The rate at which the ``scale`` changes, per second: the mean over the last tenth of a second.
  /// 0 for the wheel.
  public final var velocity: CGFloat {
    guard let reference else { return 0 }
    return base * tracker.velocity.x / reference
  }

  /// Returns the distance between the first two touches, at least one point.
  private func measure() -> CGFloat { max(touches[0].place.distance(to: touches[1].place), 1) }

  open override func touchesBegan(_ touches: [Touch]) {
    guard self.touches.count == 2 else { return }
    distance = measure()
    reference = distance
    tracker = VelocityTracker()
    tracker.add(CGPoint(x: distance, y: 0), at: touches[0].timestamp)
  }

  open override func touchesMoved(_ touches: [Touch]) {
    guard var reference, self.touches.count >= 2 else { return }
    let new = measure()
    guard new != distance else { return }
    distance = new
    tracker.add(CGPoint(x: distance, y: 0), at: touches[0].timestamp)
    if state == .possible {
      guard abs(distance - reference) > hysteresis else { return }
      reference = max(reference + (distance > reference ? hysteresis : -hysteresis), 1)
      base = 1
      let measured = self.reference
      self.reference = reference
      state = .began
      // A gesture that must wait for others keeps measuring from the original distance.
      if state == .possible { self.reference = measured }
    } else {
      state = .changed
    }
  }

  open override func touchesEnded(_ touches: [Touch]) {
    let rest = self.touches.count - touches.count
    if rest == 0 {
      state = state == .possible ? .failed : .ended
    } else if self.touches[..<min(2, self.touches.count)].contains(where: { touch in
      touches.contains { $0 === touch }
    }) {
      // One of the two is gone; if two are left, they continue from the same scale.
      base = scale
      reference = nil
      let others = self.touches.filter { touch in !touches.contains { $0 === touch } }
      guard others.count >= 2 else { return }
      distance = max(others[0].place.distance(to: others[1].place), 1)
      reference = distance
      tracker = VelocityTracker()
    }
  }

  open override func touchesCancelled(_ touches: [Touch]) {
    state = state == .possible ? .failed : .cancelled
  }

  open override func reset() {
    super.reset()
    base = 1
    reference = nil
    wheel = nil
    tracker = VelocityTracker()
  }

  /// Returns the location of the gesture: the centroid of its touches, or the location at which the
  /// wheel was turned.
  open override func location(in view: View?) -> CGPoint {
    wheel.map { Touch.convert($0.place, to: view) } ?? super.location(in: view)
  }

  /// Makes a gesture of a step of the wheel, unless one is in progress.
  ///
  /// - Returns: true if it began.
  final func magnify(by factor: CGFloat, at place: CGPoint) -> Bool {
    guard isEnabled, state == .possible, !isInPlay else { return false }
    base = 1
    wheel = (place, 1)
    state = .began
    guard state == .began else {
      breakOff()
      wheel = nil
      return false
    }
    wheel?.factor = factor
    state = .changed
    if state == .changed { state = .ended }
    if state.isTerminal, touches.isEmpty { becomePossible() }
    return true
  }
}
