import Foundation
import Testing

@testable import Lamina

/// A layer that writes down when it is laid out and drawn.
private class NotedLayer: Layer {
  let journal: Journal

  init(_ name: String, _ journal: Journal) {
    self.journal = journal
    super.init()
    self.name = name
  }

  required init(layer: Any) {
    journal = (layer as? NotedLayer)?.journal ?? Journal()
    super.init(layer: layer)
  }

  override func layoutSublayers() { journal.note("layout \(name ?? "")") }
  override func display() { journal.note("display \(name ?? "")") }
}

private final class Manager: LayoutManager {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func layoutSublayers(of layer: Layer) { journal.note("manager") }
  func invalidateLayout(of layer: Layer) { journal.note("invalidate") }
  func preferredSize(of layer: Layer) -> CGSize { CGSize(width: 31, height: 17) }
}

/// A delegate with parts that can be switched on.
private final class Delegate: LayerDelegate {
  var laysOut = false
  var displays = false
  var draws = false
  let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  func layoutSublayers(of layer: Layer) -> Bool {
    journal.note("delegate layout")
    return laysOut
  }

  func display(_ layer: Layer) -> Bool {
    journal.note("display")
    return displays
  }

  func layerWillDraw(_ layer: Layer) { journal.note("willDraw") }

  func draw(_ layer: Layer, in context: DrawingContext) -> Bool {
    journal.note("draw")
    guard draws else { return false }
    context.fillColor = .green
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    return true
  }
}

/// Fills its bounds with the colour it holds, point (1, 0) of its space with red.
private final class PaintedLayer: Layer {
  var color = Color.blue
  private(set) var drawCount = 0

  override func draw(in context: DrawingContext) {
    drawCount += 1
    context.fillColor = color
    context.fill(bounds)
    context.fillColor = .red
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
  }
}

@Suite("Layout")
struct LayoutTests {
  private let journal = Journal()

  @Test("13.1: goes up through marked superlayers, lays out the subtree, and clears the marks")
  func layoutIfNeeded() {
    let a = NotedLayer("a", journal)
    let b = NotedLayer("b", journal)
    let c = NotedLayer("c", journal)
    let d = NotedLayer("d", journal)
    a.addSublayer(b)
    b.addSublayer(c)
    b.addSublayer(d)
    a.layoutIfNeeded()
    #expect(journal.entries == ["layout a", "layout b"])
    c.setNeedsLayout()
    d.setNeedsLayout()
    b.setNeedsLayout()
    d.layoutIfNeeded()
    #expect(journal.entries.dropFirst(2) == ["layout b", "layout c", "layout d"])
    #expect(![a, b, c, d].contains { $0.needsLayout() })
    a.layoutIfNeeded()
    #expect(journal.entries.count == 5)
  }

  @Test("13.2: is marked by sublayers, bounds and a layout manager, not by the position")
  func marks() {
    let m = Layer()
    let x = Layer()
    func check(_ expected: Bool, _ change: () -> Void) -> Bool {
      m.layoutIfNeeded()
      change()
      return m.needsLayout() == expected
    }
    #expect(!m.needsLayout())
    m.addSublayer(x)
    #expect(m.needsLayout() && !x.needsLayout())
    #expect(check(false) { m.position = CGPoint(x: 3, y: 5) })
    #expect(check(false) { x.position = CGPoint(x: 3, y: 5) })
    #expect(check(true) { m.bounds.size.width = 7 })
    #expect(check(true) { m.transform = Transform3D(rotation: 1, x: 0, y: 0, z: 1) })
    #expect(check(false) { m.sublayerTransform = Transform3D(scaleX: 3, y: 2) })
    #expect(check(true) { x.bounds.size.height = 9 })
    #expect(check(true) { x.transform = Transform3D(scaleX: 2, y: 1) })
    #expect(check(true) { m.layoutManager = Manager(journal) })
    #expect(check(true) { x.removeFromSuperlayer() })
    #expect(check(false) { m.opacity = 0.5 })
  }

  @Test("13.2: is not marked by what it does itself")
  func ownChanges() {
    final class Row: Layer {
      override func layoutSublayers() {
        bounds.size.height += 1
        for layer in sublayers ?? [] { layer.bounds.size.width += 1 }
        addSublayer(Layer())
      }
    }
    let row = Row()
    row.setNeedsLayout()
    row.layoutIfNeeded()
    #expect(!row.needsLayout())
    #expect(row.sublayers?.count == 1)
  }

  @Test("13.3: is done by the delegate, else by the manager")
  func whoLaysOut() {
    let layer = Layer()
    let delegate = Delegate(journal)
    layer.delegate = delegate
    layer.layoutManager = Manager(journal)
    layer.layoutIfNeeded()
    #expect(journal.entries == ["invalidate", "delegate layout", "manager"])
    delegate.laysOut = true
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(journal.entries.dropFirst(3) == ["invalidate", "delegate layout"])
  }

