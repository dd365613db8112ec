import Foundation
import Lamina
import LaminaTesting
import Testing

@Suite("Expected actions")
struct ActionExpectationTests {
  private let scene: TestScene
  private let box: Layer

  init() throws { (scene, box) = try TestScene.withBox() }

  @Test("are met by what a change starts")
  func met() {
    scene.expectActions([
      .animates("opacity", of: box, from: 1, to: 0.5, over: 0.25, curve: .default),
      .doesNotAnimate("position", of: box),
    ]) {
      box.opacity = 0.5
    }
    scene.expectActions([
      .animates("position", of: box, from: CGPoint(x: 25, y: 36), to: CGPoint(x: 3, y: 4), over: 2),
      .animates("backgroundColor", of: box, to: Color.blue, curve: .linear),
      .animates("transition", of: box),
    ]) {
      Transaction.run(duration: 2, timingFunction: .linear) {
        box.backgroundColor = .blue
        box.position = CGPoint(x: 3, y: 4)
        box.isHidden = true
      }
    }
    scene.expectActions([]) { Transaction.run(disableActions: true) { box.opacity = 1 } }
    scene.expectActions([]) { box.opacity = 1 }
    #expect(
      scene.expectActions([.animates("bounds", of: box)], allowingOthers: true) {
        box.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      })
  }

  @Test("are met by animations added by hand, groups and parts of properties")
  func byHand() {
    let slide = BasicAnimation(keyPath: "position.x")
    slide.byValue = 5
    let blink = KeyframeAnimation(keyPath: "opacity")
    blink.values = [1, 0, 0.75]
    let group = AnimationGroup()
    group.animations = [slide, blink]
    group.duration = 3
    scene.expectActions([
      .animates("position.x", of: box, from: 25, to: 30, over: 3),
      .animates("opacity", of: box, from: 1, to: 0.75),
    ]) {
      box.add(group, forKey: "both")
    }
  }

  @Test("tell what was started instead, what is missing and what is too much")
  func notMet() {
    let found = messages {
      scene.expectActions([
        .animates("opacity", of: box, from: 1, to: 0.5, over: 2, curve: .linear),
        .animates("bounds", of: box, over: 0.25),
        .doesNotAnimate("position", of: box),
      ]) {
        box.opacity = 0.5
        box.position.x += 1
        box.zPosition = 4
        Transaction.run { box.anchorPoint.y = 0 }
      }
    }
    #expect(
      found == [
        """
        the changes started other actions: - is expected, + was started
        - Layer "box": opacity animates 1 to 0.5 over 2 s, linear curve
        + Layer "box": opacity animates 1 to 0.5 over 0.25 s, default curve
        - Layer "box": bounds animates over 0.25 s
        - Layer "box": position does not animate
        + Layer "box": position animates (25, 36) to (26, 36) over 0.25 s, default curve
        + Layer "box": zPosition animates 0 to 4 over 0.25 s, default curve
        + Layer "box": anchorPoint animates (0.5, 0.5) to (0.5, 0) over 0.25 s, default curve
        """
      ])
  }

  @Test("of a part of a property count as the property")
  func parts() {
    let slide = BasicAnimation(keyPath: "position.x")
    slide.toValue = 5
    let found = messages {
      scene.expectActions([.doesNotAnimate("position", of: box)]) { box.add(slide, forKey: nil) }
    }
    #expect(
      found == [
        """
        the changes started other actions: - is expected, + was started
        - Layer "box": position does not animate
        + Layer "box": position.x animates 25 to 5 over 0.25 s, at an even pace
        """
      ])
  }

  @Test("may be actions of your own")
  func ownActions() {
    struct Ring: Action {
      func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
    }
    box.actions = ["opacity": Ring(), "position": .noAction]
    scene.expectActions([
      .runsAction(forKey: "opacity", of: box), .doesNotAnimate("position", of: box),
    ]) {
      box.opacity = 0
      box.position.x = 0
    }
    let found = messages {
      scene.expectActions([.runsAction(forKey: "bounds", of: box)]) { box.opacity = 1 }
    }
    #expect(
      found == [
        """
        the changes started other actions: - is expected, + was started
        - Layer "box": bounds runs an action
        + Layer "box": opacity runs Ring
        """
      ])
  }

  @Test("are not those of layers that are not live yet")
  func notLive() {
    let new = Layer()
    scene.expectActions([]) {
      scene.layer.actions = ["sublayers": .noAction]
      scene.layer.addSublayer(new)
      new.opacity = 0.5
    }
  }
}
