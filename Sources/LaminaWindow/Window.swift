import Foundation
import Lamina
import LaminaViews

/// A window of the display that shows a live view.
///
///     let host = try ViewHost(rootView: view, size: CGSize(width: 640, height: 360), scale: 1)
///     try Window(title: "Load", host: host).run()
///
/// The window passes input from the pointer, the wheel, fingers and keys to the view, follows the
/// user's resizing, and shows the frames of its ``host``: for each frame only the pixels that
/// differ from the one before, and at most one frame per refresh of the display. While nothing
/// moves it is idle and waits for events.
///
/// Only the window reads a clock, that of its surface: the time that it passes on is in seconds
/// since the window was created, and never goes back. The window belongs to the isolation that
/// created it, as the view does; other threads use its ``handle``. A process can have one window at
/// a time.
///
/// If the X server goes away, its client library ends the process.
public final class Window {
  /// The reason that a window closed.
  @nonexhaustive
  public enum Ending: Sendable, Equatable {
    /// The user closed it, pressed one of ``Window/closingKeys``, or ``WindowHandle/close()`` was
    /// called.
    case closed
    /// The time of the requested number of frames has passed.
    case frameLimit
  }

  /// The view's host, whose frames the window shows. Between frames you may change its views.
  public let host: ViewHost
  /// A handle by which other threads wake and close the window.
  public let handle: WindowHandle
  /// The keys that close the window and are not passed to the view: Escape and q by default.
  public var closingKeys: [Key] = [.escape, .character("q")]
  /// Called before each frame, and after the window was woken, with the time in seconds: the place
  /// to apply data from other threads. It returns the latest time of its next call, or nil if it
  /// need not be called until there is other work.
  ///
  /// It is called at most once per refresh of the display. Errors end ``run(frameLimit:)``.
  public var update: ((_ time: TimeInterval) throws -> TimeInterval?)? {
    didSet { updateTime = update == nil ? nil : -.infinity }
  }
  /// Called with all input before the view receives it.
  package var observer: ((InputEvent.Kind) -> Void)?
  /// The observers of the events that the host gets, with their times.
  package var eventObservers: [(InputEvent) throws -> Void] = []
  /// The observers of the frames that are drawn, called before these are shown.
  package var frameObservers: [(Frame) throws -> Void] = []
  /// The window's time in seconds.
  package var time: TimeInterval { surface.time }
  /// Counters of the window's work so far.
  public private(set) var counters = WindowCounters()

  private let surface: any WindowSurface
  private let chosenScale: CGFloat?
  private var translator: InputTranslator
  private var isOpen = true
  /// False while nobody can see the window, such as a page that nobody has open.
  package private(set) var isVisible = true
  private var ending: Ending?
  /// The time at which ``update`` is due; nil if it is not due by itself.
  private var updateTime: TimeInterval?
  /// The earliest time of the next frame: the display would not show one before.
  private var nextTick = -TimeInterval.infinity
  /// The time of the first frame.
  private var firstFrameTime: TimeInterval?
  /// The time of the last frame.
  private var frameTime = -TimeInterval.infinity
  /// The identity of the last frame shown in the window.
  private var shown: Frame.Identity?
  /// True if the window may not show the last frame.
  private var needsShowing = true

  /// Creates a window that shows its frames on a surface.
  ///
  /// - Parameter scale: the number of pixels per point; nil uses the display's, or that of the
  ///   host.
  /// - Throws: the errors of ``ViewHost/resize(to:scale:)``.
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

  /// Shows the window until it closes.
  ///
  /// - Parameter frameLimit: the number of refreshes of the display after which it closes by
  ///   itself, counted from the first frame that it draws, whether or not the later ones draw
  ///   anything new; nil for no limit.
  /// - Returns: the reason that it closed.
  /// - Throws: ``WindowError``, and the errors of drawing a frame and of ``update``.
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

  /// Returns the time at which the last of `count` frames of the display begins.
  private func lastFrameTime(_ count: Int, from start: TimeInterval) -> TimeInterval {
    let interval = 1 / surface.framesPerSecond
    let time = (firstFrameTime ?? start) + Double(count - 1) * interval
    // A tick is drawn at its own time, which may be rounded differently.
    return abs(nextTick - time) < interval / 2 ? nextTick : time
  }

  /// Removes the window from the display, if ``run(frameLimit:)`` has not done so.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    host.onNeedsFrame = nil
    surface.close()
  }

  // MARK: - Event loop

  /// Waits until there is work, at most until a time, and does it.
  ///
  /// - Returns: the reason that the window is to close, if it is.
  package func turn(until limit: TimeInterval = .infinity) throws -> Ending? {
    let due = surface.isPaused ? nil : workTime.map { max($0, nextTick) }
    let deadline = min(due ?? .infinity, limit)
    counters.waits += 1
    var event = try surface.nextEvent(until: deadline == .infinity ? nil : deadline)
    let isWoken = event != nil
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
    let isTick = surface.isPaused ? isWoken : now >= nextTick
    if isTick, let workTime, workTime <= now { try drawFrame(at: now) }
    return nil
  }

  /// The time at which the update or a frame is due; nil if neither is.
  private var workTime: TimeInterval? {
    guard isVisible else { return updateTime }
    if needsShowing { return -.infinity }
    guard let frame = host.nextFrameTime(after: frameTime).time(notBefore: -.infinity) else {
      return updateTime
    }
    return min(frame, updateTime ?? .infinity)
  }

  /// Calls the update and draws a frame, as they are due, and shows new pixels.
  private func drawFrame(at now: TimeInterval) throws {
    if let update { updateTime = try update(now) }
    // Ticks keep their interval if frames are on time, and restart if they are late.
    let interval = 1 / surface.framesPerSecond
    nextTick = min(now, now - nextTick < interval ? nextTick : now) + interval
    guard isVisible else { return }
    guard needsShowing || host.nextFrameTime(after: frameTime).time(notBefore: now) == now else {
      return
    }
    frameTime = now
    if firstFrameTime == nil { firstFrameTime = now }
    let frame = try host.render(at: now)
    counters.frames += 1
    for observer in frameObservers { try observer(frame) }
    let bitmap = frame.bitmap
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let damage = needsShowing ? nil : frame.damage(since: shown)
    let rects = damage.map(\.rects) ?? [whole]
    shown = frame.identity
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
      for kind in translator.cancelTouches() { try send(kind) }
    case .pointerMoved, .pointerLeft, .buttonPressed, .buttonReleased, .buttonCancelled, .wheel,
      .finger, .key, .woken:
      if let kind = translator.input(for: event) { try send(kind) }
    }
  }

  private func send(_ kind: InputEvent.Kind) throws {
    observer?(kind)
    let event = InputEvent(time: surface.time, kind: kind, modifiers: surface.modifiers)
    for observer in eventObservers { try observer(event) }
    host.send(event)
  }

  /// Applies the size and the scale of the surface to the host.
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

/// Counters of a window's work, which tests can check instead of a clock.
public struct WindowCounters: Sendable, Equatable {
  /// The number of waits for events.
  public internal(set) var waits = 0
  /// The number of events received.
  public internal(set) var events = 0
  /// The number of frames requested from the host.
  public internal(set) var frames = 0
  /// The number of frames with new pixels, which were shown in the window.
  public internal(set) var updates = 0
  /// The number of pixels that were copied into the window, over all updates.
  public internal(set) var pixels = 0
}
