import Foundation
import Lamina
import LaminaTesting
import Testing

@Suite("Expected values over time")
struct ValueExpectationTests {
  private let scene: TestScene
  private let box: Layer

  init() throws { (scene, box) = try TestScene.withBox() }

  @Test("are seen at each time, and the clock stays where it is")
  func met() throws {
    Transaction.run(duration: 2, timingFunction: .linear) {
      box.position = CGPoint(x: 35, y: 56)
      box.backgroundColor = .blue
    }
    scene.expectValues(of: "position.x", of: box, [0: 25, 0.5: 27.5, 1: 30, 2: 35, 9: 35])
    scene.expectValues(
      of: "position", of: box, [0: CGPoint(x: 25, y: 36), 1: CGPoint(x: 30, y: 46)])
    scene.expectValues(
      of: "backgroundColor", of: box, [1: Color(red: 0.5, green: 0, blue: 0.5), 2.5: Color.blue])
    scene.expectValues(of: "hidden", of: box, [0: false])
    scene.expectValues(of: "bounds", of: box, [1: CGRect(x: 0, y: 0, width: 10, height: 12)])
    #expect(scene.time == 0)
    #expect(box.animationKeys() == ["position", "backgroundColor"])
  }

  @Test("are shown beside those that are found")
  func notMet() {
    Transaction.run(duration: 1, timingFunction: .linear) { box.opacity = 0 }
    let found = messages {
      scene.expectValues(of: "opacity", of: box, [0: 1, 0.25: 0.7, 0.5: 0.5, 1: true])
    }
    #expect(
      found == [
        """
        opacity of Layer "box" differs from the table by more than 1e-06:
          at 0 s: 1
        ! at 0.25 s: expected 0.7, found 0.75
          at 0.5 s: 0.5
        ! at 1 s: expected true, found 0
        """
      ])
  }

  @Test("may be near, as far as the tolerance says")
  func tolerance() {
    box.position.x = 25.4
    Transaction.run(disableActions: true) { box.opacity = 0.5 }
    #expect(scene.expectValues(of: "position.y", of: box, [0: 36.01], tolerance: 0.011))
    #expect(
      messages { scene.expectValues(of: "position.y", of: box, [0: 36.01], tolerance: 0.009) }
        .count == 1)
    #expect(
      messages { scene.expectValues(of: "nothing", of: box, [0: 1]) } == [
        """
        nothing of Layer "box" differs from the table by more than 1e-06:
        ! at 0 s: expected 1, found nil
        """
      ])
  }

  @Test("need a layer that is live")
  func notLive() {
    let stray = Layer()
    #expect(
      messages { scene.expectValues(of: "opacity", of: stray, [0: 1]) } == [
        "Layer is not live: add it to the scene's tree before checking its values"
      ])
  }
}
