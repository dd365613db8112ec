import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaScenes

/// A dot that is moved a point to the right in each time step, and once by an animation.
private struct Walk: Scene {
  static let scene = SceneConfiguration(
    size: CGSize(width: 100, height: 4), duration: 1, timeStep: 0.1)

  final class Root: Layer {
    let dot = Layer()
    var times: [TimeInterval] = []
  }

  @Option var start = 3
  @Flag var jumps = false

  func makeRoot(in context: SceneContext) -> Root {
    let root = Root()
    root.dot.frame = CGRect(x: start, y: 0, width: 1, height: 4)
    root.dot.backgroundColor = .black
    root.addSublayer(root.dot)
    return root
  }

  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) {
    root.times.append(time)
    if jumps {
      if root.times.count == 3 {
        Transaction.run(duration: 0.5, timingFunction: .linear) { root.dot.position.x += 50 }
      }
    } else {
      Transaction.run(disableActions: true) { root.dot.position.x += 1 }
    }
  }
}

/// A dot that is moved, with an animation, in the time step of a number.
private struct Flash: Scene {
  static let scene = SceneConfiguration(size: CGSize(width: 100, height: 4))
  @Option var number = 1

  final class Root: Layer {
    let dot = Layer()
    var steps = 0
  }

  func makeRoot(in context: SceneContext) -> Root {
    let root = Root()
    root.dot.frame = CGRect(x: 0, y: 0, width: 1, height: 4)
    root.dot.backgroundColor = .black
    root.addSublayer(root.dot)
    return root
  }

  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) {
    if root.steps == number {
      Transaction.run(duration: 1, timingFunction: .linear) { root.dot.position.x += 50 }
    }
    root.steps += 1
  }
}

/// A dot whose place is a function of time.
private struct Clock: Scene {
  static let scene = SceneConfiguration(size: CGSize(width: 20, height: 1), isStateless: true)
  final class Root: Layer { var updates = 0 }

  func makeRoot(in context: SceneContext) -> Root { Root() }
  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) {
    root.updates += 1
    Transaction.run(disableActions: true) {
      root.backgroundColor = Color(red: time.truncatingRemainder(dividingBy: 1), green: 0, blue: 0)
    }
  }
}

/// A button of a view that counts its taps and keys, and a dot that a link moves with time.
private struct Counter: Scene {
  static let scene = SceneConfiguration(size: CGSize(width: 40, height: 20), duration: 1)

  final class Root: View {
    let dot = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var taps = 0
    var keys: [Key] = []
    var times: [TimeInterval] = []
    var updates = 0

    func fill() {
      backgroundColor = .white
      dot.backgroundColor = .black
      addSubview(dot)
      let tap = TapGestureRecognizer()
      tap.addAction { [unowned self] _ in taps += 1 }
      dot.addGestureRecognizer(tap)
      UpdateLink(view: self) { [unowned self] in times.append($0) }
    }

    override func layoutSubviews() { dot.frame.origin.x = bounds.width - 10 - CGFloat(taps) }

    override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
      keys.append(key)
      return true
    }
  }

  func makeRoot(in context: SceneContext) -> Root {
    let root = Root()
    root.fill()
    return root
  }

  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) { root.updates += 1 }
}

/// A scene that fails in its third step.
private struct Failing: Scene {
  struct Failure: Error {}
  static let scene = SceneConfiguration(size: CGSize(width: 2, height: 2), timeStep: 1)
  func makeRoot(in context: SceneContext) -> Layer { Layer() }
  func update(_ root: Layer, at time: TimeInterval, in context: SceneContext) throws {
    if time >= 2 { throw Failure() }
  }
}

@Suite("A player of scenes")
struct ScenePlayerTests {
  /// The column of the dot; nil if there is none.
  private func column(_ frame: Frame) -> Int? {
    (0..<frame.bitmap.width).first { frame.bitmap[$0, 1] >> 24 == 255 }
  }

  @Test("updates a scene at each of its time steps, whatever the frame rate")
  func steps() throws {
    for times in [[0.95], [0, 0.25, 0.5, 0.95], (0...95).map { Double($0) / 100 }] {
      let player = try ScenePlayer(Walk.parse([]))
      var last: Frame?
      for time in times { last = try player.render(at: time) }
      #expect(player.root.times == (0...9).map { Double($0) / 10 })
      #expect(try column(#require(last)) == 3 + 10)
    }
  }

