import Foundation
import Lamina
import LaminaRecording
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
  /// The URL of the page that also shows the layers, and changes them.
  public var inspectorURL: String { url + PageFile.inspector.rawValue }

  /// The size of the recording in which the page that shows the layers looks back, 64 MB by default. It
  /// begins when such a page is opened, in a temporary file that goes soon after the last one is closed;
  /// nil records nothing.
  public var recordingOptions: RecordingOptions? = .ofHistory

  let broadcast: FrameBroadcast
  let input: InputQueue
  fileprivate let inspector = Inspector()
  private(set) var history: WindowHistory?
  /// The name of the recording that somebody else makes.
  private var recordingPath: String?
  /// The viewers that have asked for layers or frames.
  private var inspectingViewers: Set<Int> = []
  /// The time at which the history goes, unless somebody looks back before.
  private var historyEnd: ContinuousClock.Instant?
  /// The time for which the history stays without anybody who looks back, so that a page can be loaded
  /// anew.
  var historyLinger = Duration.seconds(10)
  private let title: String
  private let start = ContinuousClock.now
  /// The time at which the scene's time stands still, if it does; and for how long it has before.
  private var pausedTime: TimeInterval?
  private var pauses = 0.0
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
      self.title = title
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

  /// Has the page that shows the layers look back in a recording of the window that somebody else makes.
  ///
  /// - Parameter path: the name of its file.
  package func lookBack(inRecordingAt path: String) { recordingPath = path }

  // MARK: - Requests

  private func answer(_ request: InspectorRequest, of viewer: Int) {
    inspectingViewers.insert(viewer)
    historyEnd = nil
    if case .pause(let isOn) = request.action { pause(isOn) }
    guard request.isAboutPast else {
      broadcast.answer(inspector.answer(request), to: viewer)
      return
    }
    if history == nil {
      history =
        recordingPath.map { WindowHistory(title: title, recordedTo: $0) }
        ?? recordingOptions.map { WindowHistory(title: title, options: $0) }
    }
    if let host = inspector.host { history?.begin(host) }
    guard let history, history.problem == nil || !request.isTimeline else {
      var answer = InspectorAnswer(request)
      answer.error = InspectorAnswer.bounded(history?.problem ?? "nothing is recorded")
      broadcast.answer(answer, to: viewer)
      return
    }
    let isPaused = pausedTime != nil
    history.playback.answer(request) { [broadcast] answer in
      var answer = answer
      answer.timeline?.isPaused = isPaused
      broadcast.answer(answer, to: viewer)
    }
  }

  /// Stops the scene's time, or lets it go on.
  private func pause(_ isOn: Bool) {
    if isOn, pausedTime == nil { pausedTime = time }
    if !isOn, let pausedTime {
      self.pausedTime = nil
      pauses += time - pausedTime
    }
  }

  /// Restores what was changed only to look at the scene, if nobody is left who does.
  private func noteDeparture(of viewer: Int) {
    guard inspectingViewers.remove(viewer) != nil, inspectingViewers.isEmpty else { return }
    inspector.end()
    pause(false)
    historyEnd = ContinuousClock.now + historyLinger
  }
}

extension BrowserDisplay: WindowSurface {
  package var time: TimeInterval {
    pausedTime ?? start.duration(to: .now) / .seconds(1) - pauses
  }
  package var isPaused: Bool { pausedTime != nil }
  package var displayScale: CGFloat { 1 }
  package var framesPerSecond: Double { 60 }

  package func nextEvent(until deadline: TimeInterval?) throws(WindowError) -> WindowEvent? {
    while true {
      if let next = input.popFirst() {
        modifiers = next.modifiers
        return next.event
      }
      if let (viewer, request) = input.popRequest() {
        if let request { answer(request, of: viewer) } else { noteDeparture(of: viewer) }
        // It may have changed layers, which makes a frame due.
        return .woken
      }
      var left = deadline.flatMap { isPaused && $0 > time ? nil : max(0, $0 - time) }
      if let historyEnd {
        let seconds = ContinuousClock.now.duration(to: historyEnd) / .seconds(1)
        if seconds <= 0 { (history, self.historyEnd) = (nil, nil) }
        left = min(left ?? .infinity, max(0, seconds))
      }
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
    history = nil
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
    display.inspector.host = host
    frameObservers.append { [weak display] frame in
      display?.inspector.note(frame)
      display?.history?.note(frame)
    }
    eventObservers.append { [weak display] in display?.history?.note($0) }
  }

  /// Records the window's frames and input, until the recorder is finished.
  package func record(by recorder: Recorder) {
    frameObservers.append { try recorder.record($0) }
    eventObservers.append { try recorder.record($0) }
  }
}

extension RecordingOptions {
  /// The options for what is recorded to look back.
  fileprivate static var ofHistory: RecordingOptions {
    var options = RecordingOptions()
    options.byteBudget = 64 << 20
    return options
  }
}