  @Test("13.4: tells the manager once, and asks it for the size")
  func manager() {
    let layer = Layer()
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 5)
    #expect(layer.preferredFrameSize() == CGSize(width: 3, height: 5))
    layer.setAffineTransform(Transform2D(scaleX: 2, y: 4))
    #expect(layer.preferredFrameSize() == CGSize(width: 6, height: 20))
    layer.layoutIfNeeded()
    layer.layoutManager = Manager(journal)
    layer.setNeedsLayout()
    layer.setNeedsLayout()
    #expect(journal.entries == ["invalidate"])
    #expect(layer.preferredFrameSize() == CGSize(width: 31, height: 17))
  }

  @Test("13.5: comes at the commit, superlayers first, and before display")
  func atCommit() throws {
    let scene = try LiveScene(NotedLayer("a", journal))
    let b = NotedLayer("b", journal)
    scene.layer.addSublayer(b)
    scene.renderer.commit(at: 0)
    let count = journal.entries.count
    b.setNeedsDisplay()
    b.setNeedsLayout()
    scene.layer.setNeedsLayout()
    scene.layer.setNeedsDisplay()
    scene.renderer.commit(at: 1)
    #expect(
      journal.entries.dropFirst(count) == ["layout a", "layout b", "display b", "display a"])
    #expect(!b.needsLayout() && !b.needsDisplay())
  }

  @Test("of a new layer starts no animations; later it does, in the transaction's time")
  func animates() throws {
    final class Box: Layer {
      override func layoutSublayers() {
        for layer in sublayers ?? [] { layer.position = CGPoint(x: bounds.midX, y: bounds.midY) }
      }
    }
    let scene = try LiveScene()
    let box = Box()
    let content = Layer()
    box.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
    box.addSublayer(content)
    scene.layer.addSublayer(box)
    scene.renderer.commit(at: 0)
    #expect(content.position == CGPoint(x: 10, y: 5))
    #expect(content.animationKeys() == nil)
    Transaction.run(duration: 3) { box.bounds.size.width = 60 }
    #expect(content.position == CGPoint(x: 30, y: 5))
    #expect(content.animation(forKey: "position")?.duration == 3)
    Transaction.run(disableActions: true) { box.bounds.size.width = 90 }
    #expect(content.position == CGPoint(x: 45, y: 5))
  }

  @Test("that marks itself again and again ends, and goes on with the next commit")
  func endless() throws {
    final class Restless: Layer {
      var count = 0
      override func layoutSublayers() {
        count += 1
        setNeedsLayout()
      }
    }
    let restless = Restless()
    let scene = try LiveScene(restless)
    restless.setNeedsLayout()
    scene.renderer.commit(at: 1)
    #expect(restless.count == LayerTree.maximumLayoutPasses)
    #expect(scene.renderer.nextFrameTime(after: 1) == .now)
  }
}

@Suite("Display")
struct DisplayTests {
  private let journal = Journal()

