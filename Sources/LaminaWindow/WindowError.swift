import Foundation
import Lamina

/// The reason that a window could not be opened or could not continue.
@nonexhaustive
public enum WindowError: LocalizedError, Equatable, CustomStringConvertible {
  /// There is no display to open a window on. The reason is the display library's.
  case noDisplay(reason: String)
  /// There is a display, but it provided no window or no memory for its pixels.
  case notOpened(reason: String)
  /// The process already has a window. There is one event queue, so there can be one window.
  case alreadyOpen
  /// The environment variable `LAMINA_SCALE` is not a number from 0.25 to 16.
  case invalidScale(String)
  /// A picture could not be shown in the window, or no more events arrive.
  case displayFailed(reason: String)

  public var description: String {
    switch self {
    case .noDisplay(let reason): "there is no display to open a window on: \(reason.escaped)"
    case .notOpened(let reason): "cannot open a window: \(reason.escaped)"
    case .alreadyOpen: "cannot open a second window while the first is open"
    case .invalidScale(let text):
      "LAMINA_SCALE is '\(text.escaped)': it must be a number of pixels per point from 0.25 to 16"
    case .displayFailed(let reason): "the display failed: \(reason.escaped)"
    }
  }

  public var errorDescription: String? { description }
}
