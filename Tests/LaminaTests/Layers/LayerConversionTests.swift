import Foundation
import Testing

@testable import Lamina

private let box = CGRect(x: 0, y: 0, width: 100, height: 50)

@Suite("Converting between layers")
struct LayerConversionTests {
  @Test("10.6: a rectangle becomes the box around its corners")
  func rect() {
    let parent = Layer()
    let child = makeLayer(
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
    let a = makeLayer(bounds: CGRect(x: 0, y: 0, width: 300, height: 300))
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
    let top = makeLayer(bounds: .zero, position: CGPoint(x: 1000, y: 2000))
    let left = makeLayer(bounds: .zero, position: CGPoint(x: 10, y: 20))
    let right = makeLayer(bounds: .zero, position: CGPoint(x: 100, y: 300))
    let leaf = makeLayer(bounds: .zero, position: CGPoint(x: 3, y: 4))
    top.addSublayer(left)
    top.addSublayer(right)
    left.addSublayer(leaf)
    #expect(leaf.convert(CGPoint(x: 1, y: 2), to: right) == CGPoint(x: -86, y: -274))
    #expect(leaf.convert(CGPoint(x: 1, y: 2), to: leaf) == CGPoint(x: 1, y: 2))
    #expect(leaf.convert(CGPoint(x: 1, y: 2), from: nil) == CGPoint(x: -1012, y: -2022))
  }

  @Test("10.7: to nil is to the space around the topmost layer")
  func toNil() {
    let layer = makeLayer(
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
    let root = makeLayer(bounds: CGRect(x: 0, y: 0, width: 200, height: 200))
    let parent = makeLayer(
      bounds: CGRect(x: 5, y: 7, width: 100, height: 80), position: CGPoint(x: 20, y: 30),
      anchor: .zero)
    let child = makeLayer(bounds: .zero, position: CGPoint(x: 15, y: 17), anchor: .zero)
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
    let parent = makeLayer(bounds: CGRect(x: 0, y: 0, width: 300, height: 300))
    parent.sublayerTransform.m34 = -1 / 500
    let child = makeLayer(
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

    let raised = makeLayer(
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
    let layer = makeLayer(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100),
      transform: Transform3D(rotation: .pi / 2, x: 0, y: 1, z: 0))
    layer.anchorPointZ = -30
    #expect(isClose(layer.convert(CGPoint(x: 50, y: 50), to: nil), CGPoint(x: 30, y: 0)))
  }

  @Test("10.12: a singular transform has no way back")
  func singular() {
    let parent = Layer()
    let child = makeLayer(bounds: box, transform: Transform3D(scaleX: 0, y: 1))
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
      let child = makeLayer(bounds: box, transform: transform)
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
    let plane = ProjectiveTransform(flattening: space)
    let image = plane.boundingBox(of: CGRect(x: -300, y: -20, width: 600, height: 40))
    #expect(image.width.isFinite && image.width > 0)
    #expect(plane.boundingBox(of: CGRect(x: -300, y: 0, width: 50, height: 1)).isNull)
  }
}
