import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("A frame that is held")
struct HeldFrameTests {
  /// A random change of a few boxes.
  private func change(_ boxes: [Layer], _ random: inout SeededGenerator) {
    Transaction.begin()
    Transaction.disableActions = true
    for box in boxes where random.below(3) == 0 {
      box.position = CGPoint(x: random.below(64), y: random.below(48))
      box.isHidden = random.below(5) == 0
    }
    Transaction.commit()
  }

  private func scene() throws -> (Renderer, [Layer]) {
    let renderer = try Renderer(size: CGSize(width: 64, height: 48))
    let boxes = (0..<6).map { index in
      let box = Layer()
      box.bounds = CGRect(x: 0, y: 0, width: 5 + 2 * index, height: 13 - index)
      box.backgroundColor = Color(red: 1, green: Double(index) / 6, blue: 0, alpha: 0.7)
      renderer.layer.addSublayer(box)
      return box
    }
    return (renderer, boxes)
  }

  @Test("keeps its pixels, and those drawn later are those of a frame drawn whole")
  func pixels() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (renderer, boxes) = try scene()
      renderer.layer.backgroundColor = seed % 2 == 0 ? Color(rgb: 0x20_4060) : nil
      var held: [(frame: Frame, pixels: [UInt32])] = []
      for index in 0..<150 {
        change(boxes, &random)
        let frame = try renderer.render(at: Double(index))
        let whole = try Compositor(width: 64, height: 48).render(
          renderer.commit(at: Double(index)), at: Double(index))
        #expect(frame.bitmap == whole.bitmap, "seed \(seed), frame \(index)")
        // Bursts of frames are held, let go in any order, and not held for a while.
        if index % 100 < 60, random.below(3) > 0 { held.append((frame, whole.bitmap.pixels)) }
        while held.count > random.below(9) {
          let (frame, pixels) = held.remove(at: random.below(held.count))
          #expect(frame.bitmap.pixels == pixels, "seed \(seed), frame \(index)")
        }
      }
    }
  }
}
