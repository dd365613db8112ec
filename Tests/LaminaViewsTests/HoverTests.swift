import Foundation
import Lamina
import LaminaViews
import Testing

@Suite("A pointer without a button") struct HoverTests {
  @Test("begins where it enters a view, changes, and ends where it leaves")
  func states() throws {
    let scene = try GestureScene()
    let child = View(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
    scene.root.addSubview(child)
    scene.add("inner", HoverGestureRecognizer(), to: child) {
      "\(Int($0.location(in: child).x)) \($0.modifiers.rawValue)"
    }
    scene.add("outer", HoverGestureRecognizer())
    func hover(_ x: CGFloat?, _ modifiers: KeyModifiers = []) {
      scene.time += 0.01
      scene.host.send(
        InputEvent(
          time: scene.time, kind: .hover(location: x.map { CGPoint(x: $0, y: 60) }),
          modifiers: modifiers))
    }
    hover(10)
    #expect(scene.takeLog() == ["outer began"])
    hover(60, .shift)
    #expect(scene.takeLog() == ["inner began 10 1", "outer changed"])
    hover(70)
    #expect(scene.takeLog() == ["inner changed 20 0", "outer changed"])
    hover(10)
    #expect(scene.takeLog() == ["inner ended 20 0", "outer changed"])
    hover(nil)
    hover(nil)
    #expect(scene.takeLog() == ["outer ended"])
    hover(60)
    child.removeFromSuperview()
    hover(60)
    #expect(scene.takeLog().suffix(2) == ["inner cancelled 10 0", "outer changed"])
  }

  @Test("keeps no other gesture from beginning, and is not ended by one")
  func others() throws {
    let scene = try GestureScene()
    let hover = scene.add("hover", HoverGestureRecognizer())
    scene.add("tap", TapGestureRecognizer())
    scene.add("pan", PanGestureRecognizer()) { "\($0.modifiers.rawValue)" }
    scene.host.send(InputEvent(time: 0, kind: .hover(location: CGPoint(x: 5, y: 5))))
    scene.tap(5, 5)
    #expect(scene.takeLog() == ["hover began", "tap ended"])
    for (index, phase) in [Touch.Phase.began, .moved, .ended].enumerated() {
      scene.time += 0.01
      scene.host.send(
        InputEvent(
          time: scene.time,
          kind: .touch(id: 0, phase: phase, location: CGPoint(x: 5 + 40 * index, y: 5)),
          modifiers: .alternate))
    }
    #expect(scene.takeLog() == ["pan began 4", "pan ended 4"])
    #expect(hover.state == .began && hover.touches.isEmpty)
    hover.isEnabled = false
    #expect(scene.takeLog() == ["hover cancelled"])
    scene.host.send(InputEvent(time: 9, kind: .hover(location: CGPoint(x: 5, y: 5))))
    scene.host.send(InputEvent(time: 9, kind: .hover(location: CGPoint(x: CGFloat.nan, y: 5))))
    #expect(scene.takeLog().isEmpty)
  }
}
