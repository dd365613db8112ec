import QuartzCore
import Testing

@Suite("CALayerDelegate")
struct DelegateNameTests {
  /// The calls of the delegate, in order.
  private final class Notes {
    var entries: [String] = []
  }

  private final class Nothing: NSObject, CALayerDelegate {}

  private final class Painter: NSObject, CALayerDelegate {
    let notes = Notes()

    func layerWillDraw(_ layer: CALayer) { notes.entries.append("will draw") }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      notes.entries.append("draw")
      ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
    }
  }

  private final class Shower: NSObject, CALayerDelegate {
    let notes = Notes()

    func display(_ layer: CALayer) {
      notes.entries.append("display")
      layer.contents = try? CGImage(width: 1, height: 1, pixels: [0xFF12_3456])
    }

    func draw(_ layer: CALayer, in ctx: CGContext) { notes.entries.append("draw") }

    func layoutSublayers(of layer: CALayer) {
      notes.entries.append("layout")
      // What it asks while it answers is no answer of its own.
      layer.displayIfNeeded()
    }

    func action(for layer: CALayer, forKey event: String) -> CAAction? {
      event == "opacity" ? NSNull() : nil
    }
  }

  private final class Manager: NSObject, CALayoutManager {
    var count = 0
    func layoutSublayers(of layer: CALayer) { count += 1 }
  }

  private func layer(_ delegate: any CALayerDelegate) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 3)
    layer.delegate = delegate
    return layer
  }

  @Test("13.6: a delegate without methods leaves the layer to itself")
  func nothing() {
    let delegate = Nothing()
    let layer = layer(delegate)
    let manager = Manager()
    layer.layoutManager = manager
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    layer.layoutIfNeeded()
    #expect(manager.count == 1)
    #expect(layer.action(forKey: "opacity") == nil)
    #expect(layer.delegate === delegate)
  }

  @Test("13.6: a delegate that draws is told before, and fills the contents")
  func drawing() {
    let delegate = Painter()
    let layer = layer(delegate)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(delegate.notes.entries == ["will draw", "draw"])
    let image = layer.contents as? CGImage
    #expect(image?.width == 4 && image?.height == 3)
    #expect(image?[1, 0] == 0xFFFF_0000 && image?[3, 0] == 0)
  }

  @Test(
    "13.6: a delegate that displays is not asked to draw; one that lays out stands for the manager")
  func displaying() {
    let delegate = Shower()
    let layer = layer(delegate)
    let manager = Manager()
    layer.layoutManager = manager
    layer.setNeedsDisplay()
    layer.layoutIfNeeded()
    #expect(delegate.notes.entries == ["layout", "display"])
    #expect(manager.count == 0)
    #expect((layer.contents as? CGImage)?[0, 0] == 0xFF12_3456)
  }

  @Test("2.2: the delegate's NSNull ends the search for an action")
  func actions() throws {
    let renderer = try Renderer(size: CGSize(width: 8, height: 6))
    let delegate = Shower()
    let layer = layer(delegate)
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    layer.opacity = 0.5
    layer.position = CGPoint(x: 3, y: 2)
    #expect(layer.animationKeys() == ["position"])
  }

  /// Writes down starts and stops.
  private final class Ends: NSObject, CAAnimationDelegate {
    var entries: [String] = []
    func animationDidStart(_ anim: CAAnimation) { entries.append("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      let name = anim.value(forKey: "name") as? String
      entries.append("stop \(name ?? "") \(flag)")
    }
  }

  @Test("3.10: an animation's delegate hears of its start and its end")
  func animationDelegate() throws {
    let renderer = try Renderer(size: CGSize(width: 8, height: 6))
    let layer = CALayer()
    renderer.layer.addSublayer(layer)
    let ends = Ends()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0
    fade.duration = 1
    fade.delegate = ends
    fade.setValue("fade", forKey: "name")
    layer.add(fade, forKey: "fade")
    renderer.commit(at: 3)
    #expect(ends.entries == ["start"])
    renderer.commit(at: 4.5)
    #expect(ends.entries == ["start", "stop fade true"])
  }
}
