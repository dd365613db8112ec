import Foundation
import Lamina
import LaminaViews

/// Where the pictures of a window go, and where its events and its time come from: a window of the
/// display, a terminal, or a test.
package protocol WindowSurface: AnyObject {
  /// The time in seconds on a clock that only goes forward.
  var time: TimeInterval { get }
  /// The size of what can be shown, in pixels; both sides are at least 1.
  var pixelSize: PixelSize { get }
  /// Pixels per point, as far as the display says; 1 where it says nothing.
  var displayScale: CGFloat { get }
  /// How many frames the display shows in a second.
  var framesPerSecond: Double { get }

  /// The next event: waits for one until a time, for ever where that is nil. Where the time has
  /// passed already, it gives what is there and does not wait.
  ///
  /// - Returns: nil if no event came until then.
  func nextEvent(until deadline: TimeInterval?) throws(WindowError) -> WindowEvent?

  /// Shows the pixels of some rectangles of a picture in the same place, as far as both reach.
  func show(_ bitmap: Bitmap, in rects: [PixelRect]) throws(WindowError)
  /// Shows once more what was shown last: something lay over it.
  func showAgain() throws(WindowError)

  /// Makes ``nextEvent(until:)`` return ``WindowEvent/woken`` soon. Can be called on any thread.
  var wake: @Sendable () -> Void { get }
  /// Gives everything back to the display. Nothing but ``wake``, which then does nothing, is called
  /// afterwards.
  func close()
}

/// A width and a height in pixels.
package struct PixelSize: Sendable, Equatable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size in points, which at the same scale gives these pixels again.
  package func points(scale: CGFloat) -> CGSize {
    func points(_ pixels: Int) -> CGFloat {
      var points = CGFloat(pixels) / scale
      // Pixels are rounded up where a renderer is made.
      while (points * scale).rounded(.up) > CGFloat(pixels) { points = points.nextDown }
      return points
    }
    return CGSize(width: points(width), height: points(height))
  }
}

/// What a display tells a window. Places are in pixels from the top left of what it shows.
package enum WindowEvent: Sendable, Equatable {
  case pointerMoved(CGPoint)
  /// The pointer's main button, where the pointer is.
  case buttonPressed
  case buttonReleased
  /// A wheel was turned at the pointer, in notches: to the right and away from the user are
  /// positive.
  case wheel(dx: CGFloat, dy: CGFloat, modifiers: KeyModifiers)
  case finger(id: Int, phase: TouchPhase, location: CGPoint)
  case key(Key, isDown: Bool, modifiers: KeyModifiers)
  /// The size or the display's scale is another.
  case resized
  /// What was shown is to be shown again.
  case exposed
  case shown
  case hidden
  /// Somebody else gets what is typed and pressed from now on.
  case focusLost
  case closeRequested
  case woken
}
