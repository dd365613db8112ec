import Foundation

/// A finger on the picture, or the mouse with its button held: one object from coming down to
/// being lifted. What `UITouch` is in UIKit.
public final class Touch {
  /// The number that the window gave it.
  public let id: Int
  /// What happened to it last.
  public internal(set) var phase = TouchPhase.began
  /// When that was, in seconds.
  public internal(set) var timestamp: TimeInterval
  /// The view that it came down on; nil once that is gone.
  public internal(set) weak var view: View?
  /// Where it is in the picture, in points.
  var place: CGPoint
  var previousPlace: CGPoint
  /// Who looks at it.
  var recognizers: [GestureRecognizer] = []
  /// Whether a gesture took it from its view.
  var isCancelledInView = false

  init(id: Int, view: View, place: CGPoint, time: TimeInterval) {
    self.id = id
    self.view = view
    self.place = place
    previousPlace = place
    timestamp = time
  }

  /// Where the touch is, in the coordinate space of a view; of the picture where that is nil.
  public func location(in view: View?) -> CGPoint { Self.convert(place, to: view) }

  /// Where the touch was before the last event.
  public func previousLocation(in view: View?) -> CGPoint { Self.convert(previousPlace, to: view) }

  /// A point of the picture in the coordinate space of a view.
  static func convert(_ place: CGPoint, to view: View?) -> CGPoint {
    guard let view else { return place }
    return view.layer.convert(place, from: nil)
  }
}
