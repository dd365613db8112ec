import Foundation
import Lamina
import LaminaViews
import Testing

@Suite("A pinch")
struct PinchTests {
  @Test("begins past the hysteresis, scales with the distance, and ends when all are lifted")
  func pinch() throws {
    let scene = try GestureScene()
    let pinch = scene.add("pinch", PinchGestureRecognizer()) {
      "\($0.scale) at \($0.location(in: nil).x)"
    }
    scene.touch(.began, 50, 50)
    scene.touch(.began, 82, 50, id: 1)
    scene.touch(.moved, 90, 50, id: 1)
    #expect(pinch.state == .possible && pinch.scale == 1.25)
    scene.touch(.moved, 110, 50, id: 1)
    scene.touch(.moved, 30, 50)
    scene.touch(.ended, 30, 50)
    scene.touch(.moved, 60, 50, id: 1)
    // Another finger: what is measured now is the distance to that one.
    scene.touch(.began, 160, 50, id: 2)
    scene.touch(.moved, 110, 50, id: 2)
    scene.touch(.ended, 110, 50, id: 2)
    scene.touch(.ended, 60, 50, id: 1)
    #expect(
      scene.takeLog() == [
        "pinch began 1.5 at 80.0", "pinch changed 2.0 at 70.0", "pinch changed 1.0 at 85.0",
        "pinch ended 1.0 at 60.0",
      ])
    #expect(pinch.state == .possible && pinch.scale == 1)
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 150, 50)
    scene.touch(.ended, 150, 50)
    #expect(scene.takeLog() == [] && pinch.state == .possible)
  }

  @Test("is incremental where its scale is set to 1 in the action")
  func reset() throws {
    let scene = try GestureScene()
    var zoom: CGFloat = 10
    let pinch = scene.add("pinch", PinchGestureRecognizer()) {
      zoom *= $0.scale
      $0.scale = 1
      return "\(zoom) v \($0.velocity)"
    }
    scene.touch(.began, 50, 50)
    scene.touch(.began, 82, 50, id: 1)
    scene.touch(.moved, 110, 50, id: 1)
    scene.touch(.moved, 130, 50, id: 1)
    #expect(pinch.scale == 1)
    scene.touch(.moved, 90, 50, id: 1)
    scene.touch(.moved, 90, 50, id: 1)
    scene.touch(.cancelled, 90, 50, id: 1)
    scene.touch(.ended, 50, 50)
    let log = scene.takeLog()
    let states = log.map { $0.split(separator: " ")[1] }
    #expect(states == ["began", "changed", "changed", "cancelled"])
    let zooms = log.compactMap { Double($0.split(separator: " ")[2]) }
    // 60 of 40 points, then 80, then 40.
    #expect(zooms.count == 4)
    for (zoom, expected) in zip(zooms, [15.0, 20, 10, 10]) { #expect(abs(zoom - expected) < 1e-9) }
  }

  @Test("knows how fast the scale changes")
  func velocity() throws {
    let scene = try GestureScene()
    let pinch = scene.add("pinch", PinchGestureRecognizer())
    scene.touch(.began, 50, 50)
    scene.touch(.began, 92, 50, id: 1)
    for step in 1...6 { scene.touch(.moved, 92 + 10 * CGFloat(step), 50, id: 1) }
    // 10 points in 10 ms, of 50 points that count as 1.
    #expect(abs(pinch.scale - 102.0 / 50) < 1e-12)
    #expect(abs(pinch.velocity - 20) < 1e-9)
    pinch.scale = 1
    #expect(abs(pinch.velocity - 1000.0 / 102) < 1e-9)
  }

  @Test("is made by the wheel with the control key: a gesture of each step")
  func wheel() throws {
    let scene = try GestureScene()
    let child = View(frame: CGRect(x: 20, y: 20, width: 50, height: 50))
    scene.root.addSubview(child)
    let inner = scene.add("inner", PinchGestureRecognizer(), to: child) { "\($0.scale)" }
    let outer = scene.add("outer", PinchGestureRecognizer()) {
      "\($0.scale) at \($0.location(in: nil).x)"
    }
    let pan = scene.add("pan", PanGestureRecognizer())
    scene.magnify(30, 30, by: 1.5)
    #expect(scene.takeLog() == ["inner began 1.0", "inner changed 1.5", "inner ended 1.5"])
    inner.addAction { $0.scale = 1 }
    scene.magnify(30, 30, by: 1.5)
    #expect(scene.takeLog() == ["inner began 1.0", "inner changed 1.5", "inner ended 1.0"])
    #expect(inner.state == .possible)
    inner.isEnabled = false
    scene.magnify(30, 30, by: 0.5)
    #expect(
      scene.takeLog()
        == ["outer began 1.0 at 30.0", "outer changed 0.5 at 30.0", "outer ended 0.5 at 30.0"])
    let decider = GestureDecider()
    outer.delegate = decider
    decider.begins = false
    scene.magnify(90, 30, by: 2)
    #expect(scene.takeLog() == [] && outer.state == .possible)
    decider.begins = true
    // Not while fingers are down on the view.
    scene.touch(.began, 90, 90)
    scene.touch(.moved, 120, 90)
    scene.magnify(90, 30, by: 2)
    #expect(scene.takeLog() == ["pan began"] && pan.state == .began)
    scene.touch(.ended, 120, 90)
    scene.magnify(90, 30, by: 2)
    #expect(scene.takeLog().count == 4)
  }

  @Test("refuses a scale that is not a positive number")
  func preconditions() async {
    await #expect(processExitsWith: .failure) { PinchGestureRecognizer().scale = 0 }
    await #expect(processExitsWith: .failure) { PinchGestureRecognizer().scale = .nan }
  }
}
