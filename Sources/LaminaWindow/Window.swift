import Foundation
import Lamina
import LaminaViews

/// A window of the display that shows a view, live.
///
///     let host = try ViewHost(rootView: view, size: CGSize(width: 640, height: 360), scale: 1)
///     try Window(title: "Load", host: host).run()
///
/// The window gives the view the pointer, the wheel, fingers and keys, follows the user's resizing,
/// and shows the frames of its ``host``: of each only the pixels that differ from the one before,
/// and at most one for each that the display shows. While nothing moves it waits for events, and
/// does nothing.
///
/// It is the one place that reads a clock: the time that it hands on is in seconds since the window
/// was made, and never goes back. The window belongs to the isolation that made it, as the view does;
/// other threads use its ``handle``. A process can have one window at a time.
///
/// If the X server goes away, its client library ends the process.
public final class Window {
  /// Why a window came to its end.
  public enum Ending: Sendable, Equatable {
    /// The user closed it, pressed one of ``Window/closingKeys``, or ``WindowHandle/close()`` was
    /// called.
    case closed
    /// The time of as many frames has passed as were asked for.
    case frameLimit
  }

  /// The view's host, whose frames the window shows. Between frames you may change its views.
  public let host: ViewHost
  /// What other threads use to wake and to close the window.
  public let handle: WindowHandle
  /// Keys that close the window and are not given to the view: Escape and q by default.
  public var closingKeys: [Key] = [.escape, .character("q")]
  /// Called before each frame, and after the window was woken, with the time in seconds: the place
  /// to bring in what came from elsewhere. It returns the time at which it is to be called next at
  /// the latest, or nil if that is when something else is to be done.
  ///
  /// It is called no more often than the display shows frames. Errors end ``run(frameLimit:)``.
  public var update: ((_ time: TimeInterval) throws -> TimeInterval?)? {
    didSet { updateTime = update == nil ? nil : -.infinity }
  }
  /// Called with all input that the view is about to get.
  package var observer: ((InputEvent.Kind) -> Void)?
  /// The window's time in seconds.
  package var time: TimeInterval { surface.time }
  /// What the window has done so far.
  public private(set) var counters = WindowCounters()

  private let surface: any WindowSurface
  private let chosenScale: CGFloat?
  private var translator: InputTranslator
  private var isOpen = true
  private var isVisible = true
  private var ending: Ending?
  /// When ``update`` is due; nil: not by itself.
  private var updateTime: TimeInterval?
  /// Nothing is drawn before this time: the display would not show it.
  private var nextTick = -TimeInterval.infinity
  /// The time of the first frame.
  private var firstFrameTime: TimeInterval?
  /// The time of the last frame.
  private var frameTime = -TimeInterval.infinity
  /// The last picture that was put into the window.
  private var shown: Frame.Place?
  /// Whether the window may not show what the last frame was.
  private var needsShowing = true

  /// Makes a window that shows its pictures on a surface.
  ///
  /// - Parameter scale: pixels per point; nil is what the display says, or that of the host.
  /// - Throws: what ``ViewHost/resize(to:scale:)`` throws.
  package init(surface: any WindowSurface, host: ViewHost, scale: CGFloat? = nil) throws {
    self.host = host
    self.surface = surface
    chosenScale = scale
    translator = InputTranslator(scale: host.renderer.scale)
    let handle = WindowHandle(post: surface.wake)
    self.handle = handle
    host.onNeedsFrame = { handle.wake() }
    try fitHost()
  }

  deinit { close() }

  /// Shows the window until it is closed, and closes it.
  ///
  /// - Parameter frameLimit: after the time of how many frames of the display it ends by itself,
  ///   counted from the first that it draws, whether the later ones are drawn or show nothing new;
  ///   nil is never.
  /// - Returns: why it came to its end.
  /// - Throws: ``WindowError``, and what drawing a frame or ``update`` throws.
  /// - Precondition: it has not run before.
  @discardableResult
  public func run(frameLimit: Int? = nil) throws -> Ending {
    require(isOpen, "a window runs once, and this one is closed")
    defer { close() }
    let start = surface.time
    while true {
      let last = frameLimit.map { lastFrameTime($0, from: start) } ?? .infinity
      if surface.time >= last, frameLimit == 0 || firstFrameTime != nil || !isVisible {
        return .frameLimit
      }
      if let ending = try turn(until: last) { return ending }
    }
  }

