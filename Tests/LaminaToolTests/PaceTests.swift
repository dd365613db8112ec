import Foundation
import Lamina
import LaminaImages
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("The pace of a graph")
struct PaceTests {
  @Test("has the first sample from the start and every sample in by the last frame")
  func dueSamples() {
    let even = Pace(frames: FrameRate(30), samples: FrameRate(30))
    #expect(even.samplesDue(atFrame: 0) == 1)
    #expect(even.samplesDue(atFrame: 29) == 30)
    #expect(even.frameCount(samples: 30, slides: false) == 30)
    #expect(!even.hasFramesBetweenSamples)
    let slow = Pace(frames: FrameRate(30), samples: FrameRate(10))
    #expect((0..<5).map { slow.samplesDue(atFrame: $0) } == [1, 1, 1, 2, 2])
    #expect(slow.frameCount(samples: 10, slides: false) == 30)
    #expect(slow.frameCount(samples: 10, slides: true) == 31)
    #expect(slow.hasFramesBetweenSamples)
    #expect(slow.sampleDuration == 0.1)
    let uneven = Pace(frames: FrameRate(30), samples: FrameRate(7))
    #expect((0..<4).map { uneven.frame(ofSample: $0) } == [0, 5, 9, 13])
    #expect(uneven.framesPerSample == 5)
    #expect(uneven.frameCount(samples: 3, slides: true) == 15)
    let fast = Pace(frames: FrameRate(30), samples: FrameRate(1000))
    #expect(fast.samplesDue(atFrame: 3) == 101)
    #expect(fast.frameCount(samples: 101, slides: false) == 4)
    #expect(fast.frameCount(samples: 102, slides: false) == 5)
  }

  @Test("is exact after any time")
  func longRuns() {
    let odd = Pace(frames: FrameRate(30_000, over: 1001), samples: FrameRate(2_147_483_647))
    #expect(odd.samplesDue(atFrame: 30_000_000_000) == 1_001_000_000 * 2_147_483_647 + 1)
    #expect(odd.frame(ofSample: 1_001_000_000 * 2_147_483_647) == 30_000_000_000)
    #expect(odd.samplesDue(atFrame: .max) == .max)
  }

  /// Samples at multiples of 0.1 s, and four frames for each.
  private func drawing(_ samples: [Double], slides: Bool = true) throws -> GraphDrawing {
    let pace = Pace(frames: FrameRate(40), samples: FrameRate(10))
    let scene = try GraphScene(
      size: CGSize(width: 64, height: 20), scale: 1,
      design: GraphDesign(
        range: ValueRange(lower: 0, upper: 10), style: .classic, pace: pace, pointsPerSample: 4,
        slides: slides))
    return GraphDrawing(
      scene: scene, source: StoredSamples(samples, name: "x"), pace: pace, slides: slides,
      interruption: Interruption())
  }

  /// Keeps the frames, and where the tiles' left edges are seen in them.
  private final class Recorder: FrameSink {
    let view: () -> [Double]
    var pictures: [Bitmap] = []
    var edges: [[Double]] = []

    init(_ scene: GraphScene) {
      view = {
        let layers = scene.view.layer.sublayers ?? []
        return layers.compactMap { $0.presentation().map { Double($0.frame.minX) } }.sorted()
      }
    }

    func write(_ bitmap: Bitmap, at time: Double) {
      pictures.append(bitmap)
      edges.append(view())
    }

    func finish() {}
  }

  @Test("moves the tiles evenly, in every frame between samples, until the last is in its place")
  func slides() throws {
    let drawing = try drawing((0..<20).map { Double($0 * 7 % 11) })
    let sink = Recorder(drawing.scene)
    let progress = ProgressCounter(isShown: false, unit: "frames", total: nil)
    let result = try drawing.drawFrames(into: sink, progress)
    #expect(result == .init(samples: 20, frames: 81))
    for (frame, edges) in sink.edges.enumerated() {
      // The first sample comes in at x = 64, and goes on by a point in a frame; a tile has 8.
      // A new tile, and before the first frame those without samples, stand in line with it.
      #expect(edges.count == 3)
      for edge in edges {
        let distance = (edge - Double(64 - frame)) / 32
        #expect(abs(distance - distance.rounded()) < 1e-9, "frame \(frame): \(edges)")
      }
    }
    #expect(sink.edges.last == [-16, 16, 48])
    for frame in 1..<80 where frame % 4 != 0 {
      let (before, after) = (sink.pictures[frame - 1], sink.pictures[frame])
      for y in 0..<20 {
        for x in 0..<63 where before[x + 1, y] != after[x, y] {
          Issue.record("frame \(frame) is not the one before, moved: (\(x), \(y))")
          return
        }
      }
    }
    let rest = try self.drawing((0..<20).map { Double($0 * 7 % 11) })
    let last = Recorder(rest.scene)
    _ = try rest.drawLastFrame(into: last, progress)
    #expect(sink.pictures.last == last.pictures.last)
  }

  @Test("moves the tiles at once where it is told so")
  func steps() throws {
    let drawing = try drawing([1, 2, 3], slides: false)
    let sink = Recorder(drawing.scene)
    let result = try drawing.drawFrames(
      into: sink, ProgressCounter(isShown: false, unit: "frames", total: nil))
    #expect(result == .init(samples: 3, frames: 12))
    #expect(sink.edges.map { $0.last } == [60, 60, 60, 60, 56, 56, 56, 56, 52, 52, 52, 52])
  }

  @Test("slides by default where there are more frames than samples")
  func choice() throws {
    try withFolder { folder in
      try "1\n2\n".write(toFile: folder + "/n", atomically: true, encoding: .utf8)
      for (arguments, frames) in [
        (["--fps", "30"], 2), (["--fps", "30", "--slide"], 3),
        (["--fps", "30", "--samples-per-second", "15"], 5),
        (["--fps", "30", "--samples-per-second", "15", "--no-slide"], 4),
        (["--fps", "30", "--samples-per-second", "60"], 2),
      ] {
        let shape = ["--width", "9", "--height", "8", "-o", folder + "/f-%d.ppm"]
        #expect(try draw([folder + "/n"] + shape + arguments).frames == frames, "\(arguments)")
      }
    }
  }

  @Test("puts lines down at round numbers of seconds, at least 48 points apart")
  func grid() {
    func samples(_ perSecond: FrameRate, _ points: Double) -> Int {
      GraphDesign.samplesPerLine(Pace(frames: FrameRate(60), samples: perSecond), points)
    }
    #expect(samples(FrameRate(60), 1) == 60)
    #expect(samples(FrameRate(10), 1) == 50)
    #expect(samples(FrameRate(10), 5) == 10)
    #expect(samples(FrameRate(1000), 1) == 50)
    #expect(samples(FrameRate(1, over: 60), 1000) == 1)
  }
}
