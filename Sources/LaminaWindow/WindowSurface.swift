import Foundation
import Lamina
import LaminaViews

/// A target for a window's pictures and a source of its events and its time: a window of the
/// display, a terminal, or a test.
package protocol WindowSurface: AnyObject {
  /// The time in seconds on a clock that never goes back.
  var time: TimeInterval { get }
  /// True if the time stands still until further notice: frames are drawn after events alone.
  var isPaused: Bool { get }
  /// The size of the drawable area, in pixels; both sides are at least 1.
  var pixelSize: PixelSize { get }
  /// The display's number of pixels per point; 1 if it reports none.
  var displayScale: CGFloat { get }
  /// The refresh rate of the display, in frames per second.
  var framesPerSecond: Double { get }

  /// The modifier keys that are held as of the last event.
  var modifiers: KeyModifiers { get }

  /// Returns the next event. Waits for one until a time, or indefinitely if `deadline` is nil. If
  /// the time has already passed, it returns a pending event without waiting.
  ///
  /// - Returns: nil if no event came by then.
  func nextEvent(until deadline: TimeInterval?) throws(WindowError) -> WindowEvent?

  /// Shows the pixels in some rectangles of a picture at the same position, clipped to both.
  func show(_ bitmap: Bitmap, in rects: [PixelRect]) throws(WindowError)
  /// Shows the last picture again after something covered it.
  func showAgain() throws(WindowError)

  /// A closure that makes ``nextEvent(until:)`` return ``WindowEvent/woken`` soon. It can be called
  /// on any thread.
  var wake: @Sendable () -> Void { get }
  /// Releases the display's resources. Afterwards only ``wake`` may be called, which then does
  /// nothing.
  func close()
}

extension WindowSurface {
  package var modifiers: KeyModifiers { [] }
  package var isPaused: Bool { false }
}

/// A width and a height in pixels.
package struct PixelSize: Sendable, Equatable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Returns the size in points, which yields these pixels again at the same scale.
  package func points(scale: CGFloat) -> CGSize {
    func points(_ pixels: Int) -> CGFloat {
      var points = CGFloat(pixels) / scale
      // A renderer rounds its size up to whole pixels.
      while (points * scale).rounded(.up) > CGFloat(pixels) { points = points.nextDown }
      return points
    }
    return CGSize(width: points(width), height: points(height))
  }
}

/// An event that a display sends to a window. Locations are in pixels from the top left of the
/// drawable area.
package enum WindowEvent: Sendable, Equatable {
  case pointerMoved(CGPoint)
  /// The pointer has left the window.
  case pointerLeft
  /// The pointer's main button was pressed at the pointer's location.
  case buttonPressed
  case buttonReleased
  /// The pointer's main button is no longer down, and what it did does not count.
  case buttonCancelled
  /// A wheel was turned at the pointer, in notches: to the right and away from the user are
  /// positive.
  case wheel(dx: CGFloat, dy: CGFloat, modifiers: KeyModifiers)
  case finger(id: Int, phase: Touch.Phase, location: CGPoint)
  case key(Key, isDown: Bool, modifiers: KeyModifiers)
  /// The size or the display's scale has changed.
  case resized
  /// The content must be shown again.
  case exposed
  case shown
  case hidden
  /// The window has lost the input focus.
  case focusLost
  case closeRequested
  case woken
}
