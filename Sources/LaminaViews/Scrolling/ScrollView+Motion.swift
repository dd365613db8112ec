import Foundation
import Lamina

extension ScrollView {
  /// A motion of the offset that is not a drag.
  enum Motion {
    case none
    /// A deceleration, with its start time in seconds and its motion along each axis.
    case deceleration(start: TimeInterval, x: ScrollMotion, y: ScrollMotion)
    /// An animation, with its start time if it has begun, and its first and last offset.
    case animation(start: TimeInterval?, from: CGPoint, to: CGPoint)

    var isMoving: Bool { if case .none = self { false } else { true } }
  }

  /// True if the offset is being dragged or is in motion.
  final var isMoving: Bool { isDragging || motion.isMoving }

  // MARK: - Offsets

  /// Changes the offset and tells the delegate.
  final func move(to offset: CGPoint) {
    guard offset != contentOffset else { return }
    layer.bounds.origin = offset
    indicators.update(self)
    delegate?.scrollViewDidScroll(self)
  }

  /// Returns the nearest offset at which the view can rest.
  final func inRange(_ offset: CGPoint) -> CGPoint {
    let (low, high) = (minimumContentOffset, maximumContentOffset)
    return CGPoint(x: min(max(offset.x, low.x), high.x), y: min(max(offset.y, low.y), high.y))
  }

  /// Returns the nearest offset at whole device pixels. An offset at which the view can rest stays
  /// one.
  final func onPixels(_ offset: CGPoint) -> CGPoint {
    let (low, high, scale) = (minimumContentOffset, maximumContentOffset, contentScaleFactor)
    func round(_ value: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      // Adding 0 turns a negative zero positive.
      let rounded = (value * scale).rounded() / scale + 0
      return value >= low && value <= high ? min(max(rounded, low), high) : rounded
    }
    return CGPoint(x: round(offset.x, low.x, high.x), y: round(offset.y, low.y, high.y))
  }

  final var xRange: ClosedRange<CGFloat> { minimumContentOffset.x...maximumContentOffset.x }
  final var yRange: ClosedRange<CGFloat> { minimumContentOffset.y...maximumContentOffset.y }

  final var canScrollHorizontally: Bool {
    xRange.lowerBound < xRange.upperBound || (bounces && alwaysBounceHorizontal)
  }

  final var canScrollVertically: Bool {
    yRange.lowerBound < yRange.upperBound || (bounces && alwaysBounceVertical)
  }

  /// Adapts to a change of the content's size, the insets or the view's size.
  final func rangeDidChange() {
    switch motion {
    case .animation(let start, let from, let to):
      motion = .animation(start: start, from: from, to: inRange(to))
    case .deceleration: continueFromHere()
    case .none:
      if isTracking { continueFromHere() } else { move(to: inRange(contentOffset)) }
    }
    indicators.update(self)
  }

  /// Continues a drag or a deceleration after the offset or the range was changed from outside.
  final func continueFromHere() {
    if isDragging {
      dragOrigin = dragOrigin(for: panGestureRecognizer.translation(in: self))
    }
    guard case .deceleration(let start, let x, let y) = motion else { return }
    let time = max(start, host?.time ?? start)
    let velocity = CGPoint(x: x.velocity(at: time - start), y: y.velocity(at: time - start))
    motion = deceleration(at: velocity, since: time)
  }

  // MARK: - Time

  /// Moves the offset to its position at a time.
  final func step(to time: TimeInterval) {
    switch motion {
    case .none: break
    case .deceleration(let start, let x, let y):
      let passed = time - start
      if passed >= max(x.duration, y.duration) { return finishMotion() }
      move(to: onPixels(CGPoint(x: x.place(at: passed), y: y.place(at: passed))))
    case .animation(nil, let from, let to):
      motion = .animation(start: time, from: from, to: to)
    case .animation(let start?, let from, let to):
      let part = (time - start) / Self.animationDuration
      if part >= 1 { return finishMotion() }
      let done = TimingFunction.easeInEaseOut.value(at: max(0, part))
      move(
        to: onPixels(
          CGPoint(x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done)))
    // The delegate may have set another offset, which ends the animation.
    }
  }

  /// Returns the deceleration from the current offset at a velocity in points per second.
  private func deceleration(at velocity: CGPoint, since time: TimeInterval) -> Motion {
    func motion(
      _ place: CGFloat, _ velocity: CGFloat, _ range: ClosedRange<CGFloat>, _ canScroll: Bool
    ) -> ScrollMotion {
      let isUsable = canScroll && velocity.isFinite
      return ScrollMotion(
        place: place, velocity: isUsable ? min(max(velocity, -1e6), 1e6) : 0,
        range: Double(range.lowerBound)...Double(range.upperBound),
        rate: decelerationRate.rawValue, bounces: bounces, tolerance: 0.5 / contentScaleFactor)
    }
    return .deceleration(
      start: time,
      x: motion(contentOffset.x, velocity.x, xRange, canScrollHorizontally),
      y: motion(contentOffset.y, velocity.y, yRange, canScrollVertically))
  }

  /// Releases the view at a velocity, in points per second.
  ///
  /// - Returns: true if it moves on.
  final func letGo(at velocity: CGPoint, time: TimeInterval) -> Bool {
    let next = deceleration(at: velocity, since: time)
    guard case .deceleration(_, let x, let y) = next, max(x.duration, y.duration) > 0 else {
      move(to: inRange(contentOffset))
      return false
    }
    motion = next
    return true
  }

  /// Stops at the current offset and tells the delegate.
  final func stopMotion() {
    let old = motion
    motion = .none
    report(old)
  }

  /// Jumps to the end of the motion and tells the delegate.
  final func finishMotion() {
    let old = motion
    motion = .none
    switch old {
    case .none: return
    case .deceleration(_, let x, let y):
      move(to: onPixels(CGPoint(x: x.destination, y: y.destination)))
    case .animation(_, _, let to): move(to: to)
    }
    report(old)
  }

  /// Tells the delegate that a motion has ended.
  private func report(_ old: Motion) {
    switch old {
    case .none: return
    case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
    case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
    }
    if !isMoving { indicators.fade() }
  }
}
