import Foundation
import Lamina

/// A discrete gesture of one or several taps. The counterpart of UIKit's `UITapGestureRecognizer`.
///
/// A tap is a touch that is lifted within ``maximumDuration`` and has not moved by more than
/// ``allowableMovement``. The taps of a gesture follow each other within ``maximumInterval``.
open class TapGestureRecognizer: GestureRecognizer {
  /// The number of taps required. 1 by default.
  ///
  /// - Precondition: at least 1.
  public final var numberOfTapsRequired = 1 {
    willSet { if newValue < 1 { refuse("a tap gesture needs at least 1 tap, not \(newValue)") } }
  }
  /// The number of fingers required. 1 by default.
  ///
  /// - Precondition: at least 1.
  public final var numberOfTouchesRequired = 1 {
    willSet {
      if newValue < 1 { refuse("a tap gesture needs at least 1 touch, not \(newValue)") }
    }
  }

  /// The maximum duration of a touch, in seconds. 0.75 by default.
  public final var maximumDuration: TimeInterval = 0.75
  /// The maximum time from the end of one tap to the beginning of the next, in seconds. 0.35 by
  /// default.
  public final var maximumInterval: TimeInterval = 0.35
  /// The maximum distance of a touch from where it came down, in points of the picture. 10 by
  /// default.
  public final var allowableMovement: CGFloat = 10
  /// The maximum distance of the following taps from the first, in points of the picture.
  private static let tapDistance: CGFloat = 45

  private var tapCount = 0
  /// The locations at which the touches of this tap came down.
  private var starts: [(touch: ObjectIdentifier, place: CGPoint)] = []
  private var firstPlace: CGPoint?
  /// The location of the last touch.
  private var lastPlace = CGPoint.zero

  open override func touchesBegan(_ touches: [Touch]) {
    for touch in touches {
      starts.append((ObjectIdentifier(touch), touch.place))
      lastPlace = touch.place
      guard self.touches.count == 1 else { continue }
      if let firstPlace, firstPlace.distance(to: touch.place) > Self.tapDistance {
        state = .failed
        return
      }
      if firstPlace == nil { firstPlace = touch.place }
      deadline = touch.timestamp + maximumDuration
    }
    if starts.count > numberOfTouchesRequired { state = .failed }
  }

  open override func touchesMoved(_ touches: [Touch]) {
    for touch in touches where !isStill(touch) { state = .failed }
  }

  private func isStill(_ touch: Touch) -> Bool {
    guard let start = starts.first(where: { $0.touch == ObjectIdentifier(touch) }) else {
      return false
    }
    lastPlace = touch.place
    return start.place.distance(to: touch.place) <= allowableMovement
  }

  open override func touchesEnded(_ touches: [Touch]) {
    guard touches.allSatisfy({ isStill($0) }) else {
      state = .failed
      return
    }
    guard self.touches.count == touches.count else { return }
    guard starts.count == numberOfTouchesRequired else {
      state = .failed
      return
    }
    starts = []
    tapCount += 1
    if tapCount == numberOfTapsRequired {
      state = .ended
    } else {
      deadline = touches[0].timestamp + maximumInterval
    }
  }

  open override func touchesCancelled(_ touches: [Touch]) { state = .failed }

  open override func deadlineReached() { state = .failed }

  /// Returns the location of the tap; once it is lifted, that of the last touch.
  open override func location(in view: View?) -> CGPoint {
    touches.isEmpty ? Touch.convert(lastPlace, to: view) : super.location(in: view)
  }

  open override func reset() {
    super.reset()
    tapCount = 0
    starts = []
    firstPlace = nil
  }
}
