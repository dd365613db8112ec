import Foundation
import Lamina
import Testing

@Suite("Scroll layers")
struct ScrollLayerTests {
  private func window(_ bounds: CGRect) -> ScrollLayer {
    let layer = ScrollLayer()
    layer.bounds = bounds
    return layer
  }

  @Test("have Core Animation's default values")
  func defaults() {
    let layer = ScrollLayer()
    #expect(layer.masksToBounds)
    #expect(layer.scrollMode == .both)
    #expect(layer.bounds == .zero)
    #expect(ScrollLayer.defaultValue(forKey: "masksToBounds") as? Bool == true)
    #expect(ScrollLayer.defaultValue(forKey: "scrollMode") as? String == "both")
    #expect(ScrollLayer.defaultValue(forKey: "opacity") as? Float == 1)
  }

  @Test("15.1: a point becomes the origin of the bounds, and is not clamped")
  func point() {
    let layer = window(CGRect(x: 5, y: 7, width: 100, height: 100))
    layer.scroll(to: CGPoint(x: 50, y: 60))
    #expect(layer.bounds == CGRect(x: 50, y: 60, width: 100, height: 100))
    layer.scroll(to: CGPoint(x: -1e6, y: 3.5))
    #expect(layer.bounds.origin == CGPoint(x: -1e6, y: 3.5))
  }

  @Test("15.1: a rectangle is shown by the smallest move")
  func rect() {
    let layer = window(CGRect(x: 5, y: 7, width: 100, height: 100))
    layer.scroll(to: CGRect(x: 120, y: 130, width: 20, height: 30))
    #expect(layer.bounds.origin == CGPoint(x: 40, y: 60))
    layer.scroll(to: CGRect(x: 41, y: 60, width: 99, height: 100))
    #expect(layer.bounds.origin == CGPoint(x: 40, y: 60))
    layer.scroll(to: CGRect(x: 30, y: 70, width: 20, height: 1))
    #expect(layer.bounds.origin == CGPoint(x: 30, y: 60))
    layer.scroll(to: CGRect(x: 20, y: 90, width: -10, height: -60))
    #expect(layer.bounds.origin == CGPoint(x: 10, y: 30))
    layer.scroll(to: CGRect(x: -20, y: 0, width: 300, height: 140))
    #expect(layer.bounds.origin == CGPoint(x: -20, y: 0))
    layer.scroll(to: CGRect.null)
    #expect(layer.bounds.origin == CGPoint(x: -20, y: 0))
  }

  @Test(
    "15.1: only the axes of the mode move",
    arguments: [
      (ScrollLayer.Mode.both, CGPoint(x: 20, y: 35)), (.horizontally, CGPoint(x: 20, y: 20)),
      (.vertically, CGPoint(x: 10, y: 35)), (.none, CGPoint(x: 10, y: 20)),
    ])
  func mode(_ mode: ScrollLayer.Mode, _ origin: CGPoint) {
    let layer = window(CGRect(x: 10, y: 20, width: 100, height: 80))
    layer.scrollMode = mode
    layer.scroll(to: CGRect(x: 90, y: 75, width: 30, height: 40))
    #expect(layer.bounds.origin == origin)
    layer.scroll(to: CGPoint(x: 10, y: 20))
    layer.scroll(to: CGPoint(x: 20, y: 35))
    #expect(layer.bounds.origin == origin)
  }

  @Test("15.2: a layer scrolls the nearest scroll layer around it, in its own coordinates")
  func fromInside() {
    let layer = window(CGRect(x: 0, y: 0, width: 100, height: 100))
    let content = makeLayer(
      bounds: CGRect(x: 0, y: 0, width: 50, height: 50), position: CGPoint(x: 100, y: 100),
      anchor: .zero)
    layer.addSublayer(content)
    content.scroll(CGPoint(x: 10, y: 20))
    #expect(layer.bounds.origin == CGPoint(x: 110, y: 120))
    #expect(content.visibleRect == CGRect(x: 10, y: 20, width: 40, height: 30))
    #expect(layer.visibleRect == layer.bounds)
    content.scrollRectToVisible(CGRect(x: -20, y: 30, width: 30, height: 10))
    #expect(layer.bounds.origin == CGPoint(x: 80, y: 120))
    layer.scroll(CGPoint(x: 3, y: 4))
    #expect(layer.bounds.origin == CGPoint(x: 3, y: 4))
    layer.scroll(to: CGPoint(x: 300, y: 0))
    #expect(content.visibleRect.isNull)
  }

  @Test("15.2: without a scroll layer all is visible, and nothing scrolls")
  func outside() {
    let layer = makeLayer(bounds: CGRect(x: 3, y: 4, width: 50, height: 60))
    layer.scroll(CGPoint(x: 10, y: 20))
    layer.scrollRectToVisible(CGRect(x: 90, y: 90, width: 1, height: 1))
    #expect(layer.bounds.origin == CGPoint(x: 3, y: 4))
    #expect(layer.visibleRect == CGRect(x: 3, y: 4, width: 50, height: 60))
  }

  @Test("of scroll layers inside each other only the nearest scrolls")
  func nested() {
    let outer = window(CGRect(x: 0, y: 0, width: 100, height: 100))
    let inner = window(CGRect(x: 0, y: 0, width: 40, height: 30))
    let content = Layer()
    content.frame = CGRect(x: 7, y: 0, width: 500, height: 400)
    outer.addSublayer(inner)
    inner.addSublayer(content)
    content.scroll(CGPoint(x: 60, y: 90))
    #expect(inner.bounds.origin == CGPoint(x: 67, y: 90))
    #expect(outer.bounds.origin == .zero)
  }

  @Test("animate as any change of the bounds does, and keep their mode in presentations")
  func animation() throws {
    let renderer = try Renderer(size: CGSize(width: 60, height: 40))
    let layer = window(CGRect(x: 0, y: 0, width: 60, height: 40))
    layer.scrollMode = .vertically
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    Transaction.run(duration: 2, timingFunction: .linear) {
      layer.scroll(to: CGPoint(x: 9, y: 30))
    }
    renderer.commit(at: 10)
    renderer.commit(at: 11)
    let seen = try #require(layer.presentation())
    #expect(seen.bounds.origin == CGPoint(x: 0, y: 15))
    #expect(seen.scrollMode == .vertically)
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 30))
  }

  @Test("cut off what is past their bounds, and damage what they show when they scroll")
  func pictures() throws {
    let renderer = try Renderer(size: CGSize(width: 12, height: 9))
    let layer = window(CGRect(x: 0, y: 0, width: 6, height: 4))
    layer.position = CGPoint(x: 5, y: 4)
    let content = Layer()
    content.frame = CGRect(x: -10, y: 2, width: 100, height: 1)
    content.backgroundColor = .red
    layer.addSublayer(content)
    renderer.layer.addSublayer(layer)
    let first = try renderer.render(at: 0)
    #expect(first.bitmap[2, 4] == 0xFFFF_0000)
    #expect(first.bitmap[7, 4] == 0xFFFF_0000)
    #expect(first.bitmap[1, 4] == 0)
    #expect(first.bitmap[8, 4] == 0)
    Transaction.run(disableActions: true) { layer.scroll(to: CGPoint(x: 0, y: 1)) }
    let second = try renderer.render(at: 0)
    #expect(second.bitmap[2, 3] == 0xFFFF_0000)
    #expect(second.bitmap[2, 4] == 0)
    #expect(second.damage.rects == [PixelRect(x: 2, y: 3, width: 6, height: 2)])
  }
}