  /// When the last of so many frames of the display begins.
  private func lastFrameTime(_ count: Int, from start: TimeInterval) -> TimeInterval {
    let interval = 1 / surface.framesPerSecond
    let time = (firstFrameTime ?? start) + Double(count - 1) * interval
    // A tick is drawn at its own time, which may be rounded another way.
    return abs(nextTick - time) < interval / 2 ? nextTick : time
  }

  /// Takes the window off the display, if ``run(frameLimit:)`` has not done that.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    host.onNeedsFrame = nil
    surface.close()
  }

  // MARK: - One turn

  /// Waits until there is something to do, not longer than until a time, and does it.
  ///
  /// - Returns: why the window is to close, if it is.
  package func turn(until limit: TimeInterval = .infinity) throws -> Ending? {
    let due = workTime.map { max($0, nextTick) }
    let deadline = min(due ?? .infinity, limit)
    counters.waits += 1
    var event = try surface.nextEvent(until: deadline == .infinity ? nil : deadline)
    while let next = event {
      try handle(next)
      if let ending { return ending }
      event = try surface.nextEvent(until: -.infinity)
    }
    let requests = handle.take()
    if requests.closes { ending = .closed }
    if requests.wakes, update != nil { updateTime = -.infinity }
    if let ending { return ending }
    let now = surface.time
    if now >= nextTick, let workTime, workTime <= now { try drawFrame(at: now) }
    return nil
  }

  /// When the update or a frame is due; nil if neither is.
  private var workTime: TimeInterval? {
    guard isVisible else { return updateTime }
    if needsShowing { return -.infinity }
    guard let frame = host.nextFrameTime(after: frameTime) else { return updateTime }
    return min(frame, updateTime ?? .infinity)
  }

  /// Lets what is due be done, and shows what is new.
  private func drawFrame(at now: TimeInterval) throws {
    if let update { updateTime = try update(now) }
    // Ticks keep their distance where frames come in time, and begin anew where they do not.
    let interval = 1 / surface.framesPerSecond
    nextTick = (now - nextTick < interval ? nextTick : now) + interval
    guard isVisible else { return }
    guard needsShowing || host.nextFrameTime(after: frameTime).map({ $0 <= now }) == true else {
      return
    }
    frameTime = now
    if firstFrameTime == nil { firstFrameTime = now }
    let frame = try host.frame(at: now)
    counters.frames += 1
    let bitmap = frame.bitmap
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let damage = needsShowing ? nil : frame.damage(since: shown)
    let rects = damage.map(\.rects) ?? [whole]
    shown = frame.place
    needsShowing = false
    guard !rects.isEmpty else { return }
    try surface.show(bitmap, in: rects)
    counters.updates += 1
    counters.pixels += rects.reduce(0) { $0 + $1.area }
  }

  // MARK: - Events

  private func handle(_ event: WindowEvent) throws {
    counters.events += 1
    switch event {
    case .key(let key, let isDown, _) where closingKeys.contains(key):
      if isDown { ending = .closed }
    case .closeRequested:
      ending = .closed
    case .resized:
      try fitHost()
    case .exposed:
      if !needsShowing { try surface.showAgain() }
    case .hidden:
      isVisible = false
    case .shown:
      isVisible = true
      needsShowing = true
    case .focusLost:
      for kind in translator.cancelTouches() { send(kind) }
    case .pointerMoved, .buttonPressed, .buttonReleased, .wheel, .finger, .key, .woken:
      if let kind = translator.input(for: event) { send(kind) }
    }
  }

  private func send(_ kind: InputEvent.Kind) {
    observer?(kind)
    host.send(InputEvent(time: surface.time, kind: kind))
  }

  /// Gives the host the size and the scale of the surface.
  private func fitHost() throws {
    let size = surface.pixelSize
    let own = host.renderer.scale
    let scale = chosenScale ?? (surface.displayScale > 1 ? surface.displayScale : own)
    translator.scale = scale
    needsShowing = true
    let renderer = host.renderer
    if renderer.scale == scale, renderer.width == size.width, renderer.height == size.height {
      return
    }
    try host.resize(to: size.points(scale: scale), scale: scale)
  }
}

/// How much a window has done: what tests count where others would look at a clock.
public struct WindowCounters: Sendable, Equatable {
  /// How often it waited for events.
  public var waits = 0
  /// Events that it was given.
  public var events = 0
  /// Frames that it asked its host for.
  public var frames = 0
  /// Frames that had something new, and were put into the window.
  public var updates = 0
  /// Pixels that were put into the window, in all updates.
  public var pixels = 0
}
