import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Time is an argument: how a time was reached must not be seen.
@Suite("Seeking", .slow)
struct SeekingTests {
  /// A tree with animations of all kinds that stay on their layers.
  ///
  /// - Parameter isWinding: whether layers begin, end, repeat and run backwards, too.
  private static func renderer(isWinding: Bool) throws -> Renderer {
    let renderer = try Renderer(size: CGSize(width: 24, height: 16))
    let holder = Layer()
    holder.frame = CGRect(x: 1, y: 1, width: 20, height: 14)
    renderer.layer.addSublayer(holder)
    for index in 0..<5 {
      let layer = Layer()
      layer.frame = CGRect(x: index * 4, y: index * 2, width: 5, height: 4)
      layer.backgroundColor = Color(red: 0.2 * Double(index), green: 0.5, blue: 0.75)
      holder.addSublayer(layer)
    }
    if isWinding {
      holder.duration = 2.5
      holder.autoreverses = true
      holder.repeatCount = .infinity
      holder.sublayers?[1].beginTime = 0.75
      holder.sublayers?[2].speed = -1
      holder.sublayers?[2].timeOffset = 2
    }
    Transaction.flush()
    for (layer, animation) in zip(holder.sublayers ?? [], animations) {
      animation.isRemovedOnCompletion = false
      animation.beginTime = 0.125
      layer.add(animation, forKey: "a")
    }
    renderer.commit(at: 0)
    return renderer
  }

  private static var animations: [Animation] {
    let fade = BasicAnimation(keyPath: "opacity")
    fade.fromValue = 0.1
    fade.toValue = 0.9
    fade.timingFunction = .default
    fade.duration = 0.7
    fade.autoreverses = true
    fade.repeatCount = .infinity
    let spring = SpringAnimation(keyPath: "position.x")
    spring.byValue = 7
    spring.duration = 1.9
    spring.fillMode = .forwards
    let path = KeyframeAnimation(keyPath: "position")
    path.path = Path(ellipseIn: CGRect(x: 2, y: 3, width: 13, height: 9))
    path.calculationMode = .paced
    path.rotationMode = .auto
    path.duration = 1.3
    path.repeatCount = 5
    let color = KeyframeAnimation(keyPath: "backgroundColor")
    color.values = [Color.red, Color.green, Color.blue]
    color.calculationMode = .cubic
    color.duration = 0.3
    let turn = BasicAnimation(keyPath: "transform")
    turn.toValue = Transform3D(rotation: 2, x: 0.3, y: 0.2, z: 1)
    turn.duration = 0.45
    let group = AnimationGroup()
    group.animations = [color, turn]
    group.duration = 0.8
    group.repeatDuration = 3.1
    group.timingFunction = .easeInEaseOut
    let count = BasicAnimation(keyPath: "bounds.size.width")
    count.byValue = 1
    count.duration = 0.37
    count.repeatCount = 8
    count.isCumulative = true
    count.speed = 1.25
    return [fade, spring, path, group, count]
  }

  /// Everything that is seen of the layers, to the last bit.
  private static func bits(_ renderer: Renderer) -> [UInt64] {
    let holder = renderer.layer.presentation()?.sublayers?.first
    return (holder?.sublayers ?? []).flatMap { layer -> [UInt64] in
      let t = layer.transform
      let color = layer.backgroundColor ?? .clear
      let numbers = [
        layer.position.x, layer.position.y, layer.bounds.width, Double(layer.opacity), t.m11,
        t.m12, t.m13, t.m21, t.m22, t.m23, t.m31, t.m33, color.red, color.green, color.blue,
      ]
      return numbers.map { Double($0).bitPattern }
    }
  }

  @Test("to a time, stepping there a million times, and coming back from later give the same bits")
  func millionSteps() throws {
    let time = 2.875
    let direct = try Self.renderer(isWinding: false)
    direct.commit(at: time)
    let stepped = try Self.renderer(isWinding: false)
    for step in 1..<1_000_000 { stepped.commit(at: time * Double(step) / 1_000_000) }
    stepped.commit(at: time)
    let back = try Self.renderer(isWinding: false)
    for later in [1e6, 40, 3, 2.876] { back.commit(at: later) }
    back.commit(at: time)
    let expected = Self.bits(direct)
    #expect(expected.count == 75)
    #expect(Self.bits(stepped) == expected)
    #expect(Self.bits(back) == expected)
  }

  @Test("gives the same pictures, also where layers begin, repeat and run backwards")
  func pictures() throws {
    let renderers = try (0..<3).map { _ in try Self.renderer(isWinding: true) }
    let end = 4.3125
    for step in 1..<2_000 { _ = try renderers[1].render(at: end * Double(step) / 2_000) }
    for step in 0..<200 { _ = try renderers[2].render(at: 9 - (9 - end) * Double(step) / 200) }
    let frames = try renderers.map { try $0.render(at: end) }
    #expect(frames[1].bitmap.pixels == frames[0].bitmap.pixels)
    #expect(frames[2].bitmap.pixels == frames[0].bitmap.pixels)
    #expect(Set(frames[0].bitmap.pixels).count > 15)
    let bits = renderers.map(Self.bits)
    #expect(bits[1] == bits[0] && bits[2] == bits[0])
  }
}
