import Foundation
import Lamina
import LaminaViews
import Testing

@Suite("A gesture recognizer")
struct GestureTests {
  @Test("of taps: one that is short and still is recognized where it is lifted")
  func tap() throws {
    let scene = try GestureScene()
    let tap = scene.add("tap", TapGestureRecognizer()) {
      "at \(Int($0.location(in: nil).x)), \(Int($0.location(in: nil).y))"
    }
    scene.tap(20, 30)
    #expect(scene.takeLog() == ["tap ended at 20, 30"])
    #expect(tap.state == .possible && tap.numberOfTouches == 0)
    // As far as it may move, and one point further.
    scene.touch(.began, 20, 30)
    scene.touch(.moved, 26, 38)
    scene.touch(.ended, 26, 38)
    #expect(scene.takeLog() == ["tap ended at 26, 38"])
    scene.touch(.began, 20, 30)
    scene.touch(.moved, 26, 38.5)
    #expect(tap.state == .failed)
    scene.touch(.moved, 20, 30)
    scene.touch(.ended, 20, 30)
    #expect(scene.takeLog() == [] && tap.state == .possible)
    // As long as it may last, and longer.
    scene.touch(.began, 20, 30)
    scene.touch(.ended, 20, 30, after: 0.7499)
    #expect(scene.takeLog() == ["tap ended at 20, 30"])
    scene.touch(.began, 20, 30)
    #expect(scene.host.nextFrameTime(after: scene.time) == .at(scene.time + 0.75))
    try scene.wait(0.75)
    #expect(tap.state == .failed)
    scene.touch(.ended, 20, 30)
    #expect(scene.takeLog() == [] && tap.state == .possible)
    #expect(scene.host.nextFrameTime(after: scene.time) == .never)
    // Another finger, and a touch that the window takes.
    scene.touch(.began, 20, 30)
    scene.touch(.began, 40, 30, id: 1)
    scene.touch(.ended, 40, 30, id: 1)
    scene.touch(.ended, 20, 30)
    scene.touch(.began, 20, 30)
    scene.touch(.cancelled, 20, 30)
    #expect(scene.takeLog() == [] && tap.state == .possible)
  }

