import Foundation
import Lamina
import LaminaImages
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("An interrupted graph")
struct InterruptionTests {
  /// Gives numbers, and asks the command to end after some of them.
  private final class InterruptingSource: SampleSource {
    let name = "x"
    let count: Int? = nil
    let interruption: Interruption
    let requests: Int
    private var given = 0

    init(_ interruption: Interruption, requests: Int) {
      self.interruption = interruption
      self.requests = requests
    }

    func next() -> Double? {
      given += 1
      if given == 5 { for _ in 0..<requests { interruption.request(SIGTERM) } }
      return Double(given)
    }
  }

  private func drawing(requests: Int, slides: Bool = false) throws -> GraphDrawing {
    let interruption = Interruption()
    let pace = Pace(frames: FrameRate(60), samples: FrameRate(slides ? 20 : 60))
    let scene = try GraphScene(
      size: CGSize(width: 30, height: 20), scale: 1,
      design: GraphDesign(
        range: ValueRange(lower: 0, upper: 10), style: .dark, pace: pace, pointsPerSample: 1,
        slides: slides))
    return GraphDrawing(
      scene: scene, source: InterruptingSource(interruption, requests: requests), pace: pace,
      slides: slides, interruption: interruption)
  }

  @Test("draws the samples that it has taken, and lets the last slide to its place")
  func firstRequest() throws {
    try withFolder { folder in
      let progress = ProgressCounter(isShown: false, unit: "frames", total: nil)
      for (slides, frames) in [(false, 5), (true, 16)] {
        let sink = try Y4MSink(to: .file(path: folder + "/x.y4m"), frameRate: FrameRate(60))
        let result = try drawing(requests: 1, slides: slides).drawFrames(into: sink, progress)
        #expect(result == .init(samples: 5, frames: frames))
      }
      let sink = LastPictureSink(to: .file(path: folder + "/x.ppm"), encoder: PPMEncoder())
      let result = try drawing(requests: 1).drawLastFrame(into: sink, progress)
      #expect(result == .init(samples: 5, frames: 1))
    }
  }

  @Test("gives up at the second request, with an exit status that says so")
  func secondRequest() throws {
    try withFolder { folder in
      let progress = ProgressCounter(isShown: false, unit: "frames", total: nil)
      let stop = Interruption.Stop.aborted(signal: SIGTERM)
      #expect(stop.exitStatus == 143)
      let sink = ConcurrentSink(
        try Y4MSink(to: .file(path: folder + "/x.y4m"), frameRate: FrameRate(60)))
      let drawing = try drawing(requests: 2)
      #expect(throws: stop) { try drawing.drawFrames(into: sink, progress) }
      sink.abandon()
      #expect(try names(in: folder).isEmpty)
      let another = try self.drawing(requests: 2)
      #expect(throws: stop) { try another.drawLastFrame(into: sink, progress) }
    }
  }

  @Test("writes nothing before the first sample", arguments: ["x.png", "x.y4m", "x-%d.png"])
  func beforeFirstSample(output: String) throws {
    try withFolder { folder in
      let interruption = Interruption()
      interruption.request(SIGINT)
      let stop = Interruption.Stop.beforeFirstSample(signal: SIGINT)
      #expect(stop.exitStatus == 130)
      #expect(throws: stop) { try draw(["-o", folder + "/" + output], interruption) }
      let left = try names(in: folder)
      #expect(left.isEmpty)
    }
  }

  @Test("counts its requests, and wakes who waits")
  func requests() throws {
    let interruption = Interruption()
    #expect(!interruption.isRequested)
    try interruption.check()
    #expect(interruption.request(SIGINT) == 1)
    #expect(interruption.isRequested)
    try interruption.check()
    // None of these would come to an end without the request.
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    interruption.wait(forInputOn: ends[0])
    interruption.wait(until: .now + .seconds(1_000_000))
    #expect(interruption.request(SIGTERM) == 2)
    #expect(interruption.signal == SIGTERM)
    #expect(throws: Interruption.Stop.aborted(signal: SIGTERM)) { try interruption.check() }
  }
}
