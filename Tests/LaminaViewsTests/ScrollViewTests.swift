import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@Suite("A scroll view")
struct ScrollViewTests {
  @Test("has its offset as the origin of its bounds, and knows how far it can go")
  func geometry() throws {
    let view = ScrollView(frame: CGRect(x: 5, y: 6, width: 200, height: 100))
    #expect(view.clipsToBounds && view.contentOffset == .zero)
    view.contentSize = CGSize(width: 1_000, height: 40)
    view.contentInset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.minimumContentOffset == CGPoint(x: -2, y: -1))
    #expect(view.maximumContentOffset == CGPoint(x: 804, y: -1))
    #expect(view.contentOffset == CGPoint(x: 0, y: -1), "the range does not hold y = 0")
    view.contentOffset = CGPoint(x: 900.25, y: -50)
    #expect(view.bounds == CGRect(x: 900.25, y: -50, width: 200, height: 100))
    #expect(view.frame == CGRect(x: 5, y: 6, width: 200, height: 100))
    view.contentSize.width = 500
    #expect(view.contentOffset == CGPoint(x: 304, y: -1))
    let child = View(frame: CGRect(x: 310, y: 0, width: 10, height: 10))
    view.addSubview(child)
    #expect(child.convert(CGPoint.zero, to: nil) == CGPoint(x: 11, y: 7))
    #expect(view.hitTest(CGPoint(x: 315, y: 5)) === child)
    view.setContentOffset(CGPoint(x: 7, y: 0), animated: true)
    #expect(view.contentOffset == CGPoint(x: 7, y: 0), "there is nobody to animate it")
  }

  @Test("follows a finger, and tells its delegate in order")
  func dragging() throws {
    let scene = try ScrollScene()
    scene.scrollView.contentOffset.x = 500
    #expect(scene.scrollCount == 1)
    scene.touch(.began, 150)
    #expect(scene.scrollView.isTracking && !scene.scrollView.isDragging)
    scene.touch(.moved, 145)
    #expect(scene.x == 500)
    scene.touch(.moved, 130)
    #expect(scene.scrollView.isDragging && scene.x == 510, "10 points make it a pan")
    scene.touch(.moved, 100)
    #expect(scene.x == 540)
    scene.touch(.ended, 100, after: 0.2)
    #expect(scene.x == 540 && !scene.scrollView.isTracking && !scene.scrollView.isDragging)
    #expect(scene.takeLog() == ["will drag", "dragged, at rest"])
    #expect(scene.scrollCount == 3)
    try scene.settle()
    #expect(scene.x == 540)
    scene.scrollView.isScrollEnabled = false
    scene.drag(from: 150, to: 50)
    #expect(scene.x == 540 && scene.takeLog() == [])
  }

  @Test("goes on after a fling, for as far as its velocity leads, and stays on whole pixels")
  func fling() throws {
    let scene = try ScrollScene(scale: 2)
    scene.scrollView.contentOffset.x = 500
    scene.drag(from: 150, to: 50)
    let released = scene.time
    #expect(scene.x == 590 && scene.scrollView.isDecelerating)
    #expect(scene.takeLog() == ["will drag", "dragged, and on", "will decelerate"])
    // 90 points in the tenth of a second before it was lifted.
    let way = 900 / -(1_000 * log(0.998))
    #expect(scene.host.nextFrameTime(after: scene.time) == .now)
    try scene.wait(0.25)
    let expected = 590 + way * (1 - pow(0.998, 250))
    #expect(abs(scene.x - expected) <= 0.25 + 1e-9)
    #expect(scene.x * 2 == (scene.x * 2).rounded())
    try scene.settle()
    #expect(abs(scene.x - (590 + way)) <= 0.25 + 1e-9)
    #expect(scene.takeLog() == ["decelerated"] && !scene.scrollView.isDecelerating)
    #expect(scene.time - released < 4.5)
    scene.scrollView.decelerationRate = .fast
    let start = scene.x
    scene.drag(from: 150, to: 50)
    try scene.settle()
    #expect(abs(scene.x - (start + 90 + 900 / -(1_000 * log(0.99)))) <= 0.25 + 1e-9)
  }

  @Test(
    "is at the same offset at a time, however often it was stepped before", .slow,
    arguments: 1...20 as ClosedRange<UInt64>)
  func stepping(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let content = CGSize(
      width: numbers.pick([900, 300, 5_000]), height: numbers.pick([100, 700]))
    let start = CGPoint(x: numbers.number(in: 0...700), y: numbers.number(in: 0...600))
    let (dx, dy) = (numbers.number(in: -150...150), numbers.number(in: -90...90))
    let times = (0..<8).map { _ in numbers.number(in: 0...3) }.sorted()
    let bounces = numbers.chance(80)
    var results: [[CGPoint]] = []
    for rate in [60.0, 120, 7, nil] {
      let scene = try ScrollScene(content: content)
      scene.scrollView.bounces = bounces
      scene.scrollView.contentOffset = scene.scrollView.maximumContentOffset
      scene.scrollView.contentOffset.x.formTruncatingRemainder(dividingBy: start.x + 1)
      scene.touch(.began, 100, 50)
      for step in 1...5 {
        scene.touch(.moved, 100 + dx * CGFloat(step) / 5, 50 + dy * CGFloat(step) / 5)
      }
      scene.touch(.ended, 100 + dx, 50 + dy)
      let released = scene.time
      var offsets: [CGPoint] = []
      for time in times {
        while let rate, scene.time + 1 / rate < released + time { try scene.wait(1 / rate) }
        try scene.wait(released + time - scene.time)
        offsets.append(scene.scrollView.contentOffset)
      }
      try scene.wait(60)
      offsets.append(scene.scrollView.contentOffset)
      #expect(!scene.scrollView.isDecelerating)
      results.append(offsets)
    }
    for result in results.dropFirst() { #expect(result == results[0], "seed \(seed)") }
  }

  @Test("is at the same offset at a time in whatever order the times are asked for")
  func order() throws {
    func offsets(_ times: [Double]) throws -> [Double: CGFloat] {
      let scene = try ScrollScene()
      scene.scrollView.contentOffset.x = 60
      scene.drag(from: 50, to: 100)
      let released = scene.time
      #expect(scene.scrollView.isDecelerating)
      var offsets: [Double: CGFloat] = [:]
      for time in times {
        _ = try scene.host.render(at: released + time)
        offsets[time] = scene.x
      }
      return offsets
    }
    let times = (0...30).map { Double($0) / 40 }
    let forwards = try offsets(times)
    #expect(Set(forwards.values).count > 15 && forwards.values.contains { $0 < 0 })
    #expect(try offsets(times.reversed()) == forwards)
    #expect(try offsets(times.sorted { sin($0 * 1_000) < sin($1 * 1_000) }) == forwards)
  }

  @Test("takes sizes, insets, offsets and drags of any length")
  func extremes() throws {
    let lengths: [CGFloat] = [0, 1e-300, 0.3, 1e9, 1e17, 1e300]
    for length in lengths {
      for inset in [0, -length, length / 3] {
        let scene = try ScrollScene(content: CGSize(width: length, height: length))
        let view = scene.scrollView
        view.contentInset = EdgeInsets(top: inset, left: 5, bottom: inset, right: -inset)
        for offset in [length, -length, length / 2] {
          view.contentOffset = CGPoint(x: offset, y: -offset)
          scene.touch(.began, 100, 50)
          scene.touch(.moved, 1e9, -1e9)
          try scene.wait(0.01)
          scene.touch(.moved, -1e9, 1e9)
          scene.touch(.ended, 100, 50)
          try scene.wait(0.2)
          scene.wheel(1e9, 0.1)
          scene.press(.pageDown)
          view.setContentOffset(CGPoint(x: -offset, y: offset), animated: true)
          try scene.wait(0.1)
        }
        scene.drag(from: 100, to: 50)
        for _ in 0..<4 { try scene.wait(100) }
        // So far away, all of the view is one point: no touch is in it.
        if length == 1e300 { continue }
        let offset = view.contentOffset
        let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
        let note: Comment = "length \(length), inset \(inset): \(offset)"
        #expect(offset.x >= low.x && offset.x <= high.x, note)
        #expect(offset.y >= low.y && offset.y <= high.y, note)
        #expect(scene.host.nextFrameTime(after: scene.time) == .never)
      }
    }
  }

  @Test("is on whole pixels a billion points from its beginning")
  func farAway() throws {
    let scene = try ScrollScene(content: CGSize(width: 2e9, height: 100), scale: 2)
    scene.scrollView.contentOffset.x = 1e9
    scene.drag(from: 150, to: 50)
    try scene.settle()
    let way = CGFloat(90 + 900 / -(1_000 * log(0.998)))
    #expect(scene.x == 1e9 + (way * 2).rounded() / 2)
  }

  @Test("bounces at its edges, or stops there")
  func edges() throws {
    let scene = try ScrollScene()
    scene.scrollView.contentOffset.x = 20
    scene.drag(from: 50, to: 150)
    // It asks for -70, of which the rubber band shows (1 - 1 / (70 · 0.55 / 200 + 1)) · 200.
    #expect(scene.x == -32)
    #expect(scene.takeLog() == ["will drag", "dragged, and on", "will decelerate"])
    let start = scene.x
    try scene.wait(0.02)
    #expect(scene.x < start, "it goes on outwards at first")
    try scene.settle()
    #expect(scene.x == 0 && scene.takeLog() == ["decelerated"])
    scene.drag(from: 50, to: 150, rest: 0.3)
    #expect(scene.x == -40)
    try scene.wait(0.1)
    #expect(scene.x == -29)
    try scene.settle()
    #expect(scene.x == 0)
    scene.scrollView.bounces = false
    scene.drag(from: 50, to: 150)
    #expect(scene.x == 0)
    scene.scrollView.contentOffset.x = 40
    scene.drag(from: 50, to: 60)
    scene.drag(from: 50, to: 75)
    #expect(scene.x == 25)
    try scene.wait(0.2)
    #expect(scene.x == 0 && scene.scrollView.isDecelerating == false)
  }

  @Test("does not move along an axis on which everything is seen, unless it always bounces")
  func axes() throws {
    let scene = try ScrollScene()
    func drag(to x: CGFloat, _ y: CGFloat) {
      scene.touch(.began, 100, 50)
      scene.touch(.moved, x, y)
      scene.touch(.ended, x, y, after: 0.3)
    }
    scene.scrollView.contentOffset.x = 500
    drag(to: 80, 90)
    #expect(scene.scrollView.contentOffset == CGPoint(x: 500, y: 0) && scene.takeLog() == [])
    drag(to: 60, 80)
    #expect(scene.scrollView.contentOffset == CGPoint(x: 532, y: 0))
    scene.scrollView.alwaysBounceVertical = true
    drag(to: 100, 80)
    #expect(scene.scrollView.contentOffset == CGPoint(x: 532, y: -10))
    try scene.settle()
    #expect(scene.scrollView.contentOffset == CGPoint(x: 532, y: 0))
  }

  @Test("is stopped by a touch, and follows that finger at once")
  func catching() throws {
    let scene = try ScrollScene()
    let child = View(frame: CGRect(x: 0, y: 0, width: 1e6, height: 100))
    scene.scrollView.addSubview(child)
    scene.scrollView.contentOffset.x = 500
    scene.drag(from: 150, to: 50)
    try scene.wait(0.1)
    let moving = scene.x
    #expect(scene.scrollView.hitTest(CGPoint(x: moving + 1, y: 1)) === scene.scrollView)
    _ = scene.takeLog()
    scene.touch(.began, 100)
    #expect(scene.x > moving && !scene.scrollView.isDecelerating)
    #expect(scene.takeLog() == ["decelerated"])
    #expect(scene.scrollView.hitTest(CGPoint(x: scene.x + 1, y: 1)) === child)
    let caught = scene.x
    scene.touch(.moved, 99)
    #expect(scene.x == caught + 1 && scene.scrollView.isDragging)
    scene.touch(.ended, 99, after: 0.3)
    #expect(scene.takeLog() == ["will drag", "dragged, at rest"])
    // Beyond an edge, it is held by a touch, and comes back when that goes.
    scene.scrollView.contentOffset.x = 10
    scene.drag(from: 50, to: 150)
    try scene.wait(0.1)
    scene.touch(.began, 100)
    let beyond = scene.x
    #expect(beyond < -20)
    try scene.wait(1)
    #expect(scene.x == beyond)
    scene.touch(.ended, 100)
    #expect(scene.scrollView.isDecelerating)
    try scene.settle()
    #expect(scene.x == 0)
    // A drag that begins beyond the edge begins where that is.
    scene.drag(from: 50, to: 150)
    try scene.wait(0.1)
    scene.touch(.began, 100)
    let held = scene.x
    scene.touch(.moved, 100.25)
    scene.touch(.moved, 100)
    #expect(scene.x == held)
  }
}
