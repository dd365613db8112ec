import ArgumentParser
import ExampleScenes
import Foundation
import Lamina
import LaminaCharts
import LaminaGraphs
import LaminaImages
import LaminaTables
import LaminaTestSupport
import LaminaViews
import LaminaWindow
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("What is shown live")
struct LiveTests {
  private func design(slides: Bool = false) -> GraphDesign {
    GraphDesign(
      range: ValueRange(lower: 0, upper: 10), style: .dark,
      pace: Pace(frames: FrameRate(60), samples: FrameRate(10)), pointsPerSample: 2,
      slides: slides)
  }

  @Test("is the same graph after any sizes as at the last one from the start")
  func resizedGraph() throws {
    let values = (0..<90).map { Double($0 * 7 % 11) }
    let view = LiveGraphView(design: design())
    let host = try ViewHost(rootView: view, size: CGSize(width: 60, height: 30))
    view.append(Array(values[..<40]))
    for (index, size) in [(100, 20), (31, 47), (120, 40)].enumerated() {
      _ = try host.render(at: Double(index))
      try host.resize(to: CGSize(width: size.0, height: size.1), scale: index == 2 ? 2 : 1)
      if index == 1 { view.append(Array(values[40...])) }
    }
    let fresh = LiveGraphView(design: design())
    let expected = try ViewHost(
      rootView: fresh, size: CGSize(width: 120, height: 40), scale: 2)
    fresh.append(values)
    let picture = try expected.render(at: 0).bitmap
    #expect(try host.render(at: 3).bitmap == picture)
    // It is the picture that the command writes.
    let scene = try GraphScene(size: CGSize(width: 120, height: 40), scale: 2, design: design())
    scene.append(values)
    #expect(try scene.render(at: 0).bitmap == picture)
  }

  @Test("has samples by their times, whatever the rate")
  func pace() throws {
    for rate in [FrameRate(1), FrameRate(10), try #require(FrameRate("30000/1001"))] {
      let pace = Pace(frames: FrameRate(60), samples: rate)
      #expect(pace.samplesDue(at: -1) == 0 && pace.samplesDue(at: 0) == 1)
      for index in 1..<2000 {
        let time = pace.time(ofSample: index)
        #expect(pace.samplesDue(at: time) == index + 1)
        #expect(pace.samplesDue(at: time * (1 - 1e-12)) == index)
      }
      #expect(pace.samplesDue(at: 1e300) > 1_000_000)
    }
  }

  /// Samples, and then a failure.
  private final class FailingSource: SampleSource {
    struct Failure: Error {}
    let name = "x"
    let count: Int? = nil
    private var left = 3

    func next() throws -> Double? {
      if left == 0 { throw Failure() }
      left -= 1
      return 5
    }
  }

