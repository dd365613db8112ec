import Foundation
import Lamina
import LaminaViews
import LaminaWindow

/// A page in browsers as the display of a window: all who have its URL see the same view, and their input
/// goes to it.
///
///     let display = try BrowserDisplay(title: "Load")
///     print(display.url)
///     try Window(display: display, host: host).run()
///
/// While nobody has the page open, the window counts as hidden: time goes on, and nothing is drawn. It
/// belongs to the isolation that created it. The page and its protocol are in the guide Browser.
public final class BrowserDisplay {
  /// The URL of the page, with the token; to be shown to the user alone.
  public let url: String

  let broadcast: FrameBroadcast
  let input: InputQueue
  private let start = ContinuousClock.now
  private let stop: () -> Void
  private var isOpen = true
  package private(set) var modifiers: KeyModifiers = []
  /// The size and the scale of what is shown.
  package fileprivate(set) var pixelSize = PixelSize(width: 1, height: 1)
  fileprivate var scale: CGFloat = 1

  #if Server
    /// Begins to serve the page.
    ///
    /// - Parameters:
    ///   - title: the title of the page.
    ///   - address: the place at which it is served.
    /// - Throws: ``BrowserError``.
    public convenience init(
      title: String, address: BrowserAddress = BrowserAddress()
    ) throws(BrowserError) {
      try self.init(title: title, address: address, limits: ServerLimits())
    }

    init(title: String, address: BrowserAddress, limits: ServerLimits) throws(BrowserError) {
      try address.validate()
      let input = InputQueue()
      let broadcast = FrameBroadcast(title: title) { input.noteVisibility($0) }
      input.noteVisibility(false)
      let server = try PageServer(
        address: address, limits: limits, broadcast: broadcast, input: input)
      (self.broadcast, self.input, url) = (broadcast, input, server.rules.url)
      stop = { server.stop() }
    }
  #else
    @available(*, unavailable, message: "pages need the package's trait Server, and SwiftNIO")
    public init(title: String, address: BrowserAddress = BrowserAddress()) throws(BrowserError) {
      refuse("pages need the package's trait Server")
    }
  #endif

  /// The number of pages that are open.
  public var viewerCount: Int { broadcast.viewerCount }

  deinit { close() }
}

extension BrowserDisplay: WindowSurface {
  package var time: TimeInterval { start.duration(to: .now) / .seconds(1) }
  package var displayScale: CGFloat { 1 }
  package var framesPerSecond: Double { 60 }

  package func nextEvent(until deadline: TimeInterval?) throws(WindowError) -> WindowEvent? {
    while true {
      if let next = input.popFirst() {
        modifiers = next.modifiers
        return next.event
      }
      let left = deadline.map { max(0, $0 - time) }
      if input.wait(seconds: left), input.isEmpty { return .woken }
      if let deadline, deadline <= time { return nil }
    }
  }

  package func show(_ bitmap: Bitmap, in rects: [PixelRect]) {
    broadcast.show(bitmap, in: rects, scale: Double(scale), time: time)
  }

  /// Does nothing: a page keeps its contents.
  package func showAgain() {}

  package var wake: @Sendable () -> Void { { [input] in input.wake() } }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    stop()
  }
}

extension Window {
  /// Creates a window that is a page in browsers, of the size of its host.
  ///
  /// No key closes it.
  ///
  /// - Parameters:
  ///   - display: the page. It is closed with the window.
  ///   - host: the host that shows the view.
  /// - Throws: the errors of `ViewHost/resize(to:scale:)`.
  public convenience init(display: BrowserDisplay, host: ViewHost) throws {
    let renderer = host.renderer
    display.pixelSize = PixelSize(width: renderer.width, height: renderer.height)
    display.scale = renderer.scale
    try self.init(surface: display, host: host, scale: renderer.scale)
    closingKeys = []
  }
}
