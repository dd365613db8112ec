import Foundation

/// Calls you before each frame of the host that a view is in: what `UIUpdateLink` is in UIKit.
///
/// By default it takes part in the frames that are made anyway; ``requiresContinuousUpdates`` has
/// frames made for it. The view keeps the link until ``invalidate()``; so let the action not keep
/// the view.
///
///     let link = UpdateLink(view: playhead) { [unowned playhead] time in
///       playhead.layer.position.x = 40 * time
///     }
///     link.requiresContinuousUpdates = true
public final class UpdateLink {
  /// The view; nil once it is gone.
  public private(set) weak var view: View?
  /// Whether the action is called. True by default.
  public var isEnabled = true
  /// Whether frames are made all the time because of this link. False by default.
  public var requiresContinuousUpdates = false
  let action: (TimeInterval) -> Void

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - view: it is called while this view is in a host.
  ///   - action: called before layout, with the time of the frame in seconds. It is also called
  ///     before an event is handled that is later than the last frame, with its time.
  public init(view: View, action: @escaping (TimeInterval) -> Void) {
    self.view = view
    self.action = action
    view.updateLinks.append(self)
    view.host?.add([self])
  }

  /// Ends the link for ever.
  public func invalidate() {
    isEnabled = false
    guard let view else { return }
    view.updateLinks.removeAll { $0 === self }
    view.host?.remove([self])
  }
}