  @Test(
    "is over, and the terminal in order, where samples cannot be read", arguments: [true, false])
  func failure(hasPace: Bool) throws {
    let terminal = try PseudoTerminal(columns: 30, rows: 9)
    let before = terminal.ways
    let surface = try TerminalSurface(
      input: terminal.program, output: terminal.program, pictures: .blocks,
      environment: ["TERM": "xterm"], interruption: Interruption())
    let view = LiveGraphView(design: design())
    let pace = Pace(frames: FrameRate(60), samples: FrameRate(1000))
    let feed = LiveFeed(view: view, pace: hasPace ? pace : nil)
    let live = LiveView(view: view, title: "", size: CGSize(width: 30, height: 16))
    #expect(throws: FailingSource.Failure.self) {
      try live.show(on: surface, frameLimit: nil) { feed.start(FailingSource(), for: $0) }
    }
    #expect(terminal.ways == before)
    let text = terminal.finish()
    #expect(text.contains("^[?25h^[?1049l"))
    #expect(text.hasSuffix("^[0m\r\n"))
  }

  @Test("is a chart of the rows before one that cannot be read, and the terminal in order")
  func failingChart() throws {
    try withFolder { folder in
      let path = folder + "/n.csv"
      try "n,v\n1,4\n2,2\n3,x\n".write(toFile: path, atomically: false, encoding: .utf8)
      let terminal = try PseudoTerminal(columns: 30, rows: 9)
      let before = terminal.ways
      let interruption = Interruption()
      let surface = try TerminalSurface(
        input: terminal.program, output: terminal.program, pictures: .blocks,
        environment: ["TERM": "xterm"], interruption: interruption)
      let command = try ChartCommand.parse([path, "--terminal"])
      let feed = ChartFeed(
        chart: GrowingChart(command),
        input: ChartInput(files: [path], follows: false, interruption: interruption),
        view: ChartView())
      let live = LiveView(view: feed.view, title: "", size: CGSize(width: 30, height: 16))
      #expect(throws: TableError.self) {
        try live.show(on: surface, frameLimit: nil) { feed.start(for: $0) }
      }
      let table = try Table(bytes: Array("n,v\n1,4\n2,2\n".utf8), name: path)
      #expect(feed.view.chart == (try ChartPlan(table: table, command: command)).chart)
      #expect(terminal.ways == before)
      #expect(terminal.finish().hasSuffix("^[0m\r\n"))
    }
  }

  @Test("ends at control-C with the terminal as it was", arguments: [SIGINT, SIGTERM])
  func interruption(signal: Int32) throws {
    try withFolder { folder in
      try "1\n5\n3\n".write(toFile: folder + "/n", atomically: true, encoding: .utf8)
      let terminal = try PseudoTerminal(columns: 30, rows: 9)
      let before = terminal.ways
      let program = try ChildProgram(
        ["graph", folder + "/n", "--terminal", "--terminal-pictures", "blocks"],
        screen: terminal.program)
      terminal.wait(for: "\u{1B}[?2026l")
      program.send(signal)
      #expect(program.wait() == .exited(0))
      #expect(terminal.ways == before)
      let text = terminal.finish()
      #expect(text.contains("^[?25h^[?1049l"))
      #expect(text.hasSuffix("^[0m\r\n"))
    }
  }

  @Test("is refused where the options make no sense", .slow)
  func options() throws {
    for arguments in [
      ["graph", "--window", "--terminal"], ["graph", "--frames", "3"],
      ["graph", "--window", "--frames", "0"], ["graph", "--terminal-pictures", "kitty"],
      ["graph", "--window", "--scale", "17"], ["show", "kinds", "--scale", "0"], ["show"],
      ["show", "kinds", "--window", "--scale", "0.1"],
      ["waveform", "x.wav", "--window", "--peaks", "x.dat"], ["waveform", "x.wav", "--overview"],
    ] {
      #expect(throws: (any Error).self, "\(arguments)") {
        try LaminaCommand.parseAsRoot(arguments)
      }
    }
    for arguments in [
      ["graph", "--terminal", "--terminal-pictures", "sixel", "--frames", "2"],
      ["show", "kinds"], ["waveform", "x.wav", "--terminal", "--scale", "0.1"],
      ["waveform", "x.wav", "--terminal", "--overview"],
    ] {
      _ = try LaminaCommand.parseAsRoot(arguments)
    }
  }

  @Test(
    "is a waveform that keys scroll and zoom, with its whole sound in a strip",
    arguments: [true, false])
  func waveform(hasOverview: Bool) throws {
    let samples = (0..<48_000).map { (index: Int) -> Float in
      Float(index % 700) / 700 * Float(index) / 48_000
    }
    let graph = WaveformScene.makeView(
      DataProvider(samples: samples, sampleRate: 48_000), .dark, color: nil, ruler: true,
      summary: .peaks, amplitude: .linear)
    graph.zoom = 1
    let view = LiveWaveform(graph: graph, hasOverview: hasOverview, drawing: .offline)
    let host = try ViewHost(rootView: view, size: CGSize(width: 200, height: 160))
    _ = try host.render(at: 0)
    #expect(graph.frame.size == CGSize(width: 200, height: hasOverview ? 119 : 160))
    #expect(
      view.overview?.frame == (hasOverview ? CGRect(x: 0, y: 120, width: 200, height: 40) : nil))
    func press(_ key: Key, at time: Double) throws {
      host.send(InputEvent(time: time, kind: .key(key, isDown: true, modifiers: [])))
      _ = try host.render(at: time)
      _ = try host.render(at: time + 1)
    }
    let scrollView = graph.scrollView
    for time in 0..<10 { try press(.plus, at: Double(time)) }
    #expect(abs(graph.zoom - pow(1.25, 10)) < 1e-9)
    let middle = scrollView.contentOffset.x
    #expect(abs(middle - (scrollView.contentSize.width - 200) / 2) <= 1)
    try press(.right, at: 20)
    #expect(abs(scrollView.contentOffset.x - middle - 40) <= 0.5)
    try press(.minus, at: 30)
    #expect(abs(graph.zoom - pow(1.25, 9)) < 1e-9)
    if let overview = view.overview {
      // The part that is seen, in the strip; and what is pressed there is seen.
      let mark = overview.markLayer.frame
      #expect(abs(mark.width - 200 / graph.zoom) <= 1)
      for phase in [Touch.Phase.began, .ended] {
        host.send(
          InputEvent(
            time: 40, kind: .touch(id: 0, phase: phase, location: CGPoint(x: 199, y: 150))))
      }
      let end = scrollView.maximumContentOffset.x.rounded()
      #expect(scrollView.contentOffset.x == end)
      // Keys are for the waveform none the less.
      try press(.left, at: 50)
      #expect(scrollView.contentOffset.x == end - 40)
    }
    try press(.character("0"), at: 60)
    #expect(graph.zoom == 1 && host.nextFrameTime(after: 70) == .never)
    host.renderer.invalidate()
    #expect(try host.renderer.render(at: 70).bitmap == host.render(at: 71).bitmap)
  }

  @Test("plays numbered pictures, and begins again after the last")
  func played() throws {
    try withFolder { folder in
      #expect(throws: ValidationError.self) {
        try PicturePlayer(folder + "/f-%02d.png", rate: FrameRate(10))
      }
      #expect(throws: OutputError.self) { try PicturePlayer("%d%d", rate: FrameRate(10)) }
      for number in [1, 2, 3, 5] {
        try Bitmap(width: number, height: 1) { _, _ in .orange }
          .write(toFile: folder + "/f-0\(number).png")
      }
      let player = try PicturePlayer(folder + "/f-%02d.png", rate: FrameRate(30_000, over: 1_001))
      // The fifth has none before it.
      #expect(player.first == 1 && player.count == 3)
      for frame in 0..<400 {
        let time = FrameRate(30_000, over: 1_001).time(ofFrame: frame)
        let (number, next) = player.picture(at: time)
        #expect(number == 1 + frame % 3)
        #expect(player.picture(at: next).number == 1 + (frame + 1) % 3)
        #expect(player.picture(at: (time + next) / 2).number == number)
      }
      #expect(player.picture(at: -1).number == 1)
      #expect(try player.bitmap(3).width == 3)
    }
  }

  @Test("keeps what is under the pointer in its place while it is zoomed")
  func zoom() throws {
    let content = View()
    let canvas = Example.Canvas(size: CGSize(width: 900, height: 700))
    let view = CanvasView(content: content, canvas: canvas, background: .black)
    let host = try ViewHost(rootView: view, size: CGSize(width: 300, height: 200))
    _ = try host.render(at: 0)
    view.scrollView.contentOffset = CGPoint(x: 250, y: 300)
    let point = CGPoint(x: 130, y: 90)
    let place = view.convert(point, to: content)
    #expect(place == CGPoint(x: 380, y: 390))
    for (index, factor) in [1.25, 2, 0.75, 3, 0.5].enumerated() {
      host.send(
        InputEvent(time: Double(index), kind: .magnify(location: point, factor: factor)))
      _ = try host.render(at: Double(index))
      let now = view.convert(point, to: content)
      #expect(hypot(now.x - place.x, now.y - place.y) < 2)
    }
    #expect(abs(view.zoom - 1.25 * 2 * 0.75 * 3 * 0.5) < 1e-9)
    for _ in 0..<40 { _ = view.keyDown(.minus, modifiers: []) }
    #expect(view.zoom == canvas.zooms.lowerBound)
    // What is smaller than the view is in its middle.
    let frame = content.layer.frame
    #expect(abs(frame.midX - 150) < 1e-9 && abs(frame.midY - 100) < 1e-9)
    #expect(view.scrollView.contentOffset == .zero)
    for _ in 0..<80 { _ = view.keyDown(.plus, modifiers: []) }
    #expect(view.zoom == canvas.zooms.upperBound)
    _ = view.keyDown(.character("0"), modifiers: [])
    #expect(view.zoom == 1)
  }

  @Test(
    "is known to the shells' completion, as every command is",
    arguments: [
      CompletionShell.bash, .zsh, .fish,
    ])
  func completion(shell: CompletionShell) {
    let script = LaminaCommand.completionScript(for: shell)
    for word in ["graph", "waveform", "show", "terminal-pictures", "points-per-sample"] {
      #expect(script.contains(word), "\(word)")
    }
  }
}
