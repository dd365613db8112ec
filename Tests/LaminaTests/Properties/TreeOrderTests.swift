import Foundation
import Testing

@testable import Lamina

@Suite("A compositor")
struct TreeOrderTests {
  @Test("draws trees of several renderers as if it had drawn nothing before")
  func severalRenderers() throws {
    let trees = try [Color.red, .green, .blue].map { color in
      let renderer = try Renderer(width: 20, height: 10)
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
    let renderer = try Renderer(width: 60, height: 10)
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
}