  @Test("of taps: so many fingers and so many taps in time and in one place")
  func manyTaps() throws {
    let scene = try GestureScene()
    let double = scene.add("double", TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    let fingers = scene.add("fingers", TapGestureRecognizer())
    fingers.numberOfTouchesRequired = 2
    scene.tap(20, 30)
    scene.tap(30, 30, after: 0.3)
    #expect(scene.takeLog() == ["double ended"])
    scene.tap(20, 30)
    scene.tap(20, 30, after: 0.36)
    #expect(scene.takeLog() == [])
    scene.tap(20, 30)
    #expect(scene.takeLog() == ["double ended"], "the tap that came too late was a first one")
    scene.tap(20, 30)
    scene.tap(70, 30)
    #expect(scene.takeLog() == [])
    scene.touch(.began, 20, 30)
    scene.touch(.began, 90, 30, id: 1)
    scene.touch(.ended, 20, 30)
    scene.touch(.ended, 90, 30, id: 1)
    #expect(scene.takeLog() == ["fingers ended"])
  }

  @Test("waits until the one that it requires to fail has failed")
  func requirement() throws {
    let scene = try GestureScene()
    let single = scene.add("single", TapGestureRecognizer())
    let double = scene.add("double", TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    scene.tap(20, 30)
    #expect(scene.takeLog() == [] && single.state == .possible)
    let lifted = scene.time
    #expect(scene.host.nextFrameTime(after: lifted) == .at(lifted + 0.35))
    try scene.wait(0.34)
    #expect(scene.takeLog() == [])
    try scene.wait(0.02)
    #expect(scene.takeLog() == ["single ended"] && single.state == .possible)
    scene.tap(20, 30)
    scene.tap(20, 30)
    try scene.wait(1)
    #expect(scene.takeLog() == ["double ended"])
    #expect(single.state == .possible && double.state == .possible)
    double.isEnabled = false
    scene.tap(20, 30)
    #expect(scene.takeLog() == ["single ended"])
  }

  @Test("of pans: begins past the hysteresis, follows the finger, and ends with its velocity")
  func pan() throws {
    let scene = try GestureScene()
    let pan = scene.add("pan", PanGestureRecognizer()) {
      let (t, v) = ($0.translation(in: nil), $0.velocity(in: nil))
      return "\(t.x) \(t.y) v \(Int(v.x.rounded())) \(Int(v.y.rounded()))"
    }
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 60, 50)
    #expect(pan.state == .possible && pan.numberOfTouches == 1)
    scene.touch(.moved, 64, 50)
    scene.touch(.moved, 70, 48)
    scene.touch(.ended, 70, 48)
    #expect(
      scene.takeLog() == [
        "pan began 4.0 0.0 v 700 0", "pan changed 10.0 -2.0 v 667 -67",
        "pan ended 10.0 -2.0 v 500 -50",
      ])
    #expect(pan.state == .possible)
    // A finger that rests before it is lifted has no velocity.
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 50, 80)
    scene.touch(.ended, 50, 80, after: 0.2)
    #expect(scene.takeLog() == ["pan began 0.0 20.0 v 0 3000", "pan ended 0.0 20.0 v 0 0"])
    scene.touch(.began, 50, 50)
    scene.touch(.ended, 50, 50)
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 90, 50)
    scene.touch(.cancelled, 90, 50)
    #expect(scene.takeLog() == ["pan began 30.0 0.0 v 4000 0", "pan cancelled 30.0 0.0 v 4000 0"])
  }

  @Test("of pans: goes on without a jump while fingers come and go")
  func panFingers() throws {
    let scene = try GestureScene()
    let pan = scene.add("pan", PanGestureRecognizer()) { "\($0.translation(in: nil).x)" }
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 70, 50)
    scene.touch(.began, 150, 50, id: 1)
    scene.touch(.moved, 160, 50, id: 1)
    scene.touch(.ended, 70, 50)
    scene.touch(.moved, 161, 50, id: 1)
    pan.setTranslation(CGPoint(x: 100, y: 0), in: nil)
    scene.touch(.moved, 163, 50, id: 1)
    scene.touch(.ended, 163, 50, id: 1)
    #expect(
      scene.takeLog() == [
        "pan began 10.0", "pan changed 15.0", "pan changed 16.0", "pan changed 102.0",
        "pan ended 102.0",
      ])
    pan.minimumNumberOfTouches = 2
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 90, 50)
    scene.touch(.began, 150, 50, id: 1)
    #expect(scene.takeLog() == [])
    scene.touch(.moved, 190, 50, id: 1)
    scene.touch(.ended, 190, 50, id: 1)
    scene.touch(.ended, 90, 50)
    #expect(scene.takeLog() == ["pan began 10.0", "pan ended 10.0"])
    (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (1, 1)
    scene.touch(.began, 50, 50)
    scene.touch(.moved, 70, 50)
    scene.touch(.began, 150, 50, id: 1)
    scene.touch(.moved, 90, 50)
    scene.touch(.ended, 90, 50)
    #expect(pan.state == .cancelled)
    scene.touch(.ended, 150, 50, id: 1)
    #expect(scene.takeLog() == ["pan began 10.0", "pan cancelled 10.0"] && pan.state == .possible)
  }

  @Test("measures in the coordinate space of the view that it is asked for")
  func spaces() throws {
    let scene = try GestureScene()
    let view = View(frame: CGRect(x: 40, y: 40, width: 100, height: 100))
    view.layer.transform = Transform3D(scaleX: 2, y: 0.5, z: 1)
    scene.root.addSubview(view)
    let pan = PanGestureRecognizer()
    view.addGestureRecognizer(pan)
    scene.touch(.began, 90, 90)
    #expect(pan.location(in: view) == CGPoint(x: 50, y: 50))
    scene.touch(.moved, 120, 90)
    scene.touch(.moved, 120, 96)
    #expect(pan.translation(in: nil) == CGPoint(x: 20, y: 6))
    #expect(pan.translation(in: view) == CGPoint(x: 10, y: 12))
    #expect(pan.location(in: view) == CGPoint(x: 65, y: 62))
    #expect(pan.location(ofTouch: 0, in: scene.root) == CGPoint(x: 120, y: 96))
    pan.setTranslation(CGPoint(x: 1, y: 2), in: view)
    #expect(pan.translation(in: nil) == CGPoint(x: 2, y: 1))
    let velocity = pan.velocity(in: view)
    #expect(abs(velocity.x - 750) < 1e-9 && abs(velocity.y - 600) < 1e-9)
  }

  /// The effect of several recognizers on one touch on each other.
  @Test("that is recognized fails the others on its touches, and cancels the touches in the view")
  func exclusion() throws {
    let scene = try GestureScene()
    let view = ViewHostTests.NotingView(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
    scene.root.addSubview(view)
    _ = view.takeNotes()
    let inner = scene.add("inner tap", TapGestureRecognizer(), to: view)
    let outer = scene.add("outer tap", TapGestureRecognizer())
    let pan = scene.add("pan", PanGestureRecognizer())
    let sloppy = scene.add("sloppy tap", TapGestureRecognizer(), to: view)
    sloppy.allowableMovement = 100
    scene.tap(30, 30)
    #expect(scene.takeLog() == ["inner tap ended"])
    #expect(
      view.takeNotes()
        == ["began 0: 10.0 10.0 -> 10.0 10.0", "cancelled 0: 10.0 10.0 -> 10.0 10.0"])
    scene.touch(.began, 30, 30)
    scene.touch(.moved, 45, 30)
    #expect(pan.state == .began && inner.state == .failed && sloppy.state == .failed)
    scene.touch(.moved, 46, 30)
    scene.touch(.ended, 46, 30)
    #expect(scene.takeLog() == ["pan began", "pan changed", "pan ended"])
    #expect(
      view.takeNotes()
        == ["began 0: 10.0 10.0 -> 10.0 10.0", "cancelled 0: 10.0 10.0 -> 25.0 10.0"])
    inner.cancelsTouchesInView = false
    scene.tap(30, 30)
    #expect(view.takeNotes().last == "ended 0: 10.0 10.0 -> 10.0 10.0")
    // Touches that it does not share have nothing to do with it.
    let sibling = View(frame: CGRect(x: 90, y: 90, width: 60, height: 60))
    scene.root.addSubview(sibling)
    sibling.addGestureRecognizer(pan)
    _ = scene.takeLog()
    scene.touch(.began, 100, 100)
    scene.touch(.moved, 120, 100)
    scene.touch(.began, 30, 30, id: 1)
    scene.touch(.ended, 30, 30, id: 1)
    #expect(scene.takeLog() == ["pan began", "inner tap ended"] && pan.state == .began)
    scene.touch(.ended, 120, 100)
    #expect([inner, outer, pan, sloppy].allSatisfy { $0.state == .possible })
  }

  @Test("goes on beside another where a delegate allows it, and asks whether it may begin")
  func delegates() throws {
    let scene = try GestureScene()
    let pan = scene.add("pan", PanGestureRecognizer())
    let pinch = scene.add("pinch", PinchGestureRecognizer())
    let decider = GestureDecider()
    pan.delegate = decider
    func drag() {
      scene.touch(.began, 50, 50)
      scene.touch(.moved, 70, 50)
      scene.touch(.began, 150, 50, id: 1)
      scene.touch(.moved, 180, 50, id: 1)
      scene.touch(.ended, 180, 50, id: 1)
      scene.touch(.ended, 70, 50)
    }
    drag()
    #expect(scene.takeLog() == ["pan began", "pan changed", "pan ended"])
    decider.isSimultaneous = true
    drag()
    #expect(
      scene.takeLog()
        == ["pan began", "pan changed", "pinch began", "pan ended", "pinch ended"])
    decider.begins = false
    drag()
    #expect(scene.takeLog() == ["pinch began", "pinch ended"])
    (decider.begins, decider.receives) = (true, false)
    drag()
    #expect(scene.takeLog() == ["pinch began", "pinch ended"])
    #expect(pan.state == .possible && pinch.state == .possible)
  }

  @Test("is cancelled when it is disabled or its view leaves the tree")
  func breakingOff() throws {
    let scene = try GestureScene()
    let view = View(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
    scene.root.addSubview(view)
    let pan = scene.add("pan", PanGestureRecognizer(), to: view)
    let tap = scene.add("tap", TapGestureRecognizer(), to: view)
    tap.numberOfTapsRequired = 2
    func begin() {
      scene.touch(.began, 30, 30)
      scene.touch(.moved, 60, 30)
    }
    begin()
    pan.isEnabled = false
    #expect(scene.takeLog() == ["pan began", "pan cancelled"] && pan.state == .possible)
    pan.isEnabled = true
    scene.touch(.moved, 80, 30)
    scene.touch(.ended, 80, 30)
    #expect(scene.takeLog() == [])
    begin()
    view.removeFromSuperview()
    #expect(scene.takeLog() == ["pan began", "pan cancelled"] && pan.state == .possible)
    scene.root.addSubview(view)
    scene.touch(.ended, 60, 30)
    scene.tap(30, 30)
    try scene.wait(0)
    #expect(scene.host.nextFrameTime(after: scene.time) == .at(scene.time + 0.35))
    view.removeGestureRecognizer(tap)
    #expect(tap.state == .possible && view.gestureRecognizers.count == 1)
    try scene.wait(0)
    #expect(scene.host.nextFrameTime(after: scene.time) == .never)
    begin()
    pan.addAction { [unowned view] _ in view.removeFromSuperview() }
    scene.touch(.moved, 61, 30)
    #expect(scene.takeLog() == ["pan began", "pan changed", "pan cancelled"])
    #expect(pan.state == .possible && pan.numberOfTouches == 0)
  }

  @Test("goes on while its view moves within the tree, and not in another tree")
  func moving() throws {
    let scene = try GestureScene()
    let (view, other) = (
      View(frame: CGRect(x: 20, y: 20, width: 60, height: 60)),
      View(frame: CGRect(x: 100, y: 0, width: 100, height: 100))
    )
    scene.root.addSubview(view)
    scene.root.addSubview(other)
    scene.add("pan", PanGestureRecognizer(), to: view)
    scene.touch(.began, 30, 30)
    scene.touch(.moved, 60, 30)
    scene.root.addSubview(view)
    scene.touch(.moved, 61, 30)
    other.addSubview(view)
    scene.touch(.moved, 62, 30)
    #expect(scene.takeLog() == ["pan began", "pan changed", "pan changed"])
    let host = try ViewHost(rootView: View(), size: CGSize(width: 9, height: 9))
    host.rootView.addSubview(view)
    #expect(scene.takeLog() == ["pan cancelled"] && view.host === host)
    scene.touch(.ended, 62, 30)
    #expect(scene.takeLog() == [])
  }

  @Test("and its views are released with their host, even during a gesture")
  func lifetime() throws {
    weak var view: ScrollView?
    weak var pan: PanGestureRecognizer?
    weak var host: ViewHost?
    do {
      let scene = try ScrollScene()
      scene.touch(.began, 50)
      scene.touch(.moved, 150)
      scene.scrollView.flashScrollIndicators()
      view = scene.scrollView
      pan = scene.scrollView.panGestureRecognizer
      host = scene.host
      #expect(pan?.state == .began)
    }
    #expect(view == nil && pan == nil && host == nil)
  }

  /// Sets states that cannot follow each other.
  final class BadRecognizer: GestureRecognizer {
    override func touchesBegan(_ touches: [Touch]) { state = .changed }
  }

  /// Recognizes every touch, and never ends.
  final class CarelessRecognizer: GestureRecognizer {
    var resets = 0
    override func touchesBegan(_ touches: [Touch]) { state = .began }
    override func reset() { resets += 1 }
  }

  @Test("of one's own sets states in their order, and is cancelled where it forgets to end")
  func subclasses() async throws {
    let scene = try GestureScene()
    let careless = scene.add("careless", CarelessRecognizer())
    scene.tap(30, 30)
    #expect(scene.takeLog() == ["careless began", "careless cancelled"])
    #expect(careless.resets == 1 && careless.state == .possible)
    await #expect(processExitsWith: .failure) {
      let scene = try GestureScene()
      scene.add("bad", BadRecognizer())
      scene.tap(30, 30)
    }
  }
}
