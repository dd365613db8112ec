import Foundation
import Lamina
import LaminaInspector
import LaminaRecording
import LaminaViews
import LaminaWindow

/// Shows a view in a window, in the terminal or in browsers, as ``DisplayOptions`` say.
package struct LiveView {
  package let view: View
  package let title: String
  /// The size that the view is made for, in points. A window begins with it; in a terminal the view
  /// gets at least as much, and as few pixels per point as that takes.
  package let size: CGSize
  /// Pixels per point, where the user has said it.
  package var scale: CGFloat?
  /// Pixels per point in a terminal whose pixels are half a character, for views that make sense in
  /// the few points that there are then.
  package var blockScale: CGFloat?
  /// The name of the file in which what happens is recorded; nil for none.
  package var recordingPath: String?

  package init(
    view: View, title: String, size: CGSize, scale: CGFloat? = nil, blockScale: CGFloat? = nil,
    recordingPath: String? = nil
  ) {
    (self.view, self.title, self.size) = (view, title, size)
    (self.scale, self.blockScale, self.recordingPath) = (scale, blockScale, recordingPath)
  }

  /// Shows the view until the user has had enough.
  ///
  /// - Parameters:
  ///   - frameLimit: the number of frames of the display after whose time it ends; nil for no end.
  ///   - interruption: ends it in the terminal, which is brought back to order then.
  ///   - prepare: called once before the first frame.
  /// - Throws: `WindowError`, ``TerminalError``, and what drawing and `Window.update` throw.
  package func show(
    on display: DisplayOptions, frameLimit: Int?, interruption: Interruption,
    prepare: (Window) throws -> Void = { _ in }
  ) throws {
    if display.terminal {
      let surface = try TerminalSurface.ofProcess(
        pictures: display.terminalPictures, interruption: interruption)
      try show(on: surface, frameLimit: frameLimit, prepare: prepare)
      return
    }
    if display.serve {
      try serve(display, frameLimit: frameLimit, interruption: interruption, prepare: prepare)
      return
    }
    #if Window
      let host = try ViewHost(rootView: view, size: size, scale: scale ?? 1)
      let window = try Window(title: title, host: host, scale: scale)
      let end = Interruption.Watch(interruption) { [handle = window.handle] in handle.close() }
      defer { end.cancel() }
      try prepare(window)
      try run(window, frameLimit)
    #else
      refuse("windows need the trait Window")
    #endif
  }

  private func serve(
    _ display: DisplayOptions, frameLimit: Int?, interruption: Interruption,
    prepare: (Window) throws -> Void
  ) throws {
    #if Server
      let host = try ViewHost(rootView: view, size: size, scale: scale ?? 1)
      let page = try BrowserDisplay(
        title: title, address: display.address(environment: ProcessInfo.processInfo.environment))
      if let history = display.history {
        page.recordingOptions?.byteBudget = history << 20
        if history == 0 { page.recordingOptions = nil }
      }
      if let recordingPath { page.lookBack(inRecordingAt: recordingPath) }
      let window = try Window(display: page, host: host)
      let end = Interruption.Watch(interruption) { [handle = window.handle] in handle.close() }
      defer { end.cancel() }
      try prepare(window)
      try StandardStreams.print(page.url + "\n")
      StandardStreams.say("with its layers: \(page.inspectorURL)")
      try run(window, frameLimit)
    #else
      refuse("pages need the trait Server")
    #endif
  }

  /// Shows the window, and records it.
  private func run(_ window: Window, _ frameLimit: Int?) throws {
    let recorder = try recordingPath.map { try Recorder(window.host.renderer, to: $0) }
    if let recorder { window.record(by: recorder) }
    try window.run(frameLimit: frameLimit)
    try recorder?.finish()
  }

  /// Shows the view on a terminal, and leaves the last frame there.
  package func show(
    on surface: TerminalSurface, frameLimit: Int?, prepare: (Window) throws -> Void
  ) throws {
    defer { surface.close() }
    let pixels = surface.pixelSize
    let fitting = min(
      1, CGFloat(pixels.width) / size.width, CGFloat(pixels.height) / size.height)
    let scale = scale ?? (surface.pictures == .blocks ? blockScale : nil) ?? fitting
    let host = try ViewHost(rootView: view, size: pixels.points(scale: scale), scale: scale)
    let window = try Window(surface: surface, host: host, scale: scale)
    try prepare(window)
    var failure: (any Error)?
    do {
      try run(window, frameLimit)
    } catch {
      failure = error
    }
    let picture = Result { try surface.leave(host.render(at: window.time).bitmap) }
    if let failure { throw failure }
    try picture.get()
  }
}
