#if Window
  import CSDL2
  import Foundation

  /// The connection to the X server that SDL has for a window, to wait for what comes from it.
  ///
  /// SDL's own waiting is woken from other threads by a message that SDL sends to the window over a
  /// second connection. Where the window is closed meanwhile, the server may get the message after
  /// the window is gone, and the client library then ends the process.
  struct X11Connection {
    private let display: UnsafeMutableRawPointer
    private let descriptor: Int32
    /// How many events the client library has read and not given out.
    private let queuedEvents: QueuedEvents

    private typealias QueuedEvents =
      @convention(c) (UnsafeMutableRawPointer, _ mode: Int32) -> Int32
    private typealias ConnectionNumber = @convention(c) (UnsafeMutableRawPointer) -> Int32

    /// - Returns: nil if the window is not one of X11.
    init?(_ window: OpaquePointer) {
      var info = SDLWindowInfo()
      SDL_GetVersion(&info.version)
      let isKnown = withUnsafeMutablePointer(to: &info) {
        SDL_GetWindowWMInfo(window, OpaquePointer($0)) == SDL_TRUE
      }
      // SDL has loaded the library, but for itself only.
      guard isKnown, info.subsystem == 2, let display = info.info.x11.display,
        let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD),
        let number = dlsym(library, "XConnectionNumber"),
        let queued = dlsym(library, "XEventsQueued")
      else { return nil }
      self.display = display
      descriptor = unsafeBitCast(number, to: ConnectionNumber.self)(display)
      queuedEvents = unsafeBitCast(queued, to: QueuedEvents.self)
    }

    /// Waits until something comes from the server, or somebody wakes.
    ///
    /// SDL must have been asked for events, and have had none, right before.
    ///
    /// - Parameter milliseconds: how long to wait at most; negative is for ever.
    func wait(orFor wakeUp: WakePipe, milliseconds: Int32) {
      // 0: only those that need no reading.
      guard queuedEvents(display, 0) == 0 else { return }
      var files = [descriptor, wakeUp.readEnd].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&files, 2, milliseconds)
    }
  }
#endif
