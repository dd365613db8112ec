#if Window
  import CSDL2
  import Foundation
  import Lamina
  import LaminaViews

  /// An SDL window, drawn through its surface in memory.
  ///
  /// Otherwise, SDL would copy each change into a texture of the graphics driver, which takes 25
  /// times as long on a machine without one.
  final class SDLSurface: WindowSurface {
    private let window: OpaquePointer
    private let start: TimeInterval
    private var pixels: UnsafeMutablePointer<SDL_Surface>
    private var reader = SDLEventReader()
    package var modifiers: KeyModifiers { reader.modifiers }
    private var isOpen = true
    /// The connection to the X server; nil if SDL waits for events, on displays other than X11.
    private let connection: X11Connection?
    private let wakeUp = WakePipe()

    /// True if the process has a window.
    private static let isInUse = Locked(false)

    /// Opens a window.
    ///
    /// - Parameter size: returns the size in pixels for a number of pixels per unit of the display.
    init(title: String, size: (_ pixelsPerUnit: CGFloat) -> PixelSize) throws(WindowError) {
      let isFirst = Self.isInUse.withLock { isInUse in
        defer { isInUse = true }
        return !isInUse
      }
      guard isFirst else { throw .alreadyOpen }
      do throws(WindowError) {
        (window, pixels) = try Self.open(title, size)
      } catch {
        Self.isInUse.withLock { $0 = false }
        throw error
      }
      start = Self.clock
      connection = X11Connection(window)
      if connection != nil {
        wake = { [wakeUp] in wakeUp.wake() }
      } else {
        wake = {
          var event = SDL_Event()
          event.type = SDLEventReader.wakeType
          SDL_PushEvent(&event)
        }
      }
    }

    private static func open(
      _ title: String, _ size: (CGFloat) -> PixelSize
    ) throws(WindowError) -> (OpaquePointer, UnsafeMutablePointer<SDL_Surface>) {
      try setHints()
      SDL_SetMainReady()
      guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else {
        let names = displays.map { "\($0.variable)=\($0.name)" }.joined(separator: ", ")
        throw .noDisplay(reason: "\(names.isEmpty ? "" : "\(names): ")\(problem)")
      }
      let anywhere = Int32(bitPattern: SDL_WINDOWPOS_UNDEFINED_MASK)
      let flags =
        SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
        | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
      let first = size(1)
      guard
        let window = SDL_CreateWindow(
          title, anywhere, anywhere, Int32(first.width), Int32(first.height), flags)
      else {
        let reason = problem
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
        throw .notOpened(reason: reason)
      }
      guard let surface = SDL_GetWindowSurface(window) else {
        let reason = problem
        SDL_DestroyWindow(window)
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
        throw .notOpened(reason: reason)
      }
      let pixelsPerUnit = pixelsPerUnit(of: window, surface)
      if pixelsPerUnit > 1 {
        let wanted = size(pixelsPerUnit)
        SDL_SetWindowSize(
          window, Int32((CGFloat(wanted.width) / pixelsPerUnit).rounded(.up)),
          Int32((CGFloat(wanted.height) / pixelsPerUnit).rounded(.up)))
      }
      SDL_ShowWindow(window)
      guard let surface = SDL_GetWindowSurface(window) else {
        let reason = problem
        SDL_DestroyWindow(window)
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
        throw .notOpened(reason: reason)
      }
      return (window, surface)
    }

    /// The displays named in the environment, each with SDL's driver for its kind.
    private static var displays: [(driver: String, variable: String, name: String)] {
      let environment = ProcessInfo.processInfo.environment
      let kinds = [("x11", "DISPLAY"), ("wayland", "WAYLAND_DISPLAY")]
      return kinds.compactMap { driver, variable in
        environment[variable].flatMap { $0.isEmpty ? nil : (driver, variable, $0) }
      }
    }

    /// Sets SDL's hints. Environment variables take precedence.
    private static func setHints() throws(WindowError) {
      let drivers = displays.map(\.driver)
      if drivers.isEmpty, ProcessInfo.processInfo.environment["SDL_VIDEODRIVER"] == nil {
        throw .noDisplay(reason: "neither DISPLAY nor WAYLAND_DISPLAY is set")
      }
      let hints = [
        (SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"),
        // Other drivers would take over a console.
        (SDL_HINT_VIDEODRIVER, drivers.joined(separator: ",")),
        // The program handles the process's signals.
        (SDL_HINT_NO_SIGNAL_HANDLERS, "1"),
        // Lamina distinguishes fingers and the pointer itself.
        (SDL_HINT_TOUCH_MOUSE_EVENTS, "0"),
        (SDL_HINT_MOUSE_TOUCH_EVENTS, "0"),
        // A press that focuses the window is also a press on the view.
        (SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1"),
        (SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1"),
        (SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"),
      ]
      for (name, value) in hints { SDL_SetHint(name, value) }
    }

    private static var problem: String { String(cString: SDL_GetError()) }

    // MARK: - Time and size

    /// The time since boot, in seconds.
    private static var clock: TimeInterval {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
    }

    var time: TimeInterval { Self.clock - start }

    var pixelSize: PixelSize {
      PixelSize(width: Int(pixels.pointee.w), height: Int(pixels.pointee.h))
    }

    var displayScale: CGFloat { Self.pixelsPerUnit(of: window, pixels) }

    /// Returns the number of pixels in one of the display's units of size and position.
    private static func pixelsPerUnit(
      of window: OpaquePointer, _ surface: UnsafeMutablePointer<SDL_Surface>
    ) -> CGFloat {
      var (width, height): (Int32, Int32) = (0, 0)
      SDL_GetWindowSize(window, &width, &height)
      return width > 0 ? CGFloat(surface.pointee.w) / CGFloat(width) : 1
    }

    var framesPerSecond: Double {
      var mode = SDL_DisplayMode()
      guard SDL_GetWindowDisplayMode(window, &mode) == 0, mode.refresh_rate > 0 else { return 60 }
      return Double(mode.refresh_rate)
    }

    // MARK: - Events

    func nextEvent(until deadline: TimeInterval?) throws(WindowError) -> WindowEvent? {
      while true {
        var event = SDL_Event()
        // In whole milliseconds, and at most a minute at a time.
        let left = deadline.map { max(0, min(60_000, (($0 - time) * 1000).rounded(.up))) }
        if let connection {
          if SDL_PollEvent(&event) == 0 {
            if wakeUp.drain() { return .woken }
            if let deadline, deadline <= time { return nil }
            connection.wait(orFor: wakeUp, milliseconds: left.map { Int32($0) } ?? -1)
            continue
          }
        } else if let deadline, let left {
          let got = left > 0 ? SDL_WaitEventTimeout(&event, Int32(left)) : SDL_PollEvent(&event)
          if got == 0 {
            if deadline <= time { return nil }
            continue
          }
        } else {
          SDL_ClearError()
          if SDL_WaitEvent(&event) == 0 { throw .displayFailed(reason: Self.problem) }
        }
        let scale = displayScale
        guard let known = reader.read(event, scale: scale, size: pixelSize) else { continue }
        if known == .resized { try findSurface() }
        return known
      }
    }

    /// Gets the window's surface: a change of size invalidates the previous one.
    private func findSurface() throws(WindowError) {
      guard let surface = SDL_GetWindowSurface(window) else {
        throw .displayFailed(reason: Self.problem)
      }
      pixels = surface
    }

    let wake: @Sendable () -> Void

    // MARK: - Pictures

    func show(_ bitmap: Bitmap, in rects: [PixelRect]) throws(WindowError) {
      try findSurface()
      let size = pixelSize
      let both = PixelRect(
        x: 0, y: 0, width: min(size.width, bitmap.width), height: min(size.height, bitmap.height))
      let parts = rects.map { $0.intersection(both) }.filter { !$0.isEmpty }
      for part in parts { try copy(part, of: bitmap) }
      let changed = parts.map {
        SDL_Rect(x: Int32($0.minX), y: Int32($0.minY), w: Int32($0.width), h: Int32($0.height))
      }
      guard SDL_UpdateWindowSurfaceRects(window, changed, Int32(changed.count)) == 0 else {
        throw .displayFailed(reason: Self.problem)
      }
    }

    private func copy(_ rect: PixelRect, of bitmap: Bitmap) throws(WindowError) {
      let surface = pixels.pointee
      let format = surface.format.pointee
      let isSame =
        format.format == SDL_PIXELFORMAT_RGB888.rawValue
        || format.format == SDL_PIXELFORMAT_ARGB8888.rawValue
      let first =
        surface.pixels + rect.minY * Int(surface.pitch) + rect.minX * Int(format.BytesPerPixel)
      for row in 0..<rect.height {
        let target = first + row * Int(surface.pitch)
        let code = bitmap.withRow(rect.minY + row) { source -> Int32 in
          let pixels = source.baseAddress! + rect.minX
          if isSame {
            target.copyMemory(from: pixels, byteCount: rect.width * 4)
            return 0
          }
          return SDL_ConvertPixels(
            Int32(rect.width), 1, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels,
            Int32(rect.width * 4), format.format, target, surface.pitch)
        }
        guard code == 0 else { throw .displayFailed(reason: Self.problem) }
      }
    }

    func showAgain() throws(WindowError) {
      guard SDL_UpdateWindowSurface(window) == 0 else {
        throw .displayFailed(reason: Self.problem)
      }
    }

    func close() {
      guard isOpen else { return }
      isOpen = false
      SDL_DestroyWindow(window)
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      Self.isInUse.withLock { $0 = false }
    }
  }
#endif
