import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Many opaque rectangles are drawn row by row, each pixel once. What comes out is what drawing them
/// back to front gives.
@Suite("Many narrow rectangles")
struct NarrowRectangleTests {
  /// A kind of scene.
  enum Kind: CaseIterable {
    /// Next to each other, as the columns of a waveform.
    case columns
    /// In front of each other: each in a rank of its own, more than there can be.
    case heap
    /// Anywhere, most of them narrow and tall.
    case anywhere
    /// Few that are wide: drawn one by one.
    case wide
  }

  private func scene(_ kind: Kind, _ numbers: inout SeededGenerator) -> [Layer] {
    let count = numbers.integer(in: 20...160)
    return (0..<count).map { index in
      let layer = Layer()
      let top = numbers.integer(in: -5...60)
      let height = numbers.integer(in: 0...90)
      switch kind {
      case .columns: layer.frame = CGRect(x: index, y: top, width: 1, height: height)
      case .heap:
        layer.frame = CGRect(
          x: numbers.integer(in: 40...42), y: top, width: numbers.integer(in: 1...9),
          height: height)
      case .anywhere:
        layer.frame = CGRect(
          x: numbers.integer(in: -3...100), y: top, width: numbers.integer(in: 0...4),
          height: height)
      case .wide:
        layer.frame = CGRect(
          x: numbers.integer(in: -3...60), y: top, width: numbers.integer(in: 30...99),
          height: height)
      }
      layer.backgroundColor = Color(rgb: UInt32(numbers.integer(in: 0...0xFF_FFFF)))
      return layer
    }
  }

  @Test(
    "look as if they were drawn one after the other", arguments: Kind.allCases, 1...12)
  func sameAsOneByOne(kind: Kind, seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed) &+ 7_000)
    let renderer = try Renderer(size: CGSize(width: 100, height: 70))
    // With something behind that is left as it is, and without.
    if seed % 2 == 0 { renderer.layer.backgroundColor = .orange }
    renderer.layer.sublayers = scene(kind, &numbers)
    for step in 0..<6 {
      let frame = try renderer.render(at: Double(step))
      renderer.options.usesReferenceLoops = true
      renderer.invalidate()
      let plain = try renderer.render(at: Double(step))
      #expect(frame.bitmap == plain.bitmap, "seed \(seed), step \(step)")
      if step == 0 {
        #expect(frame.report.operations.fills == plain.report.operations.fills)
        #expect(frame.report.operations.pixels == plain.report.operations.pixels)
      }
      renderer.options.usesReferenceLoops = false
      renderer.invalidate()
      _ = try renderer.render(at: Double(step))
      // Only some of them move next, so that only a part is drawn.
      Transaction.run(disableActions: true) {
        for layer in renderer.layer.sublayers! where numbers.integer(in: 0...9) == 0 {
          layer.position.y += CGFloat(numbers.integer(in: -9...9))
          layer.isHidden = numbers.integer(in: 0...5) == 0
        }
      }
    }
  }

  @Test("are drawn alike in bands", arguments: 1...4)
  func bands(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let renderer = try Renderer(size: CGSize(width: 100, height: 70))
    renderer.layer.sublayers = scene(.anywhere, &numbers)
    let one = try renderer.render(at: 0).bitmap
    for bands in [2, 3, 7] {
      renderer.options.bands = bands
      renderer.invalidate()
      #expect(try renderer.render(at: 0).bitmap == one)
    }
  }
}
