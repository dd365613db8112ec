import Foundation
import Lamina
import LaminaScenes
import LaminaTool
import LaminaViews
import LaminaWindow
import Testing

@Suite("A terminal as a window")
struct TerminalSurfaceTests {
  private static let begin = "^[?1049h^[?25l^[?1002h^[?1006h^[2J"
  private static let end = "^[0m^[?1006l^[?1002l^[?25h^[?1049l"

  private func surface(
    _ terminal: PseudoTerminal, _ pictures: TerminalPictures? = .blocks,
    patience: Double = 5, interruption: Interruption = Interruption()
  ) throws -> TerminalSurface {
    try TerminalSurface(
      input: terminal.program, output: terminal.program, pictures: pictures,
      environment: ["TERM": "xterm"], patience: patience, interruption: interruption)
  }

  private func redView() -> View {
    let view = View()
    view.backgroundColor = Color(rgb: 0xFF0000)
    return view
  }

  @Test("shows a view, brings the terminal back to order and leaves the last frame there")
  func frame() throws {
    let terminal = try PseudoTerminal(columns: 4, rows: 3)
    let before = terminal.ways
    let live = LiveView(view: redView(), title: "", size: CGSize(width: 40, height: 40))
    try live.show(on: try surface(terminal), frameLimit: 1) { window in
      #expect(terminal.ways != before)
      #expect(window.host.scale == 0.1 && window.host.size == CGSize(width: 40, height: 40))
    }
    #expect(terminal.ways == before)
    let red = "^[48;2;255;0;0m    "
    #expect(
      terminal.finish()
        == Self.begin + "^[?2026h^[1;1H\(red)^[2;1H    ^[0m^[?2026l" + Self.end
        + "\(red)^[0m\r\n\(red)^[0m\r\n")
  }

  @Test("is asked what pictures it has, and the best are taken")
  func questions() throws {
    let question = "\u{1B}[16t\u{1B}[c"
    for (answer, pictures, size) in [
      ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;9t\u{1B}[?62c", TerminalPictures.kitty, (180, 120)),
      ("\u{1B}[?62;4c", .sixel, (160, 60)), ("q\u{1B}[?1;2c", .blocks, (20, 12)),
    ] {
      let terminal = try PseudoTerminal(cell: (8, 10), answers: [question: answer])
      let surface = try surface(terminal, nil)
      #expect(surface.pictures == pictures)
      #expect(surface.pixelSize == PixelSize(width: size.0, height: size.1))
      if answer.hasPrefix("q") {
        // What is typed meanwhile is not lost.
        #expect(
          try surface.nextEvent(until: nil)
            == .key(.character("q"), isDown: true, modifiers: []))
      }
      surface.close()
    }
  }

  @Test("that says nothing gets blocks, and is not waited for")
  func silence() throws {
    let terminal = try PseudoTerminal()
    let surface = try surface(terminal, nil, patience: 0.01)
    #expect(surface.pictures == .blocks)
    surface.close()
    #expect(
      terminal.finish().hasPrefix("^_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA^\\^[16t^[c^[?1049h"))
  }

  @Test("that can place nothing, or is none, is refused")
  func refusal() throws {
    let terminal = try PseudoTerminal()
    for kind in ["", "dumb"] {
      #expect(throws: TerminalError.tooSimple(kind: kind)) {
        try TerminalSurface(
          input: terminal.program, output: terminal.program, environment: ["TERM": kind],
          interruption: Interruption())
      }
    }
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(throws: TerminalError.noTerminal) {
      try TerminalSurface(
        input: file, output: file, environment: ["TERM": "xterm"], interruption: Interruption())
    }
  }

  @Test("ends at control-C, at q and when nobody sits at it any more")
  func ends() throws {
    for way in 0...2 {
      let terminal = try PseudoTerminal(answers: way == 2 ? ["2026l": nil] : [:])
      let before = terminal.ways
      let interruption = Interruption()
      let live = LiveView(view: redView(), title: "", size: CGSize(width: 40, height: 40))
      try live.show(on: try surface(terminal, interruption: interruption), frameLimit: nil) { _ in
        if way == 0 { interruption.request(SIGINT) } else { terminal.type("aq") }
      }
      #expect(terminal.ways == before)
      #expect(terminal.finish().hasSuffix("^[0m\r\n"))
    }
  }

  @Test("follows another size, and clears what was there")
  func resize() throws {
    let terminal = try PseudoTerminal(columns: 4, rows: 3)
    let surface = try surface(terminal)
    let host = try ViewHost(rootView: redView(), size: CGSize(width: 4, height: 4))
    let window = try Window(surface: surface, host: host, scale: 1)
    #expect(try window.turn() == nil)
    terminal.resize(columns: 3, rows: 4)
    // The threads that run tests hold signals back.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGWINCH)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    while window.counters.updates < 2 {
      // The last terminal of the process receives the signal, which may be another test's.
      surface.wakeUp.receivesResizes()
      raise(SIGWINCH)
      #expect(try window.turn(until: 0) == nil)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    terminal.resize(columns: 2, rows: 2)
    window.handle.wake()
    #expect(host.size == CGSize(width: 3, height: 6))
    while window.counters.updates < 3 { #expect(try window.turn() == nil) }
    window.close()
    let text = terminal.finish()
    #expect(text.contains("^[?2026h^[2J^[1;1H^[48;2;255;0;0m   ^[2;1H   ^[3;1H   ^[0m"))
    #expect(text.contains("^[?2026h^[2J^[1;1H^[48;2;255;0;0m  ^[0m"))
  }

  @Test("brings the view the mouse and keys", arguments: [TerminalPictures.blocks, .sixel])
  func input(pictures: TerminalPictures) throws {
    let terminal = try PseudoTerminal(cell: (8, 16), answers: ["\u{1B}[c": "\u{1B}[?4c"])
    let surface = try surface(terminal, pictures)
    let host = try ViewHost(rootView: View(), size: CGSize(width: 4, height: 4))
    let window = try Window(surface: surface, host: host, scale: 0.5)
    var kinds: [InputEvent.Kind] = []
    window.observer = { kinds.append($0) }
    terminal.type("\u{1B}[<0;3;2M\u{1B}[<0;3;2m\u{1B}[<80;3;2M\u{1B}[A\u{1B}")
    #expect(try window.run() == .closed)
    // The middle of the third cell of the second row, at half a pixel per point.
    let place = pictures == .blocks ? CGPoint(x: 5, y: 6) : CGPoint(x: 40, y: 48)
    #expect(
      kinds == [
        .hover(location: place), .touch(id: 0, phase: .began, location: place),
        .touch(id: 0, phase: .moved, location: place),
        .touch(id: 0, phase: .ended, location: place), .hover(location: place),
        .magnify(location: place, factor: 1.189_207_115_002_721),
        .key(.up, isDown: true, modifiers: []), .key(.up, isDown: false, modifiers: []),
      ])
  }
}
