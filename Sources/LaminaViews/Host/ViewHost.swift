import Foundation
import Lamina

/// A host that shows a tree of views and brings it input: what `UIWindow` is in UIKit, without a
/// window.
///
///     let host = try ViewHost(rootView: view, size: CGSize(width: 320, height: 200), scale: 2)
///     let frame = try host.render(at: 0)            // 640 x 400 pixels
///     host.send(InputEvent(
///       time: 0.5, kind: .touch(id: 0, phase: .began, location: CGPoint(x: 20, y: 30))))
///
/// It reads no clock: events and frames carry their times, in seconds, on any clock. A host and its
/// views belong to one isolation.
public final class ViewHost {
  /// The view that fills the picture.
  public let rootView: View
  /// The renderer that draws the frames. Do not change its root layer or its size.
  public let renderer: Renderer
  /// The size of the picture in points.
  public private(set) var size: CGSize
  /// The number of device pixels per point.
  public var scale: CGFloat { renderer.scale }
  /// The time of the latest event or frame, in seconds; nil before the first.
  public internal(set) var time: TimeInterval?
  /// The time of the event or frame that is being handled, in seconds.
  var now: TimeInterval?
  /// A handle for requesting frames, which may be passed to other threads.
  public let frameRequester = FrameRequester()
  /// The view that keys go to first. If it is nil, they go to the view that was touched last, or to
  /// the root view.
  public weak var firstResponder: View?

  /// The touches that are down.
  var touches: [Touch] = []
  /// The recognizers of the views that the pointer is at.
  var hovering: [HoverGestureRecognizer] = []
  /// The view that was touched last.
  weak var lastTouchedView: View?
  /// The recognizers that wait for their deadline.
  private var waiting: [GestureRecognizer] = []
  /// The links that are called before each frame.
  private var links: [UpdateLink] = []

  /// Creates a host, and sets the size and scale of the root view.
  ///
  /// - Parameters:
  ///   - rootView: the root view; in no superview and no other host.
  ///   - size: the size in points; times `scale`, rounded up, each side must be
  ///     1...`Bitmap.maximumSideLength` pixels.
  ///   - scale: the number of device pixels per point.
  /// - Throws: `RenderError`.
  public init(rootView: View, size: CGSize, scale: CGFloat = 1) throws(RenderError) {
    require(
      rootView.superview == nil && rootView.host == nil,
      "the root view of a host cannot have a superview or be in another host")
    let (width, height) = Self.pixels(size, scale)
    self.rootView = rootView
    self.size = size
    renderer = try Renderer(layer: rootView.layer, width: width, height: height, scale: scale)
    rootView.frame = CGRect(origin: .zero, size: size)
    rootView.move(to: self)
  }

  deinit { rootView.hostIsGone() }

  /// Changes the size and scale of the picture; its size in pixels is as in
  /// ``init(rootView:size:scale:)``.
  ///
  /// The root view fills the picture; its subviews follow as their autoresizing masks say, and
  /// layout runs before the next frame, which is drawn completely.
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

  /// Advances all motion to a time, lays out, commits, and draws.
  ///
  /// - Parameter time: the time in seconds. It may stand still, jump, and run backwards.
  /// - Throws: `RenderError`.
  /// - Complexity: depends on the visible changes since the last frame.
  public func render(at time: TimeInterval) throws(RenderError) -> Frame {
    guard time.isFinite else { throw .invalidTime(time) }
    return try advance(to: time) { () throws(RenderError) in try renderer.render(at: time) }
  }

  /// Advances all motion to a time, lays out, and commits, without drawing.
  ///
  /// - Precondition: `time` is finite.
  package func commit(at time: TimeInterval) {
    advance(to: time) { _ = renderer.commit(at: time) }
  }

  private func advance<Result, Failure: Error>(
    to time: TimeInterval, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    frameRequester.clear()
    now = time
    defer { now = nil }
    step(to: time)
    return try body()
  }

  /// Returns the time at which a frame would next look different from the one at `time`: never if
  /// nothing changes until there is an event or a frame is requested.
  public func nextFrameTime(after time: TimeInterval) -> NextFrameTime {
    if frameRequester.isPending { return .now }
    if links.contains(where: { $0.isEnabled && $0.requiresContinuousUpdates }) { return .now }
    let next = renderer.nextFrameTime(after: time)
    guard let deadline = waiting.compactMap(\.deadline).min() else { return next }
    let earlier = next.time(notBefore: time).map { min($0, deadline) } ?? deadline
    return earlier <= time ? .now : .at(earlier)
  }

  /// Requests a frame even if nothing seems to have changed.
  public func setNeedsFrame() { frameRequester.setNeedsFrame() }

  /// Called when ``setNeedsFrame()`` or the ``frameRequester`` requests a frame, on the requesting
  /// thread; at most once until the next frame. A window uses it to wake up. Nil by default.
  public var onNeedsFrame: (@Sendable () -> Void)? {
    get { frameRequester.callback }
    set { frameRequester.callback = newValue }
  }

  // MARK: - Time

  /// Advances to a time: reports deadlines that have passed, then calls the update links.
  func step(to time: TimeInterval) {
    self.time = time
    while let next = waiting.min(by: { $0.deadline ?? .infinity < $1.deadline ?? .infinity }),
      next.deadline ?? .infinity <= time
    {
      waiting.removeAll { $0 === next }
      next.deadline = nil
      next.deadlineReached()
    }
    // An action may end links, and remove views from the tree.
    for link in links where link.isEnabled && link.view?.host === self { link.action(time) }
  }

  /// Registers a recognizer that has a deadline.
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
