import Foundation
import Lamina
import Testing

/// A layer of 100 x 100 points with one sublayer at (10, 20, 50, 40).
private struct Pair {
  let parent = Layer()
  let child = Layer()

  init(_ mask: AutoresizingMask) {
    parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    child.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    child.autoresizingMask = mask
    parent.addSublayer(child)
  }

  func resize(_ width: CGFloat, _ height: CGFloat) -> CGRect {
    parent.bounds.size = CGSize(width: width, height: height)
    return child.frame
  }
}

private let minX = AutoresizingMask.layerMinXMargin
private let width = AutoresizingMask.layerWidthSizable
private let maxX = AutoresizingMask.layerMaxXMargin
private let minY = AutoresizingMask.layerMinYMargin
private let height = AutoresizingMask.layerHeightSizable
private let maxY = AutoresizingMask.layerMaxYMargin

/// The frame of the sublayer after the superlayer has grown to 200 x 300 points.
private let partsAlone: [(AutoresizingMask, CGRect)] = [
  ([], CGRect(x: 10, y: 20, width: 50, height: 40)),
  (minX, CGRect(x: 110, y: 20, width: 50, height: 40)),
  (width, CGRect(x: 10, y: 20, width: 150, height: 40)),
  (maxX, CGRect(x: 10, y: 20, width: 50, height: 40)),
  (minY, CGRect(x: 10, y: 220, width: 50, height: 40)),
  (height, CGRect(x: 10, y: 20, width: 50, height: 240)),
  (maxY, CGRect(x: 10, y: 20, width: 50, height: 40)),
  ([width, height], CGRect(x: 10, y: 20, width: 150, height: 240)),
]

private let partsShared: [(AutoresizingMask, CGRect)] = [
  ([minX, width], CGRect(x: 76, y: 20, width: 84, height: 40)),
  ([width, maxX], CGRect(x: 10, y: 20, width: 84, height: 40)),
  ([minX, maxX], CGRect(x: 60, y: 20, width: 50, height: 40)),
  ([minX, width, maxX], CGRect(x: 43, y: 20, width: 84, height: 40)),
  ([minY, height], CGRect(x: 10, y: 153, width: 50, height: 107)),
  ([minY, maxY], CGRect(x: 10, y: 120, width: 50, height: 40)),
  ([minY, height, maxY], CGRect(x: 10, y: 86, width: 50, height: 108)),
  (
    [minX, width, maxX, minY, height, maxY], CGRect(x: 43, y: 86, width: 84, height: 108)
  ),
]

@Suite("Autoresizing")
struct AutoresizingTests {
  @Test("13.9: the mask has a bit for each part, and is 0 at first")
  func mask() {
    #expect(Layer().autoresizingMask == .layerNotSizable)
    #expect([minX, width, maxX, minY, height, maxY].map(\.rawValue) == [1, 2, 4, 8, 16, 32])
    let layer = Layer()
    layer.autoresizingMask = AutoresizingMask(rawValue: 255)
    #expect(layer.autoresizingMask.rawValue == 255)
    #expect(Layer.defaultValue(forKey: "autoresizingMask") == nil)
  }

  @Test(
    "13.9: the only flexible part takes the whole change",
    arguments: partsAlone)
  func alone(mask: AutoresizingMask, expected: CGRect) {
    #expect(Pair(mask).resize(200, 300) == expected)
  }

  @Test(
    "13.9: parts share the change by thirds, margins on whole points",
    arguments: partsShared)
  func shared(mask: AutoresizingMask, expected: CGRect) {
    #expect(Pair(mask).resize(200, 300) == expected)
  }

