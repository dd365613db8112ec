import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// Frames in which most pixels only move.
@Suite("Scrolling")
struct ScrollingTests {
  /// Renders a frame of six opaque tiles beside each other, of 10 x 20 pixels, before and after a change,
  /// and returns the difference.
  private func difference(
    labelCount: Int = 0, before: (ScrollingScene) -> Void = { _ in },
    _ change: (ScrollingScene) -> Void
  ) throws -> FrameChange {
    let scene = try ScrollingScene(
      width: 60, height: 20, columns: 6, rows: 1, labelCount: labelCount)
    Transaction.run(disableActions: true) { before(scene) }
    _ = try scene.renderer.render(at: 0)
    Transaction.run(disableActions: true) { change(scene) }
    let frame = try scene.renderer.render(at: 1)
    let difference = try #require(frame.identity).change
    #expect(frame.damage == difference.damage)
    #expect(frame.report.scrolledPixels == difference.copy?.destination.area ?? 0)
    return difference
  }

  @Test("moves the pixels of opaque tiles, and draws those that come into the frame")
  func tiles() throws {
    let left = try difference { $0.scroll(byX: -1, y: 0) }
    #expect(
      left.copy
        == PixelCopy(destination: PixelRect(x: 0, y: 0, width: 59, height: 20), dx: -1, dy: 0))
    #expect(left.region.rects == [PixelRect(x: 59, y: 0, width: 1, height: 20)])
    #expect(left.damage.rects == [PixelRect(x: 0, y: 0, width: 60, height: 20)])
  }

  @Test("does not move the pixels of a tile that is drawn again")
  func redrawnTile() throws {
    let difference = try difference {
      $0.scroll(byX: -1, y: 0)
      $0.draw(5)
    }
    #expect(difference.copy?.destination == PixelRect(x: 0, y: 0, width: 49, height: 20))
  }

  @Test("does not move pixels under a layer that stays, nor those beside it that were under it")
  func label() throws {
    let box = CGRect(x: 20, y: 0, width: 8, height: 3)
    let difference = try difference(labelCount: 1) {
      $0.labels[0].frame = box
    } _: {
      $0.scroll(byX: -1, y: 0)
    }
    #expect(difference.copy?.destination == PixelRect(x: 0, y: 3, width: 59, height: 17))
  }

  @Test("moves nothing if that is less than half of the frame")
  func smallPart() throws {
    let difference = try difference {
      $0.scroll(byX: -1, y: 0)
      $0.draw(3)
    }
    #expect(difference.copy == nil)
  }

  @Test("moves nothing in a group, without caches, and where all is redrawn")
  func exceptions() throws {
    let changes: [(ScrollingScene) -> Void] = [
      { $0.renderer.layer.sublayers?.first?.opacity = 0.5 },
      { $0.renderer.options.usesCaches = false },
      { $0.renderer.options.redrawsEverything = true },
    ]
    for (index, change) in changes.enumerated() {
      let difference = try difference(labelCount: 1, before: change) { $0.scroll(byX: -1, y: 0) }
      #expect(difference.copy == nil, "\(index)")
    }
  }

  @Test("frames are those drawn whole, and those that are held keep their pixels", .slow)
  func pixels() throws {
    var scrolled = 0
    for seed in firstWalkSeed..<firstWalkSeed + 40 {
      var random = SeededGenerator(seed: seed)
      let (width, height) = (20 + random.below(60), 10 + random.below(40))
      let scene = try ScrollingScene(
        width: width, height: height, columns: 1 + random.below(6), rows: 1 + random.below(3),
        labelCount: random.below(4))
      var held: [(frame: Frame, pixels: [UInt32])] = []
      for index in 0..<100 {
        scene.change(&random)
        let time = Double(index)
        let frame = try scene.renderer.render(at: time)
        let whole = try Compositor(width: width, height: height)
          .render(scene.renderer.commit(at: time), at: time)
        #expect(frame.bitmap == whole.bitmap, "seed \(seed), frame \(index)")
        if frame.report.scrolledPixels > 0 { scrolled += 1 }
        if index % 50 < 30, random.chance(60) { held.append((frame, whole.bitmap.pixels)) }
        while held.count > random.below(9) {
          let (frame, pixels) = held.remove(at: random.below(held.count))
          #expect(frame.bitmap.pixels == pixels, "seed \(seed), frame \(index)")
        }
      }
    }
    #expect(scrolled > 200)
  }
}
