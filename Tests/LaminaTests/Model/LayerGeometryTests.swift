import Foundation
import Testing

@testable import Lamina

private func layer(
  bounds: CGRect, position: CGPoint = .zero, anchor: CGPoint = CGPoint(x: 0.5, y: 0.5),
  transform: Transform3D = .identity
) -> Layer {
  let layer = Layer()
  layer.bounds = bounds
  layer.position = position
  layer.anchorPoint = anchor
  layer.transform = transform
  return layer
}

private func rotation(_ angle: CGFloat) -> Transform3D {
  Transform3D(rotation: angle, x: 0, y: 0, z: 1)
}

private let corner = CGPoint(x: 0, y: 0)
private let box = CGRect(x: 0, y: 0, width: 100, height: 50)

@Suite("Geometry of a layer")
struct LayerGeometryTests {
  @Test("10.1: a point goes through anchor, transform and position to the superlayer")
  func toSuperlayer() {
    let parent = layer(bounds: CGRect(x: 0, y: 0, width: 200, height: 200))
    let child = layer(
      bounds: CGRect(x: 0, y: 0, width: 50, height: 50), position: CGPoint(x: 100, y: 50))
    parent.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 75, y: 25))
    child.transform = Transform3D(scaleX: 2, y: 2)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 50, y: 0))
    child.transform = .identity
    parent.sublayerTransform = Transform3D(translationX: 10, y: 20)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 85, y: 45))
    parent.sublayerTransform = Transform3D(scaleX: 2, y: 2)
    child.transform = Transform3D(translationX: 5, y: 6)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 60, y: -38))
  }

  @Test("10.1: a sublayer transform acts about the superlayer's anchor point")
  func sublayerTransform() {
    let parent = layer(
      bounds: CGRect(x: 0, y: 0, width: 200, height: 200), anchor: .zero)
    let child = Layer()
    child.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    parent.addSublayer(child)
    parent.sublayerTransform = Transform3D(scaleX: 2, y: 2)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 20, y: 20))
    parent.bounds.origin = CGPoint(x: 5, y: 5)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 15, y: 15))
  }

  @Test(
    "10.2: the frame is the box around the bounds",
    arguments: [
      (
        CGPoint(x: 0.5, y: 0.5), CGPoint(x: 200, y: 300),
        CGRect(x: 150, y: 275, width: 100, height: 50)
      ),
      (
        CGPoint(x: 0, y: 0), CGPoint(x: 200, y: 300), CGRect(x: 200, y: 300, width: 100, height: 50)
      ),
      (
        CGPoint(x: 1, y: 1), CGPoint(x: 200, y: 300), CGRect(x: 100, y: 250, width: 100, height: 50)
      ),
      (CGPoint(x: 2, y: -1), CGPoint(x: 0, y: 0), CGRect(x: -200, y: 50, width: 100, height: 50)),
    ])
  func frame(anchor: CGPoint, position: CGPoint, expected: CGRect) {
    let layer = layer(bounds: box, position: position, anchor: anchor)
    #expect(layer.frame == expected)
    layer.bounds.origin = CGPoint(x: 7, y: -3)
    #expect(layer.frame == expected)
  }

  @Test("10.2: the frame goes through the transform")
  func frameUnderTransform() {
    let layer = layer(bounds: box, position: CGPoint(x: 200, y: 300))
    layer.transform = Transform3D(scaleX: 2, y: 4)
    #expect(layer.frame == CGRect(x: 100, y: 200, width: 200, height: 200))
    layer.transform = Transform3D(translationX: 10, y: 20)
    #expect(layer.frame == CGRect(x: 160, y: 295, width: 100, height: 50))
    layer.transform = rotation(.pi / 6)
    #expect(
      isClose(
        layer.frame,
        CGRect(x: 144.198730, y: 253.349365, width: 111.602540, height: 93.301270)))
  }

  @Test("10.2: the frame of a turned layer")
  func frameOfTurned() {
    let square = layer(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100), transform: rotation(.pi / 4))
    #expect(
      isClose(
        square.frame, CGRect(x: -70.710678, y: -70.710678, width: 141.421356, height: 141.421356)))
    let cornered = layer(
      bounds: box, position: CGPoint(x: 10, y: 20), anchor: corner, transform: rotation(.pi / 4))
    #expect(
      isClose(
        cornered.frame, CGRect(x: -25.355339, y: 20, width: 106.066017, height: 106.066017)))
    let small = layer(
      bounds: CGRect(x: 5, y: 5, width: 5, height: 3.3333), anchor: corner,
      transform: rotation(0.5))
    #expect(isClose(small.frame.minX, -1.598085, within: 2e-5))
    #expect(isClose(small.frame.width, 5.985998, within: 2e-5))
    #expect(isClose(small.frame.height, 5.322403, within: 5e-5))
  }

  @Test(
    "10.3: setting the frame sets the size of the bounds and the position",
    arguments: [
      (CGPoint(x: 0.5, y: 0.5), Transform3D.identity, box.size, CGPoint(x: 60, y: 45)),
      (CGPoint(x: 0, y: 0), .identity, box.size, CGPoint(x: 10, y: 20)),
      (CGPoint(x: 1, y: 1), .identity, box.size, CGPoint(x: 110, y: 70)),
      (
        CGPoint(x: 0.5, y: 0.5), Transform3D(scaleX: 2, y: 4), CGSize(width: 50, height: 12.5),
        CGPoint(x: 60, y: 45)
      ),
      (
        CGPoint(x: 0.5, y: 0.5), Transform3D(translationX: 10, y: 20), box.size,
        CGPoint(x: 50, y: 25)
      ),
    ])
  func setFrame(anchor: CGPoint, transform: Transform3D, size: CGSize, position: CGPoint) {
    let target = CGRect(x: 10, y: 20, width: 100, height: 50)
    let layer = layer(
      bounds: CGRect(x: 11, y: 22, width: 3, height: 4), anchor: anchor, transform: transform)
    layer.frame = target
    #expect(layer.bounds == CGRect(origin: CGPoint(x: 11, y: 22), size: size))
    #expect(layer.position == position)
    #expect(layer.anchorPoint == anchor)
    #expect(layer.frame == target)
  }

  @Test("10.3: the frame can be set under a quarter turn")
  func quarterTurn() {
    let layer = layer(bounds: box, transform: rotation(.pi / 2))
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 70)
    #expect(isClose(layer.bounds, CGRect(x: 0, y: 0, width: 70, height: 30)))
    #expect(isClose(layer.frame, CGRect(x: 10, y: 20, width: 30, height: 70)))
  }

  @Test("10.3: a frame of negative size is standardised")
  func negativeFrame() {
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.bounds == box)
    #expect(layer.position == CGPoint(x: -50, y: -25))
    layer.frame = CGRect(x: 10, y: 10, width: -20, height: -30)
    #expect(layer.position == CGPoint(x: 0, y: -5))
    #expect(layer.frame == CGRect(x: -10, y: -20, width: 20, height: 30))
  }

  @Test("10.4: bounds of negative size are standardised")
  func negativeBounds() {
    let layer = Layer()
    layer.bounds = CGRect(x: 5, y: 5, width: -10, height: -20)
    #expect(layer.bounds == CGRect(x: -5, y: -15, width: 10, height: 20))
  }

  @Test("10.5: anchor point and bounds leave the position alone, and the anchor may be outside")
  func anchorOutside() {
    let layer = layer(bounds: box, position: CGPoint(x: 3, y: 5))
    layer.anchorPoint = CGPoint(x: -2, y: 7)
    layer.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
    #expect(layer.position == CGPoint(x: 3, y: 5))
    #expect(layer.anchorPoint == CGPoint(x: -2, y: 7))
  }

  @Test("10.11: a number that is not finite is refused, and so is one in a frame")
  func notFinite() async {
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.position = CGPoint(x: CGFloat.nan, y: 222.5)
    }
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.frame = CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1)
    }
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.sublayerTransform.m34 = -.infinity
    }
  }
}