  @Test("takes a step that a frame is at before the frame, in spite of rounding")
  func stepsAtFrames() throws {
    let player = try ScenePlayer(Walk.parse(["--start", "0"]))
    for number in 0...80 {
      let frame = try player.render(at: Double(number) * 0.1)
      #expect(column(frame) == number + 1, "\(number)")
    }
  }

  @Test("begins animations at the step that makes them")
  func animations() throws {
    let whole = try ScenePlayer(Walk.parse(["--jumps"]))
    #expect(try column(whole.render(at: 0.2)) == 3)
    for (time, expected) in [(0.3, 13), (0.45, 28), (0.6, 43), (0.8, 53)] {
      #expect(try column(whole.render(at: time)) == expected, "\(time)")
      // A frame that is drawn alone is the same.
      let alone = try ScenePlayer(Walk.parse(["--jumps"])).render(at: time)
      #expect(column(alone) == expected, "\(time)")
    }
  }

  @Test("shows what a step begins from its first value on, in the frame of the step", .slow)
  func firstFrames() throws {
    // Multiples of a time step in binary fractions lie beside the times of the frames.
    for number in 1...200 {
      let player = try ScenePlayer(Flash.parse(["--number", "\(number)"]))
      #expect(try column(player.render(at: FrameRate(60).time(ofFrame: number))) == 0, "\(number)")
      let other = try ScenePlayer(Flash.parse(["--number", "\(number)"]))
      #expect(try column(other.render(at: Double(number) * (1.0 / 60))) == 0, "\(number)")
    }
  }

  @Test("begins a stateless scene at any time")
  func stateless() throws {
    let player = try ScenePlayer(Clock.parse([]))
    let frame = try player.render(at: 1_000_000.5)
    #expect(player.root.updates == 1)
    #expect(frame.bitmap[0, 0] == 0xFF80_0000 || frame.bitmap[0, 0] == 0xFF7F_0000)
  }

  @Test("throws what a scene throws, after its earlier frames")
  func errors() throws {
    let player = try ScenePlayer(Failing.parse([]))
    _ = try player.render(at: 1.5)
    #expect(throws: Failing.Failure.self) { try player.render(at: 2) }
  }

  @Test("finds a frame that differs from one that is drawn anew")
  func checks() throws {
    let player = try ScenePlayer(Walk.parse([]))
    for time in [0, 0.35, 0.8] { try player.check(player.render(at: time)) }
    let frame = try player.render(at: 0.95)
    var pixels = frame.bitmap.pixels
    for y in [2, 3] { pixels[y * 100 + 13] ^= 1 }
    let bitmap = try Bitmap(width: 100, height: 4, pixels: pixels)
    let wrong = Frame(bitmap: bitmap, damage: frame.damage, time: frame.time, report: frame.report)
    #expect(throws: SceneError.unequalFrames(time: 0.95, count: 2, x: 13, y: 2)) {
      try player.check(wrong)
    }
  }

  @Test("reports what a frame costs and changes as an object of JSON")
  func reports() throws {
    let player = try ScenePlayer(Walk.parse([]))
    _ = try player.render(at: 0)
    let line = try ReportedFrame(player.render(at: 0.1), number: 6).line
    #expect(
      line == #"{"damage":[[4,0,2,4]],"frame":6,"layersCulled":0,"layersOmitted":0,"#
        + #""layersVisited":1,"operations":2,"pixelsWritten":12,"scrolledPixels":0,"time":0.1}"#
        + "\n")
    let still = try ReportedFrame(player.render(at: 0.15), number: 7).line
    #expect(still.hasPrefix(#"{"damage":[],"#))
  }

  @Test("lays a view out, sends it input, and calls its links at each time step")
  func views() throws {
    let player = try ScenePlayer(Counter.parse([]))
    let root = player.root
    let frame = try player.render(at: 2.0 / 60)
    #expect(root.bounds.size == CGSize(width: 40, height: 20) && root.updates == 3)
    let sixtieths: [Double] = [0, 1, 2].map { count in count / 60 }
    #expect(Set(root.times) == Set(sixtieths))
    #expect(frame.bitmap[30, 5] == 0xFF00_0000 && frame.bitmap[29, 5] == 0xFFFF_FFFF)
    try player.advance(to: 0.1)
    for phase in [Touch.Phase.began, .ended] {
      player.host.send(
        InputEvent(
          time: 0.1, kind: .touch(id: 0, phase: phase, location: CGPoint(x: 35, y: 5))))
    }
    #expect(root.taps == 1)
    root.setNeedsLayout()
    let next = try player.render(at: 0.2)
    #expect(next.bitmap[29, 5] == 0xFF00_0000 && next.bitmap[39, 5] == 0xFFFF_FFFF)
    try player.check(next)
    // The times of the links do not depend on the frames.
    let alone = try ScenePlayer(Counter.parse([]))
    _ = try alone.render(at: 0.2)
    #expect(Set(alone.root.times) == Set(root.times))
  }

  @Test("stops between time steps where its caller does")
  func stops() throws {
    struct Stop: Error {}
    let player = try ScenePlayer(Walk.parse([]))
    #expect(throws: Stop.self) {
      try player.advance(to: 1e9) { if player.root.times.count == 5 { throw Stop() } }
    }
    #expect(player.root.times.count == 5)
    _ = try player.render(at: 0.55)
    #expect(player.root.times == [0, 0.1, 0.2, 0.3, 0.4, 0.5])
  }

  @Test("gives the same random numbers for the same seed")
  func seeds() {
    func numbers(_ seed: UInt64) -> [UInt64] {
      let context = SceneContext(size: CGSize(width: 1, height: 1), scale: 1, seed: seed)
      return (0..<4).map { _ in context.random.next() }
    }
    #expect(numbers(7) == numbers(7))
    #expect(numbers(7) != numbers(8))
    // The first numbers of SplitMix64 with the seed 0, as its author gives them.
    #expect(numbers(0)[0] == 0xE220_A839_7B1D_CDAF)
    #expect(numbers(0)[1] == 0x6E78_9E6A_A1B9_65F4)
  }
}