  @Test("13.6: asks the delegate for contents, else lets it draw")
  func delegate() throws {
    let layer = Layer()
    let delegate = Delegate(journal)
    layer.delegate = delegate
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 2)
    delegate.displays = true
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(journal.entries == ["display"])
    #expect(layer.contents == nil)
    delegate.displays = false
    layer.display()
    #expect(journal.entries.dropFirst() == ["display", "willDraw", "draw"])
    #expect(layer.contents == nil)
    delegate.draws = true
    layer.display()
    #expect(layer.contents?.pixels == [0, 0xFF00_FF00, 0, 0, 0, 0])
  }

  @Test("13.6: without a delegate or a class that draws gives no contents")
  func nobody() {
    let layer = Layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 2)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    #expect(!layer.needsDisplay())
  }

  @Test("13.6: draws points of the layer's space at its scale, rounded up to whole pixels")
  func size() throws {
    let layer = PaintedLayer()
    layer.bounds = CGRect(x: 1, y: 0, width: 3.2, height: 1)
    layer.contentsScale = 2
    layer.display()
    let contents = try #require(layer.contents)
    #expect(contents.width == 7)
    #expect(contents.height == 2)
    #expect(contents[1, 1] == 0xFFFF_0000)
    #expect(contents[2, 1] == 0xFF00_00FF)
    layer.contentsScale = 10
    layer.bounds.size.width = 0.3
    layer.display()
    #expect(layer.contents?.width == 3)
  }

  @Test("13.7: clears the mark, and only a marked layer is drawn")
  func flag() throws {
    let layer = PaintedLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 2)
    layer.displayIfNeeded()
    #expect(layer.drawCount == 0)
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    layer.display()
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay())
    #expect(layer.drawCount == 2)
  }

  @Test("13.7: of a rectangle draws only that, over what was drawn before")
  func partial() throws {
    let layer = PaintedLayer()
    layer.bounds = CGRect(x: 10, y: 0, width: 4, height: 2)
    layer.display()
    let before = try #require(layer.contents)
    layer.color = Color(red: 0, green: 1, blue: 0, alpha: 1)
    layer.setNeedsDisplay(CGRect(x: 11.5, y: 1, width: 0.25, height: 9))
    layer.setNeedsDisplay(CGRect(x: 50, y: 0, width: 2, height: 2))
    layer.setNeedsDisplay(CGRect(x: 12, y: 1, width: 0, height: 1))
    layer.displayIfNeeded()
    let blue: UInt32 = 0xFF00_00FF
    let green: UInt32 = 0xFF00_FF00
    #expect(layer.contents?.pixels == [blue, blue, blue, blue, blue, green, blue, blue])
    #expect(before.pixels == [UInt32](repeating: blue, count: 8))
    // Two rectangles are drawn as one, and a whole mark stays whole.
    layer.color = .blue
    layer.setNeedsDisplay(CGRect(x: 10, y: 0, width: 1, height: 1))
    layer.setNeedsDisplay(CGRect(x: 11, y: 1, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(layer.contents?.pixels == before.pixels)
    layer.color = Color(red: 0, green: 1, blue: 0, alpha: 1)
    layer.setNeedsDisplay()
    layer.setNeedsDisplay(CGRect(x: 10, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(layer.contents?.pixels == [UInt32](repeating: green, count: 8))
  }

  @Test("of a rectangle draws all where the size has changed or the contents are the user's")
  func partialOfNothing() throws {
    let layer = PaintedLayer()
    layer.bounds = CGRect(x: 10, y: 0, width: 2, height: 1)
    layer.setNeedsDisplay(CGRect(x: 10, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(layer.contents?.pixels == [0xFF00_00FF, 0xFF00_00FF])
    layer.contents = try Bitmap(width: 2, height: 1, pixels: [0, 0])
    layer.setNeedsDisplay(CGRect(x: 10, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(layer.contents?.pixels == [0xFF00_00FF, 0xFF00_00FF])
  }

  @Test("13.7: a change of the bounds draws anew where that is wanted")
  func boundsChange() {
    let layer = PaintedLayer()
    layer.bounds.size.width = 3
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 4
    #expect(layer.needsDisplay())
  }

  @Test("13.8: no built-in key asks for display")
  func builtInKeys() {
    for key in PropertyTable.ofAllKinds.flatMap(\.all).map(\.key) {
      #expect(!Layer.needsDisplay(forKey: key.rawValue))
    }
  }

  @Test("13.10: contents that change on a live layer fade over")
  func crossfade() throws {
    let layer = PaintedLayer()
    layer.bounds = CGRect(x: 10, y: 0, width: 2, height: 1)
    let scene = try LiveScene(layer)
    layer.setNeedsDisplay()
    scene.renderer.commit(at: 0)
    layer.color = .red
    layer.setNeedsDisplay()
    Transaction.flush()
    #expect(layer.animationKeys() == ["contents"])
    #expect(layer.contents?.pixels == [0xFFFF_0000, 0xFFFF_0000])
  }

  @Test("an opaque layer is drawn over black")
  func opaque() {
    final class Empty: Layer {
      override func draw(in context: DrawingContext) {}
    }
    let layer = Empty()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
    layer.display()
    #expect(layer.contents?.isOpaque == false)
    layer.isOpaque = true
    layer.display()
    #expect(layer.contents?.pixels == [0xFF00_0000, 0xFF00_0000])
    #expect(layer.contents?.isOpaque == true)
  }

  @Test("a layer without extent loses the contents that were drawn for it")
  func noExtent() {
    let layer = PaintedLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
    layer.display()
    layer.bounds = .zero
    layer.display()
    #expect(layer.contents == nil)
  }

  @Test("contents that are too large are an error of the frame until they fit")
  func tooLarge() throws {
    let layer = PaintedLayer()
    layer.name = "wide"
    layer.bounds = CGRect(x: 0, y: 0, width: 20_000, height: 1)
    layer.contentsScale = 2
    layer.setNeedsDisplay()
    let scene = try LiveScene(layer)
    let error = LayerDrawingError.contentsTooLarge(
      layer: "PaintedLayer \"wide\"", width: 40_000, height: 2)
    #expect(throws: RenderError.undrawnLayer(error)) { try scene.renderer.render(at: 1) }
    #expect(throws: RenderError.undrawnLayer(error)) { try scene.renderer.render(at: 2) }
    #expect(
      error.description
        == "PaintedLayer \"wide\": its contents would be 40000 x 2 pixels, but a side can have at "
        + "most 32767")
    layer.bounds.size.width = 3
    layer.setNeedsDisplay()
    _ = try scene.renderer.render(at: 3)
    layer.bounds.size.width = 1e300
    layer.setNeedsDisplay()
    #expect(throws: RenderError.self) { try scene.renderer.render(at: 4) }
    layer.removeFromSuperlayer()
    _ = try scene.renderer.render(at: 5)
  }
}
