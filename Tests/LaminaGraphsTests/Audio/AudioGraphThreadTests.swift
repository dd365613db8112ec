import Dispatch
import Foundation
import Lamina
import LaminaViews
import Testing

@testable import LaminaGraphs

@Suite("A live graph of sound")
struct AudioGraphThreadTests {
  private let samples: [Float] = {
    var numbers = AudioNumbers(11)
    return numbers.samples(50_000)
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

  @Test("shows in the end what is worked out at once")
  func sameInTheEnd() throws {
    var (live, offline) = try makeScenes(DispatchQueue(label: "test"))
    for (zoom, offset) in [(10, 0), (33, 700), (2, 15), (2, 0), (500, 9_000)]
      as [(CGFloat, CGFloat)]
    {
      for scene in [live, offline] {
        _ = try scene.host.frame(at: 0)
        scene.graph.zoom = zoom
        scene.graph.scrollView.contentOffset.x = offset
      }
      _ = try live.picture()
      live.graph.finishSummary()
      let (found, expected) = (try live.picture(), try offline.picture())
      #expect(found == expected, "\(zoom)")
    }
  }

  @Test("goes on showing what it has until the new zoom is there, and drops what comes too late")
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

  @Test("asks its host for a frame when columns are there")
  func wakeUp() throws {
    let queue = DispatchQueue(label: "test")
    var (live, _) = try makeScenes(queue)
    let asked = DispatchSemaphore(value: 0)
    live.host.onNeedsFrame = { asked.signal() }
    let empty = try live.picture()
    asked.wait()
    #expect(live.host.nextFrameTime(after: 1) == 1)
    #expect(try live.picture() != empty)
  }

  @Test("may be loaded, zoomed and resized while its columns are worked out")
  func atOnce() throws {
    var (live, _) = try makeScenes(DispatchQueue(label: "test", attributes: .concurrent))
    var numbers = AudioNumbers(4)
    for step in 0..<60 {
      live.graph.zoom = .random(in: 1...300, using: &numbers)
      if step % 7 == 0 {
        try live.host.resize(to: CGSize(width: 40 + step, height: 30), scale: 1)
      }
      if step % 5 == 0 { live.graph.append(channels: [[0.5, -0.5]]) }
      if step % 11 == 0 { live.graph.setSamples(numbers.samples(9_000), sampleRate: 100) }
      _ = try live.picture()
    }
    live.graph.finishSummary()
  }
}
