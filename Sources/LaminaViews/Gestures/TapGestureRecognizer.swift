import Foundation
import Lamina

/// One tap or several: a discrete gesture. What `UITapGestureRecognizer` is in UIKit.
///
/// A tap is a touch that is lifted within ``maximumDuration`` and did not move by more than
/// ``allowableMovement``. Taps that belong together follow each other within ``maximumInterval``.
open class TapGestureRecognizer: GestureRecognizer {
  /// How many taps it takes. 1 by default.
  ///
  /// - Precondition: at least 1.
  public final var numberOfTapsRequired = 1 {
    willSet { if newValue < 1 { refuse("a tap gesture of \(newValue) taps: it takes at least 1") } }
  }
  /// How many fingers it takes. 1 by default.
  ///
  /// - Precondition: at least 1.
  public final var numberOfTouchesRequired = 1 {
    willSet {
      if newValue < 1 { refuse("a tap gesture of \(newValue) touches: it takes at least 1") }
    }
  }

  /// How long a touch may last, in seconds. 0.75 by default.
  public final var maximumDuration: TimeInterval = 0.75
  /// The time from one tap to the next, in seconds. 0.35 by default.
  public final var maximumInterval: TimeInterval = 0.35
  /// How far a touch may move from where it came down, in points of the picture. 10 by default.
  public final var allowableMovement: CGFloat = 10
  /// How far from the first tap another may be, in points of the picture.
  private static let tapDistance: CGFloat = 45

  private var tapCount = 0
  /// Where the touches of this tap came down.
  private var starts: [(touch: ObjectIdentifier, place: CGPoint)] = []
  private var firstPlace: CGPoint?
  /// Where the last touch was.
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

  /// Where the tap is; the last touch, once it is lifted.
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
