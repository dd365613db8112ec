import Foundation
import Lamina
import LaminaTestSupport
import Synchronization
import Testing

@Suite("A tree of extreme shape", .slow)
struct DepthTests {
  /// Runs `body` on a thread with a small stack and waits for it.
  private static func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
  }

  @Test("of 20,000 transform layers or replicators inside each other is drawn on a 512 KB stack")
  func deepSpaces() throws {
    let pixels = Mutex<[UInt32]>([])
    Self.onSmallStack {
      for make in [{ TransformLayer() }, { ReplicatorLayer() }] as [() -> Layer] {
        guard let renderer = try? Renderer(size: CGSize(width: 20, height: 20)) else { return }
        var last = renderer.layer
        for _ in 0..<20_000 {
          let layer = make()
          (layer as? ReplicatorLayer)?.instanceCount = 2
          last.addSublayer(layer)
          last = layer
        }
        last.addSublayer(Layer())
        last.sublayers?[0].frame = CGRect(x: 3, y: 4, width: 5, height: 6)
        last.sublayers?[0].backgroundColor = .red
        let picture = try? renderer.render(at: 0).bitmap
        pixels.withLock { $0 += [picture?[4, 5] ?? 0, picture?[9, 5] ?? 1] }
      }
    }
    #expect(pixels.withLock { $0 } == [0xFFFF_0000, 0, 0xFFFF_0000, 0])
  }

  /// A chain: each layer one point further to the right and down in its superlayer, modulo 8.
  private static func chain(_ length: Int) -> (root: Layer, last: Layer) {
    let root = Layer()
    var last = root
    for number in 1..<length {
      let layer = Layer()
      layer.anchorPoint = .zero
      layer.position = number % 2 == 0 ? CGPoint(x: 3, y: 2) : CGPoint(x: -3, y: -2)
      layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 5)
      last.addSublayer(layer)
      last = layer
    }
    last.backgroundColor = .red
    return (root, last)
  }

  @Test("with 100,000 layers inside each other is drawn, changed and freed on a 512 KB stack")
  func deepChain() throws {
    let damage = Mutex<[[PixelRect]]>([])
    Self.onSmallStack {
      let (root, last) = Self.chain(100_000)
      guard let renderer = try? Renderer(layer: root, width: 20, height: 20) else { return }
      func draw(_ time: Double) {
        let rects = (try? renderer.render(at: time))?.damage.rects ?? []
        damage.withLock { $0.append(rects) }
      }
      draw(0)
      Transaction.run(disableActions: true) { last.position = CGPoint(x: 4, y: 6) }
      draw(1)
      // The whole chain but the root moves: a change at the top reaches the bottom.
      Transaction.run(disableActions: true) { root.sublayers![0].position.x += 5 }
      draw(2)
      let middle = root.sublayers![0]
      middle.removeFromSuperlayer()
      draw(3)
    }
    // 99,999 layers: the pairs cancel, and the last one stands at (-3, -2) of the sum (0, 0).
    #expect(
      damage.withLock { $0 } == [
        [PixelRect(x: 0, y: 0, width: 20, height: 20)],
        [
          PixelRect(x: 0, y: 0, width: 1, height: 3), PixelRect(x: 4, y: 6, width: 4, height: 5),
        ],
        [
          PixelRect(x: 4, y: 6, width: 4, height: 5), PixelRect(x: 9, y: 6, width: 4, height: 5),
        ],
        [PixelRect(x: 9, y: 6, width: 4, height: 5)],
      ])
  }

  @Test("with 10,000 groups inside each other is drawn and freed on a 512 KB stack")
  func deepGroups() throws {
    let pixel = Mutex<UInt32>(0)
    Self.onSmallStack {
      let (root, last) = Self.chain(10_000)
      var layer = last
      while let parent = layer.superlayer {
        parent.opacity = 0.999
        parent.masksToBounds = parent !== root
        layer = parent
      }
      root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      last.position = CGPoint(x: 0, y: 0)
      guard let renderer = try? Renderer(layer: root, width: 20, height: 20) else { return }
      let picture = (try? renderer.render(at: 0))?.bitmap
      pixel.withLock { $0 = picture?[0, 0] ?? 1 }
    }
    #expect(pixel.withLock { $0 } != 1)
  }

  /// 200,000 layers, or as many as `LAMINA_WIDE_LAYERS` says.
  private static var wideCount: Int {
    environmentNumber("LAMINA_WIDE_LAYERS") ?? 200_000
  }

  @Test("with very many layers side by side is drawn, and moving one touches its pixels alone")
  func wideTree() throws {
    let count = Self.wideCount
    let root = Layer()
    var layers: [Layer] = []
    layers.reserveCapacity(count)
    for number in 0..<count {
      let layer = Layer()
      layer.frame = CGRect(x: number % 300, y: number / 300 % 200, width: 1, height: 1)
      layer.backgroundColor = number % 2 == 0 ? .red : .blue
      layers.append(layer)
    }
    root.sublayers = layers
    let renderer = try Renderer(layer: root, width: 300, height: 210)
    _ = try renderer.render(at: 0)
    let moved = layers[count / 2]
    let old = moved.frame
    Transaction.run(disableActions: true) {
      moved.frame = CGRect(x: 7, y: 203, width: 2, height: 3)
    }
    let frame = try renderer.render(at: 1)
    #expect(
      frame.damage.rects == [
        PixelRect(x: Int(old.minX), y: Int(old.minY), width: 1, height: 1),
        PixelRect(x: 7, y: 203, width: 2, height: 3),
      ])
    #expect(frame.report.layersVisited == 1)
    #expect(frame.bitmap[8, 205] == moved.backgroundColor!.premultipliedPixel)

    Transaction.run(disableActions: true) {
      layers[3].removeFromSuperlayer()
      root.insertSublayer(layers[3], at: 10)
    }
    let reordered = try renderer.render(at: 2)
    let full = try Compositor(width: 300, height: 210).render(renderer.commit(at: 2), at: 2)
    #expect(reordered.bitmap == full.bitmap)
    #expect(reordered.damage.area < 1_000)
  }
}
