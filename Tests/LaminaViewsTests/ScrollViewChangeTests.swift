import Foundation
import Lamina
import LaminaViews
import Testing

@Suite("A scroll view that is changed")
struct ScrollViewChangeTests {
  @Test("animates to an offset from the event or frame in which it was asked to")
  func animation() throws {
    let scene = try ScrollScene()
    scene.scrollView.setContentOffset(CGPoint(x: 300, y: 0), animated: true)
    #expect(scene.x == 0 && scene.host.nextFrameTime(after: 0) == .now)
    try scene.wait(5)
    #expect(scene.x == 0)
    try scene.wait(0.075)
    let quarter = CGFloat(TimingFunction.easeInEaseOut.value(at: 0.25))
    #expect(scene.x == (300 * quarter).rounded())
    try scene.wait(0.075)
    #expect(scene.x == 150)
    try scene.wait(0.16)
    #expect(scene.x == 300 && scene.takeLog() == ["animated"])
    // Asked for in an event: it is on its way in the frame after that.
    scene.scrollView.panGestureRecognizer.addAction { [unowned scene] pan in
      guard pan.state == .ended else { return }
      scene.scrollView.setContentOffset(.zero, animated: true)
    }
    scene.drag(from: 100, to: 70, rest: 0.3)
    #expect(scene.x == 320)
    try scene.wait(0.15)
    #expect(scene.x == 160)
    scene.scrollView.setContentOffset(CGPoint(x: 40, y: 0), animated: false)
    #expect(scene.x == 40)
    try scene.wait(1)
    #expect(scene.x == 40)
    #expect(
      scene.takeLog() == ["will drag", "dragged, at rest", "animated"])
    scene.scrollView.setContentOffset(CGPoint(x: 40, y: 0), animated: true)
    #expect(scene.takeLog() == [])
    // A finger that comes down ends it.
    scene.scrollView.setContentOffset(CGPoint(x: 140, y: 0), animated: true)
    try scene.wait(0)
    try scene.wait(0.15)
    scene.touch(.began, 50)
    try scene.wait(1)
    #expect(scene.x < 140 && scene.x >= 90)
    scene.touch(.ended, 50)
  }

  @Test("goes on from an offset that is set while a finger drags it or it decelerates")
  func settingOffset() throws {
    let scene = try ScrollScene()
    scene.scrollView.contentOffset.x = 500
    scene.touch(.began, 150)
    scene.touch(.moved, 130)
    #expect(scene.x == 510)
    scene.scrollView.contentOffset.x = 2_000.5
    #expect(scene.x == 2_000.5)
    scene.touch(.moved, 129)
    #expect(scene.x == 2_002, "on whole pixels again")
    scene.scrollView.setContentOffset(CGPoint(x: 3_000, y: 0), animated: false)
    scene.touch(.moved, 128)
    #expect(scene.x == 3_001)
    scene.touch(.ended, 128, after: 0.3)
    scene.drag(from: 150, to: 50)
    try scene.wait(0.1)
    scene.scrollView.contentOffset.x = 100_000
    #expect(scene.scrollView.isDecelerating)
    try scene.settle()
    let way = CGFloat(900 / -(1_000 * log(0.998)) * pow(0.998, 100))
    #expect(scene.x == (100_000 + way).rounded())
    scene.drag(from: 150, to: 50)
    scene.scrollView.setContentOffset(CGPoint(x: 9, y: 0), animated: false)
    #expect(!scene.scrollView.isDecelerating)
    try scene.settle()
    #expect(scene.x == 9)
  }

  @Test("comes into its range when its content or its size changes")
  func range() throws {
    let scene = try ScrollScene()
    scene.scrollView.contentOffset.x = 500_000
    scene.scrollView.contentSize.width = 10_000
    #expect(scene.x == 9_800)
    try scene.host.resize(to: CGSize(width: 400, height: 100), scale: 1)
    try scene.wait(0.1)
    #expect(scene.x == 9_600)
    // It flies towards an end that comes nearer: it bounces there.
    scene.drag(from: 50, to: 390)
    try scene.wait(0.05)
    let moving = scene.x
    #expect(moving < 9_300)
    scene.scrollView.contentInset.left = -moving + 10
    #expect(scene.scrollView.isDecelerating && scene.x == moving)
    try scene.settle()
    #expect(scene.x == moving - 10)
    // While a finger holds it beyond the end, it stays until that is lifted.
    scene.scrollView.contentInset = .zero
    scene.touch(.began, 150)
    scene.touch(.moved, 100)
    let held = scene.x
    scene.scrollView.contentSize.width = 500
    #expect(scene.x == held)
    scene.touch(.moved, 101)
    #expect(scene.x > 100 && scene.x < 500)
    scene.touch(.ended, 101, after: 0.3)
    try scene.settle()
    #expect(scene.x == 100)
    scene.scrollView.contentSize = .zero
    #expect(scene.x == 0)
    // The end of an animation follows, too.
    scene.scrollView.contentSize.width = 2_000
    scene.scrollView.setContentOffset(CGPoint(x: 1_600, y: 0), animated: true)
    scene.scrollView.contentSize.width = 1_000
    try scene.settle()
    #expect(scene.x == 600)
  }

  @Test("reaches the end of its motion where its host goes")
  func leaving() throws {
    let root = View()
    let host = try ViewHost(rootView: root, size: CGSize(width: 200, height: 100))
    let view = ScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    root.addSubview(view)
    view.contentSize.width = 2_000
    view.setContentOffset(CGPoint(x: 50, y: 0), animated: true)
    _ = try host.render(at: 1)
    view.removeFromSuperview()
    #expect(view.contentOffset.x == 50)
    root.addSubview(view)
    host.send(ViewHostTests.touch(.began, 20, 50, at: 2))
    host.send(ViewHostTests.touch(.moved, 190, 50, at: 2.1))
    #expect(view.contentOffset.x < 0 && view.isTracking)
    view.removeFromSuperview()
    #expect(view.contentOffset.x == 0 && !view.isTracking && !view.isDragging)
    _ = try host.render(at: 3)
    #expect(host.nextFrameTime(after: 3) == .never)
  }

  @Test("scrolls by the wheel without going past its ends, and passes on what it does not use")
  func wheel() throws {
    let scene = try ScrollScene(content: CGSize(width: 1_000, height: 400))
    scene.wheel(-30, -7)
    #expect(scene.scrollView.contentOffset == CGPoint(x: 30, y: 7))
    scene.wheel(50, 3)
    #expect(scene.scrollView.contentOffset == CGPoint(x: 0, y: 4))
    for _ in 0..<10 { scene.wheel(-0.25, 0) }
    #expect(scene.x == 3, "parts of pixels add up")
    scene.wheel(-1e9, -1e9)
    #expect(scene.scrollView.contentOffset == scene.scrollView.maximumContentOffset)
    #expect(!scene.scrollView.isDecelerating)
    // Nothing scrolls up and down here, so the wheel scrolls to the left and right.
    scene.scrollView.contentSize.height = 50
    scene.wheel(0, 100)
    #expect(scene.scrollView.contentOffset == CGPoint(x: 700, y: 0))
    scene.scrollView.isScrollEnabled = false
    scene.wheel(0, 100)
    #expect(scene.x == 700)
    scene.scrollView.isScrollEnabled = true
    scene.drag(from: 150, to: 100)
    scene.wheel(0, 100)
    #expect(!scene.scrollView.isDecelerating && scene.x.truncatingRemainder(dividingBy: 1) == 0)

    let outer = try ScrollScene(content: CGSize(width: 200, height: 1_000))
    let inner = ScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 900))
    inner.contentSize = CGSize(width: 300, height: 900)
    outer.scrollView.addSubview(inner)
    outer.wheel(0, -10)
    #expect(outer.scrollView.contentOffset.y == 10 && inner.contentOffset.x == 0)
    outer.wheel(-60, -10)
    #expect(outer.scrollView.contentOffset.y == 10 && inner.contentOffset.x == 60)
    outer.wheel(60, 0)
    outer.wheel(0, 20)
    outer.wheel(0, 20)
    #expect(outer.scrollView.contentOffset == .zero && inner.contentOffset == .zero)
  }

  @Test("scrolls by keys")
  func keys() throws {
    let scene = try ScrollScene()
    func offset(after key: Key, _ modifiers: KeyModifiers = []) throws -> CGFloat {
      scene.press(key, modifiers)
      try scene.wait(1)
      return scene.x
    }
    #expect(try offset(after: .right) == 40)
    #expect(try offset(after: .pageDown) == 200)
    #expect(try offset(after: .space) == 360)
    #expect(try offset(after: .space, .shift) == 200)
    #expect(try offset(after: .pageUp) == 40)
    #expect(try offset(after: .left) == 0)
    #expect(try offset(after: .left) == 0)
    #expect(try offset(after: .end) == 999_800)
    #expect(try offset(after: .home) == 0)
    #expect(try offset(after: .end, .control) == 0)
    #expect(try offset(after: .down) == 0)
    #expect(try offset(after: .escape) == 0)
    scene.press(.right)
    scene.press(.right)
    try scene.settle()
    #expect(scene.x == 80, "a second press begins where the first leads")
    let tall = try ScrollScene(content: CGSize(width: 100, height: 1_000))
    for key in [Key.pageDown, .down, .end, .up] {
      tall.press(key)
      try tall.settle()
    }
    #expect(tall.scrollView.contentOffset.y == 860)
  }

  @Test("scrolls by the smallest move that shows a rectangle")
  func rectangles() throws {
    let scene = try ScrollScene(content: CGSize(width: 1_000, height: 400))
    let view = scene.scrollView
    view.scrollRectToVisible(CGRect(x: 150, y: 20, width: 90, height: 30), animated: false)
    #expect(view.contentOffset == CGPoint(x: 40, y: 0))
    view.scrollRectToVisible(CGRect(x: 150, y: 20, width: 90, height: 30), animated: false)
    #expect(view.contentOffset == CGPoint(x: 40, y: 0))
    view.scrollRectToVisible(CGRect(x: 10, y: 90, width: 20, height: 60), animated: true)
    try scene.settle()
    #expect(view.contentOffset == CGPoint(x: 10, y: 50))
    view.scrollRectToVisible(CGRect(x: 700, y: 0, width: 1_000, height: 900), animated: false)
    #expect(view.contentOffset == CGPoint(x: 700, y: 0))
  }

  @Test("lets its delegate set the offset while it scrolls")
  func reentrancy() throws {
    let scene = try ScrollScene()
    scene.onScroll = { [unowned scene] in
      let view = scene.scrollView
      let steps = (view.contentOffset.x / 50).rounded()
      view.contentOffset.x = steps * 50
    }
    scene.touch(.began, 190)
    for x in [130, 70, 10] { scene.touch(.moved, CGFloat(x)) }
    scene.touch(.ended, 10)
    #expect(scene.x == 150)
    try scene.wait(30)
    #expect(scene.x.truncatingRemainder(dividingBy: 50) == 0)
  }

  @Test("refuses numbers that are not finite")
  func preconditions() async {
    await #expect(processExitsWith: .failure) { ScrollView().contentOffset.x = .nan }
    await #expect(processExitsWith: .failure) {
      ScrollView().setContentOffset(CGPoint(x: 0, y: CGFloat.infinity), animated: true)
    }
    await #expect(processExitsWith: .failure) { ScrollView().contentSize.width = -1 }
    await #expect(processExitsWith: .failure) { ScrollView().contentInset.top = .nan }
    await #expect(processExitsWith: .failure) { _ = ScrollView.DecelerationRate(rawValue: 1) }
  }
}
