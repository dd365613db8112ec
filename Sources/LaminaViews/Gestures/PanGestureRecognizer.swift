import Foundation
import Lamina

/// A continuous gesture of dragging fingers. The counterpart of UIKit's `UIPanGestureRecognizer`.
///
/// It begins when the centroid of the touches has moved by more than ``hysteresis``, follows the
/// centroid, and ends when fewer than ``minimumNumberOfTouches`` fingers are left. Fingers may come
/// and go meanwhile without a jump.
open class PanGestureRecognizer: GestureRecognizer {
  /// The minimum number of fingers. 1 by default.
  ///
  /// - Precondition: at least 1.
  public final var minimumNumberOfTouches = 1 {
    willSet { if newValue < 1 { refuse("a pan needs at least 1 touch, not \(newValue)") } }
  }
  /// The maximum number of fingers. Unlimited by default.
  ///
  /// - Precondition: at least 1.
  public final var maximumNumberOfTouches = Int.max {
    willSet { if newValue < 1 { refuse("a pan must allow at least 1 touch, not \(newValue)") } }
  }
  /// The distance that touches may move, in points of the picture, before the pan begins. 10 by
  /// default. It is not part of the ``translation(in:)``.
  public final var hysteresis: CGFloat = 10

  /// The hysteresis of the current touches.
  var presentHysteresis: CGFloat { hysteresis }

  /// The distance that the centroid has moved, in points of the picture, without the jumps when the
  /// number of touches changed.
  private(set) final var travel = CGPoint.zero
  /// The travel at which the translation is zero.
  private var zero = CGPoint.zero
  private var lastCentroid = CGPoint.zero
  private var tracker = VelocityTracker()

  /// Returns the translation of the touches since the gesture began, or since
  /// ``setTranslation(_:in:)``, in points of a view's coordinate space, or of the picture if `view`
  /// is nil.
  public final func translation(in view: View?) -> CGPoint {
    convert(CGPoint(x: travel.x - zero.x, y: travel.y - zero.y), to: view)
  }

  /// Replaces the current translation. Set it to zero in each action to receive increments.
  ///
  /// - Precondition: `translation` is finite.
  public final func setTranslation(_ translation: CGPoint, in view: View?) {
    guard translation.isFinite else { refuse("the translation must be finite, not \(translation)") }
    var offset = translation
    if let view {
      let origin = view.layer.convert(CGPoint.zero, to: nil)
      let end = view.layer.convert(translation, to: nil)
      offset = CGPoint(x: end.x - origin.x, y: end.y - origin.y)
    }
    guard offset.isFinite else { return }
    zero = CGPoint(x: travel.x - offset.x, y: travel.y - offset.y)
  }

  /// Returns the velocity of the touches, in points per second of a view's coordinate space: the
  /// mean over the last tenth of a second.
  public final func velocity(in view: View?) -> CGPoint { convert(tracker.velocity, to: view) }

  /// Converts a movement in the picture to a view's coordinate space.
  private func convert(_ movement: CGPoint, to view: View?) -> CGPoint {
    guard let view else { return movement }
    let start = Touch.convert(lastCentroid, to: view)
    let end = Touch.convert(
      CGPoint(x: lastCentroid.x + movement.x, y: lastCentroid.y + movement.y), to: view)
    return CGPoint(x: end.x - start.x, y: end.y - start.y)
  }

  open override func touchesBegan(_ touches: [Touch]) {
    lastCentroid = centroid
    tracker.add(travel, at: touches[0].timestamp)
    if self.touches.count > maximumNumberOfTouches { stop() }
  }

  open override func touchesMoved(_ touches: [Touch]) {
    follow(touches)
    if state == .possible {
      guard self.touches.count >= minimumNumberOfTouches else { return }
      let distance = hypot(travel.x, travel.y)
      guard distance > presentHysteresis else { return }
      let part = presentHysteresis / distance
      zero = CGPoint(x: travel.x * part, y: travel.y * part)
      state = .began
    } else {
      state = .changed
    }
  }

  private func follow(_ touches: [Touch]) {
    let place = centroid
    if state == .possible, self.touches.count < minimumNumberOfTouches {
      lastCentroid = place
      return
    }
    travel.x += place.x - lastCentroid.x
    travel.y += place.y - lastCentroid.y
    lastCentroid = place
    tracker.add(travel, at: touches[0].timestamp)
  }

  open override func touchesEnded(_ touches: [Touch]) {
    follow(touches)
    let rest = self.touches.filter { touch in !touches.contains { $0 === touch } }
    if rest.count < minimumNumberOfTouches, state != .possible {
      state = .ended
    } else if rest.isEmpty {
      state = .failed
    } else {
      lastCentroid = Self.centroid(rest)
    }
  }

  open override func touchesCancelled(_ touches: [Touch]) { stop() }

  private func stop() { state = state == .possible ? .failed : .cancelled }

  open override func reset() {
    super.reset()
    travel = .zero
    zero = .zero
    tracker = VelocityTracker()
  }
}