@Suite("Numbers of frames")
struct FrameNumbersTests {
  @Test(
    "are read from a range",
    arguments: [
      ("5", 5, 6), ("0", 0, 1), ("5...9", 5, 10), ("100..<200", 100, 200), ("7...", 7, nil),
    ])
  func ranges(text: String, first: Int, end: Int?) throws {
    #expect(try FrameNumbers(parsing: text) == FrameNumbers(first: first, end: end))
  }

  @Test(
    "are refused if they are none",
    arguments: [
      "", "-1", "a", "5..3", "5..<5", "9...3", "...", "..<4", "1...2...3", "1e3",
      "99999999999999999999",
    ])
  func refused(text: String) {
    #expect(throws: ValidationError.self) { try FrameNumbers(parsing: text) }
  }
}

@Suite("The time of a scene that is shown live")
struct SceneClockTests {
  @Test("begins when it is seen first, and stays at the scene's end")
  func times() {
    var clock = SceneClock(start: 2, end: 5)
    #expect(clock.sceneTime(at: 50, isVisible: false) == nil)
    #expect(clock.time(of: 3) == nil)
    #expect(clock.sceneTime(at: 100, isVisible: true) == 2)
    #expect(clock.sceneTime(at: 101.5, isVisible: false) == 3.5)
    #expect(clock.sceneTime(at: 99, isVisible: true) == 2)
    #expect(clock.time(of: 4) == 102 && clock.time(of: 5) == 103)
    #expect(clock.sceneTime(at: 200, isVisible: true) == 5)
    #expect(clock.time(of: 5.1) == nil)
    var endless = SceneClock(start: 0, end: nil)
    #expect(endless.sceneTime(at: 7, isVisible: true) == 0)
    #expect(endless.sceneTime(at: 1e9, isVisible: true) == 1e9 - 7)
    #expect(endless.time(of: 1e12) == 1e12 + 7)
  }
}

@Suite("The command that a scene is")
struct SceneCommandTests {
  @Test("writes the frames that are asked for, checked")
  func frames() throws {
    let folder = TemporaryFolder()
    let command = try SceneCommand<Walk>.parse(
      ["--frames", "3...5", "--check", "--quiet", "-o", folder("f-%02d.png"), "--start", "20"])
    try command.run()
    let player = try ScenePlayer(Walk.parse(["--start", "20"]))
    for number in 3...5 {
      let file = try Bitmap(contentsOfFile: folder("f-0\(number).png"))
      #expect(try file == player.render(at: Double(number) / 60).bitmap)
    }
    #expect(folder.names == ["f-03.png", "f-04.png", "f-05.png"])
  }

