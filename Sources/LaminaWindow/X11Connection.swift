#if Window
  import CSDL2
  import Foundation

  /// SDL's connection to the X server for a window, used to wait for data from the server.
  ///
  /// SDL's own wait is woken from other threads by a message that SDL sends to the window over a
  /// second connection. If the window is closed meanwhile, the server may receive the message after
  /// the window is gone, and the client library then ends the process.
  struct X11Connection {
    private let display: UnsafeMutableRawPointer
    private let descriptor: Int32
    /// The function that returns the number of events queued by the client library.
    private let queuedEvents: QueuedEvents

    private typealias QueuedEvents =
      @convention(c) (UnsafeMutableRawPointer, _ mode: Int32) -> Int32
    private typealias ConnectionNumber = @convention(c) (UnsafeMutableRawPointer) -> Int32

    /// - Returns: nil if the window is not an X11 window.
    init?(_ window: OpaquePointer) {
      var info = SDLWindowInfo()
      SDL_GetVersion(&info.version)
      let isKnown = withUnsafeMutablePointer(to: &info) {
        SDL_GetWindowWMInfo(window, OpaquePointer($0)) == SDL_TRUE
      }
      // SDL has loaded the library, but only for itself.
      guard isKnown, info.subsystem == 2, let display = info.info.x11.display,
        let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD),
        let number = dlsym(library, "XConnectionNumber"),
        let queued = dlsym(library, "XEventsQueued")
      else { return nil }
      self.display = display
      descriptor = unsafeBitCast(number, to: ConnectionNumber.self)(display)
      queuedEvents = unsafeBitCast(queued, to: QueuedEvents.self)
    }

    /// Waits until data arrives from the server, or the pipe wakes it.
    ///
    /// SDL must have been polled for events, and have had none, immediately before.
    ///
    /// - Parameter milliseconds: the maximum time to wait; negative for no limit.
    func wait(orFor wakeUp: WakePipe, milliseconds: Int32) {
      // 0: only the events that are already read.
      guard queuedEvents(display, 0) == 0 else { return }
      var files = [descriptor, wakeUp.readEnd].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&files, 2, milliseconds)
    }
  }
#endif
