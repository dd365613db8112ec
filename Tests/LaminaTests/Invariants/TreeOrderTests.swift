import Foundation
import Testing

@testable import Lamina

@Suite("A compositor")
struct TreeOrderTests {
  @Test("draws trees of several renderers as if it had drawn nothing before")
  func severalRenderers() throws {
    let trees = try [Color.red, .green, .blue].map { color in
      let renderer = try Renderer(size: CGSize(width: 20, height: 10))
      renderer.layer.backgroundColor = color
      return renderer.commit(at: 0)
    }
    let compositor = try Compositor(width: 20, height: 10)
    for index in [0, 1, 0, 2, 1, 0] {
      let expected = try Compositor(width: 20, height: 10).render(trees[index], at: 0)
      #expect(try compositor.render(trees[index], at: 0).bitmap == expected.bitmap)
    }
  }

  @Test("places layers anew that were not in the tree it drew last")
  func skippedTree() throws {
    // Three chunks: the container moves in the first one, its layers in the last come and go.
    let renderer = try Renderer(size: CGSize(width: 60, height: 10))
    let container = Layer()
    renderer.layer.addSublayer(container)
    for _ in 0..<NodeChunk.capacity * 2 { container.addSublayer(Layer()) }
    let last = Layer()
    last.frame = CGRect(x: 0, y: 2, width: 5, height: 6)
    last.backgroundColor = .red
    container.addSublayer(last)
    let first = renderer.commit(at: 0)
    container.position.x = 30
    let second = renderer.commit(at: 1)
    let lastChunk = container.sublayers!.suffix(NodeChunk.capacity)
    for layer in lastChunk { layer.removeFromSuperlayer() }
    let third = renderer.commit(at: 2)

    let compositor = try Compositor(width: 60, height: 10)
    for tree in [first, third, second, first, second, third, first] {
      let expected = try Compositor(width: 60, height: 10).render(tree, at: 0)
      #expect(try compositor.render(tree, at: 0).bitmap == expected.bitmap)
    }
  }

  @Test("composes layers apart that were in their superlayer's group until now")
  func splitGroup() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    renderer.layer.opacity = 0.25
    for (x, color) in [(0, Color.red), (12, Color.blue.withAlpha(0.5))] {
      let layer = Layer()
      layer.frame = CGRect(x: x, y: 5, width: 20, height: 20)
      layer.backgroundColor = color
      layer.addSublayer(Layer())
      renderer.layer.addSublayer(layer)
    }
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { renderer.layer.allowsGroupOpacity = false }
    let frame = try renderer.render(at: 1)
    // Red at 64 / 255; blue at 128 / 255 and then 64 / 255, over it.
    #expect(frame.bitmap[2, 10] == 0x4040_0000)
    #expect(frame.bitmap[30, 10] == 0x2000_0020)
    #expect(frame.bitmap[15, 10] == 0x5838_0020)
  }

  @Test("rounds the edges of a layer alike, whether or not it has anything rare about it")
  func edges() throws {
    for x in stride(from: 0, to: 8, by: 1.0 / 3) {
      for scale in [0.75, 1.5, 3] {
        let pictures = try [false, true].map { isRare in
          let layer = Layer()
          layer.frame = CGRect(x: x, y: 22 - x, width: 22 + x / 7, height: 256.0 / 3)
          layer.backgroundColor = .red
          if isRare { layer.contentsRect.size.width = 0.5 }
          let root = Layer()
          root.position = CGPoint(x: 1.0 / 3, y: x / 9)
          root.addSublayer(layer)
          return try Renderer(layer: root, width: 70, height: 60, scale: scale).render(at: 0)
            .bitmap
        }
        #expect(pictures[0] == pictures[1], "x \(x), scale \(scale)")
      }
    }
  }
}
