#if Window
  import CSDL2
  import Foundation
  import Lamina
  import LaminaViews
  import Testing

  @testable import LaminaWindow

  /// Windows on a real display, with a user who is none.
  @Suite(
    "A window of a display", .serialized, .enabled(if: XServer.isInstalled, XServer.comment))
  struct DisplayTests {
    /// A view in a window at (40, 30) of the screen, which has been drawn there.
    private final class Desk {
      let server: XServer
      let view = PadView()
      let host: ViewHost
      let window: Window
      let name: String
      let place = CGPoint(x: 40, y: 30)

      init(scale: CGFloat = 1, chosen: CGFloat? = nil) throws {
        server = try XServer.shared.get()
        host = try ViewHost(
          rootView: view, size: CGSize(width: 200, height: 150), scale: scale)
        let title = "Pad \(UInt32.random(in: 0 ... .max))"
        window = try Window(title: title, host: host, scale: chosen)
        name = try server.act("search --sync --name " + title.split(separator: " ")[1])
          .trimmingCharacters(in: .whitespacesAndNewlines)
        try act("mousemove 630 470 windowmove \(name) 40 30")
        try turn { window.counters.updates > 0 }
      }

      /// The counters without those of waiting.
      private var counters: WindowCounters {
        var counters = window.counters
        counters.waits = 1
        return counters
      }

      func act(_ words: String) throws {
        try server.act(words.replacingOccurrences(of: "@", with: "--window \(name) "))
      }

      /// Lets the window do what it has to do until something has come of it.
      func turn(until isDone: () -> Bool, line: Int = #line) throws {
        var before = WindowCounters()
        while before != counters {
          before = counters
          if isDone() { return }
          _ = try window.turn(until: window.time + 2)
        }
        Issue.record("nothing came of it; line \(line), notes \(view.notes), \(window.counters)")
      }

      /// Checks that the screen shows the frame, pixel for pixel.
      func expectScreenShowsFrame(_ comment: Comment? = nil) throws {
        let frame = try host.render(at: window.time).bitmap
        let seen = try server.pixels(
          in: PixelRect(x: 40, y: 30, width: frame.width, height: frame.height))
        #expect(seen == frame.pixels, comment)
      }
    }

    @Test("shows its frame, pixel for pixel, and draws no more of it while nothing happens")
    func picture() throws {
      let desk = try Desk()
      try desk.expectScreenShowsFrame()
      let before = desk.window.counters
      for _ in 0..<20 {
        desk.window.handle.wake()
        #expect(try desk.window.turn() == nil)
      }
      #expect(desk.window.counters.waits == before.waits + 20)
      #expect(desk.window.counters.frames == 1)
      #expect(desk.window.counters.pixels == 200 * 150)
    }

    @Test("brings the view a drag, and puts no more than its damage on the screen")
    func drag() throws {
      let desk = try Desk()
      let start = desk.window.counters.pixels
      try desk.act("mousemove @20 30 mousedown 1 mousemove @100 80 mouseup 1")
      try desk.turn { desk.view.notes.last?.hasPrefix("up") == true }
      #expect(
        desk.view.notes.map { $0.components(separatedBy: " at")[0] } == [
          "down 0 20.0 30.0", "move 0 100.0 80.0", "up 0 100.0 80.0",
        ])
      try desk.turn { desk.window.counters.pixels > start }
      #expect(desk.window.counters.pixels - start <= 3 * 80)
      #expect(desk.view.square.frame.origin == CGPoint(x: 100, y: 80))
      try desk.expectScreenShowsFrame()
    }

    @Test("brings the view the wheel, and keys with modifiers")
    func wheelAndKeys() throws {
      let desk = try Desk()
      try desk.act(
        "mousemove @60 50 click 4 click 5 click 5 click 7 keydown shift click 4 keyup shift")
      try desk.turn { desk.view.notes.count >= 5 }
      #expect(
        desk.view.notes.filter { $0.hasPrefix("scroll") } == [
          "scroll 0.0 48.0 at 60.0 50.0", "scroll 0.0 -48.0 at 60.0 50.0",
          "scroll 0.0 -48.0 at 60.0 50.0", "scroll -48.0 0.0 at 60.0 50.0",
          "scroll 48.0 0.0 at 60.0 50.0",
        ])
      try desk.act("key --delay 0 Left a ctrl+s plus space Prior")
      try desk.turn { desk.view.notes.contains("key up \(Key.pageUp) 0") }
      #expect(
        desk.view.notes.filter { $0.hasPrefix("key") && !$0.hasPrefix("key up") } == [
          "key left 0", "key character(\"a\") 0", "key character(\"s\") 2",
          "key character(\"+\") 1", "key space 0", "key pageUp 0",
        ])
    }

    @Test("magnifies with the wheel and control")
    func magnification() throws {
      let desk = try Desk()
      let pad = Recorder()
      desk.window.observer = { kind in
        if case .hover = kind { return }
        pad.kinds.append(kind)
      }
      try desk.act("mousemove @60 50 keydown ctrl click 4 keyup ctrl click 4")
      try desk.turn { pad.kinds.count >= 2 }
      let place = CGPoint(x: 60, y: 50)
      #expect(
        pad.kinds == [
          .magnify(location: place, factor: InputTranslator.magnificationPerNotch),
          .scroll(location: place, translation: CGPoint(x: 0, y: 48)),
        ])
    }

    private final class Recorder {
      var kinds: [InputEvent.Kind] = []
    }

    @Test("gets another size from the user, and fills it")
    func resize() throws {
      let desk = try Desk()
      let updates = desk.window.counters.updates
      try desk.act("windowsize \(desk.name) 331 187")
      try desk.turn { desk.window.counters.updates > updates }
      #expect(desk.view.bounds.size == CGSize(width: 331, height: 187))
      try desk.expectScreenShowsFrame()
    }

    @Test("shows more pixels per point where it is told to", arguments: [1.5, 2])
    func scale(scale: Double) throws {
      let desk = try Desk(chosen: CGFloat(scale))
      #expect(desk.host.renderer.width == Int(200 * scale))
      #expect(desk.host.scale == CGFloat(scale))
      let updates = desk.window.counters.updates
      try desk.act("mousemove @30 60 click 1")
      try desk.turn { desk.window.counters.updates > updates }
      #expect(desk.view.square.frame.origin == CGPoint(x: 30 / scale, y: 60 / scale))
      try desk.expectScreenShowsFrame()
    }

    @Test("is woken by work that ends on another thread")
    func background() throws {
      let desk = try Desk()
      let frames = desk.window.counters.frames
      let requester = desk.host.frameRequester
      Thread.detachNewThread { for _ in 0..<100 { requester.setNeedsFrame() } }
      try desk.turn { desk.window.counters.frames > frames }
      Thread.detachNewThread { [handle = desk.window.handle] in handle.close() }
      #expect(try desk.window.run() == .closed)
    }

    @Test("closes at q, and at the user's wish")
    func closing() throws {
      let first = try Desk()
      try first.act("mousemove @60 50 key q")
      #expect(try first.window.run() == .closed)
      // The display has room for the next one then.
      let second = try Desk()
      var event = SDL_Event()
      event.type = SDL_QUIT.rawValue
      SDL_PushEvent(&event)
      #expect(try second.window.run() == .closed)
    }

    /// A wake-up by SDL is a message to the window, which the server may get when the window is gone; the
    /// client library then ends the process.
    @Test("closes at a key while another thread wakes it, each time")
    func closingWhileWaiting() throws {
      for _ in 0..<20 {
        let desk = try Desk()
        try desk.act("mousemove @60 50")
        let isClosed = Locked(false)
        Thread.detachNewThread { [handle = desk.window.handle] in
          while !isClosed.withLock({ $0 }) { handle.wake() }
        }
        Thread.detachNewThread { [server = desk.server] in _ = try? server.act("key q") }
        #expect(try desk.window.run() == .closed)
        isClosed.withLock { $0 = true }
      }
    }

    @Test("brings the view the fingers that the display tells of")
    func fingers() throws {
      let desk = try Desk()
      for (type, id, x) in [
        (SDL_FINGERDOWN, 5, 0.25), (SDL_FINGERDOWN, 6, 0.5), (SDL_FINGERMOTION, 5, 0.75),
        (SDL_FINGERUP, 5, 0.75), (SDL_FINGERUP, 6, 0.5),
      ] {
        var event = SDL_Event()
        event.type = type.rawValue
        event.tfinger.fingerId = SDL_FingerID(id)
        (event.tfinger.x, event.tfinger.y) = (Float(x), 0.5)
        SDL_PushEvent(&event)
      }
      try desk.turn { desk.view.notes.count >= 5 }
      #expect(
        desk.view.notes.map { $0.components(separatedBy: " at")[0] } == [
          "down 1 50.0 75.0", "down 2 100.0 75.0", "move 1 150.0 75.0", "up 1 150.0 75.0",
          "up 2 100.0 75.0",
        ])
    }

    @Test("is the only one of its process, and says so")
    func second() throws {
      let desk = try Desk()
      let host = try ViewHost(rootView: View(), size: CGSize(width: 9, height: 9))
      #expect(throws: WindowError.alreadyOpen) { try Window(title: "Two", host: host) }
      desk.window.close()
      try Window(title: "Two", host: host).close()
    }

    @Test("says that there is no display where there is none")
    func noDisplay() throws {
      _ = try XServer.shared.get()
      let name = String(cString: getenv("DISPLAY"))
      defer { setenv("DISPLAY", name, 1) }
      let host = try ViewHost(rootView: View(), size: CGSize(width: 9, height: 9))
      for (display, reason) in [
        ("", "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        (":99999", "DISPLAY=:99999: x11 not available"),
      ] {
        setenv("DISPLAY", display, 1)
        #expect(throws: WindowError.noDisplay(reason: reason)) {
          try Window(title: "None", host: host)
        }
      }
    }
  }
#endif
