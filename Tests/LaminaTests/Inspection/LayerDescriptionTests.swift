import Foundation
import Lamina
import Testing

@Suite("A layer's description")
struct LayerDescriptionTests {
  private final class Card: Layer {}
  private final class Owner: LayerDelegate {}
  private final class Rows: LayoutManager {
    func layoutSublayers(of layer: Layer) {}
  }

  @Test("of a new layer is its class and its frame")
  func plain() {
    #expect(Layer().debugDescription == "Layer (0, 0, 0, 0)")
    let card = Card()
    card.name = "a \"b\"\nc"
    #expect(card.debugDescription == #"Card "a \"b\"\nc" (0, 0, 0, 0)"#)
  }

  @Test("says what differs from the defaults, in a fixed order, and nothing else")
  func properties() throws {
    let layer = Layer()
    layer.frame = CGRect(x: 20.5, y: 30, width: 40, height: 50)
    layer.layoutIfNeeded()
    layer.opacity = 0.3
    layer.isHidden = true
    layer.backgroundColor = Color(rgb: 0xFF8000).withAlpha(0.25)
    layer.contents = try Bitmap(width: 7, height: 3) { _, _ in .red }
    layer.contentsGravity = .topLeft
    layer.zPosition = -2
    layer.isDoubleSided = false
    #expect(
      layer.debugDescription
        == "Layer (20.5, 30, 40, 50), zPosition -2, contents bitmap of 7 x 3, "
        + "contentsGravity topLeft, backgroundColor #FF8000 alpha 0.25, opacity 0.3, hidden, "
        + "doubleSided false")
  }

  @Test("gives bounds and position too where the frame does not say all")
  func turned() {
    let layer = Layer()
    layer.bounds = CGRect(x: 3, y: 4, width: 40, height: 50)
    layer.layoutIfNeeded()
    layer.position = CGPoint(x: 100, y: 60)
    #expect(layer.debugDescription == "Layer (80, 35, 40, 50), bounds (3, 4, 40, 50)")
    layer.transform = Transform3D(scaleX: 2, y: 0.5)
    layer.layoutIfNeeded()
    #expect(
      layer.debugDescription
        == "Layer (60, 47.5, 80, 25), bounds (3, 4, 40, 50), position (100, 60), "
        + "transform scale (2, 0.5, 1)")
  }

  @Test("names the delegate, the actions and what else few layers have")
  func sideTable() {
    let owner = Owner()
    let layer = Layer()
    layer.delegate = owner
    layer.layoutManager = Rows()
    layer.layoutIfNeeded()
    layer.actions = ["position": .noAction, "bounds": .noAction]
    layer.style = ["opacity": 0.5]
    layer.setValue(1, forKey: "tag")
    layer.speed = 2
    layer.timeOffset = 0.5
    layer.fillMode = .both
    layer.needsDisplayOnBoundsChange = true
    #expect(
      layer.debugDescription
        == "Layer (0, 0, 0, 0), opacity 0.5, needsDisplayOnBoundsChange, speed 2, "
        + "timeOffset 0.5, fillMode both, delegate Owner, layoutManager Rows, "
        + "actions for bounds, position, style with opacity, values for tag")
  }

  @Test("says what waits for layout, drawing, a commit and a frame")
  func debts() throws {
    let renderer = try Renderer(size: CGSize(width: 30, height: 20))
    let layer = Layer()
    renderer.layer.addSublayer(layer)
    layer.setNeedsLayout()
    layer.setNeedsDisplay()
    #expect(
      layer.debugDescription == "Layer (0, 0, 0, 0) [needs layout, needs display, not live yet]")
    renderer.commit(at: 0)
    #expect(layer.debugDescription == "Layer (0, 0, 0, 0)")
    layer.opacity = 0.5
    layer.zPosition = 3
    #expect(
      layer.debugDescription
        == "Layer (0, 0, 0, 0), zPosition 3, opacity 0.5 [not committed: zPosition, opacity]")
    Transaction.flush()
    #expect(
      layer.debugDescription == "Layer (0, 0, 0, 0), zPosition 3, opacity 0.5 [not in a frame yet]")
    renderer.commit(at: 0)
    #expect(layer.debugDescription == "Layer (0, 0, 0, 0), zPosition 3, opacity 0.5")
  }

  @Test("of a presentation gives what is seen")
  func presentation() throws {
    let renderer = try Renderer(size: CGSize(width: 30, height: 20))
    let layer = Layer()
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    Transaction.run(duration: 2, timingFunction: .linear) { layer.opacity = 0 }
    renderer.commit(at: 1)
    renderer.commit(at: 1.5)
    #expect(layer.presentation()?.debugDescription == "Layer (0, 0, 0, 0), opacity 0.75")
    #expect(layer.debugDescription == "Layer (0, 0, 0, 0), opacity 0")
  }

  @Test(
    "writes numbers short and exact to six decimals",
    arguments: [
      (0, "0"), (-0.0, "0"), (20, "20"), (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333"),
      (1e-9, "1e-09"), (-1.5, "-1.5"), (1e12, "1000000000000.0"), (1e300, "1e+300"),
      (.infinity, "infinity"), (-.infinity, "-infinity"), (.nan, "NaN"),
    ])
  func numbers(value: Double, text: String) {
    #expect(Readable.number(value) == text)
  }

  @Test("writes colours, transforms and curves by the name that says most")
  func values() {
    #expect(Readable.value(Color.orange) == "rgb(1, 0.5, 0)")
    #expect(Readable.value(Color(rgb: 0x0A00FF)) == "#0A00FF")
    #expect(Readable.value(Transform3D.identity) == "identity")
    #expect(Readable.value(Transform3D(translationX: 1, y: 2, z: 3)) == "translation (1, 2, 3)")
    #expect(Readable.value(Transform3D(rotation: 0.5, x: 0, y: 0, z: 1)) == "rotation 0.5")
    #expect(
      Readable.value(Transform3D(Transform2D(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)))
        == "affine (1, 2, 3, 4, 5, 6)")
    var perspective = Transform3D.identity
    perspective.m34 = -0.002
    #expect(
      Readable.value(perspective)
        == "matrix (1, 0, 0, 0) (0, 1, 0, 0) (0, 0, 1, -0.002) (0, 0, 0, 1)")
    #expect(Readable.value([1.0, 2.5]) == "[1, 2.5]")
    #expect(Readable.value(nil) == "nil")
    #expect(Readable.curve(.default) == "default curve")
    #expect(
      Readable.curve(TimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4))
        == "curve (0.1, 0.2, 0.3, 0.4)")
    #expect(Readable.curve(nil) == "at an even pace")
  }

  @Test("escapes invisible characters of names")
  func escaping() {
    let layer = Layer()
    layer.name = "a\u{9B}2J\u{202E}"
    let text = layer.debugDescription
    #expect(text == text.escaped, "\(text.escaped)")
  }
}
