import Foundation
import Lamina
import Testing

/// The rules of Core Animation's header for all timed objects, applied to layers: rules 4.1 to 4.9 with
/// a layer in the animation's place.
@Suite("A layer's active time")
struct LayerActiveTimeTests {
  /// A white layer of 10 by 8 with an opacity animation from 0 to 1 over 10 s that stays.
  private func scene(_ change: (Layer) -> Void) throws -> LiveScene {
    let layer = Layer()
    layer.frame = CGRect(x: 3, y: 5, width: 10, height: 8)
    layer.backgroundColor = .white
    let scene = try LiveScene(layer)
    scene.renderer.layer.backgroundColor = .black
    let animation = opacityAnimation(from: 0, to: 1, duration: 10)
    animation.beginTime = 1e-9
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "a")
    change(layer)
    scene.renderer.commit(at: 0)
    return scene
  }

  /// The white in the layer's middle, in 255ths.
  private func white(_ scene: LiveScene, at time: Double) throws -> Int {
    Int(try scene.renderer.render(at: time).bitmap[8, 9] & 0xFF)
  }

  private func grey(_ local: Double) -> Int {
    Int((UInt8(Float(local / 10) * 255 + 0.5)))
  }

  @Test("4.6: is not seen before it begins, nor after its end, which belongs to it")
  func removed() throws {
    let scene = try scene {
      $0.beginTime = 1
      $0.duration = 5
    }
    for (time, local) in [(0, nil), (0.5, nil), (1, 0), (3, 2), (6, 5), (6.5, nil), (2, 1)]
      as [(Double, Double?)]
    {
      #expect(try white(scene, at: time) == local.map(grey) ?? 0, "at \(time)")
    }
  }

  @Test(
    "4.6: fill modes hold its first and its last moment",
    arguments: [
      (FillMode.removed, nil, nil), (.forwards, nil, 5), (.backwards, 2, nil), (.both, 2, 5),
    ] as [(FillMode, Double?, Double?)])
  func fillModes(mode: FillMode, before: Double?, after: Double?) throws {
    let scene = try scene {
      $0.beginTime = 4
      $0.timeOffset = 2
      $0.repeatDuration = 3
      $0.fillMode = mode
    }
    #expect(try white(scene, at: 1) == before.map(grey) ?? 0)
    #expect(try white(scene, at: 5) == grey(3))
    #expect(try white(scene, at: 50) == after.map(grey) ?? 0)
  }

  @Test(
    "4.1: runs before it begins as after it, unless its fill mode holds it",
    arguments: [(FillMode.removed, -1.0), (.forwards, -1), (.backwards, 2), (.both, 2)])
  func timeBefore(mode: FillMode, begin: Double) throws {
    for duration in [Double.infinity, 40] {
      let layer = Layer()
      layer.beginTime = 4
      layer.timeOffset = 2
      layer.speed = 3
      layer.duration = duration
      layer.fillMode = mode
      let scene = try LiveScene(layer)
      scene.renderer.commit(at: 3)
      layer.add(opacityAnimation(from: 0, to: 1, duration: 10), forKey: "a")
      scene.renderer.commit(at: 3)
      #expect(layer.animation(forKey: "a")?.beginTime == begin)
      #expect(layer.convertTime(3, from: nil) == -1)
    }
  }

  @Test("4.4: a finite duration repeats and turns back as an animation does")
  func cycles() throws {
    let scene = try scene {
      $0.duration = 4
      $0.repeatCount = 2.5
      $0.autoreverses = true
      $0.speed = 2
    }
    // A cycle of 8 local seconds takes 4, and two and a half of them 10.
    let rows: [(Double, Double?)] = [
      (0.5, 1), (2, 4), (3, 2), (4, 0), (5, 2), (9, 2), (10, 4), (10.5, nil),
    ]
    for (time, local) in rows {
      #expect(try white(scene, at: time) == local.map(grey) ?? 0, "at \(time)")
    }
  }

  @Test("4.5: a negative speed runs backwards from the end of its cycle")
  func backwards() throws {
    let scene = try scene {
      $0.duration = 4
      $0.speed = -1
      $0.fillMode = .both
    }
    for (time, local) in [(1, 3), (3, 1), (9, 0)] as [(Double, Double)] {
      #expect(try white(scene, at: time) == grey(local), "at \(time)")
    }
  }

  @Test("a duration of 0 is endless, and a begin of 0 is none, also at times below 0")
  func defaults() throws {
    let scene = try scene {
      $0.duration = 0
      $0.backgroundColor = .white
    }
    #expect(try white(scene, at: 10) == 255)
    #expect(try white(scene, at: 1e6) == 255)
    let plain = try self.scene { $0.speed = -1 }
    plain.layer.removeAllAnimations()
    #expect(try white(plain, at: -3) == 255)
    #expect(try white(plain, at: 3) == 255)
  }

  @Test("takes what is below it along, whose time it cuts off")
  func nested() throws {
    let scene = try scene {
      $0.beginTime = 2
      $0.duration = 3
      $0.fillMode = .forwards
    }
    let child = Layer()
    child.frame = CGRect(x: 0, y: 0, width: 10, height: 8)
    child.backgroundColor = .white
    child.beginTime = 1
    child.repeatDuration = 1.5
    scene.layer.addSublayer(child)
    Transaction.run(disableActions: true) {
      scene.layer.removeAllAnimations()
      scene.layer.backgroundColor = nil
    }
    scene.renderer.commit(at: 0)
    scene.layer.removeAllAnimations()
    // The child's second begins at 3 and ends at 4.5; the parent would hold its end for ever.
    for (time, value) in [(1, 0), (2.5, 0), (3, 255), (4.5, 255), (4.75, 0), (90, 0)]
      as [(
        Double, Int
      )]
    {
      #expect(try white(scene, at: time) == value, "at \(time)")
    }
    child.repeatDuration = 7
    #expect(try white(scene, at: 90) == 255)
    child.fillMode = .backwards
    #expect(try white(scene, at: 2.5) == 255)
    #expect(try white(scene, at: 1) == 0)
  }

  @Test("damages the frame only where it appears and goes, and says when that will be")
  func dueTimes() throws {
    let scene = try scene {
      $0.beginTime = 4
      $0.duration = 3
    }
    scene.layer.removeAllAnimations()
    let box = PixelRect(minX: 3, minY: 5, maxX: 13, maxY: 13)
    _ = try scene.renderer.render(at: 1)
    #expect(scene.renderer.nextFrameTime(after: 1) == .at(4))
    #expect(try scene.renderer.render(at: 3.9).damage.isEmpty)
    #expect(try scene.renderer.render(at: 4).damage == Region(box))
    #expect(scene.renderer.nextFrameTime(after: 4) == .at(7))
    #expect(try scene.renderer.render(at: 7).damage.isEmpty)
    #expect(try scene.renderer.render(at: 7.0.nextUp).damage == Region(box))
    #expect(scene.renderer.nextFrameTime(after: 8) == .never)
    #expect(try scene.renderer.render(at: 8).damage.isEmpty)
    // Its timing changes while it stands still: it is there again.
    scene.layer.duration = 6
    #expect(try scene.renderer.render(at: 8).damage == Region(box))
    scene.layer.beginTime = 0
    scene.layer.duration = .infinity
    #expect(scene.renderer.nextFrameTime(after: 8) == .now)
    _ = try scene.renderer.render(at: 9)
    #expect(scene.renderer.nextFrameTime(after: 9) == .never)
  }

  @Test("counts in the presentation: it is no sublayer while it is not there")
  func presentation() throws {
    let scene = try scene {
      $0.beginTime = 4
      $0.duration = 3
    }
    let inside = CGPoint(x: 5, y: 9)
    scene.renderer.commit(at: 2)
    #expect(scene.root.presentation()?.sublayers == nil)
    #expect(scene.root.presentation()?.hitTest(inside)?.model() === scene.root)
    #expect(scene.layer.presentation() != nil)
    scene.renderer.commit(at: 5)
    #expect(scene.root.presentation()?.sublayers?.count == 1)
    #expect(scene.root.presentation()?.hitTest(inside)?.model() === scene.layer)
    #expect(scene.layer.presentation().map { abs($0.opacity - 0.1) < 1e-6 } == true)
  }

  @Test("is not seen by the conversion of times, which is that of active local time")
  func conversion() {
    let layer = Layer()
    layer.beginTime = 4
    layer.duration = 3
    layer.speed = 2
    #expect(layer.convertTime(10, from: nil) == 12)
    #expect(layer.convertTime(12, to: nil) == 10)
  }

  @Test("ends animations by the folded time, and begins them in it")
  func animations() throws {
    let journal = Journal()
    let scene = try LiveScene()
    scene.layer.duration = 4
    scene.layer.repeatCount = .infinity
    scene.renderer.commit(at: 9)
    scene.layer.add(
      opacityAnimation(from: 0, to: 1, duration: 2, delegate: JournalDelegate("A", journal)),
      forKey: "a")
    scene.renderer.commit(at: 9.5)
    #expect(scene.layer.animation(forKey: "a")?.beginTime == 1.5)
    #expect(scene.renderer.nextFrameTime(after: 9.5) == .now)
    scene.renderer.commit(at: 10.5)
    #expect(scene.layer.presentation()?.opacity == 0.5)
    // Round once more without a frame in the end of it: it is still to come.
    scene.renderer.commit(at: 13)
    #expect(journal.entries == ["start A"])
    #expect(scene.renderer.nextFrameTime(after: 13) == .at(13.5))
    scene.renderer.commit(at: 15.75)
    #expect(journal.entries == ["start A", "stop A true"])
  }

  @Test("stays as it is where the layer leaves the tree and comes back")
  func leavingAndComing() throws {
    let scene = try scene {
      $0.beginTime = 4
      $0.duration = 3
    }
    scene.layer.removeAllAnimations()
    let layer = scene.layer
    layer.removeFromSuperlayer()
    scene.renderer.commit(at: 1)
    #expect(scene.renderer.nextFrameTime(after: 2) != .at(4))
    Transaction.run(disableActions: true) { scene.root.addSublayer(layer) }
    scene.root.removeAllAnimations()
    scene.renderer.commit(at: 2)
    #expect(scene.renderer.nextFrameTime(after: 2) == .at(4))
    #expect(try white(scene, at: 5) == 255)
    #expect(try white(scene, at: 7.5) == 0)
  }
}
