import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaWindow

@Suite("A window")
struct WindowTests {
  @Test("draws one frame of a view at rest, and waits for events without an end")
  func idle() throws {
    let stage = try Stage()
    // The pointer moves, and nothing comes of it.
    stage.surface.script = (1...50).map {
      (Double($0) * 0.75, .pointerMoved(CGPoint(x: $0, y: 7)))
    }
    #expect(try stage.window.run() == .closed)
    #expect(
      stage.window.counters
        == WindowCounters(waits: 52, events: 51, frames: 1, updates: 1, pixels: 6000))
    #expect(stage.surface.endlessWaits == 51 && stage.surface.timedWaits == 0)
    #expect(stage.surface.closed == 1)
  }

  @Test("draws a frame for each of the display's while something moves, and then no more")
  func animation() throws {
    let stage = try Stage()
    stage.surface.script = [(2.5, .woken)]
    stage.surface.onEvent[0] = {
      let motion = BasicAnimation(keyPath: "position.x")
      motion.byValue = 32.0
      motion.duration = 0.25
      stage.view.square.layer.add(motion, forKey: nil)
    }
    try stage.window.run()
    // The motion begins in a frame that looks as before, and lasts for 16; the one after shows the
    // square without it.
    #expect(stage.window.counters.frames == 19)
    let moving = (1...17).map { 2.5 + Double($0) / 64 }
    #expect(stage.surface.shown.map(\.time) == [0] + moving)
    #expect(stage.surface.endlessWaits == 2)
  }

  @Test("whose time stands still draws what events change, and nothing else")
  func pause() throws {
    let stage = try Stage()
    let square = stage.view.square.layer
    stage.surface.script = [
      (1, .woken), (1.125, .woken), (9, .woken), (9, .woken), (9, .woken), (9, .woken),
    ]
    stage.surface.onEvent[0] = {
      let motion = BasicAnimation(keyPath: "position.x")
      motion.byValue = 32.0
      motion.duration = 0.25
      square.add(motion, forKey: nil)
    }
    stage.surface.onEvent[1] = { stage.surface.isPaused = true }
    for event in [2, 4] {
      stage.surface.onEvent[event] = {
        Transaction.run(disableActions: true) { square.opacity -= 0.25 }
      }
    }
    stage.surface.onEvent[5] = { stage.surface.isPaused = false }
    try stage.window.run()
    // Two changes are shown at the same time, and then the motion goes on.
    let times = stage.surface.shown.map(\.time)
    #expect(times.count { $0 == 1.125 } == 3)
    let later = (9...17).map { 1 + Double($0) / 64 }
    #expect(Array(times.suffix(9)) == later)
  }

  @Test("keeps the display's pace whatever comes in between")
  func pace() throws {
    let stage = try Stage()
    // 1,000 moves in a second are 64 frames after that for the press.
    stage.surface.script = [(1, .buttonPressed)]
    for step in 1...1000 {
      let place = CGPoint.diagonal(Double(step % 50))
      stage.surface.script.append((1 + Double(step) / 1000, .pointerMoved(place)))
    }
    try stage.window.run()
    let times = stage.surface.shown.map(\.time)
    #expect(times.count == 66)
    #expect(times[0] == 0 && times[1] == 1 && times[2] == 1.015625)
    for (before, after) in zip(times, times.dropFirst()) { #expect(after - before >= 0.015625) }
    #expect(stage.view.notes.count == 1001)
    #expect(stage.view.square.frame.origin == .zero)
  }

  @Test("puts the damage into the display, and nothing else")
  func damage() throws {
    let stage = try Stage(scale: 2)
    stage.surface.script = [
      (1, .pointerMoved(CGPoint(x: 60, y: 50))), (1, .buttonPressed),
      (2, .buttonReleased), (3, .exposed),
    ]
    try stage.window.run()
    let rects = stage.surface.shown.map(\.rects)
    #expect(
      rects == [
        [PixelRect(x: 0, y: 0, width: 200, height: 120)],
        [
          PixelRect(x: 8, y: 12, width: 20, height: 16),
          PixelRect(x: 60, y: 50, width: 20, height: 16),
        ],
      ])
    #expect(stage.window.counters.pixels == 200 * 120 + 2 * 20 * 16)
    #expect(stage.surface.shownAgain == 1)
  }

  @Test("brings the view touches, the wheel and keys, in points and with their times")
  func input() throws {
    let stage = try Stage(scale: 2)
    stage.surface.script = [
      (1, .pointerMoved(CGPoint(x: 21, y: 40))), (1, .buttonPressed),
      (1.5, .pointerMoved(CGPoint(x: 30, y: 41))), (2, .buttonReleased),
      (3, .wheel(dx: 0, dy: 1, modifiers: [])),
      (4, .key(.character("f"), isDown: true, modifiers: [.shift])),
      (4, .key(.character("f"), isDown: false, modifiers: [])),
      (5, .finger(id: 91, phase: .began, location: CGPoint(x: 2, y: 4))),
      (6, .buttonPressed), (7, .focusLost), (8, .buttonReleased),
    ]
    try stage.window.run()
    #expect(
      stage.view.notes == [
        "down 0 10.5 20.0 at 1.0", "move 0 15.0 20.5 at 1.5", "up 0 15.0 20.5 at 2.0",
        "scroll 0.0 48.0 at 15.0 20.5",
        "key character(\"f\") 1", "key up character(\"f\") 0",
        "down 1 1.0 2.0 at 5.0", "down 0 15.0 20.5 at 6.0",
        "cancel 0 15.0 20.5 at 7.0", "cancel 1 1.0 2.0 at 7.0",
      ])
  }

  @Test("follows another size, and shows the whole frame again")
  func resize() throws {
    let stage = try Stage(width: 50, height: 40, scale: 2)
    stage.surface.script = [(1, .resized), (1, .exposed), (2, .exposed), (3, .resized)]
    stage.surface.onEvent[0] = { stage.surface.pixelSize = PixelSize(width: 131, height: 77) }
    try stage.window.run()
    #expect(stage.host.size == CGSize(width: 65.5, height: 38.5))
    #expect(stage.view.bounds.size == CGSize(width: 65.5, height: 38.5))
    let whole = [PixelRect(x: 0, y: 0, width: 131, height: 77)]
    #expect(stage.surface.shown.map(\.rects).dropFirst() == [whole, whole])
    #expect(stage.surface.shownAgain == 1)
  }

  @Test("has the pixels of the display, whatever the scale", arguments: [0.3, 1.1, 1.25, 1.7, 3])
  func oddScales(scale: Double) throws {
    for length in 1...400 {
      let size = PixelSize(width: length, height: 2 * length + 1)
      let points = size.points(scale: scale)
      #expect((points.width * scale).rounded(.up) == Double(size.width))
      #expect((points.height * scale).rounded(.up) == Double(size.height))
    }
    let stage = try Stage(width: 41, height: 29, chosen: scale)
    #expect(stage.host.scale == CGFloat(scale))
    #expect(stage.host.renderer.width == stage.surface.pixelSize.width)
    #expect(stage.host.renderer.height == stage.surface.pixelSize.height)
  }

  @Test("takes the display's scale where it has one and none was chosen")
  func displayScale() throws {
    let stage = try Stage(width: 30, height: 20)
    stage.surface.script = [(1, .resized), (2, .pointerMoved(.diagonal(12))), (2, .buttonPressed)]
    stage.surface.onEvent[0] = {
      stage.surface.displayScale = 2
      stage.surface.pixelSize = PixelSize(width: 60, height: 40)
    }
    try stage.window.run()
    #expect(stage.host.scale == 2 && stage.host.size == CGSize(width: 30, height: 20))
    #expect(stage.view.notes == ["down 0 6.0 6.0 at 2.0"])
  }

  @Test("draws nothing while it is hidden, and all of it when it is seen again")
  func hidden() throws {
    let stage = try Stage()
    stage.surface.script = [
      (1, .hidden), (2, .pointerMoved(.diagonal(40))), (2, .buttonPressed), (3, .shown),
    ]
    try stage.window.run()
    #expect(stage.surface.shown.map(\.time) == [0, 3])
    #expect(stage.surface.shown[1].rects == [PixelRect(x: 0, y: 0, width: 100, height: 60)])
  }

  @Test("closes at Escape and q, which the view does not get, or at other keys")
  func closingKeys() throws {
    for key in [Key.escape, .character("q"), .tab] {
      let stage = try Stage()
      if key == .tab { stage.window.closingKeys = [.tab] }
      stage.surface.script = [
        (1, .key(key, isDown: false, modifiers: [])), (2, .key(key, isDown: true, modifiers: [])),
        (3, .buttonPressed),
      ]
      #expect(try stage.window.run() == .closed)
      #expect(stage.surface.time == 2 || stage.surface.script.isEmpty)
      #expect(!stage.view.notes.contains { $0.contains("key") })
    }
  }

  @Test("ends after as many frames as it was told, and is closed then")
  func frameLimit() throws {
    let stage = try Stage()
    UpdateLink(view: stage.view) { _ in }.requiresContinuousUpdates = true
    #expect(try stage.window.run(frameLimit: 5) == .frameLimit)
    #expect(stage.surface.time == 4.0 / 64)
    #expect(stage.surface.closed == 1)
    stage.window.close()
    #expect(stage.surface.closed == 1)
    #expect(stage.host.onNeedsFrame == nil)
  }

  @Test("counts frames of the display's time where nothing moves, and where frames are late")
  func frameLimitOfStillPictures() throws {
    let still = try Stage()
    still.surface.framesPerSecond = 60
    #expect(try still.window.run(frameLimit: 100) == .frameLimit)
    #expect(still.window.counters.frames == 1)
    #expect(still.surface.time == 99.0 / 60)
    let late = try Stage()
    UpdateLink(view: late.view) { _ in }.requiresContinuousUpdates = true
    // Nothing is drawn while the window is hidden.
    late.surface.script = [(1.0 / 64, .hidden), (5.0 / 64, .shown)]
    #expect(try late.window.run(frameLimit: 8) == .frameLimit)
    #expect(late.surface.time == 7.0 / 64)
    #expect(late.window.counters.frames < 8)
  }

  @Test("lets what comes from elsewhere in at the times that it asks for")
  func update() throws {
    let stage = try Stage()
    var times: [TimeInterval] = []
    stage.window.update = { time in
      times.append(time)
      stage.view.square.frame.origin.x = CGFloat(times.count)
      return times.count < 4 ? time + 0.5 : nil
    }
    stage.surface.script = [(0.25, .pointerMoved(.zero)), (3, .pointerMoved(.zero)), (4, .woken)]
    stage.surface.onEvent[2] = { stage.window.handle.wake() }
    try stage.window.run()
    // Without an end of its own after the fourth, then because of the handle.
    #expect(times == [0, 0.5, 1, 1.5, 4])
    #expect(stage.surface.shown.map(\.time) == times)
  }

  @Test("is closed, and says why, where an update fails")
  func failure() throws {
    struct Failure: Error {}
    let stage = try Stage()
    stage.window.update = { _ in throw Failure() }
    #expect(throws: Failure.self) { try stage.window.run() }
    #expect(stage.surface.closed == 1)
  }

  @Test("closes when its handle is told to, before anything else is drawn")
  func handle() throws {
    let stage = try Stage()
    stage.surface.script = [(1, .buttonPressed), (1, .woken), (2, .buttonReleased)]
    stage.surface.onEvent[1] = {
      stage.window.handle.wake()
      stage.window.handle.close()
    }
    #expect(try stage.window.run() == .closed)
    #expect(stage.window.counters.frames == 1 && stage.surface.script.count == 1)
  }

  @Test("reads its scale from the environment, where it is one")
  func environment() throws {
    #expect(try Window.scale(named: nil) == nil)
    #expect(try Window.scale(named: "") == nil)
    #expect(try Window.scale(named: "1.5") == 1.5)
    for text in ["x", "0", "-1", "nan", "inf", "0.2", "17", "2x"] {
      #expect(throws: WindowError.invalidScale(text)) { try Window.scale(named: text) }
    }
  }

  @Test("shows after any events what a frame of the same views shows", arguments: 1...8)
  func walk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stage = try Stage()
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    var time = 0.0
    for index in 0..<200 {
      time += Double(number(0...30)) / 1000
      let event: WindowEvent
      switch number(0...9) {
      case 0: event = .buttonPressed
      case 1: event = .buttonReleased
      case 2: event = .wheel(dx: 0, dy: CGFloat(number(-1...1)), modifiers: [])
      case 3:
        event = .resized
        let size = PixelSize(width: number(1...120), height: number(1...80))
        stage.surface.onEvent[index] = { stage.surface.pixelSize = size }
      case 4: event = .hidden
      case 5, 6: event = .shown
      default: event = .pointerMoved(CGPoint(x: number(-20...120), y: number(-20...90)))
      }
      stage.surface.script.append((time, event))
    }
    stage.surface.script.append((time + 1, .shown))
    while try stage.window.turn() == nil {}
    let size = stage.surface.pixelSize
    let copy = PadView()
    copy.square.frame = stage.view.square.frame
    let expected = try ViewHost(
      rootView: copy, size: CGSize(width: size.width, height: size.height)
    ).render(at: 0).bitmap
    #expect(stage.surface.pixels == expected.pixels, "seed \(seed)")
  }
}

extension CGPoint {
  /// The point as far to the right of the origin as below it.
  static func diagonal(_ distance: Double) -> CGPoint { CGPoint(x: distance, y: distance) }
}