  @Test("13.9: a change may be small or negative, and may leave nothing of the layer")
  func otherChanges() {
    #expect(
      Pair([minX, width]).resize(400, 100) == CGRect(x: 210, y: 20, width: 150, height: 40))
    #expect(Pair([minX, width]).resize(110, 100) == CGRect(x: 16, y: 20, width: 54, height: 40))
    #expect(Pair([minX, width]).resize(50, 25) == CGRect(x: -24, y: 20, width: 34, height: 40))
    #expect(Pair([width, height]).resize(50, 25) == CGRect(x: 10, y: -15, width: 0, height: 35))
  }

  @Test("13.9: x by three parts and y by the size, as the rule's check has it")
  func check() {
    let pair = Pair([minX, width, maxX, height])
    pair.child.frame = CGRect(x: 10, y: 15, width: 20, height: 25)
    #expect(pair.resize(200, 160) == CGRect(x: 43, y: 15, width: 54, height: 85))
  }

  @Test("13.9: comes with a change of the size only, of whoever is there then")
  func when() {
    let pair = Pair([width, height])
    pair.parent.bounds.origin = CGPoint(x: 30, y: 40)
    #expect(pair.child.frame == CGRect(x: 10, y: 20, width: 50, height: 40))
    pair.parent.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
    #expect(pair.child.frame == CGRect(x: 10, y: 20, width: 150, height: 240))

    let late = Pair([])
    late.parent.bounds.size = CGSize(width: 200, height: 300)
    late.child.autoresizingMask = [width, height]
    #expect(late.child.frame == CGRect(x: 10, y: 20, width: 50, height: 40))
  }

  @Test("13.9: goes down the tree, and can be asked for")
  func tree() {
    let pair = Pair([width, height])
    let leaf = Layer()
    leaf.frame = CGRect(x: 1, y: 2, width: 30, height: 20)
    leaf.autoresizingMask = [width, minY]
    pair.child.addSublayer(leaf)
    pair.parent.bounds.size = CGSize(width: 200, height: 300)
    #expect(leaf.frame == CGRect(x: 1, y: 202, width: 130, height: 20))
    pair.child.resize(withOldSuperlayerSize: CGSize(width: 190, height: 295))
    #expect(pair.child.frame == CGRect(x: 10, y: 20, width: 160, height: 245))
    pair.parent.resizeSublayers(withOldSize: CGSize(width: 210, height: 300))
    #expect(pair.child.frame == CGRect(x: 10, y: 20, width: 150, height: 245))
    let alone = Layer()
    alone.autoresizingMask = [width]
    alone.resize(withOldSuperlayerSize: CGSize(width: 10, height: 10))
    #expect(alone.frame == .zero)
  }

  @Test("a class may resize in its own way")
  func overriding() {
    final class Parent: Layer {
      var old: [CGSize] = []
      override func resizeSublayers(withOldSize size: CGSize) {
        old.append(size)
        super.resizeSublayers(withOldSize: size)
      }
    }
    final class Child: Layer {
      var old: [CGSize] = []
      override func resize(withOldSuperlayerSize size: CGSize) { old.append(size) }
    }
    let parent = Parent()
    let child = Child()
    parent.addSublayer(child)
    parent.bounds = CGRect(x: 0, y: 0, width: 3, height: 5)
    parent.bounds.origin.x = 7
    parent.bounds.size.width = 4
    #expect(parent.old == [.zero, CGSize(width: 3, height: 5)])
    #expect(child.old == parent.old)
  }

  @Test("sublayers that leave while they are told of a resizing hear of it nevertheless")
  func leavingMeanwhile() {
    final class Leaver: Layer {
      var count = 0
      override func resize(withOldSuperlayerSize size: CGSize) {
        count += 1
        superlayer?.sublayers = nil
        super.resize(withOldSuperlayerSize: size)
      }
    }
    let parent = Layer()
    let leavers = [Leaver(), Leaver()]
    parent.sublayers = [leavers[0], Layer(), leavers[1]]
    parent.bounds.size = CGSize(width: 1, height: 2)
    #expect(leavers.map(\.count) == [1, 1])
    #expect(parent.sublayers?.isEmpty ?? true)
    parent.bounds.size = CGSize(width: 3, height: 2)
    #expect(leavers.map(\.count) == [1, 1])
  }

  @Test("a turned layer keeps its turn, about its anchor point")
  func turned() {
    let pair = Pair([minX, width])
    pair.child.anchorPoint = CGPoint(x: 0, y: 1)
    pair.child.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    pair.child.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1)
    _ = pair.resize(200, 100)
    #expect(pair.child.bounds.size == CGSize(width: 84, height: 40))
    #expect(pair.child.position == CGPoint(x: 76, y: 60))
  }

  @Test("animates on a live layer as any other change")
  func live() throws {
    let scene = try LiveScene()
    let child = Layer()
    child.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    child.autoresizingMask = [width]
    scene.layer.addSublayer(child)
    scene.renderer.commit(at: 0)
    scene.layer.bounds.size = CGSize(width: 10, height: 0)
    #expect(child.animationKeys() == ["position", "bounds"])
  }
}
