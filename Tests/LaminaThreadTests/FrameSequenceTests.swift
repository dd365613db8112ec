import Foundation
import Lamina
import Testing

/// A dot that moves, a fading square, and a layer that draws itself in the background.
private struct SequenceScene {
  let renderer: Renderer
  let dot = Layer()

  init() throws {
    renderer = try Renderer(size: CGSize(width: 60, height: 40))
    renderer.options.explainsDamage = true
    dot.frame = CGRect(x: 2, y: 3, width: 11, height: 7)
    dot.backgroundColor = .orange
    dot.actions = ["position": NoAction()]
    renderer.layer.addSublayer(dot)
    let square = Layer()
    square.frame = CGRect(x: 30, y: 12, width: 20, height: 20)
    square.backgroundColor = .blue
    square.add(BasicAnimation(.opacity, from: 1, to: 0), duration: 4)
    renderer.layer.addSublayer(square)
    let drawn = SpotLayer()
    drawn.frame = CGRect(x: 5, y: 20, width: 18, height: 15)
    drawn.drawsAsynchronously = true
    drawn.setNeedsDisplay()
    renderer.layer.addSublayer(drawn)
  }

  /// The change that a program makes to its layers before a frame.
  func move(to time: Double) { dot.position.x = 8 + 5 * time }
}

private final class SpotLayer: Layer {
  override func draw(in context: DrawingContext) {
    context.fillColor = .red
    context.fill(Path(ellipseIn: bounds))
  }
}

extension Layer {
  fileprivate func add(_ animation: BasicAnimation, duration: Double) {
    animation.duration = duration
    add(animation, forKey: "test")
  }
}

/// All that a frame says, except which compositor drew it.
private struct Shown: Equatable, Sendable {
  let bitmap: Bitmap
  let damage: Region
  let time: Double
  let report: FrameReport
  let explanation: String?
  let number: Int?

  init(_ frame: Frame) {
    bitmap = frame.bitmap
    damage = frame.damage
    time = frame.time
    report = frame.report
    explanation = frame.explanation.map { "\($0)" }
    number = frame.identity?.number
  }
}

/// An owner that is neither the main actor nor a test.
private actor Owner {
  private let scene: SequenceScene

  init() throws { scene = try SequenceScene() }

  func frames(at times: [Double], lookahead: Int) async throws -> [Shown] {
    var shown: [Shown] = []
    let frames = scene.renderer.frames(at: times, lookahead: lookahead) { time in
      self.preconditionIsolated()
      self.scene.move(to: time)
    }
    for try await frame in frames {
      preconditionIsolated()
      shown.append(Shown(frame))
    }
    return shown
  }
}

@Suite("Frame sequences")
struct FrameSequenceTests {
  private let times = [0, 0.25, 0.5, 0.5, 3, 2, 7.5, 8]

  private func expected(_ times: [Double]) throws -> [Shown] {
    let scene = try SequenceScene()
    return try times.map { time in
      scene.move(to: time)
      return Shown(try scene.renderer.render(at: time))
    }
  }

  @Test(
    "give the bytes, the damage and the report of a loop over render", arguments: [0, 1, 3, 20])
  func sameFrames(lookahead: Int) async throws {
    let scene = try SequenceScene()
    var shown: [Shown] = []
    for try await frame in scene.renderer.frames(
      at: times, lookahead: lookahead, update: scene.move)
    {
      shown.append(Shown(frame))
    }
    #expect(try shown == expected(times))
    #expect(shown[3].damage.isEmpty)
    #expect(shown[0].report.omissions.isEmpty)
  }

  @Test("work from an actor", arguments: [0, 2])
  func onActor(lookahead: Int) async throws {
    let shown = try await Owner().frames(at: times, lookahead: lookahead)
    #expect(try shown == expected(times))
  }

  @Test("work from the main actor, and commit there")
  @MainActor
  func onMainActor() async throws {
    let scene = try SequenceScene()
    var shown: [Shown] = []
    let frames = scene.renderer.frames(at: times, lookahead: 1) { time in
      MainActor.preconditionIsolated()
      scene.move(to: time)
    }
    for try await frame in frames {
      MainActor.preconditionIsolated()
      shown.append(Shown(frame))
    }
    #expect(try shown == expected(times))
  }

  @Test("without a lookahead show in the next frame what the loop's body changes")
  func bodyChanges() async throws {
    let scene = try SequenceScene()
    scene.move(to: times[0])
    var shown: [Shown] = []
    for try await frame in scene.renderer.frames(at: times) {
      shown.append(Shown(frame))
      if shown.count < times.count { scene.move(to: times[shown.count]) }
    }
    #expect(try shown == expected(times))
  }

  @Test("commit no further than the frame asked for and the lookahead", arguments: [0, 1, 4])
  func backPressure(lookahead: Int) async throws {
    let scene = try SequenceScene()
    var committed = 0
    var count = 0
    let endless = sequence(first: 0.0) { $0 + 0.5 }
    let frames = scene.renderer.frames(at: endless, lookahead: lookahead) { _ in committed += 1 }
    #expect(committed == 0)
    for try await frame in frames {
      count += 1
      #expect(frame.time == Double(count - 1) / 2)
      #expect(committed == count + lookahead)
      if count == 6 { break }
    }
    #expect(committed == 6 + lookahead)
  }

