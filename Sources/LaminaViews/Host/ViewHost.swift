import Foundation
import Lamina

/// Shows a tree of views and brings it input: what `UIWindow` is in UIKit, without a window.
///
///     let host = try ViewHost(rootView: view, size: CGSize(width: 320, height: 200), scale: 2)
///     let frame = try host.frame(at: 0)            // 640 x 400 pixels
///     host.send(InputEvent(
///       time: 0.5, kind: .touch(id: 0, phase: .began, location: CGPoint(x: 20, y: 30))))
///
/// No clock is read: events and frames carry their times, in seconds, on any clock. A host
/// belongs, with its views, to one isolation.
public final class ViewHost {
  /// The view that fills the picture.
  public let rootView: View
  /// What draws the frames. Leave its root layer and its size as they are.
  public let renderer: Renderer
  /// The size of the picture in points.
  public private(set) var size: CGSize
  /// Device pixels per point.
  public var scale: CGFloat { renderer.scale }
  /// The time of the latest event or frame, in seconds; nil before the first.
  public internal(set) var time: TimeInterval?
  /// The time of the event or frame that is being handled, in seconds.
  var now: TimeInterval?
  /// Asks for frames; may be given to other threads.
  public let frameRequester = FrameRequester()
  /// The view that keys go to first. Where it is nil, they go to the view that was touched last, or
  /// to the root view.
  public weak var firstResponder: View?

  /// The touches that are down.
  var touches: [Touch] = []
  /// The view that was touched last.
  weak var lastTouchedView: View?
  /// The recognizers that wait for a time.
  private var waiting: [GestureRecognizer] = []
  /// Who is called before each frame.
  private var links: [UpdateLink] = []

  /// Creates a host, and gives the root view its size and scale.
  ///
  /// - Parameters:
  ///   - rootView: in no superview and no other host.
  ///   - size: points; times `scale`, rounded up, each side must be 1...`Bitmap.maximumSideLength`
  ///     pixels.
  ///   - scale: device pixels per point.
  /// - Throws: `RenderError`.
  public init(rootView: View, size: CGSize, scale: CGFloat = 1) throws(RenderError) {
    require(
      rootView.superview == nil && rootView.host == nil,
      "the root view of a host must be in no superview and in no other host")
    let (width, height) = Self.pixels(size, scale)
    self.rootView = rootView
    self.size = size
    renderer = try Renderer(layer: rootView.layer, width: width, height: height, scale: scale)
    rootView.frame = CGRect(origin: .zero, size: size)
    rootView.move(to: self)
  }

  deinit { rootView.hostIsGone() }

  /// Gives the picture another size or scale, in pixels as ``init(rootView:size:scale:)`` does.
  ///
  /// The root view fills it; its subviews follow as their autoresizing masks say, and layout runs
  /// before the next frame. That frame is drawn whole.
  ///
  /// - Throws: `RenderError`; nothing has changed then.
  public func resize(to size: CGSize, scale: CGFloat) throws(RenderError) {
    if size == self.size, scale == self.scale { return }
    let (width, height) = Self.pixels(size, scale)
    let isRescaled = scale != self.scale
    try renderer.resize(width: width, height: height, scale: scale)
    self.size = size
    rootView.frame = CGRect(origin: .zero, size: size)
    if isRescaled { rootView.setScale(scale) }
    setNeedsFrame()
  }

  private static func pixels(_ size: CGSize, _ scale: CGFloat) -> (width: Int, height: Int) {
    func pixels(_ points: CGFloat) -> Int {
      let pixels = (points * scale).rounded(.up)
      return pixels.isFinite && abs(pixels) < 1e9 ? Int(pixels) : -1
    }
    return (pixels(size.width), pixels(size.height))
  }

  // MARK: - Frames

  /// Moves what moves to where it is at a time, lays out, commits, and draws.
  ///
  /// - Parameter time: seconds. It may stand still, jump, and run backwards.
  /// - Throws: `RenderError`.
  /// - Complexity: follows what changed since the last frame and is seen.
  public func frame(at time: TimeInterval) throws(RenderError) -> Frame {
    guard time.isFinite else { throw .invalidTime(time) }
    frameRequester.clear()
    now = time
    defer { now = nil }
    step(to: time)
    return try renderer.render(at: time)
  }

  /// When a frame would next look different from the one at `time`, in seconds; nil where nothing
  /// will change until there is an event or somebody asks for a frame.
  ///
  /// A time that is not after `time` means: at once, or, for a window, with the next frame of the
  /// display.
  public func nextFrameTime(after time: TimeInterval) -> TimeInterval? {
    if frameRequester.isPending { return time }
    if links.contains(where: { $0.isEnabled && $0.requiresContinuousUpdates }) { return time }
    let deadline = waiting.compactMap(\.deadline).min().map { max($0, time) }
    switch renderer.nextFrameTime(after: time) {
    case .now: return time
    case .at(let next): return deadline.map { min($0, next) } ?? next
    case .never: return deadline
    }
  }

  /// Asks for a frame although nothing seems to have changed.
  public func setNeedsFrame() { frameRequester.setNeedsFrame() }

  /// Called when a frame is asked for by ``setNeedsFrame()`` or the ``frameRequester``, on the thread
  /// that asks; once until the next frame. A window wakes up by it. Nil by default.
  public var onNeedsFrame: (@Sendable () -> Void)? {
    get { frameRequester.callback }
    set { frameRequester.callback = newValue }
  }

  // MARK: - Time

  /// Calls who is to be called before what happens at a time.
  func step(to time: TimeInterval) {
    self.time = time
    while let next = waiting.min(by: { $0.deadline ?? .infinity < $1.deadline ?? .infinity }),
      next.deadline ?? .infinity <= time
    {
      waiting.removeAll { $0 === next }
      next.deadline = nil
      next.deadlineReached()
    }
    // An action may end links, and take views out of the tree.
    for link in links where link.isEnabled && link.view?.host === self { link.action(time) }
  }

  /// A recognizer has a deadline.
  func noteDeadline(of recognizer: GestureRecognizer) {
    waiting.removeAll { $0 === recognizer || $0.deadline == nil }
    waiting.append(recognizer)
  }

  func add(_ links: [UpdateLink]) { self.links += links }

  func remove(_ links: [UpdateLink]) {
    if links.isEmpty { return }
    self.links.removeAll { link in links.contains { $0 === link } }
  }
}
