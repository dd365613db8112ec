import Foundation

/// A link that calls an action before each frame of the host that a view is in: the counterpart of
/// UIKit's `UIUpdateLink`.
///
/// By default it takes part in frames that are made anyway; with ``requiresContinuousUpdates``,
/// frames are made for it. The view retains the link until ``invalidate()``, so the action should
/// not retain the view.
///
///     let link = UpdateLink(view: playhead) { [unowned playhead] time in
///       playhead.layer.position.x = 40 * time
///     }
///     link.requiresContinuousUpdates = true
public final class UpdateLink {
  /// The view; nil once it is gone.
  public private(set) weak var view: View?
  /// A Boolean value indicating whether the action is called. True by default.
  public var isEnabled = true
  /// A Boolean value indicating whether the link makes the host produce frames continuously. False
  /// by default.
  public var requiresContinuousUpdates = false
  let action: (TimeInterval) -> Void

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - view: the view; the action is called while it is in a host.
  ///   - action: called before layout, with the time of the frame in seconds. It is also called
  ///     before an event that is later than the last frame is handled, with the time of the event.
  @discardableResult
  public init(view: View, action: @escaping (TimeInterval) -> Void) {
    self.view = view
    self.action = action
    view.updateLinks.append(self)
    view.host?.add([self])
  }

  /// Ends the link permanently.
  public func invalidate() {
    isEnabled = false
    guard let view else { return }
    view.updateLinks.removeAll { $0 === self }
    view.host?.remove([self])
  }
}