@Suite("Converting between layers")
struct LayerConversionTests {
  @Test("10.6: a rectangle becomes the box around its corners")
  func rect() {
    let parent = Layer()
    let child = layer(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100), position: CGPoint(x: 100, y: 100),
      transform: rotation(.pi / 4))
    parent.addSublayer(child)
    let converted = child.convert(CGRect(x: 0, y: 0, width: 100, height: 100), to: parent)
    #expect(
      isClose(
        converted, CGRect(x: 29.289322, y: 29.289322, width: 141.421356, height: 141.421356)))
    #expect(isClose(parent.convert(converted, from: parent), converted))
    #expect(
      isClose(
        child.convert(CGPoint(x: 100, y: 29.289322), from: parent), CGPoint(x: 0, y: 0),
        within: 1e-5))
  }

  @Test("10.6: through bounds that are shifted and a scale")
  func shiftedBounds() {
    let a = layer(bounds: CGRect(x: 0, y: 0, width: 300, height: 300))
    let b = Layer()
    b.frame = CGRect(x: 50, y: 60, width: 100, height: 100)
    b.bounds.origin = CGPoint(x: 10, y: 10)
    b.transform = Transform3D(scaleX: 2, y: 2)
    a.addSublayer(b)
    #expect(b.convert(CGPoint(x: 10, y: 10), to: a) == CGPoint(x: 0, y: 10))
    #expect(b.convert(CGPoint(x: 60, y: 60), to: a) == CGPoint(x: 100, y: 110))
    #expect(b.convert(CGPoint(x: 100, y: 110), from: a) == CGPoint(x: 60, y: 60))
  }

  @Test("10.6: between cousins, by way of the layer that holds both")
  func cousins() {
    let top = layer(bounds: .zero, position: CGPoint(x: 1000, y: 2000))
    let left = layer(bounds: .zero, position: CGPoint(x: 10, y: 20))
    let right = layer(bounds: .zero, position: CGPoint(x: 100, y: 300))
    let leaf = layer(bounds: .zero, position: CGPoint(x: 3, y: 4))
    top.addSublayer(left)
    top.addSublayer(right)
    left.addSublayer(leaf)
    #expect(leaf.convert(CGPoint(x: 1, y: 2), to: right) == CGPoint(x: -86, y: -274))
    #expect(leaf.convert(CGPoint(x: 1, y: 2), to: leaf) == CGPoint(x: 1, y: 2))
    #expect(leaf.convert(CGPoint(x: 1, y: 2), from: nil) == CGPoint(x: -1012, y: -2022))
  }

  @Test("10.7: to nil is to the space around the topmost layer")
  func toNil() {
    let layer = layer(
      bounds: CGRect(x: 5, y: 7, width: 100, height: 80), position: CGPoint(x: 80, y: 90),
      anchor: CGPoint(x: 0.25, y: 0.75), transform: rotation(0.3))
    layer.isGeometryFlipped = true
    #expect(
      isClose(
        layer.convert(CGPoint(x: 11, y: 13), to: nil), CGPoint(x: 57.711324, y: 97.759827)))
    #expect(
      isClose(
        layer.convert(CGPoint(x: 57.711324, y: 97.759827), from: nil), CGPoint(x: 11, y: 13)))
  }

  @Test("10.8: a flipped layer's space is mirrored where it meets its superlayer")
  func flipped() {
    let root = layer(bounds: CGRect(x: 0, y: 0, width: 200, height: 200))
    let parent = layer(
      bounds: CGRect(x: 5, y: 7, width: 100, height: 80), position: CGPoint(x: 20, y: 30),
      anchor: corner)
    let child = layer(bounds: .zero, position: CGPoint(x: 15, y: 17), anchor: corner)
    parent.isGeometryFlipped = true
    root.addSublayer(parent)
    parent.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 15, y: 17))
    #expect(child.convert(CGPoint.zero, to: root) == CGPoint(x: 30, y: 100))
    #expect(child.convert(CGPoint(x: 0, y: 10), to: root) == CGPoint(x: 30, y: 90))
    #expect(root.convert(CGPoint(x: 30, y: 90), to: child) == CGPoint(x: 0, y: 10))
    #expect(!root.contentsAreFlipped())
    #expect(parent.contentsAreFlipped() && child.contentsAreFlipped())
    child.isGeometryFlipped = true
    #expect(!child.contentsAreFlipped())
  }

  @Test("10.9: a perspective divides by the distance")
  func perspective() {
    let parent = layer(bounds: CGRect(x: 0, y: 0, width: 300, height: 300))
    parent.sublayerTransform.m34 = -1 / 500
    let child = layer(
      bounds: CGRect(x: 0, y: 0, width: 200, height: 200), position: CGPoint(x: 150, y: 150),
      transform: Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0))
    parent.addSublayer(child)
    let near = child.convert(CGPoint.zero, to: parent)
    let far = child.convert(CGPoint(x: 200, y: 0), to: parent)
    #expect(isClose(near, CGPoint(x: 67.642165, y: 33.528433)))
    #expect(isClose(far, CGPoint(x: 211.949672, y: 62.389934)))
    #expect(
      isClose(child.convert(CGPoint(x: 100, y: 100), to: parent), CGPoint(x: 150, y: 150)))
    #expect(isClose(child.convert(far, from: parent), CGPoint(x: 200, y: 0)))

    let raised = layer(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100), position: CGPoint(x: 150, y: 150))
    raised.zPosition = 100
    parent.addSublayer(raised)
    #expect(isClose(raised.convert(CGPoint.zero, to: parent), CGPoint(x: 87.5, y: 87.5)))
    raised.zPosition = 600
    #expect(raised.convert(CGPoint.zero, to: parent).x.isNaN)
    #expect(raised.convert(raised.bounds, to: parent).isNull)
  }

  @Test("10.9: the anchor point's depth turns about a point behind the layer")
  func anchorDepth() {
    let layer = layer(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100),
      transform: Transform3D(rotation: .pi / 2, x: 0, y: 1, z: 0))
    layer.anchorPointZ = -30
    #expect(isClose(layer.convert(CGPoint(x: 50, y: 50), to: nil), CGPoint(x: 30, y: 0)))
  }

  @Test("10.12: a singular transform has no way back")
  func singular() {
    let parent = Layer()
    let child = layer(bounds: box, transform: Transform3D(scaleX: 0, y: 1))
    parent.addSublayer(child)
    #expect(child.convert(CGPoint(x: 20, y: 30), to: parent) == CGPoint(x: 0, y: 5))
    let back = child.convert(CGPoint(x: 1, y: 2), from: parent)
    #expect(back.x.isNaN && back.y.isNaN)
    #expect(child.convert(box, from: parent).isNull)
    #expect(child.hitTest(.zero) == nil)
  }

  @Test("10.10: a layer faces away past a quarter turn, and not in a mirror")
  func facingAway() {
    func facesAway(_ transform: Transform3D, in parent: Layer? = nil) -> Bool {
      let child = layer(bounds: box, transform: transform)
      return child.values.facesAway(from: parent?.values)
    }
    #expect(facesAway(Transform3D(rotation: .pi, x: 0, y: 1, z: 0)))
    #expect(!facesAway(Transform3D(rotation: 0.4 * .pi, x: 0, y: 1, z: 0)))
    #expect(facesAway(Transform3D(rotation: 0.6 * .pi, x: 1, y: 0, z: 0)))
    #expect(!facesAway(Transform3D(scaleX: -1, y: 1)))
    #expect(!facesAway(.identity))
    let parent = Layer()
    parent.sublayerTransform = Transform3D(rotation: .pi, x: 0, y: 1, z: 0)
    #expect(facesAway(.identity, in: parent))
    #expect(!facesAway(Transform3D(rotation: .pi, x: 1, y: 0, z: 0), in: parent))
  }

  @Test("an image that reaches behind the viewer is cut off")
  func behindTheViewer() {
    var space = Transform3D(rotation: .pi / 3, x: 0, y: 1, z: 0)
    space = space.concatenating(
      {
        var perspective = Transform3D.identity
        perspective.m34 = -1 / 100
        return perspective
      }())
    let plane = PlaneTransform(flattening: space)
    let image = plane.boundingBox(of: CGRect(x: -300, y: -20, width: 600, height: 40))
    #expect(image.width.isFinite && image.width > 0)
    #expect(plane.boundingBox(of: CGRect(x: -300, y: 0, width: 50, height: 1)).isNull)
  }
}

