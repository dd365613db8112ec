import Dispatch
import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@testable import LaminaGraphs

@Suite("A live graph of sound")
struct AudioGraphThreadTests {
  private let samples: [Float] = {
    var numbers = SeededGenerator(seed: 11)
    return numbers.speech(50_000)
  }()

  private func makeScenes(
    _ queue: DispatchQueue
  ) throws -> (live: AudioGraphScene, offline: AudioGraphScene) {
    let live = try AudioGraphScene(
      kind: .movingMean(window: 128), drawing: .live(queue: queue))
    let offline = try AudioGraphScene(kind: .movingMean(window: 128))
    for scene in [live, offline] { scene.graph.setSamples(samples, sampleRate: 8_000) }
    return (live, offline)
  }

  @Test("finally shows what is computed synchronously")
  func sameInTheEnd() throws {
    var (live, offline) = try makeScenes(DispatchQueue(label: "test"))
    for (zoom, offset) in [(10, 0), (33, 700), (2, 15), (2, 0), (500, 9_000)]
      as [(CGFloat, CGFloat)]
    {
      for scene in [live, offline] {
        _ = try scene.host.render(at: 0)
        scene.graph.zoom = zoom
        scene.graph.scrollView.contentOffset.x = offset
      }
      _ = try live.picture()
      live.graph.finishSummary()
      let (found, expected) = (try live.picture(), try offline.picture())
      #expect(found == expected, "\(zoom)")
    }
  }

  @Test("shows its old columns until those of the new zoom are there, and drops late ones")
  func oldStays() throws {
    let queue = DispatchQueue(label: "test")
    var (live, _) = try makeScenes(queue)
    _ = try live.picture()
    live.graph.finishSummary()
    let before = try live.picture()
    queue.suspend()
    live.graph.zoom = 20
    let stretched = try live.picture()
    // Twice as wide: what was in column 40 (of the way that stays) is in columns 80 and 81.
    #expect(stretched != before)
    for y in 0..<before.height {
      #expect(stretched[20, y] == before[10, y] && stretched[41, y] == before[20, y])
    }
    // Asked for at 20, but not wanted any more when it comes.
    live.graph.zoom = 40
    queue.resume()
    live.graph.summaryQueue?.wait()
    // What is asked for now is not worked out before the queue goes on.
    queue.suspend()
    live.graph.zoom = 80
    let late = try live.picture()
    live.graph.takeSummary()
    #expect(try live.picture() == late)
    queue.resume()
    live.graph.finishSummary()
    #expect(try live.picture() != late)
  }

  @Test("requests a frame from its host when columns are ready")
  func wakeUp() throws {
    let queue = DispatchQueue(label: "test")
    var (live, _) = try makeScenes(queue)
    let asked = DispatchSemaphore(value: 0)
    live.host.onNeedsFrame = { asked.signal() }
    let empty = try live.picture()
    asked.wait()
    #expect(live.host.nextFrameTime(after: 1) == .now)
    #expect(try live.picture() != empty)
  }

  @Test("may be loaded, zoomed and resized while its columns are computed")
  func atOnce() throws {
    var (live, offline) = try makeScenes(DispatchQueue(label: "test", attributes: .concurrent))
    var numbers = SeededGenerator(seed: 4)
    for step in 0..<60 {
      let zoom = CGFloat.random(in: 1...300, using: &numbers)
      let samples = step % 11 == 0 ? numbers.speech(9_000) : nil
      for scene in [live, offline] {
        scene.graph.zoom = zoom
        if step % 7 == 0 {
          try scene.host.resize(to: CGSize(width: 40 + step, height: 30), scale: 1)
        }
        if step % 5 == 0 { scene.graph.append(channels: [[0.5, -0.5]]) }
        if let samples { scene.graph.setSamples(samples, sampleRate: 100) }
      }
      let shown = try live.picture()
      let size = live.host.size
      #expect(shown.width == Int(size.width) && shown.height == Int(size.height))
      _ = try offline.picture()
    }
    // What is left to work out is that of the last zoom, size and sound.
    live.graph.finishSummary()
    #expect(try live.picture() == offline.picture())
  }
}

@Suite("A graph that loads its sound")
struct AudioGraphLoadingTests {
  /// A sound whose pieces come one by one, when they are let through.
  private final class Slow: AudioSource {
    struct Failure: Error {}

    let sampleRate = 8_000.0
    let channelCount = 1
    let frameCount: Int64 = 300_000
    let gate = DispatchSemaphore(value: 0)
    let fails: Bool

    init(fails: Bool = false) { self.fails = fails }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
      gate.wait()
      if fails, frame > 0 { throw Failure() }
      let count = min(buffer.count, Int(frameCount - frame))
      for index in 0..<count { buffer[index] = (frame + Int64(index)) % 2 == 0 ? 0.5 : -0.5 }
      return count
    }

    func letAllThrough() { for _ in 0..<1_000 { gate.signal() } }
  }

  @Test("shows the progress of loading, and then the sound")
  func progress() throws {
    var scene = try AudioGraphScene(width: 100, height: 40)
    let source = Slow()
    let empty = try scene.picture()
    let asked = DispatchSemaphore(value: 0)
    scene.host.onNeedsFrame = { asked.signal() }
    var result: Result<DataProvider, AudioLoadError>?
    scene.graph.load(source) { result = $0 }
    let begun = try scene.picture()
    #expect(begun != empty && scene.graph.loadingProgress == 0)
    source.gate.signal()
    asked.wait()
    _ = try scene.picture()
    let part = try #require(scene.graph.loadingProgress)
    #expect(part > 0 && part < 1)
    source.letAllThrough()
    scene.graph.finishLoading()
    #expect(scene.graph.loadingProgress == nil && scene.graph.dataProvider.frameCount == 300_000)
    #expect(try scene.picture()[50, 5] == AudioGraphScene.color)
    #expect(try result?.get().frameCount == 300_000)
  }

  @Test("stays as it was when it is cancelled, or the sound cannot be read")
  func cancelling() throws {
    var scene = try AudioGraphScene(width: 100, height: 40)
    scene.graph.setSamples([0.5, -0.5, 0.5], sampleRate: 1)
    let before = try scene.picture()
    let source = Slow()
    let loading = scene.graph.load(source) { _ in Issue.record("it was cancelled") }
    loading.cancel()
    source.letAllThrough()
    scene.graph.finishLoading()
    #expect(try scene.picture() == before)
    let broken = Slow(fails: true)
    broken.letAllThrough()
    var failure: AudioLoadError?
    scene.graph.load(broken) {
      if case .failure(let error) = $0 { failure = error }
    }
    scene.graph.finishLoading()
    #expect(failure != nil && scene.graph.loadingProgress == nil)
    #expect(try scene.picture() == before)
    // Another sound takes the place of one that is not there yet.
    let other = Slow()
    let dropped = Slow()
    scene.graph.load(dropped)
    scene.graph.load(other)
    for source in [dropped, other] { source.letAllThrough() }
    scene.graph.finishLoading()
    #expect(scene.graph.dataProvider.frameCount == 300_000)
  }
}
