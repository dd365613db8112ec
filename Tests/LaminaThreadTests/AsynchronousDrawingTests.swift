import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

/// Draws random figures: the same ones for the same seed.
private final class DoodleLayer: Layer {
  var seed: UInt64 = 1
  var takesBitmaps = false

  override func draw(in context: DrawingContext) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<numbers.integer(in: 1...25) { step(context, &numbers) }
    if takesBitmaps { _ = context.makeBitmap() }
    for _ in 0..<3 { step(context, &numbers) }
  }

  private func step(_ context: DrawingContext, _ numbers: inout SeededGenerator) {
    let color = Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF)
      .withAlpha(numbers.unit())
    let rect = CGRect(
      x: numbers.number(in: -10...60), y: numbers.number(in: -10...40),
      width: numbers.number(in: 0...50), height: numbers.number(in: 0...40))
    var path = Path(ellipseIn: rect)
    path.move(to: CGPoint(x: rect.minX, y: 3))
    path.addLine(to: CGPoint(x: 40, y: rect.maxY))
    path.addLine(to: CGPoint(x: rect.maxX, y: 9))
    switch numbers.below(16) {
    case 0: context.saveState()
    case 1:
      context.saveState()
      context.clip(to: path, rule: .evenOdd)
      context.fill(CGRect.infinite)
      context.restoreState()
    case 2: context.clip(to: rect.insetBy(dx: -20, dy: -20))
    case 3: context.rotate(by: numbers.number(in: -0.2...0.2))
    case 4: context.scaleBy(x: numbers.number(in: 0.8...1.2), y: 1.1)
    case 5: context.fillColor = color
    case 6: context.strokeColor = color
    case 7: context.alpha = numbers.unit()
    case 8: context.lineWidth = numbers.number(in: 0...9)
    case 9: context.fill(rect)
    case 10: context.clear(rect.insetBy(dx: 5, dy: 5))
    case 11: context.fill(path, rule: numbers.chance(50) ? .nonZero : .evenOdd)
    case 12: context.stroke(path)
    case 13:
      context.strokeLines(
        between: (0..<9).map { CGPoint(x: $0 * 6, y: numbers.integer(in: 0...40)) })
    case 14: context.draw(TestBitmaps.all[numbers.below(TestBitmaps.all.count)], in: rect)
    default:
      let inner = Layer()
      inner.bounds = CGRect(x: 0, y: 0, width: 20, height: 12)
      inner.backgroundColor = color
      inner.cornerRadius = 4
      inner.render(in: context)
    }
  }
}

@Suite("Asynchronous drawing")
struct AsynchronousDrawingTests {
  private func doodle(_ seed: UInt64, _ asynchronously: Bool) -> DoodleLayer {
    let layer = DoodleLayer()
    layer.bounds = CGRect(x: 4, y: 2, width: 60, height: 40)
    layer.seed = seed
    layer.takesBitmaps = seed % 7 == 0
    layer.isOpaque = seed % 3 == 0
    layer.contentsScale = seed % 2 == 0 ? 1 : 1.5
    layer.drawsAsynchronously = asynchronously
    layer.actions = ["contents": NoAction()]
    return layer
  }

  @Test("is off by default, accessible by key, and a property of the model")
  func property() {
    let layer = Layer()
    #expect(!layer.drawsAsynchronously)
    layer.setValue(true, forKey: "drawsAsynchronously")
    #expect(layer.drawsAsynchronously)
    #expect(layer.value(forKey: "drawsAsynchronously") as? Bool == true)
    layer.drawsAsynchronously = false
    #expect(layer.value(forKey: "drawsAsynchronously") as? Bool == false)
  }

  @Test("gives the same bytes for any sequence of commands", .slow)
  func sameBytes() {
    for seed in 1...300 as ClosedRange<UInt64> {
      let (now, later) = (doodle(seed, false), doodle(seed, true))
      now.display()
      later.display()
      #expect(now.contents == later.contents, "seed \(seed)")
      // And again of a part.
      for layer in [now, later] {
        layer.seed = seed + 1_000
        layer.setNeedsDisplay(CGRect(x: 11, y: 8, width: 30, height: 19.5))
        layer.displayIfNeeded()
      }
      #expect(now.contents?.pixels == later.contents?.pixels, "seed \(seed), in part")
    }
  }

  @Test("shows in frames what drawing at once shows, while layers are drawn again and again")
  func frames() throws {
    var pictures: [[Bitmap]] = []
    for asynchronously in [false, true] {
      let renderer = try Renderer(size: CGSize(width: 100, height: 80))
      let layers = (1...5).map { doodle(UInt64($0), asynchronously) }
      for (index, layer) in layers.enumerated() {
        layer.position = CGPoint(x: 30 + index * 9, y: 20 + index * 11)
        if index == 2 { layer.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1) }
        renderer.layer.addSublayer(layer)
        layer.setNeedsDisplay()
      }
      var frames: [Bitmap] = []
      for step in 0..<30 {
        let layer = layers[step % 5]
        layer.seed = UInt64(step + 50)
        layer.setNeedsDisplay(CGRect(x: 5 + step, y: 4, width: 12, height: 30))
        // Every third is committed and not drawn.
        if step % 3 == 0 {
          renderer.commit(at: 0)
        } else {
          frames.append(try renderer.render(at: 0).bitmap)
        }
      }
      pictures.append(frames)
    }
    #expect(pictures[0].count == 20)
    #expect(pictures[0] == pictures[1])
  }

  @Test("calls draw(in:) where it always is, and holds no commands once they are carried out")
  func callers() async {
    await #expect(processExitsWith: .success) {
      let layer = DoodleLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 40)
      layer.drawsAsynchronously = true
      let before = PixelStorage.bytesInUse
      for seed in 1...50 as ClosedRange<UInt64> {
        layer.seed = seed
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
      }
      // Reading waits.
      precondition(layer.contents?.pixels.count == 2_400)
      precondition(PixelStorage.bytesInUse >= before + 60 * 40 * 4)
      layer.contents = nil
    }
  }

  @Test("is done once, on the thread that first needs the result")
  func work() {
    let count = Counter()
    let jobs = (0..<64).map { _ in OneShotTask { count.add() } }
    for (index, job) in jobs.enumerated() where index % 2 == 0 { job.start() }
    for job in jobs { job.finish() }
    #expect(count.value == 64)
    for job in jobs { #expect(job.isDone) }
    let dropped = OneShotTask { count.add() }
    dropped.cancel()
    dropped.start()
    dropped.finish()
    #expect(count.value == 64)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}