@Suite("Hit testing")
struct HitTestTests {
  private let a = layer(bounds: CGRect(x: 0, y: 0, width: 100, height: 100), anchor: corner)

  private func child(_ frame: CGRect, in parent: Layer) -> Layer {
    let layer = Layer()
    layer.frame = frame
    parent.addSublayer(layer)
    return layer
  }

  @Test("12.1: takes a point of the superlayer's space and finds the deepest, topmost layer")
  func topmost() {
    let low = child(CGRect(x: 10, y: 20, width: 50, height: 40), in: a)
    let high = child(CGRect(x: 30, y: 20, width: 50, height: 40), in: a)
    let deep = child(CGRect(x: 5, y: 5, width: 10, height: 10), in: low)
    a.position = CGPoint(x: 1000, y: 0)
    #expect(a.hitTest(CGPoint(x: 1035, y: 30)) === high)
    #expect(a.hitTest(CGPoint(x: 1017, y: 27)) === deep)
    #expect(a.hitTest(CGPoint(x: 1002, y: 2)) === a)
    #expect(a.hitTest(CGPoint(x: 35, y: 30)) == nil)
    low.zPosition = 1
    #expect(a.hitTest(CGPoint(x: 1035, y: 30)) === low)
  }

  @Test("12.2: the near edges belong to the bounds, the far edges do not")
  func contains() {
    let layer = layer(bounds: CGRect(x: 10, y: 10, width: 100, height: 100))
    #expect(layer.contains(CGPoint(x: 10, y: 10)))
    #expect(!layer.contains(CGPoint(x: 0, y: 0)))
    #expect(!layer.contains(CGPoint(x: 110, y: 50)))
    #expect(!layer.contains(CGPoint(x: 50, y: 110)))
    #expect(!layer.contains(CGPoint(x: CGFloat.nan, y: 50)))
  }