  @Test("writes frames of the range into a contact sheet, small enough to be seen at once")
  func contactSheet() throws {
    let folder = TemporaryFolder()
    func sheet(_ arguments: String...) throws -> Bitmap {
      try SceneCommand<Walk>.parse(arguments + ["--quiet", "-o", folder("sheet.png")]).run()
      return try Bitmap(contentsOfFile: folder("sheet.png"))
    }
    let bitmap = try sheet("--contact-sheet", "3", "--columns", "2", "--frames", "0...12")
    let (gap, caption) = (ContactSheet.gap, ContactSheet.captionHeight)
    #expect(bitmap.width == 3 * gap + 200 && bitmap.height == 3 * gap + 2 * (4 + caption))
    let player = try ScenePlayer(Walk.parse([]))
    for (index, number) in [0, 6, 12].enumerated() {
      let frame = try player.render(at: Double(number) / 60).bitmap
      let left = gap + index % 2 * (100 + gap)
      let top = gap + index / 2 * (4 + caption + gap)
      for y in 0..<4 {
        for x in 0..<100 where frame[x, y] >> 24 == 255 {
          #expect(bitmap[left + x, top + y] == frame[x, y], "\(number)")
        }
      }
      #if Text
        let below = (top + 4..<top + 4 + caption).flatMap { y in
          (left..<left + 100).map { bitmap[$0, y] }
        }
        #expect(below.contains { $0 & 255 > 0x80 }, "no time is below \(number)")
      #endif
    }
    let whole = try sheet("--contact-sheet", "400", "--fps", "5", "--scale", "2")
    let (width, height) = (whole.width, whole.height)
    let size = ContactSheet.size(of: 5, columns: 1, width: 200, height: 8)
    #expect(width == size.width && height == size.height)
    let large = try sheet("--contact-sheet", "1", "--size", "1000x500")
    #expect(large.width == 320 + 2 * gap && large.height == 160 + caption + 2 * gap)
  }

  @Test(
    "spreads the frames of a contact sheet evenly",
    arguments: [
      (1, 5..<90, [5]), (2, 5..<90, [5, 89]), (3, 0..<11, [0, 5, 10]), (9, 3..<5, [3, 4]),
      (4, 0..<1_000_000_000, [0, 333_333_333, 666_666_666, 999_999_999]),
    ])
  func spreading(count: Int, range: Range<Int>, numbers: [Int]) {
    #expect(ContactSheet.numbers(count, of: range) == numbers)
  }

  @Test("refuses contact sheets that are none")
  func sheetRefusals() {
    for arguments in [
      ["--contact-sheet", "0"], ["--contact-sheet", "10001"], ["--contact-sheet", "-3"],
      ["--contact-sheet", "3", "-o", "a.apng"], ["--contact-sheet", "3", "-o", "a%d.png"],
      ["--contact-sheet", "3", "--time", "1"], ["--contact-sheet", "3", "--terminal"],
      ["--columns", "3"], ["--contact-sheet", "3", "--columns", "0"],
      ["--contact-sheet", "9999", "--frames", "0...", "--fps", "60000", "--scale", "100"],
      ["--profile", "--window"],
    ] {
      #expect(throws: (any Error).self, "\(arguments)") { try SceneCommand<Walk>.parse(arguments) }
    }
    #expect(throws: (any Error).self) { try SceneCommand<Clock>.parse(["--contact-sheet", "3"]) }
  }

  @Test("leaves no file where a scene fails")
  func failing() throws {
    let folder = TemporaryFolder()
    for name in ["a.apng", "a.y4m", "a.png"] {
      let command = try SceneCommand<Failing>.parse(
        ["--quiet", "--fps", "2", "--frames", "0...9", "-o", folder(name)])
      #expect(throws: Failing.Failure.self) { try command.run() }
      #expect(folder.names.isEmpty, "\(name)")
    }
  }

  @Test(
    "refuses options that have no effect together",
    arguments: [
      ["--window", "--check"], ["--terminal", "--report", "json"], ["--window", "--terminal"],
      ["--window", "--output", "a.png"], ["--report", "json", "--output", "-", "--format", "ppm"],
      ["--report", "xml"], ["--terminal", "--fps", "30"], ["--time", "1", "--frames", "3"],
      ["--time", "1e300"], ["--time", "-1"], ["--time", "inf"], ["--frames", "1000000001"],
    ])
  func refusals(arguments: [String]) {
    #expect(throws: (any Error).self) { try SceneCommand<Walk>.parse(arguments) }
  }
}