  @Test("give the frames before an error, then the error, then nothing", arguments: [0, 1, 5])
  func errors(lookahead: Int) async throws {
    let scene = try SequenceScene()
    var iterator = scene.renderer.frames(at: [0, 1, .infinity, 2], lookahead: lookahead)
      .makeAsyncIterator()
    #expect(try await iterator.next(isolation: #isolation)?.time == 0)
    #expect(try await iterator.next(isolation: #isolation)?.time == 1)
    do {
      _ = try await iterator.next(isolation: #isolation)
      Issue.record("a frame at an infinite time")
    } catch {
      #expect(error as? RenderError == .invalidTime(.infinity))
    }
    #expect(try await iterator.next(isolation: #isolation) == nil)
  }

  @Test("throw the error of the closure that updates layers", arguments: [0, 2])
  func errorOfUpdate(lookahead: Int) async throws {
    let scene = try SequenceScene()
    var shown: [Double] = []
    do {
      for try await frame in scene.renderer.frames(
        at: times, lookahead: lookahead,
        update: { time in if time == 3 { throw RenderError.invalidTime(3) } })
      {
        shown.append(frame.time)
      }
      Issue.record("the error was lost")
    } catch {
      #expect(error as? RenderError == .invalidTime(3))
    }
    #expect(shown == [0, 0.25, 0.5, 0.5])
  }

  @Test("throw the error of a layer that cannot draw its contents")
  func undrawnLayer() async throws {
    let scene = try SequenceScene()
    let large = SpotLayer()
    large.bounds = CGRect(x: 0, y: 0, width: 40_000, height: 10)
    var shown = 0
    do {
      for try await _ in scene.renderer.frames(at: times) {
        shown += 1
        scene.renderer.layer.addSublayer(large)
        large.setNeedsDisplay()
      }
      Issue.record("the error was lost")
    } catch RenderError.undrawnLayer {
      #expect(shown == 1)
    }
  }

  @Test("end with a cancellation once their task is cancelled", arguments: [0, 1, 4])
  func cancellation(lookahead: Int) async throws {
    let task = Task { [times] in
      let scene = try SequenceScene()
      var iterator = scene.renderer.frames(at: times, lookahead: lookahead).makeAsyncIterator()
      _ = try await iterator.next(isolation: #isolation)
      _ = try await iterator.next(isolation: #isolation)
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) {
        _ = try await iterator.next(isolation: #isolation)
      }
      return try await iterator.next(isolation: #isolation) == nil
    }
    #expect(try await task.value)
  }

  @Test("hand over no frame that was being drawn when the task was cancelled", arguments: [0, 2])
  func cancellationWhileDrawing(lookahead: Int) async throws {
    let task = Task { [times] in
      let scene = try SequenceScene()
      var shown: [Double] = []
      do {
        for try await frame in scene.renderer.frames(
          at: times, lookahead: lookahead,
          update: { time in if time == 3 { withUnsafeCurrentTask { $0?.cancel() } } })
        {
          shown.append(frame.time)
        }
      } catch is CancellationError {
        return shown
      }
      return []
    }
    // The frame whose update cancels is the fifth.
    #expect(try await task.value == Array(times[..<(4 - lookahead)]))
  }

  @Test("leave the renderer's own frames as they were")
  func ownFrames() async throws {
    let scene = try SequenceScene()
    _ = try scene.renderer.render(at: 0)
    for try await _ in scene.renderer.frames(at: times) {}
    scene.move(to: 1)
    let frame = try scene.renderer.render(at: 0)
    #expect(frame.damage.bounds == PixelRect(x: 2, y: 3, width: 17, height: 7))
  }

  @Test("begin anew with each iteration")
  func twice() async throws {
    let scene = try SequenceScene()
    let frames = scene.renderer.frames(at: [0, 1], lookahead: 1, update: scene.move)
    for _ in 0..<2 {
      var times: [Double] = []
      for try await frame in frames {
        if times.isEmpty { #expect(frame.damage.bounds.area == 2_400) }
        times.append(frame.time)
      }
      #expect(times == [0, 1])
    }
  }

  @Test("follow the renderer's size and options")
  func resizing() async throws {
    func change(_ renderer: Renderer, _ time: Double) throws {
      if time == 0.25 { try renderer.resize(width: 80, height: 30, scale: 0.5) }
      if time == 3 { renderer.options.contentsAlignment = .never }
      if time == 7.5 { renderer.options.redrawsEverything = true }
    }
    let (scene, other) = (try SequenceScene(), try SequenceScene())
    var shown: [Shown] = []
    for try await frame in scene.renderer.frames(
      at: times, update: { try change(scene.renderer, $0) })
    {
      shown.append(Shown(frame))
    }
    for (index, time) in times.enumerated() {
      try change(other.renderer, time)
      let frame = try other.renderer.render(at: time)
      #expect(shown[index].bitmap == frame.bitmap)
      #expect(shown[index].damage == frame.damage)
    }
  }

  @Test("at a rate have the times of its frames within the span")
  func rate() async throws {
    let scene = try SequenceScene()
    var shown: [Double] = []
    for try await frame in scene.renderer.frames(in: 0..<1, rate: FrameRate(30_000, over: 1_001)) {
      shown.append(frame.time)
    }
    #expect(shown == (0..<30).map { FrameRate(30_000, over: 1_001).time(ofFrame: $0) })
    shown = []
    for try await frame in scene.renderer.frames(in: 10..<(.infinity), rate: FrameRate(4)) {
      shown.append(frame.time)
      if shown.count == 3 { break }
    }
    #expect(shown == [10, 10.25, 10.5])
    for try await _ in scene.renderer.frames(in: 3..<3, rate: FrameRate(4)) {
      Issue.record("a frame of an empty span")
    }
  }
}