  @Test("12.3: hidden layers and those of opacity 0 are left out with all they hold")
  func invisible() {
    let b = child(CGRect(x: 0, y: 0, width: 50, height: 50), in: a)
    let c = child(CGRect(x: 0, y: 0, width: 20, height: 20), in: b)
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) === c)
    b.opacity = 0
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) === a)
    b.opacity = 0.01
    b.isHidden = true
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) === a)
    a.isHidden = true
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) == nil)
  }

  @Test("12.4: a sublayer outside the bounds is hit unless they mask")
  func outside() {
    let b = child(CGRect(x: 80, y: 80, width: 50, height: 50), in: a)
    #expect(a.hitTest(CGPoint(x: 120, y: 120)) === b)
    a.masksToBounds = true
    #expect(a.hitTest(CGPoint(x: 120, y: 120)) == nil)
  }

  @Test("12.6: a flipped layer is hit where it is seen")
  func flipped() {
    let b = child(CGRect(x: 80, y: 80, width: 20, height: 20), in: a)
    a.isGeometryFlipped = true
    #expect(a.hitTest(CGPoint(x: 90, y: 90)) === a)
    #expect(a.hitTest(CGPoint(x: 90, y: 15)) === b)
  }

  @Test("a class may have another shape")
  func shape() {
    final class Disc: Layer {
      override func contains(_ point: CGPoint) -> Bool {
        let x = point.x - bounds.midX
        let y = point.y - bounds.midY
        return x * x + y * y < bounds.width * bounds.width / 4
      }
    }
    let disc = Disc()
    disc.frame = CGRect(x: 10, y: 20, width: 40, height: 40)
    a.addSublayer(disc)
    #expect(a.hitTest(CGPoint(x: 12, y: 22)) === a)
    #expect(a.hitTest(CGPoint(x: 30, y: 21)) === disc)
  }

  @Test("a chain of 100,000 layers is no deeper than the stack")
  func deep() {
    var leaf = a
    for _ in 0..<100_000 {
      let next = Layer()
      next.bounds = a.bounds
      next.anchorPoint = .zero
      leaf.addSublayer(next)
      leaf = next
    }
    #expect(a.hitTest(CGPoint(x: 3, y: 5)) === leaf)
    #expect(leaf.convert(CGPoint(x: 3, y: 5), to: nil) == CGPoint(x: 3, y: 5))
  }

  @Test("finds a moving layer where it is seen")
  func presentation() throws {
    let scene = try LiveScene(layer(bounds: CGRect(x: 0, y: 0, width: 20, height: 20)))
    Transaction.run(duration: 1, timingFunction: .linear) {
      scene.layer.position = CGPoint(x: 200, y: 100)
    }
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.5)
    let root = try #require(scene.root.presentation())
    let hit = root.hitTest(CGPoint(x: 100, y: 50))
    #expect(hit?.model() === scene.layer)
    #expect(hit?.convert(CGPoint(x: 10, y: 10), to: root) == CGPoint(x: 100, y: 50))
    #expect(scene.root.hitTest(CGPoint(x: 100, y: 50)) === scene.root)
  }
}
