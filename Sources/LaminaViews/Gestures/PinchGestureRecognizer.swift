import Foundation
import Lamina

/// Two fingers that move apart or together: a continuous gesture. What `UIPinchGestureRecognizer`
/// is in UIKit.
///
/// It begins when the distance of the first two touches has changed by more than ``hysteresis``,
/// and ends when all are lifted. While one of them is lifted, the ``scale`` stays as it is.
///
/// The wheel with the control key makes a gesture of each of its steps: `began` with a scale of 1,
/// `changed` with the factor, and `ended`.
///
///     pinch.addAction { pinch in
///       zoom *= pinch.scale
///       pinch.scale = 1          // So that the next one is what has changed since.
///     }
open class PinchGestureRecognizer: GestureRecognizer {
  /// By how much the distance may change, in points of the picture, before it is a pinch. 8 by
  /// default. This way is not part of the ``scale``.
  public final var hysteresis: CGFloat = 8

  /// The scale at the reference distance.
  private var base: CGFloat = 1
  /// The distance at which the scale is ``base``.
  private var reference: CGFloat?
  private var distance: CGFloat = 0
  private var tracker = VelocityTracker()
  /// Where the wheel turns, and by what factor; nil where touches make the gesture.
  private var wheel: (place: CGPoint, factor: CGFloat)?

  /// By how much the distance of the touches has grown since the gesture began: 2 for twice. Set it
  /// to 1 in an action, and the next scale is what has changed since then.
  ///
  /// - Precondition: set to what is finite, and greater than 0.
  public final var scale: CGFloat {
    get {
      if let wheel { return base * wheel.factor }
      guard let reference else { return base }
      return base * distance / reference
    }
    set {
      guard newValue > 0 && newValue.isFinite else {
        refuse("a pinch of scale \(newValue): it must be greater than 0 and finite")
      }
      base = newValue
      wheel?.factor = 1
      if reference != nil { reference = distance }
    }
  }

  /// How fast the ``scale`` changes, per second: its mean over the last tenth of a second. 0 for the
  /// wheel.
  public final var velocity: CGFloat {
    guard let reference else { return 0 }
    return base * tracker.velocity.x / reference
  }

  /// The distance of the first two touches, at least a point.
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
      // What has to wait for others goes on measuring from where it was.
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
      // One of the two is gone; those that are left, if there are two, go on from the same scale.
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

  /// Where the gesture is: in the middle of its touches, or where the wheel turns.
  open override func location(in view: View?) -> CGPoint {
    wheel.map { Touch.convert($0.place, to: view) } ?? super.location(in: view)
  }

  /// Makes a gesture of a step of the wheel, unless one goes on.
  ///
  /// - Returns: whether it began.
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
