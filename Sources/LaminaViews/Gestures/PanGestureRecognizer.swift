import Foundation
import Lamina

/// Fingers that drag: a continuous gesture. What `UIPanGestureRecognizer` is in UIKit.
///
/// It begins when the middle of the touches has moved by more than ``hysteresis``, follows it, and
/// ends when fewer fingers are left than it takes. Fingers may come and go on the way, and nothing
/// jumps.
open class PanGestureRecognizer: GestureRecognizer {
  /// How many fingers it takes. 1 by default.
  ///
  /// - Precondition: at least 1.
  public final var minimumNumberOfTouches = 1 {
    willSet { if newValue < 1 { refuse("a pan of \(newValue) touches: it takes at least 1") } }
  }
  /// With how many fingers it can be made. Any number by default.
  ///
  /// - Precondition: at least 1.
  public final var maximumNumberOfTouches = Int.max {
    willSet { if newValue < 1 { refuse("a pan of at most \(newValue) touches: allow 1 or more") } }
  }
  /// How far touches may move, in points of the picture, before it is a pan. 10 by default. This way
  /// is not part of the ``translation(in:)``.
  public final var hysteresis: CGFloat = 10

  /// The hysteresis of these touches.
  var presentHysteresis: CGFloat { hysteresis }

  /// How far the middle of the touches has moved, in points of the picture, without the jumps where their number changed.
  private(set) final var travel = CGPoint.zero
  /// The travel at which the translation is zero.
  private var zero = CGPoint.zero
  private var lastCentroid = CGPoint.zero
  private var tracker = VelocityTracker()

  /// How far the touches have moved since the gesture began, or since ``setTranslation(_:in:)``, in
  /// points of a view's coordinate space; of the picture where that is nil.
  public final func translation(in view: View?) -> CGPoint {
    convert(CGPoint(x: travel.x - zero.x, y: travel.y - zero.y), to: view)
  }

  /// Makes the present translation another one, such as zero, so that it is incremental.
  ///
  /// - Precondition: `translation` is finite.
  public final func setTranslation(_ translation: CGPoint, in view: View?) {
    guard translation.isFinite else { refuse("a translation of \(translation): it must be finite") }
    var offset = translation
    if let view {
      let origin = view.layer.convert(CGPoint.zero, to: nil)
      let end = view.layer.convert(translation, to: nil)
      offset = CGPoint(x: end.x - origin.x, y: end.y - origin.y)
    }
    guard offset.isFinite else { return }
    zero = CGPoint(x: travel.x - offset.x, y: travel.y - offset.y)
  }

  /// How fast the touches move, in points per second of a view's coordinate space: the mean of the
  /// last tenth of a second.
  public final func velocity(in view: View?) -> CGPoint { convert(tracker.velocity, to: view) }

  /// A movement of the picture in the coordinate space of a view.
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
