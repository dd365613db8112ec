import Foundation

/// A finger on the picture, or the mouse with its button held: one object from touch-down to lift.
/// The counterpart of UIKit's `UITouch`.
public final class Touch {
  /// The phase of a touch.
  public enum Phase: String, Sendable, CaseIterable {
    /// The touch came down.
    case began
    /// The touch moved.
    case moved
    /// The touch was lifted.
    case ended
    /// The window took the touch away: it no longer counts.
    case cancelled
  }

  /// The identifier that the window gave the touch.
  public let id: Int
  /// The most recent phase.
  public internal(set) var phase = Touch.Phase.began
  /// The keys that were held at the most recent phase.
  public internal(set) var modifiers: KeyModifiers = []
  /// The time of the most recent phase, in seconds.
  public internal(set) var timestamp: TimeInterval
  /// The view that the touch came down on; nil once that view is gone.
  public internal(set) weak var view: View?
  /// The location in the picture, in points.
  var place: CGPoint
  var previousPlace: CGPoint
  /// The recognizers that track the touch.
  var recognizers: [GestureRecognizer] = []
  /// True if a gesture has taken the touch from its view.
  var isCancelledInView = false

  init(id: Int, view: View, place: CGPoint, time: TimeInterval) {
    self.id = id
    self.view = view
    self.place = place
    previousPlace = place
    timestamp = time
  }

  /// Returns the location of the touch in a view's coordinate space, or in the picture if `view` is
  /// nil.
  public func location(in view: View?) -> CGPoint { Self.convert(place, to: view) }

  /// Returns the location of the touch before the last event.
  public func previousLocation(in view: View?) -> CGPoint { Self.convert(previousPlace, to: view) }

  /// Converts a point of the picture to a view's coordinate space.
  static func convert(_ place: CGPoint, to view: View?) -> CGPoint {
    guard let view else { return place }
    return view.layer.convert(place, from: nil)
  }
}
