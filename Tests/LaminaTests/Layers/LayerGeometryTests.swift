import Foundation
import Testing

@testable import Lamina

private let box = CGRect(x: 0, y: 0, width: 100, height: 50)

@Suite("Geometry of a layer")
struct LayerGeometryTests {
  @Test("10.1: a point goes through anchor, transform and position to the superlayer")
  func toSuperlayer() {
    let parent = makeLayer(bounds: CGRect(x: 0, y: 0, width: 200, height: 200))
    let child = makeLayer(
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
    let parent = makeLayer(
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
    let layer = makeLayer(bounds: box, position: position, anchor: anchor)
    #expect(layer.frame == expected)
    layer.bounds.origin = CGPoint(x: 7, y: -3)
    #expect(layer.frame == expected)
  }

  @Test("10.2: the frame goes through the transform")
  func frameUnderTransform() {
    let layer = makeLayer(bounds: box, position: CGPoint(x: 200, y: 300))
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
    let square = makeLayer(
      bounds: CGRect(x: 0, y: 0, width: 100, height: 100), transform: rotation(.pi / 4))
    #expect(
      isClose(
        square.frame, CGRect(x: -70.710678, y: -70.710678, width: 141.421356, height: 141.421356)))
    let cornered = makeLayer(
      bounds: box, position: CGPoint(x: 10, y: 20), anchor: .zero, transform: rotation(.pi / 4))
    #expect(
      isClose(
        cornered.frame, CGRect(x: -25.355339, y: 20, width: 106.066017, height: 106.066017)))
    let small = makeLayer(
      bounds: CGRect(x: 5, y: 5, width: 5, height: 3.3333), anchor: .zero,
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
    let layer = makeLayer(
      bounds: CGRect(x: 11, y: 22, width: 3, height: 4), anchor: anchor, transform: transform)
    layer.frame = target
    #expect(layer.bounds == CGRect(origin: CGPoint(x: 11, y: 22), size: size))
    #expect(layer.position == position)
    #expect(layer.anchorPoint == anchor)
    #expect(layer.frame == target)
  }

  /// A layer in a live tree or outside of one, which tells how it is resized and laid out.
  private final class Recorder: Layer {
    var calls: [String] = []
    override func resizeSublayers(withOldSize size: CGSize) {
      calls.append("from \(size) to \(bounds.size) at \(position)")
      super.resizeSublayers(withOldSize: size)
    }
  }

  @Test(
    "10.3: setting the frame is setting the position and then the bounds",
    arguments: [false, true], [false, true])
  func frameIsPositionAndBounds(isLive: Bool, disablesActions: Bool) throws {
    func outcome(_ place: (Layer, CGRect) -> Void) throws -> [String] {
      let root = Layer()
      let layer = Recorder()
      let plain = Layer()
      layer.addSublayer(plain)
      root.addSublayer(layer)
      let renderer = try isLive ? Renderer(layer: root, width: 60, height: 60) : nil
      var log: [String] = []
      for frame in [
        CGRect(x: 1, y: 2, width: 3, height: 4), CGRect(x: 5, y: 2, width: 3, height: 4),
        CGRect(x: 4, y: 1, width: 5, height: 6), CGRect(x: 4, y: 1, width: 5, height: 6),
      ] {
        _ = try renderer?.render(at: 0)
        Transaction.begin()
        Transaction.disableActions = disablesActions
        for target in [layer, plain] {
          target.storage.setKeys = 0
          place(target, frame)
          log.append(
            "\(target.position) \(target.bounds) \(target.needsLayout()) \(root.needsLayout()) "
              + "\(target.storage.setKeys) \(target.animationKeys() ?? []) "
              + "\(target.presentation().map { "\($0.position) \($0.bounds)" } ?? "")")
        }
        Transaction.commit()
      }
      return log + layer.calls
    }
    let together = try outcome { $0.frame = $1 }
    let apart = try outcome {
      $0.position = CGPoint(x: $1.midX, y: $1.midY)
      $0.bounds = CGRect(origin: .zero, size: $1.size)
    }
    #expect(together == apart)
  }

  @Test("10.3: the frame can be set under a quarter turn")
  func quarterTurn() {
    let layer = makeLayer(bounds: box, transform: rotation(.pi / 2))
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
    let layer = makeLayer(bounds: box, position: CGPoint(x: 3, y: 5))
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
