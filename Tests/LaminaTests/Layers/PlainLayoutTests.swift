import Foundation
import Lamina
import Testing

/// Layers that nobody lays out: their marks are cleared without a call.
@Suite("Layout marks of plain layers")
struct PlainLayoutTests {
  private final class Delegate: LayerDelegate {
    var count = 0
    func layoutSublayers(of layer: Layer) -> Bool {
      count += 1
      return true
    }
  }

  /// Writes its sublayers' marks down when it is laid out.
  private final class Parent: Layer {
    var layoutCount = 0
    var marks: [Bool] = []
    override func layoutSublayers() {
      layoutCount += 1
      marks = (sublayers ?? []).map { $0.needsLayout() }
    }
  }

  private let renderer: Renderer
  private let layer = Layer()

  init() throws {
    renderer = try Renderer(size: CGSize(width: 20, height: 20))
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
  }

  /// Has the layer wait in the queue of the next commit, with a mark.
  private func mark() {
    layer.isHidden.toggle()
    layer.bounds.size.width += 1
    #expect(layer.needsLayout())
  }

  @Test("are there from a change of the bounds until the transaction ends")
  func cleared() throws {
    for _ in 0..<3 {
      mark()
      Transaction.flush()
      #expect(!layer.needsLayout())
    }
    mark()
    _ = try renderer.render(at: 1)
    #expect(!layer.needsLayout())
    // Its implicit animations are over.
    _ = try renderer.render(at: 10)
    #expect(renderer.nextFrameTime(after: 10) == .never)
  }

  @Test("lead to layout where a delegate or a manager comes before it is due")
  func delegated() throws {
    let delegate = Delegate()
    mark()
    layer.delegate = delegate
    _ = try renderer.render(at: 1)
    #expect(delegate.count == 1)
    #expect(!layer.needsLayout())
    layer.delegate = nil
    mark()
    layer.layoutManager = ConstraintLayoutManager()
    _ = try renderer.render(at: 2)
    #expect(!layer.needsLayout())
  }

  @Test("stay on a layer that leaves, and are cleared where it comes back")
  func leaving() throws {
    mark()
    layer.removeFromSuperlayer()
    Transaction.flush()
    #expect(layer.needsLayout())
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 1)
    #expect(!layer.needsLayout())

    mark()
    layer.removeFromSuperlayer()
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 2)
    #expect(!layer.needsLayout())
  }

  @Test("are on sublayers while their superlayer is laid out for them")
  func superlayer() throws {
    let parent = Parent()
    parent.sublayers = [layer, Layer()]
    renderer.layer.addSublayer(parent)
    _ = try renderer.render(at: 1)
    parent.layoutCount = 0
    mark()
    _ = try renderer.render(at: 2)
    #expect(parent.layoutCount == 1)
    #expect(parent.marks == [true, false])
    #expect(!layer.needsLayout())
  }

  @Test("of a thousand layers and their own commits leave nothing behind")
  func many() throws {
    let layers = (0..<1000).map { _ in Layer() }
    renderer.layer.sublayers = layers
    _ = try renderer.render(at: 1)
    for (index, layer) in layers.enumerated() {
      layer.frame = CGRect(x: index % 20, y: index / 50, width: 1 + index % 3, height: 2)
      if index % 7 == 0 { Transaction.flush() }
      if index % 11 == 0 { layer.removeFromSuperlayer() }
    }
    _ = try renderer.render(at: 2)
    #expect(!layers.contains { $0.superlayer != nil && $0.needsLayout() })
    #expect(!renderer.layer.needsLayout())
  }
}
